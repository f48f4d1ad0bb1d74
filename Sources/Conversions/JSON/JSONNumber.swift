/// Numbers as JSON spells them (RFC 8259, 6).
enum JSONNumber {
  /// A double holds as many digits as they are.
  private static let mostDigits = 15
  /// With so many digits before and behind it such a power of ten is neither nought nor endless as a double.
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
    guard count <= mostDigits else { return false }
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
