/// Writes blocks, line by line.
struct MarkdownBlockWriter {
  private let style: MarkdownStyle
  private var inlines: MarkdownInlineWriter

  init(_ document: Document, style: MarkdownStyle) {
    var style = style
    // Definitions behind a block of HTML could become part of it.
    if case .html? = document.blocks.last { style.links = .inline }
    self.style = style
    inlines = MarkdownInlineWriter(style: style, hasFootnotes: !document.footnotes.isEmpty)
  }

  /// Writes the addresses of links that were written by number.
  func writeDefinitions(to lines: inout MarkdownLines) {
    inlines.references.writeDefinitions(to: &lines)
  }

  /// Writes blocks one below the other, the first behind the markers of its containers.
  ///
  /// `marker` is that of the list whose item begins with these blocks; `isBelowBox` is true if they begin
  /// right below the box of a task.
  mutating func write(
    _ blocks: [Block], isTight: Bool, to lines: inout MarkdownLines, behind marker: UInt8? = nil,
    isBelowBox: Bool = false
  ) {
    var listMarker: UInt8?
    for (index, block) in blocks.enumerated() {
      if index > 0, !isTight { lines.endBlankLine() }
      switch block {
      case .list(let list):
        let chosen = self.marker(for: list, besides: index == 0 ? marker : listMarker)
        listMarker = chosen
        write(list, marker: chosen, to: &lines)
      case .heading(let level, let content):
        listMarker = nil
        // Text right above would become part of a heading that is underlined.
        let canUnderline = index > 0 ? !isTight : !isBelowBox
        writeHeading(level, content, canUnderline: canUnderline, to: &lines)
      default:
        listMarker = nil
        // Dashes are a heading's underline below text, and part of a longer rule behind a bullet.
        let rule: StaticString = index > 0 ? isTight ? "***" : "---" : marker == nil ? "---" : "___"
        write(block, rule: rule, to: &lines)
      }
    }
    if blocks.isEmpty { lines.endEmptyContainer() }
  }

