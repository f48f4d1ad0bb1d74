/// Finds the dollar signs of a block's text that would begin a formula or become part of one.
///
/// They would where signs like them follow with no word outside and none between: those of text, which end a formula
/// unless they are escaped themselves, those of code and of addresses, and those that begin a formula.
struct FormulaEscapes {
  /// The rule by which text is a formula.
  enum Rule {
    /// The formulas of GitHub and others, whose rules differ.
    case wide
    /// The formulas of this library, as where Markdown is written anew.
    case exact
  }

  /// The positions where the signs stand that need an escape.
  private(set) var positions: Set<Int> = []
  private let rule: Rule

  /// The openings that the next signs may end, each the nearest to them once those behind it are escaped: by the number of
  /// signs, which have to be as many at the end by the exact rule.
  private var openings: [[Range<Int>]] = [[], [], []]
  /// Signs before a backtick: the formula may end with any sign behind another.
  private var quotedOpenings: [Range<Int>] = []

  init(_ rule: Rule) {
    self.rule = rule
  }

  mutating func reset() {
    positions.removeAll(keepingCapacity: true)
    forgetOpenings()
    quotedOpenings.removeAll(keepingCapacity: true)
  }

  private mutating func forgetOpenings() {
    for count in openings.indices { openings[count].removeAll(keepingCapacity: true) }
  }

  /// The position where openings of so many signs are noted.
  private func place(_ count: Int) -> Int { rule == .wide ? 0 : min(count, 2) }

  /// Notes dollar signs in a piece of text.
  mutating func note(text range: Range<Int>, _ line: InlinePieces, _ index: Int) {
    let piece = line.pieces[index]
    let touchesFormula =
      range.lowerBound == piece.start && line.isFormula(index - 1)
      || range.upperBound == piece.end && line.isFormula(index + 1)
    guard !touchesFormula else {
      positions.formUnion(range)
      return
    }
    let signs = Signs(range, line, index)
    end(at: signs)
    // Signs that may begin one may have to be escaped, and part nothing then.
    guard signs.mayBegin(rule) else { return forgetOpenings() }
    let isQuoted = signs.count == 1 && signs.after == UInt8(ascii: "`")
    if isQuoted { quotedOpenings.append(range) }
    // A backtick of text may be escaped, that of a code span is none of the formula's own.
    let isBeforeCode = isQuoted && range.upperBound == piece.end
    if rule == .wide || !isBeforeCode { openings[place(range.count)].append(range) }
  }

  /// Notes the signs in markup, where none is escaped: they may end what began before them, and nothing behind them does.
  mutating func note(markup index: Int, _ line: InlinePieces) {
    guard !quotedOpenings.isEmpty || openings.contains(where: { !$0.isEmpty }) else { return }
    let piece = line.pieces[index]
    var position = piece.start
    while position < piece.end {
      guard line.bytes[position] == UInt8(ascii: "$") else {
        position += line.bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        continue
      }
      var limit = position
      while limit < piece.end, line.bytes[limit] == UInt8(ascii: "$") { limit += 1 }
      end(at: Signs(position..<limit, line, index))
      forgetOpenings()
      position = limit
    }
  }

  /// Has the openings escaped that signs would end.
  private mutating func end(at signs: Signs) {
    if signs.before == UInt8(ascii: "`") {
      for range in quotedOpenings { positions.formUnion(range) }
      quotedOpenings.removeAll(keepingCapacity: true)
    }
    guard signs.mayEnd, rule == .wide || signs.count < 3 else { return }
    let place = place(signs.count)
    for range in openings[place] { positions.formUnion(range) }
    openings[place].removeAll(keepingCapacity: true)
  }

  /// Dollar signs side by side, and what is written beside them.
  private struct Signs {
    let count: Int
    let before, after: UInt8

    init(_ range: Range<Int>, _ line: InlinePieces, _ index: Int) {
      let piece = line.pieces[index]
      count = range.count
      before =
        range.lowerBound > piece.start ? line.bytes[range.lowerBound - 1] : line.edge(index - 1, atEnd: true)
      after =
        range.upperBound < piece.end ? line.bytes[range.upperBound] : line.edge(index + 1, atEnd: false)
    }

    func mayBegin(_ rule: Rule) -> Bool {
      if count == 1, after == UInt8(ascii: "`") { return true }
      return !before.isASCIIAlphanumeric && (count == 2 || after > 0x20) && (rule == .wide || count < 3)
    }

    var mayEnd: Bool { !after.isASCIIAlphanumeric && (count == 2 || before > 0x20) }
  }
}

extension InlinePieces {
  fileprivate func isFormula(_ index: Int) -> Bool {
    pieces.indices.contains(index) && pieces[index].kind == .markup
      && bytes[pieces[index].start] == UInt8(ascii: "$")
  }

  /// The byte with which a piece begins or ends as it is written; a line feed beyond the ends of the block.
  fileprivate func edge(_ index: Int, atEnd: Bool) -> UInt8 {
    guard pieces.indices.contains(index) else { return 0x0A }
    let piece = pieces[index]
    if piece.start < piece.end {
      let byte = bytes[atEnd ? piece.end - 1 : piece.start]
      // A bare address may be written between angle brackets.
      return piece.kind == .markup && byte.isASCIIAlphanumeric ? UInt8(ascii: "<") : byte
    }
    return switch piece.kind {
    case .softBreak: 0x0A
    case .lineBreak where !isCell: atEnd ? 0x0A : UInt8(ascii: "\\")
    default: UInt8(ascii: "*")
    }
  }
}

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
