import Containers
import TestSupport
import TestTraits
import Testing

@testable import RichText

/// Spreadsheets that were made to cost much, or that are broken.
@Suite(.timeLimit(.minutes(2))) struct SpreadsheetHostileTests {
  static let bombs: [(name: String, bytes: @Sendable () -> [UInt8])] = [
    (
      "a shared text, repeated",
      {
        var file = WorkbookFile(String(repeating: "<row><c t=\"s\"><v>0</v></c></row>", count: 100_000))
        file.texts = "<si><t>\(String(repeating: "x", count: 32_767))</t></si>"
        return file.bytes
      }
    ),
    (
      "cells at the corners of a sheet",
      {
        WorkbookFile(
          "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>"
        ).bytes
      }
    ),
    (
      "a diagonal",
      {
        WorkbookFile(
          (1...16_384).map { "<row r=\"\($0)\"><c r=\"\(letters($0 - 1))\($0)\"><v>1</v></c></row>" }.joined()
        ).bytes
      }
    ),
    (
      "merged cells over everything",
      {
        var file = WorkbookFile("")
        let merges = String(repeating: "<mergeCell ref=\"A1:XFD1048576\"/>", count: 60_000)
        file.sheets = [
          ("A", nil, "<sheetData><row><c><v>1</v></c></row></sheetData><mergeCells>\(merges)</mergeCells>")
        ]
        return file.bytes
      }
    ),
    (
      "repeated cells and rows",
      {
        flatSpreadsheet(
          "<table:table><table:table-row table:number-rows-repeated=\"1048576\"><table:table-cell office:value-type=\"string\" table:number-columns-repeated=\"16384\"><text:p>x</text:p></table:table-cell></table:table-row></table:table>"
        )
      }
    ),
    (
      "many repeated rows",
      {
        flatSpreadsheet(
          "<table:table>"
            + String(
              repeating:
                "<table:table-row table:number-rows-repeated=\"9999\"><table:table-cell office:value-type=\"string\"><text:p>\(String(repeating: "x", count: 1_000))</text:p></table:table-cell></table:table-row>",
              count: 500) + "</table:table>")
      }
    ),
    (
      "hidden columns by the thousand",
      {
        var file = WorkbookFile("")
        let columns = String(repeating: "<col min=\"1\" max=\"16384\" hidden=\"1\"/>", count: 20_000)
        let rows = String(repeating: "<row><c><v>1</v></c></row>", count: 20_000)
        file.sheets = [("A", nil, "<cols>\(columns)</cols><sheetData>\(rows)</sheetData>")]
        return file.bytes
      }
    ),
    (
      "hidden columns by the thousand, far from the cells",
      {
        var file = WorkbookFile("")
        let columns = String(repeating: "<col min=\"16000\" max=\"16000\" hidden=\"1\"/>", count: 20_000)
        let rows = String(repeating: "<row><c><v>1</v></c></row>", count: 20_000)
        file.sheets = [("A", nil, "<cols>\(columns)</cols><sheetData>\(rows)</sheetData>")]
        return file.bytes
      }
    ),
    (
      "a sheet that a workbook lists by the thousand",
      {
        var file = WorkbookFile(String(repeating: "<row><c><v>1</v></c></row>", count: 1_000))
        file.listings = 10_000
        return file.bytes
      }
    ),
  ]

  /// Runs in bold and plain ones by turns.
  private static func runs(_ count: Int) -> String {
    String(repeating: "<r><rPr><b/></rPr><t>a</t></r><r><t>b</t></r>", count: count / 2)
  }

  @Test func `Cells that repeat a text of many runs are refused`() {
    var file = WorkbookFile(String(repeating: "<row><c t=\"s\"><v>0</v></c></row>", count: 60_000))
    file.texts = "<si>\(Self.runs(40))</si>"
    let error = #expect(throws: RichTextError.self) { try Spreadsheet(file.bytes) }
    #expect(error?.code == .tooLarge)
  }

  @Test func `A text of more runs than a cell has characters is plain`() throws {
    for (count, isRich) in [(1_000, true), (40_000, false)] {
      let file = WorkbookFile("<row><c t=\"inlineStr\"><is>\(Self.runs(count))</is></c></row>")
      let document = try Spreadsheet(file.bytes).document()
      let text = String(decoding: Format.markdown.write(document, Format.Options()), as: UTF8.self)
      #expect(text.contains("**") == isRich)
      #expect(text.filter { $0 == "b" }.count == count / 2)
    }
  }

  @Test func `Hidden columns are left out wherever their ranges begin`() throws {
    let cells = (0..<200).map { "<c r=\"\(Self.letters($0))1\"><v>\($0)</v></c>" }.joined()
    var file = WorkbookFile("")
    for (first, last) in [(1, 1), (64, 65), (2, 128), (63, 200), (129, 129), (200, 70_000)] {
      let columns = "<cols><col min=\"\(first)\" max=\"\(last)\" hidden=\"1\"/></cols>"
      file.sheets = [("A", nil, "<v>x</v>\(columns)<sheetData><row r=\"1\">\(cells)</row></sheetData>")]
      let rows = try Spreadsheet(file.bytes).sheets[0].shownRows()
      let shown = rows.flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }.compactMap(Int.init)
      #expect(shown == (0..<200).filter { !(first...last ~= $0 + 1) }, "\(first)–\(last)")
    }
  }

  private static func letters(_ column: Int) -> String {
    let last = String(UnicodeScalar(UInt8(0x41 + column % 26)))
    return column < 26 ? last : letters(column / 26 - 1) + last
  }

  @Test("A bomb is read or refused within a second", arguments: bombs.indices)
  func bomb(_ index: Int) {
    let bytes = Self.bombs[index].bytes()
    let time = processorTime {
      guard let book = try? Spreadsheet(bytes), let document = try? book.document() else { return }
      #expect(Format.commaSeparated.write(document, Format.Options()).count < 256 << 20)
    }
    // The optimizer makes this ten times as quick.
    #expect(time < .seconds(10), "\(Self.bombs[index].name): \(time)")
  }

  @Test("Whatever bytes change, reading ends", arguments: Format.spreadsheets)
  func mutations(_ format: Format) {
    var random = RandomTable(seed: 3)
    var generator = SeededGenerator(seed: 18)
    let whole = format.write(rows: random.make().map { $0.map { Array($0.utf8)[...] } }, Format.Options())
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      _ = try? format.read(bytes)
    }
  }
}
