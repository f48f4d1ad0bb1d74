import Containers

/// Writes workbooks that Excel, LibreOffice and others read (ECMA-376 part 1, 18, transitional). The bytes depend on
/// nothing but the sheets.
package struct WorkbookWriter {
  private var styles: [CellStyle: Int] = [:]
  private var styleList: [CellStyle] = []
  private var texts: [ArraySlice<UInt8>: Int] = [:]
  private var textList = XMLWriter(fragment: ())
  private var textCount = 0

  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let packages = "http://schemas.openxmlformats.org/package/2006/"
  /// Excel takes no more links of a sheet.
  private static let linkLimit = 65_530

  /// The workbook of sheets; empty for none.
  package static func write(_ sheets: [SheetDraft]) -> [UInt8] {
    guard !sheets.isEmpty else { return [] }
    var writer = WorkbookWriter()
    return writer.package(sheets)
  }

  private mutating func package(_ sheets: [SheetDraft]) -> [UInt8] {
    let parts = sheets.map { sheet($0, isFirst: $0.name == sheets[0].name) }
    var zip = ZipWriter()
    zip.add("[Content_Types].xml", contentTypes(parts.count))
    zip.add("_rels/.rels", Self.relationships([("officeDocument", "xl/workbook.xml", false)]))
    zip.add("xl/workbook.xml", Self.workbook(sheets))
    let targets = parts.indices.map { ("worksheet", "worksheets/sheet\($0 + 1).xml", false) }
    zip.add(
      "xl/_rels/workbook.xml.rels",
      Self.relationships(
        targets + [("styles", "styles.xml", false), ("sharedStrings", "sharedStrings.xml", false)]))
    zip.add("xl/styles.xml", stylesPart)
    zip.add("xl/sharedStrings.xml", textsPart)
    for (index, part) in parts.enumerated() {
      zip.add("xl/worksheets/sheet\(index + 1).xml", part.bytes)
      if !part.links.isEmpty {
        zip.add(
          "xl/worksheets/_rels/sheet\(index + 1).xml.rels",
          Self.relationships(part.links.map { ("hyperlink", $0, true) }))
      }
    }
    return zip.finish()
  }

  // MARK: Sheets

  private mutating func sheet(_ sheet: SheetDraft, isFirst: Bool) -> (bytes: [UInt8], links: [String]) {
    var writer = XMLWriter()
    writer.raw(
      "<worksheet xmlns=\"\(Self.main)\" xmlns:r=\"\(Self.relations)\"><sheetViews><sheetView\(isFirst ? " tabSelected=\"1\"" : "") workbookViewId=\"0\">"
    )
    if sheet.headerRows > 0 {
      writer.raw(
        "<pane ySplit=\"\(sheet.headerRows)\" topLeftCell=\"A\(sheet.headerRows + 1)\" activePane=\"bottomLeft\" state=\"frozen\"/>"
      )
    }
    writer.raw("</sheetView></sheetViews>")
    if !sheet.widths.isEmpty {
      writer.raw("<cols>")
      for (column, width) in sheet.widths.enumerated() {
        writer.raw("<col min=\"\(column + 1)\" max=\"\(column + 1)\" width=\"\(width)\" customWidth=\"1\"/>")
      }
      writer.raw("</cols>")
    }
    writer.raw("<sheetData>")
    let letters = sheet.widths.indices.map(Self.letters)
    var (merges, links): ([String], [(place: String, address: String)]) = ([], [])
    for (row, cells) in sheet.rows.enumerated() where !cells.isEmpty {
      let number = String(row + 1)
      writer.raw("<row r=\"", number, "\">")
      for cell in cells where cell.column < SheetBuilder.columnLimit {
        let column = cell.column < letters.count ? letters[cell.column] : Self.letters(cell.column)
        append(cell, column + number, style(CellStyle(cell, isHeader: row < sheet.headerRows)), to: &writer)
        if cell.columns > 1 || cell.rows > 1 {
          merges.append(
            "\(column)\(number):\(Self.letters(cell.column + cell.columns - 1))\(row + cell.rows)")
        }
        if let address = cell.link, links.count < Self.linkLimit { links.append((column + number, address)) }
      }
      writer.raw("</row>")
    }
    writer.raw("</sheetData>")
    if !merges.isEmpty {
      writer.raw("<mergeCells count=\"\(merges.count)\">")
      for merge in merges { writer.raw("<mergeCell ref=\"", merge, "\"/>") }
      writer.raw("</mergeCells>")
    }
    if !links.isEmpty {
      writer.raw("<hyperlinks>")
      for (index, link) in links.enumerated() {
        writer.raw("<hyperlink ref=\"\(link.place)\" r:id=\"rId\(index + 1)\"/>")
      }
      writer.raw("</hyperlinks>")
    }
    writer.raw("</worksheet>")
    return (writer.bytes, links.map(\.address))
  }

  private mutating func append(
    _ cell: SheetDraft.Cell, _ place: String, _ style: Int, to writer: inout XMLWriter
  ) {
    writer.raw("<c r=\"", place, "\"")
    if style > 0 { writer.raw(" s=\"", style, "\"") }
    switch cell.content {
    case .text, .plainText:
      if cell.text.isEmpty {
        writer.raw("/>")
      } else {
        writer.raw(" t=\"s\"><v>", text(cell.text), "</v></c>")
      }
    case .number(let spelling, _): writer.raw("><v>", spelling, "</v></c>")
    case .date(let serial, _, _):
      let digits = DecimalDigits(serial)?.spelling ?? []
      writer.raw("><v>", String(decoding: digits, as: UTF8.self), "</v></c>")
    case .boolean(let truth): writer.raw(" t=\"b\"><v>", truth ? 1 : 0, "</v></c>")
    }
  }

  /// The number of a shared text.
  private mutating func text(_ text: ArraySlice<UInt8>) -> Int {
    textCount += 1
    if let number = texts[text] { return number }
    let number = texts.count
    texts[text] = number
    let isPadded =
      text.first.map { $0 <= 0x20 } == true || text.last.map { $0 <= 0x20 } == true || text.contains(0x0A)
    textList.raw(isPadded ? "<si><t xml:space=\"preserve\">" : "<si><t>")
    textList.text(Self.escaped(text))
    textList.raw("</t></si>")
    return number
  }

  /// Writes characters that XML has no word for as Excel does, and what looks like such a one (ECMA-376 part 1,
  /// 22.9.2.19).
  private static func escaped(_ text: ArraySlice<UInt8>) -> String {
    let string = String(decoding: text, as: UTF8.self)
    let mayNeedEscapes = text.contains { (byte: UInt8) in byte < 0x20 || byte == UInt8(ascii: "_") }
    guard mayNeedEscapes else { return string }
    var result = ""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\0"..."\u{8}", "\u{B}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "_x" + String(repeating: "0", count: 4 - digits.utf8.count) + digits + "_"
      case "_": result += "_x005F_"
      default: result.unicodeScalars.append(scalar)
      }
    }
    // An underscore needs it only where an escape would begin.
    return result.contains("_x005F_") && !string.contains("_x")
      ? result.replacing("_x005F_", with: "_") : result
  }

  /// The letters of a column, from 0 on.
  private static func letters(_ column: Int) -> String {
    let last = String(UnicodeScalar(UInt8(0x41 + column % 26)))
    return column < 26 ? last : letters(column / 26 - 1) + last
  }

  // MARK: Styles

  private mutating func style(_ style: CellStyle) -> Int {
    if style == CellStyle.plain { return 0 }
    if let number = styles[style] { return number }
    styleList.append(style)
    styles[style] = styleList.count
    return styleList.count
  }

  private var stylesPart: [UInt8] {
    var codes: [String] = []
    for case let code? in styleList.map(\.format) where code != "@" && !codes.contains(code) {
      codes.append(code)
    }
    var writer = XMLWriter()
    writer.raw("<styleSheet xmlns=\"\(Self.main)\">")
    if !codes.isEmpty {
      writer.raw("<numFmts count=\"\(codes.count)\">")
      // Those below belong to Excel.
      for (index, code) in codes.enumerated() {
        writer.empty("numFmt", ["numFmtId": "\(164 + index)", "formatCode": code])
      }
      writer.raw("</numFmts>")
    }
    let font = "<sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/></font>"
    let link =
      "<u/><sz val=\"11\"/><color rgb=\"FF0563C1\"/><name val=\"Calibri\"/><family val=\"2\"/></font>"
    writer.raw(
      "<fonts count=\"4\"><font>\(font)<font><b/>\(font)<font>\(link)<font><b/>\(link)</fonts>"
        + "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill></fills>"
        + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
        + "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
        + "<cellXfs count=\"\(styleList.count + 1)\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>"
    )
    for style in styleList {
      let format = style.format.map { $0 == "@" ? 49 : 164 + (codes.firstIndex(of: $0) ?? 0) } ?? 0
      let font = (style.isBold ? 1 : 0) + (style.isLink ? 2 : 0)
      writer.raw(
        "<xf numFmtId=\"\(format)\" fontId=\"\(font)\" fillId=\"0\" borderId=\"0\" xfId=\"0\"\(format > 0 ? " applyNumberFormat=\"1\"" : "")\(font > 0 ? " applyFont=\"1\"" : "")"
      )
      writer.raw(
        style.isWrapped ? " applyAlignment=\"1\"><alignment vertical=\"top\" wrapText=\"1\"/></xf>" : "/>")
    }
    writer.raw(
      "</cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"
    )
    return writer.bytes
  }

  // MARK: Other parts

  private var textsPart: [UInt8] {
    var writer = XMLWriter()
    writer.raw("<sst xmlns=\"\(Self.main)\" count=\"\(textCount)\" uniqueCount=\"\(texts.count)\">")
    writer.raw(textList.bytes)
    writer.raw("</sst>")
    return writer.bytes
  }

  private static func workbook(_ sheets: [SheetDraft]) -> [UInt8] {
    var writer = XMLWriter()
    writer.raw("<workbook xmlns=\"\(main)\" xmlns:r=\"\(relations)\"><sheets>")
    for (index, sheet) in sheets.enumerated() {
      writer.empty("sheet", ["name": sheet.name, "sheetId": "\(index + 1)", "r:id": "rId\(index + 1)"])
    }
    writer.raw("</sheets></workbook>")
    return writer.bytes
  }

  private static func relationships(_ targets: [(kind: String, target: String, isExternal: Bool)]) -> [UInt8]
  {
    var writer = XMLWriter()
    writer.raw("<Relationships xmlns=\"\(packages)relationships\">")
    for (index, target) in targets.enumerated() {
      writer.empty(
        "Relationship",
        [
          "Id": "rId\(index + 1)", "Type": "\(relations)/\(target.kind)", "Target": target.target,
          "TargetMode": target.isExternal ? "External" : nil,
        ])
    }
    writer.raw("</Relationships>")
    return writer.bytes
  }

  private func contentTypes(_ sheetCount: Int) -> [UInt8] {
    let base = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    let parts =
      [("workbook", "sheet.main"), ("styles", "styles"), ("sharedStrings", "sharedStrings")]
      + (1...sheetCount).map { ("worksheets/sheet\($0)", "worksheet") }
    var writer = XMLWriter()
    writer.raw(
      "<Types xmlns=\"\(Self.packages)content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/>"
    )
    for (name, type) in parts {
      writer.raw("<Override PartName=\"/xl/\(name).xml\" ContentType=\"\(base)\(type)+xml\"/>")
    }
    writer.raw("</Types>")
    return writer.bytes
  }
}
