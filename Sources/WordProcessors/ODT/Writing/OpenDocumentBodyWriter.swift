import Containers

/// Writes the blocks of a document as OpenDocument has them (ODF 1.3 part 3, 5).
struct OpenDocumentBodyWriter: FlowBlockWriter {
  typealias Styles = OpenDocumentAutomaticStyles

  /// A list that is open.
  struct OpenList {
    var style: Int
    /// The name of the element of its open item; nil between items.
    var item: String?
  }

  /// Pictures stand in the file itself.
  let isFlat: Bool
  var output = XMLWriter(fragment: ())
  var styles = Styles()
  var lists = WrittenLists(overrideLimit: 1_024)
  var notes: NoteNumbers
  let media: [Medium.ID: Medium]
  let page: OfficePage
  /// The pictures of a package, by their names in it.
  var pictures: [(name: String, picture: OfficePicture)] = []
  var pictureIndex = PictureIndex()
  /// The formulas of a package, by their folders in it.
  var formulas: [(folder: String, mathML: String)] = []
  var noteDepth = 0
  var isInLink = false
  private var openLists: [OpenList] = []
  private var tableCount = 0
  private var frameCount = 0
  /// White space that is written now would say nothing.
  var isBehindSpace = true
  /// The last paragraph of the text, and the one before it.
  private var ending: (last: Look?, before: Look?)

  /// The look of a paragraph, but for the space after it.
  private struct Look: Equatable {
    var style: Styles.Paragraph
    var list: Int?
    var depth: Int
  }

  /// The last two paragraphs look different.
  var endsUnlike: Bool { ending.before != nil && ending.last != ending.before }

  /// The targets of links within the document.
  var places: DocumentAnchors

  init(_ places: DocumentAnchors, on page: OfficePage, isFlat: Bool) {
    self.page = page
    self.places = places
    self.isFlat = isFlat
    notes = NoteNumbers(places.document.footnotes)
    media = places.document.media.byID
  }

  // MARK: Blocks

  mutating func write(_ block: Block, in context: FlowContext) {
    switch block {
    case .paragraph(let inlines):
      var style = style(ofTextIn: context)
      style.isRightToLeft = inlines.areRightToLeft
      beginParagraph(style)
      write(inlines, Styles.Text(), isInHeading: context.isInHeader)
      endParagraph()
    case .heading(let level, let inlines):
      let level = min(max(level, 1), 6)
      var style = Styles.Paragraph(parent: "Heading_20_\(level)")
      if context.quotes > 0 {
        (style.left, style.right) = (context.left, context.right)
      }
      style.isRightToLeft = inlines.areRightToLeft
      note(style)
      output.raw("<text:h text:style-name=\"\(styles.name(of: style))\" text:outline-level=\"\(level)\">")
      isBehindSpace = true
      write(inlines, Styles.Text(), isInHeading: true)
      output.raw("</text:h>")
    case .blockQuote(let blocks):
      let inner = context.inQuote
      // A table does not say what it lies in: an empty paragraph says it.
      if blocks.first?.beginsWithTable ?? false {
        beginParagraph(style(ofTextIn: inner))
        endParagraph()
      }
      write(Alert.shown(blocks), in: inner)
    case .thematicBreak:
      var style = Styles.Paragraph(parent: "Horizontal_20_Line")
      if context.quotes > 0 {
        (style.left, style.right) = (context.left, context.right)
      }
      beginParagraph(style)
      endParagraph()
    case .list, .codeBlock, .table, .definitionList, .figure, .html:
      write(compound: block, in: context)
    }
  }

  /// The style of a paragraph of text in a place.
  private func style(ofTextIn context: FlowContext) -> Styles.Paragraph {
    let parent =
      context.quotes > 0
      ? "Quotations"
      : context.details > 0
        ? "List_20_Contents"
        : context.isInCell && context.items == 0
          ? context.isInHeader ? "Table_20_Heading" : "Table_20_Contents"
          : context.isNote ? "Footnote" : "Text_20_body"
    var style = Styles.Paragraph(parent: parent, alignment: context.alignment.map(Self.textAlign))
    if context.quotes > 0, context.quotes > 1 || context.left > FlowStructure.quoteIndent {
      (style.left, style.right) = (context.left, context.right)
    } else if context.details > 1 {
      style.left = context.left
    }
    if context.items > 0, context.isTight, !context.endsList { style.spaceAfter = 0 }
    // Its own alignment is the middle.
    if parent == "Table_20_Heading", style.alignment == nil { style.alignment = "start" }
    return style
  }

