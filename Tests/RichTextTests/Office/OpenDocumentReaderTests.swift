import Containers
import RichText
import Testing

/// A piece of a document, and the Markdown that it means.
struct OpenDocumentCase: CustomTestStringConvertible, Sendable {
  let file: OpenDocumentFile
  let markdown: String
  var testDescription: String { String(file.body.prefix(120)) }

  init(_ body: String, automatic: String = "", common: String = "", _ markdown: String) {
    file = OpenDocumentFile(body, automatic: automatic, common: common)
    self.markdown = markdown
  }

  func check() throws {
    #expect(try file.markdown() == markdown + (markdown.isEmpty ? "" : "\n"))
  }
}

/// What the pieces of a document of OpenDocument mean.
@Suite struct OpenDocumentReaderTests {

  private static func style(
    _ name: String, _ family: String = "paragraph", parent: String? = nil, text: String = "",
    paragraph: String = "",
    more: String = ""
  ) -> String {
    let based = parent.map { " style:parent-style-name=\"\($0)\"" } ?? ""
    return "<style:style style:name=\"\(name)\" style:family=\"\(family)\"\(based)\(more)>"
      + "<style:paragraph-properties \(paragraph)/><style:text-properties \(text)/></style:style>"
  }

  private static func p(_ text: String, _ style: String = "") -> String {
    "<text:p text:style-name=\"\(style)\">\(text)</text:p>"
  }

  @Test(arguments: [nil, "Standard"])
  func `Lines of code are one block, whatever space each has after it`(parent: String?) throws {
    let font = "fo:font-family=\"Liberation Mono\""
    try OpenDocumentCase(
      Self.p("def f():", "P1") + Self.p("<text:s text:c=\"4\"/>return 1", "P2"),
      automatic: Self.style("P1", parent: parent, text: font, paragraph: "fo:margin-bottom=\"0pt\"")
        + Self.style("P2", parent: parent, text: font, paragraph: "fo:margin-bottom=\"6pt\""),
      "```\ndef f():\n    return 1\n```"
    ).check()
  }

  @Test func `Cells and rows that are repeated are there as often, within bounds`() throws {
    func cell(_ text: String, _ repeats: Int = 1) -> String {
      "<table:table-cell table:number-columns-repeated=\"\(repeats)\">\(Self.p(text))</table:table-cell>"
    }
    func row(_ cells: String, _ repeats: Int = 1) -> String {
      "<table:table-row table:number-rows-repeated=\"\(repeats)\">\(cells)</table:table-row>"
    }
    let rows = row(cell("a") + cell("b", 2)) + row(cell("x", 3), 2) + row(cell("", 3), 99) + row(cell("e", 3))
    try OpenDocumentCase(
      "<table:table><table:table-header-rows>\(rows.replacing("</table:table-row>", with: "</table:table-row></table:table-header-rows>", maxReplacements: 1))</table:table>",
      """
      | a   | b   | b   |
      | --- | --- | --- |
      | x   | x   | x   |
      | x   | x   | x   |
      |     |     |     |
      | e   | e   | e   |
      """
    ).check()
    // What is said to be repeated without end is not.
    var nested = "x"
    for _ in 0..<8 {
      nested =
        "<table:table><table:table-row table:number-rows-repeated=\"1000\"><table:table-cell table:number-columns-repeated=\"1000\"><text:p>\(nested)</text:p></table:table-cell></table:table-row></table:table>"
    }
    let document = try OpenDocumentReader().read(OpenDocumentFile(nested).bytes)
    #expect(MarkdownWriter().write(document).count < 1 << 20)
  }

