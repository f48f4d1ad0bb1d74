import Containers
import RichText
import Testing

/// Tables and pictures.
extension OpenDocumentReaderTests {
  @Test func `Numbers go on from cell to cell`() throws {
    func cell(_ list: String) -> String { "<table:table-cell>\(list)</table:table-cell>" }
    func list(_ attributes: String) -> String {
      "<text:list text:style-name=\"L\" \(attributes)><text:list-item>\(Self.p("x"))</text:list-item></text:list>"
    }
    let rows =
      "<table:table><table:table-row>\(cell(list("xml:id=\"l1\"")))\(cell(Self.p("a")))</table:table-row>"
      + "<table:table-row>\(cell(list("text:continue-numbering=\"true\"")))\(cell(Self.p("b")))</table:table-row>"
      + "<table:table-row>\(cell(list("text:continue-list=\"l1\"")))\(cell(Self.p("c")))</table:table-row></table:table>"
    let style =
      "<text:list-style style:name=\"L\"><text:list-level-style-number text:level=\"1\""
      + " style:num-format=\"1\" style:num-suffix=\".\"/></text:list-style>"
    let document = try OpenDocumentReader().read(OpenDocumentFile(rows, automatic: style).bytes)
    guard case .table(let table) = document.blocks.first else {
      Issue.record("No table")
      return
    }
    let starts = table.rows.map { row -> Int? in
      guard case .list(let list)? = row.first?.blocks.first, case .ordered(let start) = list.kind else {
        return nil
      }
      return start
    }
    #expect(starts == [1, 2, 3])
  }

  @Test func `What is typed for a list is one`() throws {
    let hanging = "fo:margin-left=\"0.5in\" fo:text-indent=\"-0.25in\""
    try OpenDocumentCase(
      Self.p("•<text:tab/>One", "P1") + Self.p("•<text:tab/>Two", "P1"),
      automatic: Self.style("P1", paragraph: hanging), "- One\n- Two"
    ).check()
    try OpenDocumentCase(
      Self.p("• One") + Self.p("•<text:s/>Two") + Self.p("1. First") + Self.p("2. Second") + Self.p("4. x"),
      "- One\n- Two\n  1. First\n  2. Second\n\n4\\. x"
    ).check()
  }

  @Test func `Cells span columns and rows, and hold blocks`() throws {
    func cell(_ text: String, _ more: String = "") -> String {
      "<table:table-cell \(more)>\(Self.p(text))</table:table-cell>"
    }
    let covered = "<table:covered-table-cell/>"
    let file = OpenDocumentFile(
      "<table:table><table:table-column table:number-columns-repeated=\"3\"/><table:table-header-rows><table:table-row>"
        + cell("a", "table:number-columns-spanned=\"2\"") + covered + cell("b")
        + "</table:table-row></table:table-header-rows>"
        + "<table:table-row>" + cell("c", "table:number-rows-spanned=\"2\"") + cell("d") + cell("e")
        + "</table:table-row>"
        + "<table:table-row>" + covered + "<table:table-cell>\(Self.list(Self.p("f")))</table:table-cell>"
        + cell("g")
        + "</table:table-row></table:table>")
    let table = try #require(OpenDocumentReader().read(file.bytes).spanningTable)
    #expect(table.rows[2][0].blocks == [.list(List(.bullet, items: [ListItem([.paragraph([.text("f")])])]))])
  }

  @Test func `A picture in the text has its descriptions and its size`() throws {
    let file = OpenDocumentFile(
      Self.p(
        "<draw:frame svg:width=\"2.54cm\" svg:height=\"1in\"><draw:image><office:binary-data>iVBORw==</office:binary-data></draw:image><svg:title>t</svg:title><svg:desc>a dot</svg:desc></draw:frame>"
      ))
    let document = try OpenDocumentReader().read(file.bytes)
    #expect(document.media.map(\.bytes) == [[0x89, 0x50, 0x4E, 0x47]])
    func shown(_ bytes: String) -> String {
      "<draw:frame><draw:image><office:binary-data>\(bytes)</office:binary-data></draw:image></draw:frame>"
    }
    let twice = OpenDocumentFile(Self.p(shown("iVBORw==") + shown("/9j/") + shown("iVBORw==")))
    let flat = try OpenDocumentReader().read(twice.bytes)
    #expect(flat.media.count == 2 && flat.images.map(\.source) == [0, 1, 0].map { .medium(Medium.ID($0)) })
    let image = Image(
      .medium(Medium.ID(0)), title: "t", alternative: "a dot", width: Length(points: 72),
      height: Length(points: 72))
    #expect(document.blocks == [.paragraph([.image(image)])])
  }

  @Test func `A framed picture with words below it is a figure`() throws {
    let picture = "<draw:frame><draw:image xlink:href=\"https://example.org/a.png\"/></draw:frame>"
    let file = OpenDocumentFile(
      Self.p(
        "<draw:frame><draw:text-box><text:p text:style-name=\"Illustration\">\(picture)Figure 1: a dot</text:p></draw:text-box></draw:frame>"
      ), common: Self.style("Illustration", "paragraph"))
    #expect(try file.markdown() == "![](https://example.org/a.png)\n\n*Figure 1: a dot*\n")
  }

  @Test(
    "A formula that stands alone is displayed where it says so",
    arguments: [
      ("paragraph", "block", "$$x$$\n"), ("as-char", "inline", "$x$\n"), ("as-char", "block", "$$x$$\n"),
      ("paragraph", "inline", "$x$\n"),
    ])
  func formulas(anchor: String, display: String, expected: String) throws {
    let math = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"\(display)\"><mi>x</mi></math>"
    let object = "<draw:object>\(math)</draw:object>"
    let frame = "<draw:frame text:anchor-type=\"\(anchor)\">\(object)</draw:frame>"
    #expect(try OpenDocumentFile("<text:p>\(frame)</text:p>").markdown() == expected)
  }

  @Test func `Styles that are declared nowhere are known by their names`() throws {
    let file = OpenDocumentFile(
      "<text:p text:style-name=\"Title\">a</text:p><text:p text:style-name=\"Heading_20_2\">b</text:p>"
        + "<text:p text:style-name=\"Title\">c</text:p><text:p text:style-name=\"x\">d</text:p>")
    #expect(try file.markdown() == "# a\n\n## b\n\n# c\n\nd\n")
  }

  @Test func `What was filled into a form stands where its controls do`() throws {
    let controls =
      "<form:text form:id=\"a\" form:current-value=\"Ann\"/><form:checkbox form:id=\"b\" form:label=\"Agreed\" form:current-state=\"checked\"/><form:checkbox form:id=\"c\"/><form:listbox form:id=\"d\"><form:option form:label=\"Red\"/><form:option form:label=\"Green\" form:current-selected=\"true\"/></form:listbox><form:radio form:id=\"e\" form:label=\"One\" form:current-selected=\"true\"/><form:fixed-text form:id=\"f\" form:label=\"Name\"/><form:combobox form:id=\"g\" form:current-value=\"Blue\"/>"
    let places = "fabcdeg".map { "<draw:control draw:control=\"\($0)\"/>" }.joined(separator: " ")
    let file = OpenDocumentFile(
      "<office:forms><form:form>\(controls)</form:form></office:forms>\(Self.p(places))")
    #expect(try file.markdown() == "Name Ann ☑ Agreed ☐ Green ◉ One Blue\n")
    let touching = "<draw:control draw:control=\"f\"/><draw:control draw:control=\"a\"/>"
    let dense = OpenDocumentFile(
      "<office:forms><form:form>\(controls)</form:form></office:forms>\(Self.p("x\(touching)y"))")
    #expect(try dense.markdown() == "x Name Ann y\n")
  }

  @Test func `Boxes and choices of Word's forms are what LibreOffice keeps of them`() throws {
    func mark(_ kind: String, _ values: KeyValuePairs<String, String>) -> String {
      let values = values.map { "<field:param field:name=\"\($0.key)\" field:value=\"\($0.value)\"/>" }
        .joined()
      return
        "<field:fieldmark field:type=\"vnd.oasis.opendocument.field.\(kind)\">\(values)</field:fieldmark>"
    }
    let file = OpenDocumentFile(
      Self.p(mark("FORMCHECKBOX", ["Checkbox_Checked": "true"]) + " a")
        + Self.p("b " + mark("FORMCHECKBOX", ["Checkbox_Checked": "false"]))
        + Self.p(
          mark(
            "FORMDROPDOWN",
            ["Dropdown_ListEntry": "one", "Dropdown_ListEntry": "two", "Dropdown_Selected": "1"])))
    #expect(try file.markdown() == "☑ a\n\nb ☐\n\ntwo\n")
  }

  @Test func `A table that LibreOffice has in a shape is one`() throws {
    let table =
      "<loext:table><table:table-row><table:table-cell>\(Self.p("a"))</table:table-cell><table:table-cell>\(Self.p("b"))</table:table-cell></table:table-row></loext:table>"
    let file = OpenDocumentFile(Self.p("x<draw:custom-shape>\(table)</draw:custom-shape>"))
    #expect(try file.markdown() == "x\n\n|     |     |\n| --- | --- |\n| a   | b   |\n")
  }

  @Test func `References lead to what they name`() throws {
    let file = OpenDocumentFile(
      Self.p(
        "<text:bookmark-ref text:ref-name=\"b\" text:reference-format=\"text\">here</text:bookmark-ref> on <text:bookmark-ref text:ref-name=\"b\" text:reference-format=\"page\">7</text:bookmark-ref>"
      ) + Self.p("<text:bookmark-start text:name=\"b\"/>here"))
    #expect(try file.markdown() == "[here](#b) on 7\n\n<a id=\"b\"></a>here\n")
  }
}
