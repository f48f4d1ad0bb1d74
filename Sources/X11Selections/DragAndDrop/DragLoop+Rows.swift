import Exchange
import System

/// The rows of the window that things are dragged from.
extension DragLoop {
  static func words(for end: DragEnd) -> String? {
    switch end {
    case .dropped: "dropped"
    case .refused, .nowhere: "not taken"
    case .cancelled, .timedOut: nil
    }
  }

  mutating func showRows() {
    let dragged = machine == nil ? nil : dragged
    let rows = things.indices.map {
      Panel.Row(
        title: things[$0].title, detail: details[$0], picture: thumbnails[$0], isActive: $0 == dragged)
    }
    panel?.show(rows, on: &connection)
  }

  /// Has pictures made one after the other, as reading them takes longer than a window may.
  func makeThumbnails() {
    let makers = things.indices.compactMap { row in things[row].thumbnail.map { (row, $0) } }
    guard !makers.isEmpty else { return }
    let (made, size) = (made, Panel.pictureSize)
    // Without a thread rows have their words.
    _ = startThread {
      for (row, make) in makers {
        if let picture = make(size.x, size.y) { made.post((row, picture)) }
      }
    }
  }

  mutating func takeThumbnails() -> Bool {
    let new = made.take()
    guard !new.isEmpty else { return false }
    for (row, picture) in new { thumbnails[row] = picture }
    showRows()
    return true
  }
}
