import RichText

/// What a document shows: the same for documents between which HTML makes no difference.
///
/// Text is words with what formats them, in whatever order it is nested; white space is one space, in no
/// format.
struct Visible: Equatable, CustomStringConvertible {
  private(set) var lines: [String] = []

  var description: String { lines.joined(separator: "\n") }

  static func form(of document: Document) -> Visible {
    var visible = Visible()
    visible.append(document.normalized().blocks, indent: "")
    return visible
  }

  private mutating func append(_ blocks: [Block], indent: String) {
    for block in blocks { append(block, indent: indent) }
  }

  private mutating func append(_ block: Block, indent: String) {
    switch block {
    case .paragraph(let content):
      for paragraph in Self.paragraphs(content) { lines.append(indent + "p " + paragraph) }
    case .heading(let level, let content):
      let text = Self.paragraphs(content).joined(separator: " ")
      if !text.isEmpty { lines.append(indent + "h\(level) " + text) }
    case .blockQuote(let blocks):
      lines.append(indent + "quote")
      append(blocks, indent: indent + "  ")
    case .list(let list):
      lines.append(indent + "list \(list.kind) \(Self.isTight(list) ? "tight" : "loose")")
      for item in list.items {
        let start = lines.count
        append(item.blocks, indent: indent + "  ")
        // A box drawn in a paragraph of its own is a box.
        var box = item.checkbox
        if lines.count > start, ["p ☑", "p ☐"].contains(lines[start].drop { $0 == " " }) {
          box = lines.remove(at: start).last == "☑" ? .checked : .unchecked
        }
        lines.insert(indent + "- \(box.map { "\($0)" } ?? "")", at: start)
      }
    case .codeBlock(let block):
      lines.append(indent + "code \(block.language ?? "") " + block.code)
    case .table(let table):
      let rows = ([table.header] + table.body).map { row in
        row.map { Self.paragraphs($0.inlines).joined(separator: "\\") }
      }
      guard rows.contains(where: { $0.contains { !$0.isEmpty } }) else { return }
      lines.append(indent + "table \(table.columns)")
      for row in rows { lines.append(indent + "| " + row.joined(separator: " | ")) }
    case .definitionList, .figure:
      append(Document([block]).lowered(to: .gfm).blocks, indent: indent)
    case .thematicBreak:
      lines.append(indent + "---")
    case .html(let html):
      lines.append(indent + html)
    }
  }

  private static func isTight(_ list: List) -> Bool {
    let hasParagraph = list.items.contains { item in
      item.blocks.contains { block in
        if case .paragraph(let content) = block { !paragraphs(content).isEmpty } else { false }
      }
    }
    guard hasParagraph else { return true }
    let isParted = list.items.contains { item in
      item.blocks.contains { block in
        if case .paragraph(let content) = block { paragraphs(content).count > 1 } else { false }
      }
    }
    if list.items.count == 1, list.items[0].blocks.count <= 1 { return !isParted }
    return list.isTight && !isParted
  }

  // MARK: - Text

  private enum Piece: Equatable {
    case word(String, Set<String>)
    case space(String)
    case lineBreak
  }

  /// The lines of some inlines, parted where two breaks or more stand together.
  private static func paragraphs(_ content: [Inline]) -> [String] {
    var pieces: [Piece] = []
    append(content, [], to: &pieces)
    var paragraphs: [String] = []
    for part in pieces.split(separator: .lineBreak, omittingEmptySubsequences: false) {
      paragraphs.append(text(of: part))
    }
    return paragraphs.filter { !$0.allSatisfy { $0 == " " || $0 == "\u{A0}" } }
  }

  private static func text(of pieces: ArraySlice<Piece>) -> String {
    var result = ""
    var formats: Set<String> = []
    for piece in pieces {
      switch piece {
      case .word(let word, let wordFormats):
        if wordFormats != formats { result += "{\(wordFormats.sorted().joined(separator: ","))}" }
        formats = wordFormats
        result += word
      case .space(" "):
        if result.last != " " { result += " " }
      case .space(let space):
        result += space
      case .lineBreak: break
      }
    }
    while result.first == " " { result.removeFirst() }
    while result.last == " " { result.removeLast() }
    return result
  }

  private static func append(_ content: [Inline], _ formats: Set<String>, to pieces: inout [Piece]) {
    for inline in content {
      switch inline {
      case .text(let text): append(text, formats, to: &pieces)
      case .code(let code):
        if case .word(let before, formats)? = pieces.last, before.hasSuffix("`") {
          pieces[pieces.count - 1] = .word(Self.folded(before.dropLast() + code + "`"), formats)
        } else {
          pieces.append(.word(Self.folded("`\(code)`"), formats))
        }
      case .softBreak: pieces.append(.space(" "))
      case .lineBreak: pieces.append(.lineBreak)
      case .image(let image):
        let address = encoded(image.address ?? "")
        pieces.append(.word("![\(image.alternative)](\(address) \(image.title))", formats))
      case .math(let tex, _): pieces.append(.word("$\(tex)$", formats))
      case .html(let html): pieces.append(.word(html, formats))
      case .footnoteReference(let label): pieces.append(.word("[^\(label)]", formats))
      case .link(let link):
        let target = "link \(encoded(link.destination)) \(link.title)"
        append(link.content, formats.subtracting(["underline"]).union([target]), to: &pieces)
      case .emphasis(let content): append(content, formats.union(["emphasis"]), to: &pieces)
      case .strong(let content): append(content, formats.union(["strong"]), to: &pieces)
      case .strikethrough(let content): append(content, formats.union(["strike"]), to: &pieces)
      case .underline(let content):
        let isInLink = formats.contains { $0.hasPrefix("link") }
        append(content, isInLink ? formats : formats.union(["underline"]), to: &pieces)
      case .superscript(let content): append(content, formats.union(["super"]), to: &pieces)
      case .subscript(let content): append(content, formats.union(["sub"]), to: &pieces)
      case .highlight(let content): append(content, formats.union(["mark"]), to: &pieces)
      case .keyboard(let content): append(content, formats.union(["kbd"]), to: &pieces)
      }
    }
  }

  private static func append(_ text: String, _ formats: Set<String>, to pieces: inout [Piece]) {
    var word = ""
    for scalar in text.unicodeScalars {
      if [" ", "\t", "\u{A0}", "\u{3000}"].contains(scalar) {
        if !word.isEmpty { pieces.append(.word(word, formats)) }
        word = ""
        pieces.append(.space(scalar == "\t" ? " " : String(scalar)))
      } else {
        word.unicodeScalars.append(scalar)
      }
    }
    if !word.isEmpty { pieces.append(.word(word, formats)) }
  }

  /// An address as an attribute holds it.
  /// Code with its spaces as HTML shows them.
  private static func folded(_ code: String) -> String {
    var folded = ""
    for character in code where character != " " || folded.last != " " { folded.append(character) }
    return folded
  }

  private static func encoded(_ address: String) -> String {
    let safe = "-_.+!*(),%#@?=;:/$~&'".utf8
    return address.utf8.map { byte in
      let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || safe.contains(byte)
      let hex = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (hex.count < 2 ? "0" + hex : hex)
    }.joined()
  }
}
