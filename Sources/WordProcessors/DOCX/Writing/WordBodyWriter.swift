import Containers

/// Writes the blocks of a document as paragraphs and tables of Word (ECMA-376, 17).
struct WordBodyWriter: FlowBlockWriter {
  var output = XMLWriter(fragment: ())
  var parts = WordParts()
  var lists = WrittenLists()
  var notes: NoteNumbers
  let media: [Medium.ID: Medium]
  let page: OfficePage
  /// The info strings of code blocks, each once.
  private(set) var codeInfos: [String] = []
  private var codeStyles: [String: Int] = [:]
  private var isBehindCode = false
  /// The notes that were written.
  var noteOutput = XMLWriter(fragment: ())
  var noteDepth = 0
  var drawingCount = 0
  var bookmarkCount = 0
  private var beginsNote = false

  /// The targets of links within the document.
  var places: DocumentAnchors

  init(_ places: DocumentAnchors, on page: OfficePage) {
    self.page = page
    self.places = places
    notes = NoteNumbers(places.document.footnotes)
    media = places.document.media.byID
  }

  // MARK: Blocks

  /// Two tables in a row would be one.
  mutating func writeGap(between block: Block, and next: Block) {
    if block.endsWithTable, next.beginsWithTable { writeEmptyParagraph() }
    if case .codeBlock = block, case .codeBlock = next { isBehindCode = true }
  }

  mutating func write(_ block: Block, in context: FlowContext) {
    switch block {
    case .paragraph(let inlines): writeText(inlines, in: context)
    case .heading(let level, let inlines):
      var context = context
      context.isRightToLeft = inlines.areRightToLeft
      beginParagraph("Heading\(min(max(level, 1), 6))", in: context, spaceAfter: nil)
      write(heading: inlines)
      endParagraph()
    case .blockQuote(let blocks):
      let inner = context.inQuote
      if blocks.first?.beginsWithTable ?? false {
        // A table does not say what it lies in: an empty paragraph says it.
        beginParagraph("Quote", in: inner, spaceAfter: 0)
        endParagraph()
      }
      write(Alert.shown(blocks), in: inner)
    case .thematicBreak:
      beginParagraph("HorizontalLine", in: context, spaceAfter: nil)
      endParagraph()
    case .list, .codeBlock, .table, .definitionList, .figure, .html:
      write(compound: block, in: context)
    }
  }

  private mutating func writeText(_ inlines: [Inline], in context: FlowContext) {
    var context = context
    context.isRightToLeft = inlines.areRightToLeft
    if context.quotes > 0 {
      beginParagraph("Quote", in: context, spaceAfter: context.spaceAfter)
    } else if context.items > 0 {
      beginParagraph("ListContinue\(min(context.items, 9))", in: context, spaceAfter: context.spaceAfter)
    } else if context.isNote {
      beginParagraph("FootnoteText", in: context, spaceAfter: nil)
    } else if context.isInCell {
      beginParagraph(context.isInHeader ? "TableHeading" : "TableContents", in: context, spaceAfter: nil)
    } else {
      beginParagraph(nil, in: context, spaceAfter: nil)
    }
    let isInHeading = context.isInHeader && context.quotes + context.items == 0
    write(inlines, WordRunStyle(isInHeading: isInHeading, isRightToLeft: context.isRightToLeft))
    endParagraph()
  }

  mutating func write(_ code: CodeBlock, in context: FlowContext) { write(code, in: context, list: nil) }

  private mutating func write(
    _ code: CodeBlock, in context: FlowContext, list: WrittenLists.Place?
  ) {
    beginParagraph(style(of: code), in: context, spaceAfter: nil, list: list)
    var text = Substring(code.code)
    if text.utf8.last == UInt8(ascii: "\n") { text = text.dropLast() }
    output.raw("<w:r>")
    for (index, line) in text.parts(by: UInt8(ascii: "\n")).enumerated() {
      if index > 0 { output.raw("<w:br/>") }
      writeText(String(line))
    }
    output.raw("</w:r>")
    endParagraph()
  }

  /// The style of code in a language; more languages than any text has share that of code without one.
  private mutating func style(of code: CodeBlock) -> String {
    let info = code.info
    // Lines that are all blank need more to be known than the usual style, and so does a block behind another one.
    let isMarked = isBehindCode || !code.code.utf8.contains { $0 > 0x20 }
    isBehindCode = false
    guard !info.isEmpty || isMarked else { return "SourceCode" }
    if let number = codeStyles[info] { return "SourceCode\(number)" }
    guard codeInfos.count < 256, info.utf8.count < 200 else { return "SourceCode" }
    codeInfos.append(info)
    codeStyles[info] = codeInfos.count
    return "SourceCode\(codeInfos.count)"
  }

  // MARK: Lists

