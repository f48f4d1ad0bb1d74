/// Reads tables of data: lines of values with a separator between them (RFC 4180).
///
/// Beyond RFC 4180, lines may end with a line feed or a carriage return alone, rows may have different numbers of
/// values, a first line `sep=;` names the separator (Excel), a byte-order mark is skipped, text that is not UTF-8 is
/// read as UTF-16 or Windows-1252, and an unclosed quote ends with the text. No value is lost.
public struct DelimitedReader: Sendable {
  /// The byte between values; nil to detect it.
  public var separator: UInt8?

  /// Creates a reader; without a separator, it detects the separator.
  public init(separator: UInt8? = nil) {
    self.separator = separator
  }

  /// A table has as many cells in each row: so many may be made up beside the values of short rows, and one more for
  /// every four values. A cell of DOCX or RTF takes a hundred times the bytes of a short value.
  private static let paddingLimit = 200_000
  /// The number of cells of a table that may be there for each that has something in it, beside those that may be made up.
  private static let paddingPerValueLimit = 4

  /// Throws where a few long rows among many short ones would make a table of mostly empty cells.
  ///
  /// - Parameter filled: how many values have something in them, where that counts too.
  package static func check(
    rows: Int, columns: Int, values: Int, filled: Int? = nil
  ) throws(RichTextError) {
    let (cells, overflows) = rows.multipliedReportingOverflow(by: columns)
    let most = paddingLimit + min(values + values / 4, filled.map { $0 * paddingPerValueLimit } ?? .max)
    guard overflows || cells > most else { return }
    throw RichTextError(
      .tooLarge,
      "\(rows) rows of up to \(columns) values make \(cells) cells, but only \(filled ?? values) have content"
    )
  }

  /// Reads a document of one table, whose first row is its header; a document without blocks if there are no values.
  ///
  /// Throws `RichTextError` with `tooLarge` if a few long rows among many short ones would make mostly empty cells.
  public func document(of bytes: [UInt8]) throws(RichTextError) -> Document {
    try Self.document(of: rows(of: bytes))
  }

  static func document(of rows: [[ArraySlice<UInt8>]]) throws(RichTextError) -> Document {
    guard let columns = rows.lazy.map(\.count).max(), columns > 0 else { return Document() }
    let valueCount = rows.reduce(0) { $0 + $1.count }
    let filledCount = rows.reduce(0) { count, row in count + row.count { !$0.isEmpty } }
    try check(rows: rows.count, columns: columns, values: valueCount, filled: filledCount)
    let header = rows[0].map(cell) + emptyCells(columns - rows[0].count)
    let body = rows.dropFirst().map { row in row.map(cell) + emptyCells(columns - row.count) }
    let alignments = (0..<columns).map { alignment(ofColumn: $0, in: rows.dropFirst()) }
    return Document([.table(Table(columns: alignments, header: header, rows: body))])
  }

  /// The values of each row in UTF-8; empty rows are left out.
  public func rows(of bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
    let text = DelimitedText(bytes, separator: separator)
    var values = text.values
    var rows: [[ArraySlice<UInt8>]] = []
    var row: [ArraySlice<UInt8>] = []
    while let field = values.next(in: text.bytes.span) {
      row.append(text.value(field))
      guard field.endsRow else { continue }
      if row.count > 1 || !row[0].isEmpty || field.isQuoted { rows.append(row) }
      row.removeAll()
    }
    return rows
  }
}

// MARK: Cells

extension DelimitedReader {
  static func cell(_ value: ArraySlice<UInt8>) -> TableCell {
    let text = String(decoding: value, as: UTF8.self)
    guard !text.isEmpty else { return TableCell([]) }
    var inlines: [Inline] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      if index > 0 { inlines.append(.lineBreak) }
      if !line.isEmpty { inlines.append(.text(String(line))) }
    }
    return TableCell(inlines)
  }

  private static func emptyCells(_ count: Int) -> [TableCell] {
    Array(repeating: TableCell([]), count: count)
  }

  /// Right, if every value below the header is a number, and there is one.
  private static func alignment(
    ofColumn column: Int, in rows: ArraySlice<[ArraySlice<UInt8>]>
  ) -> Table.Alignment? {
    var hasNumber = false
    for row in rows where column < row.count {
      let value = row[column]
      if value.allSatisfy({ $0 == 0x20 }) { continue }
      guard NumberColumn.isNumber(value.span) else { return nil }
      hasNumber = true
    }
    return hasNumber ? .right : nil
  }
}
