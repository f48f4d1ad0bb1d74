import HostileContent
import RichText
import Testing

/// What the cells of HTML's tables keep, and what becomes of definition lists and figures.
@Suite struct HTMLTableTests {
  private func table(_ html: String) throws -> Table {
    let document = try HTMLReader().read(Array(html.utf8)).normalized()
    let tables = document.blocks.compactMap { if case .table(let table) = $0 { table } else { nil } }
    return try #require(tables.count == 1 ? tables.first : nil, "\(document)")
  }

  private static func paragraph(_ text: String) -> Block { .paragraph([.text(text)]) }

  @Test(
    "Cells keep their blocks",
    arguments: [
      ("<p>a</p><p>b</p>", [paragraph("a"), paragraph("b")]),
      (
        "<ul><li>a<li>b</ul>",
        [.list(List(.bullet, items: [ListItem([paragraph("a")]), ListItem([paragraph("b")])]))]
      ),
      (
        "x<ol start=3><li>a</ol>",
        [paragraph("x"), .list(List(.ordered(start: 3), items: [ListItem([paragraph("a")])]))]
      ),
      ("<pre>a\n\nb</pre>", [.codeBlock(CodeBlock(code: "a\n\nb\n"))]),
      ("<h3>a</h3>b", [.heading(level: 3, [.text("a")]), paragraph("b")]),
      ("a<hr>b", [paragraph("a"), .thematicBreak, paragraph("b")]),
      (
        "<table border=1><tr><td>a<td>b<tr><td>c<td>d</table>",
        [
          .table(
            Table(
              columns: [nil, nil], headerRows: 0,
              rows: [
                [TableCell([.text("a")]), TableCell([.text("b")])],
                [TableCell([.text("c")]), TableCell([.text("d")])],
              ]))
        ]
      ),
      (
        "<dl><dt>t<dd>d</dl>",
        [.definitionList([Definition(terms: [[.text("t")]], details: [[paragraph("d")]])])]
      ),
    ] as [(String, [Block])])
  func blocks(content: String, expected: [Block]) throws {
    let table = try table("<table><tr><th>h<th>i<tr><td>\(content)<td>z</table>")
    #expect(table.body.first?.first?.blocks == expected)
    #expect(table.body.first?.last?.blocks == [Self.paragraph("z")])
  }

  @Test("A cell that holds a document takes no table of data apart", arguments: ["<h2>a</h2>x", "a<hr>b"])
  func tableOfData(content: String) throws {
    let table = try table("<table><tr><td>\(content)<td>b<tr><td>c<td>d</table>")
    #expect(table.rows.count == 2)
  }

