import Pasteboard

/// The copies that a live view has seen, the last one first.
struct LiveLog: Sendable {
  struct Entry: Sendable {
    /// Seconds since 1970.
    let time: Int
    let state: PasteboardWatch.State
    fileprivate(set) var listing: PasteboardListing
  }

  private static let entryLimit = 100
  /// The bytes of content in memory; older entries keep only names and previews.
  private static let contentLimit = 64 << 20

  private(set) var entries: [Entry] = []

  /// Records the current content, unless the pasteboard is empty or the content is temporary.
  mutating func note(_ listing: PasteboardListing, _ state: PasteboardWatch.State, now: Int) {
    guard state == .data && !listing.isTransient || state == .sensitive else { return }
    entries.insert(Entry(time: now, state: state, listing: listing), at: 0)
    if entries.count > Self.entryLimit { entries.removeLast() }
    var held = 0
    for index in entries.indices {
      held += entries[index].listing.heldByteCount
      if held > Self.contentLimit { entries[index].listing.forgetContent() }
    }
  }
}

/// A row of a live view's list: a target, or a form that has several.
struct LiveRow: Sendable {
  let target: ShownTarget
  /// The number of other names of the format.
  var furtherNames = 0

  /// The rows of a list: each form once, or every target.
  static func rows(of listing: PasteboardListing, showsAll: Bool) -> [LiveRow] {
    if showsAll { return listing.all.map { LiveRow(target: $0) } }
    return ShownForm.folded(listing.targets).map {
      LiveRow(target: $0.row, furtherNames: $0.furtherNames)
    } + (listing.converted + listing.hidden).map { LiveRow(target: $0) }
  }
}
