import RichText
import Testing

/// Links, fields, notes, pictures.
extension WordReaderTests {
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

  /// Paragraphs of code, each of these runs.
  private static func code(_ paragraphs: String...) -> WordFile {
    let body = paragraphs.map { "<w:p><w:pPr>\(styled("C"))</w:pPr>\($0)</w:p>" }.joined()
    return WordFile(body + p("end"), styles: style("C", "Source Code"))
  }

  @Test func `Notes are called behind the code that they stand in`() throws {
    let reference = "<w:r><w:footnoteReference w:id=\"2\"/></w:r>"
    var file = Self.code(Self.r("x = 1") + reference, Self.r("y = 2"))
    file.footnotes = "<w:footnote w:id=\"2\">\(Self.p("note"))</w:footnote>"
    #expect(try file.markdown() == "```\nx = 1\ny = 2\n```\n\n[^1]\n\nend\n\n[^1]: note\n")
  }

  @Test func `Code ends at a picture, and goes on behind it`() throws {
    let drawing =
      "<w:r><w:drawing><wp:inline><wp:docPr id=\"1\" descr=\"dot\"/><a:blip r:link=\"i\"/></wp:inline></w:drawing></w:r>"
    let space = "<w:r><w:t xml:space=\"preserve\"> </w:t></w:r>"
    for (file, pictures, last) in [
      (Self.code(Self.r("a"), drawing, Self.r("b")), "![dot](http://a.org/i.png)", "b"),
      (
        Self.code(Self.r("a ") + drawing + space + drawing + "<w:r><w:br/></w:r>" + Self.r("  b")),
        "![dot](http://a.org/i.png) ![dot](http://a.org/i.png)", "  b"
      ),
    ] {
      var file = file
      file.relationships =
        "<Relationship Id=\"i\" Type=\"x/image\" Target=\"http://a.org/i.png\" TargetMode=\"External\"/>"
      #expect(try file.markdown() == "```\na\n```\n\n\(pictures)\n\n```\n\(last)\n```\n\nend\n")
    }
  }

  @Test(
    "Links to files of one machine are counted",
    arguments: [
      ("<w:p><w:hyperlink r:id=\"f\">\(r("a"))</w:hyperlink></w:p>", 1),
      ("<w:p>\(field("HYPERLINK \"file:///a.txt\"", "a"))</w:p>", 1),
      ("<w:p><w:hyperlink r:id=\"h\">\(r("file:///a.txt"))</w:hyperlink></w:p>", 0),
      ("<w:p>\(r("a"))</w:p>", 0),
    ])
  func localLinks(_ body: String, _ count: Int) throws {
    var file = WordFile(body)
    file.relationships =
      "<Relationship Id=\"f\" Type=\"x/hyperlink\" Target=\"file:///C:/a.txt\" TargetMode=\"External\"/>"
      + "<Relationship Id=\"h\" Type=\"x/hyperlink\" Target=\"http://a.org/\" TargetMode=\"External\"/>"
    #expect(Format.wordProcessing.localLinkCount(file.bytes) == count)
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
      (
        "<m:r><m:rPr><m:nor/></m:rPr><m:t>{a} \\ ~^b</m:t></m:r>",
        "\\text{\\{a\\} }\\backslash \\text{ }{\\sim}{\\wedge}\\text{b}"
      ),
    ])
  func formulas(_ markup: String, _ tex: String) throws {
    let document = try WordProcessingReader().read(WordFile("<w:p><m:oMath>\(markup)</m:oMath></w:p>").bytes)
    #expect(document.blocks == [.paragraph([.math(tex, display: false)])])
  }
}
