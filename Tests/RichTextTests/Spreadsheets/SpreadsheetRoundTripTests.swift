import Containers
import TestSupport
import Testing

@testable import RichText

/// Tables that are written as spreadsheets, and read again.
@Suite struct SpreadsheetRoundTripTests {
  private static func bytes(_ rows: [[String]]) -> [[ArraySlice<UInt8>]] {
    rows.map { $0.map { Array($0.utf8)[...] } }
  }

  @Test("Values come back to the letter", arguments: Format.spreadsheets)
  func values(_ format: Format) throws {
    for seed in Seeds.few(1_000) {
      var random = RandomTable(seed: seed)
      let rows = Self.bytes(random.make())
      let written = format.write(rows: rows, Format.Options())
      #expect(written == format.write(rows: rows, Format.Options()))
      let read = try Spreadsheet(written).sheets[0].shownRows()
      // Cells at the edges that show nothing are none.
      var wanted = rows
      while wanted.last?.allSatisfy(\.isEmpty) == true { wanted.removeLast() }
      #expect(read == wanted, "seed \(seed)")
    }
  }

  @Test("Values of all types come back by documents", arguments: Format.spreadsheets, Seeds.few(20))
  func documents(_ format: Format, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let dates = ["yyyy-mm-dd", "d mmmm yyyy", "dd.mm.yyyy hh:mm", "h:mm AM/PM"]
    let numbers = ["0.00", "#,##0.0", "0%", "0.0\" kg\"", "\"$\"#,##0.00"]
    let rows = (0..<10).map { _ in
      (0..<5).map { column in
        let number = Double(Int.random(in: 0..<1_000_000, using: &generator)) / 64
        var (shown, value): ([UInt8], CellValue)
        if column < 3 {
          let code = numbers[Int.random(in: 0..<numbers.count, using: &generator)]
          (shown, value) = ([], .number(String(decoding: DecimalDigits(number)!.spelling, as: UTF8.self)))
          NumberFormat(code)?.append(number, .from1900, to: &shown)
        } else {
          let serial = (number + 100) * 1_440
          let rounded = serial.rounded() / 1_440
          let code = dates[Int.random(in: 0..<dates.count, using: &generator)]
          (shown, value) = ([], .date(SerialDate(rounded, .from1900)!.iso))
          NumberFormat(code)?.append(rounded, .from1900, to: &shown)
        }
        var cell = TableCell([.text(String(decoding: shown, as: UTF8.self))])
        cell.value = value
        return cell
      }
    }
    let header = (0..<5).map { TableCell([.text("c\($0)")]) }
    let table = Table(columns: Array(repeating: nil, count: 5), header: header, rows: rows)
    let read = try format.read(format.write(Document([.table(table)]), Format.Options()))
    guard case .table(let back)? = read.blocks.first else {
      Issue.record("no table")
      return
    }
    #expect(back.rows.map { $0.map(\.value) } == table.rows.map { $0.map(\.value) })
    #expect(back.rows.map { $0.map(\.inlines) } == table.rows.map { $0.map(\.inlines) })
  }

  @Test("Settings of an OpenDocument spreadsheet name sheets whose header stays", arguments: [1, 2])
  func settings(rowCount: Int) throws {
    let rows = Self.bytes(Array([["a", "b"], ["1", "2"]].prefix(rowCount)))
    let hasHeader = rowCount > 1
    let package = try ZipArchive(Format.openSpreadsheet.write(rows: rows, Format.Options()))
    #expect((package["settings.xml"] != nil) == hasHeader)
    let flat = Format.flatOpenSpreadsheet.write(rows: rows, Format.Options())
    let text = String(decoding: flat, as: UTF8.self)
    #expect(text.contains("<office:settings>") == hasHeader)
    #expect(text.contains("VerticalSplitPosition") == hasHeader)
  }

  @Test("Sheets are named by captions and headings, and cells stay merged", arguments: Format.spreadsheets)
  func names(_ format: Format) throws {
    let html = """
      <h1>Q1: [costs]</h1><table><tr><th>a<th>b<tr><td colspan=2 rowspan=2>m</table><h2>Same</h2><table><tr><td>1<td>2</table>
      <table><tr><td>3<td>4</table><table><caption>Own</caption><tr><td><a href="http://x.y/">l</a><td>6</table>
      """
    let document = try HTMLReader().read(Array(html.utf8))
    let book = try Spreadsheet(format.write(document, Format.Options()))
    #expect(book.sheets.map(\.name) == ["Q1   costs", "Same", "Same (2)", "Own"])
    guard case .table(let table)? = try book.document().blocks.first else { return }
    #expect(table.rows.last?.first?.columns == 2)
    let text = String(decoding: MarkdownWriter().write(try book.document()), as: UTF8.self)
    #expect(text.contains("[l](http://x.y/)"))
  }

  @Test(
    "Text becomes a number only where nothing is lost",
    arguments: [
      ("12", "number"), ("-1.50", "number"), ("0", "number"), ("0.10", "number"),
      ("123456789012345", "number"), ("007", "text"),
      ("-0", "text"), ("-0.0", "text"), ("+5", "text"), ("1e5", "text"), ("3/4", "text"), ("=A1", "text"),
      ("1,5", "text"), (".5", "text"),
      ("5.", "text"), ("1234567890123456", "text"), ("٣", "text"), ("50%", "text"), ("2024-03-01", "date"),
      ("2024-03-01 12:30", "date"),
      ("12:30", "date"), ("2024-13-01", "text"), ("1899-12-31", "text"), ("2024-3-1", "text"),
    ])
  func content(text: String, kind: String) {
    let found: String =
      switch CellContent(of: Array(text.utf8)[...], readsDates: true) {
      case .number: "number"
      case .date: "date"
      case .boolean: "boolean"
      case .text, .plainText: "text"
      }
    #expect(found == kind)
    let undated = CellContent(of: Array(text.utf8)[...], readsDates: false)
    if kind == "date", case .date = undated { Issue.record("a date that nobody wanted") }
  }
}
