import Exchange
import Synchronization
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Pasteboard

/// The library, on a backend in memory.
@Suite("Items")
struct ItemTests {
  private let pasteboard = Pasteboard(name: .general, backend: .memory())

  @Test func `Several items come back as they were`() throws {
    var second = PasteboardItem("<p>two</p>", type: .html)
    second.setData([0, 0xFF], forType: .png)
    try pasteboard.write([
      PasteboardItem("# one", type: .markdown), second, PasteboardItem("three", type: .utf8PlainText),
    ])
    let items = try pasteboard.pasteboardItems
    #expect(items.map(\.types) == [[.markdown], [.html, .png], [.utf8PlainText]])
    #expect(items[1].data(forType: .png) == [0, 0xFF])
    // Who knows no more than one item gets the first, and the text of all.
    #expect(try pasteboard.string(forType: .markdown) == "# one")
    #expect(try pasteboard.string(forType: .utf8PlainText) == "# one\ntwo\nthree")
    #expect(try pasteboard.read([.png, .plainText]).map(\.type) == [.markdown, .png, .utf8PlainText])
  }

  @Test(arguments: [UTType.utf16PlainText, .utf16ExternalPlainText])
  func `Text of UTF-16 is UTF-16`(type: UTType) throws {
    let item = PasteboardItem("é𝄞", type: type)
    #expect(item.data(forType: type) == [0xFF, 0xFE, 0xE9, 0, 0x34, 0xD8, 0x1E, 0xDD])
    #expect(item.string(forType: type) == "é𝄞")
    try pasteboard.setString("é𝄞", forType: type)
    #expect(try pasteboard.string(forType: type) == "é𝄞")
  }

  @Test func `A type is available that there is data of`() throws {
    try pasteboard.setString("no table\n", forType: .utf8PlainText)
    #expect(try pasteboard.availableType(from: [.json, .commaSeparatedText, .html]) == .html)
    #expect(try pasteboard.availableType(from: [.json]) == nil)
    try pasteboard.setString("a\tb\n1\t2\n", forType: .tabSeparatedText)
    #expect(try pasteboard.availableType(from: [.png, .commaSeparatedText]) == .commaSeparatedText)
  }

