import Terminal
import TextWidths
import UniformTypeIdentifiers

/// The positions of the list and the preview on a screen: side by side, or one below the other.
struct LiveViewLayout {
  private static let leastSideBySide = 60
  private static let widestName = 32
  private static let sizeWidth = 10
  private static let leastList = 28
  private static let originWidth = 9

  private let size: TerminalSize
  private let isSideBySide: Bool
  private let nameWidth: Int
  private let showsOrigin: Bool

  let listHeight: Int
  let listWidth: Int
  let previewHeight: Int
  let previewWidth: Int

  init(_ size: TerminalSize, rows: [LiveRow]) {
    self.size = size
    // A line above and one below are taken.
    let height = max(2, size.rows - 2)
    isSideBySide = size.columns >= Self.leastSideBySide
    // The content is what people read.
    let room = isSideBySide ? max(Self.leastList, size.columns * 2 / 5) : size.columns
    let longestName = min(Self.widestName, rows.reduce(6) { max($0, Self.name(of: $1).width) })
    var rest = room - 2 - Self.sizeWidth
    let name = min(longestName, max(6, rest))
    rest -= name
    showsOrigin = rest >= Self.originWidth + 2
    if showsOrigin { rest -= Self.originWidth + 2 }
    nameWidth = name
    listWidth = room - max(0, rest)
    if isSideBySide {
      listHeight = height
      previewHeight = height
      previewWidth = size.columns - listWidth - 3
    } else {
      listHeight = max(1, min(rows.count, height / 2))
      previewHeight = max(0, height - listHeight - 1)
      previewWidth = size.columns
    }
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
    guard isSideBySide else {
      let rule = StyledLine(String(repeating: "─", count: size.columns), .faint)
      return list + [rule] + Self.filled(preview, to: previewHeight)
    }
    return zip(list, Self.filled(preview, to: previewHeight)).map { row, beside in
      var line = row.fitted(to: listWidth)
      line.append(" │ ", .faint)
      line.append(beside.truncated(to: previewWidth))
      return line
    }
  }

  private static func filled(_ lines: [StyledLine], to count: Int) -> [StyledLine] {
    lines.prefix(count) + [StyledLine](repeating: StyledLine(), count: max(0, count - lines.count))
  }
}
