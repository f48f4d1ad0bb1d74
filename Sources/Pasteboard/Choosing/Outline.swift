import RichText

/// A document reduced to what two formats must agree on: the order of its structure and its words.
struct Outline: Equatable {
  /// Bytes of text without white space; a control byte opens or closes each kind of structure.
  private var bytes: [UInt8] = []

  init(_ document: Document) {
    append(document.blocks)
    for note in document.footnotes {
      open(.footnote)
      append(note.blocks)
    }
  }

  /// Control bytes never come from text, which has none after reading.
  private enum Mark: UInt8 {
    case paragraph = 1, heading, quote, bulletList, orderedList, item, codeBlock, table, row, cell, rule
    case emphasis, strong, strikethrough, code, link, image, lineBreak, footnote, other
    case end = 0x1F
  }

  private mutating func open(_ mark: Mark) {
    bytes.append(mark.rawValue)
  }

  private mutating func close() {
    bytes.append(Mark.end.rawValue)
  }

  private mutating func append(_ blocks: [Block]) {
    for block in blocks { append(block) }
  }

  private mutating func append(_ block: Block) {
    switch block {
    case .paragraph(let content):
      open(.paragraph)
      append(content)
    case .heading(let level, let content):
      open(.heading)
      bytes.append(UInt8(truncatingIfNeeded: level))
      append(content)
    case .blockQuote(let blocks):
      open(.quote)
      append(blocks)
    case .list(let list):
      if case .ordered(let start) = list.kind {
        open(.orderedList)
        append("\(start)")
      } else {
        open(.bulletList)
      }
      for item in list.items {
        open(.item)
        if let checkbox = item.checkbox { append(checkbox == .checked ? "☑" : "☐") }
        append(item.blocks)
        close()
      }
    case .codeBlock(let block):
      open(.codeBlock)
      append(block.code)
    case .table(let table):
      open(.table)
      for row in [table.header] + table.rows {
        open(.row)
        for cell in row {
          open(.cell)
          append(cell.content)
        }
      }
    case .thematicBreak:
      open(.rule)
    case .html(let html):
      open(.other)
      append(html)
    }
    close()
  }

  private mutating func append(_ inlines: [Inline]) {
    for inline in inlines {
      switch inline {
      case .text(let text): append(text)
      case .softBreak: break
      case .lineBreak: open(.lineBreak)
      case .emphasis(let content): append(.emphasis, content)
      case .strong(let content): append(.strong, content)
      case .strikethrough(let content): append(.strikethrough, content)
      case .underline(let content), .superscript(let content), .subscript(let content),
        .highlight(let content), .keyboard(let content):
        append(.other, content)
      case .code(let code): append(.code, [.text(code)])
      case .math(let tex, _): append(.other, [.text(tex)])
      case .html(let html): append(.other, [.text(html)])
      case .link(let link):
        // A program may drop titles, and browsers end a bare host name with a slash: the text decides.
        append(.link, link.content)
      case .image(let image): append(.image, [.text(image.alternative)])
      case .footnoteReference: open(.footnote)
      }
    }
  }

  private mutating func append(_ mark: Mark, _ content: [Inline]) {
    open(mark)
    append(content)
    close()
  }

  /// Appends text without its white space, including the no-break spaces that rich-text programs put in.
  private mutating func append(_ text: String) {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte <= 0x20 || byte == 0x7F {
        previous = 0
        continue
      }
      if previous == 0xC2, byte == 0xA0 {
        bytes.removeLast()
        previous = 0
        continue
      }
      bytes.append(byte)
      previous = byte
    }
  }
}
