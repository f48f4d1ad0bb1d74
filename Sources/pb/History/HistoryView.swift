import Pasteboard
import Terminal

/// A list of remembered copies of which a person chooses one. It reads and draws nothing.
struct HistoryView: Sendable {
  /// A request to the caller.
  enum Action: Equatable {
    case leave
    case suspend
    case take(Int)
    case forget(Int)
  }

  private(set) var items: [HistoryItem]
  var size: TerminalSize
  private let now: Int
  private(set) var selected = 0
  private var top = 0

  init(_ items: [HistoryItem], size: TerminalSize, now: Int) {
    (self.items, self.size, self.now) = (items, size, now)
  }

  /// The request to the caller that a key makes; nil for none.
  mutating func handle(_ key: Key) -> Action? {
    switch key {
    case .character("q"), .control("c"), .escape: return .leave
    case .control("z"): return .suspend
    case .enter where !items.isEmpty: return .take(selected)
    case .character("d") where !items.isEmpty: return .forget(selected)
    case .up, .character("k"): select(selected - 1)
    case .down, .character("j"): select(selected + 1)
    case .home, .character("g"): select(0)
    case .end, .character("G"): select(items.count - 1)
    case .pageDown, .character(" "): select(selected + height)
    case .pageUp, .character("b"): select(selected - height)
    default: break
    }
    return nil
  }

  /// Takes an entry out of the list.
  mutating func remove(_ number: Int) {
    items.remove(at: number)
    select(selected)
  }

  private mutating func select(_ row: Int) {
    selected = max(0, min(row, items.count - 1))
  }

  private var height: Int { max(1, size.rows - 2) }

  /// The frame that the screen shows now.
  mutating func frame() -> Frame {
    if selected < top { top = selected }
    if selected >= top + height { top = selected - height + 1 }
    let rows = items.indices.dropFirst(top).prefix(height).map { number -> StyledLine in
      let item = items[number]
      return HistoryEntries.row(
        age: now - item.time,
        HistoryEntries.content(HistoryEntries.forms(of: item), item.text, columns: size.columns),
        isSelected: number == selected, columns: size.columns)
    }
    let title = StyledLine(" pb history: \(items.count) copies", .reverse)
      .fitted(to: size.columns, style: .reverse)
    let space = [StyledLine](repeating: StyledLine(), count: max(0, height - rows.count))
    let footer = StyledLine("Enter copy  d forget  j k move  q quit", .faint)
    return Frame([title] + rows + space + [footer], columns: size.columns, rows: size.rows)
  }
}
