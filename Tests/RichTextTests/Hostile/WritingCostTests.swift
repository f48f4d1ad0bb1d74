import HostileContent
import RichText
import Testing

/// What small content may make large.
@Suite(.timeLimit(.minutes(2))) struct WritingCostTests {
  /// 810 kB of rows that are shorter than the longest are 810,000 cells at the most: more are refused.
  @Test("Tables of mostly empty cells are refused", arguments: [2, 3, 10, 100, 1000, 20_000])
  func raggedTables(width: Int) throws {
    let wide = String(repeating: "a,", count: width - 1) + "a\n"
    for share in [1, 2, 4, 8, 64] {
      let short = String(repeating: "a\n", count: width * share / 2)
      let text = String(
        repeating: wide + short, count: max(1, 810_000 / (wide.utf8.count + short.utf8.count)))
      let cells = (try? DelimitedReader().document(of: Array(text.utf8))).map(cellCount) ?? 0
      #expect(cells <= 810_000, "\(width), \(share)")
    }
  }

  @Test(arguments: [2, 4, 8, 16, 64]) func tablesOfEmptyValues(distance: Int) {
    let row = String(repeating: "a" + String(repeating: ",", count: distance), count: 1000 / distance) + "\n"
    let text = String(repeating: row, count: 810_000 / row.utf8.count)
    let cells = (try? DelimitedReader().document(of: Array(text.utf8))).map(cellCount) ?? 0
    #expect(cells <= 810_000, "\(distance)")
  }

  @Test func smallRaggedTablesAreRead() throws {
    let text = "a,b,c,d,e,f,g,h,i,j\n" + String(repeating: "1,2\n", count: 20_000)
    #expect(try cellCount(DelimitedReader().document(of: Array(text.utf8))) == 200_010)
  }

  private func cellCount(_ document: Document) -> Int {
    document.blocks.reduce(0) { count, block in
      guard case .table(let table) = block else { return count }
      return count + table.rows.reduce(0) { $0 + $1.count }
    }
  }

  /// Each tag of Markdown that stands by itself was parsed as a page.
  @Test(
    "Tags around Markdown cost little in formats without HTML",
    arguments: [
      "<div>\n\n", "<div align=center>\n\n", "</p>\n\n", "<div>\n\n</div>\n\n", "<p>\n<section>\n\n",
    ])
  func tagsByThemselves(unit: String) throws {
    var bounds = Growth.Bounds()
    bounds.sizes = [50_000, 200_000]
    // A debug build takes twenty times as long.
    bounds.seconds = 8
    let findings = Growth.findings(.markdown, bounds) { String(repeating: unit, count: $0 / unit.utf8.count) }
    #expect(findings.isEmpty, "\(findings.map(\.description))")
  }

  @Test func tagsThatShowSomethingStay() throws {
    let markdown = "<div>\n\na\n\n<div>b</div>\n\n<p><br>c</p>\n\n<div id=d></div>\n\n[e](#d)\n"
    let document = try MarkdownReader().read(Array(markdown.utf8))
    for format in [Format.rtf, .plainText] {
      let text = String(decoding: format.write(document, Format.Options(for: .pasteboard)), as: UTF8.self)
      for word in ["a", "b", "c", "e"] { #expect(text.contains(word), "\(format.name): \(text)") }
    }
    let rtf = String(decoding: RTFWriter().write(document), as: UTF8.self)
    #expect(rtf.contains("bkmkstart"))
  }
}
