/// The decimal digits of a number, which are rounded as people round: a half goes away from zero.
///
/// Spreadsheets round the decimal number that they show, not the binary one behind it: 2.675 with two decimals is 2.68.
package struct DecimalDigits {
  package var isNegative = false
  /// The digits from 0 to 9, without zeros at the beginning.
  private(set) var digits: [UInt8] = []
  /// How many of the digits stand before the point; less than 0 where zeros follow the point.
  private(set) var pointPosition = 0

  /// The digits that tell a number from all others; nil for what is not finite.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init(spelling: value.description.utf8)
  }

  /// The digits of a number that is spelled with digits, a point and an exponent.
  package init(spelling: some Sequence<UInt8>) {
    var exponent = 0
    var (isExponent, isExponentNegative, isBehindPoint) = (false, false, false)
    for byte in spelling {
      switch byte {
      case UInt8(ascii: "-"): if isExponent { isExponentNegative = true } else { isNegative = true }
      case UInt8(ascii: "."): isBehindPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isExponent = true
      case 0x30...0x39 where isExponent: exponent = min(exponent * 10 + Int(byte) - 0x30, 1_000)
      case 0x30...0x39:
        if byte > 0x30 || !digits.isEmpty { digits.append(byte - 0x30) }
        if isBehindPoint {
          if digits.isEmpty { pointPosition -= 1 }
        } else if !digits.isEmpty {
          pointPosition += 1
        }
      default: break
      }
    }
    pointPosition += isExponentNegative ? -exponent : exponent
    trim()
  }

  package var isZero: Bool { digits.isEmpty }

  /// Multiplies by a power of ten.
  package mutating func shift(by places: Int) { if !isZero { pointPosition += places } }

  /// Keeps so many digits behind the point.
  package mutating func round(toDecimals count: Int) { round(toDigits: pointPosition + count) }

  /// Keeps so many digits.
  package mutating func round(toDigits count: Int) {
    guard count < digits.count else { return }
    guard count >= 0 else {
      digits = []
      return trim()
    }
    let isUp = digits[count] >= 5
    digits.removeLast(digits.count - count)
    if isUp {
      var index = digits.count - 1
      while index >= 0, digits[index] == 9 {
        digits[index] = 0
        index -= 1
      }
      if index >= 0 {
        digits[index] += 1
      } else {
        digits.insert(1, at: 0)
        pointPosition += 1
      }
    }
    trim()
  }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { pointPosition = 0 }
  }

  /// The digits before the point as ASCII; none for a number below one.
  package var integer: [UInt8] {
    guard pointPosition > 0 else { return [] }
    let shown = digits.prefix(pointPosition).map { $0 + 0x30 }
    return shown + repeatElement(0x30, count: pointPosition - shown.count)
  }

  /// The digits behind the point as ASCII, as many as there are.
  package var decimals: [UInt8] {
    guard pointPosition < digits.count else { return [] }
    let zeros = repeatElement(UInt8(ascii: "0"), count: max(0, -pointPosition))
    return zeros + digits.dropFirst(max(0, pointPosition)).map { $0 + 0x30 }
  }

  /// The number in plain digits, or with an exponent where these were too many.
  package var spelling: [UInt8] {
    if isZero { return [0x30] }
    let sign = isNegative ? [UInt8(ascii: "-")] : []
    if -6...21 ~= pointPosition {
      let integer = integer.isEmpty ? [0x30] : integer
      return sign + integer + (decimals.isEmpty ? [] : [UInt8(ascii: ".")] + decimals)
    }
    let rest = digits.dropFirst().map { $0 + 0x30 }
    return sign + [digits[0] + 0x30] + (rest.isEmpty ? [] : [UInt8(ascii: ".")] + rest)
      + Array("E\(pointPosition > 0 ? "+" : "")\(pointPosition - 1)".utf8)
  }

  /// The number as cells without a format show it: what is a fraction of binary arithmetic alone, as in
  /// 0.30000000000000004, is rounded away, and all other digits stay.
  package static func general(_ value: Double) -> [UInt8] {
    guard let exact = DecimalDigits(value) else { return Array("#NUM!".utf8) }
    guard exact.digits.count > 15 else { return exact.spelling }
    var rounded = exact
    rounded.round(toDigits: 15)
    return (rounded.digits.count <= 12 ? rounded : exact).spelling
  }
}
