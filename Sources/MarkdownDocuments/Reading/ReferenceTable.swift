/// What labels stand for; of two alike the first counts.
struct ReferenceTable {
  private var targets: [String: LinkTargetText] = [:]

  var isEmpty: Bool { targets.isEmpty }

  mutating func add(_ definition: ReferenceDefinition, _ text: Span<UInt8>) {
    let label = LinkLabel.normalized(text, definition.label)
    guard targets[label] == nil else { return }
    targets[label] = LinkTargetText(text, destination: definition.destination, title: definition.title)
  }

  func target(_ text: Span<UInt8>, _ label: Range<Int>) -> LinkTargetText? {
    targets.isEmpty ? nil : targets[LinkLabel.normalized(text, label)]
  }
}
