/// Reads tables of data: lines of values with a separator between them (RFC 4180).
///
/// Beyond that specification lines may end with a line feed alone or a carriage return alone, rows may have fewer
/// values than others, a first line `sep=;` tells the separator (Excel), a byte-order mark is passed over, and a quote
/// that nobody closes ends with the text. No value is lost.
public struct DelimitedReader {
  /// The byte between values; nil if the text tells.
  public var separator: UInt8?

  /// A reader that finds the separator out, unless it is told.
  public init(separator: UInt8? = nil) {
    self.separator = separator
  }

  /// A table has as many cells in each row: so many may be made up beside the values of short rows, and as many again
  /// for each value.
  private static let mostMadeUp = 200_000

  /// A document of one table, whose first row is its header; without blocks if there are no values.
  ///
  /// Throws `RichTextError` (`tooLarge`) where a few long rows among many short ones would make a table that is nearly
  /// all empty cells.
  public func document(of bytes: [UInt8]) throws(RichTextError) -> Document {
    let rows = rows(of: bytes)
    guard let columns = rows.lazy.map(\.count).max(), columns > 0 else { return Document() }
    let valueCount = rows.reduce(0) { $0 + $1.count }
    let (cellCount, overflows) = rows.count.multipliedReportingOverflow(by: columns)
    guard !overflows, cellCount <= Self.mostMadeUp + 2 * valueCount else {
      throw RichTextError(
        .tooLarge,
        "\(rows.count) rows of up to \(columns) values would be \(cellCount) cells, nearly all empty")
    }
    let header = rows[0].map(Self.cell) + Self.emptyCells(columns - rows[0].count)
    let body = rows.dropFirst().map { row in row.map(Self.cell) + Self.emptyCells(columns - row.count) }
    let alignments = (0..<columns).map { Self.alignment(ofColumn: $0, in: rows.dropFirst()) }
    return Document([.table(Table(columns: alignments, header: header, rows: body))])
  }

  /// The values of each row, UTF-8 if the bytes are; empty rows are left out.
  public func rows(of bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
    var text = bytes[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    var separator = separator
    if let told = Self.toldSeparator(&text) { separator = separator ?? told }
    var scanner = RowScanner(text, separator: separator ?? Self.likelySeparator(of: text))
    var rows: [[ArraySlice<UInt8>]] = []
    while let row = scanner.next() {
      if row.count > 1 || !row[0].isEmpty { rows.append(row) }
    }
    return rows
  }
}

// MARK: Separators

extension DelimitedReader {
  private static let separators: [UInt8] = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]
  /// Lines that are looked at to find the separator out.
  private static let sampleRows = 20

  /// Takes Excel's line that names the separator away.
  private static func toldSeparator(_ text: inout ArraySlice<UInt8>) -> UInt8? {
    let key = Array("sep=".utf8)
    guard text.prefix(4).elementsEqual(key), text.count > 4, separators.contains(text[text.startIndex + 4])
    else { return nil }
    let separator = text[text.startIndex + 4]
    let rest = text.dropFirst(5)
    guard rest.first == 0x0A || rest.first == 0x0D else { return nil }
    text = rest.dropFirst(rest.starts(with: [0x0D, 0x0A]) ? 2 : 1)
    return separator
  }

  /// The separator that gives most rows the same number of values, more than one; the comma if none does.
  private static func likelySeparator(of text: ArraySlice<UInt8>) -> UInt8 {
    var best = (separator: separators[0], score: 0)
    for separator in separators {
      var scanner = RowScanner(text, separator: separator)
      var counts: [Int] = []
      while counts.count < sampleRows, let row = scanner.next() { counts.append(row.count) }
      guard let first = counts.first, first > 1 else { continue }
      let score = counts.count { $0 == first }
      if score > best.score { best = (separator, score) }
    }
    return best.separator
  }
}

// MARK: Cells

extension DelimitedReader {
  private static func cell(_ value: ArraySlice<UInt8>) -> TableCell {
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
      guard isNumber(value) else { return nil }
      hasNumber = true
    }
    return hasNumber ? .right : nil
  }

  /// True for digits with signs, separators of thousands and decimals, an exponent, a percent sign.
  private static func isNumber(_ value: ArraySlice<UInt8>) -> Bool {
    guard value.count <= 32 else { return false }
    var hasDigit = false
    for byte in value {
      switch byte {
      case 0x30...0x39: hasDigit = true
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "%"),
        0x20:
        break
      case UInt8(ascii: "e"), UInt8(ascii: "E"): if !hasDigit { return false }
      default: return false
      }
    }
    return hasDigit
  }
}
