import DocumentModel
package import RichText
import UniformTypeIdentifiers

/// Tells whether plain text is the Markdown source of the rich text beside it.
///
/// Many Markdown editors copy their source as plain text and its rendering as HTML or RTF, and declare
/// neither. Taking the plain text then gives back what was written, byte for byte. The plain text is read
/// as Markdown, and must give the document that is there: the same structure and the same text, white
/// space aside, with at least its formats. Rendered text fails because the signs of Markdown are in it where
/// the rich text has no formats, or not in it where that has. Whatever passes is a faithful Markdown of that
/// document, so that a mistake does no harm.
package enum SourceDetection {
  /// Plain text of more bytes is not looked at.
  package static let sizeLimit = 1 << 20

  /// True if rich text says no more than this plain text: it is the same in a typewriter's font and nothing else; or in
  /// colours, where the text is Markdown; or its program says that the text is its source.
  package static func isAllOf(_ rich: [UInt8], _ plain: [UInt8], in format: Format) -> Bool {
    guard format == .html, !plain.isEmpty else { return false }
    if TypewrittenText.declaresSource(rich) || TypewrittenText.isSet(plain, in: rich) { return true }
    return ContentDetection.type(ofInput: plain) == .markdown && TypewrittenText.isColoured(plain, in: rich)
  }

  /// True if plain text is the markup of the HTML beside it, as programs give text that is no more than HTML to them.
  ///
  /// Before the HTML may stand a declaration of its character set.
  package static func isMarkup(_ plain: [UInt8], of html: [UInt8]) -> Bool {
    func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      let start = bytes.drop { $0 <= 0x20 }
      return start.lastIndex { $0 > 0x20 }.map { start[...$0] } ?? []
    }
    let text = trimmed(plain[...])
    guard text.contains(UInt8(ascii: "<")), text.count <= html.count else { return false }
    let page = trimmed(html[...])
    if page == text { return true }
    guard page.starts(with: "<meta".utf8), let end = page.firstIndex(of: UInt8(ascii: ">")) else {
      return false
    }
    return trimmed(page[(end + 1)...]) == text
  }

  package static func isSource(_ plain: [UInt8], of rich: Document) -> Bool {
    if isSource(plain, of: rich, readsFormulas: false) { return true }
    // Programs that know formulas show them without their dollar signs.
    return plain.contains(UInt8(ascii: "$")) && isSource(plain, of: rich, readsFormulas: true)
  }

  private static func isSource(_ plain: [UInt8], of rich: Document, readsFormulas: Bool) -> Bool {
    guard !plain.isEmpty, plain.count <= sizeLimit,
      let document = try? MarkdownReader(readsFormulas: readsFormulas).read(plain)
    else { return false }
    let fingerprint = StructuralFingerprint(document)
    if fingerprint.isSource(of: StructuralFingerprint(rich)) { return true }
    // Programs that know no formulas show their signs, of which the reader of HTML makes formulas.
    if !readsFormulas, ByteSearch.contains("$$", in: plain[...]),
      fingerprint.isSource(of: StructuralFingerprint(rich, spellsFormulas: true))
    {
      return true
    }
    // Some programs write RTF in which a list is no more than paragraphs with a bullet or a number. Where such
    // signs are all there is, people may have typed them.
    let source = StructuralFingerprint(document, view: .sourceOfParagraphs)
    return source.hasMarkup && source.isSource(of: StructuralFingerprint(rich, view: .paragraphs))
  }
}

/// A document reduced to what two formats must agree on: the order of its structure and its words.
struct StructuralFingerprint {
  /// Bytes of text without white space; a control byte opens or closes each kind of structure.
  private var bytes: [UInt8] = []
  /// The format of each byte; at the beginning of an item, its box.
  private var formats: [Format] = []
  private let view: View
  /// Formulas are the text that Markdown has for them.
  private let spellsFormulas: Bool
  /// True if there is a heading, or a format that nobody types by accident.
  private(set) var hasMarkup = false

  /// The parts of the structure that a format tells.
  enum View {
    /// All of it.
    case whole
    /// The part of Markdown that is left in a format that tells of paragraphs whether they are an item of a
    /// list,
    /// and not how lists lie within each other, nor what is quoted.
    case sourceOfParagraphs
    /// The part in such a format: paragraphs that begin with the sign of an item are items, lines of dashes
    /// are rules.
    case paragraphs
  }

  init(_ document: Document, view: View = .whole, spellsFormulas: Bool = false) {
    self.view = view
    self.spellsFormulas = spellsFormulas
    let document = document.lowered(to: .media)
    append(document.blocks)
    for note in document.footnotes {
      open(.footnote)
      append(note.blocks)
    }
  }

