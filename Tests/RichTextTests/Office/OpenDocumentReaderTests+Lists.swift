import Containers
import RichText
import Testing

/// Lists.
extension OpenDocumentReaderTests {
  static func list(_ items: String..., style: String = "N", more: String = "") -> String {
    "<text:list text:style-name=\"\(style)\"\(more)>"
      + items.map { "<text:list-item>\($0)</text:list-item>" }.joined() + "</text:list>"
  }

  static let listStyles =
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
        automatic: listStyles, "a\n\n1. b"),
      OpenDocumentCase(list(p("☑ a"), style: "B"), "- [x] a"),
      OpenDocumentCase(list(p("a", "Quotations")), common: style("Quotations"), "> - a"),
    ])
  func lists(_ test: OpenDocumentCase) throws { try test.check() }

  /// A list of numbers on two levels.
  static func numberStyle(_ name: String) -> String {
    let levels = (1...2).map {
      "<text:list-level-style-number text:level=\"\($0)\" style:num-format=\"1\"/>"
    }
    return "<text:list-style style:name=\"\(name)\">\(levels.joined())</text:list-style>"
  }

  static let bulletStyle =
    "<text:list-style style:name=\"B\"><text:list-level-style-bullet text:level=\"1\" text:bullet-char=\"•\"/></text:list-style>"

  /// A list within an item; what it has before its items is a header.
  static func inner(_ items: String..., header: String = "") -> String {
    let before = header.isEmpty ? "" : "<text:list-header>\(header)</text:list-header>"
    return "<text:list>" + before
      + items.map { "<text:list-item>\($0)</text:list-item>" }.joined() + "</text:list>"
  }

  /// A list that goes on twice, with another one in between.
  static let interrupted: String = [
    list(p("a") + inner(p("b"), p("c")), more: " xml:id=\"l\""), p("x"), list(p("y"), style: "M"), p("z"),
    list(inner(p("d")), more: " text:continue-list=\"l\""), p("q"),
    list(p("e"), more: " text:continue-list=\"l\""),
  ].joined()

  static func h(_ text: String) -> String { "<text:h text:outline-level=\"1\">\(text)</text:h>" }

  @Test(
    "The numbers of lists that go on, and of items without text or without a number",
    arguments: [
      OpenDocumentCase(
        interrupted, automatic: numberStyle("N") + numberStyle("M"),
        "1. a\n   1. b\n   2. c\n\nx\n\n1. y\n\nz\n\n3. d\n\nq\n\n2. e"),
      OpenDocumentCase(
        list(p("a")) + p("x") + list(p("b"), more: " text:continue-list=\"missing\""),
        automatic: numberStyle("N"), "1. a\n\nx\n\n1. b"),
      // An item that holds only deeper ones counts, and does not part them from those before.
      OpenDocumentCase(
        list(inner(p("a")), inner(p("b")), p("c")), automatic: numberStyle("N"), "1. a\n2. b\n\n2) c"),
      OpenDocumentCase(
        list(p("a") + inner(p("b")), inner(p("c")), p("d")), automatic: numberStyle("N"),
        "1. a\n   1. b\n   2. c\n2. d"),
      OpenDocumentCase(
        list(inner(p("a")) + inner(p("b")), p("c")), automatic: numberStyle("N"),
        "1. a\n\n1) b\n\n2. c"),
      OpenDocumentCase(
        list(inner(p("a")) + p("plain"), p("b"), p("c")), automatic: numberStyle("N"),
        "1. a\n\nplain\n\n2. b\n3. c"),
      // A header before the items of a list is none of them, nor of the list before.
      OpenDocumentCase(
        list(p("a") + inner(p("b"), header: p("head")), p("c")), automatic: numberStyle("N"),
        "1. a\n\n   head\n\n   1. b\n\n2. c"),
      OpenDocumentCase(
        list(p("a"), style: "M")
          + "<text:list text:style-name=\"N\"><text:list-header>\(p("head"))</text:list-header><text:list-item>\(p("b"))</text:list-item></text:list>",
        automatic: numberStyle("N") + numberStyle("M"), "1. a\n\nhead\n\n1. b"),
      // Numbered headings count with the items of their list.
      OpenDocumentCase(
        list(h("A"), p("b"), h("C") + p("text"), p("d")), automatic: numberStyle("N"),
        "# A\n\n2. b\n\n# C\n\ntext\n\n4. d"),
      // Items that only say how deep a heading is do not put it into the item before.
      OpenDocumentCase(
        list(p("a"), style: "B") + list(inner(h("C"))) + list(p("d"), style: "B")
          + list(inner(inner(h("E")))),
        automatic: numberStyle("N") + bulletStyle, "- a\n\n# C\n\n- d\n\n# E"),
      OpenDocumentCase(
        list(p("a") + inner(h("B"))), automatic: numberStyle("N"), "1. a\n   # B"),
      OpenDocumentCase(
        list(h("A") + inner(p("x")), h("B") + inner(p("y"))), automatic: numberStyle("N"),
        "# A\n\n1. x\n\n# B\n\n1. y"),
      // One item has a style of its own.
      OpenDocumentCase(
        "<text:list text:style-name=\"N\"><text:list-item>\(p("a"))</text:list-item><text:list-item text:style-override=\"B\">\(p("b") + inner(p("n")))</text:list-item><text:list-item text:style-override=\"missing\">\(p("c"))</text:list-item></text:list>",
        automatic: numberStyle("N") + bulletStyle, "1. a\n\n- b\n  1. n\n\n3. c"),
    ])
  func numbers(_ test: OpenDocumentCase) throws { try test.check() }

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
}
