/// The encoding of bytes in 64 characters (RFC 4648, section 4).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  package static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    append(bytes[...], to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends what stands for the bytes.
  package static func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let (source, digits) = (bytes.span, alphabet.span)
    output.append(addingCapacity: (source.count + 2) / 3 * 4) { (text: inout OutputSpan<UInt8>) in
      var place = 0
      while place < source.count {
        let count = min(3, source.count - place)
        var bits = Int(source[place]) << 16
        if count > 1 { bits |= Int(source[place + 1]) << 8 }
        if count > 2 { bits |= Int(source[place + 2]) }
        text.append(digits[bits >> 18])
        text.append(digits[bits >> 12 & 63])
        text.append(count > 1 ? digits[bits >> 6 & 63] : padding)
        text.append(count > 2 ? digits[bits & 63] : padding)
        place += count
      }
    }
  }
}

// MARK: Decoding

extension Base64 {
  private static let noValue: UInt8 = 255
  private static let endOfPiece: UInt8 = 64

  /// The value of each byte.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: noValue, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    values[Int(padding)] = endOfPiece
    return values
  }()

  /// Decodes what documents hold, white space and padding passed over; nil if there is anything else.
  package static func decode(_ text: Substring.UTF8View) -> [UInt8]? {
    var piece = Piece()
    let (values, padding) = (values, padding)
    for byte in text {
      if byte == padding || byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { continue }
      guard piece.append(values[Int(byte)]) else { return nil }
    }
    return piece.ended() ? piece.output : nil
  }

  /// Decodes pieces that follow each other, each padded or not; nil if there is anything else.
  package static func decode(pieces text: ArraySlice<UInt8>) -> [UInt8]? {
    var piece = Piece()
    piece.output.reserveCapacity(text.count / 4 * 3)
    let values = values
    for byte in text {
      let value = values[Int(byte)]
      guard value == endOfPiece ? piece.ended() : piece.append(value) else { return nil }
    }
    return piece.ended() ? piece.output : nil
  }

  /// Characters of which four stand for three bytes.
  private struct Piece {
    var output: [UInt8] = []
    private var bits = 0
    private var count = 0

    /// False if the character has no place.
    mutating func append(_ value: UInt8) -> Bool {
      guard value < endOfPiece else { return false }
      bits = bits << 6 | Int(value)
      count += 1
      return count < 4 || ended()
    }

    /// Writes what the characters stand for; false for one by itself, which stands for nothing.
    mutating func ended() -> Bool {
      switch count {
      case 4:
        output.append(UInt8(bits >> 16 & 255))
        output.append(UInt8(bits >> 8 & 255))
        output.append(UInt8(bits & 255))
      case 3:
        output.append(UInt8(bits >> 10 & 255))
        output.append(UInt8(bits >> 2 & 255))
      case 2: output.append(UInt8(bits >> 4 & 255))
      case 1: return false
      default: break
      }
      (bits, count) = (0, 0)
      return true
    }
  }
}
