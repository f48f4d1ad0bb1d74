/// The order in which traits that nest were switched on, the last one innermost.
///
/// Runs alone do not tell emphasis within a link from a link within emphasis; the source's groups do.
struct FlowTraitOrder: Hashable {
  /// Marks of traits and of the link, four bits each, the innermost lowest.
  ///
  /// The eight traits of ``FlowTraits/nesting`` and the link are nine marks, each there once: sixteen have room.
  private var stack: UInt64 = 0

  private static let link: UInt64 = 15

  private static func mark(of trait: FlowTraits) -> UInt64? {
    guard FlowTraits.wrapping.contains(trait) else { return nil }
    return UInt64(trait.rawValue.trailingZeroBitCount + 1)
  }

  mutating func push(_ trait: FlowTraits) {
    if let mark = Self.mark(of: trait) { push(mark) }
  }

  mutating func pushLink() { push(Self.link) }

  mutating func remove(_ trait: FlowTraits) {
    guard let position = Self.mark(of: trait).flatMap(position(of:)) else { return }
    let below = (UInt64(1) << UInt64(4 * position)) - 1
    stack = (stack >> 4) & ~below | stack & below
  }

  /// How far from the innermost, -1 if it was never switched on.
  func position(of trait: FlowTraits) -> Int { Self.mark(of: trait).flatMap(position(of:)) ?? -1 }

  /// How far from the innermost the link is, -1 outside one.
  var linkPosition: Int { position(of: Self.link) ?? -1 }

  private mutating func push(_ mark: UInt64) {
    guard position(of: mark) == nil else { return }
    stack = stack << 4 | mark
  }

  private func position(of mark: UInt64) -> Int? {
    var rest = stack
    var position = 0
    while rest != 0 {
      if rest & 15 == mark { return position }
      rest >>= 4
      position += 1
    }
    return nil
  }
}
