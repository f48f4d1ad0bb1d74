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

  private static let courier = "<w:rFonts w:ascii=\"Courier New\"/>"

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
      // A word of code is code though a part of it is bold; a part of a word of prose is none.
      WordCase(
        "<w:p>\(r("x "))\(r("a", courier))\(r("b", courier + "<w:b/>"))\(r("c", courier))\(r(" y"))</w:p>",
        "x `a`**`b`**`c` y"),
      WordCase(
        "<w:p>\(r("wo"))\(r("r", courier))\(r("d", courier + "<w:b/>"))\(r("s"))</w:p>", "wor**d**s"),
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
      // Lines of contents are no headings, unless somebody used their style for those.
      WordCase(
        "<w:p><w:pPr>\(styled("t"))</w:pPr><w:hyperlink w:anchor=\"b\">\(r("a"))</w:hyperlink></w:p>"
          + p("c\t2", styled("t"))
          + "<w:p><w:pPr>\(styled("t"))</w:pPr><w:bookmarkStart w:id=\"1\" w:name=\"b\"/>\(r("a"))</w:p>",
        styles: style("t", "toc 1", "<w:basedOn w:val=\"h\"/>")
          + style("h", "Mine", "<w:pPr><w:outlineLvl w:val=\"0\"/></w:pPr>"),
        "[a](#a)\n\nc\t2\n\n# a"),
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
      // Items without a marker let deeper ones begin anew.
      WordCase(
        item("a", 1) + item("b", 1, 1) + item("c", 1, 1) + item("d", 1) + item("e", 1, 1),
        numbering:
          "<w:abstractNum w:abstractNumId=\"0\">\(level(0, "none", text: ""))\(level(1, "decimal"))</w:abstractNum>"
          + "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>",
        "a\n\n1. b\n2. c\n\nd\n\n1. e"),
      // A box in place of a bullet is to be ticked.
      WordCase(
        item("a", 1) + item("b", 2),
        numbering: "<w:abstractNum w:abstractNumId=\"0\">\(level(0, "bullet", text: "☐"))</w:abstractNum>"
          + "<w:abstractNum w:abstractNumId=\"1\"><w:lvl w:ilvl=\"0\"><w:numFmt w:val=\"bullet\"/><w:lvlText w:val=\"\u{F0FE}\"/><w:rPr><w:rFonts w:ascii=\"Wingdings\" w:hAnsi=\"Wingdings\"/></w:rPr></w:lvl></w:abstractNum>"
          + "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num><w:num w:numId=\"2\"><w:abstractNumId w:val=\"1\"/></w:num>",
        "- [ ] a\n- [x] b"),
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
    #expect(message(Array("hello".utf8)) == "the bytes are not DOCX")
    #expect(message(OpenDocumentFile("").bytes) == "the bytes are not DOCX")
  }
}
