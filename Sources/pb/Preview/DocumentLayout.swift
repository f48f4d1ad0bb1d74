import RichText
import Terminal

/// Sets rich text in lines for a terminal: bold, italics, headings, lists, tables, quotes, code, links.
///
/// Readers bound how deeply documents nest, and this goes no further than a number of lines.
struct DocumentLayout {
  /// The fewest columns for nested text; the caller truncates wider lines.
  private static let leastColumns = 8

  private let limit: Int

  /// - Parameter limit: about how many lines to make at most.
  init(limit: Int = .max) {
    self.limit = limit
  }

  func lines(of document: Document, columns: Int) -> [StyledLine] {
    let document = document.lowered(to: .gfm)
    var lines = self.lines(of: document.blocks, columns: columns, isTight: false)
    for note in document.footnotes where lines.count < limit {
      if !lines.isEmpty { lines.append(StyledLine()) }
      let marker = StyledLine("[\(note.label)] ", .faint)
      lines += prefixed(note.blocks, columns: columns, isTight: false, first: marker)
    }
    return lines
  }

  private func lines(of blocks: [Block], columns: Int, isTight: Bool) -> [StyledLine] {
    let columns = max(columns, Self.leastColumns)
    var lines: [StyledLine] = []
    for block in blocks {
      if lines.count >= limit { break }
      if !lines.isEmpty, !isTight { lines.append(StyledLine()) }
      lines += self.lines(of: block, columns: columns)
    }
    return lines
  }

  private func lines(of block: Block, columns: Int) -> [StyledLine] {
    switch block {
    case .paragraph(let content): return filled(content, .plain, columns: columns)
    case .heading(let level, let content):
      let lines = filled(content, Style(.bold, color: level < 3 ? .yellow : nil), columns: columns)
      guard level < 3 else { return lines }
      let width = lines.map(\.width).max() ?? 0
      return lines + [StyledLine(String(repeating: level == 1 ? "═" : "─", count: width), .faint)]
    case .blockQuote(let blocks):
      let bar = StyledLine("│ ", .faint)
      return prefixed(Alert.shown(blocks), columns: columns, isTight: false, first: bar, rest: bar)
    case .list(let list): return lines(of: list, columns: columns)
    case .codeBlock(let block):
      return TextLayout(limit: limit, style: Style(color: .cyan)).lines(of: block.code, columns: columns - 2)
        .map { StyledLine("  ").appending($0) }
    case .table(let table):
      return TableLayout(limit: limit).lines(of: table, columns: columns) { cell, columns, style in
        filled(cell.inlines, style, columns: columns)
      }
    case .thematicBreak: return [StyledLine(String(repeating: "─", count: columns), .faint)]
    case .definitionList, .figure: return []
    case .html(let html):
      return TextLayout(limit: limit, style: .faint).lines(of: html, columns: columns)
    }
  }

  private func lines(of list: List, columns: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    var number: Int?
    if case .ordered(let start) = list.kind { number = start }
    for item in list.items where lines.count < limit {
      if !lines.isEmpty, !list.isTight { lines.append(StyledLine()) }
      var marker = StyledLine(number.map { "\($0). " } ?? "• ", Style(color: .yellow))
      switch item.checkbox {
      case .checked: marker.append("[x] ", Style(color: .green))
      case .unchecked: marker.append("[ ] ", Style(color: .green))
      case nil: break
      }
      lines += prefixed(item.blocks, columns: columns, isTight: list.isTight, first: marker)
      number = number.map { $0 &+ 1 }
    }
    return lines
  }

  /// Blocks beside a marker, below which lines are indented, or that is repeated.
  private func prefixed(
    _ blocks: [Block], columns: Int, isTight: Bool, first: StyledLine, rest: StyledLine? = nil
  ) -> [StyledLine] {
    let rest = rest ?? StyledLine(String(repeating: " ", count: first.width))
    let lines = self.lines(of: blocks, columns: columns - first.width, isTight: isTight)
    return (lines.isEmpty ? [StyledLine()] : lines).enumerated()
      .map { ($0.offset == 0 ? first : rest).appending($0.element) }
  }

  // MARK: Inlines

  private func filled(_ content: [Inline], _ style: Style, columns: Int) -> [StyledLine] {
    var filler = LineFiller(columns: columns)
    append(content, style, to: &filler)
    return filler.finish()
  }

  private func append(_ inlines: [Inline], _ style: Style, to filler: inout LineFiller) {
    for inline in inlines {
      switch inline {
      case .text(let text): filler.append(text, style)
      case .emphasis(let content): append(content, style.adding(Style(.italic)), to: &filler)
      case .strong(let content): append(content, style.adding(.bold), to: &filler)
      case .strikethrough(let content): append(content, style.adding(Style(.struck)), to: &filler)
      case .underline(let content): append(content, style.adding(Style(.underline)), to: &filler)
      case .highlight(let content), .keyboard(let content):
        append(content, style.adding(.reverse), to: &filler)
      case .superscript(let content), .subscript(let content): append(content, style, to: &filler)
      case .code(let code): filler.append(code, style.adding(Style(color: .cyan)))
      case .math(let tex, _): filler.append(tex, style.adding(Style(.italic)))
      case .softBreak: filler.append(" ", style)
      case .lineBreak: filler.breakLine()
      case .html(let html): filler.append(html, style.adding(.faint))
      case .footnoteReference(let label): filler.append("[\(label)]", style.adding(.faint))
      case .image(let image):
        let words = image.alternative.isEmpty ? Self.shortened(image.address ?? "") : image.alternative
        filler.append("[image: \(words)]", style.adding(Style(color: .magenta)))
      case .link(let link):
        append(link.content, style.adding(Style(.underline, color: .blue)), to: &filler)
        let address = Self.shortened(link.destination)
        if !address.isEmpty, !Self.says(link.content, link.destination) {
          filler.append(" (\(address))", style.adding(.faint))
        }
      }
    }
  }

  /// An address as far as people read it.
  private static func shortened(_ address: String) -> String {
    address.utf8.count <= 80 ? address : address.prefix(60) + "…"
  }

  /// True if the text of a link tells its address.
  private static func says(_ content: [Inline], _ destination: String) -> Bool {
    guard case .text(let text)? = content.first, content.count == 1 else { return false }
    let bare = destination.hasPrefix("mailto:") ? destination.dropFirst(7) : destination[...]
    return bare == text[...] || bare.hasSuffix("://" + text)
  }
}

extension StyledLine {
  /// This line followed by another.
  func appending(_ other: StyledLine) -> StyledLine {
    var line = self
    line.append(other)
    return line
  }
}