  mutating func write(_ list: List, in context: FlowContext) {
    let place = lists.place(of: list, in: context)
    for (index, item) in list.items.enumerated() {
      let inner = context.inItem(index, of: list, number: place.number)
      if item.checkbox == nil, case .codeBlock(let code)? = item.blocks.first {
        write(code, in: inner, list: place)
        write(Array(item.blocks.dropFirst()), in: inner)
        continue
      }
      let (inlines, blocks) = item.blocks.splitAtFirstParagraph
      var marked = inner
      marked.endsList = inner.endsList && blocks.isEmpty
      marked.isRightToLeft = inlines.areRightToLeft
      beginParagraph(
        context.quotes > 0 ? "Quote" : "ListParagraph", in: marked, spaceAfter: marked.spaceAfter,
        list: place)
      if let box = item.checkbox { write(box) }
      write(inlines, WordRunStyle(isRightToLeft: marked.isRightToLeft))
      endParagraph()
      write(blocks, in: inner)
    }
  }

  /// A box that Word and LibreOffice tick.
  private mutating func write(_ box: ListItem.Checkbox) {
    let isChecked = box == .checked
    output.raw(
      "<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val=\"\(isChecked ? 1 : 0)\"/>"
        + "<w14:checkedState w14:val=\"2612\" w14:font=\"MS Gothic\"/><w14:uncheckedState w14:val=\"2610\" w14:font=\"MS Gothic\"/>"
        + "</w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>\(isChecked ? "☒" : "☐")</w:t></w:r></w:sdtContent></w:sdt>"
        + "<w:r><w:t xml:space=\"preserve\"> </w:t></w:r>")
  }

  // MARK: Paragraphs

  /// - Parameter spaceAfter: nil for what the style has.
  mutating func beginParagraph(
    _ style: String?, in context: FlowContext, spaceAfter: Int?, list: WrittenLists.Place? = nil
  ) {
    output.raw("<w:p><w:pPr>")
    if let style { output.raw("<w:pStyle w:val=\"", style, "\"/>") }
    if let list {
      output.raw("<w:numPr><w:ilvl w:val=\"", list.level, "\"/>")
      output.raw("<w:numId w:val=\"", list.number, "\"/></w:numPr>")
    }
    if context.isRightToLeft { output.raw("<w:bidi/>") }
    if let spaceAfter, spaceAfter > 0, style != "Quote" || spaceAfter != FlowContext.space {
      output.raw("<w:spacing w:after=\"", spaceAfter, "\"/>")
    } else if spaceAfter == 0, style == "Quote" {
      output.raw("<w:spacing w:after=\"0\"/>")
    }
    writeIndentation(style, in: context, isItem: list != nil)
    switch context.alignment {
    case .left: output.raw("<w:jc w:val=\"left\"/>")
    case .center: output.raw("<w:jc w:val=\"center\"/>")
    case .right: output.raw("<w:jc w:val=\"right\"/>")
    case nil: break
    }
    output.raw("</w:pPr>")
    if beginsNote {
      output.raw(
        "<w:r><w:rPr><w:rStyle w:val=\"FootnoteReference\"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space=\"preserve\"> </w:t></w:r>"
      )
      beginsNote = false
    }
  }

  private mutating func writeIndentation(_ style: String?, in context: FlowContext, isItem: Bool) {
    let isStyled = style?.hasPrefix("ListContinue") ?? false && context.items <= 9
    guard context.left > 0, context.quotes > 0 || !isItem && !isStyled || context.items > 9 else { return }
    // One quote alone is indented as its style says.
    if context.quotes == 1, context.items == 0, style == "Quote" { return }
    output.raw("<w:ind w:left=\"", context.left, "\"")
    if context.quotes > 0 { output.raw(" w:right=\"", context.right, "\"") }
    output.raw(isItem ? " w:hanging=\"360\"/>" : "/>")
  }

  mutating func endParagraph() { output.raw("</w:p>") }

  mutating func writeEmptyParagraph() {
    output.raw("<w:p><w:pPr><w:spacing w:after=\"0\"/></w:pPr></w:p>")
  }

  // MARK: Notes

  /// Writes a note where it is first referred to.
  mutating func write(note blocks: [Block], number: Int) {
    let outer = output
    output = XMLWriter(fragment: ())
    noteDepth += 1
    beginsNote = true
    var context = FlowContext()
    context.isNote = true
    write(blocks, in: context)
    if beginsNote {
      beginParagraph("FootnoteText", in: context, spaceAfter: nil)
      endParagraph()
    }
    if blocks.last?.endsWithTable ?? false { writeEmptyParagraph() }
    noteDepth -= 1
    noteOutput.raw("<w:footnote w:id=\"\(number)\">")
    noteOutput.raw(output.bytes)
    noteOutput.raw("</w:footnote>")
    output = outer
  }
}

extension Block {
  /// True if nothing follows a table in the block.
  var endsWithTable: Bool {
    switch self {
    case .table: true
    case .blockQuote(let blocks): blocks.last?.endsWithTable ?? false
    case .list(let list): list.items.last?.blocks.last?.endsWithTable ?? false
    default: false
    }
  }
}
