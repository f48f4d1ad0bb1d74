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
