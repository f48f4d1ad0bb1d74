/// Writes blocks, line by line.
struct MarkdownBlockWriter {
  let options: MarkdownWriter
  private var inlines: MarkdownInlineWriter

  init(options: MarkdownWriter, hasFootnotes: Bool) {
    self.options = options
    inlines = MarkdownInlineWriter(options: options, hasFootnotes: hasFootnotes)
  }

  /// Writes blocks one below the other, the first behind the markers of its containers.
  ///
  /// `marker` is that of the list whose item begins with these blocks.
  mutating func write(
    _ blocks: [Block], isTight: Bool, to lines: inout MarkdownLines, behind marker: UInt8? = nil
  ) {
    var listMarker: UInt8?
    for (index, block) in blocks.enumerated() {
      if index > 0, !isTight { lines.endBlankLine() }
      switch block {
      case .list(let list):
        let chosen = self.marker(for: list, besides: index == 0 ? marker : listMarker)
        listMarker = chosen
        write(list, marker: chosen, to: &lines)
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
      lines.begin()
      lines.append(UInt8(ascii: "#"), count: level)
      if !content.isEmpty {
        lines.append(" ")
        inlines.write(content, as: .heading, to: &lines)
      }
      lines.end()
    case .blockQuote(let blocks):
      lines.within(marker: Array("> ".utf8), indent: Array("> ".utf8)) { lines in
        write(blocks, isTight: false, to: &lines)
      }
    case .codeBlock(let block):
      write(block, to: &lines)
    case .table(let table):
      MarkdownTable(table, inlines: &inlines).write(style: options.tableStyle, to: &lines)
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
    }
  }

  // MARK: Lists

  /// The marker of a list, other than that of the list before it, with which it would be one list.
  private func marker(for list: List, besides other: UInt8?) -> UInt8 {
    switch list.kind {
    case .bullet: other == UInt8(ascii: "-") ? UInt8(ascii: "*") : UInt8(ascii: "-")
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
      case .checked: mark += Array("[x] ".utf8)
      case .unchecked: mark += Array("[ ] ".utf8)
      case nil: break
      }
      lines.within(marker: mark, indent: indent) { lines in
        if item.checkbox != nil, !item.beginsWithParagraph {
          // Behind a box only a paragraph can begin; without the space behind it, the box is text (GFM 5.3).
          lines.endMarkerLine()
          if item.blocks.isEmpty { return }
        }
        write(item.blocks, isTight: list.isTight, to: &lines, behind: marker)
      }
    }
  }

  // MARK: Code

  private func write(_ block: CodeBlock, to lines: inout MarkdownLines) {
    let hasBacktick = block.info.utf8.contains(UInt8(ascii: "`"))
    let fence = hasBacktick ? UInt8(ascii: "~") : UInt8(ascii: "`")
    let length = max(3, block.code.utf8.longestRun(of: fence) + 1)
    lines.begin()
    lines.append(fence, count: length)
    lines.append(MarkdownEscape.info(block.info))
    lines.end()
    var code = block.code.utf8[...]
    if code.last == 0x0A { code.removeLast() }
    if !block.code.isEmpty {
      for line in code.split(separator: 0x0A, omittingEmptySubsequences: false) {
        if line.isEmpty {
          lines.endBlankLine()
        } else {
          lines.begin()
          lines.append(String(Substring(line)))
          lines.end()
        }
      }
    }
    lines.begin()
    lines.append(fence, count: length)
    lines.end()
  }

  // MARK: Footnotes

  mutating func write(_ note: Footnote, to lines: inout MarkdownLines) {
    let marker = Array("[^\(note.label)]: ".utf8)
    lines.within(marker: marker, indent: Array("    ".utf8)) { lines in
      write(note.blocks, isTight: false, to: &lines)
    }
  }
}

extension ListItem {
  fileprivate var beginsWithParagraph: Bool {
    if case .paragraph? = blocks.first { true } else { false }
  }
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
