/// Writes a document as plain text that people can read without knowing markup.
///
/// Bullets are `-`, numbers stay, quotes begin with `>`, cells are parted by tabs, footnotes are
/// numbered below the text. A picture at an address is named by its alternative text; one that the document
/// holds itself is no text.
public struct PlainTextWriter: DocumentWriter {
  /// Whether a link's address follows its text in parentheses if they differ.
  public var showsAddresses = false

  /// The reader of raw HTML in documents.
  package let htmlReader: any EmbeddedHTMLReader.Type

  package init(readingHTMLBy htmlReader: any EmbeddedHTMLReader.Type) { self.htmlReader = htmlReader }

  /// Writes the text of a document in UTF-8.
  public func write(_ document: Document) -> [UInt8] {
    let document = Self.naming(picturesOf: document).lowered(to: .plainText).normalized()
    var lines = MarkdownLines()
    write(document.blocks, isTight: false, to: &lines)
    for (index, note) in document.footnotes.enumerated() {
      if index > 0 || !document.blocks.isEmpty { lines.endBlankLine() }
      let marker = Array("[\(note.label)] ".utf8)
      lines.within(marker: marker, indent: [UInt8](repeating: 0x20, count: marker.count)) { lines in
        write(note.blocks, isTight: false, to: &lines)
      }
    }
    return lines.bytes
  }

  /// The document with the words for its pictures in their place, apart from the words beside them.
  private static func naming(picturesOf document: Document) -> Document {
    guard document.hasImages else { return document }
    return document.replacingImages { image in
      guard let address = image.address, !address.utf8.starts(with: "data:".utf8),
        !image.alternative.isEmpty
      else { return nil }
      return [.text(image.alternative)]
    }
  }

  private func write(_ blocks: [Block], isTight: Bool, to lines: inout MarkdownLines) {
    let blocks = blocks.flatMap(shown)
    for (index, block) in blocks.enumerated() {
      if index > 0, !isTight { lines.endBlankLine() }
      write(block, to: &lines)
    }
    if blocks.isEmpty { lines.endEmptyContainer() }
  }

  private func write(_ block: Block, to lines: inout MarkdownLines) {
    switch block {
    case .paragraph(let content), .heading(_, let content):
      lines.begin()
      write(content, to: &lines)
      lines.end()
    case .blockQuote(let blocks):
      lines.within(marker: Array("> ".utf8), indent: Array("> ".utf8)) { lines in
        write(Alert.shown(blocks), isTight: false, to: &lines)
      }
    case .list(let list): write(list, to: &lines)
    case .codeBlock(let block):
      var code = block.code.utf8[...]
      if code.last == 0x0A { code.removeLast() }
      for line in code.split(separator: 0x0A, omittingEmptySubsequences: false) {
        lines.begin()
        lines.append(String(Substring(line)))
        lines.end()
      }
    case .table(let table):
      for row in table.rows where !row.allSatisfy(\.isEmpty) {
        lines.begin()
        for (column, cell) in row.enumerated() {
          if column > 0 { lines.append("\t") }
          for inline in ShownHTML.inlines(cell.inlines) {
            inline == .lineBreak ? lines.append(" ") : write(inline, to: &lines)
          }
        }
        lines.end()
      }
    case .thematicBreak:
      lines.begin()
      lines.append("---")
      lines.end()
    case .definitionList, .figure, .html:
      break
    }
  }

  /// The blocks that raw HTML shows, or the block itself.
  private func shown(_ block: Block) -> [Block] {
    guard case .html(let html) = block else { return [block] }
    guard !ShownHTML.isBare(html), let document = try? htmlReader.init().read(Array(html.utf8)) else {
      return []
    }
    let shown = document.lowered(to: .plainText).normalized()
    return shown.blocks.filter { if case .html = $0 { false } else { true } }
  }

  private func write(_ list: List, to lines: inout MarkdownLines) {
    var number: Int?
    if case .ordered(let start) = list.kind { number = start }
    for (index, item) in list.items.enumerated() {
      if index > 0, !list.isTight { lines.endBlankLine() }
      var marker = Array(((item.label ?? number.map { "\($0)." } ?? "-") + " ").utf8)
      number = number.map { $0 &+ 1 }
      let indent = [UInt8](repeating: 0x20, count: marker.count)
      switch item.checkbox {
      case .checked: marker += Array("[x] ".utf8)
      case .unchecked: marker += Array("[ ] ".utf8)
      case nil: break
      }
      lines.within(marker: marker, indent: indent) { lines in
        write(item.blocks, isTight: list.isTight, to: &lines)
      }
    }
  }

  // MARK: Inlines

  private func write(_ inlines: [Inline], to lines: inout MarkdownLines) {
    for inline in ShownHTML.inlines(inlines) { write(inline, to: &lines) }
  }

  private func write(_ inline: Inline, to lines: inout MarkdownLines) {
    switch inline {
    case .text(let text): lines.append(text)
    case .code(let code): lines.append(code)
    case .math(let tex, _): lines.append(tex.replacing("\n", with: " "))
    case .softBreak: lines.append(" ")
    case .lineBreak: lines.breakLine()
    case .emphasis(let content), .strong(let content), .strikethrough(let content), .underline(let content),
      .superscript(let content), .subscript(let content), .highlight(let content), .keyboard(let content):
      write(content, to: &lines)
    case .image(let image):
      // What describes a picture that a document holds is none of the words that people read in it.
      guard let address = image.address, !address.utf8.starts(with: "data:".utf8) else { return }
      lines.append(image.alternative)
    case .footnoteReference(let label): lines.append("[\(label)]")
    case .html: break
    case .link(let link):
      write(link.content, to: &lines)
      let text = PlainText.of(link.content)
      if text.isEmpty || showsAddresses, !link.destination.isEmpty, !link.destination.hasPrefix("#"),
        !Self.says(text, link.destination)
      {
        lines.append(text.isEmpty ? "\(link.destination)" : " (\(link.destination))")
      }
    }
  }

  /// True if the text of a link is its address, but for what readers add to it.
  private static func says(_ text: String, _ destination: String) -> Bool {
    if text == destination { return true }
    for scheme in ["mailto:", "tel:", "https://", "http://"] where destination.hasPrefix(scheme) {
      let rest = destination.dropFirst(scheme.count)
      return text == rest || text + "/" == rest
    }
    return false
  }
}

/// The text of inlines without any of their marks.
enum PlainText {
  static func of(_ inlines: [Inline]) -> String {
    var text = ""
    append(inlines, to: &text)
    return text
  }

  private static func append(_ inlines: [Inline], to text: inout String) {
    for inline in ShownHTML.inlines(inlines) {
      switch inline {
      case .text(let part), .code(let part), .math(let part, _): text += part
      case .softBreak, .lineBreak: text += " "
      case .image(let image): text += image.alternative
      case .footnoteReference(let label): text += "[\(label)]"
      case .html: break
      default: append(inline.content ?? [], to: &text)
      }
    }
  }
}
