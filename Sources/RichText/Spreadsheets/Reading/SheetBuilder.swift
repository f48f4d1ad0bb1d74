/// Gathers the cells of a sheet while it is read.
struct SheetBuilder {
  var name: String
  private(set) var cells: [Sheet.Cell] = []
  private(set) var text: [UInt8] = []
  /// The texts that the sheets of a workbook share.
  var shared: [UInt8] = []
  var inlines: [Int: [Inline]] = [:]
  var merges: [Sheet.Merge] = []
  var hiddenRows: [Range<Int>] = []
  private(set) var hiddenColumns: [Range<Int>] = []
  private var hiddenColumnSet = ColumnSet()
  private(set) var leftRows: Set<Int> = []
  private(set) var leftColumns: Set<Int> = []
  var uncalculated = 0

  /// The last row and column that programs have.
  static let rowLimit = 1_048_576, columnLimit = 16_384
  private static let mergeLimit = 65_536

  init(name: String) { self.name = name }

  /// Hides columns; those that are hidden already cost no memory once more.
  mutating func hideColumns(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<Self.columnLimit)
    if hiddenColumnSet.insert(range) { hiddenColumns.append(range) }
  }

  /// True for a cell that is shown; notes what is left out.
  private mutating func isShown(_ row: Int, _ column: Int) -> Bool {
    guard row < Self.rowLimit, column < Self.columnLimit else { return false }
    if hiddenRows.last?.contains(row) == true {
      leftRows.insert(row)
      return false
    }
    if !hiddenColumns.isEmpty, hiddenColumnSet.contains(column) {
      leftColumns.insert(column)
      return false
    }
    return true
  }

  /// Adds a cell with the text that `show` appends, and the value that `hold` appends, where that is another; nothing for
  /// an empty text without a value.
  mutating func append(
    row: Int, column: Int, _ kind: Sheet.Kind, content: [Inline]? = nil, show: (inout [UInt8]) -> Void,
    hold: (inout [UInt8]) -> Void = { _ in }
  ) {
    guard isShown(row, column) else { return }
    let start = text.count
    show(&text)
    let end = text.count
    hold(&text)
    guard end > start || text.count > end else { return }
    if let content { inlines[cells.count] = content }
    cells.append(
      Sheet.Cell(
        row: Int32(row), column: Int32(column), start: start, count: Int32(end - start),
        valueCount: Int32(text.count - end), kind: kind))
  }

  /// Adds a cell with a text that is shared.
  mutating func append(row: Int, column: Int, shared range: Range<Int>, content: [Inline]? = nil) {
    guard !range.isEmpty, isShown(row, column) else { return }
    if let content { inlines[cells.count] = content }
    cells.append(
      Sheet.Cell(
        row: Int32(row), column: Int32(column), start: range.lowerBound, count: Int32(range.count),
        isShared: true))
  }

  /// Adds copies of the cells of a row that begin at an index, in another row or with an offset.
  mutating func repeatCells(_ range: Range<Int>, rowOffset: Int, columnOffset: Int) {
    for index in range {
      var cell = cells[index]
      cell.row += Int32(rowOffset)
      cell.column += Int32(columnOffset)
      guard cell.row < Self.rowLimit, cell.column < Self.columnLimit else { return }
      if let content = inlines[index] { inlines[cells.count] = content }
      cells.append(cell)
    }
  }

  /// What a cell shows.
  func shownText(_ index: Int) -> ArraySlice<UInt8> {
    let cell = cells[index]
    return (cell.isShared ? shared : text)[cell.start..<(cell.start + Int(cell.count))]
  }

  mutating func merge(row: Int, column: Int, rows: Int, columns: Int) {
    guard merges.count < Self.mergeLimit, row >= 0, column >= 0, rows > 0, columns > 0, rows * columns > 1
    else {
      return
    }
    merges.append(
      Sheet.Merge(
        row: row, column: column, rows: min(rows, Self.rowLimit), columns: min(columns, Self.columnLimit)))
  }

  /// The sheet with its cells in order; of two in one place the last stays.
  consuming func sheet() -> Sheet {
    let isOrdered = zip(cells, cells.dropFirst()).allSatisfy { $0.place < $1.place }
    guard !isOrdered else { return Sheet(self) }
    let order = cells.indices.sorted {
      (cells[$0].row, cells[$0].column, $0) < (cells[$1].row, cells[$1].column, $1)
    }
    var (sorted, content): ([Sheet.Cell], [Int: [Inline]]) = ([], [:])
    for index in order {
      if let last = sorted.last, last.place == cells[index].place {
        sorted.removeLast()
        content[sorted.count] = nil
      }
      content[sorted.count] = inlines[index]
      sorted.append(cells[index])
    }
    cells = sorted
    inlines = content
    return Sheet(self)
  }
}

/// Columns of a sheet as bits, so that a search costs the same however many ranges a file names.
private struct ColumnSet {
  private var words: [UInt64] = []

  func contains(_ column: Int) -> Bool {
    words.indices.contains(column >> 6) && words[column >> 6] >> UInt64(column & 63) & 1 == 1
  }

  /// Adds a range of columns below the limit; returns whether one of them is new.
  mutating func insert(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    if words.isEmpty { words = Array(repeating: 0, count: SheetBuilder.columnLimit >> 6) }
    let last = range.upperBound - 1
    var isNew = false
    for index in (range.lowerBound >> 6)...(last >> 6) {
      var mask = UInt64.max
      if index == range.lowerBound >> 6 { mask &= .max << UInt64(range.lowerBound & 63) }
      if index == last >> 6 { mask &= .max >> UInt64(63 - last & 63) }
      if words[index] & mask != mask { isNew = true }
      words[index] |= mask
    }
    return isNew
  }
}
