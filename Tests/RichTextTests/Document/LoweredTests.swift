import RichText
import TestTraits
import Testing

/// What `lowered(to:)` makes of what a format has no words for.
@Suite struct LoweredTests {
  private static func text(_ text: String) -> [Inline] { [.text(text)] }
  private static func cell(_ text: String, columns: Int = 1, rows: Int = 1) -> TableCell {
    TableCell([.text(text)], columns: columns, rows: rows)
  }

  @Test func spansAreFilledUp() {
    let table = Table(
      columns: [nil, nil, nil], headerRows: 1,
      rows: [
        [Self.cell("a", columns: 2), Self.cell("b")], [Self.cell("c", rows: 2), Self.cell("d", columns: 2)],
        [Self.cell("e")],
      ])
    let expressed = Document([.table(table)]).lowered(to: .gfm).normalized()
    let rows = [["a", "", "b"], ["c", "d", ""], ["", "e", ""]]
    let cells = rows.map { $0.map { $0.isEmpty ? TableCell() : Self.cell($0) } }
    #expect(expressed == Document([.table(Table(columns: [nil, nil, nil], headerRows: 1, rows: cells))]))
  }

  @Test(.stress) func hugeSpansCostNothing() {
    let wide = (0..<200).map { _ in TableCell([.text("x")], columns: 1_000_000_000, rows: 1_000_000_000) }
    let table = Table(columns: [], headerRows: 0, rows: wide.map { [$0, $0, $0] })
    let markdown = MarkdownWriter().write(Document([.table(table)]))
    #expect(markdown.count < 1 << 20)
    #expect(RTFWriter().write(Document([.table(table)])).count < 1 << 22)
    #expect(HTMLWriter().write(Document([.table(table)]).normalized()).count < 1 << 20)
  }

  @Test func listsInCellsAreLinesWithTheirMarkers() {
    let items = [
      ListItem(Self.blocks("a")), ListItem(checkbox: .checked, Self.blocks("b")),
      ListItem(Self.blocks("c") + [.list(List(.ordered(start: 4), items: [ListItem(Self.blocks("d"))]))]),
    ]
    let cell = TableCell(blocks: [.paragraph(Self.text("x")), .list(List(.bullet, items: items))])
    #expect(cell.paragraph == nil)
    let document = Document([.paragraph(cell.inlines)]).normalized()
    #expect(
      document.blocks == [
        .paragraph([
          .text("x"), .lineBreak, .text("• a"), .lineBreak, .text("☑ b"), .lineBreak, .text("• c"),
          .lineBreak,
          .text("4. d"),
        ])
      ])
  }

  @Test func termsAndCaptionsAreBoldAndItalicOnce() {
    let term: [Inline] = [.strong(Self.text("a")), .text(" "), .emphasis([.strong(Self.text("b"))])]
    let caption: [Inline] = [.emphasis(Self.text("c")), .text(" "), .strong([.emphasis(Self.text("d"))])]
    let table = Table(columns: [nil], headerRows: 1, rows: [[Self.cell("eee")]], caption: caption)
    let document = Document([
      .definitionList([Definition(terms: [term], details: [Self.blocks("x")])]),
      .figure(Figure(Self.blocks("y"), caption: caption)), .table(table),
    ])
    #expect(
      String(decoding: MarkdownWriter().write(document), as: UTF8.self)
        == "**a *b***\n\nx\n\ny\n\n*c **d***\n\n*c **d***\n\n| eee |\n| --- |\n")
  }

  private static func blocks(_ text: String) -> [Block] { [.paragraph([.text(text)])] }

  @Test func whatCanBeSaidStays() {
    let document = Document([
      .definitionList([Definition(terms: [Self.text("t")], details: [Self.blocks("d")])]),
      .figure(Figure(Self.blocks("x"), caption: Self.text("c"))),
      .table(
        Table(
          columns: [nil], headerRows: 2, rows: [[Self.cell("a")], [Self.cell("b")]], caption: Self.text("c"))),
    ])
    #expect(document.lowered(to: .html) == document)
    #expect(
      document.lowered(to: .gfm).blocks == [
        .paragraph([.strong(Self.text("t"))]), .paragraph(Self.text("d")), .paragraph(Self.text("x")),
        .paragraph([.emphasis(Self.text("c"))]), .paragraph([.emphasis(Self.text("c"))]),
        .table(Table(columns: [nil], headerRows: 1, rows: [[Self.cell("a")], [Self.cell("b")]])),
      ])
  }

  @Test func mediaBecomeAddresses() {
    let image = Inline.image(Image(.medium(Medium.ID(1)), alternative: "Alt"))
    let lost = Inline.image(Image(.medium(Medium.ID(2)), alternative: "Lost"))
    let document = Document(
      [.paragraph([image, lost])], media: [Medium(id: Medium.ID(1), type: "image/png", bytes: [1, 2, 3])])
    let address = Inline.image(Image(source: "data:image/png;base64,AQID", alternative: "Alt"))
    #expect(document.lowered(to: .gfm) == Document([.paragraph([address, .text("Lost")])]))
    #expect(document.lowered(to: [.media]) == document)
    let html = String(decoding: HTMLWriter().write(document), as: UTF8.self)
    #expect(html.contains("src=\"data:image/png;base64,AQID\""))
  }

  @Test func walkersFindAllText() {
    let blocks: [Block] = [
      .table(Table(columns: [nil], headerRows: 0, rows: [[Self.cell("b")]], caption: Self.text("a"))),
      .definitionList([Definition(terms: [Self.text("c")], details: [Self.blocks("d")])]),
      .figure(Figure(Self.blocks("e"), caption: Self.text("f"))),
      .list(List(.bullet, items: [ListItem([.blockQuote(Self.blocks("g"))])])),
    ]
    func texts(_ block: Block) -> [[Inline]] {
      [block.inlines].filter { !$0.isEmpty } + block.children.joined().flatMap(texts)
    }
    #expect(blocks.flatMap(texts) == ["a", "b", "c", "d", "e", "f", "g"].map(Self.text))
  }
}
