import Containers

/// Workbooks of Excel from pieces of their parts.
struct WorkbookFile {
  /// The content of each `worksheet`, by the names of the sheets.
  var sheets: [(name: String, state: String?, content: String)]
  var styles = ""
  var texts = ""
  /// Attributes of `workbookPr`.
  var properties = ""
  /// The addresses that the first sheet links to, as `rId1` and so on.
  var links: [String] = []
  /// How often the workbook lists its sheets, each time with the same parts.
  var listings = 1
  /// The namespaces of strict workbooks.
  var isStrict = false

  init(_ rows: String) { sheets = [("Sheet1", nil, "<sheetData>\(rows)</sheetData>")] }

  var bytes: [UInt8] {
    let relations =
      isStrict
      ? "http://purl.oclc.org/ooxml/officeDocument/relationships"
      : "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let main =
      isStrict
      ? "http://purl.oclc.org/ooxml/spreadsheetml/main"
      : "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    var writer = ZipWriter()
    func add(_ name: String, _ content: String) { writer.add(name, Array(content.utf8)) }
    func root(_ name: String, _ content: String) -> String {
      "<x:\(name) xmlns:x=\"\(main)\" xmlns=\"\(main)\" xmlns:r=\"\(relations)\">\(content)</x:\(name)>"
    }
    func relationships(_ targets: [(kind: String, target: String)], isExternal: Bool = false) -> String {
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
        + targets.enumerated().map {
          "<Relationship Id=\"rId\($0 + 1)\" Type=\"\(relations)/\($1.kind)\" Target=\"\($1.target)\"\(isExternal ? " TargetMode=\"External\"" : "")/>"
        }.joined() + "</Relationships>"
    }
    add("_rels/.rels", relationships([("officeDocument", "xl/workbook.xml")]))
    let list = sheets.enumerated().map { index, sheet in
      "<sheet name=\"\(sheet.name)\" sheetId=\"\(index + 1)\" r:id=\"rId\(index + 1)\"\(sheet.state.map { " state=\"\($0)\"" } ?? "")/>"
    }
    let listed = String(repeating: list.joined(), count: listings)
    add("xl/workbook.xml", root("workbook", "<workbookPr \(properties)/><sheets>\(listed)</sheets>"))
    let targets = sheets.indices.map { ("worksheet", "worksheets/sheet\($0 + 1).xml") }
    add(
      "xl/_rels/workbook.xml.rels",
      relationships(targets + [("styles", "styles.xml"), ("sharedStrings", "texts.xml")]))
    add("xl/styles.xml", root("styleSheet", styles))
    add("xl/texts.xml", root("sst", texts))
    for (index, sheet) in sheets.enumerated() {
      add("xl/worksheets/sheet\(index + 1).xml", root("worksheet", sheet.content))
    }
    add(
      "xl/worksheets/_rels/sheet1.xml.rels", relationships(links.map { ("hyperlink", $0) }, isExternal: true))
    return writer.finish()
  }
}

/// A spreadsheet of OpenDocument in one file, from the content of its sheets.
func flatSpreadsheet(_ content: String, styles: String = "") -> [UInt8] {
  let spaces = ["office", "text", "table", "style"].map {
    "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\""
  }
  return Array(
    """
    <office:document \(spaces.joined(separator: " ")) xmlns:xlink="http://www.w3.org/1999/xlink">\
    <office:automatic-styles>\(styles)</office:automatic-styles>\
    <office:body><office:spreadsheet>\(content)</office:spreadsheet></office:body></office:document>
    """.utf8)
}