  /// True if this is the outline of what `rendering` was made from: the same structure and the same words, and
  /// at least its formats.
  ///
  /// A program may lose a format on the way, and shows a link that it does not know as underlined text; none
  /// adds one that was not there.
  func isSource(of rendering: StructuralFingerprint) -> Bool {
    guard bytes == rendering.bytes else { return false }
    return zip(formats, rendering.formats).allSatisfy { source, shown in
      shown.isSubset(of: source.contains(.link) ? source.union(.other) : source)
    }
  }

  /// The format of the next text.
  private var format: Format = []
  /// The parts of it that count.
  private var telling = Format.all

  /// Control bytes never come from text, which has none after reading.
  private enum Mark: UInt8 {
    case paragraph = 1, heading, quote, bulletList, orderedList, item, codeBlock, table, row, cell, rule
    case image, lineBreak, footnote, other
    case end = 0x1F
  }

  /// Compares how each character looks, not which element is within which.
  private struct Format: OptionSet {
    let rawValue: UInt8
    static let emphasis = Format(rawValue: 1)
    static let strong = Format(rawValue: 2)
    static let strikethrough = Format(rawValue: 4)
    static let code = Format(rawValue: 8)
    static let link = Format(rawValue: 16)
    static let other = Format(rawValue: 32)
    static let all = Format(rawValue: 63)
    // Of items of a checklist.
    static let unchecked = Format(rawValue: 64)
    static let checked = Format(rawValue: 128)
  }

  private mutating func open(_ mark: Mark, _ format: Format = []) {
    append(mark.rawValue, format)
  }

  private mutating func close() {
    append(Mark.end.rawValue, [])
  }

  /// Takes back the end of the structure before, which goes on.
  private mutating func reopen() {
    bytes.removeLast()
    formats.removeLast()
  }

  private mutating func append(_ byte: UInt8, _ format: Format) {
    bytes.append(byte)
    formats.append(format)
  }

  private mutating func append(_ blocks: [Block]) {
    var previous: Block?
    for block in blocks {
      // Formats that know paragraphs of a list, or that are quoted, do not tell where one list or quotation
      // ends and another begins.
      switch (previous, block) {
      case (.blockQuote?, .blockQuote(let content)) where view != .sourceOfParagraphs:
        reopen()
        append(Alert.continuingLine(of: content))
        close()
      case (.list(let one)?, .list(let other))
      where one.kind == .bullet && other.kind == .bullet && view == .whole:
        reopen()
        append(other.items)
        close()
      case (.codeBlock?, .codeBlock(let content)) where view != .whole:
        reopen()
        append(content.code)
        close()
      default:
        append(block)
      }
      previous = block
    }
  }

  private mutating func append(_ items: [ListItem]) {
    for var item in items {
      // An item that was typed shows its box as a sign.
      if view == .paragraphs, item.checkbox == nil, case .paragraph(let content)? = item.blocks.first {
        let (box, rest) = ListMarkerCharacters.withoutBox(content)
        (item.checkbox, item.blocks[0]) = (box, .paragraph(rest))
      }
      open(.item, item.checkbox.map { $0 == .checked ? .checked : .unchecked } ?? [])
      if view != .whole, case .paragraph(let content)? = item.blocks.first {
        append(content)
        close()
        append(Array(item.blocks.dropFirst()))
      } else {
        append(item.blocks)
        close()
      }
    }
  }

  private mutating func append(_ block: Block) {
    switch block {
    case .paragraph(let content):
      return append(paragraph: content)
    case .heading(let level, let content):
      open(.heading)
      hasMarkup = true
      append(UInt8(truncatingIfNeeded: level), [])
      // Whether part of a heading is bold is more than programs tell, which make all of it bold.
      telling.subtract([.strong, .emphasis])
      append(content)
      telling = .all
    case .blockQuote(let blocks):
      if view == .sourceOfParagraphs { return append(blocks) }
      open(.quote)
      // Programs that know of no alerts show their first line and the next as one.
      append(Alert.continuingLine(of: blocks))
    case .list(let list):
      if view != .whole { return append(list.items) }
      if case .ordered(let start) = list.kind {
        open(.orderedList)
        append("\(start)")
      } else {
        open(.bulletList)
      }
      append(list.items)
    case .codeBlock(let block):
      open(.codeBlock)
      append(block.code)
    case .table(let table):
      append(table)
    case .thematicBreak:
      open(.rule)
    case .definitionList, .figure:
      return
    case .html(let html):
      if let shown = Self.shownDetails(html) { return append(shown) }
      open(.other)
      append(html)
    }
    close()
  }

  /// The text that folding tags show; nil for other markup.
  private static func shownDetails(_ html: String) -> [Block]? {
    let start = html.prefix(12).lowercased()
    guard start.hasPrefix("<details") || start.hasPrefix("</details") else { return nil }
    return (try? HTMLReader().read(Array(html.utf8)))?.blocks ?? []
  }