  @Test(
    "Paragraphs",
    arguments: [
      OpenDocumentCase("<text:h text:outline-level=\"2\">a</text:h><text:h>b</text:h>", "## a\n\n# b"),
      // Google Docs writes its headings as paragraphs, and names may be written in code.
      OpenDocumentCase(
        p("a", "P1"), automatic: style("P1", parent: "Heading_20_2"), common: style("Heading_20_2"), "## a"),
      OpenDocumentCase(p("a", "x"), common: style("x", more: " style:default-outline-level=\"3\""), "### a"),
      OpenDocumentCase(
        p("a", "Quotations") + p("b", "P1"), automatic: style("P1", parent: "Quotations"),
        common: style("Quotations"), "> a\n>\n> b"),
      OpenDocumentCase(
        p("a<text:s text:c=\"3\"/>b", "C") + p("", "C") + p("<text:tab/>c", "C"),
        common: style("C", more: " style:display-name=\"Preformatted Text\""),
        "```\na   b\n\n\tc\n```"),
      // A space behind the end of a line is one, as LibreOffice indents code.
      OpenDocumentCase(
        p("a<text:line-break/> <text:s/>b", "C"),
        common: style("C", more: " style:display-name=\"Preformatted Text\""), "```\na\n  b\n```"),
      OpenDocumentCase(p("", "Horizontal_20_Line"), common: style("Horizontal_20_Line"), "---"),
      OpenDocumentCase(p("a", "P1"), automatic: style("P1", paragraph: "fo:margin-left=\"1cm\""), "> a"),
      OpenDocumentCase(
        "<text:section>\(p("a"))</text:section><text:section text:display=\"none\">\(p("b"))</text:section>",
        "a"),
      OpenDocumentCase(
        "<text:tracked-changes><text:changed-region>\(p("deleted"))</text:changed-region></text:tracked-changes>\(p("a"))",
        "a"),
    ])
  func paragraphs(_ test: OpenDocumentCase) throws { try test.check() }

