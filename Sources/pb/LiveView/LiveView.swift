import Conversions
import Exchange
import Pasteboard
import System
import Terminal
import UniformTypeIdentifiers

/// The state of a live view: what it shows of a pasteboard, and how keys change it. It neither reads nor draws.
struct LiveView: Sendable {
  /// A request to the caller.
  enum Action: Equatable {
    case leave
    case suspend
    /// Put this text on another pasteboard.
    case copyName(String)
    /// Replace the content of the pasteboard with this.
    case copy([UInt8], type: String)
    /// Convert the content of the pasteboard to this type.
    case recast(UTType)
    case save([UInt8], path: String)
  }

  /// The meaning of keys at the moment.
  enum Mode: Sendable {
    case browsing
    /// The name of a file is being typed.
    case saving(path: String)
    /// The text to search for is being typed.
    case searching(String)
    case choosingFormat
    case help
    /// The list of what was there, with the row that is selected.
    case log(Int)
  }

  /// Lines of a preview beyond this are not made.
  private static let previewLimit = 5000

  let name: PasteboardName
  /// The way pictures are drawn; nil to show only their size.
  private let blocks: HalfBlocks?
  var size: TerminalSize
  /// The message in the last line, which the next key removes.
  var message: String?

  private(set) var mode = Mode.browsing
  private(set) var state: PasteboardWatch.State?
  private(set) var isReading = true
  private(set) var log = LiveLog()
  /// The earlier copy that is shown; nil for the current one.
  private(set) var past: LiveLog.Entry?
  /// The current content.
  private var listing: PasteboardListing?
  private var showsAll = false
  private(set) var rows: [LiveRow] = []
  private(set) var selected = 0
  /// The selected row by its name, which may be missing for a while.
  private var chosen: String?
  private(set) var sought = ""
  /// The line of the content where it was found last.
  private var foundLine: Int?
  var top = 0
  var previewTop = 0
  /// The selected content, and the columns that it was set for.
  private var preview: (lines: [StyledLine], columns: Int)?

  init(_ name: PasteboardName, size: TerminalSize, blocks: HalfBlocks? = nil) {
    self.name = name
    self.blocks = blocks
    self.size = size
  }

  /// Takes what is on the pasteboard now, or as much of it as has been read.
  mutating func show(
    _ listing: PasteboardListing, state: PasteboardWatch.State, isReading: Bool, now: Int = WallClock.seconds
  ) {
    self.listing = listing
    self.state = state
    self.isReading = isReading
    if !isReading { log.note(listing, state, now: now) }
    if past == nil { listRows() }
  }

  /// The selection stays on a type when the content changes.
  private mutating func listRows() {
    let previous = selectedRow?.property
    rows = (past?.listing ?? listing).map { LiveRow.rows(of: $0, showsAll: showsAll) } ?? []
    selected = rows.firstIndex { $0.target.name == chosen } ?? min(selected, max(0, rows.count - 1))
    if selectedRow == nil || selectedRow?.property != previous {
      (preview, foundLine) = (nil, nil)
      previewTop = 0
    }
  }

  /// The number of types, shown or not.
  var typeCount: Int { (past?.listing ?? listing)?.all.count ?? 0 }

  var selectedRow: ShownTarget? { rows.indices.contains(selected) ? rows[selected].target : nil }

  /// The lines of the selected content.
  mutating func previewLines() -> [StyledLine] {
    let columns = layout.previewWidth
    if let preview, preview.columns == columns { return preview.lines }
    var content = ContentPreview(limit: Self.previewLimit, helper: .forLiveView)
    if let blocks { content.pictures = (blocks, max(1, previewHeight - 1)) }
    let lines = selectedRow.map { content.lines(of: $0, columns: columns) } ?? []
    preview = (lines, columns)
    return lines
  }
}

// MARK: Keys

extension LiveView {
  mutating func handle(_ key: Key) -> Action? {
    message = nil
    switch mode {
    case .browsing: return handleBrowsing(key)
    case .saving(let path): return handleSaving(key, path)
    case .searching(let text): handleSearching(key, text)
    case .choosingFormat: return handleChoice(key)
    case .help: mode = .browsing
    case .log(let row): return handleLog(key, row)
    }
    return nil
  }

  private mutating func handleBrowsing(_ key: Key) -> Action? {
    switch key {
    case .character("q"), .control("c"): return .leave
    case .escape: return leaveInnermost()
    case .control("z"): return .suspend
    case .up, .character("k"): select(selected - 1)
    case .down, .character("j"): select(selected + 1)
    case .home, .character("g"): select(0)
    case .end, .character("G"): select(rows.count - 1)
    case .pageDown, .character(" "): scroll(previewHeight - 1)
    case .pageUp, .character("b"): scroll(1 - previewHeight)
    case .right, .character("J"): scroll(1)
    case .left, .character("K"): scroll(-1)
    case .character("/"): mode = .searching("")
    case .character("n"): seek(forward: true)
    case .character("N"): seek(forward: false)
    case .character("?"): mode = .help
    case .character("l"): openLog()
    case .character("a"):
      showsAll.toggle()
      listRows()
    default: return act(key)
    }
    return nil
  }

