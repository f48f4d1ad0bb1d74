import Exchange
import Pasteboard
import TestSupport
import Testing
import UniformTypeIdentifiers
import X11Selections

/// Drags out of a program that uses the library, and drops onto it.
@Suite("Drags of the library", .timeLimit(.minutes(3)))
struct DragLibraryTests {
  private let server: PrivateXServer
  private let backend: Backend

  private static let markdown = "# Title\n"

  init() throws {
    server = try PrivateXServer(options: ["-screen", "0", "640x480x24"])
    backend = .x11(display: server.display)
  }

  @Test func `Content is dragged in every form, and the pasteboard of drags has it meanwhile`() throws {
    let target = try ScriptedDropTarget(on: server)
    let backend = backend
    let end = Thread<Bool?> {
      var source = DragSource(PasteboardItem(Self.markdown, type: .markdown), title: "A note")
      source.fileName = "note.md"
      return try? source.drag(within: .seconds(30), on: backend)
    }
    try target.waitForEnter()
    let name = target.client.property(target.client.atom("XdndDirectSave0"), of: target.source)
    #expect(name?.text == "note.md\0")
    let pasteboard = Pasteboard(name: .drag, backend: backend)
    #expect(try pasteboard.types.contains(.html))
    #expect(try pasteboard.string(forType: .markdown) == Self.markdown)
    target.status(true)
    target.client.click()
    let time = try target.acceptUntilDrop()
    let html = try target.client.fetch("XdndSelection", "text/html", time: time)
    #expect(html?.text.contains("<h1>Title</h1>") == true)
    target.finish()
    try target.takeOver()
    #expect(try end.join() == true)
  }

  @Test func `Files are dragged from a window, to be moved if the program lets them be`() throws {
    let target = try ScriptedDropTarget(on: server)
    let backend = backend
    let end = Thread<Bool?> {
      let files = ["file:///a", "file:///b"].map { PasteboardItem($0, type: .fileURL) }
      var source = DragSource(files, title: "pb drag")
      source.mayMove = true
      return try? source.drag(fromWindow: true, within: .seconds(30), on: backend)
    }
    let client = target.client
    let place = client.place(of: try target.windowOfSource())
    client.movePointer(to: place.x + 10, place.y + 10)
    client.button(1, isDown: true)
    client.movePointer(to: place.x + 30, place.y + 10)
    try target.waitForEnter()
    let actions = client.property(client.atom("XdndActionList"), of: target.source)?.words.map(client.name)
    #expect(actions == ["XdndActionMove", "XdndActionCopy"])
    #expect(try client.fetch("XdndSelection", "text/uri-list")?.text == "file:///a\r\nfile:///b\r\n")
    target.status(true)
    client.button(1, isDown: false)
    _ = try target.acceptUntilDrop()
    target.finish(false)
    let window = try target.windowOfSource()
    client.send("WM_PROTOCOLS", [client.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0], about: window)
    #expect(try end.join() == false)
  }

  /// What a program has read of a drop.
  private struct Reading: Sendable {
    var types: [UTType] = []
    var text: String?
    var files: [String] = []

    init(_ window: DropWindow) throws {
      guard let drop = try window.next(within: .seconds(30)) else { return }
      types = try drop.types
      text = try drop.string(forType: .markdown)
      files = try drop.files
      drop.end(isTaken: text != nil || !files.isEmpty)
    }
  }

  private func dropped(_ contents: [(type: String, bytes: [UInt8])]) throws -> Reading? {
    let window = try DropWindow(title: "Notes", on: backend)
    let reading = Thread<Reading?> { try? Reading(window) }
    let source = try ScriptedDragSource(on: server, contents)
    let target = try source.target()
    source.enter(target)
    #expect(try source.position(target).accepts)
    source.drop(target)
    #expect(try source.serve().isTaken)
    window.close()
    return try reading.join()
  }

  @Test func `What is dropped is read as what is copied`() throws {
    let page = try dropped([
      ("text/html", Array("<h1>Title</h1>".utf8)), ("UTF8_STRING", Array("Title".utf8)),
    ])
    #expect(page?.types == [.html, .utf8PlainText] && page?.text == Self.markdown && page?.files == [])
    let files = try dropped([("text/uri-list", Array("file:///a%20b\r\nfile:///c\r\n".utf8))])
    #expect(files?.files == ["/a b", "/c"])
  }

  @Test func `Nothing is dropped in time, and where there is no drag and drop that is said`() throws {
    let window = try DropWindow(title: "Notes", on: backend)
    let isEmpty = try window.next(within: .milliseconds(50)) == nil
    #expect(isEmpty)
    window.close()
    #expect(throws: PasteboardError.self) { try DropWindow(title: "Notes", on: .memory()) }
    #expect(throws: PasteboardError.self) {
      try DragSource(PasteboardItem("a", type: .plainText), title: "a").drag(on: .memory())
    }
  }
}
