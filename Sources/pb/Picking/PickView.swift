import Conversions
import Exchange
import Pasteboard
import Pictures
import Terminal
import UniformTypeIdentifiers

/// The state of `pb pick`: the formats of the clipboard, the history below, what is typed, and how keys change it.
/// It neither reads nor draws.
struct PickView: Sendable {
  /// A request to the caller.
  enum Action: Equatable {
    case leave
    case suspend
    /// Put a copy back, in all formats or as one type.
    case restore(Int, as: UTType?)
    /// Keep one format of the clipboard.
    case copy([UInt8], type: String)
    /// Convert the content of the clipboard.
    case recast(UTType)
    case pin(Int)
    case drop(Int)
  }

  /// A line of the list.
  enum Line: Sendable {
    case heading(String)
    case row(PickRow)
  }

  /// Characters of a query; more are not taken.
  private static let queryLimit = 200
  /// Copies whose content is held for the preview.
  private static let contentLimit = 8

  /// Pictures whose text is held.
  private static let pictureTextLimit = 16

  let blocks: HalfBlocks?
  /// The kinds of text that programs can find in pictures.
  let readKinds: [PictureTextReader.Kind]
  var size: TerminalSize
  /// The message in the last line, which the next key removes.
  var message: String?

  private(set) var query = ""
  private(set) var forms: [LiveRow] = []
  private(set) var situation = "reading…"
  private(set) var items: [HistoryItem] = []
  /// The reason why there is no history; nil if there is one.
  private(set) var historyProblem: String? = "reading…"
  private var texts: [PickRow.Identity: PickText] = [:]
  /// The lines that match, with their headings.
  private(set) var lines: [Line] = []
  private(set) var matchCount = 0
  private(set) var formCount = 0
  private var shownForms: [PickRow] = []
  private var shownItems: [PickRow] = []
  private(set) var selected = 0
  /// The selected row, which may be missing for a while.
  private var chosen: PickRow.Identity?
  /// The row that the preview belongs to.
  private var shown: PickRow.Identity?
  var top = 0
  var previewTop = 0
  /// The content of copies that were looked at, the last one last.
  private var contents: [(number: Int, targets: [ShownTarget]?)] = []
  /// The text in pictures that were looked at, the last one last.
  private var pictureTexts: [(row: PickRow.Identity, text: PictureText)] = []
  /// The lines of a row, and the columns that they were set for.
  var preview: (row: PickRow.Identity, columns: Int, lines: [StyledLine])?

  init(size: TerminalSize, blocks: HalfBlocks? = nil, readKinds: [PictureTextReader.Kind] = []) {
    (self.size, self.blocks, self.readKinds) = (size, blocks, readKinds)
  }

  // MARK: What there is

  /// Takes what is on the clipboard now.
  mutating func show(_ listing: PasteboardListing, _ state: PasteboardWatch.State, isReading: Bool) {
    forms = listing.isSensitive ? [] : LiveRow.rows(of: listing, showsAll: false)
    situation =
      switch state {
      case .clear: "empty"
      case .nothing: "nothing offered"
      case .sensitive: "a secret, not shown"
      case .data: listing.isSensitive ? "a secret, not shown" : isReading ? "reading…" : ""
      }
    for row in forms {
      let row = PickRow.form(row)
      texts[row.identity] = PickText(row.text)
    }
    for kind in readKinds {
      let row = PickRow.text(kind)
      texts[row.identity] = PickText(row.text)
    }
    pictureTexts.removeAll { if case .copy = $0.row { false } else { true } }
    preview = nil
    list()
  }

  /// Takes the history; the texts of copies that are there already stay.
  mutating func show(_ history: Result<[HistoryItem], PasteboardError>) {
    switch history {
    case .success(let new):
      // Pinned copies stand first.
      items = new.filter(\.isPinned) + new.filter { !$0.isPinned }
      historyProblem = new.isEmpty ? "no copies yet" : nil
      let numbers = Set(new.map(\.number))
      for case .copy(let number) in texts.keys where !numbers.contains(number) {
        texts[.copy(number)] = nil
      }
      for item in new where texts[.copy(item.number)] == nil {
        texts[.copy(item.number)] = PickText(PickRow.copy(item).text)
      }
      contents.removeAll { !numbers.contains($0.number) }
    case .failure(let error):
      // Content that was read stays; the next key shows whether it is still offered.
      historyProblem = error.description
      if items.isEmpty { texts = texts.filter { if case .form = $0.key { true } else { false } } }
    }
    list()
  }

