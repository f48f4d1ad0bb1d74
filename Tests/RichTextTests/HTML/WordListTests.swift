import RichText
import Testing

/// Lists that Word writes as paragraphs, as pastes carry them: mostly without the style sheet that explains them.
@Suite struct WordListTests {
  /// An item of a level: what its marker says, and its text.
  private static func item(_ level: Int, _ marker: String, _ text: String) -> String {
    """
    <p class=MsoListParagraph style='mso-list:l0 level\(level) lfo1'><span style='mso-list:Ignore'>\(marker)\
    <span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span>\(text)</p>
    """
  }

  private static func page(_ body: String) -> String {
    "<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><body>\(body)</body></html>"
  }

  private static let padding = String(repeating: "&nbsp;", count: 60)

  @Test(
    "What a marker says counts, however it is padded and ended",
    arguments: [
      ([(padding + "i.", "a"), (padding + "ii.", "b")], "1. a\n2. b"),
      ([("3." + padding, "a")], "3. a"),
      ([("1.1", "a"), ("1.2", "b")], "1. a\n2. b"),
      ([("4", "a"), ("5", "b")], "4. a\n5. b"),
      ([("C", "a"), ("D", "b")], "3. a\n4. b"),
      ([("x.", "a"), ("xi.", "b")], "10. a\n11. b"),
      ([("h.", "a"), ("i.", "b"), ("j.", "c")], "8. a\n9. b\n10. c"),
      ([("(iv)", "a")], "4. a"),
      ([("aa.", "a")], "27. a"),
      ([("Article I.", "a"), ("Article II.", "b")], "- Article I. a\n- Article II. b"),
      ([("Note:", "a")], "- Note: a"),
      ([("o", "a"), ("§", "b"), ("·", "c")], "- a\n- b\n- c"),
    ])
  func markers(items: [(String, String)], expected: String) throws {
    let body = items.map { Self.item(1, $0.0, $0.1) }.joined()
    #expect(try markdown(ofHTML: Self.page(body)) == expected)
  }

  @Test(
    "What shows nothing between two items does not part them",
    arguments: [
      "<span style='mso-bookmark:x'></span>", "<a name=x></a>", "<p class=MsoNormal>&nbsp;</p>", "<br>",
      "<p class=MsoNormal><o:p>&nbsp;</o:p></p><a name=y></a><br>",
    ])
  func invisibleBetween(between: String) throws {
    let body =
      Self.item(1, "1.", "a") + between + Self.item(2, "a.", "b") + between + Self.item(1, "2.", "c")
    #expect(try markdown(ofHTML: Self.page(body)) == "1. a\n   1. b\n2. c")
  }

  @Test func aListThatCountsAnewBehindAnEmptyParagraphIsAnother() throws {
    let body = Self.item(1, "1.", "a") + "<p class=MsoNormal>&nbsp;</p>" + Self.item(1, "1.", "b")
    #expect(try markdown(ofHTML: Self.page(body)) == "1. a\n\n1) b")
  }

  @Test(
    "A list copied from a deeper level begins as far out as its first item",
    arguments: [
      (
        [(2, "one"), (2, "two"), (3, "three"), (2, "four"), (1, "five")],
        "- one\n- two\n  - three\n- four\n- five"
      ),
      ([(4, "a"), (6, "b"), (5, "c"), (4, "d")], "- a\n  - * b\n  - c\n- d"),
    ])
  func deeperLevel(items: [(Int, String)], expected: String) throws {
    let body = items.map { Self.item($0.0, "·", $0.1) }.joined()
    #expect(try markdown(ofHTML: Self.page(body)) == expected)
  }

  @Test(
    "A numbered heading keeps its number and loses a bullet",
    arguments: [("·", "# Text"), ("2.1" + padding, "# 2.1 Text"), ("Глава 1", "# Глава 1 Text")])
  func headings(marker: String, expected: String) throws {
    let heading =
      "<h1 style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>\(marker)<span>&nbsp; </span></span>"
      + "Text</h1>"
    #expect(try markdown(ofHTML: Self.page(heading)) == expected)
  }

  @Test(
    "Borders are lines where they stand, and nothing below a title",
    arguments: [
      ("border-bottom:solid #4F81BD 1.0pt", "<p class=MsoTitle>T</p>", "# T\n\nx"),
      ("border-bottom:solid windowtext 1.0pt", "<p class=MsoNormal>T</p>", "T\n\n---\n\nx"),
      ("border-top:solid windowtext 1.0pt", "<p class=MsoNormal>T</p>", "---\n\nT\n\nx"),
      ("border-top:solid red 1.0pt;border-bottom:solid red 1.0pt", "<p class=MsoNormal>T</p>", "T\n\nx"),
    ])
  func borders(style: String, content: String, expected: String) throws {
    let body =
      "<div style='mso-element:para-border-div;border:none;\(style)'>\(content)</div><p class=MsoNormal>x"
    #expect(try markdown(ofHTML: Self.page(body)) == expected)
  }

  /// An item of an element of a list.
  private static func element(_ level: Int, _ content: String) -> String {
    "<li style='mso-list:l0 level\(level) lfo1'>\(content)</li>"
  }

