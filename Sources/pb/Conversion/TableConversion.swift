import Conversions
import RichText
import UniformTypeIdentifiers

/// What JSON says of a document.
enum JSONShape: String, CaseIterable {
  /// The rows of its tables, each an object.
  case rows
  /// All of it, as a tree.
  case document
}

/// Tables of data made of documents.
extension FileConversion {
  /// True for types of which tables of data are the whole content.
  static func isData(_ type: UTType) -> Bool {
    Format(type)?.isTableOfData ?? false
  }

  /// The values of the tables of a document, if they are wanted; nil for other conversions. What they cannot say
  /// is told.
  func tables(of source: ConversionSource) throws(Failure) -> [UInt8]? {
    let isJSON = wanted == .json
    let present = Format(source.type).flatMap { $0.isTableOfData ? $0 : nil }
    let data = Format(wanted).flatMap { $0.isTableOfData ? $0 : nil }
    guard isJSON ? wantsRows(of: source) : data != nil && present == nil else { return nil }
    if isJSON, let present { return rows(of: source, present) }
    if let data, source.type == .json, let rows = JSONContent.rows(of: source.bytes) {
      tellOfNestedValues(in: source)
      return data.delimitedWriter.write(rows)
    }
    let values = TableValues(try document(of: source))
    if values.tables.isEmpty, values.leavesText { throw Failure("there is no table in \(source.name)") }
    tellOfLosses(values, of: source)
    if let data { return data.delimitedWriter.write(values) }
    tellOfRows(values.tables, of: source)
    return JSONRows.write(values.tables)
  }

  private func rows(of source: ConversionSource, _ format: Format) -> [UInt8] {
    let values = format.delimitedReader.rows(of: source.bytes)
    let tables = values.isEmpty ? [] : [TableValues.Rows(values: values, hasHeader: values.count > 1)]
    tellOfRows(tables, of: source)
    return JSONRows.write(tables)
  }

  private func wantsRows(of source: ConversionSource) -> Bool {
    switch shape {
    case .rows: true
    case .document: false
    case nil: Self.isData(source.type)
    }
  }

  private func tellOfLosses(_ values: TableValues, of source: ConversionSource) {
    if values.leavesText { Output.say("what \(source.name) holds beside its tables is left out") }
    if values.spanningTables > 0 {
      let tables = values.spanningTables == 1 ? "a table" : "\(values.spanningTables) tables"
      Output.say("the merged cells of \(tables) were taken apart")
    }
    if values.tablesOfBlocks > 0 {
      Output.say("lists, code and paragraphs in the cells of \(source.name) became plain text")
    }
    tellOfNestedValues(in: source)
    if values.tables.count > 1, wanted != .json {
      Output.say("\(source.name) holds \(values.tables.count) tables: an empty line stands between them")
    }
  }

  private func tellOfNestedValues(in source: ConversionSource) {
    guard source.type == .json, JSONContent.holdsNestedValues(source.bytes) else { return }
    Output.say("objects and arrays in the rows of \(source.name) became text in JSON")
  }

  private func tellOfRows(_ tables: [TableValues.Rows], of source: ConversionSource) {
    if tables.count > 1 {
      Output.say("\(source.name) holds \(tables.count) tables: each is an array of its own")
    }
    if tables.contains(where: { !$0.values.isEmpty && !JSONRows.hasNames($0) }) {
      Output.say("the columns of \(source.name) have no names of their own: its rows are arrays, not objects")
    }
  }
}
