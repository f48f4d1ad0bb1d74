/// GitHub's alerts and Obsidian's callouts: quotes whose first line names what kind they are, as `[!NOTE]`.
///
/// In a document that line is a paragraph, or ends in a line break where a title follows the kind: both are kept by every
/// format. In Markdown it ends as a line does, without which none is an alert. Formats without alerts show the kinds of
/// GitHub as a title in bold.
package enum Alert {
  /// The kinds of GitHub, as they are shown.
  private static let titles = ["Note", "Tip", "Important", "Warning", "Caution"]

  /// The blocks of a quote in Markdown, the first line of an alert ended for good.
  package static func endingLine(of blocks: [Block]) -> [Block] {
    guard let first = blocks.first, isFirst(first), case .paragraph(var inlines) = first,
      let index = inlines.firstIndex(where: \.isBreak)
    else { return blocks }
    // GitHub looks for the kind at the end of a line, whether or not spaces follow it.
    if index == 1, isKindAlone(inlines[0]) {
      return [.paragraph([inlines[0]]), .paragraph(Array(inlines[2...]))] + blocks.dropFirst()
    }
    guard inlines[index] == .softBreak else { return blocks }
    inlines[index] = .lineBreak
    return [.paragraph(inlines)] + blocks.dropFirst()
  }

  /// The blocks of a quote as Markdown has them.
  package static func continuingLine(of blocks: [Block]) -> [Block] {
    guard let first = blocks.first, case .paragraph(var inlines) = first else { return blocks }
    if isAlone(first), blocks.count > 1, case .paragraph(let next) = blocks[1] {
      return [.paragraph(inlines + [.softBreak] + next)] + blocks.dropFirst(2)
    }
    guard isFirst(first), let index = inlines.firstIndex(where: \.isBreak), inlines[index] == .lineBreak
    else {
      return blocks
    }
    inlines[index] = .softBreak
    return [.paragraph(inlines)] + blocks.dropFirst()
  }

  /// True for the text that an alert begins with: its kind, and a title in Obsidian.
  package static func begins(with text: String) -> Bool {
    let kind = text.utf8.dropFirst(2).prefix { $0.isASCIILetter || $0 == UInt8(ascii: "-") }
    return text.utf8.starts(with: "[!".utf8) && !kind.isEmpty
      && text.utf8[kind.endIndex...].first == UInt8(ascii: "]")
  }

  /// The quotes that lie in one, each alert a quote of its own: word processors do not tell where one quote ends and
  /// the next begins, and within a quote none is an alert.
  package static func quotes(in blocks: [Block]) -> [[Block]] {
    var quotes: [[Block]] = []
    for block in blocks {
      let block = named(block)
      if quotes.isEmpty || isFirst(block) || isAlone(block) { quotes.append([]) }
      quotes[quotes.count - 1].append(block)
    }
    return quotes
  }

  // MARK: Titles

  /// What an alert of a kind of GitHub shows in place of its first line; nil for other quotes.
  package static func title(of blocks: [Block]) -> String? {
    guard let first = blocks.first, case .paragraph(let inlines) = first, inlines.count == 1,
      case .text(let text) = inlines[0], text.utf8.starts(with: "[!".utf8),
      text.utf8.last == UInt8(ascii: "]")
    else { return nil }
    let kind = text.utf8.dropFirst(2).dropLast()
    return titles.first { kind.elementsEqual($0.utf8) { $0.lowercased == $1.lowercased } }
  }

  /// The blocks of a quote for a format without alerts, which shows their kind as a title.
  package static func shown(_ blocks: [Block]) -> [Block] {
    guard let title = title(of: blocks) else { return blocks }
    return [.paragraph([.strong([.text(title)])])] + blocks.dropFirst()
  }

  /// The first line of an alert for the title that it was shown as; other blocks as they are.
  package static func named(_ block: Block) -> Block {
    guard case .paragraph(let inlines) = block, inlines.count == 1, case .strong(let content) = inlines[0],
      content.count == 1, case .text(let title) = content[0], titles.contains(title)
    else { return block }
    return .paragraph([.text("[!\(title.uppercased())]")])
  }

  /// The blocks of a quote that begins with the title of an alert.
  package static func named(_ blocks: [Block]) -> [Block] {
    guard let first = blocks.first else { return blocks }
    let line = named(first)
    return line == first ? blocks : [line] + blocks.dropFirst()
  }

  // MARK: First lines

  private static func isFirst(_ block: Block) -> Bool {
    guard case .paragraph(let inlines) = block, case .text(let text)? = inlines.first else { return false }
    return begins(with: text) && inlines.contains(where: \.isBreak)
  }

  /// True for the first line of an alert without a title, where a paragraph ends with it.
  private static func isAlone(_ block: Block) -> Bool {
    guard case .paragraph(let inlines) = block, inlines.count == 1 else { return false }
    return isKindAlone(inlines[0])
  }

  private static func isKindAlone(_ inline: Inline) -> Bool {
    guard case .text(let text) = inline else { return false }
    return begins(with: text) && text.utf8.last == UInt8(ascii: "]")
  }
}
