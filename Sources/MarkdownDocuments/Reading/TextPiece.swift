/// A line of a leaf, or several that lie side by side in the source.
struct TextPiece {
  var start: UInt32
  var end: UInt32
  /// What is left of a tab of which containers took the beginning (CommonMark 2.2).
  var spaces: UInt8

  init(_ range: Range<Int>, spaces: Int = 0) {
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    end = UInt32(truncatingIfNeeded: range.upperBound)
    self.spaces = UInt8(truncatingIfNeeded: spaces)
  }

  var range: Range<Int> { Int(start)..<Int(end) }
}