  @Test(
    "A list is one, whether its items are paragraphs or elements of lists",
    arguments: [
      (
        "<ol>\(element(1, "a"))</ol>\(item(2, "a.", "b"))\(item(3, "i.", "c"))<ol start=2>\(element(1, "d"))</ol>",
        "1. a\n   1. b\n      1. c\n2. d"
      ),
      (
        "\(item(1, "1.", "a"))<ol start=2>\(element(1, "b"))<ol type=a>\(element(2, "c"))</ol></ol>",
        "1. a\n2. b\n   1. c"
      ),
      ("\(item(1, "·", "a"))<ul>\(element(1, "b"))<ul>\(element(2, "c"))</ul></ul>", "- a\n- b\n  - c"),
      (
        "<ol>\(element(1, "a<ol>" + element(2, "b") + "</ol>"))</ol>\(item(2, "b.", "c"))\(item(1, "2.", "d"))",
        "1. a\n   1. b\n   2. c\n2. d"
      ),
      ("<ol>\(element(1, "<p>a</p><p>b</p>"))</ol>\(item(1, "2.", "c"))", "1. a\n\n   b\n\n2. c"),
      ("<ul><li>\(item(1, "·", "a"))</li></ul>\(item(1, "·", "b"))", "- a\n\n- b"),
      ("<ul><li>a</li></ul>\(item(1, "·", "b"))", "- a\n\n* b"),
    ])
  func elementsAndParagraphs(body: String, expected: String) throws {
    #expect(try markdown(ofHTML: Self.page(body)) == expected)
  }

  @Test(
    "A level that was left out comes later, less deep than what came before",
    arguments: [
      ([(1, "1.", "a"), (3, "i.", "b"), (2, "b.", "c"), (1, "2.", "d")], "1. a\n   1. 1) b\n   2. c\n2. d"),
      ([(1, "·", "a"), (4, "·", "b"), (2, "·", "c")], "- a\n  - * b\n  - c"),
      (
        [(1, "·", "a"), (3, "·", "b"), (3, "·", "c"), (2, "·", "d"), (3, "·", "e")],
        "- a\n  - * b\n    * c\n  - d\n    - e"
      ),
    ])
  func levelsLeftOut(items: [(Int, String, String)], expected: String) throws {
    let body = items.map { Self.item($0.0, $0.1, $0.2) }.joined()
    #expect(try markdown(ofHTML: Self.page(body)) == expected)
  }

  /// An item of one of several lists with an indent in points.
  private static func indented(_ list: Int, _ level: Int, _ indent: Int, _ marker: String, _ text: String)
    -> String
  {
    """
    <p class=MsoListParagraph style='margin-left:\(indent)pt;mso-list:l\(list) level\(level) lfo1'>\
    <span style='mso-list:Ignore'>\(marker)<span>&nbsp; </span></span>\(text)</p>
    """
  }

  @Test(
    "Of two lists the one that is indented more is within the other",
    arguments: [
      (
        [(0, 2, 18, "1.", "a"), (1, 1, 36, "·", "b"), (1, 1, 36, "·", "c"), (0, 2, 18, "2.", "d")],
        "1. a\n   - b\n   - c\n2. d"
      ),
      (
        [(0, 1, 36, "·", "a"), (1, 1, 72, "o", "b"), (2, 1, 108, "§", "c"), (0, 1, 36, "·", "d")],
        "- a\n  - b\n    - c\n- d"
      ),
      (
        [(0, 1, 36, "1.", "a"), (1, 1, 72, "1.", "b"), (1, 1, 72, "2.", "c"), (0, 1, 36, "2.", "d")],
        "1. a\n   1. b\n   2. c\n2. d"
      ),
      ([(0, 1, 36, "1.", "a"), (1, 1, 36, "·", "b")], "1. a\n\n- b"),
      ([(0, 1, 72, "1.", "a"), (1, 1, 36, "·", "b")], "1. a\n\n- b"),
    ])
  func indents(items: [(Int, Int, Int, String, String)], expected: String) throws {
    let body = items.map { Self.indented($0.0, $0.1, $0.2, $0.3, $0.4) }.joined()
    #expect(try markdown(ofHTML: Self.page(body)) == expected)
  }

  @Test(
    "A paragraph that its own style takes out of the list is none of it, one that is preformatted is",
    arguments: [
      ("<p class=MsoListNumber style='mso-list:none'>a</p>", "a"),
      ("<p class=MsoListNumber>a</p><p class=MsoListNumber style='mso-list:none'>b</p>", "- a\n\nb"),
      ("<p class=MsoListParagraph style='mso-list:none'>1. a</p>", "1\\. a"),
      (item(1, "·", "a").replacing("<p ", with: "<pre ").replacing("</p>", with: "</pre>"), "- a"),
      (item(1, "·", "a").replacing("MsoListParagraph", with: "MsoHtmlPreformatted"), "- a"),
      (item(1, "·", "a").replacing("<p ", with: "<div ").replacing("</p>", with: "</div>"), "- a"),
    ])
  func elementsOfItems(body: String, expected: String) throws {
    let head = "<head><style>p.MsoListNumber {mso-list:l0 level1 lfo1;}</style></head>"
    #expect(try markdown(ofHTML: Self.page(head + body)) == expected)
  }
}
