/// How many places of tables may still be taken by what does not stand there: spans, places that are passed over, cells
/// without text that are said to be repeated, what fills rows that are shorter than others.
///
/// A few bytes claim as many as a sheet has columns, which each format that is written would have to spell out.
struct FlowPlaceBudget {
  /// As many places as each cell that is there may claim.
  private static let placesPerCell = 4

  /// What is left; forms of large grids claim as many before their cells have earned them.
  private var left = 1 << 18

  /// Counts cells that are there.
  mutating func earn(_ cells: Int = 1) { left += cells * Self.placesPerCell }

  /// As many of the places that are claimed as may be had.
  mutating func take(_ count: Int) -> Int {
    let taken = min(max(0, count), left)
    left -= taken
    return taken
  }

  /// Takes places if all of them may be had; false if they may not.
  mutating func takeAll(_ count: Int) -> Bool {
    guard count <= left else { return false }
    left -= count
    return true
  }
}
