import BinaryText

/// A picture, while it is read.
struct RTFPicture {
  /// The MIME type, nil for what no Markdown program shows.
  var type: String?
  var alternative = ""
  var title = ""
  private var data: [UInt8] = []
  private var halfByte: UInt8?
  private(set) var isTooLarge = false

  mutating func append(hexadecimal bytes: ArraySlice<UInt8>, limit: Int) {
    guard type != nil, !isTooLarge else { return }
    for byte in bytes {
      guard let value = byte.hexadecimalValue else { continue }
      if let high = halfByte {
        data.append(high << 4 | value)
        halfByte = nil
      } else {
        halfByte = value
      }
    }
    checkSize(limit)
  }

  mutating func append(binary bytes: ArraySlice<UInt8>, limit: Int) {
    guard type != nil, !isTooLarge else { return }
    data.append(contentsOf: bytes.prefix(limit + 1))
    checkSize(limit)
  }

  private mutating func checkSize(_ limit: Int) {
    guard data.count > limit else { return }
    isTooLarge = true
    data = []
  }

  /// The picture as an image with a `data:` URL; without one if it is too large, nil if nothing is left of it.
  var image: Image? {
    guard let type, !data.isEmpty else {
      return alternative.isEmpty ? nil : Image(source: "", title: title, alternative: alternative)
    }
    return Image(source: "data:\(type);base64," + Base64.encode(data), title: title, alternative: alternative)
  }
}
