import HTMLReading
import Containers

/// A spreadsheet that was read: the sheets that it shows.
package struct Spreadsheet: Sendable {
  /// The sheets that are not hidden, in order.
  package var sheets: [Sheet] = []
  /// The names of hidden sheets, which are left out.
  package var hiddenSheets: [String] = []

  /// Reads XLSX, ODS or FODS.
  package init(_ bytes: [UInt8]) throws(RichTextError) {
    let isOpenDocument = OpenDocumentPackage.isXML(bytes) || (try? ZipArchive(bytes))?["content.xml"] != nil
    self = try isOpenDocument ? OpenDocumentSheetReader.read(bytes) : WorkbookReader.read(bytes)
  }

  init(sheets: [Sheet], hiddenSheets: [String]) {
    self.sheets = sheets
    self.hiddenSheets = hiddenSheets
  }

  /// A document of a table for each sheet that shows something, called by the name of the sheet.
  ///
  /// - Parameter isPasted: true for programs that paste it: Calc puts a caption into the first cell, so that a sheet that is
  ///   alone has none.
  package func document(isPasted: Bool = false) throws(RichTextError) -> Document {
    var document = Document()
    let isOnly = sheets.count == 1
    for sheet in sheets {
      guard var table = try sheet.table() else { continue }
      if !isOnly || !isPasted && !sheet.hasDefaultName { table.caption = [.text(sheet.name)] }
      document.blocks.append(.table(table))
    }
    return document
  }

  /// The sheet of a name, or of a number from 1 on.
  package func sheet(_ word: String) -> Sheet? {
    sheets.first { $0.name == word } ?? sheets.first { $0.name.lowercased() == word.lowercased() }
      ?? Int(word).flatMap { sheets.indices.contains($0 - 1) ? sheets[$0 - 1] : nil }
  }
}

