/// The size of a picture in pixels, by its header.
struct PictureSize {
  let width: Int
  let height: Int

  /// The size of a PNG, JPEG or GIF picture, told by its first bytes; nil for others.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self.init(ofPNG: bytes)
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      self.init(ofJPEG: bytes)
    } else if bytes.starts(with: "GIF8".utf8), bytes.count >= 10 {
      self.init(Self.number(bytes[6..<8].reversed()), Self.number(bytes[8..<10].reversed()))
    } else {
      return nil
    }
  }

  /// The size in the header chunk (PNG specification, 11.2.2).
  init?(ofPNG bytes: [UInt8]) {
    guard bytes.count >= 24 else { return nil }
    self.init(Self.number(bytes[16..<20]), Self.number(bytes[20..<24]))
  }

  /// The size in the first frame header (ITU-T T.81, B.2.2).
  init?(ofJPEG bytes: [UInt8]) {
    var position = 2
    while position + 9 < bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        self.init(
          Self.number(bytes[(position + 7)..<(position + 9)]),
          Self.number(bytes[(position + 5)..<(position + 7)]))
        return
      }
      position += 2 + max(2, Self.number(bytes[(position + 2)..<(position + 4)]))
    }
    return nil
  }

  private init?(_ width: Int, _ height: Int) {
    guard (1...100_000).contains(width), (1...100_000).contains(height) else { return nil }
    (self.width, self.height) = (width, height)
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
