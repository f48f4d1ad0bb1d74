/// Where the pixels of a TIFF file lie, and what they mean (TIFF 6.0, sections 3 to 6).
struct TIFFStrips {
  private enum Meaning { case grey(isWhiteZero: Bool), palette([Int]), colors }

  private let width, height: Int
  private let meaning: Meaning
  private let bits: Int
  private let samples: Int
  private let hasOpacity: Bool
  private let compression: TIFFCompression
  private let isPredicted: Bool
  private let isLittleEndian: Bool
  private let offsets: [Int]
  private let sizes: [Int]
  private let rowsPerStrip: Int

  /// Nil for kinds that are not read.
  init?(_ bytes: [UInt8], width: Int, height: Int) {
    guard let directory = TIFFDirectory(bytes) else { return nil }
    func value(_ tag: Int, _ standard: Int) -> Int { directory.values(of: tag).first ?? standard }
    samples = value(277, 1)
    bits = value(258, 1)
    guard let compression = TIFFCompression(rawValue: value(259, 1)), value(284, 1) == 1, value(266, 1) == 1,
      1...5 ~= samples, directory.values(of: 258).allSatisfy({ [bits] in $0 == bits }), 1...2 ~= value(317, 1)
    else { return nil }
    self.compression = compression
    isPredicted = value(317, 1) == 2 && compression.mayBePredicted
    isLittleEndian = bytes.first == 0x49
    switch value(262, -1) {
    case 0 where samples <= 2, 1 where samples <= 2: meaning = .grey(isWhiteZero: value(262, 1) == 0)
    case 3 where samples == 1: meaning = .palette(directory.values(of: 320))
    case 2 where samples >= 3: meaning = .colors
    default: return nil
    }
    guard bits == 8 || bits == 16 || samples == 1 && [1, 2, 4].contains(bits) && !isPredicted else {
      return nil
    }
    if case .palette(let colors) = meaning, colors.count != 3 << bits { return nil }
    hasOpacity = (samples == 2 || samples == 4) && value(338, 0) > 0
    offsets = directory.values(of: 273)
    sizes = directory.values(of: 279)
    rowsPerStrip = min(value(278, height), height)
    (self.width, self.height) = (width, height)
    guard rowsPerStrip > 0 else { return nil }
    let stripCount = (height + rowsPerStrip - 1) / rowsPerStrip
    guard offsets.count >= stripCount, compression == .none || sizes.count >= stripCount else { return nil }
  }

  /// Nil if the file ends too soon.
  func picture(of bytes: [UInt8]) -> Picture? {
    // Of sixteen bits the higher eight are taken.
    let rowLength = bits == 16 ? width * samples : (width * samples * bits + 7) / 8
    var pixels: [UInt8] = []
    for start in stride(from: 0, to: height, by: rowsPerStrip) {
      let rows = min(rowsPerStrip, height - start)
      guard let strip = strip(start / rowsPerStrip, of: bytes, rows: rows) else { return nil }
      if start == 0 { pixels.reserveCapacity(width * height * 4) }
      for row in 0..<rows {
        for column in 0..<width { append(column, of: strip, from: row * rowLength, to: &pixels) }
      }
    }
    return Picture(width: width, height: height, bytes: pixels)
  }

  /// The samples of some rows, eight bits each or fewer.
  private func strip(_ index: Int, of bytes: [UInt8], rows: Int) -> [UInt8]? {
    let rowLength = (width * samples * bits + 7) / 8
    let count = rows * rowLength
    let start = offsets[index]
    let size = compression == .none ? count : sizes[index]
    guard start <= bytes.count, size <= bytes.count - start,
      var strip = compression.unpacked(bytes[start..<(start + size)], count: count), strip.count == count
    else { return nil }
    if isPredicted {
      for row in 0..<rows { addUp(&strip, (row * rowLength)..<((row + 1) * rowLength)) }
    }
    guard bits == 16 else { return strip }
    return stride(from: isLittleEndian ? 1 : 0, to: count, by: 2).map { strip[$0] }
  }

  /// Adds to each sample the one of the pixel before, from which it was taken (TIFF 6.0, section 14).
  private func addUp(_ strip: inout [UInt8], _ row: Range<Int>) {
    guard bits == 16 else {
      for index in row.dropFirst(samples) { strip[index] &+= strip[index - samples] }
      return
    }
    let (low, high) = isLittleEndian ? (0, 1) : (1, 0)
    for index in stride(from: row.lowerBound + samples * 2, to: row.upperBound, by: 2) {
      let before = index - samples * 2
      let sum = Int(strip[index + low]) + Int(strip[before + low])
      strip[index + low] = UInt8(truncatingIfNeeded: sum)
      strip[index + high] &+= strip[before + high] &+ (sum > 255 ? 1 : 0)
    }
  }

  private func append(_ column: Int, of bytes: [UInt8], from start: Int, to pixels: inout [UInt8]) {
    let place = start + column * samples
    switch meaning {
    case .colors:
      for sample in 0..<3 { pixels.append(bytes[place + sample]) }
      pixels.append(hasOpacity ? bytes[place + 3] : 255)
    case .grey(let isWhiteZero):
      let value = bits >= 8 ? Int(bytes[place]) : self.value(column, of: bytes, from: start)
      var grey = UInt8(bits >= 8 ? value : value * 255 / (1 << bits - 1))
      if isWhiteZero { grey = 255 - grey }
      for _ in 0..<3 { pixels.append(grey) }
      pixels.append(hasOpacity ? bytes[place + 1] : 255)
    case .palette(let colors):
      let value = bits >= 8 ? Int(bytes[place]) : self.value(column, of: bytes, from: start)
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
