/// Cuts RTF into groups, control words, symbols and text, one token at a time.
///
/// Works on bytes, keeps nothing but its place, and understands every input: what is no token of RTF is text.
struct RTFTokenizer {
  /// The kinds of token; what belongs to a token stands in the tokenizer's properties until the next one.
  enum Token {
    case groupStart
    case groupEnd
    /// A control word: `word`, `parameter`.
    case word
    /// A control symbol: `symbol` is the byte after the backslash.
    case symbol
    /// A byte in hexadecimal, `\'hh`: `symbol` is its value.
    case hexadecimal
    /// Bytes that stand for themselves: `range`.
    case text
    /// The raw bytes of `\bin`: `range`.
    case binary
    case end
  }

  let bytes: [UInt8]
  private(set) var position: Int
  private let words = RTFControlWordTable.shared

  /// The control word, nil if it is none that matters.
  private(set) var word: RTFControlWord?
  /// The number after the control word, saturated to 32 bits.
  private(set) var parameter: Int?
  private(set) var symbol: UInt8 = 0
  private(set) var range = 0..<0

  init(_ bytes: [UInt8], position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  mutating func next() -> Token {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "{"):
        position += 1
        return .groupStart
      case UInt8(ascii: "}"):
        position += 1
        return .groupEnd
      case UInt8(ascii: "\\"):
        position += 1
        return readControl()
      case 0x09, 0x20...0xFF:
        return readText()
      default:
        position += 1
      }
    }
    return .end
  }

  /// Passes over the rest of the group that is open, its closing brace included.
  mutating func skipGroup() {
    var depth = 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "{"):
        depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return }
      case UInt8(ascii: "\\"):
        // Only `\bin` may hold braces of its own; an escaped brace is passed over with its backslash.
        guard position < bytes.count else { return }
        if bytes[position] == UInt8(ascii: "b") {
          _ = readControl()
        } else {
          position += 1
        }
      default:
        break
      }
    }
  }

  /// Takes the next byte as text even if it means something to RTF, but for one in hexadecimal (`\'`).
  mutating func takeByte() -> UInt8? {
    guard position < bytes.count, bytes[position] >= 0x20 else { return nil }
    if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "'")
    {
      return nil
    }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func readText() -> Token {
    let start = position
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "\\") { break }
      if byte < 0x20 && byte != 0x09 { break }
      position += 1
    }
    range = start..<position
    return .text
  }

  private mutating func readControl() -> Token {
    guard position < bytes.count else { return .end }
    let first = bytes[position]
    guard Self.isLetter(first) else {
      position += 1
      if first == UInt8(ascii: "'") { return readHexadecimal() }
      if first == UInt8(ascii: "\r"), position < bytes.count, bytes[position] == UInt8(ascii: "\n") {
        position += 1
      }
      symbol = first
      return .symbol
    }
    var hash = RTFControlWordTable.seed
    while position < bytes.count, Self.isLetter(bytes[position]) {
      hash = RTFControlWordTable.mix(hash, bytes[position])
      position += 1
    }
    word = words[hash]
    parameter = readParameter()
    if position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
    if word == .bin {
      let count = min(max(0, parameter ?? 0), bytes.count - position)
      range = position..<(position + count)
      position += count
      return .binary
    }
    return .word
  }

  private mutating func readParameter() -> Int? {
    var next = position
    var isNegative = false
    if next < bytes.count, bytes[next] == UInt8(ascii: "-") {
      isNegative = true
      next += 1
    }
    guard next < bytes.count, Self.isDigit(bytes[next]) else { return nil }
    var value = 0
    while next < bytes.count, Self.isDigit(bytes[next]) {
      value = min(value * 10 + Int(bytes[next] - UInt8(ascii: "0")), Int(Int32.max))
      next += 1
    }
    position = next
    return isNegative ? -value : value
  }

  private mutating func readHexadecimal() -> Token {
    var next = position
    guard let high = nextDigit(&next), let low = nextDigit(&next) else {
      symbol = UInt8(ascii: "'")
      return .symbol
    }
    position = next
    symbol = high << 4 | low
    return .hexadecimal
  }

  /// The value of the hexadecimal digit at `next`, after a line ending that some mailer put there.
  private func nextDigit(_ next: inout Int) -> UInt8? {
    while next < bytes.count, bytes[next] == UInt8(ascii: "\r") || bytes[next] == UInt8(ascii: "\n") {
      next += 1
    }
    guard next < bytes.count else { return nil }
    defer { next += 1 }
    return Self.hexadecimalValue(bytes[next])
  }

  static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
