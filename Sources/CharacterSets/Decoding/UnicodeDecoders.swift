/// Repairs UTF-8: what is ill-formed becomes U+FFFD.
struct UTF8Decoder: ASCIIBasedDecoder {
  func decodeCharacter(
    _ bytes: Span<UInt8>, at index: Int, into output: inout OutputSpan<UInt8>
  ) -> Int? {
    var length = 0
    var range: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[index] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, range) = (3, 0xA0...0xBF)
    case 0xED: (length, range) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, range) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, range) = (4, 0x80...0x8F)
    default: length = 1
    }
    var found = 1
    while found < length, index + found < bytes.count, range.contains(bytes[index + found]) {
      found += 1
      range = 0x80...0xBF
    }
    if found == length, length > 1 {
      for offset in 0..<length { output.append(bytes[index + offset]) }
    } else if length > 1, index + found == bytes.count {
      return nil
    } else {
      output.appendError()
    }
    return found
  }
}

/// Decodes UTF-16, without the byte-order mark at its beginning.
struct UTF16Decoder: CharacterDecoder {
  private var order: CharacterSet.ByteOrder?
  private var isAtStart = true

  init(_ order: CharacterSet.ByteOrder?) { self.order = order }

  mutating func decode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    var index = 0
    if isAtStart, bytes.count >= 2 {
      let mark = (bytes[0], bytes[1])
      if order == nil { order = mark == (0xFE, 0xFF) ? .big : .little }
      if mark == (order == .big ? (0xFE, 0xFF) : (0xFF, 0xFE)) { index = 2 }
      isAtStart = false
    }
    let (high, low) = order == .big ? (0, 1) : (1, 0)
    while index + 1 < bytes.count {
      let unit = UInt32(bytes[index + high]) << 8 | UInt32(bytes[index + low])
      guard unit & 0xF800 == 0xD800 else {
        output.appendScalar(unit)
        index += 2
        continue
      }
      if unit < 0xDC00 {
        guard index + 3 < bytes.count else { return index }
        let next = UInt32(bytes[index + 2 + high]) << 8 | UInt32(bytes[index + 2 + low])
        if next & 0xFC00 == 0xDC00 {
          output.appendScalar(0x1_0000 + (unit & 0x3FF) << 10 + next & 0x3FF)
          index += 4
          continue
        }
      }
      output.appendError()
      index += 2
    }
    return index
  }
}

/// Decodes UTF-32, without the byte-order mark at its beginning.
struct UTF32Decoder: CharacterDecoder {
  private var order: CharacterSet.ByteOrder?
  private var isAtStart = true

  init(_ order: CharacterSet.ByteOrder?) { self.order = order }

  mutating func decode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    var index = 0
    if isAtStart, bytes.count >= 4 {
      let mark = (bytes[0], bytes[1], bytes[2], bytes[3])
      if order == nil { order = mark == (0, 0, 0xFE, 0xFF) ? .big : .little }
      if mark == (order == .big ? (0, 0, 0xFE, 0xFF) : (0xFF, 0xFE, 0, 0)) { index = 4 }
      isAtStart = false
    }
    while index + 3 < bytes.count {
      var value: UInt32 = 0
      for offset in 0..<4 {
        value = value << 8 | UInt32(bytes[index + (order == .big ? offset : 3 - offset)])
      }
      if Unicode.Scalar(value) == nil { output.appendError() } else { output.appendScalar(value) }
      index += 4
    }
    return index
  }
}
