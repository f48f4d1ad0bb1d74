/// Finds the dollar signs of a block's text that would begin a formula or become part of one.
///
/// They would where signs like them follow with no word outside and none between: those of text, which end a formula
/// unless they are escaped themselves, those of code and of addresses, and those that begin a formula.
struct FormulaEscapes {
  /// What is a formula.
  enum Rule {
    /// What GitHub and others read as one, whose rules differ.
    case wide
    /// What this library reads as one, as where Markdown is written anew.
    case exact
  }

  /// Where the signs stand that need an escape.
  private(set) var positions: Set<Int> = []
  private let rule: Rule

  /// Signs that could begin a formula.
  private struct Opening {
    let range: Range<Int>
    /// True before a code span, which the formula would end with.
    let isQuoted: Bool
  }

  /// The openings that the next signs may end, each the nearest to them once those behind it are escaped.
  private var openings: [Opening] = []
  /// True if one of them is quoted.
  private var hasQuoted = false

  init(_ rule: Rule) {
    self.rule = rule
  }

  mutating func reset() {
    positions.removeAll(keepingCapacity: true)
    forgetOpenings()
  }

  private mutating func forgetOpenings() {
    openings.removeAll(keepingCapacity: true)
    hasQuoted = false
  }

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
    let hasEnded = end(at: signs)
    let mayBegin = signs.mayBegin(rule)
    if hasEnded || !mayBegin { forgetOpenings() }
    guard mayBegin else { return }
    let isQuoted = signs.after == UInt8(ascii: "`")
    openings.append(Opening(range: range, isQuoted: isQuoted))
    hasQuoted = hasQuoted || isQuoted
  }

  /// Notes the signs in markup, where none is escaped: they may end what began before them, and nothing behind them does.
  mutating func note(markup index: Int, _ line: InlinePieces) {
    guard !openings.isEmpty else { return }
    let piece = line.pieces[index]
    var position = piece.start
    while position < piece.end, line.bytes[position] != UInt8(ascii: "$") {
      position += line.bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < piece.end else { return }
    var limit = position
    while limit < piece.end, line.bytes[limit] == UInt8(ascii: "$") { limit += 1 }
    _ = end(at: Signs(position..<limit, line, index))
    forgetOpenings()
  }

  /// Has the openings escaped that signs would end; true if there are any.
  private mutating func end(at signs: Signs) -> Bool {
    // Each is looked at once it may have ended, and not at every sign.
    guard signs.mayEnd || hasQuoted && signs.before == UInt8(ascii: "`") else { return false }
    let ended = openings.filter { opening in
      if opening.isQuoted, signs.before == UInt8(ascii: "`") { return true }
      guard signs.mayEnd else { return false }
      return rule == .wide || !opening.isQuoted && opening.range.count == signs.count
    }
    for opening in ended { positions.formUnion(opening.range) }
    return !ended.isEmpty
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
      after = range.upperBound < piece.end ? line.bytes[range.upperBound] : line.edge(index + 1, atEnd: false)
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
    if piece.start < piece.end { return bytes[atEnd ? piece.end - 1 : piece.start] }
    return switch piece.kind {
    case .softBreak: 0x0A
    case .lineBreak where !isCell: atEnd ? 0x0A : UInt8(ascii: "\\")
    default: UInt8(ascii: "*")
    }
  }
}
