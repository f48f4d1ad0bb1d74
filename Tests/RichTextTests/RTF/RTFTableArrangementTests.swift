import RichText
import Testing

/// Cells come to the columns that they stand in, also where rows have fewer cells, or are written in disorder.
@Suite struct RTFTableArrangementTests {
  @Test(
    "A row with fewer cells than others",
    arguments: [
      // LibreOffice and AbiWord write a cell that spans columns once, by its right edge.
      RTFCase(
        #"\trowd\cellx10\cellx2000\cellx3000\intbl a\cell b\cell c\cell\row\trowd\cellx2000\cellx3000\intbl d\cell e\cell\row"#,
        "|     |     |     |\n| --- | --- | --- |\n| a   | b   | c   |\n| d   |     | e   |"),
      // Word's edges differ by a few twips from row to row.
      RTFCase(
        #"\trowd\cellx990\cellx2000\cellx3000\intbl a\cell b\cell c\cell\row\trowd\cellx1000\cellx2990\intbl d\cell e\cell\row"#,
        "|     |     |     |\n| --- | --- | --- |\n| a   | b   | c   |\n| d   | e   |     |"),
      // Rows whose edges have nothing in common stay as they are written.
      RTFCase(
        #"\trowd\cellx1000\cellx2000\cellx3000\intbl a\cell b\cell c\cell\row\trowd\cellx700\cellx3000\intbl d\cell e\cell\row"#,
        "|     |     |     |\n| --- | --- | --- |\n| a   | b   | c   |\n| d   | e   |     |"),
    ])
  func edges(example: RTFCase) throws {
    try example.check()
  }

  private static func cell(_ row: Int, _ column: Int, _ text: String) -> String {
    #"{\*\abicellprops left-attach:\#(column); top-attach:\#(row)}\intbl \#(text)\cell "#
  }

  private static func table(_ rows: String...) -> String {
    let rows = rows.map { #"{\trowd\cellx900\cellx1800\cellx1800 \#($0)\row}"# }
    return #"{\*\abitableprops}"# + rows.joined() + #"{\*\abiendtable}\pard\par"#
  }

  @Test(
    "The places that AbiWord gives cells",
    arguments: [
      RTFCase(
        table(cell(0, 0, "a") + cell(0, 1, "b") + cell(1, 5, ""), cell(1, 0, "c") + cell(1, 1, "d")),
        "|     |     |\n| --- | --- |\n| a   | b   |\n| c   | d   |"),
      RTFCase(
        table(cell(0, 1, "b") + cell(0, 0, "a"), cell(7, 7, ""), cell(1, 1, "d")),
        "|     |     |\n| --- | --- |\n| a   | b   |\n|     | d   |"),
      // A place outside the table is not believed.
      RTFCase(
        table(cell(0, 0, "a") + cell(0, 1, "b"), cell(1_000_000, 0, "c") + cell(1, 99_999_999, "d")),
        "|     |     |\n| --- | --- |\n| a   | b   |\n| c   | d   |"),
    ])
  func places(example: RTFCase) throws {
    try example.check()
  }

  @Test(
    "East Asian text has its own bold and italics",
    arguments: [
      RTFCase(#"a {\dbch\ab\dbch\u32784?\u24515?} b"#, "a **耐心** b"),
      RTFCase(#"{\dbch\ai\dbch\u32784?\loch b}"#, "*耐*b"),
      RTFCase(#"{\rtlch\ab \ltrch\loch b\dbch\u32784?}"#, "b耐"),
    ])
  func eastAsian(example: RTFCase) throws {
    try example.check()
  }

  @Test("An override that says itself how its list counts")
  func overrides() throws {
    let header =
      #"{\*\listtable{\list{\listlevel\levelnfc23{\leveltext\'01\u8226 ;}}\listid1}}"#
      + #"{\*\listoverridetable{\listoverride\listid1\levelnfc0\levelstartat4{\leveltext\'01\'00;}\ls2}}"#
    try RTFCase(header + #"\pard\ls2\ilvl0 a\par\pard\ls2\ilvl0 b\par"#, "4. a\n5. b").check()
  }
}
