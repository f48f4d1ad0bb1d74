import Terminal
import TextWidths
import UniformTypeIdentifiers

/// The columns of the list and the preview on a screen.
struct LiveViewLayout {
  private static let widestName = 32
  private static let sizeWidth = 10
  private static let leastList = 28
  private static let originWidth = 9

  private let split: ScreenSplit
  private let nameWidth: Int
  private let showsOrigin: Bool
  private let listWidth: Int

  var listHeight: Int { split.listHeight }
  var previewHeight: Int { split.previewHeight }
  var previewWidth: Int { split.previewWidth }

  init(_ size: TerminalSize, rows: [LiveRow]) {
    // The content is what people read.
    let room = ScreenSplit.isSideBySide(size) ? max(Self.leastList, size.columns * 2 / 5) : size.columns
    let longestName = min(Self.widestName, rows.reduce(6) { max($0, Self.name(of: $1).width) })
    var rest = room - 2 - Self.sizeWidth
    let name = min(longestName, max(6, rest))
    rest -= name
    showsOrigin = rest >= Self.originWidth + 2
    if showsOrigin { rest -= Self.originWidth + 2 }
    nameWidth = name
    listWidth = room - max(0, rest)
    // A line above and one below are taken.
    split = ScreenSplit(size, linesAround: 2, listWidth: listWidth, listCount: rows.count)
  }

  private static func name(of row: LiveRow) -> StyledLine {
    var name = StyledLine(row.target.name, row.target.target == nil ? .faint : .plain)
    if row.furtherNames > 0 { name.append(" +\(row.furtherNames)", .faint) }
    return name
  }

  /// A row of the list.
  func line(_ listed: LiveRow, isSelected: Bool) -> StyledLine {
    let row = listed.target
    var line = StyledLine(isSelected ? "> " : "  ", .bold)
    line.append(Self.name(of: listed).fitted(to: nameWidth))
    let size = row.size.map(PasteboardListing.grouped) ?? row.problem.map { $0.rawValue } ?? "–"
    line.append(String(repeating: " ", count: max(1, Self.sizeWidth - TextWidth.of(size))) + size)
    if showsOrigin {
      line.append("  ")
      line.append(StyledLine(row.origin.word, row.origin.style).fitted(to: Self.originWidth))
    }
    return isSelected ? line.fitted(to: listWidth).over(.reverse) : line
  }

  /// The lines between title and footer.
  func body(list: [StyledLine], preview: [StyledLine]) -> [StyledLine] {
    split.body(list: list, preview: preview)
  }
}
