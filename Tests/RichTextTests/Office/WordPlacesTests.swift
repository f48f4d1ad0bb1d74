import RichText
import Testing

/// Where things of Word's documents stand: references, headings among lists, tables in items, tables in cells.
@Suite struct WordPlacesTests {
  private typealias Word = WordReaderTests

  private static func bookmark(_ name: String) -> String {
    "<w:bookmarkStart w:id=\"0\" w:name=\"\(name)\"/>"
  }

  private static func link(_ anchor: String, _ text: String) -> String {
    "<w:p><w:hyperlink w:anchor=\"\(anchor)\">\(Word.r(text))</w:hyperlink></w:p>"
  }

  private static func heading(_ text: String, _ properties: String = "") -> String {
    Word.p(text, "<w:outlineLvl w:val=\"1\"/>" + properties)
  }

  @Test(
    "References",
    arguments: [
      WordCase(
        link("a", "see") + "<w:p>\(bookmark("a"))\(Word.r("here"))</w:p>", "[see](#a)\n\n<a id=\"a\"></a>here"
      ),
      // A place that nothing leads to is not kept.
      WordCase("<w:p>\(bookmark("a"))\(Word.r("here"))</w:p>", "here"),
      // One in an empty paragraph is that of the next.
      WordCase(
        link("a", "see") + "<w:p>\(bookmark("a"))</w:p>" + Word.p("here"), "[see](#a)\n\n<a id=\"a\"></a>here"
      ),
      WordCase(
        "<w:p>\(Word.field(" REF _Ref1 \\h ", "Table 1"))</w:p><w:p>\(bookmark("_Ref1"))\(Word.r("Table 1"))</w:p>",
        "[Table 1](#_Ref1)\n\n<a id=\"_Ref1\"></a>Table 1"),
      WordCase(
        "<w:p>\(Word.field("REF x \\h", "2.1"))</w:p><w:p><w:pPr><w:outlineLvl w:val=\"0\"/></w:pPr>\(bookmark("x"))\(Word.r("Way Out"))</w:p>",
        "[2.1](#way-out)\n\n# Way Out"),
      // What leads nowhere is what it shows.
      WordCase("<w:p>\(Word.field("REF gone \\h", "Table 1"))</w:p>", "Table 1"),
      WordCase("<w:p>\(Word.field("REF x", "1"))</w:p><w:p>\(bookmark("x"))\(Word.r("a"))</w:p>", "1\n\na"),
      // A name that could end an attribute is none.
      WordCase(
        link("it's", "see") + "<w:p>\(bookmark("it's"))\(Word.r("here"))</w:p>", "[see](#it's)\n\nhere"),
    ])
  func references(_ test: WordCase) throws { try test.check() }

  @Test(
    "Headings among lists",
    arguments: [
      WordCase(
        Word.item("a", 2)
          + heading(
            "b", "<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr><w:ind w:left=\"900\"/>")
          + Word.item("c", 2),
        numbering: Word.numbering, "- a\n\n## b\n\n- c"),
      // An empty line in the style of a heading is none.
      WordCase(heading("a") + heading("\u{A0} ") + Word.p("b"), "## a\n\nb"),
    ])
  func headings(_ test: WordCase) throws { try test.check() }

  /// A list with numbers on two levels.
  private static let legal =
    "<w:abstractNum w:abstractNumId=\"0\">\(Word.level(0, "decimal"))\(Word.level(1, "decimal"))</w:abstractNum>"
    + "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>"

  @Test(
    "Paragraphs between items",
    arguments: [
      // Below the first level a list that goes on has not ended.
      WordCase(
        Word.item("a", 1) + Word.item("b", 1, 1) + "<w:p/>" + Word.p("t") + Word.item("c", 1, 1)
          + Word.item("d", 1),
        numbering: legal, "1. a\n   1. b\n\n      t\n\n   2. c\n2. d"),
      WordCase(
        Word.item("a", 1) + Word.item("b", 1, 1) + table([[Word.p("h")], [Word.p("x")]], header)
          + Word.item("c", 1, 1),
        numbering: legal,
        "1. a\n   1. b\n\n      | h   |\n      | --- |\n      | x   |\n\n   2. c"),
      // As far in as the text of the item around, it goes on with that.
      WordCase(
        Word.item("a", 1) + Word.item("b", 1, 1) + Word.p("t", "<w:ind w:left=\"720\"/>")
          + Word.item("c", 1, 1),
        numbering: legal, "1. a\n\n   1. b\n\n   t\n\n   2. c"),
      // A heading ends it, and so does what begins anew.
      WordCase(
        Word.item("a", 1) + Word.item("b", 1, 1) + heading("t") + Word.item("c", 1, 1),
        numbering: legal, "1. a\n   1. b\n\n## t\n\n2. c"),
      WordCase(
        Word.item("a", 1) + Word.item("b", 1, 1) + Word.p("t") + Word.item("c", 1),
        numbering: legal, "1. a\n   1. b\n\nt\n\n2. c"),
    ])
  func interruptions(_ test: WordCase) throws { try test.check() }

  private static func table(_ rows: [[String]], _ properties: String = "") -> String {
    let cells = rows.map { row in "<w:tr>" + row.map { Word.cell($0) }.joined() + "</w:tr>" }.joined()
    return "<w:tbl><w:tblPr>\(properties)</w:tblPr>\(cells)</w:tbl>"
  }

  private static let header = "<w:tblLook w:firstRow=\"1\"/>"
  private static let lines = "<w:tblBorders><w:top w:val=\"single\"/></w:tblBorders>"
  private static let noLines = "<w:tblBorders><w:top w:val=\"nil\"/><w:left w:val=\"none\"/></w:tblBorders>"
  private static let inner = table([[Word.p("c"), Word.p("d")], [Word.p("e"), Word.p("f")]])

  @Test(
    "Tables in lists and in tables",
    arguments: [
      // Numbers that go on behind a table go on around it.
      WordCase(
        Word.item("a", 1) + table([[Word.p("h")], [Word.p("x")]], header) + "<w:p/>" + Word.item("b", 1),
        numbering: Word.numbering, "1. a\n\n   | h   |\n   | --- |\n   | x   |\n\n2. b"),
      WordCase(
        Word.item("a", 1) + table([[Word.p("h")], [Word.p("x")]], header) + Word.p("t") + Word.item("b", 1),
        numbering: Word.numbering, "1. a\n\n| h   |\n| --- |\n| x   |\n\nt\n\n2. b"),
      // Behind a table in an item its further paragraphs are still those of the item.
      WordCase(
        Word.item("a", 1)
          + table([[Word.p("h")], [Word.p("x")]], "<w:tblInd w:w=\"720\" w:type=\"dxa\"/>" + header)
          + Word.item("b", 1, 1) + Word.p("t", "<w:ind w:left=\"720\"/>") + Word.item("c", 1),
        numbering: legal,
        "1. a\n\n   | h   |\n   | --- |\n   | x   |\n\n   1. b\n\n   t\n\n2. c"),
      // Lines are drawn around data; a table without them only places what it holds.
      WordCase(
        table([[Word.p("a"), Word.p("b")], [Word.p("x"), inner]], lines),
        "|     |            |\n| --- | ---------- |\n| a   | b          |\n| x   | c d<br>e f |"),
      WordCase(
        table([[Word.p("a"), inner]], noLines),
        "a\n\n|     |     |\n| --- | --- |\n| c   | d   |\n| e   | f   |"),
    ])
  func tables(_ test: WordCase) throws { try test.check() }
}
