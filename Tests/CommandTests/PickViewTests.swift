import Exchange
import Foundation
import Pasteboard
import Terminal
import TestSupport
import TextWidths
import Testing
import UniformTypeIdentifiers

@testable import pb

/// The state of `pb pick`: keys, search and frames, without a terminal or a service.
@Suite("Picking", .timeLimit(.minutes(1)))
struct PickViewTests {
  /// A copy in the history.
  static func item(
    _ number: Int, _ text: String, time: Int = 0, isPinned: Bool = false, target: String = "UTF8_STRING"
  ) -> HistoryItem {
    var copy = Snapshot()
    copy.names = [target]
    copy.keep(Representation(bytes: Array(text.utf8)), as: target)
    return HistoryItem(HistoryEntry(number: number, time: time, copy, isPinned: isPinned))
  }

  /// The listing of a clipboard that holds this.
  private static func listing(_ forms: KeyValuePairs<String, [UInt8]>) throws -> PasteboardListing {
    var copy = Snapshot()
    for (name, bytes) in forms {
      copy.names.append(name)
      copy.keep(Representation(bytes: bytes), as: name)
    }
    var listing = PasteboardListing(.general, on: .memory())
    try listing.read(from: PasteboardReader(copy), .forms)
    return listing
  }

  private static func targets(_ text: String) -> [ShownTarget] {
    [
      ShownTarget(
        "UTF8_STRING", RepresentationPrefix(Representation(bytes: Array(text.utf8)), size: text.utf8.count))
    ]
  }

  /// A view with four copies and two formats.
  private static func view(columns: Int = 80, rows: Int = 24) throws -> PickView {
    var view = PickView(size: TerminalSize(columns: columns, rows: rows))
    view.show(
      try listing(["text/html": Array("<h1>Now</h1>".utf8), "UTF8_STRING": Array("Now".utf8)]), .data,
      isReading: false)
    view.show(
      .success([
        item(4, "alpha Beta"), item(3, "gamma delta\nsecond line"), item(2, "Beta only", isPinned: true),
        item(1, "omega"),
      ]))
    return view
  }

  private func selected(_ view: PickView) -> Int? { view.selectedRow?.item?.number }

  private func type(_ text: String, _ view: inout PickView) {
    for character in text { _ = view.handle(.character(character)) }
  }

  // MARK: Search

  @Test(arguments: [
    ("beta", [2, 4]), ("Beta", [2, 4]), ("alpha beta", [4]), ("ALPHA", []),
    ("a", [2, 4, 3, 1]),
    ("second gamma", [3]), ("", [2, 4, 3, 1]), ("  ", [2, 4, 3, 1]), ("nothing", []),
  ])
  func `All words must be there, and capitals count in words that have some`(query: String, numbers: [Int])
    throws
  {
    var view = try Self.view()
    type(query, &view)
    let shown = view.lines.compactMap { if case .row(.copy(let item)) = $0 { item.number } else { nil } }
    #expect(shown == numbers)
  }

  @Test func `A search finds what a simple one finds`() {
    var generator = SeededGenerator(seed: 3)
    let letters = Array("abAB é日\n")
    for _ in 0..<3000 {
      let text = String(
        (0..<Int.random(in: 0...40, using: &generator)).map { _ in
          letters.randomElement(using: &generator) ?? "a"
        })
      let word = String(
        (0..<Int.random(in: 1...4, using: &generator)).map { _ in
          letters.randomElement(using: &generator) ?? "a"
        })
      let words = word.split(whereSeparator: \.isWhitespace)
      let expected = words.allSatisfy { word in
        let isExact = word.lowercased() != word
        return (isExact ? text : text.lowercased()).contains(isExact ? String(word) : word.lowercased())
      }
      #expect(PickSearch(word).matches(PickText(text)) == expected, "\(word) in \(text)")
    }
  }

