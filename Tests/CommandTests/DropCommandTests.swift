import Foundation
import TestSupport
import Testing

/// `pb drop` with sources of every habit that was seen.
@Suite("Drops on the command line", .timeLimit(.minutes(3)))
struct DropCommandTests {
  private let server: PrivateXServer
  private let pb: BuiltCommand

  private static let html = Array("<h1>Title</h1><p>a <b>b</b></p>".utf8)
  private static let page: [(type: String, bytes: [UInt8])] = [
    ("UTF8_STRING", Array("Title\n\na b".utf8)), ("text/html", html), ("text/plain", Array("Title".utf8)),
    ("application/x-private", [1]),
  ]
  private static let markdown = "# Title\n\na **b**\n"

  init() throws {
    server = try PrivateXServer(options: ["-screen", "0", "640x480x24"])
    pb = BuiltCommand(on: server)
  }

  private func start(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess([BuiltCommand.path, "drop"] + arguments, environment: pb.environment)
  }

  enum Habit: CaseIterable {
    case usual, noTime, strangeTime, inlineTypes, listBitAlone, listOfAnotherType, nothingListed, version3,
      version6, noPosition
    case leavesAfterDrop, entersTwice, suggestsMove, givesPieces, refusesHTML, wideHTML, namesTypeOfProperty
  }

