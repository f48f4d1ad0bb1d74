/// The rows and the columns of a cell, where they are written with it (AbiWord).
struct FlowCellPlace: Hashable {
  var row: Int
  var column: Int
  /// How many rows and columns the cell covers.
  var rows = 1
  var columns = 1
}
