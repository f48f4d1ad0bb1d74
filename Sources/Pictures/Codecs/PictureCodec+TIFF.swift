import CZlib

extension PictureCodec {
  /// TIFF: reads grey, palette and RGB pictures, with or without opacity, uncompressed or with lossless compression.
  public static let tiff = PictureCodec(
    name: "TIFF", type: "image/tiff",
    size: { bytes in
      guard let directory = TIFFDirectory(bytes), let width = directory.values(of: 256).first,
        let height = directory.values(of: 257).first
      else { return nil }
      return (width, height)
    },
    isRead: { TIFFStrips($0, width: $1, height: $2) != nil },
    decode: { bytes, header throws(PictureError) in
      guard let strips = TIFFStrips(bytes, width: header.width, height: header.height),
        let picture = strips.picture(of: bytes)
      else { throw .broken("TIFF") }
      return picture.oriented(TIFFDirectory(bytes)?.orientation ?? 1)
    })
}

/// The first directory of a TIFF file: numbers by their tags (TIFF 6.0, section 2).
struct TIFFDirectory {
  private let bytes: [UInt8]
  private let isLittleEndian: Bool
  private var entries: [Int: (type: Int, count: Int, place: Int)] = [:]

  /// More values than these are not of a picture.
  private static let valueLimit = 1 << 20

  /// Nil if the bytes begin no directory.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0x00]) {
      isLittleEndian = true
    } else if bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) {
      isLittleEndian = false
    } else {
      return nil
    }
    guard let start = number(at: 4, count: 4), let count = number(at: start, count: 2) else { return nil }
    for index in 0..<count {
      let place = start + 2 + index * 12
      guard let tag = number(at: place, count: 2), let type = number(at: place + 2, count: 2),
        let valueCount = number(at: place + 4, count: 4), place + 12 <= bytes.count
      else { break }
      entries[tag] = (type, valueCount, place + 8)
    }
  }

  /// The whole numbers of a tag; empty if it is not there, or of another kind.
  func values(of tag: Int) -> [Int] {
    guard let entry = entries[tag], let size = [1: 1, 3: 2, 4: 4, 7: 1][entry.type],
      entry.count <= Self.valueLimit
    else { return [] }
    var place = entry.place
    if entry.count * size > 4 {
      guard let far = number(at: place, count: 4), far + entry.count * size <= bytes.count else { return [] }
      place = far
    }
    return (0..<entry.count).compactMap { number(at: place + $0 * size, count: size) }
  }

  /// The orientation of the picture, 1 to 8, as cameras write it (Exif 2.3, 4.6.4).
  var orientation: Int {
    let value = values(of: 0x0112).first ?? 1
    return 1...8 ~= value ? value : 1
  }

  private func number(at place: Int, count: Int) -> Int? {
    isLittleEndian ? bytes.littleEndian(at: place, count: count) : bytes.bigEndian(at: place, count: count)
  }
}

/// The positions of the pixels of a TIFF file, and their meaning (TIFF 6.0, sections 3 to 6).
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
    // Samples of sixteen bits lose the lower eight.
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

/// The lossless compressions of strips of a TIFF file.
enum TIFFCompression: Int {
  case none = 1
  /// TIFF 6.0, section 13.
  case lzw = 5
  /// Adobe Photoshop TIFF Technical Notes, "ZIP/deflate compression".
  case deflate = 8
  /// TIFF 6.0, section 9.
  case packBits = 32773
  /// The older number of Deflate.
  case earlyDeflate = 32946

  /// Whether each sample may be the difference to the one before (section 14).
  var mayBePredicted: Bool { self == .lzw || self == .deflate || self == .earlyDeflate }

  /// The wanted number of unpacked bytes, or as many as there are; nil if they cannot be unpacked.
  func unpacked(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    switch self {
    case .none: Array(packed.prefix(count))
    case .packBits: Self.runs(packed, count: count)
    case .deflate, .earlyDeflate: Self.inflated(packed, count: count)
    case .lzw:
      // Files from before the specification have the lowest bits first.
      packed.starts(with: [0, 1])
        ? nil : LZWCodes(codeSize: 8, count: count, growsEarly: true).values(of: HighBits(packed))
    }
  }

  private static func runs(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(count, packed.count * 64))
    var position = packed.startIndex
    while position < packed.endIndex, bytes.count < count {
      let length = Int(Int8(bitPattern: packed[position]))
      position += 1
      if length >= 0 {
        let end = min(position + length + 1, packed.endIndex)
        bytes += packed[position..<end].prefix(count - bytes.count)
        position = end
      } else if length > -128, position < packed.endIndex {
        bytes += repeatElement(packed[position], count: min(1 - length, count - bytes.count))
        position += 1
      }
    }
    return bytes
  }

  private static func inflated(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    // Refuse a size that no stream of this length can reach, before making room for it.
    guard count <= packed.count * 1032 + 64 else { return nil }
    return unsafe packed.withUnsafeBufferPointer { source in
      unsafe [UInt8](unsafeUninitializedCapacity: count) { target, filled in
        var size = uLongf(count)
        _ = unsafe uncompress(target.baseAddress, &size, source.baseAddress, uLong(source.count))
        filled = min(Int(size), count)
      }
    }
  }
}

/// Bits of which the highest come first.
private struct HighBits: CodeBits {
  private var bytes: ArraySlice<UInt8>
  private var bits = 0
  private var bitCount = 0

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  mutating func next(_ count: Int) -> Int? {
    while bitCount < count {
      guard let byte = bytes.popFirst() else { return nil }
      bits = (bits << 8 | Int(byte)) & 0xFF_FFFF
      bitCount += 8
    }
    bitCount -= count
    return bits >> bitCount & (1 << count - 1)
  }
}