  @Test func `Files of several items are one list`() throws {
    try pasteboard.write(["a", "b%20c"].map { PasteboardItem("file:///tmp/\($0)", type: .fileURL) })
    let reader = try PasteboardReader(.general, on: pasteboard.backend)
    #expect(
      try reader.property("text/uri-list").bytes == Array("file:///tmp/a\r\nfile:///tmp/b%20c\r\n".utf8))
  }

  @Test func `What another program offers is one item, read when its data is wanted`() throws {
    let asked = Mutex<[String]>([])
    let content = Content(names: ["text/html", "application/x-other"]) { name in
      asked.withLock { $0.append(name) }
      return Representation(bytes: Array("<b>\(name)</b>".utf8))
    }
    _ = try pasteboard.backend.serve(.general, content) {}
    let items = try pasteboard.pasteboardItems
    #expect(items.count == 1 && asked.withLock { $0 } == [])
    let other = try #require(UTType(mimeType: "application/x-other"))
    #expect(items[0].types == [.html, other])
    #expect(items[0].string(forType: other) == "<b>application/x-other</b>")
    #expect(asked.withLock { $0 } == ["application/x-other"])
    try pasteboard.clearContents()
    #expect(try pasteboard.pasteboardItems.isEmpty)
  }

  @Test(arguments: [
    UTType(mimeType: "application/x-made-up"), UTType(exportedAs: "com.example.exported"),
    UTType(tag: "_PRIVATE", tagClass: .pasteboardType, conformingTo: nil), UTType("dyn.age80e2pe"), .png,
    .pythonScript,
  ])
  func `Any type is offered, and comes back byte for byte`(type: UTType?) throws {
    let type = try #require(type)
    try pasteboard.setData([0x61, 0, 0xFF], forType: type)
    #expect(try pasteboard.types.first == type)
    #expect(try pasteboard.data(forType: type) == [0x61, 0, 0xFF])
  }

  @Test(arguments: [
    (UTType.markdown, "text/markdown", "# A *b*\n"), (.commaSeparatedText, "text/csv", "a,b\n1,2\n"),
  ])
  func `A type of one's own below a format is offered under that too`(
    parent: UTType, name: String, text: String
  ) throws {
    let own = UTType(exportedAs: "com.example.below-" + String(name.suffix(3)), conformingTo: parent)
    try pasteboard.setString(text, forType: own)
    #expect(try pasteboard.types.first == own)
    #expect(try PasteboardReader(.general, on: pasteboard.backend).property(name).bytes == Array(text.utf8))
    #expect(try pasteboard.string(forType: own) == text)
  }

  @Test func `A subtype has its own bytes, and never a rendering of another`() throws {
    try pasteboard.setString("print(1)", forType: .utf8PlainText)
    #expect(try pasteboard.data(forType: .pythonScript) == nil)
    #expect(try pasteboard.data(forType: .json) == nil)
    try pasteboard.setString("def f():\n    pass\n", forType: .pythonScript)
    #expect(try pasteboard.string(forType: .plainText) == "print(1)")
    #expect(try pasteboard.string(forType: .pythonScript) == "def f():\n    pass\n")
  }

  @Test(arguments: ["STRING", "text/plain", "UTF8_STRING"], [UTType.utf8PlainText, .plainText, .markdown])
  func `Plain text keeps its indentation under every name`(name: String, type: UTType) throws {
    let text = "if x:\n\tpass\n        y  = 1\n\n\n  z\n"
    _ = try pasteboard.backend.serve(
      .general, Content(names: [name]) { _ in Representation(bytes: Array(text.utf8)) }
    ) {}
    #expect(try pasteboard.string(forType: type) == text)
  }

  /// The provider of one type asks for that very type.
  @Test func `A promise that pastes itself ends`() throws {
    let pasteboard = Pasteboard(name: try PasteboardName("test.promise"), backend: .memory())
    let depth = Mutex(0)
    try pasteboard.declareTypes([.png]) { _ in
      let isFirst = depth.withLock { depth in
        depth += 1
        return depth == 1
      }
      if isFirst { _ = try? pasteboard.types }
      return [1]
    }
    #expect(try pasteboard.data(forType: .png) == [1])
  }

  @Test func `What another program replaces is let go of`() throws {
    final class Witness: Sendable {}
    weak var witness: Witness?
    do {
      let held = Witness()
      witness = held
      var item = PasteboardItem()
      item.setDataProvider(forTypes: [.png]) { _ in withExtendedLifetime(held) { [1] } }
      try pasteboard.write(item)
    }
    #expect(witness != nil)
    _ = try pasteboard.backend.serve(.general, Content(names: ["a/a"]) { _ in nil }) {}
    let deadline = ContinuousClock.now + .seconds(20)
    while witness != nil, ContinuousClock.now < deadline { look() }
    #expect(witness == nil)
  }

  private func look() { _ = try? pasteboard.types }

  @Test func `Bundles that are damaged are none`() {
    var generator = SeededGenerator(seed: 11)
    let whole = ItemBundle.encode([PasteboardItem("abc", type: .html), PasteboardItem("d", type: .rtf)]).array
    #expect(ItemBundle.decode(whole)?.count == 2)
    for _ in 0..<2000 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damaged[Int.random(in: damaged.indices, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      _ = ItemBundle.decode(damaged)
      _ = ItemBundle.decode(Array(damaged.prefix(Int.random(in: 0...damaged.count, using: &generator))))
    }
    #expect(ItemBundle.decode(Array("pasteboard-items 1\n99999999999 ".utf8)) == nil)
    #expect(ItemBundle.decode(Array("pasteboard-items 1\n7 9999999".utf8)) == nil)
  }
}
