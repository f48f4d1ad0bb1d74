/// Columns in text that nobody says is a table: what spreadsheets give as plain text, people align with tabs, and
/// programs print as comma-separated values or draw with bars.
package enum TextColumns {
  private static let tab = UInt8(ascii: "\t")
  /// What stands between values where no tabs do. Vertical bars stand in tables of Markdown and of terminals, too.
  private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";")]

  /// The table that a text is, of so many lines or more; nil if its lines do not have the same number of columns, and
  /// that two at least.
  ///
  /// - Parameter onlyTabs: true where commas may be anything.
  package static func table(
    of text: [UInt8], lines: Int = 1, onlyTabs: Bool = false
  ) -> (format: Format, bytes: [UInt8])? {
    let text = TerminalSequences.removed(from: text)
    if areTabbed(text, lines: lines) { return (.tabSeparated, text) }
    if let rows = RuledTable.rows(of: text), rows.count >= lines {
      return (.tabSeparated, DelimitedWriter(separator: tab).write(rows))
    }
    return !onlyTabs && areSeparated(text) ? (.commaSeparated, text) : nil
  }

  private static func areTabbed(_ text: [UInt8], lines: Int) -> Bool {
    let rows = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The end of the last line begins no other.
    let whole = rows.last?.isEmpty == true ? rows.dropLast() : rows[...]
    guard let first = whole.first, first.contains(tab), whole.count >= lines else { return false }
    let count = first.count { $0 == tab }
    return whole.allSatisfy { $0.count { $0 == tab } == count }
  }

  private static func areSeparated(_ text: [UInt8]) -> Bool {
    // JSON and markup have commas of their own.
    let first = text.first { $0 > 0x20 }
    guard let first, !"{[<".utf8.contains(first) else { return false }
    let delimited = DelimitedText(text)
    guard separators.contains(delimited.separator) else { return false }
    let rows = DelimitedReader(separator: delimited.separator).rows(of: text)
    // One line with a comma is a sentence.
    guard rows.count > 1, let count = rows.first?.count, count > 1 else { return false }
    return rows.allSatisfy { $0.count == count }
  }
}
