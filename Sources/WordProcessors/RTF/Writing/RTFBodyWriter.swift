/// Writes the blocks of a document.
struct RTFBodyWriter: FlowBlockWriter {
  var output = RTFOutput()
  var lists = WrittenLists()
  private(set) var listNumbers = RTFListNumbers()
  var notes: NoteNumbers
  /// The text that stands at the beginning of the next paragraph's text: the number of a note.
  private var beginsNote = false
  /// The number of notes that are around what is being written.
  private(set) var noteDepth = 0
  /// Bold and italic say nothing by themselves in what is bold already.
  var namesEmphasis = false
  /// The numbers of the styles that only documents have which use them.
  private(set) var optionalStyles: Set<Int> = []
  /// Text of cells that a spreadsheet would take for a value is to stay text.
  var keepsTextOfCells = false
  /// The first letter of the text that follows is set apart from the rest.
  var setsFirstLetterApart = false
  /// What is written stands in a link.
  var isInLink = false
  /// The paragraph runs from right to left, where bold and italic have words of their own.
  private(set) var isRightToLeft = false

  /// The pictures that images of the document show by identifiers.
  let media: [Medium.ID: Medium]

  /// The targets of links within the document.
  var places: DocumentAnchors

  init(_ places: DocumentAnchors) {
    notes = NoteNumbers(places.document.footnotes)
    media = places.document.media.byID
    self.places = places
  }

  // MARK: Blocks

  mutating func write(_ block: Block, in context: FlowContext) {
    switch block {
    case .paragraph(let inlines):
      beginTextParagraph(inlines, in: context)
      write(inlines)
      endParagraph()
    case .heading(let level, let inlines):
      beginParagraph(
        RTFHeader.headings[min(max(level, 1), 6) - 1], in: context, spaceAfter: 120,
        isRightToLeft: inlines.areRightToLeft)
      output.append(" ")
      let outer = namesEmphasis
      namesEmphasis = true
      write(heading: inlines)
      namesEmphasis = outer
      endParagraph()
    case .blockQuote(let blocks):
      write(quote: Alert.shown(blocks), in: context)
    case .thematicBreak:
      beginParagraph(RTFHeader.rule, in: context, spaceAfter: 120)
      endParagraph()
    case .list, .codeBlock, .table, .definitionList, .figure, .html:
      write(compound: block, in: context)
    }
  }

  private mutating func write(quote blocks: [Block], in context: FlowContext) {
    let inner = context.inQuote
    if blocks.first?.beginsWithTable == true {
      // A table does not say what it lies in: an empty paragraph says it.
      beginParagraph(RTFHeader.quote, in: inner, spaceAfter: 0)
      endParagraph()
    }
    write(blocks, in: inner)
  }

  mutating func write(_ code: CodeBlock, in context: FlowContext) {
    beginParagraph(RTFHeader.code, in: context, spaceAfter: context.spaceAfter)
    output.append("{\\*\\pbinfo ")
    output.append(text: code.info)
    output.append("}")
    var text = Substring(code.code)
    // A block of blank lines alone keeps the end of its last.
    if text.utf8.contains(where: { $0 != UInt8(ascii: "\n") }), text.utf8.last == UInt8(ascii: "\n") {
      text = text.dropLast()
    }
    output.append(textOfParagraph: String(text))
    endParagraph()
  }

  // MARK: Lists

  /// Finds the definitions of lists, and their numbers; called when all of the text is written.
  mutating func settleLists() {
    lists.settle()
    listNumbers.settle(count: lists.overrides.count, in: &output)
  }

  mutating func write(_ list: List, in context: FlowContext) {
    let place = lists.place(of: list, in: context)
    for (index, item) in list.items.enumerated() {
      let inner = context.inItem(index, of: list, number: place.number)
      let (inlines, blocks) = item.blocks.splitAtFirstParagraph
      var marked = inner
      marked.endsList = inner.endsList && blocks.isEmpty
      beginParagraph(
        context.quotes > 0 ? RTFHeader.quote : RTFHeader.listItem, in: marked,
        spaceAfter: marked.spaceAfter, isRightToLeft: inlines.areRightToLeft)
      listNumbers.write(list: place.number, to: &output)
      output.append("\\ilvl", place.level)
      output.append("\\fi-360{\\listtext ")
      if let start = place.start {
        output.append(start + index)
        output.append(".")
      } else {
        output.append(text: WrittenList.bullet(level: place.level))
      }
      output.append("\\tab}")
      if let checkbox = item.checkbox {
        output.append(unit: checkbox == .checked ? 0x2611 : 0x2610)
        output.append(" ")
      }
      write(inlines)
      endParagraph()
      write(blocks, in: inner)
    }
  }

  // MARK: Paragraphs

