/// Formulas with lines of their own as blocks of code in the language `math`, as GitHub reads them.
///
/// Only those become blocks that would read otherwise between dollar signs: whose TeX has marks or lines of Markdown in
/// it. Those that words or other formulas touch become paragraphs, as what stands before and behind them does.
struct MathBlocks {
  static let language = "math"

  /// Whether tables are written with the signs of Markdown.
  let rewritesTables: Bool

  func replaceFormulas(in document: Document) -> Document {
    let isMeant =
      document.blocks.contains(where: holdsFormula)
      || document.footnotes.contains { $0.blocks.contains(where: holdsFormula) }
    // Most documents have none, and looking costs less than rewriting nothing.
    guard isMeant else { return document }
    let once = document.rewritten(replaced)
    let isJoined =
      document.blocks.contains(where: holdsFormatted)
      || document.footnotes.contains { $0.blocks.contains(where: holdsFormatted) }
    // What is formatted alike is one by then, and what stood alone in it touches.
    return isJoined ? once.normalized().rewritten(replaced) : once
  }

  /// True for a block with a displayed formula in what is formatted.
  private func holdsFormatted(_ block: Block) -> Bool {
    block.containsPart { inlines in
      inlines.contains { $0.content.map(holdsFormula) ?? false }
    } blocks: { blocks in
      blocks.contains(where: holdsFormatted)
    }
  }

  private func holdsFormula(_ block: Block) -> Bool {
    block.containsPart(inlines: holdsFormula) { $0.contains(where: holdsFormula) }
  }

  private func holdsFormula(_ inlines: [Inline]) -> Bool {
    inlines.contains { $0.isDisplayedFormula || $0.content.map(holdsFormula) ?? false }
  }

  /// The blocks with what became of their formulas; nil if none of these became a block, for which nothing is copied.
  private func replaced(_ blocks: [Block]) -> [Block]? {
    blocks.rewritten { replaced($0).map { .expanded($0) } ?? .unchanged }
  }

  private func replaced(_ block: Block) -> [Block]? {
    switch block {
    case .paragraph(let inlines):
      let rewritten = inlines.rewritten { Rewriting(withFormulasInLine($0)) }
      return divided(rewritten ?? inlines) ?? rewritten.map { [.paragraph($0)] }
    case .table:
      guard rewritesTables else { return nil }
      return block.rewrittenContent(inlines: withFormulasInLine, blocks: { _ in nil }).map { [$0] }
    default:
      return block.rewrittenContent(inlines: withFormulasInLine, blocks: replaced).map { [$0] }
    }
  }

  /// The paragraphs and blocks that a paragraph falls into; nil if it stays whole.
  private func divided(_ paragraph: [Inline]) -> [Block]? {
    guard paragraph.contains(where: \.isDisplayedFormula) else { return nil }
    let inlines = paragraph.compactMap(shown)
    var blocks: [Block] = []
    var start = 0
    for (index, inline) in inlines.enumerated() {
      guard case .math(let tex, display: true) = inline, needsBlock(tex, at: index, in: inlines) else {
        continue
      }
      if start < index { blocks.append(.paragraph(Array(inlines[start..<index]))) }
      blocks.append(Self.block(tex))
      start = index + 1
    }
    guard start > 0 else { return nil }
    if start < inlines.count { blocks.append(.paragraph(Array(inlines[start...]))) }
    return blocks
  }

  /// A formula by itself: a paragraph where only what touched it was in its way.
  private static func block(_ tex: String) -> Block {
    isPlain(tex)
      ? .paragraph([.math(tex, display: true)])
      : .codeBlock(CodeBlock(info: language, code: tex.hasSuffix("\n") ? tex : tex + "\n"))
  }

  private static func isPlain(_ tex: String) -> Bool { MarkdownEscape.isPlain(math: Array(tex.utf8)) }

  /// Text where no block can stand: formulas that need one are set within the line.
  private func withFormulasInLine(_ inlines: [Inline]) -> [Inline]? {
    guard inlines.contains(where: { $0.content != nil || $0.isDisplayedFormula }) else { return nil }
    let shown = inlines.contains(where: \.isDisplayedFormula) ? inlines.compactMap(shown) : inlines
    var index = -1
    return shown.rewritten { inline in
      index += 1
      guard case .math(let tex, display: true) = inline else { return Rewriting(withFormulasInLine(inline)) }
      guard needsBlock(tex, at: index, in: shown) else { return .unchanged }
      return .replaced(.math(tex.replacing("\n", with: " "), display: false))
    }
  }

  private func withFormulasInLine(_ inline: Inline) -> Inline? {
    inline.content.flatMap(withFormulasInLine).map(inline.replacingContent)
  }

  /// Without the signs that are left out of everything: they neither need a block nor part a formula from what it touches.
  private func shown(_ inline: Inline) -> Inline? {
    switch inline {
    case .text(let text):
      let shown = text.withoutControlCharacters
      return shown.isEmpty ? nil : .text(shown)
    case .math(let tex, let isDisplay):
      let shown = TeXText.normal(tex)
      return shown.isEmpty ? nil : .math(shown, display: isDisplay)
    default: return inline
    }
  }

  private func needsBlock(_ tex: String, at index: Int, in inlines: [Inline]) -> Bool {
    !Self.isPlain(tex) || inlines.touchFormula(at: index)
  }
}

extension Inline {
  fileprivate var isDisplayedFormula: Bool {
    if case .math(_, display: true) = self { true } else { false }
  }
}
