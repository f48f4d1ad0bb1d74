/// Makes inlines of whatever blocks stand in a cell, for a cell of Markdown holds nothing else.
enum CellText {
  static func inlines(of blocks: [Block]) -> [Inline] {
    var result: [Inline] = []
    append(blocks, to: &result)
    return result
  }

  private static func append(_ blocks: [Block], to result: inout [Inline]) {
    for block in blocks {
      beginLine(&result)
      switch block {
      case .paragraph(let inlines): result += inlines
      case .heading(_, let inlines): result.append(.strong(inlines))
      case .blockQuote(let blocks): append(blocks, to: &result)
      case .codeBlock(let code): append(code, to: &result)
      case .list(let list): append(list, to: &result)
      case .table(let table): append(table, to: &result)
      case .definitionList(let definitions): append(BlockFlattening.blocks(of: definitions), to: &result)
      case .figure(let figure): append(BlockFlattening.blocks(of: figure), to: &result)
      case .thematicBreak: break
      case .html(let html): result.append(.html(html))
      }
    }
    if result.last == .lineBreak { result.removeLast() }
  }

  private static func beginLine(_ result: inout [Inline]) {
    if !result.isEmpty, result.last != .lineBreak { result.append(.lineBreak) }
  }

  private static func append(_ code: CodeBlock, to result: inout [Inline]) {
    for line in code.code.split(separator: "\n") {
      beginLine(&result)
      result.append(.code(String(line)))
    }
  }

  private static func append(_ list: List, to result: inout [Inline]) {
    for (index, item) in list.items.enumerated() {
      beginLine(&result)
      let box = item.checkbox.map { $0 == .checked ? "☑ " : "☐ " } ?? ""
      var marker =
        switch list.kind {
        case .bullet: item.label.map { $0 + " " } ?? (item.checkbox == nil ? "• " : "")
        case .ordered(let start): (item.label ?? "\(start + index).") + " "
        }
      marker += box
      var content: [Inline] = []
      append(item.blocks, to: &content)
      // The marker begins the item's line.
      if case .text(let text)? = content.first {
        content[0] = .text(marker + text)
      } else {
        content.insert(.text(marker), at: 0)
      }
      result += content
    }
  }

  private static func append(_ table: Table, to result: inout [Inline]) {
    if !table.caption.isEmpty { result.append(.emphasis(table.caption)) }
    for (index, row) in table.rows.enumerated() {
      let cells = row.map(\.inlines).filter { !$0.isEmpty }
      guard !cells.isEmpty else { continue }
      beginLine(&result)
      let line = Array(cells.joined(separator: [.text(" ")]))
      // The lines of a table within a cell have nothing but this to tell its header.
      if index < table.headerRows { result.append(.strong(line)) } else { result += line }
    }
  }
}