  /// The value of `fo:text-align` (XSL 1.1, 7.16.9).
  private static func textAlign(_ alignment: Table.Alignment) -> String {
    switch alignment {
    case .left: "left"
    case .center: "center"
    case .right: "end"
    }
  }

  mutating func write(_ code: CodeBlock, in context: FlowContext) {
    let isBlank = !code.code.utf8.contains { $0 > 0x20 }
    let parent = styles.nameOfCode(code.info, isBlank: isBlank)
    let middle = Styles.Paragraph(parent: parent, left: context.left, right: context.right)
    var last = middle
    last.spaceAfter = FlowContext.space
    var text = Substring(code.code)
    if text.utf8.last == UInt8(ascii: "\n") { text = text.dropLast() }
    let lines = text.parts(by: UInt8(ascii: "\n"))
    for (index, line) in lines.enumerated() {
      beginParagraph(index == lines.count - 1 ? last : middle)
      writeText(String(line))
      endParagraph()
    }
  }

  mutating func beginParagraph(_ style: Styles.Paragraph) {
    note(style)
    output.raw("<text:p text:style-name=\"\(styles.name(of: style))\">")
    isBehindSpace = true
  }

  private mutating func note(_ style: Styles.Paragraph) {
    guard noteDepth == 0 else { return }
    var look = Look(style: style, list: openLists.last?.style, depth: openLists.count)
    look.style.spaceAfter = nil
    ending = (look, ending.last)
  }

  mutating func endParagraph() { output.raw("</text:p>") }

  mutating func writeEmptyParagraph() {
    beginParagraph(Styles.Paragraph(parent: "Text_20_body", spaceAfter: 0))
    endParagraph()
  }

  // MARK: Lists

  mutating func write(_ list: List, in context: FlowContext) {
    let place = lists.place(of: list, in: context)
    let number = place.number
    output.raw("<text:list\(context.list == number ? "" : " text:style-name=\"L\(number)\"")>")
    openLists.append(OpenList(style: number))
    for (index, item) in list.items.enumerated() {
      let inner = context.inItem(index, of: list, number: number)
      output.raw("<text:list-item")
      // What its style does not say: that has no 0, and may be that of several lists.
      if index == 0, let start = place.start,
        start == 0 || start != lists.overrides[number - 1].starts[place.level]
      {
        output.raw(" text:start-value=\"\(start)\"")
      }
      output.raw(">")
      openLists[openLists.count - 1].item = "text:list-item"
      write(item, in: inner)
      output.raw("</\(openLists[openLists.count - 1].item ?? "text:list-item")>")
      openLists[openLists.count - 1].item = nil
    }
    openLists.removeLast()
    output.raw("</text:list>")
  }

  private mutating func write(_ item: ListItem, in context: FlowContext) {
    if item.checkbox == nil, case .codeBlock? = item.blocks.first { return write(item.blocks, in: context) }
    let (inlines, blocks) = item.blocks.splitAtFirstParagraph
    var marked = context
    marked.endsList = context.endsList && blocks.isEmpty
    var style = style(ofTextIn: marked)
    style.isRightToLeft = inlines.areRightToLeft
    style.hasMarker = style.left > 0
    beginParagraph(style)
    if let box = item.checkbox { writeText(box == .checked ? "☑ " : "☐ ") }
    write(inlines, Styles.Text(), isInHeading: false)
    endParagraph()
    write(blocks, in: context)
  }

