/// A picture that an image carries with it: in a `data:` URL, or as a medium of the document.
struct RTFPictureData {
  private let isPNG: Bool
  private let data: [UInt8]
  /// In pixels.
  private let width: Int
  private let height: Int

  /// A picture that a document holds; nil for what RTF has no words for.
  init?(_ medium: Medium) {
    guard ["image/png", "image/jpeg"].contains(medium.type), !medium.bytes.isEmpty else { return nil }
    isPNG = medium.type == "image/png"
    data = medium.bytes
    (width, height) = (isPNG ? Self.sizeOfPNG(data) : Self.sizeOfJPEG(data)) ?? (0, 0)
  }

  /// Decodes a `data:` URL of a PNG or JPEG picture; nil for anything else.
  init?(_ source: String) {
    let isPNG = source.utf8.starts(with: "data:image/png;base64,".utf8)
    guard isPNG || source.utf8.starts(with: "data:image/jpeg;base64,".utf8) else { return nil }
    guard let comma = source.utf8.firstIndex(of: UInt8(ascii: ",")),
      let data = Base64.decode(source[source.utf8.index(after: comma)...].utf8), !data.isEmpty
    else { return nil }
    self.isPNG = isPNG
    self.data = data
    (width, height) = (isPNG ? Self.sizeOfPNG(data) : Self.sizeOfJPEG(data)) ?? (0, 0)
  }

  func write(to output: inout RTFOutput, alternative: String, title: String) {
    output.append("{\\*\\shppict{\\pict")
    if !alternative.isEmpty {
      output.append("{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv ")
      output.append(text: alternative)
      output.append("}}}")
    }
    if !title.isEmpty {
      output.append("{\\*\\pbtitle ")
      output.append(text: title)
      output.append("}")
    }
    output.append(isPNG ? "\\pngblip" : "\\jpegblip")
    if width > 0, height > 0 {
      output.append("\\picw", width)
      output.append("\\pich", height)
      // 96 pixels an inch, 1440 twips an inch.
      output.append("\\picwgoal", width * 15)
      output.append("\\pichgoal", height * 15)
    }
    output.append(" ")
    output.append(hexadecimal: data)
    output.append("}}")
  }

  /// The size in the header chunk (PNG specification, 11.2.2).
  private static func sizeOfPNG(_ data: [UInt8]) -> (Int, Int)? {
    guard data.count >= 24 else { return nil }
    return checked(number(data[16..<20]), number(data[20..<24]))
  }

  /// The size in the first frame header (ITU-T T.81, B.2.2).
  private static func sizeOfJPEG(_ data: [UInt8]) -> (Int, Int)? {
    var position = 2
    while position + 9 < data.count, data[position] == 0xFF {
      let marker = data[position + 1]
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return checked(
          number(data[(position + 7)..<(position + 9)]), number(data[(position + 5)..<(position + 7)]))
      }
      position += 2 + max(2, number(data[(position + 2)..<(position + 4)]))
    }
    return nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  private static func checked(_ width: Int, _ height: Int) -> (Int, Int)? {
    (1...100_000).contains(width) && (1...100_000).contains(height) ? (width, height) : nil
  }
}

extension RTFOutput {
  mutating func append(hexadecimal data: [UInt8]) {
    reserve(data.count * 2)
    for byte in data { append(pair: Self.hexadecimalDigits(of: byte)) }
  }

  static func hexadecimalDigits(of byte: UInt8) -> (UInt8, UInt8) {
    func digit(_ value: UInt8) -> UInt8 { value + (value < 10 ? 0x30 : 0x57) }
    return (digit(byte >> 4), digit(byte & 15))
  }
}
