/// What a style, or text itself, states of the traits of text.
struct StatedTraits {
  /// Those that something is said of, and those of them that are on.
  private(set) var known: FlowTraits = []
  private(set) var on: FlowTraits = []

  mutating func set(_ trait: FlowTraits, _ isOn: Bool) {
    known.formUnion(trait)
    if isOn { on.formUnion(trait) } else { on.subtract(trait) }
  }

  /// These, with what `other` states of some traits in place of what these state of them.
  func replacing(_ traits: FlowTraits, with other: StatedTraits) -> StatedTraits {
    StatedTraits(
      known: known.subtracting(traits).union(other.known.intersection(traits)),
      on: on.subtracting(traits).union(other.on.intersection(traits)))
  }

  /// These where something is said, else those of `base`.
  func over(_ base: StatedTraits) -> StatedTraits {
    StatedTraits(known: base.known.union(known), on: base.on.subtracting(known).union(on))
  }

  /// What the name of a style means and these say is off: a part of strong text that is not bold.
  var deniedNames: FlowTraits {
    var denied: FlowTraits = []
    let off = known.subtracting(on)
    if off.contains(.bold) { denied.insert(.namedBold) }
    if off.contains(.italic) { denied.insert(.namedItalic) }
    return denied
  }
}
