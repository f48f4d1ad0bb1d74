import Containers
import RichText
import Testing

@testable import DocumentModel

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

  static func style(
    _ name: String, _ family: String = "paragraph", parent: String? = nil, text: String = "",
    paragraph: String = "",
    more: String = ""
  ) -> String {
    let based = parent.map { " style:parent-style-name=\"\($0)\"" } ?? ""
    return "<style:style style:name=\"\(name)\" style:family=\"\(family)\"\(based)\(more)>"
      + "<style:paragraph-properties \(paragraph)/><style:text-properties \(text)/></style:style>"
  }

  static func p(_ text: String, _ style: String = "") -> String {
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

  @Test(
    arguments: [
      ("A <text:span text:style-name=\"T1\">$x^2$</text:span> b", "Text", "A $x^2$ b"),
      ("$$x$$", "P1", "$$x$$"), ("A <text:span text:style-name=\"T1\">$5</text:span>", "Text", "A $5"),
      ("A <text:span text:style-name=\"T2\">$x$</text:span>", "Text", "A \\$x$"),
    ])
  func `Formulas that were pasted as HTML are in no language`(body: String, style: String, markdown: String)
    throws
  {
    let none = "fo:language=\"zxx\" fo:country=\"none\""
    try OpenDocumentCase(
      Self.p(body, style),
      automatic: Self.style("T1", "text", text: none) + Self.style("P1", text: none)
        + Self.style("T2", "text", text: "fo:language=\"en\""), markdown
    ).check()
  }

  @Test func `A further reference to a note that was pasted as HTML is a link to its place there`() throws {
    func link(_ number: Int) -> String {
      "<text:a xlink:href=\"#sdfootnote\(number)sym\"><text:span>\(number)</text:span></text:a>"
    }
    let note =
      "<text:note text:id=\"ftn0\"><text:note-citation>1</text:note-citation><text:note-body>\(Self.p("b"))</text:note-body></text:note>"
    try OpenDocumentCase(
      Self.p("a\(note) c\(link(1)) d\(link(2))"), "a[^1] c[^1] d[2](#sdfootnote2sym)\n\n[^1]: b"
    ).check()
  }

  @Test func `TeX that a formula is called counts if the formula is the same`() throws {
    let tex = "\\mathbb{N} \\le x^2"
    let command = try #require(MathMLWriter.starMath(tex))
    func formula(_ command: String) -> String {
      let math =
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><semantics><mi>y</mi><annotation encoding=\"StarMath 5.0\">\(command)</annotation></semantics></math>"
      return Self.p(
        "a <draw:frame text:anchor-type=\"as-char\"><draw:object>\(math)</draw:object><svg:title>\(tex)</svg:title></draw:frame>"
      )
    }
    try OpenDocumentCase(formula(command.replacing("<", with: "&lt;")), "a $\(tex)$").check()
    try OpenDocumentCase(formula("y"), "a $y$").check()
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

  private static func note(_ content: String) -> String {
    "<text:note><text:note-citation>1</text:note-citation><text:note-body>\(content)</text:note-body></text:note>"
  }

  private static func box(_ content: String) -> String {
    "<draw:frame><draw:text-box>\(content)</draw:text-box></draw:frame>"
  }

  @Test func `Notes and boxes take neither the bookmarks nor the links of the text around them`() throws {
    let mark = "<text:bookmark text:name=\"k\"/>"
    let reference = Self.p("<text:a xlink:href=\"#k\">l</text:a>")
    let address = "xlink:href=\"https://example.org\""
    let cases: [OpenDocumentCase] = [
      OpenDocumentCase(
        Self.p(mark + "a" + Self.note(Self.p("n"))) + reference,
        "<a id=\"k\"></a>a[^1]\n\n[l](#k)\n\n[^1]: n"),
      OpenDocumentCase(
        Self.p("a" + Self.note(Self.p(mark + "n"))) + reference,
        "a[^1]\n\n[l](#k)\n\n[^1]: <a id=\"k\"></a>n"),
      OpenDocumentCase(
        "<text:h>\(mark)Head\(Self.note(Self.p("n")))</text:h>" + reference,
        "# Head[^1]\n\n[l](#head1)\n\n[^1]: n"),
      OpenDocumentCase(
        Self.p(mark + "a" + Self.box(Self.p("in"))) + reference, "<a id=\"k\"></a>a\n\nin\n\n[l](#k)"),
      OpenDocumentCase(
        Self.p(mark + Self.box(Self.p("in"))) + reference, "<a id=\"k\"></a>in\n\n[l](#k)"),
      OpenDocumentCase(
        Self.p("<text:a \(address)>a\(Self.note(Self.p("n"))) b</text:a>"),
        "[a[^1] b](https://example.org)\n\n[^1]: n"),
      OpenDocumentCase(
        Self.p("<text:a \(address)>a\(Self.box(Self.p("in"))) b</text:a>"),
        "[a b](https://example.org)\n\nin"),
      // The link of a frame is that of all that stands in it.
      OpenDocumentCase(
        Self.p("a<draw:a \(address)>\(Self.box(Self.p("in")))</draw:a>"),
        "a\n\n[in](https://example.org)"),
    ]
    for test in cases { try test.check() }
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
    #expect(message(Array("hello".utf8)) == "the bytes are not ODT")
    #expect(message(Array("<html/>".utf8)) == "the bytes are not an OpenDocument text")
    var writer = ZipWriter()
    writer.add("content.xml", [1, 2, 3])
    writer.add("META-INF/manifest.xml", Array("<manifest:encryption-data/>".utf8))
    #expect(message(writer.finish()).contains("password"))
  }
}
