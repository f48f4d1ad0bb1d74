import RichText
import Testing

/// Constructs that converters are known to get wrong, each as Markdown should say it.
struct MarkdownTrapTests {
  private func markdown(_ inlines: [Inline], options: MarkdownWriter = MarkdownWriter()) -> String {
    markdown([.paragraph(inlines)], options: options)
  }

  private func markdown(_ blocks: [Block], options: MarkdownWriter = MarkdownWriter()) -> String {
    let written = String(decoding: options.write(Document(blocks)), as: UTF8.self)
    return String(written.dropLast())
  }

  // MARK: Emphasis

  @Test(
    "Emphasis survives its neighbours",
    arguments: [
      ([.text("a"), .strong([.text(" x ")]), .text("b")], "a **x** b"),
      ([.text("x"), .strong([.text("\u{A0}b\u{A0}")]), .text("y")], "x\u{A0}**b**\u{A0}y"),
      ([.text("a"), .strong([.text("“q.”")]), .text("b")], "a<strong>“q.”</strong>b"),
      ([.text("中"), .strong([.text("文。")]), .text("字")], "中<strong>文。</strong>字"),
      ([.strong([.text("a"), .emphasis([.text("b")])]), .emphasis([.text("c")])], "**a*b***_c_"),
      ([.strong([.text("a")]), .strong([.text("b")])], "**ab**"),
      ([.emphasis([.text("foo"), .lineBreak])], "*foo*"),
      (
        [.text("a"), .link(Link(destination: "u", [.strong([.text(" t ")])])), .text("b")], "a [**t**](u) b"
      ),
      ([.strong([.emphasis([.text("x")])])], "**_x_**"),
      ([.emphasis([.strong([.text("x")])])], "***x***"),
      ([.text("a"), .emphasis([.strong([.text("x")])]), .text("b")], "a***x***b"),
      ([.text("a"), .strong([.text("b"), .emphasis([.text("c")])]), .text("d")], "a**b*c***d"),
      ([.text("a"), .emphasis([.strong([.text("x")]), .text("y")]), .text("b")], "a***x**y*b"),
      ([.emphasis([.emphasis([.text("x")])])], "*_x_*"),
      ([.text("a"), .emphasis([.text("b")]), .text("c")], "a*b*c"),
      ([.text("a"), .strong([.text(" ")]), .text("b")], "a b"),
      ([.strong([])], ""),
      ([.text("a "), .strikethrough([.text("b")])], "a ~~b~~"),
    ] as [([Inline], String)])
  func emphasis(inlines: [Inline], expected: String) {
    #expect(markdown(inlines) == expected)
  }

  // MARK: Text

  @Test(
    "Only what would change the meaning is escaped",
    arguments: [
      ("1986. A", "1986\\. A"), ("1986.A", "1986.A"), ("+ 1", "\\+ 1"), ("+1", "+1"), ("- a", "\\- a"),
      ("-a", "-a"), ("# x", "\\# x"), ("#x", "#x"), ("> x", "\\> x"), ("~~~", "\\~\\~\\~"),
      ("[x]: y", "\\[x]: y"), ("[x] y", "\\[x] y"), ("[a] b", "[a] b"), ("[a](b)", "\\[a](b)"),
      ("~5 a~b~c", "\\~5 a\\~b\\~c"), ("~5 only", "~5 only"), ("<b>", "\\<b>"), ("a < b", "a < b"),
      ("<3", "<3"), ("&copy;", "\\&copy;"), ("AT&T", "AT&T"), ("snake_case_name", "snake_case_name"),
      ("2*3*4", "2\\*3\\*4"), ("2 * 3", "2 * 3"), ("5* hotel", "5* hotel"), ("_a_", "\\_a\\_"),
      ("a|b", "a|b"), ("$a$", "\\$a$"), ("a == b", "a == b"), ("x^2^", "x^2^"), ("a`b", "a`b"),
      ("`a`", "\\`a\\`"), ("\\*", "\\\\*"), ("C:\\dir", "C:\\dir"), ("end\\", "end\\"),
      ("http://x/a_b", "http://x/a_b"), ("see http://x/a_b?c=1&d=2.", "see http://x/a_b?c=1&d=2."),
      ("Wow!", "Wow!"), ("***", "\\*\\*\\*"), ("- - -", "\\- - -"), ("===", "==="),
    ])
  func escapes(text: String, expected: String) {
    #expect(markdown([.text(text)]) == expected)
  }

  @Test(
    "Lines after a break begin anew",
    arguments: [
      (.lineBreak, "# b", "a\\\n\\# b"), (.lineBreak, "- c", "a\\\n\\- c"), (.softBreak, "===", "a\n\\==="),
      (.softBreak, "---", "a\n\\---"), (.softBreak, "1. x", "a\n1\\. x"), (.softBreak, "|-|", "a\n\\|-|"),
      (.softBreak, ":-:", "a\n\\:-:"), (.lineBreak, "> q", "a\\\n\\> q"),
    ] as [(Inline, String, String)])
  func lineStarts(lineBreak: Inline, text: String, expected: String) {
    #expect(markdown([.text("a"), lineBreak, .text(text)]) == expected)
  }