  /// Writes what no item may hold: the lists that are open end before it, and go on behind it.
  private mutating func writeOutsideLists(_ body: (inout Self) -> Void) {
    let open = openLists
    for list in open.reversed() { output.raw("</\(list.item ?? "text:list-item")></text:list>") }
    openLists = []
    body(&self)
    openLists = open
    for (index, list) in open.enumerated() {
      output.raw(
        "<text:list text:style-name=\"L\(list.style)\" text:continue-numbering=\"true\"><text:list-header>")
      openLists[index].item = "text:list-header"
    }
  }

  // MARK: Definitions

  mutating func write(_ definitions: [Definition], in context: FlowContext) {
    for definition in definitions {
      for term in definition.terms {
        beginParagraph(Styles.Paragraph(parent: "List_20_Heading", left: context.left))
        write(term, Styles.Text(), isInHeading: true)
        endParagraph()
      }
      for details in definition.details { write(details, in: context.inDetails) }
    }
  }

  // MARK: Tables

  mutating func write(_ table: Table, in context: FlowContext) {
    guard !table.columns.isEmpty else { return }
    writeOutsideLists { writer in
      if !table.caption.isEmpty {
        writer.beginParagraph(Styles.Paragraph(parent: "Table"))
        writer.write(table.caption, Styles.Text(), isInHeading: false)
        writer.endParagraph()
      }
      guard context.isNote else { return writer.writeRows(of: table, in: context) }
      writer.writeFrame { $0.writeRows(of: table, in: context) }
    }
  }

  /// Writes in a frame as wide as the text what Writer leaves out where it stands in a note by itself.
  private mutating func writeFrame(_ body: (inout Self) -> Void) {
    frameCount += 1
    styles.hasFrames = true
    let width = Styles.length(Int(page.room.width * 20))
    beginParagraph(Styles.Paragraph(parent: "Footnote"))
    output.raw(
      "<draw:frame draw:style-name=\"TableFrame\" draw:name=\"Frame\(frameCount)\" text:anchor-type=\"as-char\" svg:width=\"\(width)\"><draw:text-box fo:min-height=\"0cm\">"
    )
    body(&self)
    output.raw("</draw:text-box></draw:frame>")
    endParagraph()
  }

  private mutating func writeRows(of table: Table, in context: FlowContext) {
    let grid = TableGrid(table)
    let hasHeader = table.headerRows > 1 || !table.header.allSatisfy(\.isEmpty)
    let rows = grid.rows.dropFirst(hasHeader || table.headerRows == 0 ? 0 : 1)
    let headerRows = hasHeader ? grid.headerRows : 0
    tableCount += 1
    output.raw(
      "<table:table table:name=\"Table\(tableCount)\" table:style-name=\"\(styles.nameOfTable(left: context.left))\"><table:table-column table:number-columns-repeated=\"\(grid.width)\"/>"
    )
    for (index, places) in rows.enumerated() {
      if index == 0, headerRows > 0 { output.raw("<table:table-header-rows>") }
      output.raw("<table:table-row>")
      for (column, place) in places.enumerated() {
        let alignment = column < table.columns.count ? table.columns[column] : nil
        write(place, alignment, in: context, isHeader: index < headerRows)
      }
      output.raw("</table:table-row>")
      if headerRows > 0, index == min(headerRows, rows.count) - 1 { output.raw("</table:table-header-rows>") }
    }
    output.raw("</table:table>")
  }

  private mutating func write(
    _ place: TableGrid.Place, _ column: Table.Alignment?, in context: FlowContext, isHeader: Bool
  ) {
    var cell = TableCell()
    switch place {
    case .cell(let own): cell = own
    case .free: break
    case .covered:
      output.raw("<table:covered-table-cell/>")
      return
    }
    output.raw("<table:table-cell table:style-name=\"Cell\" office:value-type=\"string\"")
    if cell.columns > 1 { output.raw(" table:number-columns-spanned=\"\(cell.columns)\"") }
    if cell.rows > 1 { output.raw(" table:number-rows-spanned=\"\(cell.rows)\"") }
    output.raw(">")
    var inner = FlowContext()
    inner.isInHeader = isHeader
    inner.tables = context.tables + 1
    inner.alignment = cell.alignment ?? column
    write(cell.blocks.isEmpty ? [.paragraph([])] : cell.blocks, in: inner)
    output.raw("</table:table-cell>")
  }
}
