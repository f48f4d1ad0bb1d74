/// A row of a live view's list: a target, or a form that has several.
struct LiveRow: Sendable {
  let target: ShownTarget
  /// How many names the form has beside this one.
  var furtherNames = 0

  /// The rows of a list: each form once, or every target.
  static func rows(of listing: PasteboardListing, showsAll: Bool) -> [LiveRow] {
    if showsAll { return listing.all.map { LiveRow(target: $0) } }
    return ShownForm.folded(listing.targets).map {
      LiveRow(target: $0.row, furtherNames: $0.furtherNames)
    } + (listing.converted + listing.hidden).map { LiveRow(target: $0) }
  }
}
