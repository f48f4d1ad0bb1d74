import RichText
import Testing

/// A piece of a document, and the Markdown that it means.
struct WordCase: CustomTestStringConvertible, Sendable {
  let file: WordFile
  let markdown: String
  var testDescription: String { String(file.body.prefix(120)) }

  init(_ file: WordFile, _ markdown: String) {
    self.file = file
    self.markdown = markdown
  }

  init(_ body: String, styles: String? = nil, numbering: String? = nil, _ markdown: String) {
    self.init(WordFile(body, styles: styles, numbering: numbering), markdown)
  }

  func check() throws {
    #expect(try file.markdown() == markdown + (markdown.isEmpty ? "" : "\n"))
  }
}

/// What the pieces of a document of Word mean.
@Suite struct WordReaderTests {

  /// A paragraph of one run.
  static func p(_ text: String, _ properties: String = "", run: String = "") -> String {
    "<w:p><w:pPr>\(properties)</w:pPr><w:r><w:rPr>\(run)</w:rPr><w:t xml:space=\"preserve\">\(text)</w:t></w:r></w:p>"
  }

  static func r(_ text: String, _ properties: String = "") -> String {
    "<w:r><w:rPr>\(properties)</w:rPr><w:t xml:space=\"preserve\">\(text)</w:t></w:r>"
  }

  static func style(_ id: String, _ name: String, _ content: String = "", type: String = "paragraph")
    -> String
  {
    "<w:style w:type=\"\(type)\" w:styleId=\"\(id)\"><w:name w:val=\"\(name)\"/>\(content)</w:style>"
  }

  static func styled(_ id: String) -> String { "<w:pStyle w:val=\"\(id)\"/>" }

