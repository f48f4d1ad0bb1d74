import Conversions
import RichText
import UniformTypeIdentifiers

/// The part of a document that JSON contains.
enum JSONShape: String, CaseIterable {
  /// The rows of its tables, each an object.
  case rows
  /// The whole document, as a tree.
  case document
}

/// Tables of data made of documents.
extension FileConversion {
  /// True for types of which tables are the whole content.
  static func isData(_ type: UTType) -> Bool {
    Format(type)?.holdsTablesAlone ?? false
  }

  /// The values of the tables of a document, if they are wanted; nil for other conversions. What they cannot say
  /// is told.
  func tables(of source: ConversionSource) throws(Failure) -> [UInt8]? {
    let isJSON = wanted == .json
    let present = Format(source.type).flatMap { $0.isTableOfData ? $0 : nil }
    let data = Format(wanted).flatMap { $0.holdsTablesAlone ? $0 : nil }
    guard isJSON ? wantsRows(of: source) : data != nil && (present == nil || data?.isSpreadsheet == true)
    else {
      return nil
    }
    if isJSON, let present { return rows(of: source, present) }
    if let data, let present {
      return data.write(rows: present.delimitedReader.rows(of: source.bytes), terms)
    }
    if let data, source.type == .json, let rows = JSONContent.rows(of: source.bytes) {
      warnOfNestedValues(in: source)
      return data.write(rows: rows, terms)
    }
    let document = try document(of: source)
    let values = TableValues(document)
    // An empty document is an empty table, but no workbook.
    if values.tables.isEmpty, values.leavesText || data?.isSpreadsheet == true {
      throw Failure("no table found in \(source.name)\(adviceOnTables(in: source))")
    }
    warnOfLosses(values, document, of: source)
    if let data {
      return data.isSpreadsheet ? data.write(document, terms) : data.delimitedWriter.write(values)
    }
    return rows(values.tables, of: source)
  }

  /// The option that reads text as a table, where it may be one.
  private func adviceOnTables(in source: ConversionSource) -> String {
    guard arrangement == nil, !arguments.has(ConvertOptions.from),
      Format(source.type) == .plainText || source.path == nil && source.type == .markdown
    else { return "" }
    if SpacedColumns.rows(of: source.bytes) != nil {
      return ". Use --from columns to read columns aligned by spaces."
    }
    return separator == nil ? "" : ". Use --from csv to read text with this separator."
  }

  private func rows(of source: ConversionSource, _ format: Format) -> [UInt8] {
    let values = format.delimitedReader.rows(of: source.bytes)
    let tables = values.isEmpty ? [] : [TableValues.Rows(values: values, hasHeader: values.count > 1)]
    return rows(tables, of: source)
  }

  func rows(_ tables: [TableValues.Rows], of source: ConversionSource) -> [UInt8] {
    let choice = style?.tableHeader ?? .auto
    let headed = tables.map { $0.headed(by: choice) }
    warnOfRows(headed, of: source, isAsked: choice == .none)
    return JSONRows.write(headed)
  }

  private func wantsRows(of source: ConversionSource) -> Bool {
    switch shape {
    case .rows: true
    case .document: false
    case nil: Self.isData(source.type)
    }
  }

  private func warnOfLosses(_ values: TableValues, _ document: Document, of source: ConversionSource) {
    let isSheets = Format(wanted)?.isSpreadsheet == true
    // The caption of a table becomes the name of its sheet.
    let leavesText = isSheets ? document.withCaptionsOfTables.hasMoreThanTables : values.leavesText
    if leavesText { Output.warn("left out the text around the tables of \(source.name)") }
    if values.spanningTables > 0, !isSheets {
      let tables = values.spanningTables == 1 ? "a table" : "\(values.spanningTables) tables"
      Output.warn("merged cells of \(tables) were split")
    }
    if values.tablesOfBlocks > 0 {
      Output.warn("lists, code and paragraphs in cells of \(source.name) became plain text")
    }
    warnOfNestedValues(in: source)
    if values.tables.count > 1, wanted != .json, !isSheets {
      Output.warn("\(source.name) has \(values.tables.count) tables; empty lines separate them")
    }
  }

  private func warnOfNestedValues(in source: ConversionSource) {
    guard source.type == .json, JSONContent.holdsNestedValues(source.bytes) else { return }
    Output.warn("nested objects and arrays in \(source.name) became JSON text")
  }

  private func warnOfRows(_ tables: [TableValues.Rows], of source: ConversionSource, isAsked: Bool) {
    if tables.count > 1 {
      Output.warn("\(source.name) has \(tables.count) tables; each became an array")
    }
    let nameless = tables.filter { !$0.values.isEmpty && !JSONRows.hasNames($0) }
    guard !nameless.isEmpty, !isAsked else { return }
    let mayBeNamed = nameless.contains { !$0.hasHeader && JSONRows.hasNames($0.headed(by: .first)) }
    Output.warn(
      "columns of \(source.name) have no names or equal ones, so rows became arrays"
        + (mayBeNamed ? ". To use the first row as names: --table-header first" : ""))
  }
}

extension Document {
  /// Whether something stands beside the tables and their captions.
  fileprivate var hasMoreThanTables: Bool {
    blocks.contains { if case .table = $0 { false } else { true } }
  }
}
