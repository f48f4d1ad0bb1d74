extension FlowCellPlace {
  private static let abiWordNames = ["top-attach", "left-attach", "bot-attach", "right-attach"].map {
    Array($0.utf8)[...]
  }

  /// Reads AbiWord's properties of a cell (`\abicellprops`), such as `left-attach:0; right-attach:1; top-attach:2; bot-attach:3`.
  init?(_ properties: [UInt8]) {
    var numbers: [Int?] = [nil, nil, nil, nil]
    var rest = properties[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
      let property = rest[..<end].drop { $0 == 0x20 }
      rest = rest[end...].dropFirst()
      guard let colon = property.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = property[..<colon]
      let digits = property[(colon + 1)...].prefix(while: \.isASCIIDigit)
      guard (1...9).contains(digits.count) else { continue }
      let number = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
      if let place = Self.abiWordNames.firstIndex(of: name) { numbers[place] = number }
    }
    guard let row = numbers[0], let column = numbers[1] else { return nil }
    self.init(
      row: row, column: column, rows: max(1, (numbers[2] ?? 0) - row),
      columns: max(1, (numbers[3] ?? 0) - column))
  }
}
