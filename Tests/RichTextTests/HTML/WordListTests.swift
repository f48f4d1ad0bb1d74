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
      ([(4, "a"), (6, "b"), (5, "c"), (4, "d")], "- a\n  - b\n  - c\n- d"),
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
}