  private mutating func append(paragraph content: [Inline]) {
    if view == .paragraphs && ListMarkerCharacters.isRule(content) { return append(.thematicBreak) }
    // A number that begins a paragraph of Markdown was escaped: it is a number in the other format too.
    // A bullet there shows that the text was rendered.
    if view != .whole, let (box, rest) = ListMarkerCharacters.item(content, isBullet: view == .paragraphs) {
      open(.item, box.map { $0 == .checked ? .checked : .unchecked } ?? [])
      append(rest)
    } else {
      open(.paragraph)
      append(content)
    }
    close()
  }

  private mutating func append(_ table: Table) {
    open(.table)
    // If there are no header cells, the first row is like the others.
    let hasHeader = view == .whole || table.header.contains { !$0.isEmpty }
    for row in (hasHeader ? [table.header] : []) + table.body {
      open(.row)
      for cell in row {
        open(.cell)
        append(cell.inlines)
      }
    }
  }

  private mutating func append(_ inlines: [Inline]) {
    for inline in inlines {
      switch inline {
      case .text(let text): append(text)
      case .softBreak: break
      case .lineBreak: open(.lineBreak)
      case .emphasis(let content): append(content, .emphasis)
      case .strong(let content): append(content, .strong)
      case .strikethrough(let content): append(content, .strikethrough)
      case .underline(let content), .superscript(let content), .subscript(let content),
        .highlight(let content), .keyboard(let content):
        append(content, .other)
      case .code(let code): append([.text(code)], .code)
      case .math(let tex, let isDisplayed) where spellsFormulas:
        let sign = isDisplayed ? "$$" : "$"
        append(sign + tex + sign)
      case .math(let tex, _): append([.text(tex)], .other)
      case .html(let html): append([.text(html)], .other)
      case .link(let link):
        // A program may drop titles, and browsers end a bare host name with a slash: the text decides.
        append(link.content, .link)
      case .image(let image):
        open(.image)
        append(image.alternative)
        close()
      case .footnoteReference: open(.footnote)
      }
    }
  }

  private mutating func append(_ content: [Inline], _ added: Format) {
    let outer = format
    format.insert(added)
    // Addresses become links without a sign.
    if added != .link { hasMarkup = true }
    append(content)
    format = outer
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
        formats.removeLast()
        previous = 0
        continue
      }
      append(byte, format.intersection(telling))
      previous = byte
    }
  }
}

/// The characters by which programs that write paragraphs alone show lists and rules.
enum ListMarkerCharacters {
  /// Whether a line is of dashes.
  static func isRule(_ content: [Inline]) -> Bool {
    guard content.count == 1, case .text(let text) = content[0] else { return false }
    let dashes: Set<Unicode.Scalar> = ["-", "_", "–", "—", "─"]
    return text.unicodeScalars.count >= 3 && text.unicodeScalars.allSatisfy(dashes.contains)
  }

  /// The item that a paragraph is which begins with a bullet or a number: without that, and without the box
  /// that is to be ticked; nil if it begins otherwise.
  ///
  /// - Parameter isBullet: whether bullets count, beside numbers.
  static func item(_ content: [Inline], isBullet: Bool) -> (box: ListItem.Checkbox?, rest: [Inline])? {
    guard case .text(let text)? = content.first,
      let marker = text.unicodeScalars.split(maxSplits: 1, whereSeparator: \.properties.isWhitespace).first,
      isNumber(marker) || isBullet && Self.isBullet(marker),
      marker.count < text.unicodeScalars.count || content.count > 1
    else { return nil }
    let rest = text.unicodeScalars[marker.endIndex...].drop(while: \.properties.isWhitespace)
    return withoutBox((rest.isEmpty ? [] : [.text(String(rest))]) + content.dropFirst())
  }

  /// The box that the content of an item begins with, nil if it begins with none, and the rest.
  static func withoutBox(_ content: [Inline]) -> (box: ListItem.Checkbox?, rest: [Inline]) {
    guard case .text(let text)? = content.first, let first = text.unicodeScalars.first,
      "☐☑☒".unicodeScalars.contains(first)
    else { return (nil, content) }
    let rest = text.unicodeScalars.dropFirst()
    return (
      first == "☐" ? .unchecked : .checked,
      (rest.isEmpty ? [] : [.text(String(rest))]) + content.dropFirst()
    )
  }

  private static func isBullet(_ scalars: Substring.UnicodeScalarView) -> Bool {
    guard scalars.count == 1, let only = scalars.first else { return false }
    return "•◦▪‣·–-*".unicodeScalars.contains(only)
  }

  private static func isNumber(_ scalars: Substring.UnicodeScalarView) -> Bool {
    guard let last = scalars.last, last == "." || last == ")", (2...10).contains(scalars.count) else {
      return false
    }
    return scalars.dropLast().allSatisfy { ("0"..."9").contains($0) }
  }
}
