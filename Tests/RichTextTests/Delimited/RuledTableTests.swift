import RichText
import Testing

/// Tables that programs draw on terminals.
@Suite("Tables drawn with bars") struct RuledTableTests {
  private static func rows(_ text: String) -> [[String]]? {
    TextColumns.table(of: Array(text.utf8)).map { table in
      table.format.delimitedReader.rows(of: table.bytes).map { row in
        row.map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  private static let drawn: [(program: String, text: String)] = [
    ("psql", " id | name \n----+------\n  1 | a\n  2 | b b\n(2 rows)\n\n"),
    ("psql in German", " id | name \n----+------\n  1 | a\n  2 | b b\n(2 Zeilen)\n"),
    ("psql below its prompt", "db=> table t;\n id | name \n----+------\n  1 | a\n  2 | b b\n(2 rows)\n"),
    (
      "psql with a frame",
      "+----+------+\n| id | name |\n+----+------+\n|  1 | a    |\n|  2 | b b  |\n+----+------+\n"
    ),
    ("psql in Unicode", " id │ name \n────┼──────\n  1 │ a\n  2 │ b b\n(2 rows)\n"),
    (
      "mysql",
      "+----+------+\r\n| id | name |\r\n+----+------+\r\n|  1 | a    |\r\n|  2 | b b  |\r\n+----+------+\r\n"
        + "2 rows in set (0.00 sec)\r\n"
    ),
    ("sqlite3", "┌────┬──────┐\n│ id │ name │\n├────┼──────┤\n│ 1  │ a    │\n│ 2  │ b b  │\n└────┴──────┘\n"),
    (
      "tabulate",
      "+------+--------+\n|   id | name   |\n+======+========+\n|    1 | a      |\n+------+--------+\n"
        + "|    2 | b b    |\n+------+--------+\n"
    ),
    ("Org", "| id | name |\n|----+------|\n|  1 | a    |\n|  2 | b b  |\n"),
  ]

  @Test(arguments: drawn)
  func `Rows are told apart from what is drawn between them`(program: String, text: String) {
    #expect(Self.rows(text) == [["id", "name"], ["1", "a"], ["2", "b b"]])
  }

  @Test(arguments: [
    (
      "lines in a value", "  a   | b \n------+---\n x   +| 1\n y\u{20}\u{20}\u{20}\u{20}| \n C++  | 2\n",
      [["a", "b"], ["x\ny", "1"], ["C++", "2"]]
    ),
    ("a bar in a value", " a   | b \n-----+---\n x|y | 1\n", [["a", "b"], ["x|y", "1"]]),
    ("wide characters", " a    | b \n------+---\n 日本 | 1\n", [["a", "b"], ["日本", "1"]]),
    ("widths counted otherwise", " a | b \n---+---\n 日本 | 1\n", [["a", "b"], ["日本", "1"]]),
    ("commas and quotes", " a    | b \n------+---\n x, \"y\" | \n", [["a", "b"], ["x, \"y\"", ""]]),
    ("a column alone", " count \n-------\n    42\n(1 row)\n", [["count"], ["42"]]),
    ("no rows", " a | b \n---+---\n(0 rows)\n", [["a", "b"]]),
  ])
  func `Values are what stands between the bars`(what: String, text: String, rows: [[String]]) {
    #expect(Self.rows(text) == rows)
  }

  @Test(arguments: [
    "Heading\n-------\ntext\n", "---\ntitle: a\n---\n", "a | b\n-----\nc | d\n", "-----+-----\n", "+---+\n",
    " a | b \n---+---\n no bar\n", " a | b \n---+---\n 1 | 2\n\nand more words\n",
    "diff --git a/f b/f\n--- a/f\n+++ b/f\n", "+--+\n|  |\n|  |\n+--+\n",
    "words\nwords\n a | b \n---+---\n 1 | 2\n",
  ])
  func `Other text is none`(text: String) {
    #expect(Self.rows(text) == nil)
  }
}
