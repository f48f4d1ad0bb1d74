import RichText
import Testing

/// What the cells of RTF's tables keep, as word processors write them.
@Suite struct RTFTableTests {
  private func html(_ rtf: String) throws -> String {
    let document = try RTFReader().read(Array("{\\rtf1\\ansi{}\(rtf)}".utf8)).normalized()
    let html = String(decoding: HTMLWriter().write(document), as: UTF8.self)
    return html.split(separator: "\n").joined()
  }

  private static func row(_ definition: String, _ cells: String...) -> String {
    #"\trowd"# + definition + cells.map { #"\pard\plain\intbl "# + $0 + #"\cell"# }.joined() + #"\row "#
  }

  @Test(
    "Cells that belong together are one",
    arguments: [
      // Side by side, as Word wrote them before it wrote one wide cell.
      (
        row(#"\clmgf\cellx1000\clmrg\cellx2000\cellx3000"#, "a", "", "b")
          + row(#"\cellx1000\cellx2000\cellx3000"#, "c", "d", "e"),
        #"<td colspan="2">a</td><td>b</td></tr><tr><td>c</td><td>d</td><td>e</td>"#
      ),
      // One wide cell.
      (
        row(#"\cellx2000\cellx3000"#, "a", "b") + row(#"\cellx1000\cellx2000\cellx3000"#, "c", "d", "e"),
        #"<td colspan="2">a</td><td>b</td></tr><tr><td>c</td><td>d</td><td>e</td>"#
      ),
      // One below the other.
      (
        row(#"\clvmgf\cellx1000\cellx2000"#, "a", "b") + row(#"\clvmrg\cellx1000\cellx2000"#, "", "c"),
        #"<td rowspan="2">a</td><td>b</td></tr><tr><td>c</td>"#
      ),
      // Both, in wide cells.
      (
        row(#"\clvmgf\cellx2000\cellx3000"#, "a", "b") + row(#"\clvmrg\cellx2000\cellx3000"#, "", "c")
          + row(#"\cellx1000\cellx2000\cellx3000"#, "d", "e", "f"),
        #"<td colspan="2" rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr>"#
      ),
      // What has text is a cell, whatever is said of it.
      (
        row(#"\clvmgf\cellx1000\cellx2000"#, "a", "b") + row(#"\clvmrg\cellx1000\cellx2000"#, "x", "c"),
        #"<td>a</td><td>b</td></tr><tr><td>x</td><td>c</td>"#
      ),
      // Nothing is above, and nothing to the left.
      (
        row(#"\clmrg\clvmrg\cellx1000\clvmrg\cellx2000"#, "", "b") + row(#"\cellx1000\cellx2000"#, "c", "d"),
        #"<td></td><td>b</td></tr><tr><td>c</td><td>d</td>"#
      ),
    ])
  func merges(rtf: String, expected: String) throws {
    let html = try html(rtf)
    #expect(html.contains(expected), "\(html)")
  }

  @Test func cellsKeepListsAndParagraphs() throws {
    let item = #"\pard\plain\intbl\li720\fi-360{\pntext\'B7\tab}"#
    let html = try html(
      #"\trowd\cellx1000\cellx2000\#(item)a\par\#(item)b\cell\pard\intbl c\par\pard\intbl d\cell\row"#
        + #"\trowd\cellx1000\cellx2000\pard\intbl e\cell f\cell\row"#)
    #expect(html.contains("<td><ul><li>a</li><li>b</li></ul></td><td><p>c</p><p>d</p></td>"), "\(html)")
  }

  @Test func tablesWithinCellsAreTables() throws {
    let inner =
      #"\pard\intbl\itap2 x\nestcell y\nestcell{\*\nesttableprops\trowd\cellx500\cellx1000\nestrow}"#
    let cells = (0..<5).map { #"\pard\intbl \#($0)\cell"# }.joined()
    let edges = (1...6).map { #"\cellx\#($0)000"# }.joined()
    let html = try html(#"\trowd\#(edges)\#(inner)\pard\intbl\cell\#(cells)\row"#)
    #expect(html.contains("<td><table border=\"1\"><tbody>"), "\(html)")
    #expect(html.contains("<td>x</td><td>y</td>"), "\(html)")
  }

  @Test func definitionListsOfLibreOffice() throws {
    let styles = #"{\stylesheet{\s5 List Heading;}{\s6\li567 List Contents;}}"#
    let html = try html(
      styles
        + #"\pard\s5 T\par\pard\s6\li567 D\par\pard\s6\li567 E\par\pard\s5 U\par\pard\s6\li567 F\par\pard z\par"#
    )
    #expect(html == "<dl><dt>T</dt><dd>D</dd><dd>E</dd><dt>U</dt><dd>F</dd></dl><p>z</p>")
  }

  @Test func captionsOfOtherProgramsAreParagraphs() throws {
    let styles = #"{\stylesheet{\s5 caption;}}"#
    let table = Self.row(#"\cellx1000\cellx2000"#, "a", "b")
    #expect(try html(styles + #"\pard\s5 C\par "# + table).hasPrefix("<p>C</p><table border=\"1\">"))
  }

  @Test func whatIsWrittenIsTakenForWhatItIs() throws {
    let cells = [TableCell([.text("a")], columns: 2, rows: 2), TableCell([.text("b")])]
    let rows = [cells, [TableCell([.text("c")])], (0..<3).map { TableCell([.text("\($0)")]) }]
    let table = Table(columns: [nil, nil, nil], headerRows: 0, rows: rows, caption: [.text("C")])
    let rtf = String(decoding: RTFWriter().write(Document([.table(table)])), as: UTF8.self)
    #expect(rtf.contains(#"\clmgf\clvmgf\clbrdrt"#))
    #expect(rtf.contains(#"\clmrg\clbrdrt"#))
    #expect(rtf.contains(#"\clmgf\clvmrg\clbrdrt"#))
    #expect(rtf.contains(#"\clmrg\clvmrg\clbrdrt"#))
    #expect(rtf.contains("{\\s14\\sbasedon0\\snext0\\i caption;}"))
    #expect(!rtf.contains("List Heading"))
  }

  @Test func tablesOfManyMergesAreReadInLinearTime() throws {
    let edges = String(repeating: #"\clvmrg\clmrg\cellx1"#, count: 200)
    let row = #"\trowd"# + edges + String(repeating: #"\intbl\cell"#, count: 200) + #"\row "#
    let first = #"\trowd\cellx1\intbl a\cell\row "#
    let places = #"{\*\abicellprops left-attach:0; right-attach:999999; top-attach:0; bot-attach:999999}"#
    let rtf =
      first + String(repeating: row, count: 300) + String(repeating: places + #"\intbl b\cell"#, count: 3_000)
    #expect(try html(rtf).contains("a"))
  }
}
