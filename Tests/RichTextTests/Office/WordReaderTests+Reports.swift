import RichText
import Testing

/// What reports of faults showed, each with its kin.
extension WordReaderTests {
  private static let mono = "<w:rFonts w:ascii=\"Courier New\"/>"

  // MARK: Code

  private static let spacedStyles =
    "<w:docDefaults><w:pPrDefault><w:pPr><w:spacing w:after=\"160\"/></w:pPr></w:pPrDefault></w:docDefaults>"

  private static func code(_ name: String, _ properties: String = "") -> String {
    spacedStyles + style("C", name, "<w:pPr>\(properties)</w:pPr><w:rPr>\(mono)</w:rPr>")
  }

  private static let threeLines = p("a", styled("C")) + p("  b", styled("C")) + p("c", styled("C")) + p("t")

  private static func lines(_ texts: String..., run: String = mono) -> String {
    texts.map { r($0, run) }.joined(separator: "<w:r><w:br/></w:r>")
  }

  @Test(
    "Lines of one style of code are one block",
    arguments: [
      WordCase(threeLines, styles: code("Source Code"), "```\na\n  b\nc\n```\n\nt"),
      WordCase(threeLines, styles: code("HTML Preformatted"), "```\na\n  b\nc\n```\n\nt"),
      WordCase(threeLines, styles: code("Code", "<w:contextualSpacing/>"), "```\na\n  b\nc\n```\n\nt"),
      WordCase(
        threeLines, styles: code("Code", "<w:spacing w:after=\"80\"/>"), "```\na\n  b\nc\n```\n\nt"),
      WordCase(
        p("a", styled("C")) + p("", styled("C")) + p("c", styled("C")), styles: code("Code"),
        "```\na\n\nc\n```"),
      WordCase(
        p("a", styled("C")) + p("") + p("c", styled("C")), styles: code("Code"), "```\na\n```\n\n```\nc\n```"),
      // More space than the style has ends a block, and so does a paragraph that is several lines.
      WordCase(
        p("a", styled("C")) + p("b", styled("C") + "<w:spacing w:after=\"300\"/>") + p("c", styled("C")),
        styles: code("Code"), "```\na\nb\n```\n\n```\nc\n```"),
      WordCase(
        "<w:p><w:pPr>\(styled("C"))</w:pPr>\(lines("a", "b"))</w:p>" + p("c", styled("C")),
        styles: code("Code"), "```\na\nb\n```\n\n```\nc\n```"),
      // Pandoc's blocks are paragraphs, all of them in a style of characters.
      WordCase(
        p("a", styled("C"), run: "<w:rStyle w:val=\"V\"/>")
          + p("c", styled("C"), run: "<w:rStyle w:val=\"V\"/>"),
        styles: code("Source Code") + style("V", "Verbatim Char", type: "character"),
        "```\na\n```\n\n```\nc\n```"),
    ])
  func linesOfCode(_ test: WordCase) throws { try test.check() }

  private static func borders(_ sides: String...) -> String {
    "<w:pBdr>" + sides.map { "<w:\($0) w:val=\"single\" w:sz=\"4\"/>" }.joined() + "</w:pBdr>"
  }

  private static let box = borders("top", "left", "bottom", "right")

  @Test(
    "An empty paragraph in a frame is a blank line, and alone a rule",
    arguments: [
      WordCase(p("a", box, run: mono) + p("", box) + p("  b", box, run: mono), "```\na\n\n  b\n```"),
      WordCase(
        p("a", styled("C")) + p("", styled("C")) + p("", styled("C")) + p("b", styled("C")),
        styles: style("C", "Code", "<w:pPr>\(box)</w:pPr>"), "```\na\n\n\nb\n```"),
      WordCase(p("a", box) + p("", box) + p("b", box), "a\n\nb"),
      WordCase(p("", box) + p("b", box), "b"),
      WordCase(p("a", borders("bottom")) + p("", borders("bottom")) + p("b", borders("bottom")), "a\n\nb"),
      WordCase(p("a", borders("bottom")) + p("", borders("bottom")) + p("b"), "a\n\n---\n\nb"),
      WordCase(p("a", box) + p("", borders("bottom")) + p("b", box), "a\n\n---\n\nb"),
      WordCase(p("a") + p("", borders("top")) + p("b") + p("", box) + p("c"), "a\n\n---\n\nb\n\n---\n\nc"),
      WordCase(p("a") + p("", "<w:pBdr><w:bottom w:val=\"nil\"/></w:pBdr>") + p("b"), "a\n\nb"),
    ])
  func frames(_ test: WordCase) throws { try test.check() }