  @Test func spaceAtTheEdgesOfParagraphsIsDropped() {
    #expect(markdown([.text("  a  "), .lineBreak, .text("\t")]) == "a")
  }

  @Test func exclamationMarkBeforeALinkIsNoImage() {
    #expect(markdown([.text("Go!"), .link(Link(destination: "u", [.text("t")]))]) == "Go\\![t](u)")
  }

  // MARK: Headings

  @Test(
    "Headings stay on one line",
    arguments: [
      ([.text("A"), .lineBreak, .text("B")], "## A B"), ([.text("x #")], "## x \\#"),
      ([.text("C#")], "## C#"), ([.text("#")], "## \\#"), ([.text("1. x")], "## 1. x"), ([], "##"),
    ] as [([Inline], String)])
  func headings(inlines: [Inline], expected: String) {
    #expect(markdown([.heading(level: 2, inlines)]) == expected)
  }

  // MARK: Code

  @Test(
    "Code spans hold backticks and spaces",
    arguments: [
      ("`", "`` ` ``"), ("a`b", "``a`b``"), (" a", "` a`"), (" a ", "`  a  `"), ("a\nb", "`a b`"),
      ("\\", "`\\`"),
      ("<b>", "`<b>`"),
    ])
  func code(code: String, expected: String) {
    #expect(markdown([.code(code)]) == expected)
  }

  @Test func emptyCodeIsNothing() {
    #expect(markdown([.text("a"), .code(""), .text("b")]) == "ab")
  }

  @Test(
    "Fences are longer than what they hold",
    arguments: [
      ("```\n", "````\n```\n````"), ("~~~\n", "```\n~~~\n```"), ("a\n\n\tb  \n", "```\na\n\n\tb  \n```"),
      ("no end", "```\nno end\n```"), ("", "```\n```"),
    ])
  func fences(code: String, expected: String) {
    #expect(markdown([.codeBlock(CodeBlock(code: code))]) == expected)
  }

  // MARK: Lists

  private func item(_ text: String) -> ListItem { ListItem([.paragraph([.text(text)])]) }

