import Containers
import WordProcessors

/// The names of OpenDocument's spreadsheets (ODF 1.3 part 3, 9) that are read.
private enum SheetName: Int, XMLName {
  case office_spreadsheet, office_automaticStyles, office_annotation, office_forms
  case table_table, table_tableColumn, table_tableColumns, table_tableHeaderColumns, table_tableColumnGroup
  case table_tableRow, table_tableCell, table_coveredTableCell, table_shapes, table_trackedChanges
  case style_style, style_tableProperties
  case text_p, text_s, text_tab, text_lineBreak, text_span, text_a, text_note, text_rubyText
  case draw_frame, draw_customShape, draw_control, draw_g
  // Attributes.
  case table_name, table_styleName, table_display, table_visibility, table_formula
  case table_numberColumnsRepeated, table_numberRowsRepeated, table_numberColumnsSpanned,
    table_numberRowsSpanned
  case office_valueType, office_value, office_dateValue, office_timeValue, office_booleanValue,
    office_stringValue
  case style_name, text_c, xlink_href

  static let hasHyphens = true
  static let vocabulary = makeVocabulary()
  static let namespaces = OpenDocumentName.namespaces
}

/// Reads OpenDocument's spreadsheets, as LibreOffice, Excel, Gnumeric and Google Sheets write them: what cells show stands
/// in them beside their values. What is repeated costs what it says within bounds.
struct OpenDocumentSheetReader {
  /// A link or nothing, and where the text of it begins.
  private struct OpenLink {
    let address: String
    let start: Int
  }

  private var result = Spreadsheet(sheets: [], hiddenSheets: [])
  /// The styles of tables that are not shown.
  private var hiddenStyles: Set<String> = []
  /// How many cells and how many bytes of text may still be there beside those that stand in the file: as many as are read
  /// within a second, and more where the file itself is large.
  private var cellsLeft = 400_000
  private var bytesLeft = 24 << 20

  static func read(_ bytes: [UInt8]) throws(RichTextError) -> Spreadsheet {
    let package = try OpenDocumentPackage(bytes, as: "ODS")
    var reader = OpenDocumentSheetReader()
    reader.cellsLeft += package.parts[0].count / 8
    reader.bytesLeft += 2 * package.parts[0].count
    try reader.read(XMLReader(package.parts[0], SheetName.vocabulary))
    return reader.result
  }

  private mutating func read(_ part: XMLReader) throws(RichTextError) {
    var reader = part
    var isSpreadsheet = false
    var style = ""
    while let event = reader.next() {
      guard event == .start else { continue }
      switch SheetName(rawValue: reader.name) {
      case .style_style: style = reader.attribute(SheetName.style_name) ?? ""
      case .style_tableProperties where reader.attribute(SheetName.table_display) == "false":
        hiddenStyles.insert(style)
      case .office_spreadsheet: isSpreadsheet = true
      case .table_trackedChanges: reader.skip()
      case .table_table where isSpreadsheet: try readSheet(&reader)
      default: break
      }
    }
    guard isSpreadsheet else {
      throw RichTextError(.notThisFormat, "the file holds no OpenDocument spreadsheet")
    }
  }

  // MARK: Sheets

  private mutating func readSheet(_ reader: inout XMLReader) throws(RichTextError) {
    let name = reader.attribute(SheetName.table_name) ?? ""
    if let style = reader.attribute(SheetName.table_styleName), hiddenStyles.contains(style) {
      result.hiddenSheets.append(name)
      reader.skip()
      return
    }
    var builder = SheetBuilder(name: name)
    let depth = reader.depth
    var (row, column) = (0, 0)
    while let event = reader.next() {
      if event == .end, reader.depth < depth { break }
      guard event == .start else { continue }
      switch SheetName(rawValue: reader.name) {
      case .table_tableColumn:
        let count = repeats(.table_numberColumnsRepeated, in: reader, SheetBuilder.columnLimit)
        if isHidden(reader) { builder.hideColumns(column..<(column + count)) }
        column += count
      case .table_tableRow:
        let count = repeats(.table_numberRowsRepeated, in: reader, SheetBuilder.rowLimit)
        if isHidden(reader) { builder.hiddenRows.append(row..<(row + count)) }
        let first = builder.cells.count
        try readRow(&reader, row, &builder)
        if count > 1, builder.cells.count > first {
          try pay(for: builder, first..<builder.cells.count, times: count - 1)
          let cells = first..<builder.cells.count
          for offset in 1..<count { builder.repeatCells(cells, rowOffset: offset, columnOffset: 0) }
        }
        row += count
      // What stands in shapes, or in a table of a chart's data, is none of the cells.
      case .table_shapes, .office_forms, .table_table: reader.skip()
      default: break
      }
    }
    result.sheets.append(builder.sheet())
  }

