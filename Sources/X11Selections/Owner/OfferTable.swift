/// The renderings of a content by number, and what each requestor gets to see of them.
struct OfferTable {
  let content: SelectionContent
  private let atoms: AtomTable
  private(set) var renderings: [String] = []
  private var indices: [String: Int] = [:]

  /// `atoms` must know the content's targets.
  init(_ content: SelectionContent, atoms: AtomTable) {
    self.content = content
    self.atoms = atoms
  }

  /// What everybody sees who is not looked up.
  mutating func commonView() -> OwnerMachine.View {
    view(of: content.targets.map { SelectionContent.Offer($0) })
  }

  mutating func view(for peer: PeerDescription) -> OwnerMachine.View {
    guard let offers = content.offers else { return commonView() }
    return view(of: offers(peer))
  }

  private mutating func view(of offers: [SelectionContent.Offer]) -> OwnerMachine.View {
    var list = [atoms[.targets], atoms[.multiple], atoms[.timestamp], atoms[.saveTargets]]
    var numbers: [XAtom: Int] = [:]
    for offer in offers {
      guard let target = atoms[offer.target], numbers[target] == nil, !list.contains(target) else { continue }
      list.append(target)
      numbers[target] = number(of: offer.rendering)
    }
    return OwnerMachine.View(
      list: PropertyValue(type: .atom, words: list.map(\.rawValue)), renderings: numbers)
  }

  private mutating func number(of rendering: String) -> Int {
    if let index = indices[rendering] { return index }
    renderings.append(rendering)
    indices[rendering] = renderings.count - 1
    return renderings.count - 1
  }
}
