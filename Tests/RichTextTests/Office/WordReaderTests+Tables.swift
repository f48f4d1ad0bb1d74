import RichText
import Testing

/// Tables.
extension WordReaderTests {
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
    try WordCase(
      Self.p("▪ One") + Self.p("▪ Two") + Self.p("x") + Self.p("7) Seven") + Self.p("8) Eight")
        + Self.p("• y"),
      "- One\n- Two\n\nx\n\n7. Seven\n8. Eight\n   - y"
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
}