  /// Takes the whole texts of copies of which the list has only the beginnings.
  mutating func show(texts new: [Int: String]) {
    let search = PickSearch(query)
    var isChanged = false
    for (number, text) in new {
      guard let former = texts[.copy(number)] else { continue }
      let text = PickText(text)
      // Thousands of texts come one after another: the list is made anew only for one that belongs in it, or no more.
      isChanged = isChanged || search.matches(former) != search.matches(text)
      texts[.copy(number)] = text
    }
    if isChanged { list() }
  }

  /// Takes the content of a copy, nil if it could not be read.
  mutating func show(_ targets: [ShownTarget]?, of number: Int) {
    contents.removeAll { $0.number == number }
    contents.append((number, targets))
    if contents.count > Self.contentLimit { contents.removeFirst() }
    if preview?.row == .copy(number) { preview = nil }
  }

  /// Takes the text that was found in the picture of a row.
  mutating func show(_ text: PictureText, in row: PickRow.Identity) {
    // Another picture may have been copied meanwhile.
    if case .form = row, pictureForm.flatMap({ Self.picture($0.target) }) != text.picture { return }
    pictureTexts.removeAll { $0.row == row }
    pictureTexts.append((row, text))
    if pictureTexts.count > Self.pictureTextLimit { pictureTexts.removeFirst() }
    preview = nil
  }

  /// The text in the picture of a row, and nil if that was not read yet.
  func pictureText(of row: PickRow) -> PictureText? {
    let identity = if case .text = row { pictureForm.map(PickRow.form)?.identity } else { row.identity }
    return pictureTexts.last { $0.row == identity }?.text
  }

  /// The picture on the clipboard; nil if there is none, or not all of it was read.
  private var pictureForm: LiveRow? { forms.first { Self.picture($0.target) != nil } }

  private static func picture(_ target: ShownTarget) -> [UInt8]? {
    guard target.isWhole, let type = target.type, PictureCodec(type) != nil else { return nil }
    return target.property?.bytes
  }

  /// The picture whose text the preview lacks, and its row; nil if it has what it shows.
  var lackingPictureText: (row: PickRow.Identity, picture: [UInt8])? {
    guard !readKinds.isEmpty, let row = selectedRow, pictureText(of: row) == nil else { return nil }
    switch row {
    case .form(let form): return Self.picture(form.target).map { (row.identity, $0) }
    case .text:
      guard let form = pictureForm, let picture = Self.picture(form.target) else { return nil }
      return (PickRow.form(form).identity, picture)
    case .copy(let item):
      guard case .some(let targets?) = content(of: item.number),
        !targets.contains(where: { $0.format != nil && $0.property != nil }),
        let picture = targets.lazy.compactMap(Self.picture).first
      else { return nil }
      return (row.identity, picture)
    }
  }

  /// The copy whose content the preview lacks; nil if it has what it shows.
  var lackingContent: Int? {
    guard let item = selectedRow?.item, !contents.contains(where: { $0.number == item.number }) else {
      return nil
    }
    return item.number
  }

  /// The targets of a copy; nil if it could not be read, and twice nil if that is still to come.
  func content(of number: Int) -> [ShownTarget]?? {
    contents.last { $0.number == number }.map(\.targets)
  }

  /// Whether a copy is in the history, as far as it was read.
  func item(_ number: Int) -> HistoryItem? { items.first { $0.number == number } }

  // MARK: The list

  var selectedRow: PickRow? {
    guard lines.indices.contains(selected), case .row(let row) = lines[selected] else { return nil }
    return row
  }

  /// Lists the rows that match; the selection stays on its row.
  ///
  /// - Parameter narrowing: true if only rows that were listed before can match.
  private mutating func list(narrowing: Bool = false) {
    let search = PickSearch(query)
    func matches(_ row: PickRow) -> Bool {
      search.isEmpty || (texts[row.identity].map(search.matches) ?? false)
    }
    let all = forms.map(PickRow.form) + (pictureForm == nil ? [] : readKinds.map(PickRow.text))
    formCount = all.count
    shownForms = (narrowing ? shownForms : all).filter(matches)
    shownItems = (narrowing ? shownItems : items.map(PickRow.copy)).filter(matches)
    matchCount = shownForms.count + shownItems.count
    lines = []
    if !shownForms.isEmpty || query.isEmpty {
      lines.append(.heading("On the clipboard" + (situation.isEmpty ? "" : ": \(situation)")))
    }
    lines += shownForms.map(Line.row)
    if !shownItems.isEmpty || query.isEmpty {
      lines.append(.heading("History" + (historyProblem.map { ": \($0)" } ?? "")))
    }
    lines += shownItems.map(Line.row)
    let first = lines.firstIndex { if case .row(.copy) = $0 { true } else { false } }
    let known = chosen.flatMap { chosen in
      lines.firstIndex { if case .row(let row) = $0 { row.identity == chosen } else { false } }
    }
    move(to: known ?? first ?? 0)
  }

