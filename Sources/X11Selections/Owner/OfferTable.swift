import Exchange

/// The renderings of a content by number, and what each requestor gets to see of them.
struct OfferTable {
  let content: Content
  private let atoms: AtomTable
  /// Whether programs of Wayland are served too, through Xwayland.
  var isBridged = false
  private(set) var renderings: [Content.Offered] = []

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
    var list = [atoms[.targets], atoms[.multiple], atoms[.timestamp], atoms[.saveTargets]]
    var numbers: [XAtom: Int] = [:]
    var changing: Set<Int> = []
    for offer in offers {
      guard let target = atoms[offer.name], numbers[target] == nil, !list.contains(target) else { continue }
      // Bridges hand text under these names to programs that take it for UTF-8; who asks by himself gets it.
      if !(isBridged && LegacyText.withOwnEncoding.contains(offer.name)) { list.append(target) }
      let number = number(of: offer)
      numbers[target] = number
      if content.changingNames.contains(offer.name) { changing.insert(number) }
    }
    return OwnerMachine.View(
      list: PropertyValue(type: .atom, words: list.map(\.rawValue)), renderings: numbers, changing: changing)
  }

  /// Each target has a number of its own, as the type of its property may be its name.
  private mutating func number(of rendering: Content.Offered) -> Int {
    if let index = renderings.firstIndex(of: rendering) { return index }
    renderings.append(rendering)
    return renderings.count - 1
  }
}

/// A value that goes to a requestor piece by piece, each when the one before has been taken (ICCCM 2.7.2).
///
/// Keeps the value it began with, whatever becomes of the selection meanwhile.
struct OutgoingTransfer {
  let value: PropertyValue
  private let chunkSize: Int
  private var sent = 0
  private(set) var isFinished = false

  /// `chunkSize` must be a multiple of four, so that no item is split.
  init(_ value: PropertyValue, chunkSize: Int) {
    self.value = value
    self.chunkSize = chunkSize
  }

  /// The number in the announcement: a lower bound of the value's bytes.
  func announcement(type incremental: XAtom) -> PropertyValue {
    PropertyValue(type: incremental, words: [UInt32(clamping: value.byteCount)])
  }

  /// The bytes to send now that the requestor has deleted the property; empty for the end.
  mutating func next() -> Range<Int> {
    let chunk = sent..<min(sent + chunkSize, value.byteCount)
    sent = chunk.upperBound
    isFinished = chunk.isEmpty
    return chunk
  }
}
