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
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = length == 1 ? first : first & (0x7F >> UInt32(length))
        for next in 1..<max(length, 1) { value = value << 6 | UInt32(unsafe buffer[index + next]) & 0x3F }
        body(value)
        index += length
      }
    }
  }
}