/// A sheet that was read: what its cells show, and what values they hold.
package struct Sheet: Sendable {
  /// A cell that shows something.
  struct Cell {
    var row: Int32
    var column: Int32
    /// Where its text stands.
    var start: Int
    var count: Int32
    /// How many bytes of the text that follows spell the value; 0 where it is the text.
    var valueCount: Int32 = 0
    var kind = Kind.text
    /// The text is one of those that the sheets of a workbook share.
    var isShared = false

    var place: (Int32, Int32) { (row, column) }
  }

  enum Kind: UInt8 { case text, number, date, isTrue, isFalse }

  /// A cell that reaches over others.
  struct Merge {
    var row, column, rows, columns: Int
  }

  package let name: String
  /// In the order of rows, and in each of columns; the first row and the first column are the first that show something.
  private(set) var cells: [Cell]
  private let text: [UInt8]
  private let shared: [UInt8]
  private(set) var merges: [Merge]
  /// The content of cells that is more than text, by their place in `cells`: links, runs in bold.
  private let inlines: [Int: [Inline]]
  /// How many rows and columns hold something and are hidden, which are left out.
  package let hiddenRows, hiddenColumns: Int
  /// How many formulas were never calculated, and show nothing.
  package let uncalculated: Int

  private(set) var height = 0
  private(set) var width = 0

  init(_ builder: consuming SheetBuilder) {
    name = builder.name
    (text, shared) = (builder.text, builder.shared)
    (hiddenRows, hiddenColumns) = (builder.leftRows.count, builder.leftColumns.count)
    uncalculated = builder.uncalculated
    inlines = builder.inlines
    merges = builder.merges
    cells = builder.cells
    let (rows, columns) = (builder.hiddenRows, builder.hiddenColumns)
    closeGaps(rows, columns)
    guard let first = cells.first, let last = cells.last else { return }
    let left = cells.reduce(first.column) { min($0, $1.column) }
    let right = cells.reduce(first.column) { max($0, $1.column) }
    let top = first.row
    for index in cells.indices {
      cells[index].row -= top
      cells[index].column -= left
    }
    height = Int(last.row - top) + 1
    width = Int(right - left) + 1
    merges = merges.compactMap { merge in
      let (row, column) = (merge.row - Int(top), merge.column - Int(left))
      guard row >= 0, column >= 0, row < height, column < width else { return nil }
      return Merge(
        row: row, column: column, rows: min(merge.rows, height - row, TableCell.largestSpan),
        columns: min(merge.columns, width - column, TableCell.largestSpan))
    }.filter { $0.rows > 1 || $0.columns > 1 }
    if height * width > Self.denseLimit, height * width / 4 > cells.count { dropEmptyRows() }
  }

  /// Larger sheets that are mostly empty lose their empty rows.
  private static let denseLimit = 100_000

  /// Moves what stands behind hidden rows and columns up and to the left.
  private mutating func closeGaps(_ rows: [Range<Int>], _ columns: [Range<Int>]) {
    guard !rows.isEmpty || !columns.isEmpty else { return }
    let (rows, columns) = (HiddenRanges(rows), HiddenRanges(columns))
    for index in cells.indices {
      cells[index].row = Int32(rows.shown(before: Int(cells[index].row)))
      cells[index].column = Int32(columns.shown(before: Int(cells[index].column)))
    }
    merges = merges.map { merge in
      let (row, column) = (rows.shown(before: merge.row), columns.shown(before: merge.column))
      return Merge(
        row: row, column: column, rows: rows.shown(before: merge.row + merge.rows) - row,
        columns: columns.shown(before: merge.column + merge.columns) - column)
    }.filter { $0.rows > 0 && $0.columns > 0 }
  }

  private mutating func dropEmptyRows() {
    var (row, last): (Int32, Int32) = (-1, -1)
    for index in cells.indices {
      if cells[index].row != last { (row, last) = (row + 1, cells[index].row) }
      cells[index].row = row
    }
    height = Int(row) + 1
    merges = []
  }

  /// Whether the sheet is called as programs call one that nobody named.
  var hasDefaultName: Bool {
    let words = [
      "Sheet", "Table", "Tabelle", "Feuil", "Feuille", "Hoja", "Foglio", "Planilha", "Folha", "Blad", "Ark",
      "Arkusz",
      "Taulukko", "List", "Munka", "Лист", "Sayfa", "シート", "工作表",
    ]
    return words.contains(name.filter { !$0.isNumber && $0 != " " })
  }
}

/// Which rows or columns are hidden.
private struct HiddenRanges {
  private var ranges: [(range: Range<Int>, before: Int)] = []

  init(_ hidden: [Range<Int>]) {
    var total = 0
    for range in hidden.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let start = max(range.lowerBound, ranges.last?.range.upperBound ?? 0)
      guard start < range.upperBound else { continue }
      ranges.append((start..<range.upperBound, total))
      total += range.upperBound - start
    }
  }

  /// How many rows or columns are shown before one.
  func shown(before position: Int) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].range.lowerBound < position { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return position }
    let last = ranges[low - 1]
    return position - last.before - min(position - last.range.lowerBound, last.range.count)
  }
}

// MARK: - Tables

extension Sheet {
  private func shown(_ cell: Cell) -> ArraySlice<UInt8> {
    (cell.isShared ? shared : text)[cell.start..<(cell.start + Int(cell.count))]
  }

  private func value(_ cell: Cell) -> CellValue? {
    var spelling: String {
      let end = cell.start + Int(cell.count)
      return String(
        decoding: cell.valueCount == 0 ? shown(cell) : text[end..<(end + Int(cell.valueCount))], as: UTF8.self
      )
    }
    return switch cell.kind {
    case .text: nil
    case .number: .number(spelling)
    case .date: .date(spelling)
    case .isTrue: .boolean(true)
    case .isFalse: .boolean(false)
    }
  }

  /// Whether no cell shows or holds anything.
  package var isEmpty: Bool { cells.isEmpty }

