/// Gathers the cells of a table as they fall into columns.
package struct TableCollector {
  /// What the cells of a column say of their alignment.
  private struct Alignments {
    var header: Table.Alignment?
    var body: [Table.Alignment: Int] = [:]

    /// What most cells below the header say, else what the header says.
    var common: Table.Alignment? {
      body.max { ($0.value, $1.key.order) < ($1.value, $0.key.order) }?.key ?? header
    }
  }

  private var rows: [[TableCell]] = []
  private let headerRows: Int
  private var alignments: [Alignments] = []
  private var places = CellPlaces()
  /// How many cells the table may have, those counted that are made to fill rows.
  private let limit: Int

  package init(limit: Int, headerRows: Int) {
    self.limit = limit
    self.headerRows = headerRows
  }

  package var paddedCellCount: Int { places.width * (rows.count + 1) }

  /// True if the table has more cells than it may have.
  package var isTooLarge: Bool { paddedCellCount > limit }

  package mutating func beginRow() {
    places.beginRow(rows.count)
    rows.append([])
  }

  package mutating func append(_ cell: TableCell) {
    let row = rows.count - 1
    let columns = places.place(columns: cell.columns, rows: cell.rows)
    rows[row].append(cell)
    // A title over several columns speaks for none of them.
    guard let alignment = cell.alignment, cell.columns == 1 || row == 0 && headerRows > 0, !isTooLarge else {
      return
    }
    let first = columns.lowerBound
    while alignments.count <= first { alignments.append(Alignments()) }
    if row == 0 {
      alignments[first].header = alignment
    } else {
      alignments[first].body[alignment, default: 0] += 1
    }
  }

  /// The table; its header is what was marked as one, a first row all in bold, or the first row of a sheet; nil if it
  /// shows nothing.
  ///
  /// - Parameters:
  ///   - isSheet: whether it is of a spreadsheet, which marks no headers up.
  ///   - mergesTitles: whether cells of a sheet that span columns are titles above the names of these.
  package func table(findsBoldHeader: Bool, isSheet: Bool, mergesTitles: Bool) -> Table? {
    guard places.width > 0, rows.contains(where: { $0.contains { !$0.isEmpty } }) else { return nil }
    let columns = alignments.map(\.common)
    var table = Table(
      columns: columns + Array(repeating: nil, count: places.width - columns.count), headerRows: headerRows,
      rows: rows)
    table.dropNeedlessAlignments()
    if !table.isRegular { table = table.regularized() }
    if headerRows == 0, findsBoldHeader, let header = Self.unbolded(table.rows[0]) {
      table.headerRows = 1
      table.rows[0] = header
    }
    if isSheet, headerRows == 0, places.width > 1 || table.rows.count > 1 {
      table.headerRows = mergesTitles ? Self.titledRows(of: table) : 1
    }
    return table
  }

  /// The first row, and those below titles that span some columns; one row of data is left at least.
  private static func titledRows(of table: Table) -> Int {
    var count = 1
    while count < min(titleLimit, table.rows.count - 1),
      table.rows[count - 1].contains(where: { $0.columns > 1 })
    {
      count += 1
    }
    return count
  }

  private static let titleLimit = 3

  /// The cells without their bold if all that say something are bold throughout.
  private static func unbolded(_ cells: [TableCell]) -> [TableCell]? {
    var isAnyBold = false
    var result: [TableCell] = []
    for cell in cells {
      guard let paragraph = cell.paragraph else { return nil }
      if paragraph.isEmpty {
        result.append(cell)
      } else if paragraph.count == 1, case .strong(let content) = paragraph[0] {
        result.append(cell.holding(content))
        isAnyBold = true
      } else {
        return nil
      }
    }
    return isAnyBold ? result : nil
  }

  /// The rows as paragraphs, for a table that is mostly holes.
  var paragraphs: [Block] {
    rows.compactMap { row in
      let content = Array(row.map(\.inlines).filter { !$0.isEmpty }.joined(separator: [.text(" ")]))
      return content.isEmpty ? nil : .paragraph(content)
    }
  }
}

extension Table.Alignment {
  /// Decides between alignments of which a column has as many.
  fileprivate var order: Int {
    switch self {
    case .left: 0
    case .center: 1
    case .right: 2
    }
  }
}