  private mutating func write(_ block: Block, rule: StaticString, to lines: inout MarkdownLines) {
    switch block {
    case .paragraph(let content):
      lines.begin()
      inlines.write(content, as: .paragraph, to: &lines)
      lines.end()
    case .heading(let level, let content):
      writeHeading(level, content, canUnderline: false, to: &lines)
    case .blockQuote(let blocks):
      lines.within(marker: Array("> ".utf8), indent: Array("> ".utf8)) { lines in
        write(Alert.continuingLine(of: blocks), isTight: false, to: &lines)
      }
    case .codeBlock(let block):
      write(block, to: &lines)
    case .table(let table):
      MarkdownTable(table.headed(by: self.style.tableHeader), inlines: &inlines).write(
        style: self.style.tables, to: &lines)
    case .thematicBreak:
      lines.begin()
      lines.append(rule)
      lines.end()
    case .html(let html):
      for line in html.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
        if line.isEmpty {
          lines.endBlankLine()
        } else {
          lines.begin()
          lines.append(String(Substring(line)))
          lines.end()
        }
      }
    case .list(let list):
      write(list, marker: UInt8(ascii: "-"), to: &lines)
    case .definitionList(let definitions):
      write(definitions, to: &lines)
    case .figure:
      // No Markdown that is written here has words for it: it was said in simpler ones.
      break
    }
  }

  // MARK: Headings

  private mutating func writeHeading(
    _ level: Int, _ content: [Inline], canUnderline: Bool, to lines: inout MarkdownLines
  ) {
    lines.begin()
    if canUnderline, style.headings == .setext, level <= 2, !content.isEmpty {
      var line = MarkdownLines()
      inlines.write(content, as: .underlinedHeading, to: &line)
      // Cells above dashes are a table.
      if level == 1 || !line.bytes.contains(UInt8(ascii: "|")) {
        lines.append(line.bytes[...])
        lines.breakLine()
        lines.append(UInt8(ascii: level == 1 ? "=" : "-"), count: max(3, DisplayWidth.of(line.bytes)))
        lines.end()
        return
      }
    }
    lines.append(UInt8(ascii: "#"), count: level)
    if !content.isEmpty {
      lines.append(" ")
      inlines.write(content, as: .heading, to: &lines)
    }
    lines.end()
  }

  // MARK: Lists

  /// The marker of a list, other than that of the list before it, with which it would be one list.
  private func marker(for list: List, besides other: UInt8?) -> UInt8 {
    switch list.kind {
    case .bullet: style.bullet.byte != other ? style.bullet.byte : style.bullet.alternative.byte
    case .ordered: other == UInt8(ascii: ".") ? UInt8(ascii: ")") : UInt8(ascii: ".")
    }
  }

  private mutating func write(_ list: List, marker: UInt8, to lines: inout MarkdownLines) {
    var number: Int?
    if case .ordered(let start) = list.kind { number = start }
    for (index, item) in list.items.enumerated() {
      if index > 0, !list.isTight { lines.endBlankLine() }
      var mark: [UInt8] = []
      if let current = number {
        mark += String(current).utf8
        number = min(current + 1, 999_999_999)
      }
      mark.append(marker)
      mark.append(0x20)
      let indent = [UInt8](repeating: 0x20, count: mark.count)
      switch item.checkbox {
      case .checked: mark += "[x] ".utf8
      case .unchecked: mark += "[ ] ".utf8
      case nil: break
      }
      lines.within(marker: mark, indent: indent) { lines in
        var isBelowBox = false
        if item.checkbox != nil, !item.beginsWithParagraph {
          // Behind a box only a paragraph can begin; without the space behind it, the box is text (GFM 5.3).
          lines.endMarkerLine()
          isBelowBox = true
          if item.blocks.isEmpty { return }
        }
        write(item.blocks, isTight: list.isTight, to: &lines, behind: marker, isBelowBox: isBelowBox)
      }
    }
  }

  // MARK: Definition lists

  /// A line of terms, and what is said of them behind colons (PHP Markdown Extra, "Definition Lists").
  ///
  /// Pandoc knows one line above the colons, so that several terms share it.
  private mutating func write(_ definitions: [Definition], to lines: inout MarkdownLines) {
    for (index, definition) in definitions.enumerated() {
      if index > 0 { lines.endBlankLine() }
      if !definition.terms.isEmpty {
        lines.begin()
        for (index, term) in definition.terms.enumerated() {
          if index > 0 { lines.append("<br>") }
          inlines.write(term, as: .underlinedHeading, to: &lines)
        }
        lines.end()
      }
      let isTight = definition.details.allSatisfy { $0.count == 1 && $0[0].isParagraph }
      for (index, detail) in definition.details.enumerated() {
        if index > 0 ? !isTight : !isTight && !definition.terms.isEmpty { lines.endBlankLine() }
        // Without a term a colon is text.
        let marker = definition.terms.isEmpty ? [] : Array(":   ".utf8)
        let indent = [UInt8](repeating: 0x20, count: marker.count)
        lines.within(marker: marker, indent: indent) { lines in
          write(detail, isTight: false, to: &lines)
        }
      }
    }
  }

  // MARK: Code

  private func write(_ block: CodeBlock, to lines: inout MarkdownLines) {
    let hasBacktick = block.info.utf8.contains(UInt8(ascii: "`"))
    let fence = UInt8(ascii: hasBacktick || style.fence == .tilde ? "~" : "`")
    let length = max(3, block.code.utf8.longestRun(of: fence) + 1)
    lines.begin()
    lines.append(fence, count: length)
    // It would be a longer fence.
    if block.info.utf8.first == fence { lines.append(0x20, count: 1) }
    lines.append(MarkdownEscape.info(block.info))
    lines.end()
    let code = Array(block.code.utf8)
    var start = 0
    while start < code.count {
      let end = ByteSearch.position(of: 0x0A, in: code[...], from: start)
      if end == start {
        lines.endBlankLine()
      } else {
        lines.begin()
        lines.append(code[start..<end])
        lines.end()
      }
      start = end + 1
    }
    lines.begin()
    lines.append(fence, count: length)
    lines.end()
  }

  // MARK: Footnotes

  mutating func write(_ note: Footnote, to lines: inout MarkdownLines) {
    lines.within(marker: Array("[^\(note.label)]: ".utf8), indent: Array("    ".utf8)) { lines in
      write(note.blocks, isTight: false, to: &lines)
    }
  }
}

