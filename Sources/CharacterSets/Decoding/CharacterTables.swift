/// The tables that decoders read, as they stand in the program: text, so that they need no format of their own.
enum CharacterTables {
  /// Makes an array of a table with a line for each first byte and a character for each second one.
  ///
  /// - Parameter columns: how many characters a line stands for; those at its end may be missing.
  /// - Returns: a scalar for each place, 0 where there is a space or nothing.
  static func scalars(_ table: StaticString, columns: Int) -> [UInt32] {
    var scalars: [UInt32] = []
    // Most characters of these tables have three bytes.
    scalars.reserveCapacity(table.utf8CodeUnitCount / 2)
    var lineEnd = columns
    forEachScalar(table) { scalar in
      if scalar == 0x0A {
        scalars.append(contentsOf: repeatElement(0, count: lineEnd - scalars.count))
        lineEnd += columns
      } else {
        scalars.append(scalar == 0x20 ? 0 : scalar)
      }
    }
    scalars.append(contentsOf: repeatElement(0, count: lineEnd - scalars.count))
    return scalars
  }

  /// Returns the lines of a table, in parts between spaces.
  static func fields(_ table: StaticString) -> [[Substring]] {
    "\(table)".split(separator: "\n").map { $0.split(separator: " ") }
  }

  /// Returns what stands behind a name and a space in the line that begins with them; nil if no line does.
  static func line(_ name: String, of table: StaticString) -> [UInt32]? {
    table.withUTF8Buffer { buffer in
      let key = Array(name.utf8) + [0x20]
      var start = 0
      while start < buffer.count {
        let end = unsafe buffer[start...].firstIndex(of: 0x0A) ?? buffer.count
        if unsafe buffer[start..<end].starts(with: key) {
          let rest = unsafe buffer[(start + key.count)..<end]
          return unsafe String(decoding: rest, as: UTF8.self).unicodeScalars.map(\.value)
        }
        start = end + 1
      }
      return nil
    }
  }

  private static func forEachScalar(_ table: StaticString, _ body: (UInt32) -> Void) {
    table.withUTF8Buffer { buffer in
      var index = 0
      while index < buffer.count {
        let first = UInt32(unsafe buffer[index])
        let length =
          switch first {
          case ..<0x80: 1
          case ..<0xE0: 2
          case ..<0xF0: 3
          default: 4
          }
        var value = length == 1 ? first : first & (0x7F >> UInt32(length))
        for next in 1..<max(length, 1) { value = value << 6 | UInt32(unsafe buffer[index + next]) & 0x3F }
        body(value)
        index += length
      }
    }
  }
}

/// Decodes sets of one byte a character.
///
/// The only decoder that writes through a pointer: with checked writes it would reach half the speed.
struct SingleByteDecoder: CharacterDecoder {
  /// A table: for each byte its UTF-8, the first byte lowest, and above that its length in bits 24 to 31.
  private let packed: [UInt32]

  init(_ set: CharacterSet) {
    packed = (0..<0x80).map { $0 | 1 << 24 } + Self.upperHalf(of: set).map(Self.pack)
  }

  /// Returns the characters of 0x80 to 0xFF, U+FFFD for undefined bytes.
  static func upperHalf(of set: CharacterSet) -> [UInt32] {
    switch set.scheme {
    case .userDefined:
      return Array(0xF780...0xF7FF)
    case .singleByte:
      let scalars = CharacterTables.line(set.name, of: CharacterTables.singleByte) ?? []
      precondition(scalars.count == 128, "no table of \(set.name)")
      // Windows defines no control characters there; the standard's tables have them for browsers.
      guard set.name.hasPrefix("windows-"), !set.keepsUndefinedBytes else { return scalars }
      return scalars.map { (0x80..<0xA0).contains($0) ? 0xFFFD : $0 }
    default:
      return Array(repeating: 0xFFFD, count: 128)
    }
  }

  private static func pack(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 { return scalar | 1 << 24 }
    if scalar < 0x800 { return 2 << 24 | (0x80 | scalar & 0x3F) << 8 | 0xC0 | scalar >> 6 }
    return 3 << 24 | (0x80 | scalar & 0x3F) << 16 | (0x80 | scalar >> 6 & 0x3F) << 8 | 0xE0 | scalar >> 12
  }

  func decode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    let packed = packed.span
    unsafe output.withUnsafeMutableBufferPointer { buffer, written in
      precondition(buffer.count - written >= 3 * bytes.count)
      guard let base = buffer.baseAddress else { return }
      var target = unsafe UnsafeMutableRawPointer(base + written)
      // Four bytes are stored, and as many counted as the character has: the next one overwrites the rest.
      for index in 0..<max(0, bytes.count - 1) {
        let entry = packed[Int(bytes[index])]
        unsafe target.storeBytes(of: entry.littleEndian, as: UInt32.self)
        unsafe target += Int(entry >> 24)
      }
      written = unsafe UnsafeMutableRawPointer(base).distance(to: target)
    }
    // The last one is written byte by byte: there may be no room for a fourth.
    if bytes.count > 0 {
      let entry = packed[Int(bytes[bytes.count - 1])]
      for byte in 0..<(entry >> 24) { output.append(UInt8(truncatingIfNeeded: entry >> (8 * byte))) }
    }
    return bytes.count
  }
}

/// Decodes a set whose characters have one byte or two, as most sets of East Asia.
protocol DoubleByteDecoder: CharacterDecoder {
  /// Returns the character of a byte that stands by itself, 0 if there is none, and nil for the first byte of two.
  func scalar(of byte: UInt8) -> UInt32?

  /// Returns the character of two bytes, 0 if there is none.
  func scalar(of first: UInt8, _ second: UInt8) -> UInt32
}

extension DoubleByteDecoder {
  func decode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    var index = 0
    while index < bytes.count {
      let first = bytes[index]
      if let scalar = scalar(of: first) {
        // A NUL is the one character whose number is 0.
        if scalar != 0 || first == 0 { output.appendScalar(scalar) } else { output.appendError() }
        index += 1
        continue
      }
      guard index + 1 < bytes.count else { return index }
      let second = bytes[index + 1]
      index += output.appendPair(scalar(of: first, second), endingWith: second)
    }
    return index
  }
}
