/// GitHub's alerts and Obsidian's callouts: quotes whose first line names what kind they are, as `[!NOTE]`.
///
/// That line ends where it ends: a document has a line break there, which every format keeps, and Markdown its line
/// ending, without which none is an alert.
package enum Alert {
  /// The blocks of a quote in Markdown, the first line of an alert ended for good.
  static func endingLine(of blocks: [Block]) -> [Block] {
    replacingBreak(in: blocks, .softBreak, by: .lineBreak)
  }

  /// The blocks of a quote as Markdown has them.
  package static func continuingLine(of blocks: [Block]) -> [Block] {
    replacingBreak(in: blocks, .lineBreak, by: .softBreak)
  }

  /// True for the text that an alert begins with: its kind, and a title in Obsidian.
  static func begins(with text: String) -> Bool {
    let kind = text.utf8.dropFirst(2).prefix { $0.isASCIILetter || $0 == UInt8(ascii: "-") }
    return text.utf8.starts(with: "[!".utf8) && !kind.isEmpty
      && text.utf8[kind.endIndex...].first == UInt8(ascii: "]")
  }

  /// The quotes that lie in one, each alert a quote of its own: word processors do not tell where one quote ends and
  /// the next begins, and within a quote none is an alert.
  static func quotes(in blocks: [Block]) -> [[Block]] {
    var quotes: [[Block]] = []
    for block in blocks {
      if quotes.isEmpty || isFirst(block) || isAlone(block) { quotes.append([]) }
      quotes[quotes.count - 1].append(block)
    }
    return quotes
  }

  private static func isFirst(_ block: Block) -> Bool {
    guard case .paragraph(let inlines) = block, case .text(let text)? = inlines.first else { return false }
    return begins(with: text) && inlines.contains(where: \.isBreak)
  }

  /// True for the first line of an alert that begins with a list, a table or code.
  private static func isAlone(_ block: Block) -> Bool {
    guard case .paragraph(let inlines) = block, inlines.count == 1, case .text(let text) = inlines[0] else {
      return false
    }
    return begins(with: text) && text.utf8.last == UInt8(ascii: "]")
  }

  private static func replacingBreak(in blocks: [Block], _ old: Inline, by new: Inline) -> [Block] {
    guard let first = blocks.first, isFirst(first), case .paragraph(var inlines) = first,
      let index = inlines.firstIndex(where: \.isBreak), inlines[index] == old
    else { return blocks }
    inlines[index] = new
    return [.paragraph(inlines)] + blocks.dropFirst()
  }
}
