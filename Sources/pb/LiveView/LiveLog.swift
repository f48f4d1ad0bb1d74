import Pasteboard

/// The copies that a live view has seen, the last one first.
struct LiveLog: Sendable {
  struct Entry: Sendable {
    /// Seconds since 1970.
    let time: Int
    let state: PasteboardWatch.State
    fileprivate(set) var listing: PasteboardListing
  }

  private static let mostEntries = 100
  /// Bytes of content that are held; of what is older, names and beginnings are left.
  private static let mostHeld = 64 << 20

  private(set) var entries: [Entry] = []

  /// Takes down what is there, unless that is nothing, or passes by the will of its owner.
  mutating func note(_ listing: PasteboardListing, _ state: PasteboardWatch.State, now: Int) {
    guard state == .data && !listing.isPassing || state == .sensitive else { return }
    entries.insert(Entry(time: now, state: state, listing: listing), at: 0)
    if entries.count > Self.mostEntries { entries.removeLast() }
    var held = 0
    for index in entries.indices {
      held += entries[index].listing.heldByteCount
      if held > Self.mostHeld { entries[index].listing.forgetContent() }
    }
  }
}