  @Test func layoutsAreTakenApart() throws {
    let cells = "<td><h2>a</h2>x<td><h2>b</h2>y"
    #expect(try markdown(ofHTML: "<table><tr>\(cells)<tr>\(cells)</table>").hasPrefix("## a\n\nx\n\n## b"))
    #expect(
      try markdown(ofHTML: "<table width='100%'><tr><td>a<td>b<tr><td><hr>c<td>d</table>").hasPrefix("a\n\nb")
    )
  }

  @Test func spansStayInTheirPlaces() throws {
    let table = try table(
      "<table><tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d<tr><td>e<td colspan=2>f</table>")
    #expect(table.headerRows == 2)
    #expect(table.rows.map { $0.map(\.rows) } == [[2, 1], [1, 1], [1, 1]])
    #expect(
      table.rows.map { $0.map(\.columns) } == [[1, 2], [1, 1], [1, 2]])
  }

  @Test func spansEndWithTheTable() throws {
    let table = try table("<table><tr><th>h<th>i<tr><td rowspan=1000000000>a<td>b<tr><td>c</table>")
    #expect(table.rows.map { $0.map(\.rows) } == [[1, 1], [2, 1], [1]])
  }

  @Test func `A span ends with its group of rows, as browsers have it`() throws {
    let rows =
      "<thead><tr><th rowspan=2>a<th>b</thead><tbody><tr><td>1<td rowspan=3>2<tr><td>3</tbody><tr><td>4<td>5"
    let table = try table("<table>\(rows)</table>")
    #expect(table.headerRows == 1)
    #expect(table.rows.map { $0.map(\.rows) } == [[1, 1], [1, 2], [1], [1, 1]])
  }

  @Test func `A header has room for cells that reach beyond it, unless they fill the table`() throws {
    let rows = [
      [TableCell([.text("a")], rows: 2), TableCell([.text("b")])], [TableCell([.text("c")])],
      [TableCell([.text("d")]), TableCell([.text("e")])],
    ]
    let table = Table(columns: [nil, nil], headerRows: 1, rows: rows)
    let normal = Document([.table(table)]).normalized()
    var whole = table
    whole.headerRows = 2
    #expect(normal.blocks == [.table(whole)])
    for format in [Format.html, .rtf, .wordProcessing, .openDocument] {
      let read = try format.read(format.write(Document([.table(table)]), Format.Options()))
      #expect(read.normalized() == normal, "\(format)")
    }
    let full = Table(columns: [nil, nil], headerRows: 1, rows: Array(rows.dropLast()))
    let split = Table(
      columns: [nil, nil], header: [TableCell([.text("a")]), TableCell([.text("b")])],
      rows: [[TableCell(), TableCell([.text("c")])]])
    #expect(Document([.table(full)]).normalized().blocks == [.table(split)])
  }

  @Test(
    "A table without a header has none in HTML",
    arguments: [Format.html, .rtf, .wordProcessing, .openDocument, .flatOpenDocument])
  func headerless(_ format: Format) throws {
    let markdown = "|     |     |\n| --- | --- |\n| a   | b   |\n| c   | d   |\n"
    let document = try MarkdownReader().read(Array(markdown.utf8)).normalized()
    let read = try format.read(format.write(document, Format.Options()))
    let html = String(decoding: Format.html.write(read, Format.Options()), as: UTF8.self)
    #expect(html.hasPrefix("<table border=\"1\">\n<tbody>\n") && !html.contains("th>"))
    #expect(String(decoding: MarkdownWriter().write(read), as: UTF8.self) == markdown)
  }

  @Test(
    "An empty header stays where a table without one would be taken for something else",
    arguments: ["|     |\n| --- |\n| a   |\n", "|       |\n| ----- |\n| **a** |\n| b     |\n"])
  func emptyHeader(markdown: String) throws {
    let document = try MarkdownReader().read(Array(markdown.utf8)).normalized()
    for style in [HTMLWriter.Style.commonMark, .clipboard] {
      let read = try HTMLReader().read(HTMLWriter(style: style).write(document))
      #expect(String(decoding: MarkdownWriter().write(read), as: UTF8.self) == markdown)
    }
  }

  @Test func cellsKeepAnAlignmentOfTheirOwn() throws {
    let table = try table(
      "<table><tr><th>h<tr><td align=right>1<tr><td align=right>2<tr><td align=left>x</table>")
    #expect(table.columns == [.right])
    #expect(table.rows.map { $0[0].alignment } == [nil, nil, nil, .left])
  }

  @Test(
    "What Markdown cannot say is written as HTML if that is asked for",
    arguments: [
      ("<table><tr><th>a<tr><td>b</table>", "| a   |\n| --- |\n| b   |"),
      (
        "<table><caption>C</caption><tr><th colspan=2>a<tr><td>b<td><pre>c\n\nd</pre></table>",
        """
        <table>
        <caption>C</caption>
        <thead>
        <tr>
        <th colspan="2">a</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <td>b</td>
        <td>
        <pre><code>c&#10;
        d
        </code></pre>
        </td>
        </tr>
        </tbody>
        </table>
        """
      ),
    ])
  func tablesAsHTML(html: String, expected: String) throws {
    let document = try HTMLReader().read(Array(html.utf8))
    let markdown = MarkdownWriter(style: .html).write(document)
    #expect(String(decoding: markdown, as: UTF8.self) == expected + "\n")
    // A reader of Markdown that shows HTML shows the same table.
    let shown = HTMLWriter().write(try MarkdownReader().read(markdown))
    #expect(try HTMLReader().read(shown).normalized() == document.normalized())
  }

  // MARK: Definition lists and figures

  @Test(
    "Lists of terms and figures are kept, and written in Markdown as they look",
    arguments: [
      ("<dl><dt>T<dt>U<dd>D<dd>E<dt>V</dl>", "**T**\n\n**U**\n\nD\n\nE\n\n**V**", true),
      ("<dl><div><dt>T<dd>D</div></dl>", "**T**\n\nD", true),
      ("<dl><dt>T<dd><ul><li>a</ul></dl>", "**T**\n\n- a", true),
      ("<dl><dt><h4>T</h4><dd>D</dl>", "#### T\n\nD", false),
      ("<dl><dd>D</dl>", "D", false),
      ("<figure><img src=a><figcaption>C</figcaption></figure>", "![](a)\n\n*C*", true),
      ("<figure><figcaption>C</figcaption><pre>a</pre></figure>", "*C*\n\n```\na\n```", true),
      ("<figure><img src=a></figure>", "![](a)", false),
    ])
  func termsAndFigures(html: String, expected: String, isKept: Bool) throws {
    let document = try HTMLReader().read(Array(html.utf8))
    #expect(try markdown(ofHTML: html) == expected)
    let written = String(decoding: HTMLWriter().write(document), as: UTF8.self)
    #expect((written.contains("<dl>") || written.contains("<figure>")) == isKept)
    #expect(try HTMLReader().read(Array(written.utf8)).normalized() == document.normalized())
  }

  // MARK: Bounds

  @Test(
    "Cells, definitions and figures within each other take little stack",
    arguments: [
      "<table border=1><tr><th>h<th>i<tr><td>a<td><ul><li>", "<dl><dt>t<dd>", "<dl><dt>t<dd><blockquote>",
      "<figure><figcaption>c</figcaption><div>", "<table><caption>c</caption><tr><th>h<tr><td>x<dl><dt>t<dd>",
      "<ul><li>x<table border=1><tr><td>a<td>b<tr><td>c<td><figure><figcaption>c</figcaption>",
      "<table><tr><th><table><tr><th>", "<dl><dt><dl><dt>",
    ])
  func stack(shape: String) throws {
    let html = Array((String(repeating: shape, count: 1_500) + "x").utf8)
    var reread: Document?
    let stack = StackUse.bytes {
      guard let document = try? HTMLReader().read(html) else { return }
      let normal = document.normalized()
      let rtf = RTFWriter().write(normal)
      reread = try? RTFReader().read(rtf)
      for document in [document, normal, reread ?? Document()] {
        _ = MarkdownWriter(style: .html).write(document)
        _ = PlainTextWriter().write(document)
        _ = HTMLWriter(style: .clipboard).write(document)
      }
    }
    #expect(stack <= StackUse.limit, "\(stack)")
    let text = PlainTextWriter().write(try #require(reread))
    #expect(text.contains(UInt8(ascii: "x")))
  }

  @Test func deepTablesAreBounded() throws {
    let depth = 3_000
    let open = String(repeating: "<table border=1><tr><th>h<th>i<tr><td>a<td>", count: depth)
    let document = try HTMLReader().read(Array((open + "x").utf8))
    func tables(_ blocks: [Block]) -> Int {
      blocks.map { block in
        let inner = block.children.map(tables).max() ?? 0
        if case .table = block { return inner + 1 }
        return inner
      }.max() ?? 0
    }
    #expect((2...16).contains(tables(document.blocks)))
    let written = String(decoding: MarkdownWriter().write(document), as: UTF8.self)
    #expect(written.contains("x"))
  }
}

extension MarkdownStyle {
  /// Tables that GFM has no words for are HTML.
  fileprivate static var html: MarkdownStyle {
    var style = MarkdownStyle()
    style.tables = .html
    return style
  }
}
