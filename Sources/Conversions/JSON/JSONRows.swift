package import RichText
import TypeDeclarations
import UniformTypeIdentifiers

/// Tables of data as JSON: an array of objects, one a row, whose names are those of the columns.
///
/// A table whose columns have no names of their own is an array of arrays; several tables are an array of such arrays.
package enum JSONRows {
  /// The rows of tables; empty arrays for none.
  package static func write(_ tables: [TableValues.Rows]) -> [UInt8] {
    var text = JSONText()
    if tables.count == 1 {
      write(tables[0], indentation: 0, to: &text)
    } else {
      text.beginArray()
      for table in tables {
        text.breakLine(indentation: 2)
        write(table, indentation: 2, to: &text)
      }
      if !tables.isEmpty { text.breakLine(indentation: 0, isEnd: true) }
      text.endArray()
    }
    return text.bytes + [0x0A]
  }

  /// The rows of the tables in content of a format; nil if there is no table in it.
  package static func write(
    tablesOf bytes: [UInt8], in format: Format, header: MarkdownStyle.TableHeader = .auto
  ) throws(ConversionError) -> [UInt8]? {
    if format.isTableOfData, header == .auto {
      return try ConverterGraph.shared.convert(bytes, from: format.type, to: .json)
    }
    let values: TableValues
    do {
      values = TableValues(try format.read(bytes))
    } catch {
      throw ConversionError(error, reading: format)
    }
    return values.tables.isEmpty ? nil : write(values.tables.map { $0.headed(by: header) })
  }

  /// True if the columns of a table can be told apart by their names.
  package static func hasNames(_ table: TableValues.Rows) -> Bool {
    guard let header = table.columnNames else { return false }
    let isWide = table.values.contains { $0.count > header.count }
    return !isWide && Set(header).count == header.count
  }

  private static func write(_ table: TableValues.Rows, indentation: Int, to text: inout JSONText) {
    let names = hasNames(table) ? table.columnNames : nil
    let rows = table.values.dropFirst(table.headerRows)
    let count = table.values.reduce(0) { max($0, $1.count) }
    let numbers =
      table.held.isEmpty
      ? numberColumns(of: rows, count: count)
      : (0..<count).map { column in table.held.contains { column < $0.count && $0[column] != nil } }
    // An object has all columns: without any row that reaches it a column would be lost. Where nearly all would be empty
    // the first has them for all.
    let isFilled =
      names != nil
      && (try? DelimitedReader.check(
        rows: rows.count, columns: count, values: rows.reduce(0) { $0 + $1.count })) != nil
    text.beginArray()
    for (index, row) in table.values.enumerated() where index >= table.headerRows || names == nil {
      text.breakLine(indentation: indentation + 2)
      let isHeader = index < table.headerRows
      names == nil ? text.beginArray() : text.beginObject()
      for column in 0..<(isFilled || names != nil && index == table.headerRows ? count : row.count) {
        let value = column < row.count ? row[column] : []
        if let names { text.name(names[column]) }
        if isHeader || !numbers[column] {
          text.string(value)
        } else if let held = table.held.isEmpty || column >= row.count ? nil : table.held[index][column] {
          write(value, holding: held, to: &text)
        } else if value.isEmpty {
          text.null()
        } else if table.held.isEmpty {
          text.word(value)
        } else {
          text.string(value)
        }
      }
      names == nil ? text.endArray() : text.endObject()
    }
    text.breakLine(indentation: indentation, isEnd: true)
    text.endArray()
  }

  /// Writes what a cell of a spreadsheet holds, which may not be what it shows.
  private static func write(_ shown: ArraySlice<UInt8>, holding value: CellValue, to text: inout JSONText) {
    switch value {
    case .number(let spelling):
      let number = Array(spelling.utf8)[...]
      if JSONNumber.isExact(number) {
        text.word(number)
      } else if let double = Double(spelling), double.isFinite, JSONNumber.digitCount(number) <= 17 {
        // Spreadsheets count in doubles, whose shortest spelling every reader takes for the same number.
        text.word("\(double)".utf8)
      } else {
        text.string(shown)
      }
    case .date(let iso): text.value(iso)
    case .boolean(let truth): text.value(truth)
    }
  }

  /// Tells for each column whether all its values are numbers as JSON spells them, which no reader rounds.
  private static func numberColumns(of rows: ArraySlice<[ArraySlice<UInt8>]>, count: Int) -> [Bool] {
    var hasNumber = Array(repeating: false, count: count)
    var hasOther = hasNumber
    for row in rows {
      for (column, value) in row.enumerated() where !value.isEmpty && !hasOther[column] {
        if JSONNumber.isExact(value) { hasNumber[column] = true } else { hasOther[column] = true }
      }
    }
    return zip(hasNumber, hasOther).map { $0 && !$1 }
  }
}

