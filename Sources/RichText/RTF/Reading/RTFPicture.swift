import BinaryText

/// A picture, while it is read.
struct RTFPicture {
  /// The MIME type, nil for what no Markdown program shows.
  var type: String?
  var alternative = ""
  var title = ""
  var width = Side()
  var height = Side()
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

  /// How long one side of the picture is shown.
  struct Side {
    /// In twips, before it is scaled.
    var goal = 0
    /// In hundredths.
    var scale = 100

    /// Nil if nothing tells.
    var length: Length? {
      guard (1...100_000).contains(goal), (1...10_000).contains(scale) else { return nil }
      return Length(points: Double(goal * scale) / 2000)
    }
  }

  /// The size that the picture is shown at; nil for its own, which programs write out.
  private var shownSize: (width: Length, height: Length)? {
    guard let width = width.length, let height = height.length else { return nil }
    guard let size = PictureSize(data) else { return (width, height) }
    // Where scales are whole hundredths they are off by half of one.
    func isOwn(_ length: Length, _ own: Double) -> Bool { abs(length.points - own) <= max(0.05, own / 200) }
    let isOwn = [ShownSize(size), ShownSize(inBrowsers: size)].contains {
      isOwn(width, $0.width) && isOwn(height, $0.height)
    }
    return isOwn ? nil : (width, height)
  }

  /// The picture as an image with a `data:` URL; without one if it is too large, nil if nothing is left of it.
  var image: Image? {
    guard let type, !data.isEmpty else {
      return alternative.isEmpty ? nil : Image(source: "", title: title, alternative: alternative)
    }
    let size = shownSize
    return Image(
      .address("data:\(type);base64," + Base64.encode(data)), title: title, alternative: alternative,
      width: size?.width, height: size?.height)
  }
}
