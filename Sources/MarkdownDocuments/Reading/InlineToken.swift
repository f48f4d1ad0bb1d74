/// A piece of the inlines of a leaf, in the order of the text.
///
/// What holds inlines is a token where it begins and one where it ends. Each character of a run of delimiters is a
/// token, text until it turns out to be more.
struct InlineToken {
  enum Kind: UInt8 {
    case text, nothing, reference, code, html, softBreak, lineBreak
    /// An address between angle brackets, and one that stands bare.
    case uri, mail, bareURI, bareHost
    case note
    case math, displayMath
    case emphasisStart, strongStart, strikethroughStart, end
    case linkStart, imageStart
  }

  var kind: Kind
  private let start: UInt32
  /// Where the token ends; for a link and a note, which need no end, what it leads to.
  private var endOrValue: UInt32

  init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    endOrValue = UInt32(truncatingIfNeeded: range.upperBound)
  }

  /// Creates a reference to the note of a node.
  init(note node: Int) {
    kind = .note
    start = 0
    endOrValue = UInt32(truncatingIfNeeded: node)
  }

  /// Makes the token the beginning of a link or an image that leads to the target of an index.
  mutating func begin(_ kind: Kind, target: Int) {
    self.kind = kind
    endOrValue = UInt32(truncatingIfNeeded: target)
  }

  var range: Range<Int> { Int(start)..<Int(endOrValue) }

  /// The index of a link's target, or the node of a note.
  var value: Int { Int(endOrValue) }
}