// MARK: Reading

extension JSONRows {
  /// The rows of an array of objects or of arrays of plain values, the names of the columns first; nil if it is neither.
  ///
  /// Throws `RichTextError` (`tooLarge`) where nearly all cells of the table would be empty.
  static func rows(of value: JSONValue) throws(RichTextError) -> [[ArraySlice<UInt8>]]? {
    guard let elements = value.array, let first = elements.first else { return nil }
    return first.members == nil ? try rows(ofArrays: elements) : try rows(ofObjects: elements)
  }

  private static func rows(ofArrays elements: [JSONValue]) throws(RichTextError) -> [[ArraySlice<UInt8>]]? {
    var rows: [[ArraySlice<UInt8>]] = []
    for element in elements {
      guard let values = element.array, !values.contains(where: { $0.array != nil || $0.members != nil })
      else { return nil }
      rows.append(values.map(text))
    }
    guard let columns = rows.lazy.map(\.count).max(), columns > 0 else { return nil }
    try DelimitedReader.check(rows: rows.count, columns: columns, values: rows.reduce(0) { $0 + $1.count })
    return rows
  }

  private static func rows(ofObjects elements: [JSONValue]) throws(RichTextError) -> [[ArraySlice<UInt8>]]? {
    var names = ColumnNames()
    var valueCount = 0
    for element in elements {
      guard let members = element.members else { return nil }
      valueCount += members.count
      for (index, member) in members.enumerated() { _ = names.column(of: member.name, at: index) }
    }
    let count = names.all.count
    guard count > 0 else { return nil }
    try DelimitedReader.check(rows: elements.count + 1, columns: count, values: valueCount + count)
    let rows = elements.map { element in
      var row: [ArraySlice<UInt8>] = []
      row.reserveCapacity(count)
      for (index, member) in (element.members ?? []).enumerated() {
        let column = names.column(of: member.name, at: index)
        while row.count <= column { row.append([]) }
        row[column] = text(of: member.value)
      }
      return row
    }
    return [names.all.map { Array($0.utf8)[...] }] + rows
  }

  /// The names of columns in the order in which objects name them first.
  private struct ColumnNames {
    private(set) var all: [String] = []
    private var columns: [String: Int] = [:]

    /// The column of the member that an object has at a place: most objects name the same columns in the same order.
    mutating func column(of name: String, at index: Int) -> Int {
      if index < all.count, all[index] == name { return index }
      if let column = columns[name] { return column }
      columns[name] = all.count
      all.append(name)
      return all.count - 1
    }
  }

  /// The cell of a value in a table: its text, nothing for null, and JSON for what holds other values.
  private static func text(of value: JSONValue) -> ArraySlice<UInt8> {
    switch value.content {
    case .null: return []
    case .bool(let truth): return Array((truth ? "true" : "false").utf8)[...]
    case .number(let spelling): return Array(spelling.utf8)[...]
    case .string(let string): return Array(string.utf8)[...]
    case .array, .object:
      var text = JSONText()
      text.append(value)
      return text.bytes[...]
    }
  }

  /// True if a value of a table holds other values, which become JSON in a cell.
  static func holdsNested(_ value: JSONValue) -> Bool {
    (value.array ?? []).contains { row in
      (row.members ?? []).contains { $0.value.array != nil || $0.value.members != nil }
    }
  }
}

extension JSONText {
  /// Writes a value that was read.
  mutating func append(_ value: JSONValue) {
    switch value.content {
    case .null: null()
    case .bool(let truth): self.value(truth)
    case .number(let spelling): word(spelling.utf8)
    case .string(let string): self.value(string)
    case .array(let elements):
      beginArray()
      for element in elements { append(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        name(member.name)
        append(member.value)
      }
      endObject()
    }
  }
}