  @Test(
    "Text",
    arguments: [
      OpenDocumentCase(p("  a \n b<text:span> </text:span> c "), "a b c"),
      OpenDocumentCase(p("a<text:line-break/>b<text:soft-page-break/>"), "a\\\nb"),
      OpenDocumentCase(
        p(
          "a <text:note><text:note-citation>1</text:note-citation><text:note-body>\(p("n"))</text:note-body></text:note> b"
        ),
        "a [^1] b\n\n[^1]: n"),
      // A heading that is named by its number and words.
      OpenDocumentCase(
        p(
          "<text:a xlink:href=\"#1.2.The%20end%7Coutline\">x</text:a> <text:a xlink:href=\"#1.No|outline\">y</text:a>"
        ) + "<text:h text:outline-level=\"2\">The  end</text:h>",
        "[x](#the-end) [y](#1.No)\n\n## The end"),
      // LibreOffice draws Word's rules.
      OpenDocumentCase(
        p("a") + p("<draw:rect style:rel-width=\"100%\" svg:height=\"0.02in\"><text:p/></draw:rect>")
          + p("b"), "a\n\n---\n\nb"),
      // What follows a shape, known or not, is of the paragraph around it.
      OpenDocumentCase(
        p(
          "a <draw:custom-shape>\(p("in"))<text:list><text:list-item>\(p("item"))</text:list-item></text:list></draw:custom-shape>b"
        ),
        "a b\n\nin\n\n- item"),
      OpenDocumentCase(
        p("a <draw:shape-to-come>\(p("one"))\(p("two"))</draw:shape-to-come>b") + p("c"),
        "a b\n\none\n\ntwo\n\nc"),
      // Fields that show nothing, and what a condition hides.
      OpenDocumentCase(
        p(
          "a<text:variable-set text:display=\"none\">1</text:variable-set><text:hidden-text>b</text:hidden-text><text:hidden-text text:is-hidden=\"true\">c</text:hidden-text><text:script>d()</text:script>"
        )
          + p("<text:hidden-paragraph text:is-hidden=\"true\"/>e") + p("<text:hidden-paragraph/>f"), "ab\n\nf"
      ),
      OpenDocumentCase(
        p(
          "<text:span text:style-name=\"I\">a</text:span><text:line-break/><text:span text:style-name=\"I\">b</text:span>"
        ),
        automatic: style("I", "text", text: "fo:font-style=\"italic\""), "*a\\\nb*"),
      // Scripts have faces of their own; signs of none follow the text before them.
      OpenDocumentCase(
        p(
          "a<text:span text:style-name=\"B\">bold 不粗 שלא</text:span> <text:span text:style-name=\"A\">thin 很粗</text:span>"
        ),
        automatic: style("B", "text", text: "fo:font-weight=\"bold\" style:font-weight-asian=\"normal\"")
          + style("A", "text", text: "style:font-weight-asian=\"bold\""),
        "a**bold** 不粗 שלא thin **很粗**"),
      // What somebody set a whole paragraph in is emphasis; what its common style looks like is none.
      OpenDocumentCase(
        p("a", "P1"), automatic: style("P1", parent: "Standard", text: "fo:font-style=\"italic\""),
        common: style("Standard"), "*a*"),
      OpenDocumentCase(
        p("a", "P1") + p("<text:span text:style-name=\"T1\">b</text:span> c", "P2"),
        automatic: style("P1", parent: "X") + style("P2", parent: "X", text: "fo:font-style=\"italic\"")
          + style("T1", "text", text: "fo:font-weight=\"normal\" fo:font-style=\"normal\""),
        common: style("X", text: "fo:font-weight=\"bold\""), "a\n\nb *c*"),
      OpenDocumentCase(
        "<text:h text:outline-level=\"1\" text:style-name=\"P1\">a</text:h>",
        automatic: style("P1", text: "fo:font-weight=\"bold\""), "# a"),
      OpenDocumentCase(
        p("<text:span text:style-name=\"B\">a <text:span text:style-name=\"I\">b</text:span></text:span>"),
        automatic: style("B", "text", text: "fo:font-weight=\"bold\"")
          + style("I", "text", text: "fo:font-style=\"italic\""),
        "**a *b***"),
      OpenDocumentCase(
        p(
          "<text:span text:style-name=\"Strong\">a <text:span text:style-name=\"N\">b</text:span></text:span>"
        ),
        automatic: style("N", "text", text: "fo:font-weight=\"normal\""),
        common: style("Strong", "text", text: "fo:font-weight=\"bold\""), "**a** b"),
      OpenDocumentCase(
        p("<text:span text:style-name=\"S\">x</text:span>"),
        automatic: style("S", "text", text: "style:text-position=\"-33% 58%\""),
        "<sub>x</sub>"),
      OpenDocumentCase(
        p("a<text:span text:style-name=\"H\">hidden</text:span>"),
        automatic: style("H", "text", text: "text:display=\"none\""), "a"),
      OpenDocumentCase(
        p(
          "<text:span text:style-name=\"Source_20_Text\">code</text:span> <text:span text:style-name=\"User_20_Entry\">Ctrl</text:span>"
        ),
        common: style("Source_20_Text", "text") + style("User_20_Entry", "text"), "`code` <kbd>Ctrl</kbd>"),
      OpenDocumentCase(
        p("a<office:annotation><text:p>no</text:p></office:annotation>b<text:date>today</text:date>"),
        "abtoday"),
      OpenDocumentCase(
        p("<text:a xlink:href=\"https://example.org\" office:name=\"t\">a</text:a>"),
        "[a](https://example.org \"t\")"),
      OpenDocumentCase(
        p("<text:a xlink:href=\"#my%20place\">a</text:a> <text:a xlink:href=\"#a b\">b</text:a>")
          + p("<text:bookmark text:name=\"my place\"/>c") + p("<text:bookmark text:name=\"a b\"/>d"),
        "[a](#my_place) [b](#a_b)\n\n<a id=\"my_place\"></a>c\n\n<a id=\"a_b\"></a>d"),
      OpenDocumentCase(
        p("<text:a xlink:href=\"#End|outline\">a</text:a>")
          + "<text:h><text:bookmark text:name=\"End\"/>The End</text:h>",
        "[a](#the-end)\n\n# The End"),
      OpenDocumentCase(
        p(
          "a<text:note text:note-class=\"footnote\"><text:note-citation>1</text:note-citation><text:note-body>\(p("note"))</text:note-body></text:note>b"
        ),
        "a[^1]b\n\n[^1]: note"),
      OpenDocumentCase(
        p("<text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>kan</text:ruby-text></text:ruby>"),
        "漢"),
      OpenDocumentCase(
        p("a<draw:frame><draw:text-box>\(p("boxed"))</draw:text-box></draw:frame>b"), "ab\n\nboxed"),
    ])
  func text(_ test: OpenDocumentCase) throws { try test.check() }

  // MARK: Lists

  private static func list(_ items: String..., style: String = "N", more: String = "") -> String {
    "<text:list text:style-name=\"\(style)\"\(more)>"
      + items.map { "<text:list-item>\($0)</text:list-item>" }.joined() + "</text:list>"
  }

  private static let listStyles =
    "<text:list-style style:name=\"N\"><text:list-level-style-number text:level=\"1\" style:num-format=\"1\"/><text:list-level-style-bullet text:level=\"2\" text:bullet-char=\"•\"/></text:list-style>"

