import Containers
import RichText
import Testing

/// What reports of faults showed, each with its kin.
extension OpenDocumentReaderTests {
  private static func cell(_ text: String, _ more: String = "") -> String {
    "<table:table-cell \(more)>\(p(text))</table:table-cell>"
  }

  private static func table(columns: Int, _ content: String...) -> String {
    "<table:table><table:table-column table:number-columns-repeated=\"\(columns)\"/>\(content.joined())</table:table>"
  }

  private static func row(_ cells: String...) -> String {
    "<table:table-row>\(cells.joined())</table:table-row>"
  }

  private static let empty = "|     |     |\n| --- | --- |\n"

  @Test(
    "Cells outside of rows make rows",
    arguments: [
      OpenDocumentCase(table(columns: 2, cell("a"), cell("b")), empty + "| a   | b   |"),
      OpenDocumentCase(
        table(columns: 2, cell("a"), cell("b"), cell("c"), cell("d")), empty + "| a   | b   |\n| c   | d   |"),
      OpenDocumentCase(
        table(columns: 2, cell("a"), cell("b"), row(cell("c"), cell("d")), cell("e"), cell("f")),
        empty + "| a   | b   |\n| c   | d   |\n| e   | f   |"),
      OpenDocumentCase(
        table(
          columns: 2, "<table:table-header-rows>\(cell("a"))\(cell("b"))</table:table-header-rows>",
          cell("c"), cell("d")),
        "| a   | b   |\n| --- | --- |\n| c   | d   |"),
      OpenDocumentCase("<table:table>\(cell("a"))\(cell("b"))</table:table>", empty + "| a   | b   |"),
      // What Qt writes: the text of a row's first cell stands behind it.
      OpenDocumentCase(
        table(columns: 2, row("<table:table-cell/>", p("a")), cell("b"), cell("c")),
        empty + "| a   |     |\n| b   | c   |"),
      OpenDocumentCase(p("x") + cell("a") + cell("b"), "x\n\na\n\nb"),
      OpenDocumentCase(
        table(
          columns: 2, "<table:table-cell>\(table(columns: 1, row(cell("in"))))</table:table-cell>", cell("b")),
        empty + "| in  | b   |"),
    ])
  func strayCells(_ test: OpenDocumentCase) throws { try test.check() }

  private static func header(_ content: String...) -> String {
    "<text:list-header>\(content.joined())</text:list-header>"
  }

  private static func item(_ content: String...) -> String {
    "<text:list-item>\(content.joined())</text:list-item>"
  }

  private static func numbered(_ content: String..., more: String = "") -> String {
    "<text:list text:style-name=\"D\"\(more)>\(content.joined())</text:list>"
  }

  private static let decimals =
    "<text:list-style style:name=\"D\">"
    + (1...3).map { "<text:list-level-style-number text:level=\"\($0)\" style:num-format=\"1\"/>" }.joined()
    + "</text:list-style>"

  @Test(
    "A list below a header counts by itself",
    arguments: [
      OpenDocumentCase(
        numbered(header(p("H"), numbered(item(p("a")), item(p("b")))), item(p("c")), item(p("d"))),
        automatic: decimals, "H\n\n1. a\n2. b\n\n1) c\n2) d"),
      OpenDocumentCase(
        numbered(header(numbered(item(p("a")))), item(p("c"))), automatic: decimals, "1. a\n\n1) c"),
      OpenDocumentCase(
        numbered(
          header(p("H"), numbered(header(p("I"), numbered(item(p("a")))), item(p("b")))), item(p("c"))),
        automatic: decimals, "H\n\nI\n\n1. a\n\n1) b\n\n1. c"),
      OpenDocumentCase(
        numbered(item(p("a")), header(p("H"), numbered(item(p("b")))), item(p("c"))), automatic: decimals,
        "1. a\n\n   H\n\n   1. b\n\n2. c"),
      OpenDocumentCase(
        numbered(item(p("a"))) + p("x")
          + numbered(
            header(p("H"), numbered(item(p("b")))), item(p("c")), more: " text:continue-numbering=\"true\""),
        automatic: decimals, "1. a\n\nx\n\nH\n\n1. b\n\n2) c"),
      // An item without text counts, as it is one.
      OpenDocumentCase(
        numbered(item(numbered(item(p("a")))), item(p("b"))), automatic: decimals, "1. a\n\n2) b"),
    ])
  func headersOfLists(_ test: OpenDocumentCase) throws { try test.check() }

