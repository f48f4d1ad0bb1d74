/// The size of a picture in pixels, and how many of them an inch has, by its header.
package struct PictureSize {
  package let width: Int
  package let height: Int
  /// The number of pixels that an inch has, across and down: 96 as in CSS, or more where the picture says so.
  ///
  /// Fewer are not believed: many programs write 72 whatever the picture is for.
  var pixelsPerInch = (across: usualDensity, down: usualDensity)

  private static let usualDensity = 96.0
  /// The densities of a Retina screen, of scanners, of printers.
  private static let densities = 96.0...4_800

  /// The size of a PNG, JPEG, GIF, BMP, TIFF or SVG picture, told by its first bytes; nil for others.
  package init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self.init(ofPNG: bytes)
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      self.init(ofJPEG: bytes)
    } else if bytes.starts(with: "GIF8".utf8), bytes.count >= 10 {
      self.init(Self.number(bytes[6..<8].reversed()), Self.number(bytes[8..<10].reversed()))
    } else if bytes.starts(with: "BM".utf8), bytes.count >= 26, bytes[14] >= 40 {
      let sides = [18, 22].map {
        Int(Int32(truncatingIfNeeded: Self.number(bytes[$0..<($0 + 4)].reversed())))
      }
      self.init(sides[0], abs(sides[1]))
    } else if bytes.starts(with: "II*\0".utf8) || bytes.starts(with: "MM\0*".utf8) {
      self.init(ofTIFF: bytes)
    } else {
      self.init(ofSVG: bytes)
    }
  }

  /// The size in the header chunk, and the density in the one for it (PNG specification, 11.2.2 and 11.3.5.3).
  package init?(ofPNG bytes: [UInt8]) {
    guard bytes.count >= 24 else { return nil }
    self.init(Self.number(bytes[16..<20]), Self.number(bytes[20..<24]))
    var position = 8
    while position + 21 <= bytes.count {
      let kind = bytes[(position + 4)..<(position + 8)]
      if kind.elementsEqual("IDAT".utf8) { return }
      if kind.elementsEqual("pHYs".utf8), bytes[position + 16] == 1 {
        let metre = 39.370_078_74
        setDensity(
          Double(Self.number(bytes[(position + 8)..<(position + 12)])) / metre,
          Double(Self.number(bytes[(position + 12)..<(position + 16)])) / metre)
        return
      }
      position += 12 + Self.number(bytes[position..<(position + 4)])
    }
  }

  /// The size in the first frame header, and the density in JFIF's segment (ITU-T T.81, B.2.2; T.871, 10.1).
  package init?(ofJPEG bytes: [UInt8]) {
    var density: (across: Double, down: Double)?
    var position = 2
    while position + 9 < bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        self.init(
          Self.number(bytes[(position + 7)..<(position + 9)]),
          Self.number(bytes[(position + 5)..<(position + 7)]))
        if let density { setDensity(density.across, density.down) }
        return
      }
      let data = position + 4
      if marker == 0xE0, data + 12 <= bytes.count, bytes[data...].starts(with: "JFIF\0".utf8),
        1...2 ~= bytes[data + 7]
      {
        let unit = bytes[data + 7] == 1 ? 1 : 2.54
        density = (
          Double(Self.number(bytes[(data + 8)..<(data + 10)])) * unit,
          Double(Self.number(bytes[(data + 10)..<(data + 12)])) * unit
        )
      }
      position += 2 + max(2, Self.number(bytes[(position + 2)..<(position + 4)]))
    }
    return nil
  }

  /// The size in the first directory (TIFF 6.0, section 2).
  private init?(ofTIFF bytes: [UInt8]) {
    let isLittle = bytes[0] == UInt8(ascii: "I")
    func number(at position: Int, count: Int) -> Int {
      guard position >= 0, position + count <= bytes.count else { return 0 }
      let field = bytes[position..<(position + count)]
      return isLittle ? Self.number(field.reversed()) : Self.number(field)
    }
    let directory = number(at: 4, count: 4)
    var sides = (width: 0, height: 0)
    for entry in 0..<number(at: directory, count: 2) {
      let place = directory + 2 + 12 * entry
      let value = number(at: place + 8, count: number(at: place + 2, count: 2) == 3 ? 2 : 4)
      switch number(at: place, count: 2) {
      case 256: sides.width = value
      case 257: sides.height = value
      default: break
      }
    }
    self.init(sides.width, sides.height)
  }

  private mutating func setDensity(_ across: Double, _ down: Double) {
    guard Self.densities.contains(across), Self.densities.contains(down) else { return }
    pixelsPerInch = (across, down)
  }

  package init?(_ width: Int, _ height: Int) {
    guard (1...100_000).contains(width), (1...100_000).contains(height) else { return nil }
    (self.width, self.height) = (width, height)
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

extension PictureSize {
  /// What the root element says, in pixels or another unit, else the size of its box of coordinates (SVG 2, 8.2).
  package init?(ofSVG bytes: [UInt8]) {
    var tokenizer = MarkupTokenizer(count: min(bytes.count, 8_192))
    while let token = tokenizer.next(bytes.span) {
      guard case .startTag(let name) = token else { continue }
      guard name == .svg else { return nil }
      break
    }
    var values: [String: String] = [:]
    for attribute in tokenizer.attributes {
      let name = String(decoding: bytes[attribute.name], as: UTF8.self).lowercased()
      values[name] = values[name] ?? String(decoding: bytes[attribute.value], as: UTF8.self)
    }
    let box = values["viewbox"]?.split { $0.isWhitespace || $0 == "," }.compactMap { Double($0) } ?? []
    let (width, height) = (values["width"].flatMap(Self.pixels), values["height"].flatMap(Self.pixels))
    let ratio = box.count == 4 && box[2] > 0 && box[3] > 0 ? box[3] / box[2] : 1
    switch (width, height) {
    case (let width?, let height?): self.init(rounding: width, height)
    case (let width?, nil): self.init(rounding: width, width * ratio)
    case (nil, let height?): self.init(rounding: height / ratio, height)
    case (nil, nil):
      guard box.count == 4 else { return nil }
      self.init(rounding: box[2], box[3])
    }
  }

  /// A length in pixels, of which an inch has 96 (CSS Values 6.2); nil for a part of something else.
  private static func pixels(_ length: String) -> Double? {
    let units: [String: Double] = [
      "px": 1, "pt": 96 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4,
    ]
    let text = length.filter { !$0.isWhitespace }.lowercased()
    guard let factor = units[String(text.suffix(2))] else { return Double(text) }
    return Double(text.dropLast(2)).map { $0 * factor }
  }

  private init?(rounding width: Double, _ height: Double) {
    guard (0.5...100_000).contains(width), (0.5...100_000).contains(height) else { return nil }
    self.init(Int(width.rounded()), Int(height.rounded()))
  }
}