  /// Selects a line or, where that is a heading, the nearest row, in the direction of the move first.
  private mutating func move(to line: Int, down: Bool = true) {
    let rows = lines.indices.filter { if case .row = lines[$0] { true } else { false } }
    let wanted = max(0, min(line, lines.count - 1))
    let next = down ? rows.first { $0 >= wanted } ?? rows.last : rows.last { $0 <= wanted } ?? rows.first
    selected = next ?? 0
    if selectedRow?.identity != shown { previewTop = 0 }
    shown = selectedRow?.identity
  }

  private mutating func select(_ line: Int, down: Bool) {
    move(to: line, down: down)
    chosen = selectedRow?.identity
  }

  // MARK: Keys

  /// The request to the caller that a key makes; nil for none.
  mutating func handle(_ key: Key) -> Action? {
    message = nil
    switch key {
    case .control("c"), .escape: return .leave
    case .control("z"): return .suspend
    case .enter: return take(nil)
    case .control("t"): return take(.utf8PlainText)
    case .control("r"): return take(.markdown)
    case .control("p"): return pinOrDrop { .pin($0) }
    case .control("x"): return pinOrDrop { .drop($0) }
    case .up: select(selected - 1, down: false)
    case .down, .control("n"): select(selected + 1, down: true)
    case .pageUp: select(selected - layout.listHeight, down: false)
    case .pageDown: select(selected + layout.listHeight, down: true)
    case .home: select(0, down: true)
    case .end: select(lines.count - 1, down: false)
    case .left: previewTop -= max(1, layout.previewHeight / 2)
    case .right: previewTop += max(1, layout.previewHeight / 2)
    case .backspace: type(String(query.dropLast()))
    case .control("u"): type("")
    case .control("w"): type(Self.withoutLastWord(query))
    case .character(let character): type(query + String(character))
    default: break
    }
    return nil
  }

  private mutating func type(_ text: String) {
    guard text.count <= Self.queryLimit else { return }
    // An entry that holds a longer word holds its beginning, too.
    let isLonger = !query.isEmpty && text.hasPrefix(query)
    query = text
    // The best match is the first: what was selected before does not matter.
    chosen = nil
    top = 0
    list(narrowing: isLonger)
    chosen = query.isEmpty ? nil : selectedRow?.identity
  }

  private static func withoutLastWord(_ text: String) -> String {
    var text = text
    while text.last?.isWhitespace == true { text.removeLast() }
    while let last = text.last, !last.isWhitespace { text.removeLast() }
    return text
  }

  private mutating func take(_ type: UTType?) -> Action? {
    switch selectedRow {
    case .copy(let item)?: return .restore(item.number, as: type)
    case .text(let kind)?:
      guard let text = selectedRow.flatMap(pictureText)?[kind] else {
        message =
          lackingPictureText == nil ? "No \(PickRow.title(kind)) were found" : "Still reading the picture"
        return nil
      }
      return .copy(Array(text.utf8), type: UTType.utf8PlainText.identifier)
    case .form(let row)?:
      if let text = pictureText(of: .form(row))?.best, type != nil {
        return .copy(Array(text.utf8), type: UTType.utf8PlainText.identifier)
      }
      if let type { return .recast(type) }
      guard let bytes = row.target.property?.bytes else {
        message = "The content of \(row.target.name) was not read"
        return nil
      }
      // Lists of files come in forms that belong together: each is offered under its own name alone.
      let identifier = row.target.type == .fileURL ? nil : row.target.type?.identifier
      return .copy(bytes, type: identifier ?? TypeName.targetPrefix + row.target.name)
    case nil:
      message = "Nothing is selected"
      return nil
    }
  }

  private mutating func pinOrDrop(_ make: (Int) -> Action) -> Action? {
    if let item = selectedRow?.item { return make(item.number) }
    message = "Only copies in the history can be pinned or dropped"
    return nil
  }
}
