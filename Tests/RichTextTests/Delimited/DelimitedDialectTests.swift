import RichText
import Testing

/// Separated values as programs write them.
@Suite("Dialects of separated values") struct DelimitedDialectTests {
  private func rows(_ bytes: [UInt8], separator: UInt8? = nil) -> [[String]] {
    DelimitedReader(separator: separator).rows(of: bytes).map { row in
      row.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func rows(_ text: String) -> [[String]] { rows(Array(text.utf8)) }

  private static let table = [["Name", "Amount"], ["Müller; K.", "1,50"], ["say \"hi\"", "two\nlines"]]

  @Test func `LibreOffice writes commas and line feeds`() {
    #expect(
      rows("Name,Amount\nMüller; K.,\"1,50\"\n\"say \"\"hi\"\"\",\"two\nlines\"\n") == Self.table)
  }

  @Test func `LibreOffice may put quotes around all text`() {
    #expect(rows("\"a\",\"b\"\n\"x\",1\n\"\",2\n") == [["a", "b"], ["x", "1"], ["", "2"]])
  }

  @Test func `Excel writes semicolons where the comma is in numbers, with a mark of UTF-8`() {
    let text = "\u{FEFF}Name;Amount\r\n\"Müller; K.\";1,50\r\n\"say \"\"hi\"\"\";\"two\nlines\"\r\n"
    #expect(rows(text) == Self.table)
    #expect(rows("1,5;2,5\r\n3,25;4,75\r\n") == [["1,5", "2,5"], ["3,25", "4,75"]])
  }

  @Test func `Excel names the separator in a line of its own`() {
    #expect(rows("sep=;\r\na;b,c\r\n") == [["a", "b,c"]])
    #expect(rows("\u{FEFF}sep=|\na|b\n") == [["a", "b"]])
    #expect(rows("sep=x\n1\n") == [["sep=x"], ["1"]])
  }

  @Test(arguments: [true, false], [true, false])
  func `Excel's Unicode text is UTF-16 with tabs`(isBigEndian: Bool, isMarked: Bool) {
    let text = "Name\tAmount\r\nMüller; K.\t1,50\r\n\"say \"\"hi\"\"\"\t\"two\nlines\"\r\n"
    let units = ((isMarked ? "\u{FEFF}" : "") + text).utf16
    let bytes = units.flatMap { unit in
      isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    #expect(rows(bytes) == Self.table)
    #expect(rows(bytes, separator: UInt8(ascii: "\t")) == Self.table)
  }

  @Test func `Excel's CSV of western Europe is Windows-1252`() {
    let bytes = Array("Name;Preis\r\nM".utf8) + [0xFC] + Array("ller;5 ".utf8) + [0x80, 0x0D, 0x0A]
    #expect(rows(bytes) == [["Name", "Preis"], ["Müller", "5 €"]])
  }

  @Test func `PostgreSQL's COPY leaves NULL empty and quotes empty text`() {
    #expect(
      rows("id,note,\"odd, name\"\n1,,\"\"\n2,\"a \"\"b\"\"\n\n c\",t\n")
        == [["id", "note", "odd, name"], ["1", "", ""], ["2", "a \"b\"\n\n c", "t"]])
  }

  @Test func `SQLite's CSV mode ends lines with both characters`() {
    #expect(rows("a,\"b c\"\r\n1.0,\"x\"\"y\"\r\n") == [["a", "b c"], ["1.0", "x\"y"]])
  }

  @Test func `Values may be parted by pipes or tabs, and hold commas`() {
    #expect(rows("name|place\nx|a, b\ny|c, d\n") == [["name", "place"], ["x", "a, b"], ["y", "c, d"]])
    #expect(rows("a, b\tc\nd, e\tf\n") == [["a, b", "c"], ["d, e", "f"]])
  }

  @Test func `Empty lines are no rows, but an empty value in quotes is one`() {
    #expect(rows("a\n\n\"\"\n\r\nb") == [["a"], [""], ["b"]])
  }

  @Test func `Text behind a closing quote, and a quote that nobody closes, are kept`() {
    #expect(rows("\"a\"b,\"c\"\"d\" e\n") == [["ab", "c\"d e"]])
    #expect(rows("a,\"b\nc") == [["a", "b\nc"]])
    #expect(rows("\"") == [[""]])
    #expect(rows("a,") == [["a", ""]])
  }

  @Test func `Values in quotes may have spaces around them`() {
    #expect(
      rows("name, note\n\"a\", \"b, c\"\n  \"d\"  ,  \"say \"\"e, f\"\"\"  \n")
        == [["name", " note"], ["a", "b, c"], ["d", "say \"e, f\""]])
    #expect(rows("a, \"\"\n\"b\", \"c\"") == [["a", ""], ["b", "c"]])
    // Quotes that are of the text.
    #expect(rows("a, \"b\" c\nd, \"e\nf, \"g\n") == [["a", " \"b\" c"], ["d", " \"e"], ["f", " \"g"]])
  }

  @Test(
    "Columns of numbers are set right",
    arguments: [
      ("1;-2;+3", true), ("1,50;2,75", true), ("1.234.567,89;1", true), ("12 %;5%", true),
      ("$5.00;-$6", true),
      ("5 €;1 234 567", true), ("1e3;2E-4", true), (".5;;0", true), ("2024-01-02;2024-01-03", false),
      ("1.2.3;1.10", false), ("030-123;030-124", false), ("1;x", false), (";", false), ("12:30;13:00", false),
    ])
  func numbers(values: String, isRight: Bool) throws {
    let column = values.split(separator: ";", omittingEmptySubsequences: false).joined(separator: "|x\n")
    let document = try DelimitedReader().document(of: Array("h|k\n\(column)|x\n".utf8))
    guard case .table(let table)? = document.blocks.first else { return #expect(Bool(false)) }
    #expect(table.columns[0] == (isRight ? .right : nil))
  }
}
