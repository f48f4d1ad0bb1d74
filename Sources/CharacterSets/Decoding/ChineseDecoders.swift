/// Decodes GB18030, and GBK and GB2312, which are parts of it (Encoding Standard, 10.2.1).
struct GB18030Decoder: ASCIIBasedDecoder {
  private let table = CharacterTables.gb18030Scalars

  func decodeCharacter(
    _ bytes: Span<UInt8>, at index: Int, into output: inout OutputSpan<UInt8>
  ) -> Int? {
    let first = bytes[index]
    if first == 0x80 || first == 0xFF {
      output.appendScalar(first == 0x80 ? 0x20AC : 0xFFFD)
      return 1
    }
    guard index + 1 < bytes.count else { return nil }
    let second = bytes[index + 1]
    if second &- 0x30 < 10 { return decodeFour(bytes, index, &output) }
    guard second >= 0x40, second != 0x7F, second != 0xFF else {
      return output.appendPair(0, endingWith: second)
    }
    let column = Int(second) - (second < 0x7F ? 0x40 : 0x41)
    output.appendScalar(table[(Int(first) - 0x81) * 190 + column])
    return 2
  }

  /// Decodes a character of four bytes whose first two are right; returns how many bytes it takes, nil if they are not
  /// all there.
  private func decodeFour(_ bytes: Span<UInt8>, _ index: Int, _ output: inout OutputSpan<UInt8>) -> Int? {
    guard index + 2 < bytes.count else { return nil }
    let third = bytes[index + 2]
    guard third >= 0x81, third != 0xFF else {
      output.appendError()
      return 1
    }
    guard index + 3 < bytes.count else { return nil }
    let fourth = bytes[index + 3]
    guard fourth &- 0x30 < 10 else {
      output.appendError()
      return 1
    }
    let pointer =
      ((Int(bytes[index]) - 0x81) * 10 + Int(bytes[index + 1]) - 0x30) * 1260 + (Int(third) - 0x81) * 10
      + Int(fourth) - 0x30
    output.appendScalar(Self.scalar(ofPointer: pointer))
    return 4
  }

  /// Returns the character of four bytes (Encoding Standard, "index gb18030 ranges code point").
  private static func scalar(ofPointer pointer: Int) -> UInt32 {
    if pointer == 7457 { return 0xE7C7 }
    guard pointer <= 39_419 || 189_000...1_237_575 ~= pointer else { return 0xFFFD }
    let ranges = CharacterTables.gb18030RangeStarts
    var (low, high) = (0, ranges.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if ranges[middle].pointer <= pointer { low = middle } else { high = middle }
    }
    return ranges[low].scalar + UInt32(pointer - ranges[low].pointer)
  }
}

/// Decodes Big5 with the characters of Hong Kong (Encoding Standard, 11.1.1).
struct Big5Decoder: ASCIIBasedDecoder {
  private let table = CharacterTables.big5Scalars

  func decodeCharacter(
    _ bytes: Span<UInt8>, at index: Int, into output: inout OutputSpan<UInt8>
  ) -> Int? {
    let first = bytes[index]
    guard first != 0x80, first != 0xFF else {
      output.appendError()
      return 1
    }
    guard index + 1 < bytes.count else { return nil }
    let second = bytes[index + 1]
    var scalar: UInt32 = 0
    // The table begins with the sixth row.
    if first >= 0x87, 0x40...0x7E ~= second || 0xA1...0xFE ~= second {
      let column = Int(second) - (second < 0x7F ? 0x40 : 0x62)
      scalar = table[(Int(first) - 0x87) * 157 + column]
    }
    if scalar == 0, first == 0x88, let pair = Self.pair(second) {
      output.appendScalar(pair.letter)
      scalar = pair.mark
    }
    return output.appendPair(scalar, endingWith: second)
  }

  /// The letters with marks that Unicode has no character for.
  private static func pair(_ second: UInt8) -> (letter: UInt32, mark: UInt32)? {
    switch second {
    case 0x62: (0xCA, 0x304)
    case 0x64: (0xCA, 0x30C)
    case 0xA3: (0xEA, 0x304)
    case 0xA5: (0xEA, 0x30C)
    default: nil
    }
  }
}

extension CharacterTables {
  static let gb18030Scalars = scalars(gb18030, columns: 190)
  static let big5Scalars = scalars(big5, columns: 157)

  /// The beginnings of stretches of characters of four bytes.
  static let gb18030RangeStarts: [(pointer: Int, scalar: UInt32)] = {
    var starts: [(pointer: Int, scalar: UInt32)] = []
    for line in fields(gb18030Ranges) {
      for index in stride(from: 0, to: line.count - 1, by: 2) {
        guard let pointer = Int(line[index]), let scalar = UInt32(line[index + 1], radix: 16) else {
          continue
        }
        starts.append((pointer, scalar))
      }
    }
    return starts + [(189_000, 0x1_0000)]
  }()
}