  @Test func numbersAreKeptAndContentIsAligned() {
    let nested = ListItem([.paragraph([.text("b")]), .list(List(.bullet, items: [item("c")]))])
    #expect(
      markdown([.list(List(.ordered(start: 9), items: [item("a"), nested]))])
        == "9. a\n10. b\n    - c")
  }

  @Test(arguments: [-1, 1_000_000_000, 99_999_999_999])
  func impossibleNumbersBecomeOne(start: Int) {
    #expect(markdown([.list(List(.ordered(start: start), items: [item("a")]))]) == "1. a")
  }

  @Test func adjacentListsChangeTheirMarker() {
    let bullets = Block.list(List(.bullet, items: [item("a")]))
    let numbers = Block.list(List(.ordered(start: 1), items: [item("a")]))
    #expect(markdown([bullets, bullets, bullets]) == "- a\n\n* a\n\n- a")
    #expect(markdown([numbers, numbers]) == "1. a\n\n1) a")
  }

  @Test func itemsMayBeginWithAnything() {
    #expect(
      markdown([.list(List(.bullet, items: [item("# a"), item("1. b"), item("- c")]))])
        == "- \\# a\n- 1\\. b\n- \\- c")
    let code = ListItem([.codeBlock(CodeBlock(code: "x\n"))])
    let rule = ListItem([.thematicBreak])
    let list = ListItem([.list(List(.bullet, items: [item("x")]))])
    #expect(
      markdown([.list(List(.bullet, items: [code, rule, list]))]) == "- ```\n  x\n  ```\n- ___\n- * x")
  }

  @Test func tightAndLooseListsStaySo() {
    let items = [item("a"), item("b")]
    #expect(markdown([.list(List(.bullet, isTight: true, items: items))]) == "- a\n- b")
    #expect(markdown([.list(List(.bullet, isTight: false, items: items))]) == "- a\n\n- b")
  }

  @Test func boxesOfTasks() {
    let items = [
      ListItem(checkbox: .checked, [.paragraph([.text("a")])]), ListItem(checkbox: .unchecked, []),
    ]
    #expect(markdown([.list(List(.bullet, items: items))]) == "- [x] a\n- [ ] ")
  }

  // MARK: Tables

  @Test func tableCellsEscapePipesInCodeToo() {
    let table = Table(
      columns: [nil, .right], header: [TableCell([.text("a|b")]), TableCell([.code("c|d")])],
      rows: [
        [TableCell([.text("x"), .lineBreak, .text("y")]), TableCell()], [TableCell([.text("z\nw")])],
      ])
    #expect(
      markdown([.table(table)], options: MarkdownWriter(style: .compact))
        == """
        | a\\|b | `c\\|d` |
        | --- | --: |
        | x<br>y |  |
        | z w |  |
        """)
  }

  @Test func oneWideCellDoesNotFillALongTableWithSpaces() {
    let short = [TableCell([.text("a")])]
    let wide = [TableCell([.text(String(repeating: "w", count: 50))])]
    let table = Table(columns: [nil], header: wide, rows: Array(repeating: short, count: 1000))
    #expect(markdown([.table(table)]).utf8.count < 10_000)
  }

  @Test func tablesKeepTheirPrefix() {
    let table = Block.table(
      Table(columns: [nil], header: [TableCell([.text("日本")])], rows: [[TableCell([.text("a")])]]))
    #expect(markdown([.blockQuote([table])]) == "> | 日本 |\n> | ---- |\n> | a    |")
    #expect(
      markdown([.list(List(.bullet, items: [ListItem([table])]))]) == "- | 日本 |\n  | ---- |\n  | a    |")
  }

  // MARK: Links

  @Test(
    "Destinations and titles are written so that they come back",
    arguments: [
      ("a b", "", "[t](<a b>)"), ("a(b)c", "", "[t](a(b)c)"), ("a)b", "", "[t](<a)b>)"), ("", "", "[t]()"),
      ("", "T", "[t](<> \"T\")"), ("/u", "T \"q\"", "[t](/u \"T \\\"q\\\"\")"),
      ("/u", "a\nb", "[t](/u \"a&#10;b\")"), ("/u", "a\\\nb", "[t](/u \"a\\\\&#10;b\")"),
      ("/u?a=1&b=2", "", "[t](/u?a=1&b=2)"),
      ("/u?a&copy;", "", "[t](/u?a&amp;copy;)"),
    ])
  func links(destination: String, title: String, expected: String) {
    #expect(markdown([.link(Link(destination: destination, title: title, [.text("t")]))]) == expected)
  }

  @Test(
    arguments: [
      ("https://example.com/a_b", "https://example.com/a_b", "<https://example.com/a_b>"),
      ("mailto:a@b.c", "a@b.c", "<a@b.c>"), ("/u", "/u", "[/u](/u)"),
      ("http://www.x.y", "www.x.y", "[www.x.y](http://www.x.y)"),
    ])
  func autolinks(destination: String, text: String, expected: String) {
    #expect(markdown([.link(Link(destination: destination, [.text(text)]))]) == expected)
  }

  @Test func bracketsInLinksAndImages() {
    #expect(markdown([.link(Link(destination: "u", [.text("[a]")]))]) == "[\\[a\\]](u)")
    #expect(
      markdown([.image(Image(source: "a b.png", title: "t", alternative: "x [y]"))])
        == "![x \\[y\\]](<a b.png> \"t\")")
  }

  // MARK: What Markdown has no mark for

  @Test func tagsForTheRest() {
    #expect(
      markdown([
        .text("x"), .superscript([.text("2")]), .text(" "), .keyboard([.text("A")]), .keyboard([.text("B")]),
        .text(" "), .underline([.text("u")]), .text(" "), .highlight([.text("m")]),
      ]) == "x<sup>2</sup> <kbd>A</kbd><kbd>B</kbd> <u>u</u> <mark>m</mark>")
    #expect(
      markdown([.highlight([.text("m")])], options: MarkdownWriter(style: .withEqualSigns))
        == "==m==")
  }

  @Test func formulasStandBetweenDollarSigns() {
    #expect(markdown([.math("x_1 = \\frac{a}{b}", display: false)]) == "$x_1 = \\frac{a}{b}$")
    #expect(markdown([.math("a*b*c", display: false)]) == "$`a*b*c`$")
  }

  @Test(arguments: [
    ("costs $5 and $6 or $x$", "costs \\$5 and \\$6 or \\$x$"), ("$a $b$ c $d$", "\\$a \\$b$ c \\$d$"),
    ("$5 and $6", "$5 and $6"), ("$a $ b$", "$a $ b$"), ("$$a$$ $b$", "\\$\\$a$$ \\$b$"),
  ])
  func dollarSignsAroundNoFormulaAreEscaped(text: String, expected: String) throws {
    #expect(markdown([.text(text)]) == expected)
    let read = try MarkdownReader().read(Array(expected.utf8))
    #expect(read == Document([.paragraph([.text(text)])]))
  }

  @Test func footnotesAreNumberedInTheOrderOfTheirReferences() {
    let document = Document(
      [.paragraph([.text("a"), .footnoteReference(label: "z"), .footnoteReference(label: "y")])],
      footnotes: [
        Footnote(label: "y", blocks: [.paragraph([.text("Y")])]),
        Footnote(label: "z", blocks: [.paragraph([.text("Z")]), .paragraph([.text("more")])]),
      ])
    #expect(
      String(decoding: MarkdownWriter().write(document), as: UTF8.self)
        == "a[^1][^2]\n\n[^1]: Z\n\n    more\n\n[^2]: Y\n")
  }
}
