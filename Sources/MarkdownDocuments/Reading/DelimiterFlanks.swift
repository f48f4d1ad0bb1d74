/// What stands beside a run of delimiters, and what it can be therefore (CommonMark 6.2).
struct DelimiterFlanks {
  let canOpen: Bool
  let canClose: Bool

  init(_ byte: UInt8, _ text: Span<UInt8>, _ run: Range<Int>, within range: Range<Int>) {
    var (before, after) = (run.lowerBound, run.upperBound)
    // GitHub's parser looks through tildes, but for those of a run of tildes.
    if byte != UInt8(ascii: "~") {
      while before > range.lowerBound, text[before - 1] == UInt8(ascii: "~") { before -= 1 }
      while after < range.upperBound, text[after] == UInt8(ascii: "~") { after += 1 }
    }
    let left = before > range.lowerBound ? Self.neighbour(text, text.startOfScalar(before: before)) : .space
    let right = after < range.upperBound ? Self.neighbour(text, after) : .space
    self.init(byte, left: left, right: right)
  }

  /// A run between two neighbours.
  init(_ byte: UInt8, left: Neighbour, right: Neighbour) {
    let isLeft = right != .space && (right != .punctuation || left != .other)
    let isRight = left != .space && (left != .punctuation || right != .other)
    if byte == UInt8(ascii: "_") {
      canOpen = isLeft && (!isRight || left == .punctuation)
      canClose = isRight && (!isLeft || right == .punctuation)
    } else {
      canOpen = isLeft
      canClose = isRight
    }
  }

  enum Neighbour { case space, punctuation, other }

  private static func neighbour(_ text: Span<UInt8>, _ position: Int) -> Neighbour {
    let byte = text[position]
    if byte < 0x80 { return byte.isHTMLSpace ? .space : byte.isASCIIPunctuation ? .punctuation : .other }
    return FlankingClass(text.scalar(at: position)).neighbour(symbolsPunctuate: true)
  }
}