  @Test(
    "Lists",
    arguments: [
      OpenDocumentCase(
        list(p("a") + "<text:list><text:list-item>\(p("b"))</text:list-item></text:list>", p("c")),
        automatic: listStyles, "1. a\n   - b\n2. c"),
      OpenDocumentCase(list(p("a") + p("more"), p("b")), automatic: listStyles, "1. a\n\n   more\n\n2. b"),
      OpenDocumentCase(
        list(p("a")) + p("text") + list(p("b"), more: " text:continue-numbering=\"true\""),
        automatic: listStyles,
        "1. a\n\ntext\n\n2. b"),
      OpenDocumentCase(
        list(p("a")) + p("text") + list(p("b")), automatic: listStyles, "1. a\n\ntext\n\n1. b"),
      OpenDocumentCase(
        list(p("a"), more: " xml:id=\"l\"") + p("x")
          + list(p("b"), style: "M", more: " text:continue-list=\"l\""), automatic: listStyles,
        "1. a\n\nx\n\n- b"),
      OpenDocumentCase(
        "<text:list text:style-name=\"N\"><text:list-item text:start-value=\"7\">\(p("a"))</text:list-item></text:list>",
        automatic: listStyles, "7. a"),
      OpenDocumentCase(
        "<text:list text:style-name=\"N\"><text:list-item><text:h text:outline-level=\"1\">a</text:h></text:list-item></text:list>",
        automatic: listStyles, "# a"),
      OpenDocumentCase(
        "<text:list text:style-name=\"N\"><text:list-header>\(p("a"))</text:list-header><text:list-item>\(p("b"))</text:list-item></text:list>",
        automatic: listStyles, "1. a\n2. b"),
      OpenDocumentCase(list(p("☑ a"), style: "B"), "- [x] a"),
      OpenDocumentCase(list(p("a", "Quotations")), common: style("Quotations"), "> - a"),
    ])
  func lists(_ test: OpenDocumentCase) throws { try test.check() }

  private static func listStyle(_ name: String, _ margin: String) -> String {
    "<text:list-style style:name=\"\(name)\"><text:list-level-style-bullet text:level=\"1\" text:bullet-char=\"•\"><style:list-level-properties text:list-level-position-and-space-mode=\"label-alignment\"><style:list-level-label-alignment fo:margin-left=\"\(margin)\"/></style:list-level-properties></text:list-level-style-bullet></text:list-style>"
  }

  @Test
  func
    `Lists that are set in further than the one before are nested, and what is set in from an item is quoted there`()
    throws
  {
    let test = OpenDocumentCase(
      Self.list(Self.p("a"), style: "L1", more: " xml:id=\"l\"") + Self.list(Self.p("b"), style: "L2")
        + Self.list(Self.p("c"), style: "L1", more: " text:continue-list=\"l\"") + Self.p("q", "P2")
        + Self.p("text")
        + Self.p("r", "P2") + Self.list(Self.p("d"), style: "L2"),
      automatic: Self.listStyle("L1", "0.25in") + Self.listStyle("L2", "0.5in")
        + Self.style("P2", paragraph: "fo:margin-left=\"1in\""),
      "- a\n  - b\n- c\n  > q\n\ntext\n\n> r\n\n- d")
    try test.check()
  }

  @Test func `Lists within items without text of their own go on`() throws {
    let inner = "<text:list><text:list-item>\(Self.p("b"))</text:list-item></text:list>"
    let numbers = (1...2).map {
      "<text:list-level-style-number text:level=\"\($0)\" style:num-format=\"1\"/>"
    }
    let more = " text:continue-numbering=\"true\""
    let test = OpenDocumentCase(
      Self.list(Self.p("a") + inner) + Self.p("text") + Self.list(inner, more: more)
        + Self.list(Self.p("c") + inner, more: more),
      automatic: "<text:list-style style:name=\"N\">\(numbers.joined())</text:list-style>",
      "1. a\n   1. b\n\n      text\n\n   2. b\n2. c\n   1. b")
    try test.check()
  }

  @Test func `Places that a cell covers may be left out`() throws {
    func row(_ cells: String...) -> String { "<table:table-row>\(cells.joined())</table:table-row>" }
    func cell(_ text: String, _ span: String = "") -> String {
      "<table:table-cell\(span)>\(Self.p(text))</table:table-cell>"
    }
    let wide = " table:number-columns-spanned=\"2\""
    let tall = " table:number-rows-spanned=\"2\""
    let file = OpenDocumentFile(
      "<table:table>\(row(cell("a", wide), cell("b", tall)))\(row(cell("c"), cell("d")))</table:table>")
    let table = try OpenDocumentReader().read(file.bytes).blocks
    guard case .table(let table)? = table.first else { throw Missing() }
    #expect(table.rows.map { $0.map(\.columns) } == [[2, 1], [1, 1]])
    #expect(table.rows[0].map(\.rows) == [1, 2])
  }

  private struct Missing: Error {}

