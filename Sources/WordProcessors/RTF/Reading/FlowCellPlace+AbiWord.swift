extension FlowCellPlace {
  private static let suffix = Array("-attach".utf8)

  /// Reads AbiWord's properties of a cell (`\abicellprops`), such as `left-attach:0; right-attach:1; top-attach:2; bot-attach:3`.
  ///
  /// Every cell that is written has some, so that they are read byte by byte.
  init?(_ properties: [UInt8]) {
    var (top, left, bottom, right): (Int?, Int?, Int?, Int?)
    let bytes = properties.span
    var start = 0
    while start < bytes.count {
      var colon = start
      while colon < bytes.count, bytes[colon] != UInt8(ascii: ":"), bytes[colon] != UInt8(ascii: ";") {
        colon += 1
      }
      var end = colon + 1
      let side = Self.side(bytes, start, colon)
      let number = side == 0 ? nil : Self.number(bytes, &end)
      switch side {
      case UInt8(ascii: "t"): top = number ?? top
      case UInt8(ascii: "l"): left = number ?? left
      case UInt8(ascii: "b"): bottom = number ?? bottom
      case UInt8(ascii: "r"): right = number ?? right
      default: break
      }
      if colon < bytes.count, bytes[colon] == UInt8(ascii: ":") {
        while end < bytes.count, bytes[end] != UInt8(ascii: ";") { end += 1 }
        end += 1
      }
      start = end
      while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    }
    guard let row = top, let column = left else { return nil }
    self.init(
      row: row, column: column, rows: max(1, (bottom ?? 0) - row), columns: max(1, (right ?? 0) - column))
  }

  /// The first letter of a name that says where a side of a cell is attached; zero for any other.
  private static func side(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt8 {
    let suffix = suffix.span
    guard end - start > suffix.count else { return 0 }
    for index in suffix.indices where bytes[end - suffix.count + index] != suffix[index] { return 0 }
    return bytes[start]
  }

  /// The number that stands at a place, of nine digits at most; the place is behind it then.
  private static func number(_ bytes: Span<UInt8>, _ place: inout Int) -> Int? {
    let start = place
    var number = 0
    while place < bytes.count, bytes[place].isASCIIDigit, place - start < 10 {
      number = number * 10 + Int(bytes[place]) - 0x30
      place += 1
    }
    return (1...9).contains(place - start) ? number : nil
  }
}
