/// How large the pages of an office document are, and how far its text stands from their edges, in twips.
struct OfficePage: Hashable, Sendable {
  /// A4, with margins of an inch.
  static let a4 = OfficePage()

  var width = 11_906
  var height = 16_838
  var top = 1_440
  var right = 1_440
  var bottom = 1_440
  var left = 1_440
  var header = 708
  var footer = 708
  var gutter = 0

  /// The largest picture that the text has room for, in points.
  var room: (width: Double, height: Double) {
    let width = Double(width - left - right - gutter) / 20
    let height = Double(height - abs(top) - abs(bottom)) / 20
    return (width.rounded(.down), height.rounded(.down))
  }

  /// False for pages that no program has, and for margins that leave no room.
  var isUsable: Bool {
    let measures = [top, right, bottom, left, header, footer, gutter]
    return width <= 100_000 && height <= 100_000 && measures.allSatisfy { abs($0) <= 100_000 }
      && room.width >= 72 && room.height >= 72
  }
}
