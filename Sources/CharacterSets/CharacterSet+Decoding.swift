extension CharacterSet {
  /// Returns text of this set as UTF-8, with U+FFFD for everything that the set does not define.
  package func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if scheme == .utf8 { return Array(String(decoding: bytes, as: UTF8.self).utf8) }
    if scheme == .replacement { return bytes.isEmpty ? [] : Self.replacementCharacter }
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count + bytes.count / 8)
    if decode(bytes[...], into: &utf8) > 0 { utf8 += Self.replacementCharacter }
    return utf8
  }

  private static let replacementCharacter: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// Appends the text of `bytes` to `output` as UTF-8.
  ///
  /// Returns how many bytes at the end begin a character that is not complete; they are not in `output`.
  package func decode(_ bytes: ArraySlice<UInt8>, into output: inout [UInt8]) -> Int {
    switch scheme {
    case .ascii, .singleByte, .userDefined: Self.run(SingleByteDecoder(self), bytes, &output)
    case .utf8, .replacement: Self.run(UTF8Decoder(), bytes, &output)
    case .utf16(let order): Self.run(UTF16Decoder(order), bytes, &output)
    case .utf32(let order): Self.run(UTF32Decoder(order), bytes, &output)
    case .gb18030: Self.run(GB18030Decoder(), bytes, &output)
    case .big5: Self.run(Big5Decoder(), bytes, &output)
    case .eucKR: Self.run(EUCKRDecoder(), bytes, &output)
    case .johab: Self.run(JohabDecoder(), bytes, &output)
    case .eucJP: Self.run(EUCJPDecoder(), bytes, &output)
    case .shiftJIS: Self.run(ShiftJISDecoder(), bytes, &output)
    case .iso2022JP: Self.run(ISO2022JPDecoder(), bytes, &output)
    }
  }

  /// Bytes that are decoded at once: the output stays within the processor's cache.
  private static let chunkSize = 8192

  private static func run<Decoder: CharacterDecoder>(
    _ decoder: consuming Decoder, _ bytes: ArraySlice<UInt8>, _ output: inout [UInt8]
  ) -> Int {
    var decoder = decoder
    let span = bytes.span
    var position = 0
    while position < span.count {
      let chunk = span.extracting(position..<min(position + chunkSize, span.count))
      var consumed = 0
      output.append(addingCapacity: chunk.count * outputBytesPerInputByte) { room in
        consumed = decoder.decode(chunk, into: &room)
      }
      position += consumed
      // The last bytes of a chunk may begin a character; at the end of the text nothing follows them.
      if position + chunk.count - consumed == span.count || consumed == 0 { break }
    }
    return span.count - position
  }

  /// No decoder makes more of a byte: one byte may become a character of three.
  private static let outputBytesPerInputByte = 3
}

/// Decodes one character set; it may keep state between pieces of a text.
protocol CharacterDecoder {
  /// Decodes the complete characters of a piece of text.
  ///
  /// Returns how many bytes were decoded: all but the beginning of a character at the end, which comes again with the
  /// next piece. `output` has room for three bytes for each of the input.
  mutating func decode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int
}

/// Decodes a set in which ASCII bytes stand for themselves, one character at a time.
protocol ASCIIBasedDecoder: CharacterDecoder {
  /// Decodes the character at a byte beyond ASCII; returns how many bytes it takes, nil if not all of them are there.
  func decodeCharacter(
    _ bytes: Span<UInt8>, at index: Int, into output: inout OutputSpan<UInt8>
  ) -> Int?
}

extension ASCIIBasedDecoder {
  @inline(__always)
  func decode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        output.append(bytes[index])
        index += 1
      } else if let length = decodeCharacter(bytes, at: index, into: &output) {
        index += length
      } else {
        break
      }
    }
    return index
  }
}

extension OutputSpan<UInt8> {
  /// Appends the character of two bytes, U+FFFD for none (0); returns how many bytes it takes.
  @inline(__always)
  mutating func appendPair(_ value: UInt32, endingWith second: UInt8) -> Int {
    appendScalar(value == 0 ? 0xFFFD : value)
    // What is ASCII is not taken along with a first byte that it does not belong to.
    return value == 0 && second < 0x80 ? 1 : 2
  }

  /// Appends a Unicode scalar as UTF-8.
  @inline(__always)
  mutating func appendScalar(_ value: UInt32) {
    if value < 0x80 {
      append(UInt8(truncatingIfNeeded: value))
    } else if value < 0x800 {
      append(UInt8(truncatingIfNeeded: 0xC0 | value >> 6))
      append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
    } else if value < 0x1_0000 {
      append(UInt8(truncatingIfNeeded: 0xE0 | value >> 12))
      append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
    } else {
      append(UInt8(truncatingIfNeeded: 0xF0 | value >> 18))
      append(UInt8(truncatingIfNeeded: 0x80 | value >> 12 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
    }
  }

  /// Appends U+FFFD.
  mutating func appendError() { appendScalar(0xFFFD) }
}