  /// Keys that do something with what is selected.
  private mutating func act(_ key: Key) -> Action? {
    guard let row = selectedRow else { return nil }
    switch key {
    case .character("c"): return .copyName(row.identifier)
    case .character("t"): return .copyName(row.target ?? row.command)
    case .character("y"): return copy(row)
    case .character("s"): askForFile(row)
    case .character("p"):
      if past == nil {
        mode = .choosingFormat
      } else {
        message = "No longer on the clipboard; y copies it again"
      }
    default: break
    }
    return nil
  }

  private mutating func leaveInnermost() -> Action? {
    if !sought.isEmpty {
      sought = ""
    } else if past != nil {
      past = nil
      listRows()
    } else {
      return .leave
    }
    return nil
  }

  private mutating func select(_ row: Int) {
    let row = max(0, min(row, rows.count - 1))
    guard row != selected else { return }
    selected = row
    chosen = rows[row].target.name
    previewTop = 0
    (preview, foundLine) = (nil, nil)
  }

  private mutating func scroll(_ lines: Int) {
    previewTop = max(0, min(previewTop + lines, previewLines().count - previewHeight))
  }

  private mutating func copy(_ row: ShownTarget) -> Action? {
    guard let bytes = row.property?.bytes else {
      message = "The content of \(row.name) was not read"
      return nil
    }
    // Lists of files come in forms that belong together: each is offered under its own name alone.
    let type = row.type == .fileURL ? nil : row.type?.identifier
    return .copy(bytes, type: type ?? TypeName.targetPrefix + row.name)
  }

  private mutating func askForFile(_ row: ShownTarget) {
    guard row.property != nil else {
      message = "The content of \(row.name) was not read"
      return
    }
    let suffix = row.type?.preferredFilenameExtension ?? row.format?.type.preferredFilenameExtension
    mode = .saving(path: "pasteboard.\(suffix ?? "bin")")
  }

  private mutating func handleSaving(_ key: Key, _ path: String) -> Action? {
    if let path = Self.typed(key, path) {
      mode = .saving(path: path)
      return nil
    }
    mode = .browsing
    guard key == .enter, !path.isEmpty, let property = selectedRow?.property else { return nil }
    return .save(property.bytes, path: path)
  }

  private mutating func handleChoice(_ key: Key) -> Action? {
    mode = .browsing
    guard case .character(let letter) = key else { return nil }
    return LiveKeys.formats.first { $0.key == letter }.map { .recast($0.type) }
  }

  /// The typed line after a key; nil if the key ends it.
  private static func typed(_ key: Key, _ text: String) -> String? {
    switch key {
    case .character(let character): text + String(character)
    case .backspace: String(text.dropLast())
    case .control("u"): ""
    case .enter, .escape, .control("c"): nil
    default: text
    }
  }
}

// MARK: Searching and the log

extension LiveView {
  private mutating func handleSearching(_ key: Key, _ text: String) {
    if let text = Self.typed(key, text) {
      mode = .searching(text)
      return
    }
    mode = .browsing
    guard key == .enter else { return }
    // Nothing typed is what was sought before.
    if !text.isEmpty { sought = text }
    seek(forward: true, fromTop: true)
  }

  /// Scrolls to the next line that holds what is sought, around the end if need be.
  private mutating func seek(forward: Bool, fromTop: Bool = false) {
    guard !sought.isEmpty else { return }
    let wanted = sought.lowercased()
    let lines = previewLines()
    let places = lines.indices.filter { lines[$0].text.lowercased().contains(wanted) }
    let start = foundLine ?? previewTop - 1
    let next =
      fromTop
      ? places.first { $0 >= previewTop }
      : forward ? places.first { $0 > start } : places.last { $0 < start }
    guard let line = next ?? (forward ? places.first : places.last) else {
      foundLine = nil
      message = "“\(sought)” not found"
      return
    }
    foundLine = line
    previewTop = max(0, min(line, lines.count - previewHeight))
  }

  private mutating func openLog() {
    if log.entries.isEmpty { message = "No earlier copies yet" } else { mode = .log(0) }
  }

  private mutating func handleLog(_ key: Key, _ row: Int) -> Action? {
    let last = log.entries.count - 1
    switch key {
    case .up, .character("k"): mode = .log(max(0, row - 1))
    case .down, .character("j"): mode = .log(min(last, row + 1))
    case .home, .character("g"): mode = .log(0)
    case .end, .character("G"): mode = .log(last)
    case .enter:
      past = row == 0 && state != .clear ? nil : log.entries[row]
      mode = .browsing
      listRows()
    case .control("c"): return .leave
    case .control("z"): return .suspend
    case .escape, .character("q"), .character("l"): mode = .browsing
    default: break
    }
    return nil
  }
}
