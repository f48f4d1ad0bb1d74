/// Columns in text that nobody says is a table: what spreadsheets give as plain text, and people align with tabs.
package enum TabColumns {
  private static let tab = UInt8(ascii: "\t")

  /// Whether the text has so many lines or more, each with as many tabs as the first, and that with one at least.
  package static func areIn(_ text: [UInt8], lines: Int = 1) -> Bool {
    let rows = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The end of the last line begins no other.
    let whole = rows.last?.isEmpty == true ? rows.dropLast() : rows[...]
    guard let first = whole.first, first.contains(tab), whole.count >= lines else { return false }
    let count = first.count { $0 == tab }
    return whole.allSatisfy { $0.count { $0 == tab } == count }
  }
}