  private mutating func beginTextParagraph(_ inlines: [Inline], in context: FlowContext) {
    let plain =
      context.tables == 0
      ? RTFHeader.normal : context.isInHeader ? RTFHeader.tableHeading : RTFHeader.tableContents
    let style =
      context.quotes > 0
      ? RTFHeader.quote
      : context.isNote ? RTFHeader.note : context.items > 0 ? RTFHeader.listItem : plain
    beginParagraph(style, in: context, spaceAfter: context.spaceAfter, isRightToLeft: inlines.areRightToLeft)
    output.append(" ")
  }

  mutating func beginParagraph(
    _ style: RTFHeader.ParagraphStyle, in context: FlowContext, spaceAfter: Int, isRightToLeft: Bool = false
  ) {
    output.append("\\pard\\plain")
    appendTableDepth(context.tables)
    output.append("\\s", style.number)
    if style.isOptional { optionalStyles.insert(style.number) }
    self.isRightToLeft = isRightToLeft
    if isRightToLeft { output.append("\\rtlpar\\qr\\rtlch") }
    if context.left > 0 { output.append("\\li", context.left) }
    if context.quotes > 0 { output.append("\\ri", context.right) }
    if spaceAfter > 0 { output.append("\\sa", spaceAfter) }
    output.append(style.formatting)
    if context.isInHeader, style.number != RTFHeader.tableHeading.number { output.append("\\b") }
    if beginsNote {
      output.append("{\\super\\chftn}")
      beginsNote = false
    }
  }

  /// Says how many tables the paragraph lies in.
  mutating func appendTableDepth(_ depth: Int) {
    if depth > 0 { output.append("\\intbl") }
    if depth > 1 { output.append("\\itap", depth) }
  }

  mutating func endParagraph() {
    output.append("\\par\n")
  }

  mutating func writeEmptyParagraph() {
    output.append("\\pard\\plain\\par\n")
  }

  /// Ends a document whose last paragraph is an item within another with an empty paragraph.
  ///
  /// LibreOffice forgets the level of the last paragraph, its own files' too.
  mutating func closeLastParagraph(of document: Document) {
    guard case .list(let list)? = document.blocks.last, case .list? = list.items.last?.blocks.last else {
      return
    }
    output.append("\\pard\\plain\\s0\\par\n")
  }

  // MARK: Notes

  /// Writes a note where it is first referred to.
  mutating func write(note blocks: [Block]) {
    let outer = (namesEmphasis, isRightToLeft)
    namesEmphasis = false
    noteDepth += 1
    output.append("{\\super\\chftn}{\\footnote")
    beginsNote = true
    var context = FlowContext()
    context.isNote = true
    write(blocks, in: context)
    if beginsNote {
      beginParagraph(RTFHeader.note, in: context, spaceAfter: 0)
      endParagraph()
    }
    output.removeParagraphEnd()
    output.append("}")
    noteDepth -= 1
    (namesEmphasis, isRightToLeft) = outer
  }
}

/// Definition lists, figures and captions.
extension RTFBodyWriter {
  mutating func write(_ definitions: [Definition], in context: FlowContext) {
    for definition in definitions {
      for term in definition.terms {
        beginParagraph(
          RTFHeader.term, in: context, spaceAfter: 0, isRightToLeft: term.areRightToLeft)
        output.append(" ")
        let outer = namesEmphasis
        namesEmphasis = true
        write(term)
        namesEmphasis = outer
        endParagraph()
      }
      for details in definition.details { write(details: details, in: context) }
    }
  }

  private mutating func write(details: [Block], in context: FlowContext) {
    let inner = context.inDetails
    let (inlines, blocks) = details.splitAtFirstParagraph
    beginParagraph(
      RTFHeader.details, in: inner, spaceAfter: inlines.isEmpty ? 0 : inner.spaceAfter,
      isRightToLeft: inlines.areRightToLeft)
    output.append(" ")
    write(inlines)
    endParagraph()
    write(blocks, in: inner)
  }

  mutating func write(_ figure: Figure, in context: FlowContext) {
    // A caption above is a paragraph: only one below says what it belongs to.
    if figure.isCaptionFirst { write(caption: figure.caption, info: nil, in: context) }
    write(figure.blocks, in: context)
    guard !figure.isCaptionFirst, !figure.caption.isEmpty else { return }
    write(caption: figure.caption, info: FlowCaption.ofFigure(blockCount: figure.blocks.count), in: context)
  }

  /// - Parameter info: what our own reader needs to know of the caption.
  mutating func write(caption: [Inline], info: String?, in context: FlowContext) {
    beginParagraph(
      RTFHeader.caption, in: context, spaceAfter: 120, isRightToLeft: caption.areRightToLeft)
    if let info {
      output.append("{\\*\\pbinfo ")
      output.append(text: info)
      output.append("}")
    } else {
      output.append(" ")
    }
    write(caption)
    endParagraph()
  }
}
