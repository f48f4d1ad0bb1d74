extension PictureCodec {
  /// What is not compressed: grey, palette and RGB, with opacity or without.
  public static let tiff = PictureCodec(
    name: "TIFF", type: "image/tiff",
    size: { bytes in
      guard let directory = TIFFDirectory(bytes), let width = directory.values(of: 256).first,
        let height = directory.values(of: 257).first
      else { return nil }
      return (width, height)
    },
    decode: { bytes, header throws(PictureError) in
      guard let strips = TIFFStrips(bytes, header), let picture = strips.picture(of: bytes) else {
        throw .broken("TIFF")
      }
      return picture.oriented(TIFFDirectory(bytes)?.orientation ?? 1)
    })
}

/// Where the pixels of a TIFF file lie, and what they mean (TIFF 6.0, sections 3 to 6).
private struct TIFFStrips {
  private enum Meaning { case grey(isWhiteZero: Bool), palette([Int]), colors }

  private let header: PictureHeader
  private let meaning: Meaning
  private let bits: Int
  private let samples: Int
  private let hasOpacity: Bool
  private let offsets: [Int]
  private let rowsPerStrip: Int

  /// Nil for kinds that are not read.
  init?(_ bytes: [UInt8], _ header: PictureHeader) {
    guard let directory = TIFFDirectory(bytes) else { return nil }
    func value(_ tag: Int, _ standard: Int) -> Int { directory.values(of: tag).first ?? standard }
    samples = value(277, 1)
    bits = value(258, 1)
    guard value(259, 1) == 1, value(284, 1) == 1, value(266, 1) == 1, 1...5 ~= samples,
      directory.values(of: 258).allSatisfy({ [bits] in $0 == bits })
    else { return nil }
    switch value(262, -1) {
    case 0 where samples <= 2, 1 where samples <= 2: meaning = .grey(isWhiteZero: value(262, 1) == 0)
    case 3 where samples == 1: meaning = .palette(directory.values(of: 320))
    case 2 where samples >= 3: meaning = .colors
    default: return nil
    }
    guard bits == 8 || samples == 1 && [1, 2, 4].contains(bits) else { return nil }
    if case .palette(let colors) = meaning, colors.count != 3 << bits { return nil }
    hasOpacity = (samples == 2 || samples == 4) && value(338, 0) > 0
    offsets = directory.values(of: 273)
    rowsPerStrip = min(value(278, header.height), header.height)
    self.header = header
    guard rowsPerStrip > 0, offsets.count >= (header.height + rowsPerStrip - 1) / rowsPerStrip else {
      return nil
    }
  }

  /// Nil if the file ends too soon.
  func picture(of bytes: [UInt8]) -> Picture? {
    let rowLength = (header.width * samples * bits + 7) / 8
    var pixels: [UInt8] = []
    for row in 0..<header.height {
      let start = offsets[row / rowsPerStrip] + row % rowsPerStrip * rowLength
      guard start <= bytes.count - rowLength else { return nil }
      if row == 0 { pixels.reserveCapacity(header.width * header.height * 4) }
      for column in 0..<header.width { append(column, of: bytes, from: start, to: &pixels) }
    }
    return Picture(width: header.width, height: header.height, bytes: pixels)
  }

  private func append(_ column: Int, of bytes: [UInt8], from start: Int, to pixels: inout [UInt8]) {
    let place = start + column * samples
    switch meaning {
    case .colors:
      for sample in 0..<3 { pixels.append(bytes[place + sample]) }
      pixels.append(hasOpacity ? bytes[place + 3] : 255)
    case .grey(let isWhiteZero):
      let value = bits == 8 ? Int(bytes[place]) : self.value(column, of: bytes, from: start)
      var grey = UInt8(value * 255 / (1 << bits - 1))
      if isWhiteZero { grey = 255 - grey }
      for _ in 0..<3 { pixels.append(grey) }
      pixels.append(hasOpacity ? bytes[place + 1] : 255)
    case .palette(let colors):
      let value = bits == 8 ? Int(bytes[place]) : self.value(column, of: bytes, from: start)
      // 16 bits a colour, all reds first.
      for color in 0..<3 { pixels.append(UInt8(truncatingIfNeeded: colors[color << bits + value] >> 8)) }
      pixels.append(255)
    }
  }

  /// A value of fewer than eight bits, of which the first lies highest.
  private func value(_ column: Int, of bytes: [UInt8], from start: Int) -> Int {
    let perByte = 8 / bits
    let byte = Int(bytes[start + column / perByte])
    return byte >> (8 - bits * (column % perByte + 1)) & (1 << bits - 1)
  }
}
