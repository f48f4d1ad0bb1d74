import Testing

@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors

/// Tables that Markdown has no words for, where they are to stay whole.
@Suite struct WholeTableTests {
  private static func style(_ tables: MarkdownStyle.Tables) -> MarkdownStyle {
    var style = MarkdownStyle()
    style.tables = tables
    return style
  }

  private func document(_ html: String) throws -> Document {
    try HTMLReader().read(Array(html.utf8)).normalized()
  }

  private func markdown(_ document: Document, _ tables: MarkdownStyle.Tables = .whole) -> String {
    String(decoding: MarkdownWriter(style: Self.style(tables)).write(document), as: UTF8.self)
  }

  @Test(
    "Merged cells and tables in cells come back through Markdown",
    arguments: [
      "<table><thead><tr><th>a<th colspan=2>b<tbody><tr><td rowspan=2>c<td>d<td align=right>e<tr><td>f<td>g</table>",
      "<table><thead><tr><th rowspan=2>a<th>b<tr><th>c<tbody><tr><td>d<td>e</table>",
      "<table border=1><tr><td>a<td>b<tr><td>c<td><table border=1><tr><td>d<td>e<tr><td>f<td>g</table></table>",
      "<ol><li><p>x<table><tr><th colspan=2>a<tr><td>b<td><pre>c\n\nd</pre></table><p>y<li>z</ol>",
      "<blockquote><table><caption>C</caption><tr><th colspan=2>a<tr><td><ul><li>b<li>c</ul><td>d</table></blockquote>",
    ])
  func roundTrip(html: String) throws {
    let document = try document(html)
    let written = markdown(document)
    #expect(written.contains("<table") && !written.contains("| "))
    let page = HTMLWriter().write(try MarkdownReader().read(Array(written.utf8)))
    #expect(try HTMLReader().read(page).normalized() == document, "\(written)")
  }

  @Test(
    "Lines and lists in cells stay in tables of Markdown",
    arguments: [
      "<table><tr><th>a<th>b<tr><td>c<br>d<td><ul><li>e<li>f</ul></table>",
      "<table><tr><th>a<th>b<tr><td><p>c<p>d<td>e</table>",
    ])
  func simpleCells(html: String) throws {
    let document = try document(html)
    #expect(markdown(document) == markdown(document, .padded))
    #expect(markdown(document).hasPrefix("| a "))
  }

  @Test func `Tables that refer to notes are taken apart, which is counted`() throws {
    let note = TableCell([.text("a"), .footnoteReference(label: "1")], columns: 2)
    let rows = [[note], [TableCell([.text("b")]), TableCell([.text("c")])]]
    let table = Table(columns: [nil, nil], headerRows: 1, rows: rows)
    let document = Document(
      [.table(table)], footnotes: [Footnote(label: "1", blocks: [.paragraph([.text("n")])])])
    for tables in [MarkdownStyle.Tables.whole, .html, .padded] {
      #expect(markdown(document, tables).hasPrefix("| a[^1] |"))
      #expect(Self.style(tables).dividedTables(in: document) == 1)
    }
    let plain = try self.document("<table><tr><th colspan=2>a<tr><td>b<td>c</table>")
    #expect(Self.style(.whole).dividedTables(in: plain) == 0)
    #expect(Self.style(.auto).dividedTables(in: plain) == 1)
  }

  @Test func `Pictures that the document holds stay in tables that are HTML`() throws {
    let picture: [UInt8] = Array("\u{89}PNG".utf8)
    let image = Inline.image(Image(.medium(Medium.ID(0)), alternative: "words"))
    let rows = [[TableCell([image], columns: 2)], [TableCell([.text("b")]), TableCell([.text("c")])]]
    let document = Document(
      [.table(Table(columns: [nil, nil], headerRows: 1, rows: rows))],
      media: [Medium(id: Medium.ID(0), type: "image/png", bytes: picture)])
    #expect(markdown(document).contains("<img src=\"data:image/png;base64,"))
  }

  @Test("Documents of word processors suit whole tables, others padded ones", arguments: Format.all)
  func choice(_ format: Format) {
    let isOffice = [.wordProcessing, .openDocument, .flatOpenDocument].contains(format)
    #expect(MarkdownStyle().suiting(format).tables == (isOffice ? .whole : .auto))
    for tables in MarkdownStyle.Tables.allCases where tables != .auto {
      #expect(Self.style(tables).suiting(format).tables == tables)
    }
  }
}
