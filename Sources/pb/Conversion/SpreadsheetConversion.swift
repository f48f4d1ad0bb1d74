import Conversions
import RichText
import System
import UniformTypeIdentifiers

/// What spreadsheets become: all their sheets, or the one that the person names.
extension FileConversion {
  /// The result for a spreadsheet; nil for other sources, and where it is what is wanted already.
  func sheets(of source: ConversionSource, isPage: Bool) throws(Failure) -> [UInt8]? {
    guard let book = try spreadsheet(of: source) else { return nil }
    if let data = Format(wanted), data.isTableOfData {
      let shown = book.sheets.filter { !$0.isEmpty }
      guard let first = shown.first else { throw Failure("\(source.name) has no cells with content") }
      if shown.count > 1 {
        Output.warn(
          "converted only sheet '\(first.name)' of \(shown.count). Use --sheet NAME for another, or --into DIR for all."
        )
      }
      return data.delimitedWriter.write(try rows(of: first, in: source))
    }
    let document = try reading(source) { () throws(RichTextError) in try book.document() }
    if wanted == .json {
      guard shape != .document else { return DocumentJSONWriter.write(document) }
      var tables: [TableValues.Rows] = []
      for sheet in book.sheets where !sheet.isEmpty {
        tables += try reading(source) { () throws(RichTextError) in try sheet.tables() }
      }
      return rows(tables, of: source)
    }
    guard let writing = FormatTable.shared.format(writing: wanted) else { return nil }
    return isPage ? page(document, of: source) : writing.write(document, terms(reading: Format(source.type)))
  }

  /// The sheets of a spreadsheet, each as a table of data of its own; nil where there are not several to choose from.
  func separateSheets(of source: ConversionSource) throws(Failure) -> [(name: String, bytes: [UInt8])]? {
    guard let data = Format(wanted), data.isTableOfData, arguments[ConvertOptions.sheet] == nil,
      let book = try spreadsheet(of: source)
    else { return nil }
    let shown = book.sheets.filter { !$0.isEmpty }
    guard shown.count > 1 else { return nil }
    var result: [(name: String, bytes: [UInt8])] = []
    for sheet in shown {
      result.append((sheet.name, data.delimitedWriter.write(try rows(of: sheet, in: source))))
    }
    return result
  }

  private func spreadsheet(of source: ConversionSource) throws(Failure) -> Spreadsheet? {
    let word = arguments[ConvertOptions.sheet]
    guard Format(source.type)?.isSpreadsheet == true else {
      if word != nil { throw Failure("--sheet is for spreadsheets, and \(source.name) is not one") }
      return nil
    }
    guard source.type != wanted || word != nil else { return nil }
    var book = try reading(source) { () throws(RichTextError) in try Spreadsheet(source.bytes) }
    if let word {
      guard let sheet = book.sheet(word) else {
        let names = book.sheets.prefix(10).map { "'\($0.name)'" }.joined(separator: ", ")
        throw Failure("\(source.name) has no sheet '\(word)'; it has \(names)")
      }
      book.sheets = [sheet]
    } else if !book.hiddenSheets.isEmpty {
      let count = book.hiddenSheets.count
      let what = count == 1 ? "the hidden sheet '\(book.hiddenSheets[0])' was" : "\(count) hidden sheets were"
      Output.warn("\(what) left out of \(source.name)")
    }
    warn(ofLeftOut: book.sheets, in: source)
    return book
  }

  private func warn(ofLeftOut sheets: [Sheet], in source: ConversionSource) {
    let rows = sheets.reduce(0) { $0 + $1.hiddenRows }
    let columns = sheets.reduce(0) { $0 + $1.hiddenColumns }
    let left = [(rows, "row"), (columns, "column")].filter { $0.0 > 0 }.map { count, word in
      "\(count) hidden \(word)\(count == 1 ? "" : "s")"
    }
    if !left.isEmpty {
      let verb = rows + columns == 1 ? "was" : "were"
      Output.warn("\(left.joined(separator: " and ")) \(verb) left out of \(source.name)")
    }
    let formulas = sheets.reduce(0) { $0 + $1.uncalculated }
    guard formulas > 0 else { return }
    Output.warn(
      "left \(formulas == 1 ? "a cell" : "\(formulas) cells") empty: no stored result. "
        + "Save \(source.name) in a spreadsheet program."
    )
  }

  private func rows(of sheet: Sheet, in source: ConversionSource) throws(Failure) -> [[ArraySlice<UInt8>]] {
    try reading(source) { () throws(RichTextError) in try sheet.shownRows() }
  }

  private func reading<Result>(
    _ source: ConversionSource, _ body: () throws(RichTextError) -> Result
  ) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw Failure(ConversionError(error, reading: Format(source.type) ?? .workbook).description)
    }
  }
}