  private static let bullets =
    "<w:abstractNum w:abstractNumId=\"0\"><w:lvl w:ilvl=\"0\"><w:numFmt w:val=\"bullet\"/><w:lvlText w:val=\"•\"/>"
    + "<w:pPr><w:ind w:left=\"720\" w:hanging=\"360\"/></w:pPr></w:lvl></w:abstractNum>"
    + "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>"

  private static func number(_ list: Int, _ level: Int = 0) -> String {
    "<w:numPr><w:ilvl w:val=\"\(level)\"/><w:numId w:val=\"\(list)\"/></w:numPr>"
  }

  @Test(
    "Monospaced lines keep their indentation in items and cells",
    arguments: [
      WordCase(
        "<w:p><w:pPr>\(number(1))</w:pPr>\(lines("a", "    b"))</w:p>" + p("n", number(1)),
        numbering: bullets, "- ```\n  a\n      b\n  ```\n- n"),
      WordCase(
        p("a", number(1), run: mono) + p("    b", "<w:ind w:left=\"720\"/>", run: mono) + p("n", number(1)),
        numbering: bullets, "- ```\n  a\n      b\n  ```\n- n"),
      WordCase(
        p("do", number(1)) + p("a", "<w:ind w:left=\"720\"/>", run: mono)
          + p("    b", "<w:ind w:left=\"720\"/>", run: mono), numbering: bullets,
        "- do\n  ```\n  a\n      b\n  ```"),
      WordCase(
        p("a", number(1), run: mono) + p("b", number(1), run: mono), numbering: bullets, "- `a`\n- `b`"),
      WordCase(
        p("a", number(1), run: mono) + p("b", run: mono) + p("  c", run: mono), numbering: bullets,
        "- `a`\n\n```\nb\n  c\n```"),
      WordCase(
        "<w:tbl><w:tr><w:tc><w:p>\(lines("a", "    b"))</w:p></w:tc><w:tc>\(p("c"))</w:tc></w:tr></w:tbl>",
        "|                |     |\n| -------------- | --- |\n| `a`<br>`    b` | c   |"),
    ])
  func indentedLines(_ test: WordCase) throws { try test.check() }

  @Test(
    "A text box is read once, whatever is said of its shape",
    arguments: [
      "", "<v:imagedata r:id=\"gone\"/>", "<v:stroke/>",
    ])
  func textBoxes(picture: String) throws {
    let shape =
      "<w:pict><v:shape alt=\"Text Box: in\">\(picture)<v:textbox><w:txbxContent>\(Self.p("in"))</w:txbxContent></v:textbox></v:shape></w:pict>"
    try WordCase("<w:p><w:r>\(shape)</w:r>\(Self.r("y"))</w:p>", "y\n\nin").check()
  }

  // MARK: Tasks

  private static func boxes(_ signs: (String, String)...) -> String {
    signs.enumerated().map { index, sign in
      "<w:abstractNum w:abstractNumId=\"\(index)\">"
        + (0..<2).map { level in
          "<w:lvl w:ilvl=\"\(level)\"><w:numFmt w:val=\"bullet\"/><w:lvlText w:val=\"\(sign.0)\"/>"
            + "<w:pPr><w:ind w:left=\"\(720 * (level + 1))\" w:hanging=\"360\"/></w:pPr>"
            + "<w:rPr><w:rFonts w:ascii=\"\(sign.1)\"/></w:rPr></w:lvl>"
        }.joined()
        + "</w:abstractNum><w:num w:numId=\"\(index + 1)\"><w:abstractNumId w:val=\"\(index)\"/></w:num>"
    }.joined()
  }

  @Test(
    "Tasks whose boxes are bullets of several definitions are one list",
    arguments: [
      WordCase(
        p("a", number(1)) + p("b", number(2)) + p("c", number(1)), numbering: boxes(("☐", ""), ("☒", "")),
        "- [ ] a\n- [x] b\n- [ ] c"),
      WordCase(
        p("a", number(1)) + p("b", number(2)),
        numbering: boxes(("\u{F0A8}", "Wingdings"), ("\u{F0FE}", "Wingdings")),
        "- [ ] a\n- [x] b"),
      WordCase(
        p("a", number(2)) + p("b", number(1, 1)) + p("c", number(2, 1)) + p("d", number(1)),
        numbering: boxes(("☐", ""), ("☑", "")), "- [x] a\n  - [ ] b\n  - [x] c\n- [ ] d"),
      WordCase(
        p("a", number(1)) + p("b", number(2)), numbering: boxes(("☐", ""), ("•", "")), "- [ ] a\n\n* b"),
      WordCase(
        p("a", number(1)) + p("b", number(2)), numbering: boxes(("•", ""), ("–", "")), "- a\n\n* b"),
    ])
  func taskLists(_ test: WordCase) throws { try test.check() }

