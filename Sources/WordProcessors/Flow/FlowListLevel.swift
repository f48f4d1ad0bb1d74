/// A level of a list definition.
struct FlowListLevel {
  var numbering = ListNumbering.decimal
  var start = 1
  /// All numbers of the marker are decimal, those of outer levels too.
  var isLegal = false
  /// The signs of the marker: scalars, and levels, below 9, where their numbers stand; nil if nothing is known
  /// of them.
  var text: [UInt32]?

  /// More signs than this no marker has.
  static let textLimit = 32

  /// The box of a task that the bullet is.
  var checkbox: ListItem.Checkbox? {
    guard numbering == .bullet, let sign = text?.first.flatMap(Unicode.Scalar.init), text?.count == 1 else {
      return nil
    }
    return ListMarker.box(String(sign))
  }

  /// The level has no text for its marker.
  var hasNoText: Bool { text?.allSatisfy { $0 == 0x20 } ?? false }
}
