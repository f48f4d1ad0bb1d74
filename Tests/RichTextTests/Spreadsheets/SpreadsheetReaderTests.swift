import Testing

@testable import RichText

/// What is read of spreadsheets that programs write, one construct at a time.
@Suite struct SpreadsheetReaderTests {
  private func csv(_ bytes: [UInt8], sheet: Int = 0) throws -> String {
    let rows = try Spreadsheet(bytes).sheets[sheet].shownRows()
    return String(decoding: DelimitedWriter(separator: 0x2C).write(rows), as: UTF8.self)
  }

  private func values(_ bytes: [UInt8]) throws -> [[CellValue?]] {
    try #require(Spreadsheet(bytes).sheets[0].tables().first).held
  }

  private static let formats =
    "<numFmts><numFmt numFmtId=\"170\" formatCode=\"d.m.yy\"/></numFmts><cellStyleXfs><xf numFmtId=\"9\"/></cellStyleXfs><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"170\"/><xf numFmtId=\"10\"/><xf numFmtId=\"20\"/></cellXfs>"

  @Test("Values of every type are shown, and held", arguments: [false, true])
  func types(isStrict: Bool) throws {
    var file = WorkbookFile(
      """
      <row r="2"><c r="B2" t="s"><v>1</v></c><c r="C2" t="inlineStr"><is><t xml:space="preserve"> in </t></is></c>\
      <c r="D2" t="str"><f>A1</f><v>made</v></c><c r="E2" t="b"><v>1</v></c><c r="F2" t="e"><v>#DIV/0!</v></c></row>\
      <row><c><v>1</v></c><c r="C3" s="1"><v>45352</v></c><c s="2"><v>0.125</v></c><c s="3"><v>0.5</v></c>\
      <c t="d"><v>2024-03-01</v></c></row>
      """)
    file.styles = Self.formats
    file.texts = "<si><t>unused</t></si><si><r><t>a</t></r><r><t>_x0009_b</t></r><rPh><t>no</t></rPh></si>"
    file.isStrict = isStrict
    #expect(try csv(file.bytes) == ",\"a\tb\", in ,made,TRUE,#DIV/0!\n1,,1.3.24,12.50%,12:00,2024-03-01\n")
    #expect(
      try values(file.bytes)[1] == [
        .number("1"), nil, .date("2024-03-01"), .number("0.125"), .date("12:00:00"), .date("2024-03-01"),
      ])
  }

  @Test func `Days are counted from 1904 where the workbook says so`() throws {
    var file = WorkbookFile("<row><c s=\"1\"><v>0</v></c><c s=\"1\"><v>43890</v></c></row>")
    (file.styles, file.properties) = (Self.formats, "date1904=\"1\"")
    #expect(try csv(file.bytes) == "1.1.04,1.3.24\n")
  }

  @Test func `What is hidden is left out, and told`() throws {
    var file = WorkbookFile("")
    let cells = ["A", "B", "C", "D"]
    let rows = (1...4).map { row in
      "<row r=\"\(row)\"\(row == 2 ? " hidden=\"1\"" : "")>"
        + cells.map { "<c r=\"\($0)\(row)\"><v>\(row)</v></c>" }.joined() + "</row>"
    }
    file.sheets = [
      (
        "One", nil,
        "<cols><col min=\"2\" max=\"2\" hidden=\"1\"/></cols><sheetData>\(rows.joined())</sheetData><mergeCells><mergeCell ref=\"A3:C4\"/></mergeCells>"
      ),
      ("Two", "hidden", "<sheetData/>"), ("Three", "veryHidden", "<sheetData/>"),
    ]
    let book = try Spreadsheet(file.bytes)
    #expect(book.hiddenSheets == ["Two", "Three"])
    #expect(book.sheets[0].hiddenRows == 1 && book.sheets[0].hiddenColumns == 1)
    #expect(try csv(file.bytes) == "1,1,1\n3,3,3\n4,4,4\n")
    guard case .table(let table)? = try book.document().blocks.first else {
      throw RichTextError(.notThisFormat, "")
    }
    #expect(table.caption == [.text("One")])
    #expect(table.rows.map { $0.map(\.columns) } == [[1, 1, 1], [2, 1], [1]])
  }

  @Test func `Links, runs in bold and lines stay in documents`() throws {
    var file = WorkbookFile("")
    file.sheets = [
      (
        "Sheet1", nil,
        """
        <sheetData><row><c t="inlineStr"><is><t>link</t></is></c><c t="inlineStr"><is><r><t>a </t></r>\
        <r><rPr><b/><i val="0"/></rPr><t>b</t></r></is></c></row><row><c r="A2" t="inlineStr"><is><t>1
        2</t></is></c></row></sheetData><hyperlinks><hyperlink ref="A1" r:id="rId1" location="x"/></hyperlinks>
        """
      )
    ]
    file.links = ["https://example.org/?a=1&amp;b=2"]
    let markdown = MarkdownWriter().write(try Spreadsheet(file.bytes).document())
    let text = String(decoding: markdown, as: UTF8.self)
    #expect(text.contains("[link](https://example.org/?a=1&b=2#x)") && text.contains("a **b**"))
    #expect(text.contains("1<br>2"))
  }

  @Test func `Cells that come in disorder or twice are put in order`() throws {
    let file = WorkbookFile(
      "<row r=\"2\"><c r=\"B2\"><v>4</v></c><c r=\"A2\"><v>9</v></c><c r=\"A2\"><v>3</v></c></row><row r=\"1\"><c r=\"A1\"><v>1</v></c></row>"
    )
    #expect(try csv(file.bytes) == "1,\n3,4\n")
  }

  @Test func `Formulas that were never calculated are told`() throws {
    let file = WorkbookFile("<row><c><f>1+1</f></c><c><f>2+2</f><v>4</v></c></row>")
    #expect(try Spreadsheet(file.bytes).sheets[0].uncalculated == 1)
    #expect(try csv(file.bytes) == "4\n")
  }

  @Test func `OpenDocument's values, repeats, spaces and links are read`() throws {
    let file = flatSpreadsheet(
      """
      <table:table table:name="A"><table:table-column table:number-columns-repeated="3"/>\
      <table:table-column table:visibility="collapse"/>\
      <table:table-row table:number-rows-repeated="2"><table:table-cell/><table:table-cell office:value-type="float" \
      office:value="1.5" table:number-columns-repeated="2"><text:p>1,50</text:p></table:table-cell>\
      <table:table-cell office:value-type="string"><text:p>no</text:p></table:table-cell></table:table-row>\
      <table:table-row><table:table-cell/><table:table-cell office:value-type="currency" office:value="3"><text:p>3 €</text:p></table:table-cell>\
      <table:table-cell office:value-type="date" office:date-value="2024-03-01T00:00:00"><text:p>1.3.</text:p></table:table-cell></table:table-row>\
      <table:table-row><table:table-cell/><table:table-cell office:value-type="time" office:time-value="PT01H02M03S"><text:p>1:02</text:p></table:table-cell>\
      <table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>a  <text:s text:c="2"/>b</text:p>\
      <text:p><text:a xlink:href="http://x.y/">c</text:a></text:p></table:table-cell></table:table-row>\
      <table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>\
      <table:table table:name="B" table:style-name="h"/>
      """,
      styles: "<style:style style:name=\"h\"><style:table-properties table:display=\"false\"/></style:style>")
    #expect(try csv(file) == "\"1,50\",\"1,50\"\n\"1,50\",\"1,50\"\n3 €,1.3.\n1:02,\"a   b\nc\"\n")
    let held = try values(file)
    #expect(held[0] == [.number("1.5"), .number("1.5")] && held[2] == [.number("3"), .date("2024-03-01")])
    #expect(held[3] == [.date("01:02:03"), nil])
    let book = try Spreadsheet(file)
    #expect(book.hiddenSheets == ["B"] && book.sheets[0].hiddenColumns == 1)
    #expect(
      String(decoding: HTMLWriter().write(try book.document()), as: UTF8.self).contains(
        "<a href=\"http://x.y/\">c</a>"))
  }

  @Test func `A workbook of Excel 97 and an archive of something else are refused`() {
    #expect(throws: RichTextError.self) {
      try Spreadsheet([0xD0, 0xCF, 0x11, 0xE0] + Array(repeating: 0, count: 600))
    }
    #expect(throws: RichTextError.self) {
      try Spreadsheet(Format.wordProcessing.write(Document(), Format.Options()))
    }
    #expect(throws: RichTextError.self) {
      try Spreadsheet(Format.openDocument.write(Document(), Format.Options()))
    }
  }
}
