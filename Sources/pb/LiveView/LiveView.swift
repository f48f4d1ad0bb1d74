import Conversions
import Exchange
import Pasteboard
import Terminal
import TextWidths
import UniformTypeIdentifiers

/// What a person sees of a pasteboard while it changes, and what they do there. It reads and draws nothing.
struct LiveView: Sendable {
  /// What is to be done outside of it.
  enum Action: Equatable {
    case leave
    case suspend
    /// Put this text on another pasteboard.
    case copy(String)
    case save([UInt8], path: String)
  }

  /// A name of a file that is being typed.
  private struct Prompt: Sendable {
    var path: String
  }

  /// Lines of a preview beyond this are not made.
  private static let previewLimit = 5000

  let name: PasteboardName
  /// How pictures are shown; nil for their size alone.
  private let blocks: HalfBlocks?
  var size: TerminalSize
  /// What there is to say below; gone with the next key.
  var message: String?

  private(set) var state: PasteboardWatch.State?
  private(set) var rows: [ShownTarget] = []
  private(set) var isReading = true
  private(set) var selected = 0
  /// What the person chose, which may be missing for a while.
  private var chosen: String?
  private var top = 0
  private var previewTop = 0
  private var prompt: Prompt?
  /// The selected content, and the columns that it was set for.
  private var preview: (lines: [StyledLine], columns: Int)?

  init(_ name: PasteboardName, size: TerminalSize, blocks: HalfBlocks? = nil) {
    self.name = name
    self.blocks = blocks
    self.size = size
  }

  /// Takes what is on the pasteboard now, or as much of it as has been read.
  mutating func show(_ listing: PasteboardListing, state: PasteboardWatch.State, isReading: Bool) {
    let previous = rows.isEmpty ? nil : rows[selected].property
    rows = listing.all
    self.state = state
    self.isReading = isReading
    // Whoever looks at a type wants to see what becomes of it.
    selected = rows.firstIndex { $0.name == chosen } ?? min(selected, max(0, rows.count - 1))
    if rows.isEmpty || rows[selected].property != previous {
      preview = nil
      previewTop = 0
    }
  }

  // MARK: Keys

  mutating func handle(_ key: Key) -> Action? {
    message = nil
    if prompt != nil { return handlePrompt(key) }
    switch key {
    case .character("q"), .control("c"), .escape: return .leave
    case .control("z"): return .suspend
    case .up, .character("k"): select(selected - 1)
    case .down, .character("j"): select(selected + 1)
    case .home, .character("g"): select(0)
    case .end, .character("G"): select(rows.count - 1)
    case .pageDown, .character(" "): scroll(previewHeight - 1)
    case .pageUp, .character("b"): scroll(1 - previewHeight)
    case .right, .character("J"): scroll(1)
    case .left, .character("K"): scroll(-1)
    case .character("c") where !rows.isEmpty: return .copy(rows[selected].identifier)
    case .character("t") where !rows.isEmpty: return .copy(rows[selected].target ?? rows[selected].command)
    case .character("s") where !rows.isEmpty: askForFile()
    default: break
    }
    return nil
  }

  private mutating func select(_ row: Int) {
    let row = max(0, min(row, rows.count - 1))
    guard row != selected else { return }
    selected = row
    chosen = rows[row].name
    previewTop = 0
    preview = nil
  }

  private mutating func scroll(_ lines: Int) {
    previewTop = max(0, min(previewTop + lines, previewLines().count - previewHeight))
  }

  private mutating func askForFile() {
    guard rows[selected].property != nil else {
      message = "There are no bytes of \(rows[selected].name) here"
      return
    }
    let row = rows[selected]
    let suffix = row.type?.preferredFilenameExtension ?? row.format?.type.preferredFilenameExtension
    prompt = Prompt(path: "pasteboard.\(suffix ?? "bin")")
  }

  private mutating func handlePrompt(_ key: Key) -> Action? {
    switch key {
    case .escape, .control("c"): prompt = nil
    case .backspace: _ = prompt?.path.popLast()
    case .control("u"): prompt?.path = ""
    case .character(let character): prompt?.path.append(character)
    case .enter:
      let path = prompt?.path ?? ""
      prompt = nil
      guard !path.isEmpty, !rows.isEmpty, let property = rows[selected].property else { return nil }
      return .save(property.bytes, path: path)
    default: break
    }
    return nil
  }

  // MARK: The screen

  /// Where things are on a screen of this size.
  private var layout: LiveViewLayout { LiveViewLayout(size, rows: rows) }
  private var previewHeight: Int { max(1, layout.previewHeight - 1) }

  private mutating func previewLines() -> [StyledLine] {
    let columns = layout.previewWidth
    if let preview, preview.columns == columns { return preview.lines }
    var content = ContentPreview(limit: Self.previewLimit, helper: .forLiveView)
    if let blocks { content.pictures = (blocks, max(1, previewHeight - 1)) }
    let lines = rows.isEmpty ? [] : content.lines(of: rows[selected], columns: columns)
    preview = (lines, columns)
    return lines
  }

  /// What the screen shows now.
  mutating func frame() -> Frame {
    let layout = layout
    if selected < top { top = selected }
    if selected >= top + layout.listHeight { top = selected - layout.listHeight + 1 }
    top = max(0, min(top, rows.count - layout.listHeight))
    let list = (top..<(top + layout.listHeight)).map { row in
      row < rows.count ? layout.line(rows[row], isSelected: row == selected) : StyledLine()
    }
    let content = previewLines()
    previewTop = max(0, min(previewTop, content.count - previewHeight))
    let shown = content.dropFirst(previewTop).prefix(max(0, layout.previewHeight - 1))
    let beside = rows.isEmpty ? [] : [heading(of: rows[selected], content.count)] + shown
    let body = layout.body(list: list, preview: beside)
    return Frame([title] + body + [footer], columns: size.columns, rows: size.rows)
  }

  private var title: StyledLine {
    let left = " pb watch: \(name)"
    let right = situation + " "
    let space = size.columns - TextWidth.of(left) - TextWidth.of(right)
    guard space > 0 else { return StyledLine(left, .reverse).fitted(to: size.columns, style: .reverse) }
    return StyledLine(left + String(repeating: " ", count: space) + right, .reverse)
  }

  private var situation: String {
    switch state {
    case nil: "reading…"
    case .clear: "nobody owns it"
    case .nothing: "nothing offered"
    case .sensitive: "a secret, not read"
    case .data: isReading ? "reading…" : "\(rows.count) types"
    }
  }

  private func heading(of row: ShownTarget, _ lineCount: Int) -> StyledLine {
    var line = StyledLine(row.identifier, Style(.bold, color: .cyan))
    if lineCount > previewHeight {
      line.append("  \(previewTop + 1)–\(min(lineCount, previewTop + previewHeight))/\(lineCount)", .faint)
    }
    if let size = row.size { line.append("  \(PasteboardListing.grouped(size)) bytes") }
    line.append("  " + row.origin.word, row.origin.style)
    return line
  }

  private var footer: StyledLine {
    if let prompt { return StyledLine("Save as: \(prompt.path)▏", .bold) }
    if let message { return StyledLine(message, .bold) }
    var line = StyledLine()
    for (keys, work) in [
      ("q", "leave"), ("j k", "move"), ("space b", "scroll"), ("s", "save"), ("c", "copy identifier"),
      ("t", "copy target"),
    ] {
      line.append((line.width > 0 ? "  " : "") + keys, .bold)
      line.append(" " + work, .faint)
    }
    return line
  }
}