  private func isHidden(_ reader: XMLReader) -> Bool {
    ["collapse", "filter"].contains(reader.attribute(SheetName.table_visibility))
  }

  private func repeats(_ name: SheetName, in reader: XMLReader, _ limit: Int) -> Int {
    max(1, min(reader.number(name) ?? 1, limit))
  }

  /// Throws where copies of cells are more than can be read.
  private mutating func pay(for builder: SheetBuilder, _ cells: Range<Int>, times: Int) throws(RichTextError)
  {
    let bytes = cells.reduce(0) { $0 + builder.shownText($1).count }
    let (allCells, overflows) = cells.count.multipliedReportingOverflow(by: times)
    cellsLeft -= overflows ? .max / 2 : allCells
    bytesLeft -= overflows ? 0 : bytes * times
    guard cellsLeft >= 0, bytesLeft >= 0 else {
      throw RichTextError(.tooLarge, "the sheet repeats more cells than pb can read")
    }
  }

  private mutating func readRow(_ reader: inout XMLReader, _ row: Int, _ builder: inout SheetBuilder)
    throws(RichTextError)
  {
    let depth = reader.depth
    var column = 0
    while let event = reader.next() {
      if event == .end, reader.depth < depth { return }
      guard event == .start else { continue }
      let isCovered = SheetName(rawValue: reader.name) == .table_coveredTableCell
      guard isCovered || SheetName(rawValue: reader.name) == .table_tableCell else {
        reader.skip()
        continue
      }
      let count = repeats(.table_numberColumnsRepeated, in: reader, SheetBuilder.columnLimit)
      let first = builder.cells.count
      if isCovered {
        reader.skip()
      } else {
        builder.merge(
          row: row, column: column,
          rows: repeats(.table_numberRowsSpanned, in: reader, SheetBuilder.rowLimit),
          columns: repeats(.table_numberColumnsSpanned, in: reader, SheetBuilder.columnLimit))
        readCell(&reader, row, column, &builder)
      }
      if count > 1, builder.cells.count > first {
        try pay(for: builder, first..<(first + 1), times: count - 1)
        for offset in 1..<count {
          builder.repeatCells(first..<(first + 1), rowOffset: 0, columnOffset: offset)
        }
      }
      column += count
    }
  }

  // MARK: Cells

  private func readCell(_ reader: inout XMLReader, _ row: Int, _ column: Int, _ builder: inout SheetBuilder) {
    let (kind, value) = value(of: reader)
    let stringValue = reader.attribute(SheetName.office_stringValue)
    let isFormula = reader.hasAttribute(SheetName.table_formula)
    let hasType = reader.hasAttribute(SheetName.office_valueType)
    var text: [UInt8] = []
    var links: [OpenLink] = []
    var content: [Inline]?
    readText(&reader, &text, &links, &content)
    if text.isEmpty, let stringValue { text = Array(stringValue.utf8) }
    // Some programs leave out what cells show.
    if text.isEmpty, let value { text = Array(value.utf8) }
    if isFormula, !hasType { builder.uncalculated += 1 }
    builder.append(
      row: row, column: column, kind, content: content, show: { $0 += text },
      hold: { if let value, !text.elementsEqual(value.utf8) { $0 += value.utf8 } })
  }