extension MarkdownStyle.Bullet {
  fileprivate var byte: UInt8 {
    switch self {
    case .dash: UInt8(ascii: "-")
    case .asterisk: UInt8(ascii: "*")
    case .plus: UInt8(ascii: "+")
    }
  }

  /// What sets apart a list right behind one with this marker.
  fileprivate var alternative: Self { self == .dash ? .asterisk : .dash }
}

extension ListItem {
  fileprivate var beginsWithParagraph: Bool { blocks.first?.isParagraph == true }
}

extension Sequence where Element == UInt8 {
  func longestRun(of byte: UInt8) -> Int {
    var longest = 0
    var current = 0
    for element in self {
      current = element == byte ? current + 1 : 0
      longest = Swift.max(longest, current)
    }
    return longest
  }
}

/// The tags that begin a block of raw HTML where they begin a line (CommonMark 4.6).
enum HTMLBlockStart {
  /// True if markup begins such a block whatever follows it, and even within a paragraph.
  static func begins(with markup: ArraySlice<UInt8>) -> Bool {
    guard markup.first == UInt8(ascii: "<"), let second = markup.dropFirst().first else { return false }
    if second == UInt8(ascii: "!") || second == UInt8(ascii: "?") { return true }
    let name = markup.dropFirst(second == UInt8(ascii: "/") ? 2 : 1).prefix { $0.isASCIIAlphanumeric }
    return name.count <= 10 && names.contains(String(decoding: name, as: UTF8.self).lowercased())
  }

  /// True for a name in lower case with which a tag begins a block (CommonMark 4.6, condition 6).
  static func isBlockName(_ name: String) -> Bool {
    names.contains(name) && !otherNames.contains(name)
  }

  /// What begins blocks on other conditions, or did so before CommonMark 0.31.
  private static let otherNames: Set<String> = ["pre", "script", "source", "style", "textarea"]

  private static let names: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col",
    "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure",
    "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html",
    "iframe", "legend", "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup",
    "option", "p", "param", "pre", "script", "search", "section", "source", "style", "summary", "table",
    "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]
}

/// Says with CommonMark alone what a document says with GitHub's extensions.
///
/// Tables become blocks of HTML; footnotes become numbers and a list at the end. Strikethrough stays, to be
/// written as a tag, and so do the boxes of tasks, which are text.
enum CommonMarkSubset {
  /// Reduces a document in normal form, whose footnotes are labelled by their numbers.
  static func reduce(_ document: Document) -> Document {
    var blocks = document.blocks.map(reduce)
    if !document.footnotes.isEmpty {
      let notes = document.footnotes.map { ListItem($0.blocks.map(reduce)) }
      // Below HTML that nothing ends there can be no list.
      let end = blocks.endIndex - (HTMLBlockCondition.isOpen(blocks.last) ? 1 : 0)
      blocks.insert(contentsOf: [.thematicBreak, .list(List(.ordered(start: 1), items: notes))], at: end)
    }
    return Document(blocks)
  }

  private static func reduce(_ block: Block) -> Block {
    guard case .table = block else {
      return block.mapContent(inlines: { $0.map(reduce) }, blocks: { $0.map(reduce) })
    }
    return .html(TableMarkup.html(of: block.mapContent(inlines: { $0.map(reduce) }, blocks: reduceText)))
  }

  /// Blocks that become part of HTML, which has words for all but notes.
  private static func reduceText(_ blocks: [Block]) -> [Block] {
    blocks.map { $0.mapContent(inlines: { $0.map(reduce) }, blocks: reduceText) }
  }

  private static func reduce(_ inline: Inline) -> Inline {
    if case .footnoteReference(let label) = inline { return .superscript([.text(label)]) }
    guard let content = inline.content else { return inline }
    return inline.replacingContent(with: content.map(reduce))
  }
}