  @Test func `Paragraphs between parts of a list stand in the items that they are indented as far as`() throws
  {
    func level(_ number: Int) -> String {
      "<text:list-level-style-bullet text:level=\"\(number)\" text:bullet-char=\"•\"><style:list-level-properties text:list-level-position-and-space-mode=\"label-alignment\"><style:list-level-label-alignment fo:margin-left=\"\(Double(number) / 2)in\"/></style:list-level-properties></text:list-level-style-bullet>"
    }
    func margins(_ left: String, _ right: String = "0in") -> String {
      "fo:margin-left=\"\(left)\" fo:margin-right=\"\(right)\""
    }
    let nested = "<text:list><text:list-item>\(Self.p("b", "P1"))</text:list-item></text:list>"
    let test = OpenDocumentCase(
      Self.list(Self.p("a", "P1") + nested, style: "N") + Self.p("in b", "C2") + Self.p("in a", "C1")
        + Self.p("quoted in a", "P2")
        + Self.list(Self.p("c", "P1"), more: " text:continue-numbering=\"true\"")
        + Self.p("outside", "Standard"),
      automatic: "<text:list-style style:name=\"N\">\(level(1))\(level(2))</text:list-style>"
        // Margins that an item's style inherits are not those of its list.
        + Self.style("P1", parent: "List_20_Paragraph", more: " style:list-style-name=\"N\"")
        + Self.style("P2", parent: "Quote", paragraph: margins("0.8937in", "0.3937in")),
      common: Self.style("Standard") + Self.style("List_20_Paragraph", paragraph: margins("0.5in"))
        + Self.style("C1", paragraph: margins("0.5in")) + Self.style("C2", paragraph: margins("1in"))
        + Self.style("Quote", paragraph: margins("0.3937in", "0.3937in")),
      "- a\n\n  - b\n\n    in b\n\n  in a\n\n  > quoted in a\n\n- c\n\noutside")
    try test.check()
  }

  // MARK: Tables and pictures

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
    "A formula between paragraphs is displayed, one that stands like a letter is not",
    arguments: [
      ("paragraph", "block", "$$x$$\n"), ("as-char", "inline", "$x$\n"), ("as-char", "block", "$x$\n"),
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

  // MARK: Packages

  @Test func `Styles of a package's headers are not those of its text`() throws {
    let namespaces =
      "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\""
    let bold = Self.style("T1", "text", text: "fo:font-weight=\"bold\"")
    let italic = Self.style("T1", "text", text: "fo:font-style=\"italic\"")
    var writer = ZipWriter()
    writer.add("mimetype", Array("application/vnd.oasis.opendocument.text".utf8), .stored)
    writer.add(
      "styles.xml",
      Array(
        "<office:document-styles \(namespaces)><office:automatic-styles>\(bold)</office:automatic-styles></office:document-styles>"
          .utf8))
    writer.add(
      "content.xml",
      Array(
        "<office:document-content \(namespaces)><office:automatic-styles>\(italic)</office:automatic-styles><office:body><office:text>\(Self.p("<text:span text:style-name=\"T1\">a</text:span>"))</office:text></office:body></office:document-content>"
          .utf8))
    let document = try OpenDocumentReader().read(writer.finish())
    #expect(document.blocks == [.paragraph([.emphasis([.text("a")])])])
  }

  @Test func `Text boxes of Impress copy a dialect without the element for text`() throws {
    let xml = String(decoding: OpenDocumentFile(Self.p("a")).bytes, as: UTF8.self)
      .replacing("office:document ", with: "office:document-content ").replacing(
        "</office:document>", with: "</office:document-content>"
      )
      .replacing("<office:text>", with: "").replacing("</office:text>", with: "")
    #expect(try OpenDocumentReader().read(Array(xml.utf8)).blocks == [.paragraph([.text("a")])])
  }

  @Test func `What is no OpenDocument text is refused in a line that tells why`() {
    func message(_ bytes: [UInt8]) -> String {
      do {
        _ = try OpenDocumentReader().read(bytes)
        return ""
      } catch { return error.description }
    }
    #expect(message(Array("hello".utf8)) == "The bytes were no ODT")
    #expect(message(Array("<html/>".utf8)) == "The bytes were no OpenDocument text")
    var writer = ZipWriter()
    writer.add("content.xml", [1, 2, 3])
    writer.add("META-INF/manifest.xml", Array("<manifest:encryption-data/>".utf8))
    #expect(message(writer.finish()).contains("password"))
  }
}
