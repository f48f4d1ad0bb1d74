/// A block as its lines make it, before the inlines in it are read.
///
/// Nodes stand in the order of the text, each before what it holds, so that the index behind its content is all
/// that a node needs to know of its place.
struct BlockNode {
  enum Kind: UInt8 {
    case quote, list, item, note
    /// Terms, one a line, and what is said of them.
    case definitions, term, details
    case paragraph, heading, fencedCode, indentedCode, html, rule, table
    /// A paragraph of which nothing but definitions was in it (CommonMark 4.7), or which became something else.
    case removed
  }

  var kind: Kind
  /// True for a list whose items stand apart (CommonMark 5.3).
  var isLoose = false
  /// The level of a heading, the character of a list's marker, the box of an item.
  var detail: UInt8 = 0
  /// The index behind the node and all that it holds.
  var end: UInt32
  /// The lines of a leaf, among all pieces of the text.
  var firstPiece: UInt32 = 0
  var lastPiece: UInt32 = 0
  /// The first number of an ordered list.
  var number: UInt32 = 0

  init(_ kind: Kind, end: Int) {
    self.kind = kind
    self.end = UInt32(truncatingIfNeeded: end)
  }

  var pieces: Range<Int> { Int(firstPiece)..<Int(lastPiece) }

  /// The boxes of items (GFM 5.3), as `detail` has them.
  static let uncheckedBox: UInt8 = 1
  static let checkedBox: UInt8 = 2
}
