import Containers

/// The names of SpreadsheetML (ECMA-376 part 1, 18) that are read, elements and attributes alike.
enum WorkbookName: Int, XMLName {
  // Workbook.
  case workbook, workbookPr, date1904, sheets, sheet, name, state, r_id
  // Styles.
  case numFmts, numFmt, numFmtId, formatCode, cellXfs, cellStyleXfs, dxfs, xf
  // Texts.
  case sst, si, r, t, rPr, rPh, phoneticPr, b, i, strike, vertAlign, val
  // Sheets.
  case worksheet, cols, col, min, max, hidden, sheetData, row, c, s, v, f, _is, mergeCell, ref, hyperlink,
    location
  case extLst
  // Elements that programs choose between.
  case mc_AlternateContent

  static let hasHyphens = false
  static let vocabulary = makeVocabulary()

  static let namespaces = [
    XMLVocabulary.Namespace("", "http://schemas.openxmlformats.org/spreadsheetml/2006/main"),
    .init("", "http://purl.oclc.org/ooxml/spreadsheetml/main"),
    .init("r", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
    .init("r", "http://purl.oclc.org/ooxml/officeDocument/relationships"),
    .init("mc", "http://schemas.openxmlformats.org/markup-compatibility/2006"),
  ]
}

extension XMLReader {
  init(workbook part: [UInt8]) { self.init(part, WorkbookName.vocabulary) }

  /// The name of the element that began or ended, nil for one that means nothing here.
  var workbookName: WorkbookName? { WorkbookName(rawValue: name) }

  /// Whether an attribute is true.
  func isTrue(_ name: WorkbookName) -> Bool {
    guard let range = valueRange(name.rawValue) else { return false }
    return bytes[range].elementsEqual("1".utf8) || bytes[range].elementsEqual("true".utf8)
  }

  /// The first row and column of a reference as `B3` or `B3:C4`, and how many it covers; nil for no reference.
  func area(_ name: WorkbookName) -> (row: Int, column: Int, rows: Int, columns: Int)? {
    guard let range = valueRange(name.rawValue) else { return nil }
    var position = range.lowerBound
    guard let first = Self.cell(in: bytes, &position, range.upperBound) else { return nil }
    guard position < range.upperBound, bytes[position] == UInt8(ascii: ":") else {
      return (first.row, first.column, 1, 1)
    }
    position += 1
    guard let last = Self.cell(in: bytes, &position, range.upperBound), last.row >= first.row,
      last.column >= first.column
    else { return nil }
    return (first.row, first.column, last.row - first.row + 1, last.column - first.column + 1)
  }

  /// The row and the column of a reference as `$B$3`, from 0 on.
  private static func cell(in bytes: [UInt8], _ position: inout Int, _ end: Int) -> (row: Int, column: Int)? {
    let dollar = UInt8(ascii: "$")
    var (row, column) = (0, 0)
    if position < end, bytes[position] == dollar { position += 1 }
    while position < end, bytes[position].isASCIILetter, column < 100_000 {
      column = column * 26 + Int(bytes[position] & 0x1F)
      position += 1
    }
    if position < end, bytes[position] == dollar { position += 1 }
    while position < end, bytes[position].isASCIIDigit, row < 100_000_000 {
      row = row * 10 + Int(bytes[position] - 0x30)
      position += 1
    }
    return row > 0 && column > 0 ? (row - 1, column - 1) : nil
  }
}