  @Test("Each habit of a source gives what is dropped", arguments: Habit.allCases)
  func habits(habit: Habit) throws {
    let process = try start()
    let source = try ScriptedDragSource(on: server, Self.page)
    var expected = Self.markdown
    let target = try source.target()
    switch habit {
    case .noTime: source.dropTime = 0
    case .strangeTime: source.dropTime = 0xFFFF_FFF0
    case .givesPieces: source.givesPieces = true
    case .namesTypeOfProperty: source.namesTypeOfProperty = true
    case .refusesHTML:
      source.refused = ["text/html"]
      expected = "Title\n\na b"
    case .wideHTML:
      let text = String(decoding: Self.html, as: UTF8.self)
      source.contents[1].bytes = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .entersTwice: source.enter(target)
    case .listOfAnotherType:
      source.client.setProperty(
        source.client.atom("XdndTypeList"), type: source.client.atom("INCR"), words: [4, 5, 6])
    default: break
    }
    let listing: ScriptedDragSource.Listing =
      switch habit {
      case .inlineTypes: .inline
      case .listBitAlone, .listOfAnotherType: .listBitAlone
      case .nothingListed: .nothing
      default: .list
      }
    source.enter(target, version: habit == .version3 ? 3 : habit == .version6 ? 6 : 5, listing)
    if habit != .noPosition {
      let status = try source.position(
        target, action: habit == .suggestsMove ? "XdndActionMove" : "XdndActionCopy")
      #expect(status.accepts && status.action == "XdndActionCopy")
    }
    let time = ContinuousClock.now
    source.drop(target)
    if habit == .leavesAfterDrop { source.leave(target) }
    let finished = try source.serve()
    #expect(finished.isTaken && finished.action == "XdndActionCopy")
    #expect(ContinuousClock.now - time < .seconds(10))
    let result = try process.wait()
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.text == expected)
    // Qt answers only the window that was dropped on, or the time of the drop.
    #expect(source.asked.allSatisfy { $0.window == target && $0.time == source.dropTime })
  }

  @Test func `A source that leaves or dies is no matter to the next`() throws {
    let process = try start()
    let first = try ScriptedDragSource(on: server, Self.page)
    let target = try first.target()
    first.enter(target)
    _ = try first.position(target)
    first.leave(target)
    first.enter(target)
    _ = try first.position(target)
    first.client.disconnect()
    let second = try ScriptedDragSource(on: server, Self.page)
    second.enter(target)
    #expect(try second.position(target).accepts)
    second.drop(target)
    #expect(try second.serve().isTaken)
    #expect(try process.wait().text == Self.markdown)
  }

  /// Another client can name any window as the source of a drag.
  @Test func `A source that gives a window of pb as its own does not make it deaf`() throws {
    let process = try start()
    let source = try ScriptedDragSource(on: server, Self.page)
    source.givesPieces = true
    let target = try source.target()
    source.client.send("XdndEnter", [target, 5 << 24, source.client.atom("text/html"), 0, 0], about: target)
    source.client.send("XdndLeave", [target, 0, 0, 0, 0], about: target)
    source.enter(target)
    #expect(try source.position(target).accepts)
    source.drop(target)
    #expect(try source.serve().isTaken)
    #expect(try process.wait().text == Self.markdown)
  }

  /// A server accepts names of 65,535 bytes, and a list has thousands.
  @Test func `Names that no program has are not kept`() throws {
    let long = String(repeating: "x", count: 5000)
    let result = try dropped([("text/\(long)", [65]), ("text/plain", Array("a".utf8))])
    #expect(result.status == 0 && result.text == "a")
    let none = try dropped([("text/\(long)", [65]), ("application/x-private", [1])])
    #expect(none.status == 1 && !none.errors.contains(long) && none.errors.contains("application/x-private"))
    let nothing = try dropped([("TIMESTAMP", [65])])
    #expect(nothing.status == 1 && nothing.errors == "pb: what was dropped has no content\n")
  }

  @Test func `It stays for more where it is to, and says what it could not use`() throws {
    let process = try start("--keep")
    let source = try ScriptedDragSource(on: server, [("application/x-private", [1])])
    let target = try source.target()
    for isOfUse in [false, true, true] {
      if isOfUse { source.contents = Self.page }
      source.enter(target)
      _ = try source.position(target)
      source.drop(target)
      #expect(try source.serve().isTaken == isOfUse)
    }
    source.client.send(
      "WM_PROTOCOLS", [source.client.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0], about: target)
    let result = try process.wait()
    #expect(result.status == 0 && result.text == Self.markdown + Self.markdown)
    #expect(result.errors.contains("application/x-private"))
  }

  @Test func `A source that gives nothing costs a bounded wait`() throws {
    let process = try start("--type", "html")
    let source = try ScriptedDragSource(on: server, Self.page)
    let target = try source.target()
    source.enter(target)
    source.drop(target)
    let finished = try source.client.waitForMessage("XdndFinished", timeout: .seconds(15))
    #expect(finished[1] & 1 == 0)
    let result = try process.wait()
    #expect(result.status == 2 && result.errors.contains("text/html"))
  }

  @Test func `What a late source still writes does not get into the next drop`() throws {
    let process = try start("--keep", "--type", "html")
    func announcePieces(_ client: RawClient, _ request: RawClient.Request) {
      client.setProperty(request.property, of: request.requestor, type: client.atom("INCR"), words: [100])
      client.answer(request)
    }
    let late = try ScriptedDragSource(on: server, Self.page)
    let target = try late.target()
    late.enter(target)
    late.drop(target)
    let given = try late.client.waitForRequest()
    announcePieces(late.client, given)
    _ = try late.client.waitForMessage("XdndFinished", timeout: .seconds(15))

    let next = try ScriptedDragSource(on: server, Self.page)
    next.enter(target)
    try waitUntil { try next.position(target).accepts }
    next.drop(target)
    let request = try next.client.waitForRequest()
    #expect(request.target == given.target && request.requestor != given.requestor)
    next.client.observeProperties(of: request.requestor)
    announcePieces(next.client, request)
    try next.client.waitForPropertyChange(request.property, of: request.requestor, isDeleted: true)
    late.client.setProperty(
      given.property, of: given.requestor, type: given.target, bytes: Array("late".utf8))
    late.client.sync()
    for piece in [Self.html, []] {
      next.client.setProperty(request.property, of: request.requestor, type: request.target, bytes: piece)
      try next.client.waitForPropertyChange(request.property, of: request.requestor, isDeleted: true)
    }
    #expect(try next.serve().isTaken)
    next.client.send("WM_PROTOCOLS", [next.client.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0], about: target)
    let result = try process.wait()
    #expect(result.status == 0 && result.output == Self.html)
    #expect(result.errors.contains("text/html"))
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `Told to end, it finishes what was dropped`(signal: Int32) throws {
    let process = try start()
    let source = try ScriptedDragSource(on: server, Self.page)
    let target = try source.target()
    source.enter(target)
    source.drop(target)
    _ = try source.client.waitForRequest()
    process.kill(signal)
    #expect(try source.client.waitForMessage("XdndFinished")[1] & 1 == 0)
    #expect(try process.wait().status != 0)
  }

  // MARK: What is made of it

  /// Drops onto a new window, and returns what is written.
  private func dropped(
    _ contents: [(type: String, bytes: [UInt8])], _ arguments: String...,
    prepare: (ScriptedDragSource) -> Void = { _ in }
  ) throws -> ChildProcess.Result {
    let process = try ChildProcess([BuiltCommand.path, "drop"] + arguments, environment: pb.environment)
    let source = try ScriptedDragSource(on: server, contents)
    prepare(source)
    let target = try source.target()
    source.enter(target)
    _ = try source.position(target)
    source.drop(target)
    _ = try source.serve()
    return try process.wait()
  }

  @Test func `Files give their paths, links of pages do not`() throws {
    let list = Array("file:///a%20b\r\nfile:///c\r\n".utf8)
    #expect(try dropped([("text/uri-list", list)]).text == "/a b\n/c\n")
    #expect(try dropped([("text/uri-list", list)], "-0").text == "/a b\0/c\0")
    let json = try dropped([("text/uri-list", list)], "--json").text
    #expect(json.contains(#""forms": ["text/uri-list"]"#) && json.contains(#""path": "/a b""#))
    let link: [(type: String, bytes: [UInt8])] = [
      ("text/uri-list", Array("https://example.org/\r\n".utf8)),
      ("text/html", Array(#"<a href="https://example.org/">Example</a>"#.utf8)),
      ("_NETSCAPE_URL", Array("https://example.org/\nExample".utf8)),
    ]
    #expect(try dropped(link).text == "[Example](https://example.org/)\n")
  }

  @Test func `The options of pb paste hold here too`() throws {
    #expect(try dropped(Self.page, "-t", "html").output == Self.html)
    #expect(try dropped(Self.page, "--plain").text == "Title\n\na b")
    #expect(try dropped(Self.page, "--raw", "application/x-private").output == [1])
    let json = try dropped(Self.page, "--json").text
    #expect(json.contains(#""text/html""#) && json.contains(##""text": "# Title\n\na **b**\n""##))
    #expect(try dropped(Self.page, "--explain").errors.contains("text/html"))
  }

  @Test func `A file of a page goes into a folder by its own name`() throws {
    let folder = try TemporaryFolder()
    let contents: [(type: String, bytes: [UInt8])] = [
      ("text/html", Array(#"<img src="https://example.org/a.bin">"#.utf8)), ("XdndDirectSave0", []),
      ("application/octet-stream", [1, 2, 3]),
    ]
    for (name, written) in [
      ("a.bin", "a.bin"), ("../../a.bin", "a (2).bin"), ("a.bin\0", "a (3).bin"),
      (".profile", "profile"), ("\u{1B}[31m\n\u{202E}b.png", "[31m b.png"), ("-rf", "rf"),
      (String(repeating: "n", count: 300) + ".png", String(repeating: "n", count: 160) + ".png"),
    ] {
      let result = try dropped(contents, "--into", folder.path) { source in
        source.client.setProperty(
          source.client.atom("XdndDirectSave0"), type: source.client.atom("text/plain"),
          bytes: Array(name.utf8))
      }
      #expect(result.text == "\(folder.path)/\(written)\n")
      #expect(FileManager.default.contents(atPath: "\(folder.path)/\(written)") == Data([1, 2, 3]))
    }
    let pasted = try dropped(Self.page, "--into", folder.path + "/new")
    #expect(pasted.text == "\(folder.path)/new/Title.md\n")
  }

  // MARK: Ends without a drop

  @Test func `Nothing dropped in time, and a window that is closed, are no success`() throws {
    let late = try pb.run("drop", "--timeout", "0.2")
    #expect(late.status == 1 && late.errors.contains("in time"))
    let process = try start()
    let client = try RawClient(display: server.display)
    let source = try ScriptedDragSource(on: server, [])
    let window = try source.target()
    client.send("WM_PROTOCOLS", [client.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0], about: window)
    #expect(try process.wait().status == 1)
  }

  @Test(arguments: ["drag", "drop"])
  func `Where there is no display, it says so and waits for nothing`(command: String) throws {
    let result = try BuiltCommand().run(command, input: [0x61])
    #expect(result.status == 2 && result.errors.contains("DISPLAY is not set"))
  }
}