  /// What the cells show and hold, as a table of data; none for an empty sheet.
  ///
  /// Throws `RichTextError` (`tooLarge`) where nearly all cells would be empty.
  package func tables() throws(RichTextError) -> [TableValues.Rows] {
    guard !cells.isEmpty else { return [] }
    // Titles that cells are merged for make up the names of columns.
    guard merges.isEmpty else { return TableValues(Document(try table().map { [.table($0)] } ?? [])).tables }
    try DelimitedReader.check(rows: height, columns: width, values: cells.count, filled: cells.count)
    let empty: [ArraySlice<UInt8>] = Array(repeating: [], count: width)
    var rows = Array(repeating: empty, count: height)
    var held: [[CellValue?]] = []
    if cells.contains(where: { $0.kind != .text }) {
      held = Array(repeating: Array(repeating: nil, count: width), count: height)
    }
    for cell in cells {
      rows[Int(cell.row)][Int(cell.column)] = shown(cell)
      if cell.kind != .text { held[Int(cell.row)][Int(cell.column)] = value(cell) }
    }
    return [TableValues.Rows(values: rows, hasHeader: height > 1, held: held)]
  }

  /// The values of each row in UTF-8, without what they are besides.
  package func shownRows() throws(RichTextError) -> [[ArraySlice<UInt8>]] {
    try DelimitedReader.check(rows: height, columns: width, values: cells.count, filled: cells.count)
    let empty: [ArraySlice<UInt8>] = Array(repeating: [], count: width)
    var rows = Array(repeating: empty, count: height)
    for cell in cells { rows[Int(cell.row)][Int(cell.column)] = shown(cell) }
    return rows
  }

  /// The sheet as a table; nil if it shows nothing.
  ///
  /// Throws `RichTextError` (`tooLarge`) where nearly all cells would be empty.
  func table() throws(RichTextError) -> Table? {
    guard !cells.isEmpty else { return nil }
    try DelimitedReader.check(rows: height, columns: width, values: cells.count, filled: cells.count)
    var collector = TableCollector(limit: .max, headerRows: 0)
    var coveredUntil = Array(repeating: 0, count: width)
    let spans = Dictionary(merges.map { ($0.row * width + $0.column, $0) }) { first, _ in first }
    var next = 0
    for row in 0..<height {
      collector.beginRow()
      for column in 0..<width {
        let isHere = next < cells.count && cells[next].place == (Int32(row), Int32(column))
        defer { if isHere { next += 1 } }
        guard coveredUntil[column] <= row else { continue }
        var cell = isHere ? self.cell(next) : TableCell()
        if let merge = spans[row * width + column] {
          let columns = coveredUntil[column..<(column + merge.columns)].prefix { $0 <= row }.count
          (cell.rows, cell.columns) = (merge.rows, columns)
          for covered in column..<(column + columns) { coveredUntil[covered] = row + merge.rows }
        }
        collector.append(cell)
      }
    }
    guard var table = collector.table(findsBoldHeader: false, isSheet: true, mergesTitles: true) else {
      return nil
    }
    if !table.hasSpans { setAlignments(of: &table) }
    return table
  }

  private func cell(_ index: Int) -> TableCell {
    let cell = cells[index]
    var read = inlines[index].map { TableCell($0) } ?? DelimitedReader.cell(shown(cell))
    if cell.kind != .text { read.value = value(cell) }
    return read
  }

  /// Columns of numbers stand on the right.
  private func setAlignments(of table: inout Table) {
    var (hasNumber, hasOther) = (Array(repeating: false, count: width), Array(repeating: false, count: width))
    for cell in cells where Int(cell.row) >= table.headerRows {
      if cell.kind == .number {
        hasNumber[Int(cell.column)] = true
      } else {
        hasOther[Int(cell.column)] = true
      }
    }
    for column in table.columns.indices where column < width && hasNumber[column] && !hasOther[column] {
      table.columns[column] = .right
    }
  }
}