  @Test(
    "Runs",
    arguments: [
      WordCase("<w:p>\(r("a", "<w:b/>"))\(r("b", "<w:b w:val=\"0\"/>"))</w:p>", "**a**b"),
      WordCase("<w:p>\(r("a ", "<w:i/>"))\(r("b", "<w:i w:val=\"false\"/><w:dstrike/>"))</w:p>", "*a* ~~b~~"),
      WordCase(
        "<w:p>\(r("a", "<w:rStyle w:val=\"Strong\"/>"))"
          + "\(r(" b", "<w:rStyle w:val=\"Strong\"/><w:b w:val=\"0\"/>"))</w:p>",
        styles: style("Strong", "Strong", "<w:rPr><w:b/></w:rPr>", type: "character"), "**a** b"),
      WordCase("<w:p>\(r("x"))\(r("2", "<w:vertAlign w:val=\"superscript\"/>"))</w:p>", "x<sup>2</sup>"),
      WordCase(
        "<w:p>\(r("H"))\(r("2", "<w:position w:val=\"-6\"/><w:sz w:val=\"14\"/>"))\(r("O"))</w:p>",
        "H<sub>2</sub>O"),
      WordCase("<w:p>\(r("a"))\(r("hidden", "<w:vanish/>"))\(r("b"))</w:p>", "ab"),
      WordCase(
        "<w:p>\(r("run in "))\(r("Consolas", "<w:rFonts w:ascii=\"Consolas\"/>"))</w:p>", "run in `Consolas`"),
      // Blanks around what a font makes code are those of the text.
      WordCase(
        "<w:p>\(r("a"))\(r(" b c ", "<w:rFonts w:ascii=\"Consolas\"/>"))\(r("d"))</w:p>", "a `b c` d"),
      WordCase("<w:p>\(r("wo"))\(r("r", "<w:rFonts w:ascii=\"Courier New\"/>"))\(r("d"))</w:p>", "word"),
      // White space at the ends counts only where that is said; line ends are spaces.
      WordCase("<w:p><w:r><w:t> a\nb </w:t></w:r><w:r><w:t>c</w:t></w:r></w:p>", "a bc"),
      WordCase("<w:p><w:r><w:t>a</w:t><w:br/><w:t>b</w:t><w:br w:type=\"page\"/></w:r></w:p>", "a\\\nb"),
      // What stands on different pages is parted.
      WordCase(
        "<w:p><w:r><w:br w:type=\"page\"/><w:t>a</w:t><w:br w:type=\"column\"/></w:r>\(r("b"))</w:p>",
        "a\\\nb"),
      // A link's style underlines to be seen, and says nothing where there is no link.
      WordCase(
        "<w:p>\(r("a", "<w:rStyle w:val=\"L\"/>"))</w:p>",
        styles: style("L", "Hyperlink", "<w:rPr><w:u w:val=\"single\"/></w:rPr>", type: "character"), "a"),
      WordCase(
        "<w:p><w:r><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t><w:softHyphen/></w:r></w:p>", "a\u{2011}b"),
      WordCase(
        "<w:p><w:r><w:sym w:font=\"Wingdings\" w:char=\"F0FC\"/><w:t>b</w:t></w:r></w:p>", "✓b"),
      WordCase(
        "<w:p><w:r><w:ruby><w:rt><w:r><w:t>kan</w:t></w:r></w:rt><w:rubyBase>\(r("漢"))</w:rubyBase></w:ruby></w:r></w:p>",
        "漢"),
      // Bold in the styles of the paragraph and of the characters cancels out; that of a heading is no emphasis.
      WordCase(
        "<w:p><w:pPr>\(styled("H"))</w:pPr>\(r("a"))\(r("b", "<w:b/>"))</w:p>",
        styles: style("H", "heading 2", "<w:rPr><w:b/></w:rPr>"), "## ab"),
    ])
  func runs(_ test: WordCase) throws { try test.check() }

  @Test(
    "Changes, controls and alternatives",
    arguments: [
      WordCase(
        "<w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins>\(r("new"))</w:ins><w:moveFrom>\(r("x"))</w:moveFrom></w:p>",
        "new"),
      WordCase(
        "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>\(r("one "))</w:p>\(p("two"))", "one two"),
      // A table ends what goes on in the next paragraph.
      WordCase(
        "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>\(r("one"))</w:p>"
          + "<w:tbl><w:tr><w:tc>\(p("a"))</w:tc><w:tc>\(p("b"))</w:tc></w:tr></w:tbl>\(p("two"))",
        "one\n\n|     |     |\n| --- | --- |\n| a   | b   |\n\ntwo"),
      WordCase(
        "\(p("one"))<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:del>\(r("gone"))</w:del></w:p>"
          + "<w:tbl><w:tr><w:tc>\(p("a"))</w:tc><w:tc>\(p("b"))</w:tc></w:tr></w:tbl>\(p("two"))",
        "one\n\n|     |     |\n| --- | --- |\n| a   | b   |\n\ntwo"),
      // Fields whose result is empty.
      WordCase(
        "<w:p>\(r("a"))<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText> EQ \\r(3,x) </w:instrText></w:r>"
          + "<w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>\(r("b"))</w:p>",
        "a3√xb"),
      WordCase(
        "<w:p><w:r><w:rPr><w:rPrChange><w:rPr><w:b/></w:rPr></w:rPrChange></w:rPr><w:t>a</w:t></w:r></w:p>",
        "a"),
      WordCase("<w:sdt><w:sdtPr/><w:sdtContent>\(p("in"))</w:sdtContent></w:sdt>", "in"),
      WordCase(
        "<w:p><w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>\(r("Click"))</w:sdtContent></w:sdt>\(r("a"))</w:p>",
        "a"),
      WordCase(
        "<w:p><w:smartTag><w:smartTagPr/><w:customXml>\(r("a"))</w:customXml></w:smartTag></w:p>", "a"),
      WordCase(
        "<w:p><w:r><mc:AlternateContent><mc:Choice Requires=\"wps\"><w:t>new</w:t></mc:Choice><mc:Fallback><w:t>old</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>",
        "new"),
      WordCase(
        "<w:p><w:r><mc:AlternateContent><mc:Choice Requires=\"zzz\"><w:t>new</w:t></mc:Choice><mc:Fallback><w:t>old</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>",
        "old"),
      // Words along a path stand in an attribute.
      WordCase(
        "<w:p>\(r("a"))<w:r><w:pict><v:shape><v:textpath on=\"t\" string=\"drawn words\"/></v:shape></w:pict></w:r></w:p>",
        "a\n\ndrawn words"),
      WordCase(
        "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"><w:ffData><w:ddList><w:result w:val=\"1\"/><w:listEntry w:val=\"red\"/><w:listEntry w:val=\"green\"/></w:ddList></w:ffData></w:fldChar><w:instrText>FORMDROPDOWN</w:instrText><w:fldChar w:fldCharType=\"end\"/></w:r>\(r(" paint"))</w:p>",
        "green paint"),
      WordCase(
        "<w:p>\(r("before"))<w:r><wps:txbx><w:txbxContent>\(p("in the box"))</w:txbxContent></wps:txbx></w:r>\(r(" after"))</w:p>\(p("next"))",
        "before after\n\nin the box\n\nnext"),
    ])
  func changes(_ test: WordCase) throws { try test.check() }

  @Test(
    "Styles",
    arguments: [
      WordCase(p("a", styled("berschrift1")), styles: style("berschrift1", "heading 1"), "# a"),
      WordCase(
        p("a", styled("x")), styles: style("x", "Mine", "<w:basedOn w:val=\"y\"/>") + style("y", "heading 3"),
        "### a"),
      WordCase(
        p("a", styled("x")), styles: style("x", "Mine", "<w:pPr><w:outlineLvl w:val=\"1\"/></w:pPr>"), "## a"),
      WordCase(p("a", "<w:outlineLvl w:val=\"9\"/>"), "a"),
      // No styles at all: identifiers tell.
      WordCase(p("a", styled("Heading2")) + p("b", styled("IntenseQuote")), "## a\n\n> b"),
      WordCase(p("a", styled("q")) + p("b", styled("q")), styles: style("q", "Quote"), "> a\n>\n> b"),
      WordCase(
        p("x = 1", styled("c")) + p("", styled("c")) + p("  y", styled("c")),
        styles: style("c", "HTML Preformatted"),
        "```\nx = 1\n\n  y\n```"),
      // AbiWord ends lines of code within their text.
      WordCase(p("x\n  y", styled("c")), styles: style("c", "Preformatted Text"), "```\nx\n  y\n```"),
      WordCase(p("a", styled("loop")), styles: style("loop", "A", "<w:basedOn w:val=\"loop\"/>"), "a"),
      WordCase(p("", "<w:pBdr><w:bottom w:val=\"single\"/></w:pBdr>"), "---"),
      WordCase(p("indented", "<w:ind w:left=\"720\"/>"), "> indented"),
      WordCase(p("T", "<w:framePr w:dropCap=\"drop\"/>") + p("he end"), "The end"),
    ])
  func styles(_ test: WordCase) throws { try test.check() }

  // MARK: Lists

  static func level(_ level: Int, _ format: String, text: String? = nil, start: Int = 1) -> String {
    """
    <w:lvl w:ilvl="\(level)"><w:start w:val="\(start)"/><w:numFmt w:val="\(format)"/>\
    <w:lvlText w:val="\(text ?? "%\(level + 1).")"/><w:pPr><w:ind w:left="\(720 * (level + 1))" w:hanging="360"/></w:pPr></w:lvl>
    """
  }

  static func item(_ text: String, _ list: Int, _ level: Int = 0) -> String {
    p(text, "<w:numPr><w:ilvl w:val=\"\(level)\"/><w:numId w:val=\"\(list)\"/></w:numPr>")
  }

  static func indented(_ text: String, _ list: Int, _ left: Int) -> String {
    p(text, "<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"\(list)\"/></w:numPr><w:ind w:left=\"\(left)\"/>")
  }

  static let numbering =
    "<w:abstractNum w:abstractNumId=\"0\">\(level(0, "decimal"))\(level(1, "bullet", text: "•"))\(level(2, "lowerRoman"))</w:abstractNum>"
    + "<w:abstractNum w:abstractNumId=\"1\">\(level(0, "bullet", text: "•"))</w:abstractNum>"
    + "<w:abstractNum w:abstractNumId=\"2\">\(level(0, "none", text: ""))</w:abstractNum>"
    + "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>"
    + "<w:num w:numId=\"2\"><w:abstractNumId w:val=\"1\"/></w:num>"
    + "<w:num w:numId=\"3\"><w:abstractNumId w:val=\"0\"/><w:lvlOverride w:ilvl=\"0\"><w:startOverride w:val=\"7\"/></w:lvlOverride></w:num>"
    + "<w:num w:numId=\"4\"><w:abstractNumId w:val=\"2\"/></w:num>"

  @Test(
    "Lists",
    arguments: [
      WordCase(
        item("a", 1) + item("b", 1) + item("c", 1, 1) + item("d", 1), numbering: numbering,
        "1. a\n2. b\n   - c\n3. d"),
      WordCase(item("a", 2) + item("b", 1), numbering: numbering, "- a\n\n1. b"),
      // Bullets that are set in by hand are nested; numbers go on counting.
      WordCase(
        indented("a", 2, 720) + indented("b", 2, 1440) + indented("c", 2, 720), numbering: numbering,
        "- a\n  - b\n- c"),
      WordCase(
        indented("a", 1, 720) + indented("b", 1, 1440) + indented("c", 1, 720), numbering: numbering,
        "1. a\n2. b\n3. c"),
      // Lists of one definition count together, unless one says where it begins.
      WordCase(item("a", 1) + p("text") + item("b", 1), numbering: numbering, "1. a\n\ntext\n\n2. b"),
      WordCase(item("a", 1) + item("b", 3) + item("c", 1), numbering: numbering, "1. a\n\n7) b\n8) c"),
      WordCase(
        item("a", 1) + p("more", "<w:ind w:left=\"720\"/>") + item("b", 1), numbering: numbering,
        "1. a\n\n   more\n\n2. b"),
      WordCase(item("a", 4) + item("b", 9), numbering: numbering, "a\n\nb"),
      // The style of a quote sets it in, and not the item before it.
      WordCase(
        item("a", 2) + p("b", styled("iq")),
        styles: style("iq", "Intense Quote", "<w:pPr><w:ind w:left=\"936\" w:right=\"936\"/></w:pPr>"),
        numbering: numbering, "- a\n\n> b"),
      // Further in than the item's text it is a quote there; as far in as an outer item's, it goes on with that.
      WordCase(
        item("a", 1) + p("q", "<w:ind w:left=\"1440\"/>") + p("r", "<w:ind w:left=\"1440\"/>")
          + item("b", 1, 1)
          + p("more", "<w:ind w:left=\"710\"/>") + item("c", 1), numbering: numbering,
        "1. a\n\n   > q\n   >\n   > r\n\n   - b\n\n   more\n\n2. c"),
      WordCase(
        item("a", 1) + p("text") + p("q", "<w:ind w:left=\"720\"/>"), numbering: numbering,
        "1. a\n\ntext\n\n> q"),
      // Pandoc's quotes in items have a list without marks.
      WordCase(
        item("a", 1) + item("b", 1, 1)
          + p("q", styled("T") + "<w:numPr><w:ilvl w:val=\"1\"/><w:numId w:val=\"5\"/></w:numPr>")
          + p("r", styled("T") + "<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"5\"/></w:numPr>")
          + item("c", 1),
        styles: style("T", "Block Text", "<w:pPr><w:ind w:left=\"480\" w:right=\"480\"/></w:pPr>"),
        numbering: numbering
          + "<w:abstractNum w:abstractNumId=\"3\">\(level(0, "bullet", text: " "))\(level(1, "bullet", text: " "))</w:abstractNum>"
          + "<w:num w:numId=\"5\"><w:abstractNumId w:val=\"3\"/></w:num>",
        "1. a\n   - b\n     > q\n   > r\n2. c"),
      // LibreOffice takes the number away from further paragraphs of an item, and says nothing of their margin.
      WordCase(
        item("a", 1)
          + p(
            "x",
            styled("C")
              + "<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"0\"/></w:numPr><w:ind w:hanging=\"0\"/>")
          + p(
            "q",
            styled("Q")
              + "<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"0\"/></w:numPr><w:ind w:left=\"567\" w:right=\"567\" w:hanging=\"0\"/>"
          )
          + item("b", 1),
        styles: style("C", "Preformatted Text") + style("Q", "Quotations"), numbering: numbering,
        "1. a\n   ```\n   x\n   ```\n   > q\n2. b"),
      // A box in place of a bullet is to be ticked.
      WordCase(
        item("a", 1) + item("b", 2),
        numbering: "<w:abstractNum w:abstractNumId=\"0\">\(level(0, "bullet", text: "☐"))</w:abstractNum>"
          + "<w:abstractNum w:abstractNumId=\"1\"><w:lvl w:ilvl=\"0\"><w:numFmt w:val=\"bullet\"/><w:lvlText w:val=\"\u{F0FE}\"/><w:rPr><w:rFonts w:ascii=\"Wingdings\" w:hAnsi=\"Wingdings\"/></w:rPr></w:lvl></w:abstractNum>"
          + "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num><w:num w:numId=\"2\"><w:abstractNumId w:val=\"1\"/></w:num>",
        "- [ ] a\n\n* [x] b"),
      // The style has the list; the paragraph may take it away.
      WordCase(
        p("a", styled("L")) + p("b", styled("L") + "<w:numPr><w:numId w:val=\"0\"/></w:numPr>"),
        styles: style("L", "List Bullet", "<w:pPr><w:numPr><w:numId w:val=\"2\"/></w:numPr></w:pPr>"),
        numbering: numbering, "- a\n\nb"),
      WordCase(
        p("a", styled("H") + "<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr>"),
        styles: style("H", "heading 1"), numbering: numbering, "# a"),
      WordCase(
        item("a", 1),
        styles: style(
          "N", "Numbered", "<w:pPr><w:numPr><w:numId w:val=\"2\"/></w:numPr></w:pPr>", type: "numbering"),
        numbering: "<w:abstractNum w:abstractNumId=\"0\"><w:numStyleLink w:val=\"N\"/></w:abstractNum>"
          + "<w:abstractNum w:abstractNumId=\"1\">\(level(0, "decimal"))<w:styleLink w:val=\"N\"/></w:abstractNum>"
          + "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num><w:num w:numId=\"2\"><w:abstractNumId w:val=\"1\"/></w:num>",
        "1. a"),
      WordCase(
        "<w:p><w:pPr><w:numPr><w:numId w:val=\"2\"/></w:numPr></w:pPr><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val=\"1\"/></w14:checkbox></w:sdtPr><w:sdtContent>\(r("☒"))</w:sdtContent></w:sdt>\(r(" done"))</w:p>",
        numbering: numbering, "- [x] done"),
    ])
  func lists(_ test: WordCase) throws { try test.check() }

  // MARK: Tables

  static func cell(_ content: String, _ properties: String = "") -> String {
    "<w:tc><w:tcPr>\(properties)</w:tcPr>\(content)</w:tc>"
  }

  @Test func `A first row is a header that says so, or that is bold alone`() throws {
    func table(_ look: String, _ first: String, _ second: String) -> WordFile {
      let rows = [first, second].map { run in
        "<w:tr>\(Self.cell(Self.p("a", run: run)))\(Self.cell(Self.p("b", run: run)))</w:tr>"
      }
      return WordFile("<w:tbl><w:tblPr>\(look)</w:tblPr>\(rows.joined())</w:tbl>")
    }
    let none = "<w:tblLook w:val=\"0600\"/>"
    let header = "| a   | b   |\n| --- | --- |\n| a   | b   |\n"
    #expect(try table("<w:tblLook w:val=\"04A0\"/>", "", "").markdown() == header)
    #expect(try table(none, "<w:b/>", "").markdown() == header)
    #expect(
      try table(none, "", "").markdown() == "|     |     |\n| --- | --- |\n"
        + header.replacing("| --- | --- |\n", with: ""))
    #expect(try table(none, "<w:b/>", "<w:b/>").markdown().hasPrefix("|       |       |\n"))
  }

  @Test func `A mark of one's own stands where a note's number does`() throws {
    let file = WordFile(
      "<w:p>\(Self.r("a"))<w:r><w:footnoteReference w:id=\"2\" w:customMarkFollows=\"1\"/><w:t>*</w:t></w:r>\(Self.r("b"))</w:p>",
      footnotes: "<w:footnote w:id=\"2\">\(Self.p("n"))</w:footnote>")
    #expect(try file.markdown() == "a[^1]b\n\n[^1]: n\n")
  }

  @Test func `A formula between paragraphs is one of its own`() throws {
    let math = "<m:oMathPara><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></m:oMathPara>"
    #expect(try WordFile(Self.p("a") + math + Self.p("b")).markdown() == "a\n\n$$x$$\n\nb\n")
  }

  /// A run of a formula.
  static func m(_ text: String) -> String { "<m:r><m:t>\(text)</m:t></m:r>" }

  static func grouped(_ sign: String) -> String {
    "<m:groupChr><m:groupChrPr><m:chr m:val=\"\(sign)\"/><m:pos m:val=\"top\"/></m:groupChrPr>"
      + "<m:e>\(m("x"))</m:e></m:groupChr>"
  }

  @Test(arguments: [
    (grouped("→").replacing("x", with: "x+y"), "\\overrightarrow{x+y}"),
    (grouped("⏞"), "\\overbrace{x}"), (grouped("→"), "\\overset{\\to}{x}"),
    ("<m:limUpp><m:e>\(grouped("⏞"))</m:e><m:lim>\(m("n"))</m:lim></m:limUpp>", "\\overbrace{x}^{n}"),
    ("<m:bar><m:e>\(m("x"))</m:e></m:bar>", "\\underline{x}"),
    ("<m:bar><m:barPr><m:pos m:val=\"top\"/></m:barPr><m:e>\(m("x"))</m:e></m:bar>", "\\overline{x}"),
    (m("f′"), "f'"), (m("f") + m("′") + m("+1"), "f'+1"), (m("X~N"), "X\\sim N"),
    ("<m:eqArr><m:e>\(m("E#"))<m:d><m:e>\(m("1"))</m:e></m:d></m:e></m:eqArr>", "E\\tag{1}"),
  ])
  func `Signs over, under and behind formulas of Word are TeX's`(math: String, tex: String) throws {
    let file = WordFile("<w:p>\(Self.r("a "))<m:oMath>\(math)</m:oMath></w:p>")
    #expect(try file.markdown() == "a $\(tex)$\n")
  }

  @Test func `Of what is left out of web pages the numbers of pages are dropped alone`() throws {
    let hidden = "<w:webHidden/>"
    let file = WordFile(
      "<w:p><w:hyperlink w:anchor=\"_Toc1\">\(Self.r("Intro", hidden))<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r>"
        + "<w:r><w:instrText>PAGEREF _Toc1 \\h</w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>"
        + "<w:r><w:tab/><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:hyperlink></w:p>"
        + "<w:p>\(Self.r("a"))<w:r><w:rPr>\(hidden)</w:rPr><w:tab/><w:t>12</w:t></w:r></w:p>")
    #expect(try file.markdown() == "[Intro](#_Toc1)\n\na\n")
  }

  @Test func `Lines in a font for code are one block, whatever space stands after each`() throws {
    let font = "<w:rFonts w:ascii=\"Courier New\" w:hAnsi=\"Courier New\"/>"
    let space = "<w:spacing w:after=\"160\"/>"
    let file = WordFile(
      Self.p("int main() {", space, run: font) + Self.p("  return 0;", space, run: font)
        + Self.p("}", space, run: font))
    #expect(try file.markdown() == "```\nint main() {\n  return 0;\n}\n```\n")
  }

  @Test func `Cells span columns and rows, and hold blocks`() throws {
    let span = "<w:gridSpan w:val=\"2\"/>"
    let file = WordFile(
      "<w:tbl><w:tblPr><w:tblLook w:firstRow=\"1\"/></w:tblPr>"
        + "<w:tr>\(Self.cell(Self.p("a"), span))\(Self.cell(Self.p("b")))</w:tr>"
        + "<w:tr>\(Self.cell(Self.p("c"), "<w:vMerge w:val=\"restart\"/>"))\(Self.cell(Self.p("d") + Self.p("e")))\(Self.cell(Self.p("f")))</w:tr>"
        + "<w:tr>\(Self.cell("<w:p/>", "<w:vMerge/>"))\(Self.cell(Self.p("g")))\(Self.cell(Self.p("h")))</w:tr>"
        + "<w:tr><w:trPr><w:del/></w:trPr>\(Self.cell(Self.p("gone")))</w:tr></w:tbl>")
    let table = try #require(WordProcessingReader().read(file.bytes).spanningTable)
    #expect(table.rows[1][1].blocks.count == 2)
    #expect(table.rows[2][0].blocks == [.paragraph([.text("g")])])
  }

  @Test func `Borders that nearly meet end in one column`() throws {
    func cell(_ text: String, _ columns: Int = 1) -> String {
      "<w:tc><w:tcPr><w:gridSpan w:val=\"\(columns)\"/></w:tcPr>\(Self.p(text))</w:tc>"
    }
    func table(gap: Int) -> String {
      "<w:tbl><w:tblPr><w:tblLook w:firstRow=\"1\"/></w:tblPr><w:tblGrid><w:gridCol w:w=\"2000\"/>"
        + "<w:gridCol w:w=\"\(gap)\"/><w:gridCol w:w=\"2000\"/></w:tblGrid>"
        + "<w:tr>\(cell("a"))\(cell("b", 2))</w:tr><w:tr>\(cell("c", 2))\(cell("d"))</w:tr></w:tbl>"
    }
    func spans(_ body: String) throws -> [[Int]] {
      let document = try WordProcessingReader().read(WordFile(body).bytes)
      guard case .table(let table)? = document.blocks.first else { return [] }
      return table.rows.map { $0.map(\.columns) }
    }
    #expect(try spans(table(gap: 15)) == [[1, 1], [1, 1]])
    #expect(try spans(table(gap: 600)) == [[1, 2], [2, 1]])
    // Words in such a column keep it.
    let narrow = "<w:tbl><w:tblGrid><w:gridCol w:w=\"9\"/><w:gridCol w:w=\"9\"/></w:tblGrid>"
    #expect(try spans(narrow + "<w:tr>\(cell("a"))\(cell("b"))</w:tr></w:tbl>") == [[1, 1]])
    // A column that all cells span is none.
    let wide = "<w:tr>\(cell("a", 3))\(cell("b"))</w:tr><w:tr>\(cell("c", 3))\(cell("d"))</w:tr>"
    #expect(try spans("<w:tbl>\(wide)</w:tbl>") == [[1, 1], [1, 1]])
  }

  @Test func `A field that sets a variable shows nothing`() throws {
    func field(_ instruction: String) -> String {
      "<w:fldSimple w:instr=\" \(instruction) \">\(Self.r("x"))</w:fldSimple>"
    }
    try WordCase(
      "<w:p>\(Self.r("a"))\(field("SET v x"))\(field("ASK v x"))\(field("REF v"))\(Self.r("b"))</w:p>", "axb"
    ).check()
  }

  @Test func `What is typed for a list is one`() throws {
    func hanging(_ text: String, at left: Int) -> String {
      Self.p(text, "<w:ind w:left=\"\(left)\" w:hanging=\"360\"/>")
    }
    try WordCase(
      hanging("•\tOne", at: 720) + hanging("–\tDeep", at: 1_440) + hanging("•\tTwo", at: 720) + Self.p("x")
        + hanging("1.\tFirst", at: 720) + hanging("2.\tSecond", at: 720),
      "- One\n  - Deep\n- Two\n\nx\n\n1. First\n2. Second"
    ).check()
  }

  @Test func `Text in a complex script is bold and italic by itself`() throws {
    try WordCase(
      "<w:p>\(Self.r("א", "<w:bCs/><w:rtl/>"))\(Self.r(" ב", "<w:b/><w:rtl/>"))"
        + "\(Self.r(" ג", "<w:iCs/><w:cs/>"))\(Self.r(" d", "<w:bCs/>"))</w:p>",
      "**א** ב *ג* d"
    ).check()
    try WordCase(
      Self.p("אב", Self.styled("h"), run: "<w:rtl/>") + Self.p("אב", run: "<w:rStyle w:val=\"S\"/><w:rtl/>"),
      styles: Self.style("h", "Body", "<w:rPr><w:bCs/></w:rPr>")
        + Self.style("S", "Loud", "<w:rPr><w:bCs/></w:rPr>", type: "character"),
      "אב\n\n**אב**"
    ).check()
  }

  @Test func `A merged cell that says again what is above it is one, other words stay`() throws {
    func file(_ text: String) -> WordFile {
      let rows = [
        Self.cell(Self.p("a")) + Self.cell(Self.p("b")),
        Self.cell(Self.p("c"), "<w:vMerge w:val=\"restart\"/>") + Self.cell(Self.p("d")),
        Self.cell(Self.p(text), "<w:vMerge/>") + Self.cell(Self.p("e")),
      ]
      return WordFile("<w:tbl>\(rows.map { "<w:tr>\($0)</w:tr>" }.joined())</w:tbl>")
    }
    func heights(_ file: WordFile) throws -> [[Int]] {
      guard case .table(let table)? = try WordProcessingReader().read(file.bytes).blocks.first else {
        return []
      }
      return table.rows.map { $0.map(\.rows) }
    }
    #expect(try heights(file("c")) == [[1, 1], [2, 1], [1]])
    #expect(try heights(file("x")) == [[1, 1], [1, 1], [1, 1]])
    #expect(try file("x").markdown().contains("| x   | e   |"))
  }

  @Test func `A row whose cells reach down the whole table is no header`() throws {
    let look = "<w:tblPr><w:tblLook w:firstRow=\"1\"/></w:tblPr>"
    let first = Self.cell(Self.p("a"), "<w:vMerge w:val=\"restart\"/>") + Self.cell(Self.p("b"))
    let second = Self.cell("<w:p/>", "<w:vMerge/>") + Self.cell(Self.p("c"))
    let file = WordFile("<w:tbl>\(look)<w:tr>\(first)</w:tr><w:tr>\(second)</w:tr></w:tbl>")
    guard case .table(let table)? = try WordProcessingReader().read(file.bytes).blocks.first else {
      Issue.record("there is no table")
      return
    }
    #expect(table.headerRows == 0 && table.rows.map { $0.map(\.rows) } == [[2, 1], [1]])
  }

  @Test(
    "Tables",
    arguments: [
      WordCase(
        "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>\(cell(p("a")))\(cell(p("b", "<w:jc w:val=\"right\"/>")))</w:tr><w:tr>\(cell(p("c")))\(cell(p("d", "<w:jc w:val=\"right\"/>")))</w:tr></w:tbl>",
        "| a   |   b |\n| --- | --: |\n| c   |   d |"),
      WordCase(
        "<w:tbl><w:tblPr><w:tblLook w:val=\"0020\"/></w:tblPr><w:tr><w:trPr><w:gridBefore w:val=\"1\"/></w:trPr>\(cell(p("b")))</w:tr><w:tr>\(cell(p("c")))\(cell(p("d")))</w:tr></w:tbl>",
        "|     | b   |\n| --- | --- |\n| c   | d   |"),
      WordCase(
        "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>\(cell(p("a")))\(cell(p("b")))</w:tr><w:tr>\(cell(p("c")))\(cell(p("gone"), "<w:cellDel/>"))\(cell(p("d")))</w:tr></w:tbl>",
        "| a   | b   |\n| --- | --- |\n| c   | d   |"),
      // One cell frames what it holds.
      WordCase("<w:tbl><w:tr>\(cell(p("boxed")))</w:tr></w:tbl>", "boxed"),
    ])
  func tables(_ test: WordCase) throws { try test.check() }

  // MARK: Links, fields, notes, pictures

  @Test func `Links lead outside, and to headings by what these are called`() throws {
    var file = WordFile(
      "<w:p><w:hyperlink r:id=\"l\" w:tooltip=\"tip\">\(Self.r("a", "<w:u w:val=\"single\"/>"))</w:hyperlink></w:p>"
        + "<w:p><w:hyperlink w:anchor=\"_Toc1\">\(Self.r("b"))</w:hyperlink></w:p>"
        + "<w:p><w:pPr><w:outlineLvl w:val=\"0\"/></w:pPr><w:bookmarkStart w:id=\"0\" w:name=\"_Toc1\"/>\(Self.r("The End"))</w:p>"
        + "<w:p><w:hyperlink r:id=\"bad\">\(Self.r("c"))</w:hyperlink></w:p>")
    file.relationships =
      "<Relationship Id=\"l\" Type=\"x/hyperlink\" Target=\"https://example.org/\" TargetMode=\"External\"/>"
      + "<Relationship Id=\"bad\" Type=\"x/hyperlink\" Target=\"javascript:alert(1)\" TargetMode=\"External\"/>"
    #expect(
      try file.markdown() == "[a](https://example.org/ \"tip\")\n\n[b](#the-end)\n\n# The End\n\nc\n")
  }

  static func nested(_ start: String, _ within: String, _ end: String, _ result: String) -> String {
    func part(_ instruction: String) -> String { "<w:r><w:instrText>\(instruction)</w:instrText></w:r>" }
    return "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r>\(part(start))\(within)\(part(end))"
      + "<w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>\(r(result))<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
  }

  static func field(_ instruction: String, _ result: String) -> String {
    "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>\(instruction)</w:instrText></w:r>"
      + "<w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>\(r(result))<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
  }

  @Test(
    "Fields",
    arguments: [
      WordCase(
        "<w:p>\(field("HYPERLINK \"https://example.org\"", "a"))\(r("b"))</w:p>", "[a](https://example.org)b"),
      WordCase("<w:p>\(field("PAGE", "7"))</w:p>", "7"),
      WordCase(
        "<w:p><w:fldSimple w:instr=\"HYPERLINK &quot;https://example.org&quot;\">\(r("a"))</w:fldSimple>\(r("b"))</w:p>",
        "[a](https://example.org)b"),
      WordCase(
        "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>SYMBOL 252 \\f Wingdings</w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>\(r("x"))</w:p>",
        "✓x"),
      // What a field within another's instruction gives is part of that.
      WordCase(
        "<w:p>\(nested(" IF ", field("MERGEFIELD X", "inner"), " = \"a\" \"b\"", "result"))\(r("."))</w:p>",
        "result."),
      WordCase(
        "<w:p>\(nested("HYPERLINK \"https://a.org/", field("MERGEFIELD X", "x"), "\"", "here"))</w:p>",
        "[here](https://a.org/x)"),
      // Whoever forgets the end loses nothing.
      WordCase(
        "<w:p><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>\(r("a"))<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r></w:p>",
        "a"),
    ])
  func fields(_ test: WordCase) throws { try test.check() }

  @Test func `Notes stand where they are referred to, without their separators`() throws {
    let file = WordFile(
      "<w:p>\(Self.r("a"))<w:r><w:footnoteReference w:id=\"2\"/></w:r></w:p>",
      footnotes: "<w:footnote w:type=\"separator\" w:id=\"0\">\(Self.p("no"))</w:footnote>"
        + "<w:footnote w:id=\"2\"><w:p><w:r><w:footnoteRef/></w:r>\(Self.r(" note"))</w:p></w:footnote>")
    #expect(try file.markdown() == "a[^1]\n\n[^1]: note\n")
  }

  @Test func `A note that is referred to many times is there once`() throws {
    let reference = "<w:r><w:footnoteReference w:id=\"2\"/></w:r>"
    let text = String(repeating: "x", count: 100_000)
    let file = WordFile(
      "<w:p>\(String(repeating: reference, count: 20_000))</w:p>",
      footnotes: "<w:footnote w:id=\"2\"><w:p>\(reference)\(Self.r(text))</w:p></w:footnote>")
    let document = try WordProcessingReader().read(file.bytes)
    #expect(document.footnotes.count == 1)
    guard case .paragraph(let inlines) = document.blocks.first else { Issue.record("no paragraph"); return }
    #expect(inlines.count == 20_000 && Set(inlines) == [.footnoteReference(label: "1")])
  }

  @Test func `A picture is a medium with its description, once however often it is shown`() throws {
    let drawing =
      "<w:r><w:drawing><wp:inline><wp:extent cx=\"914400\" cy=\"457200\"/><wp:docPr id=\"1\" descr=\"A&#xA;dot\" title=\"t\"/><a:blip r:embed=\"i\"/></wp:inline></w:drawing></w:r>"
    var file = WordFile("<w:p>\(drawing)\(drawing)</w:p>")
    file.relationships = "<Relationship Id=\"i\" Type=\"x/image\" Target=\"media/a.png\"/>"
    file.media["media/a.png"] = [0x89, 0x50, 0x4E, 0x47, 1, 2, 3]
    let document = try WordProcessingReader().read(file.bytes)
    #expect(document.media.map(\.type) == ["image/png"])
    let image = Image(
      .medium(Medium.ID(0)), title: "t", alternative: "A dot", width: Length(points: 72),
      height: Length(points: 36))
    #expect(document.blocks == [.paragraph([.image(image), .image(image)])])
  }

  @Test(
    "Formulas",
    arguments: [
      ("<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>", "x^{2}"),
      (
        "<m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>",
        "\\frac{a}{b}"
      ),
      (
        "<m:rad><m:radPr><m:degHide m:val=\"1\"/></m:radPr><m:deg/><m:e><m:r><m:t>2</m:t></m:r></m:e></m:rad>",
        "\\sqrt{2}"
      ),
      (
        "<m:nary><m:naryPr><m:chr m:val=\"∑\"/></m:naryPr><m:sub><m:r><m:t>i</m:t></m:r></m:sub><m:sup><m:r><m:t>n</m:t></m:r></m:sup><m:e><m:r><m:t>i</m:t></m:r></m:e></m:nary>",
        "\\sum_{i}^{n} i"
      ),
      (
        "<m:func><m:fName><m:limLow><m:e><m:r><m:t>lim</m:t></m:r></m:e><m:lim><m:r><m:t>n</m:t></m:r></m:lim></m:limLow></m:fName><m:e><m:func><m:fName><m:r><m:t>sin</m:t></m:r></m:fName><m:e><m:r><m:t>n</m:t></m:r></m:e></m:func></m:e></m:func>",
        "\\lim_{n}\\sin n"
      ),
      (
        "<m:func><m:fName><m:r><m:rPr><m:sty m:val=\"p\"/></m:rPr><m:t>log</m:t></m:r></m:fName><m:e><m:r><m:t>x</m:t></m:r></m:e></m:func>",
        "\\log x"
      ),
      (
        "<m:m><m:mPr><m:mcs><m:mc><m:mcPr><m:count m:val=\"1\"/><m:mcJc m:val=\"right\"/></m:mcPr></m:mc><m:mc><m:mcPr><m:count m:val=\"1\"/><m:mcJc m:val=\"left\"/></m:mcPr></m:mc></m:mcs></m:mPr><m:mr><m:e><m:r><m:t>a</m:t></m:r></m:e><m:e><m:r><m:t>=b</m:t></m:r></m:e></m:mr><m:mr><m:e><m:r><m:t>c</m:t></m:r></m:e><m:e><m:r><m:t>=d</m:t></m:r></m:e></m:mr></m:m>",
        "\\begin{aligned}a & =b \\\\ c & =d\\end{aligned}"
      ),
      (
        "<m:d><m:dPr><m:begChr m:val=\"{\"/><m:endChr m:val=\"\"/></m:dPr><m:e><m:m><m:mPr><m:mcs><m:mc><m:mcPr><m:count m:val=\"1\"/><m:mcJc m:val=\"left\"/></m:mcPr></m:mc><m:mc><m:mcPr><m:count m:val=\"1\"/><m:mcJc m:val=\"left\"/></m:mcPr></m:mc></m:mcs></m:mPr><m:mr><m:e><m:r><m:t>a</m:t></m:r></m:e><m:e><m:r><m:t>=b</m:t></m:r></m:e></m:mr><m:mr><m:e><m:r><m:t>c</m:t></m:r></m:e><m:e><m:r><m:t>=d</m:t></m:r></m:e></m:mr></m:m></m:e></m:d>",
        "\\begin{cases}a & =b \\\\ c & =d\\end{cases}"
      ),
      (
        "<m:m><m:mPr><m:mcs><m:mc><m:mcPr><m:count m:val=\"1\"/><m:mcJc m:val=\"left\"/></m:mcPr></m:mc><m:mc><m:mcPr><m:count m:val=\"1\"/><m:mcJc m:val=\"left\"/></m:mcPr></m:mc></m:mcs></m:mPr><m:mr><m:e><m:r><m:t>a</m:t></m:r></m:e><m:e><m:r><m:t>=b</m:t></m:r></m:e></m:mr><m:mr><m:e><m:r><m:t>c</m:t></m:r></m:e><m:e><m:r><m:t>=d</m:t></m:r></m:e></m:mr></m:m>",
        "\\begin{array}{ll}a & =b \\\\ c & =d\\end{array}"
      ),
      ("<m:d><m:e><m:r><m:t>𝑥+𝛼</m:t></m:r></m:e></m:d>", "\\left(x+\\alpha\\right)"),
      (
        "<m:r><m:rPr><m:scr m:val=\"double-struck\"/></m:rPr><m:t>R</m:t></m:r><m:r><m:t>𝐱ℂℤ𝛂</m:t></m:r>",
        "\\mathbb{R}\\mathbf{x}\\mathbb{CZ}\\boldsymbol{\\alpha }"
      ),
      (
        "<m:r><m:rPr><m:scr m:val=\"script\"/><m:sty m:val=\"p\"/></m:rPr><m:t>Ab</m:t></m:r>",
        "\\mathcal{Ab}"
      ),
      ("<m:r><m:rPr><m:sty m:val=\"b\"/></m:rPr><m:t>v=1</m:t></m:r>", "\\mathbf{v}=\\mathbf{1}"),
    ])
  func formulas(_ markup: String, _ tex: String) throws {
    let document = try WordProcessingReader().read(WordFile("<w:p><m:oMath>\(markup)</m:oMath></w:p>").bytes)
    #expect(document.blocks == [.paragraph([.math(tex, display: false)])])
  }

  // MARK: Packages

  @Test func `Strict documents and those with another main part are read alike`() throws {
    var file = WordFile(Self.p("a", Self.styled("h")), styles: Self.style("h", "heading 1"))
    file.isStrict = true
    #expect(try file.markdown() == "# a\n")
    file.isStrict = false
    file.mainPart = "word/document22.xml"
    #expect(try file.markdown() == "# a\n")
    file.mainPart = "blah.xml"
    #expect(try file.markdown() == "# a\n")
  }

  @Test func `What is no document of Word is refused in a line that tells why`() {
    func message(_ bytes: [UInt8]) -> String {
      do {
        _ = try WordProcessingReader().read(bytes)
        return ""
      } catch { return error.description }
    }
    #expect(message([0xD0, 0xCF, 0x11, 0xE0, 0xA1]).contains("password"))
    #expect(message(Array("hello".utf8)) == "The bytes were no DOCX")
    #expect(message(OpenDocumentFile("").bytes) == "The bytes were no DOCX")
  }
}
