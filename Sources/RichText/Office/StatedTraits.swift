/// What a style, or text itself, states of the traits of text.
struct StatedTraits {
  /// Those that something is said of, and those of them that are on.
  private(set) var known: FlowTraits = []
  private(set) var on: FlowTraits = []

  mutating func set(_ trait: FlowTraits, _ isOn: Bool) {
    known.formUnion(trait)
    if isOn { on.formUnion(trait) } else { on.subtract(trait) }
  }

  /// These where something is said, else those of `base`.
  func over(_ base: StatedTraits) -> StatedTraits {
    StatedTraits(known: base.known.union(known), on: base.on.subtracting(known).union(on))
  }
}