  @Test func `Text beyond the list is searched once it has come`() throws {
    var view = try Self.view()
    type("hidden", &view)
    #expect(view.matchCount == 0 && view.selectedRow == nil && view.handle(.enter) == nil)
    view.show(texts: [1: "omega with a hidden word"])
    #expect(view.matchCount == 1 && selected(view) == 1)
    view.show(texts: [77: "no longer there"])
    #expect(view.matchCount == 1)
  }

  // MARK: Keys

  @Test func `Pinned copies come first, and every key moves as it says`() throws {
    var view = try Self.view(rows: 10)
    #expect(selected(view) == 2)
    for (key, number) in [
      (Key.down, 4), (.down, 3), (.control("n"), 1), (.down, 1), (.up, 3), (.end, 1), (.pageUp, 2),
      (.pageDown, 1),
    ] {
      #expect(view.handle(key) == nil)
      if let selected = selected(view) { #expect(selected == number || key == .pageUp, "\(key)") }
    }
    #expect(view.handle(.home) == nil)
    #expect(view.selectedRow?.form?.target.name == "text/html")
    #expect(view.handle(.up) == nil && view.selectedRow?.form?.target.name == "text/html")
  }

  @Test func `Keys ask for what they say`() throws {
    var view = try Self.view()
    #expect(view.handle(.enter) == .restore(2, as: nil))
    #expect(view.handle(.control("t")) == .restore(2, as: .utf8PlainText))
    #expect(view.handle(.control("r")) == .restore(2, as: .markdown))
    #expect(view.handle(.control("p")) == .pin(2))
    #expect(view.handle(.control("x")) == .drop(2))
    #expect(view.handle(.control("z")) == .suspend)
    #expect(view.handle(.escape) == .leave && view.handle(.control("c")) == .leave)
    _ = view.handle(.home)
    #expect(view.handle(.enter) == .copy(Array("<h1>Now</h1>".utf8), type: "public.html"))
    #expect(view.handle(.control("t")) == .recast(.utf8PlainText))
    #expect(view.handle(.control("r")) == .recast(.markdown))
    #expect(view.handle(.control("p")) == nil && view.message?.contains("history") == true)
    #expect(view.handle(.control("x")) == nil && view.message?.contains("history") == true)
    #expect(view.handle(.tab) == nil && view.message == nil)
  }

  @Test func `What is typed can be taken back`() throws {
    var view = try Self.view()
    type("alpha beta", &view)
    #expect(view.matchCount == 1 && selected(view) == 4)
    _ = view.handle(.control("w"))
    #expect(view.query == "alpha ")
    _ = view.handle(.backspace)
    _ = view.handle(.backspace)
    #expect(view.query == "alph")
    _ = view.handle(.control("u"))
    #expect(view.query.isEmpty && selected(view) == 2)
    type(String(repeating: "x", count: 500), &view)
    #expect(view.query.count == 200)
  }

  @Test func `The selection stays on its copy when others come and go`() throws {
    var view = try Self.view()
    _ = view.handle(.down)
    _ = view.handle(.down)
    #expect(selected(view) == 3)
    view.show(.success([Self.item(9, "new"), Self.item(3, "gamma delta"), Self.item(1, "omega")]))
    #expect(selected(view) == 3)
    view.show(.success([Self.item(9, "new"), Self.item(1, "omega")]))
    #expect(selected(view) != nil)
    view.show(.failure(Self.off))
    #expect(view.frame(now: 0).text.contains("the history is off"))
    view.show(.success([]))
    #expect(view.frame(now: 0).text.contains("no copies yet"))
  }

  private static let off = PasteboardError(.empty, "the history is off. Start it with: pb serve --history 50")

  // MARK: Frames

  private func golden(_ name: String, _ frame: Frame) throws {
    let file = BuiltCommand.fixtures.appending(path: "screens/\(name).txt")
    if ProcessInfo.processInfo.environment["PASTEBOARD_WRITE_SCREENS"] != nil {
      try frame.text.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(frame.text == expected, "\(name) shows:\n\(frame.text)")
  }

  /// Text that would take over a terminal that got it raw, and characters of every width.
  static let hostile = [
    "escape \u{1B}[2J\u{1B}]52;c;aGk=\u{7} \u{9B}31m end",
    "bidi \u{202E}reversed\u{202C} \u{2066}isolated\u{2069}",
    "wide 日本語 한글 １２ " + String(repeating: "字", count: 60),
    "combining e\u{301}\u{301} " + "a" + String(repeating: "\u{300}", count: 500),
    "emoji 👩‍👩‍👧 🏳️‍🌈 🇩🇪 \u{1F468}\u{200D}\u{1F469}", "zero \u{200B}\u{FEFF}\u{2060}\u{AD}width \u{E0041}tag",
    "tabs\tand\r\nlines\u{2028}and \u{85} controls\u{0}\u{7F}", String(repeating: "long ", count: 20_000),
    "", " \n\t ", "\u{FFFD}\u{10FFFF}\u{FFFF}",
  ]

  private static func hostileView(_ columns: Int, _ rows: Int) throws -> PickView {
    var view = PickView(size: TerminalSize(columns: columns, rows: rows))
    view.show(
      try listing([
        "text/plain\u{1B}[2J": [0x41], "日本語/目標😀": [0, 1],
        "text/html": Array("<p>\u{1B}]0;x\u{7}<b>fat</b></p>".utf8),
      ]), .data, isReading: false)
    view.show(
      .success(hostile.enumerated().map { item($0.offset + 1, $0.element, isPinned: $0.offset == 1) }))
    return view
  }

  @Test(arguments: [(80, 24), (200, 60), (40, 12)])
  func `The screen shows hostile copies safely, as it always did`(columns: Int, rows: Int) throws {
    var view = try Self.hostileView(columns, rows)
    view.show(Self.targets(Self.hostile[1]), of: 2)
    try golden("pick-\(columns)x\(rows)", view.frame(now: 90))
    _ = view.handle(.end)
    type("wide", &view)
    view.show(Self.targets(Self.hostile[2]), of: 3)
    try golden("pick-search-\(columns)x\(rows)", view.frame(now: 90_000))
  }

  @Test(arguments: [(1, 1), (2, 3), (7, 4), (20, 5), (59, 7), (60, 3), (80, 24), (200, 60), (1000, 2)])
  func `No frame is larger than its screen, whatever is typed`(columns: Int, rows: Int) throws {
    var view = try Self.hostileView(columns, rows)
    var generator = SeededGenerator(seed: UInt64(columns * 100 + rows))
    let keys: [Key] = [
      .up, .down, .pageUp, .pageDown, .home, .end, .left, .right, .backspace, .control("u"), .control("w"),
      .control("n"), .character("e"), .character(" "), .character("日"), .character("\u{301}"),
      .character("é"),
    ]
    for _ in 0..<60 {
      _ = view.handle(keys.randomElement(using: &generator) ?? .up)
      if let number = view.lackingContent, Bool.random(using: &generator) {
        view.show(Bool.random(using: &generator) ? Self.targets(Self.hostile[number - 1]) : nil, of: number)
      }
      let frame = view.frame(now: 5)
      #expect(frame.lines.count == rows && frame.lines.allSatisfy { $0.width <= columns })
      let text = frame.encoded(after: nil, color: false)
      let rest = text.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
      #expect(!rest.unicodeScalars.contains { VisibleText.isHarmful($0) || $0.value < 0x20 })
    }
  }

  @Test func `A secret on the clipboard is told of and not shown`() throws {
    var view = PickView(size: TerminalSize(columns: 80, rows: 24))
    view.show(
      try Self.listing([
        "UTF8_STRING": Array("hunter2".utf8), "x-kde-passwordManagerHint": Array("secret".utf8),
      ]),
      .sensitive, isReading: false)
    let text = view.frame(now: 0).text
    #expect(text.contains("a secret, not shown") && !text.contains("hunter2") && view.forms.isEmpty)
  }
}
