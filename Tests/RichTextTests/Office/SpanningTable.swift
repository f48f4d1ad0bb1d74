import RichText
import Testing

extension Document {
  /// The table that the document begins with: under a header of two cells, the first of which is two columns wide,
  /// a cell that is two rows high. Nil if there is none.
  var spanningTable: Table? {
    guard case .table(let table)? = blocks.first else { return nil }
    #expect(table.headerRows == 1)
    #expect(table.rows.map { $0.map(\.columns) } == [[2, 1], [1, 1, 1], [1, 1]])
    #expect(table.rows[1][0].rows == 2)
    return table
  }
}
