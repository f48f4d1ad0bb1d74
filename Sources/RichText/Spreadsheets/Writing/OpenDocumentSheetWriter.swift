import Containers
import WordProcessors

/// Writes spreadsheets of OpenDocument (ODF 1.3 part 3, 9): a package, or one file of XML. The bytes depend on nothing but
/// the sheets.
package struct OpenDocumentSheetWriter {
  private var styles: [CellStyle: Int] = [:]
  private var styleList: [CellStyle] = []
  /// The widths of columns that have a style.
  private var widths: [Int] = []
  private var body = XMLWriter(fragment: ())

  private static let type = "application/vnd.oasis.opendocument.spreadsheet"
  private static let namespaces: String = {
    let base = "urn:oasis:names:tc:opendocument:xmlns:"
    let own = ["office", "text", "table", "style", "config"].map { "xmlns:\($0)=\"\(base)\($0):1.0\"" }
    return own.joined(separator: " ")
      + " xmlns:fo=\"\(base)xsl-fo-compatible:1.0\" xmlns:number=\"\(base)datastyle:1.0\""
      + " xmlns:xlink=\"http://www.w3.org/1999/xlink\" office:version=\"1.3\""
  }()

  /// The spreadsheet of sheets; empty for none.
  package static func write(_ sheets: [SheetDraft], isFlat: Bool) -> [UInt8] {
    guard !sheets.isEmpty else { return [] }
    var writer = OpenDocumentSheetWriter()
    for sheet in sheets { writer.write(sheet) }
    var content = XMLWriter()
    let root = isFlat ? "document" : "document-content"
    content.raw("<office:\(root) \(namespaces)\(isFlat ? " office:mimetype=\"\(type)\"" : "")>")
    if isFlat { writeSettings(of: sheets, to: &content) }
    writer.writeStyles(to: &content)
    content.raw("<office:body><office:spreadsheet>")
    content.raw(writer.body.bytes)
    content.raw("</office:spreadsheet></office:body></office:\(root)>")
    if isFlat { return content.bytes }
    var files = [("content.xml", "text/xml", content.bytes)]
    if sheets.contains(where: { $0.headerRows > 0 }) {
      var settings = XMLWriter()
      settings.raw("<office:document-settings \(namespaces)>")
      writeSettings(of: sheets, to: &settings)
      settings.raw("</office:document-settings>")
      files.append(("settings.xml", "text/xml", settings.bytes))
    }
    return OpenDocumentPackage.write(files, type: type)
  }

  // MARK: Sheets

  private mutating func write(_ sheet: SheetDraft) {
    body.begin("table:table", ["table:name": sheet.name])
    for width in sheet.widths {
      let number = widths.firstIndex(of: width) ?? widths.count
      if number == widths.count { widths.append(width) }
      body.raw("<table:table-column table:style-name=\"co", number, "\"/>")
    }
    if sheet.widths.isEmpty { body.raw("<table:table-column/>") }
    var coveredUntil: [Int] = []
    for (row, cells) in sheet.rows.enumerated() {
      if row == 0, sheet.headerRows > 0 { body.raw("<table:table-header-rows>") }
      body.raw("<table:table-row>")
      var column = 0
      for cell in cells {
        writeGap(column..<cell.column, row, coveredUntil)
        write(cell, isHeader: row < sheet.headerRows)
        column = cell.column + cell.columns
        if cell.columns > 1 { writeGap((cell.column + 1)..<column, row, coveredUntil, isCovered: true) }
        if cell.rows > 1 {
          while coveredUntil.count < column { coveredUntil.append(0) }
          for index in cell.column..<column { coveredUntil[index] = row + cell.rows }
        }
      }
      writeGap(column..<max(column, coveredUntil.count), row, coveredUntil)
      if cells.isEmpty, coveredUntil.isEmpty { body.raw("<table:table-cell/>") }
      body.raw("</table:table-row>")
      if row + 1 == min(sheet.headerRows, sheet.rows.count) { body.raw("</table:table-header-rows>") }
    }
    if sheet.rows.isEmpty { body.raw("<table:table-row><table:table-cell/></table:table-row>") }
    body.end()
  }

  /// Writes what stands between cells: empty ones, and those that others reach over.
  private mutating func writeGap(
    _ columns: Range<Int>, _ row: Int, _ coveredUntil: [Int], isCovered: Bool = false
  ) {
    var start = columns.lowerBound
    func covers(_ column: Int) -> Bool {
      isCovered || column < coveredUntil.count && coveredUntil[column] > row
    }
    while start < columns.upperBound {
      var end = start + 1
      while end < columns.upperBound, covers(end) == covers(start) { end += 1 }
      body.raw(covers(start) ? "<table:covered-table-cell" : "<table:table-cell")
      if end - start > 1 { body.raw(" table:number-columns-repeated=\"", end - start, "\"") }
      body.raw("/>")
      start = end
    }
  }

  private mutating func write(_ cell: SheetDraft.Cell, isHeader: Bool) {
    body.raw("<table:table-cell")
    let style = CellStyle(cell, isHeader: isHeader)
    if style != .plain {
      let number = styles[style] ?? styleList.count
      if number == styleList.count {
        styles[style] = number
        styleList.append(style)
      }
      body.raw(" table:style-name=\"ce", number, "\"")
    }
    if cell.columns > 1 { body.raw(" table:number-columns-spanned=\"", cell.columns, "\"") }
    if cell.rows > 1 { body.raw(" table:number-rows-spanned=\"", cell.rows, "\"") }
    switch cell.content {
    case .text, .plainText: if !cell.text.isEmpty { body.raw(" office:value-type=\"string\"") }
    case .number(let spelling, let format):
      let isPercentage = format?.hasSuffix("%") == true
      body.raw(
        " office:value-type=\"\(isPercentage ? "percentage" : "float")\" office:value=\"", spelling, "\"")
    case .date(_, let iso, _):
      if iso.contains("-") {
        body.raw(" office:value-type=\"date\" office:date-value=\"", iso, "\"")
      } else {
        let parts = iso.split(separator: ":")
        let duration = "PT\(parts[0])H\(parts[1])M\(parts.count > 2 ? parts[2] : "00")S"
        body.raw(" office:value-type=\"time\" office:time-value=\"", duration, "\"")
      }
    case .boolean(let truth): body.raw(" office:value-type=\"boolean\" office:boolean-value=\"\(truth)\"")
    }
    guard !cell.text.isEmpty else { return body.raw("/>") }
    body.raw(">")
    for line in cell.text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      body.raw("<text:p>")
      if let link = cell.link {
        body.raw("<text:a xlink:type=\"simple\" xlink:href=\"")
        body.value(link)
        body.raw("\">")
      }
      write(line)
      body.raw(cell.link == nil ? "</text:p>" : "</text:a></text:p>")
    }
    body.raw("</table:table-cell>")
  }

  /// Writes a line; spaces that would be taken for one or for none, and tabs, are elements.
  private mutating func write(_ line: ArraySlice<UInt8>) {
    var rest = line
    while !rest.isEmpty {
      let word = rest.prefix { $0 != 0x20 && $0 != 0x09 }
      if !word.isEmpty { body.text(String(decoding: word, as: UTF8.self)) }
      rest = rest[word.endIndex...]
      if rest.first == 0x09 {
        body.raw("<text:tab/>")
        rest.removeFirst()
      } else if case let spaces = rest.prefix(while: { $0 == 0x20 }), !spaces.isEmpty {
        rest = rest[spaces.endIndex...]
        let isBetweenWords = !word.isEmpty && !rest.isEmpty && rest.first != 0x09
        if isBetweenWords { body.text(" ") }
        let more = spaces.count - (isBetweenWords ? 1 : 0)
        if more > 0 { body.raw("<text:s text:c=\"", more, "\"/>") }
      }
    }
  }

  // MARK: Styles

  private func writeStyles(to writer: inout XMLWriter) {
    writer.raw("<office:automatic-styles>")
    for (number, width) in widths.enumerated() {
      // A digit of 11 points is 2 millimetres wide, more or less.
      writer.raw(
        "<style:style style:name=\"co\(number)\" style:family=\"table-column\"><style:table-column-properties style:column-width=\"\(width * 2)mm\"/></style:style>"
      )
    }
    var formats: [String] = []
    for case let code? in styleList.map(\.format) where !formats.contains(code) {
      Self.writeFormat(code, number: formats.count, to: &writer)
      formats.append(code)
    }
    for (number, style) in styleList.enumerated() {
      writer.begin("style:style", ["style:name": "ce\(number)", "style:family": "table-cell"])
      if let code = style.format {
        writer.attribute("style:data-style-name", "N\(formats.firstIndex(of: code) ?? 0)")
      }
      if style.isWrapped { writer.empty("style:table-cell-properties", ["fo:wrap-option": "wrap"]) }
      if style.isBold || style.isLink {
        writer.empty(
          "style:text-properties",
          [
            "fo:color": style.isLink ? "#0563c1" : nil,
            "style:text-underline-style": style.isLink ? "solid" : nil,
            "fo:font-weight": style.isBold ? "bold" : nil,
          ])
      }
      writer.end()
    }
    writer.raw("</office:automatic-styles>")
  }

  /// Writes the style of a format (ODF 1.3 part 3, 16.29).
  private static func writeFormat(_ code: String, number: Int, to writer: inout XMLWriter) {
    guard let section = NumberFormat(code)?.sections.first else {
      writer.raw("<number:text-style style:name=\"N\(number)\"><number:text-content/></number:text-style>")
      return
    }
    let isPercentage = section.tokens.contains(.percent)
    let hasDay = section.tokens.contains {
      if case .date(let letter, _) = $0 { "ymd".utf8.contains(letter) } else { false }
    }
    let kind = section.isDate ? hasDay ? "date" : "time" : isPercentage ? "percentage" : "number"
    writer.begin("number:\(kind)-style", ["style:name": "N\(number)"])
    var isDigits = false
    for token in section.tokens {
      switch token {
      case .literal(let text): writeText(String(decoding: text, as: UTF8.self), to: &writer)
      case .percent: writeText("%", to: &writer)
      case .digit, .point:
        guard !isDigits else { continue }
        isDigits = true
        let point = section.tokens.firstIndex(of: .point) ?? section.tokens.endIndex
        let decimals = section.tokens[point...].count { if case .digit = $0 { true } else { false } }
        writer.empty(
          "number:number",
          [
            "number:decimal-places": "\(decimals)", "number:min-decimal-places": "\(decimals)",
            "number:min-integer-digits": "1", "number:grouping": section.isGrouped ? "true" : nil,
          ])
      case .date(let letter, let count): writePart(letter, count, section, to: &writer)
      case .dayHalf: writer.raw("<number:am-pm/>")
      default: break
      }
    }
    writer.end()
  }

  private static func writeText(_ text: String, to writer: inout XMLWriter) {
    writer.raw("<number:text>")
    writer.text(text)
    writer.raw("</number:text>")
  }

  private static func writePart(
    _ letter: UInt8, _ count: Int, _ section: NumberFormat.Section, to writer: inout XMLWriter
  ) {
    let names: [UInt8: String] = [
      UInt8(ascii: "y"): "year", UInt8(ascii: "m"): "month",
      UInt8(ascii: "d"): count > 2 ? "day-of-week" : "day",
      UInt8(ascii: "h"): "hours", UInt8(ascii: "n"): "minutes", UInt8(ascii: "s"): "seconds",
    ]
    let isLong = letter == UInt8(ascii: "y") || count > 2 ? count > 3 : count > 1
    var decimals: String?
    if letter == UInt8(ascii: "s") {
      for case .subseconds(let count) in section.tokens { decimals = "\(count)" }
    }
    writer.empty(
      "number:" + (names[letter] ?? "year"),
      [
        "number:style": isLong ? "long" : nil,
        "number:textual": letter == UInt8(ascii: "m") && count > 2 ? "true" : nil,
        "number:decimal-places": decimals,
      ])
  }

  // MARK: Settings

  /// Writes that headers stay where they are while the rest moves, as LibreOffice keeps it.
  private static func writeSettings(of sheets: [SheetDraft], to writer: inout XMLWriter) {
    func item(_ name: String, _ type: String, _ value: String, _ writer: inout XMLWriter) {
      writer.raw(
        "<config:config-item config:name=\"\(name)\" config:type=\"\(type)\">\(value)</config:config-item>")
    }
    // The schema requires something in each entry.
    let frozen = sheets.filter { $0.headerRows > 0 }
    guard !frozen.isEmpty else { return }
    writer.raw(
      "<office:settings><config:config-item-set config:name=\"ooo:view-settings\"><config:config-item-map-indexed config:name=\"Views\"><config:config-item-map-entry>"
    )
    item("ViewId", "string", "view1", &writer)
    writer.raw("<config:config-item-map-named config:name=\"Tables\">")
    for sheet in frozen {
      writer.begin("config:config-item-map-entry", ["config:name": sheet.name])
      item("VerticalSplitMode", "short", "2", &writer)
      item("VerticalSplitPosition", "int", "\(sheet.headerRows)", &writer)
      item("PositionBottom", "int", "\(sheet.headerRows)", &writer)
      writer.end()
    }
    writer.raw(
      "</config:config-item-map-named></config:config-item-map-entry></config:config-item-map-indexed></config:config-item-set></office:settings>"
    )
  }
}