  // MARK: Links

  private static func mark(_ type: String) -> String { "<w:r><w:fldChar w:fldCharType=\"\(type)\"/></w:r>" }

  private static func instruction(_ text: String) -> String {
    "<w:r><w:instrText>\(text)</w:instrText></w:r>"
  }

  private static let link = mark("begin") + instruction("HYPERLINK \"https://a.org\"") + mark("separate")

  private static func paragraph(_ content: String...) -> String { "<w:p>\(content.joined())</w:p>" }

  private static let underlined = r("u", "<w:u w:val=\"single\"/>")

  @Test(
    "A link whose end was deleted, moved or forgotten ends with its paragraph",
    arguments: [
      WordCase(paragraph(link, r("a")) + paragraph(r("b"), underlined), "[a](https://a.org)\n\nb<u>u</u>"),
      WordCase(
        paragraph(link, r("a"), "<w:del w:id=\"0\">\(mark("end"))</w:del>") + p("b"),
        "[a](https://a.org)\n\nb"),
      WordCase(
        paragraph(link, r("a"), "<w:moveFrom w:id=\"0\">\(mark("end"))</w:moveFrom>") + p("b")
          + paragraph("<w:moveTo w:id=\"0\">\(mark("end"))</w:moveTo>", r("c")),
        "[a](https://a.org)\n\nb\n\nc"),
      WordCase(
        paragraph(link, r("a")) + paragraph(link, r("b")) + p("c"),
        "[a](https://a.org)\n\n[b](https://a.org)\n\nc"),
      WordCase(
        String(repeating: paragraph(link), count: 80) + paragraph(link, r("a"), mark("end"), r("b")),
        "[a](https://a.org)b"),
      // A link that is ended goes through paragraphs.
      WordCase(
        paragraph(link, r("a")) + paragraph(underlined) + paragraph(r("c"), mark("end"), r("d")),
        "[a](https://a.org)\n\n[u](https://a.org)\n\n[c](https://a.org)d"),
      // The separator may be gone, too, and with it nothing of the text.
      WordCase(
        paragraph(mark("begin"), instruction("HYPERLINK \"https://a.org\""), r("a")) + p("b"),
        "[a](https://a.org)\n\nb"),
      WordCase(paragraph(r("a"), mark("begin"), instruction("PAGE")) + p("b"), "a\n\nb"),
      WordCase(
        paragraph(mark("begin"), instruction("IF 1 = 1 \""))
          + paragraph(instruction("x"), field("MERGEFIELD x", "y"))
          + paragraph(instruction("\""), mark("separate"), r("shown"), mark("end")),
        "shown"),
    ])
  func linksWithoutEnd(_ test: WordCase) throws { try test.check() }

  @Test(
    "What a content control shows is kept, also where it shows its placeholder",
    arguments: [
      WordCase(
        "<w:p><w:sdt><w:sdtPr><w:showingPlcHdr/><w:text/></w:sdtPr><w:sdtContent>\(r("a"))</w:sdtContent></w:sdt></w:p>",
        "a"),
      WordCase(
        "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>\(p("a"))</w:sdtContent></w:sdt>", "a"),
      WordCase(
        "<w:tbl><w:tr><w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent><w:tc>\(p("a"))</w:tc></w:sdtContent></w:sdt><w:tc>\(p("b"))</w:tc></w:tr></w:tbl>",
        "|     |     |\n| --- | --- |\n| a   | b   |"),
      WordCase(
        "<w:p>\(r("x "))<w:sdt><w:sdtPr><w:showingPlcHdr/><w:date/></w:sdtPr><w:sdtContent>\(r("Enter a date."))</w:sdtContent></w:sdt></w:p>",
        "x Enter a date."),
      WordCase(
        "<w:sdt><w:sdtPr/><w:sdtContent>\(paragraph("<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>\(r("in"))</w:sdtContent></w:sdt>"))</w:sdtContent></w:sdt>",
        "in"),
    ])
  func placeholders(_ test: WordCase) throws { try test.check() }
}