  private func value(of reader: XMLReader) -> (Sheet.Kind, String?) {
    switch reader.attribute(SheetName.office_valueType) {
    case "float", "percentage", "currency":
      guard let number = reader.attribute(SheetName.office_value).flatMap({ Double($0) }),
        let digits = DecimalDigits(number)
      else { return (.text, nil) }
      return (.number, String(decoding: digits.spelling, as: UTF8.self))
    case "date":
      return reader.attribute(SheetName.office_dateValue).map { (.date, Self.iso($0)) } ?? (.text, nil)
    case "time":
      return reader.attribute(SheetName.office_timeValue).flatMap(Self.time).map { (.date, $0) } ?? (
        .text, nil
      )
    case "boolean":
      return (reader.attribute(SheetName.office_booleanValue) == "true" ? .isTrue : .isFalse, nil)
    default: return (.text, nil)
    }
  }

  /// A date without a time that is none, and without more than milliseconds.
  private static func iso(_ date: String) -> String {
    let cut = date.split(separator: "T", maxSplits: 1)
    guard cut.count == 2 else { return date }
    let time = cut[1].prefix(12)
    return time.allSatisfy { "0:.".contains($0) } ? String(cut[0]) : "\(cut[0])T\(time)"
  }

  /// A time of day of a duration such as `PT12H30M00S`; nil for one that is longer than a day.
  private static func time(_ duration: String) -> String? {
    guard duration.hasPrefix("PT") else { return nil }
    var parts: [Character: Substring] = [:]
    var rest = duration.dropFirst(2)
    while let end = rest.firstIndex(where: { "HMS".contains($0) }) {
      parts[rest[end]] = rest[..<end]
      rest = rest[rest.index(after: end)...]
    }
    guard let hour = Int(parts["H"] ?? "0"), hour < 24, let minute = Int(parts["M"] ?? "0"), minute < 60
    else { return nil }
    let second = (parts["S"] ?? "00").split(whereSeparator: { ".,".contains($0) })
    func two(_ text: some StringProtocol) -> String { (text.utf8.count < 2 ? "0" : "") + text }
    let fraction = second.count == 2 && second[1].contains { $0 != "0" } ? "." + second[1].prefix(3) : ""
    return "\(two("\(hour)")):\(two("\(minute)")):\(two(second.first ?? "00"))\(fraction)"
  }

  /// The text of a cell, up to its end: its paragraphs on lines, without what is attached to it.
  private func readText(
    _ reader: inout XMLReader, _ text: inout [UInt8], _ links: inout [OpenLink], _ content: inout [Inline]?
  ) {
    let depth = reader.depth
    var (isFirst, depthInText, isBehindSpace) = (true, 0, true)
    while let event = reader.next() {
      if event == .end, reader.depth < depth { return }
      switch event {
      case .start:
        switch SheetName(rawValue: reader.name) {
        case .text_p:
          if !isFirst { text.append(0x0A) }
          (isFirst, isBehindSpace) = (false, true)
          depthInText = reader.depth
        case .text_s:
          text += repeatElement(0x20, count: max(1, min(reader.number(SheetName.text_c) ?? 1, 1_000)))
        case .text_tab: text.append(0x09)
        case .text_lineBreak: text.append(0x0A)
        case .text_span: break
        case .text_a:
          if links.isEmpty, let address = reader.attribute(SheetName.xlink_href), !address.hasPrefix("#") {
            links.append(OpenLink(address: address, start: text.count))
          }
        case .office_annotation, .draw_frame, .draw_customShape, .draw_control, .draw_g, .text_note,
          .text_rubyText,
          .table_table:
          reader.skip()
        default: break
        }
      case .text where depthInText > 0:
        var piece: [UInt8] = []
        reader.appendText(to: &piece)
        for byte in piece {
          // White space counts once, and not at the beginning (ODF 1.3 part 3, 6.1.2).
          let isSpace = byte == 0x20 || byte == 0x0A || byte == 0x09
          if !isSpace { text.append(byte) } else if !isBehindSpace { text.append(0x20) }
          isBehindSpace = isSpace
        }
      case .end:
        switch SheetName(rawValue: reader.name) {
        case .text_p: depthInText = 0
        case .text_a:
          if let link = links.first, content == nil {
            let shown = DelimitedReader.cell(text[link.start...]).paragraph ?? []
            let before = DelimitedReader.cell(text[..<link.start]).paragraph ?? []
            content = before + [.link(Link(destination: link.address, shown))]
          }
        case .text_s, .text_tab, .text_lineBreak: isBehindSpace = true
        default: break
        }
      default: break
      }
    }
  }
}
