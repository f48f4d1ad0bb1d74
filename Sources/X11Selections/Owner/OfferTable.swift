import Exchange

/// The renderings of a content by number, and what each requestor gets to see of them.
struct OfferTable {
  let content: Content
  private let atoms: AtomTable
  /// Whether programs of Wayland are served too, through Xwayland.
  var isBridged = false
  private(set) var renderings: [Content.Offered] = []
  /// Their numbers, once they are too many for a search in their order: a long history offers thousands.
  private var places: [Content.Offered: Int] = [:]
  private static let searchLimit = 64

  /// `atoms` must know the content's targets.
  init(_ content: Content, atoms: AtomTable) {
    self.content = content
    self.atoms = atoms
  }

  /// The view of requestors that are not looked up.
  mutating func commonView() -> OwnerMachine.View {
    view(of: content.names.map { Content.Offered($0) })
  }

  mutating func view(for peer: Peer) -> OwnerMachine.View {
    guard let offers = content.view else { return commonView() }
    return view(of: offers(peer))
  }

  private mutating func view(of offers: [Content.Offered]) -> OwnerMachine.View {
    let common = [atoms[.targets], atoms[.multiple], atoms[.timestamp], atoms[.saveTargets]]
    var list = common
    var numbers: [XAtom: Int] = [:]
    var changing: [Int] = []
    for offer in offers {
      guard let target = atoms[offer.name], numbers[target] == nil, !common.contains(target) else { continue }
      // Bridges hand text under these names to programs that take it for UTF-8; who asks by himself gets it.
      if !(isBridged && LegacyText.withOwnEncoding.contains(offer.name)) { list.append(target) }
      let number = number(of: offer)
      numbers[target] = number
      if content.changingNames.contains(offer.name) { changing.append(number) }
    }
    return OwnerMachine.View(
      list: PropertyValue(type: .atom, words: list.map(\.rawValue)), renderings: numbers, changing: changing)
  }

  /// Each target has a number of its own, as the type of its property may be its name.
  private mutating func number(of rendering: Content.Offered) -> Int {
    let isFew = renderings.count < Self.searchLimit
    if let index = isFew ? renderings.firstIndex(of: rendering) : places[rendering] { return index }
    renderings.append(rendering)
    if renderings.count == Self.searchLimit {
      for (number, known) in renderings.enumerated() { places[known] = number }
    } else if !isFew {
      places[rendering] = renderings.count - 1
    }
    return renderings.count - 1
  }
}
