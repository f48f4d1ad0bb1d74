/// A JSON text in the making (RFC 8259).
struct JSONText {
  private(set) var bytes: [UInt8] = []
  /// True if a comma parts what comes next from what stands there.
  private var isBehindValue = false

  mutating func beginObject() { begin(UInt8(ascii: "{")) }
  mutating func endObject() { end(UInt8(ascii: "}")) }
  mutating func beginArray() { begin(UInt8(ascii: "[")) }
  mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Writes the name of a member, whose value comes next.
  mutating func name(_ name: some Collection<UInt8>) {
    string(name)
    bytes += ": ".utf8
    isBehindValue = false
  }

  mutating func name(_ name: String) { self.name(name.utf8) }

  mutating func value(_ text: String) { string(text.utf8) }

  mutating func value(_ number: Int) { word("\(number)".utf8) }

  mutating func value(_ truth: Bool) { word((truth ? "true" : "false").utf8) }

  mutating func null() { word("null".utf8) }

  /// Writes a number or a word as it is spelled.
  mutating func word(_ spelling: some Collection<UInt8>) {
    part()
    bytes += spelling
    isBehindValue = true
  }

  /// Writes a string; control characters are escaped, so that JSON on a terminal is safe too.
  mutating func string(_ text: some Collection<UInt8>) {
    part()
    bytes.append(UInt8(ascii: "\""))
    var last: UInt8 = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0..<0x20, 0x7F: bytes += Self.escape(byte)
      case 0x80..<0xA0 where last == 0xC2:
        // The control characters of eight bits have two bytes, of which the first stands there.
        bytes.removeLast()
        bytes += Self.escape(byte)
      default: bytes.append(byte)
      }
      last = byte
    }
    bytes.append(UInt8(ascii: "\""))
    isBehindValue = true
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    let digits = String(byte, radix: 16)
    return Array(("\\u00" + (digits.count == 1 ? "0" : "") + digits).utf8)
  }

  /// Begins a line within an array or an object, for the next value or its end.
  mutating func breakLine(indentation: Int, isEnd: Bool = false) {
    if isBehindValue, !isEnd { bytes.append(UInt8(ascii: ",")) }
    bytes.append(0x0A)
    bytes += repeatElement(0x20, count: indentation)
    isBehindValue = false
  }

  private mutating func begin(_ bracket: UInt8) {
    part()
    bytes.append(bracket)
    isBehindValue = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    isBehindValue = true
  }

  private mutating func part() {
    if isBehindValue { bytes += ", ".utf8 }
  }
}

/// Numbers as JSON spells them (RFC 8259, 6).
enum JSONNumber {
  /// The number of significant digits: those from the first to the last that is not 0.
  static func digitCount(_ text: ArraySlice<UInt8>) -> Int {
    let digits = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter { 0x30...0x39 ~= $0 }.drop {
      $0 == 0x30
    }
    return digits.count - digits.reversed().prefix { $0 == 0x30 }.count
  }

  /// A double holds as many digits as they are.
  private static let digitLimit = 15
  /// The digits and the powers of ten within which a number is neither zero nor infinite as a double.
  private static let largestExponent = 290
  /// More than a sign, the digits, a full stop and an exponent take.
  private static let longestSpelling = 24

  /// True if a text is a number that stands for the same in JSON as in a table: it may be written as it is spelled, and
  /// is read as a double without the loss of a digit. Zeros before it, as codes have them, make it none.
  static func isExact(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= longestSpelling else { return false }
    var rest = text
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = digits(of: &rest)
    guard let first = whole.first, first != UInt8(ascii: "0") || whole.count == 1 else { return false }
    var count = whole.count
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      let decimals = digits(of: &rest)
      guard !decimals.isEmpty else { return false }
      count += decimals.count
    }
    guard count <= digitLimit else { return false }
    return rest.isEmpty || isExponent(rest)
  }

  private static func isExponent(_ text: ArraySlice<UInt8>) -> Bool {
    guard let mark = text.first, mark | 0x20 == UInt8(ascii: "e") else { return false }
    var rest = text.dropFirst()
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
    let exponent = digits(of: &rest)
    guard rest.isEmpty, let value = Int(String(decoding: exponent, as: UTF8.self)) else { return false }
    return value <= largestExponent
  }

  private static func digits(of rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = rest.prefix { 0x30...0x39 ~= $0 }
    rest = rest[digits.endIndex...]
    return digits
  }
}