  @Test(
    "A picture beside the document stays, by its address",
    arguments: [
      ("../pics/sea.jpg", "![x](pics/sea.jpg)"), ("../../up/sea.png", "![x](../up/sea.png)"),
      ("sea.jpg", "![x](sea.jpg)"), ("./sea.jpg", "![x](sea.jpg)"), ("../a%20b.png", "![x](a%20b.png)"),
      ("https://a.org/a.png", "![x](https://a.org/a.png)"),
      // One that is missing in the package, or lies on the machine that it was written on, is lost.
      ("Pictures/1.png", "![x]()"), ("./Pictures/1.png", "![x]()"), ("/home/me/1.png", "![x]()"),
      ("file:///tmp/1.png", "![x]()"),
      ("#x", "![x]()"), ("", "![x]()"),
    ])
  func picturesBeside(address: String, expected: String) throws {
    let frame =
      "<draw:frame><draw:image xlink:href=\"\(address)\"/><svg:desc>x</svg:desc></draw:frame>"
    var content = String(decoding: OpenDocumentFile(Self.p(frame)).bytes, as: UTF8.self)
    content = content.split(separator: "office:document ").joined(separator: "office:document-content ")
    content = content.split(separator: "</office:document>").joined() + "</office:document-content>"
    var writer = ZipWriter()
    writer.add("mimetype", Array("application/vnd.oasis.opendocument.text".utf8))
    writer.add("content.xml", Array(content.utf8))
    let document = try OpenDocumentReader().read(writer.finish())
    #expect(String(decoding: MarkdownWriter().write(document), as: UTF8.self) == expected + "\n")
  }

  private static let fixedStyle = style("M", "text", text: "fo:font-family=\"Courier New\"")

  private static func mono(_ content: String) -> String {
    "<text:span text:style-name=\"M\">\(content)</text:span>"
  }

  @Test(
    "Monospaced lines keep their indentation in items and cells",
    arguments: [
      OpenDocumentCase(
        list(p(mono("a<text:line-break/><text:s text:c=\"4\"/>b")), p("n")),
        automatic: listStyles + fixedStyle,
        "1. ```\n   a\n       b\n   ```\n2. n"),
      OpenDocumentCase(
        list(p(mono("a")) + p(mono("<text:s text:c=\"4\"/>b")), p("n")), automatic: listStyles + fixedStyle,
        "1. ```\n   a\n       b\n   ```\n2. n"),
      OpenDocumentCase(
        list(p(mono("a")), p(mono("b"))), automatic: listStyles + fixedStyle, "1. `a`\n2. `b`"),
      OpenDocumentCase(
        table(columns: 2, row(cell(mono("a<text:line-break/><text:s text:c=\"2\"/>b")), cell("c"))),
        automatic: fixedStyle,
        "|              |     |\n| ------------ | --- |\n| `a`<br>`  b` | c   |"),
    ])
  func indentedLines(_ test: OpenDocumentCase) throws { try test.check() }

  @Test(
    "An empty paragraph in a frame is a blank line",
    arguments: [
      ("fo:border=\"1pt solid\"", "a\n\nb"),
      ("fo:border-top=\"1pt solid\" fo:border-bottom=\"1pt solid\"", "a\n\nb"),
      ("fo:border-left=\"1pt solid\" fo:border-bottom=\"1pt solid\"", "a\n\nb"),
    ])
  func frames(borders: String, expected: String) throws {
    try OpenDocumentCase(
      Self.p("a", "B") + Self.p("", "B") + Self.p("b", "B"), automatic: Self.style("B", paragraph: borders),
      expected
    ).check()
  }

  private static func formula(display: String = "block") -> String {
    "<draw:frame text:anchor-type=\"as-char\"><draw:object><math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"\(display)\"><mi>x</mi></math></draw:object></draw:frame>"
  }

  @Test(
    "A formula of Writer is set apart where nothing else stands in its paragraph",
    arguments: [
      OpenDocumentCase(p(formula()), "$$x$$"), OpenDocumentCase(p("a " + formula()), "a $x$"),
      OpenDocumentCase(p(formula(display: "inline")), "$x$"),
      OpenDocumentCase(p(formula() + formula()), "$x$ $x$"),
      OpenDocumentCase(list(p(formula())), automatic: listStyles, "1. $x$"),
      OpenDocumentCase(
        table(columns: 2, row(cell(formula()), cell("b"))), "|     |     |\n| --- | --- |\n| $x$ | b   |"),
    ])
  func formulasAlone(_ test: OpenDocumentCase) throws { try test.check() }

  @Test func `What a content control shows is kept, also where it shows its placeholder`() throws {
    try OpenDocumentCase(
      Self.p("a <loext:content-control loext:showing-place-holder=\"true\">Click</loext:content-control> b"),
      "a Click b"
    ).check()
  }

  @Test(
    "Styles are what they are called, also where a document leaves out those that they are based on",
    arguments: [
      ("Preformatted_20_Text", "```\na\nb\n```"), ("Quotations", "> a\n>\n> b"),
      ("Heading_20_2", "## a\n\n## b"),
      ("Mine", "a\n\nb"),
    ])
  func undeclaredParents(parent: String, expected: String) throws {
    let style =
      "<style:style style:name=\"P1\" style:family=\"paragraph\" style:parent-style-name=\"\(parent)\"/>"
    try OpenDocumentCase(Self.p("a", "P1") + Self.p("b", "P1"), automatic: style, expected).check()
  }
}
