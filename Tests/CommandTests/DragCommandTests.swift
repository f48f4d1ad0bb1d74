import Foundation
import Pictures
import TestSupport
import Testing

/// `pb drag` with targets of every habit that was seen.
@Suite("Drags on the command line", .timeLimit(.minutes(3)))
struct DragCommandTests {
  private let server: PrivateXServer
  private let pb: BuiltCommand
  private let folder: TemporaryFolder
  private let notes: String

  private static let markdown = "# Title\n\na **b**\n"

  init() throws {
    server = try PrivateXServer(options: ["-screen", "0", "640x480x24"])
    pb = BuiltCommand(on: server)
    folder = try TemporaryFolder()
    notes = try folder.file("notes.md", Array(Self.markdown.utf8))
  }

  private func start(_ arguments: String..., input: [UInt8] = []) throws -> ChildProcess {
    let environment = pb.environment.merging(["XDG_CONFIG_HOME": folder.path]) { $1 }
    return try ChildProcess([BuiltCommand.path, "drag"] + arguments, environment: environment, input: input)
  }

  // MARK: Whole drags

  enum Habit: CaseIterable {
    case usual, refusesFirst, threeStatuses, slowStatus, finishesTwice, asksAfterFinishing, asksFromElsewhere
    case asksWithStrangeTime, proxy, staleProxy, version6, version3, movesAnyway, slowVerdict
  }

  @Test("Each habit of a target gets what is dragged", arguments: Habit.allCases)
  func habits(habit: Habit) throws {
    let target = try ScriptedDropTarget(
      on: server, version: habit == .version6 ? 6 : habit == .version3 ? 3 : 5)
    let client = target.client
    if habit == .proxy || habit == .staleProxy {
      let proxy = client.createWindow()
      client.setProperty(
        client.atom("XdndProxy"), of: target.window, type: client.atom("WINDOW"), words: [proxy])
      if habit == .proxy {
        client.setProperty(client.atom("XdndProxy"), of: proxy, type: client.atom("WINDOW"), words: [proxy])
        client.setProperty(client.atom("XdndAware"), of: proxy, type: client.atom("ATOM"), words: [5])
      }
      client.sync()
    }
    let process = try start(notes)
    try target.waitForEnter()
    #expect(target.version == (habit == .version3 ? 3 : 5))
    let first = try target.waitForPosition()
    #expect(client.name(of: first[4]) == "XdndActionCopy")
    #expect(client.owner(of: "XdndSelection") == target.source)
    switch habit {
    case .refusesFirst: target.status(false)
    case .threeStatuses:
      target.status(false)
      target.status(true)
      target.status(false)
    case .slowVerdict: break
    case .slowStatus:
      // Nothing more is said before it answers.
      #expect(throws: RawClient.Failure.self) { try target.waitForPosition(timeout: .milliseconds(500)) }
      target.status(true)
    default: target.status(true)
    }
    client.click()
    if habit == .slowVerdict { target.status(false) }
    let time = try target.acceptUntilDrop()
    let requestor = habit == .asksFromElsewhere ? client.createWindow() : client.window
    let value = try client.fetch(
      "XdndSelection", "UTF8_STRING", window: requestor,
      time: habit == .asksWithStrangeTime ? 1_790_000_000 : habit == .asksFromElsewhere ? 0 : time)
    #expect(value?.bytes == Array(Self.markdown.utf8))
    target.finish(action: habit == .movesAnyway ? "XdndActionMove" : "XdndActionCopy")
    if habit == .finishesTwice { target.finish(false) }
    if habit == .asksAfterFinishing {
      #expect(throws: RawClient.Failure.self) { try client.waitForMessage("XdndLeave", timeout: .seconds(1)) }
      let late = try client.fetch("XdndSelection", "text/html", time: time)
      #expect(late?.text.contains("<h1>Title</h1>") == true)
    }
    try target.takeOver()
    let result = try process.wait()
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(FileManager.default.fileExists(atPath: notes), "nothing is moved")
    #expect(client.canGrabPointer())
  }

  @Test func `A target that never answers, or dies, or refuses, is no success`() throws {
    var target = try ScriptedDropTarget(on: server)
    var process = try start(notes)
    try target.waitForEnter()
    target.client.click()
    _ = try target.client.waitForMessage("XdndLeave")
    var result = try process.wait()
    #expect(result.status == 1 && result.errors.contains("no window accepted the drop"))

    process = try start(notes)
    try target.waitForEnter()
    target.status(true)
    target.client.click()
    _ = try target.acceptUntilDrop()
    target.finish(false)
    result = try process.wait()
    #expect(result.status == 1 && result.errors.contains("refused the drop"))

    process = try start(notes)
    try target.waitForEnter()
    target.client.disconnect()
    target = try ScriptedDropTarget(on: server)
    try target.waitForEnter()
    target.status(true)
    target.client.click()
    _ = try target.acceptUntilDrop()
    target.client.disconnect()
    result = try process.wait()
    #expect(result.status == 1)
  }

  @Test func `A target that asks for what nobody has is refused that after it has got what it wants`() throws
  {
    let target = try ScriptedDropTarget(on: server)
    let process = try start(notes)
    try target.waitForEnter()
    target.status(true)
    target.client.click()
    let time = try target.acceptUntilDrop()
    let client = target.client
    client.convert("XdndSelection", to: "text/rtf", property: "WANTED", time: time)
    client.convert("XdndSelection", to: "XdndSelection", property: "STRANGE", time: time)
    #expect(try client.waitForAnswer() == client.atom("WANTED"))
    #expect(try client.waitForAnswer() == 0)
    target.finish()
    target.finish(false)
    try target.takeOver()
    #expect(try process.wait().status == 0)
  }

  // MARK: What is offered

  @Test func `A document goes as content, with its name, and never as a list of files`() throws {
    let target = try ScriptedDropTarget(on: server)
    let process = try start(notes)
    try target.waitForEnter()
    let types = target.types()
    for type in [
      "text/markdown", "UTF8_STRING", "text/html", "text/rtf", "application/octet-stream", "XdndDirectSave0",
    ] {
      #expect(types.contains(type), "\(type)")
    }
    #expect(!types.contains("text/uri-list"))
    // Qt's text would read Markdown that stands first.
    #expect(types.first != "text/markdown")
    let client = target.client
    let actions = client.property(client.atom("XdndActionList"), of: target.source)?.words.map(client.name)
    #expect(actions == ["XdndActionCopy"])
    #expect(try client.fetch("XdndSelection", "application/octet-stream")?.bytes == Array(Self.markdown.utf8))
    process.kill(SIGTERM)
    _ = try client.waitForMessage("XdndLeave")
    #expect(try process.wait().status == 1)
  }

  @Test(arguments: [("thunderbird-default", true), ("Other", false)])
  func `Gecko is given HTML in UTF-16`(windowClass: String, isUTF16: Bool) throws {
    let target = try ScriptedDropTarget(on: server, windowClass: windowClass)
    let process = try start(notes)
    try target.waitForEnter()
    let html = try #require(
      try target.client.fetch("XdndSelection", "text/html", window: target.window)?.bytes)
    #expect((html.prefix(2) == [0xFF, 0xFE]) == isUTF16)
    let text = String(decoding: html, as: UTF8.self).filter { $0 != "\0" }
    #expect(text.contains("<strong>b</strong>"))
    #expect(try target.client.fetch("XdndSelection", "UTF8_STRING")?.bytes == Array(Self.markdown.utf8))
    process.kill(SIGTERM)
    #expect(try process.wait().status == 1)
  }

  @Test(arguments: [false, true])
  func `Files go as files, to be moved on the person's word alone`(mayMove: Bool) throws {
    let target = try ScriptedDropTarget(on: server)
    let other = try folder.file("a b", [1])
    let process = try mayMove ? start("--move", notes, other) : start(notes, other)
    try target.waitForEnter()
    #expect(target.types().first == "text/uri-list" && !target.types().contains("XdndDirectSave0"))
    let client = target.client
    let actions = client.property(client.atom("XdndActionList"), of: target.source)?.words.map(client.name)
    #expect(actions == (mayMove ? ["XdndActionMove", "XdndActionCopy"] : ["XdndActionCopy"]))
    #expect(
      client.name(of: try target.waitForPosition()[4]) == (mayMove ? "XdndActionMove" : "XdndActionCopy"))
    let list = try client.fetch("XdndSelection", "text/uri-list")
    #expect(list?.text.hasSuffix("/a%20b\r\n") == true)
    process.kill(SIGINT)
    #expect(try process.wait().status == 1)
  }

  @Test func `A program is not told of types that its rule hides`() throws {
    _ = try FileManager.default.createDirectory(
      atPath: folder.path + "/pasteboard", withIntermediateDirectories: true)
    _ = try folder.file(
      "pasteboard/applications.json",
      Array(
        #"{"applications": [{"name": "Odd", "match": {"class": ["Odd"]}, "asRequestor": {"hide": ["public.rtf"]}}]}"#
          .utf8))
    let odd = try ScriptedDropTarget(on: server, windowClass: "Odd")
    let plain = try ScriptedDropTarget(on: server, x: 50, windowClass: "Plain")
    let process = try start(notes)
    try odd.waitForEnter()
    #expect(odd.types().contains("text/html") && !odd.types().contains("text/rtf"))
    try plain.waitForEnter()
    _ = try odd.client.waitForMessage("XdndLeave")
    #expect(plain.types().contains("text/rtf"))
    process.kill(SIGTERM)
    _ = try process.wait()
  }

  @Test func `What is large goes in one property, what is larger is refused, and nothing goes in pieces`()
    throws
  {
    let target = try ScriptedDropTarget(on: server)
    for (size, isGiven) in [(3_000_000, true), (20_000_000, false)] {
      let process = try start("-t", "plain", "-", input: [UInt8](repeating: 0x61, count: size))
      try target.waitForEnter()
      let client = target.client
      client.convert("XdndSelection", to: "UTF8_STRING", property: "LARGE")
      let property = try client.waitForAnswer(target: client.atom("UTF8_STRING"), timeout: .seconds(20))
      #expect((property != 0) == isGiven)
      if isGiven { #expect(client.property(property)?.bytes.count == size) }
      process.kill(SIGTERM)
      _ = try process.wait()
    }
  }

  @Test func `A program that got the drop gets one file where it says, and loses none`() throws {
    let target = try ScriptedDropTarget(on: server)
    let goal = try TemporaryFolder()
    _ = try goal.file("old.md", [1])
    let process = try start(notes)
    try target.waitForEnter()
    let client = target.client
    let save = client.atom("XdndDirectSave0")
    #expect(client.property(save, of: target.source)?.bytes == Array("notes.md\0".utf8))
    func ask(_ address: String, _ letter: String) throws {
      client.setProperty(save, of: target.source, type: client.atom("text/plain"), bytes: Array(address.utf8))
      #expect(try client.fetch("XdndSelection", "XdndDirectSave0")?.bytes == Array(letter.utf8), "\(address)")
    }
    // Any client can ask, and nothing was dropped yet.
    try ask("file://\(goal.path)/early.md", "F")
    target.status(true)
    client.click()
    _ = try target.acceptUntilDrop()
    for address in [
      "notes.md", "file://\(goal.path)/../new.md", "file://elsewhere/new.md",
      "file://\(goal.path)/none/new.md",
    ] {
      try ask(address, "F")
    }
    // A second request for the same place writes nothing, and another place gets nothing.
    try ask("file://\(goal.path)/old.md\0", "S")
    try ask("file://\(goal.path)/old.md", "S")
    try ask("file://\(goal.path)/more.md", "F")
    let files = try FileManager.default.contentsOfDirectory(atPath: goal.path).sorted()
    #expect(files == ["old (2).md", "old.md"])
    #expect(FileManager.default.contents(atPath: goal.path + "/old (2).md") == Data(Self.markdown.utf8))
    #expect(FileManager.default.contents(atPath: goal.path + "/old.md") == Data([1]))
    process.kill(SIGTERM)
    _ = try process.wait()
  }

  @Test(arguments: [true, false])
  func `A file that was saved is dropped, whatever the program says then`(isSaved: Bool) throws {
    let target = try ScriptedDropTarget(on: server)
    let goal = try TemporaryFolder()
    let process = try start(notes)
    try target.waitForEnter()
    target.status(true)
    target.client.click()
    _ = try target.acceptUntilDrop()
    let address = isSaved ? "file://\(goal.path)/notes.md" : "file://elsewhere/notes.md"
    let client = target.client
    let save = client.atom("XdndDirectSave0")
    client.setProperty(save, of: target.source, type: client.atom("text/plain"), bytes: Array(address.utf8))
    _ = try client.fetch("XdndSelection", "XdndDirectSave0")
    target.finish(false)
    try target.takeOver()
    #expect(try process.wait().status == (isSaved ? 0 : 1))
  }

  // MARK: Ways out

  enum WayOut: CaseIterable { case escape, rightButton, terminated, interrupted, timeout }

  @Test("Every way out tells the target, and gives the pointer back", arguments: WayOut.allCases)
  func waysOut(way: WayOut) throws {
    let target = try ScriptedDropTarget(on: server)
    let process = try way == .timeout ? start("--timeout", "1", notes) : start(notes)
    try target.waitForEnter()
    target.status(true)
    switch way {
    case .escape: target.client.type(symbol: 0xFF1B)
    case .rightButton: target.client.click(3)
    case .terminated: process.kill(SIGTERM)
    case .interrupted: process.kill(SIGINT)
    case .timeout: break
    }
    _ = try target.client.waitForMessage("XdndLeave")
    let result = try process.wait()
    #expect(result.status == 1 && result.errors.contains("in time") == (way == .timeout), "\(result.errors)")
    #expect(target.client.canGrabPointer())
  }

  @Test func `What is dropped in time may be taken later`() throws {
    let target = try ScriptedDropTarget(on: server)
    let process = try start("--timeout", "1", notes)
    try target.waitForEnter()
    target.status(true)
    target.client.click()
    let time = try target.acceptUntilDrop()
    #expect(throws: RawClient.Failure.self) {
      try target.client.waitForMessage("XdndLeave", timeout: .milliseconds(1200))
    }
    #expect(try target.client.fetch("XdndSelection", "UTF8_STRING", time: time)?.text == Self.markdown)
    target.finish()
    try target.takeOver()
    #expect(try process.wait().status == 0)
  }

  @Test func `Another program that has the pointer is waited for, and then named`() throws {
    let other = try RawClient(display: server.display)
    try #require(other.keepPointer())
    let result = try pb.run("drag", notes)
    #expect(result.status == 2 && result.errors.contains("--window"))
  }

  // MARK: The window

  @Test func `Rows of a window are dragged one by one, until all are dropped`() throws {
    let target = try ScriptedDropTarget(on: server)
    let other = try folder.file("b.txt", [0x62])
    let client = target.client
    client.movePointer(to: 20, 20)
    let process = try start("--window", "--exit", "all", notes, other)
    let window = try target.windowOfSource()
    let place = client.place(of: window)
    for (row, name) in ["notes.md", "b.txt"].enumerated() {
      let y = place.y + place.height * (2 * row + 1) / 4
      client.movePointer(to: place.x + 10, y)
      client.button(1, isDown: true)
      client.movePointer(to: place.x + 20, y)
      try target.waitForEnter()
      target.status(true)
      client.button(1, isDown: false)
      _ = try target.acceptUntilDrop()
      let list = try client.fetch("XdndSelection", "text/uri-list")
      #expect(list?.text == "file://\(folder.path)/\(name)\r\n")
      target.finish()
    }
    #expect(eventually { !client.isMapped(window) })
    try target.takeOver()
    #expect(try process.wait().status == 0)
  }

  @Test func `Pictures have a thumbnail in their row, and what is none has its words alone`() throws {
    let red = Picture(width: 80, height: 40, bytes: (0..<3200).flatMap { _ in [255, 0, 0, 255] })
    let picture = try folder.file("red.png", PictureCodec.png.write(red))
    let broken = try folder.file("broken.png", [0x62])
    let target = try ScriptedDropTarget(on: server)
    let client = target.client
    client.movePointer(to: 20, 20)
    let process = try start("--window", notes, broken, picture)
    let window = try target.windowOfSource()
    let rowHeight = client.place(of: window).height / 3
    let colors = { (0..<3).map { client.color(of: window, x: 38, y: rowHeight * $0 + rowHeight / 2) } }
    #expect(eventually { colors() == [0xFFFFFF, 0xFFFFFF, 0xFF0000] }, "\(colors())")
    process.kill(SIGTERM)
    _ = try process.wait()
  }

  @Test func `A drag from the window that is dropped nowhere or given up can be tried again`()
    throws
  {
    let target = try ScriptedDropTarget(on: server)
    let client = target.client
    client.movePointer(to: 20, 20)
    let process = try start("--window", notes)
    let window = try target.windowOfSource()
    let place = client.place(of: window)
    for isGivenUp in [false, true, false] {
      client.movePointer(to: place.x + 10, place.y + 10)
      client.button(1, isDown: true)
      client.movePointer(to: place.x + 30, place.y + 10)
      try target.waitForEnter()
      target.status(true)
      if isGivenUp {
        client.type(symbol: 0xFF1B)
      } else {
        client.movePointer(to: 600, 20)
      }
      _ = try client.waitForMessage("XdndLeave")
      client.button(1, isDown: false)
    }
    #expect(client.isMapped(window))
    client.send("WM_PROTOCOLS", [client.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0], about: window)
    #expect(try process.wait().status == 1)
  }

  @Test func `What cannot be dragged so is said`() throws {
    for (arguments, words) in [
      (["--move", notes], "--files"), (["--exit", "soon", notes], "first, all, never"),
      (["/nowhere/at.all"], "no such file"), (["--files"], "require the names of files"),
      ([], "standard input is empty. Name a file to drag, or use a pipe."),
    ] {
      let result = try ChildProcess.run(
        [BuiltCommand.path, "drag"] + arguments, environment: pb.environment, timeout: .seconds(10))
      #expect(result.status == 2 && result.errors.contains(words), "\(arguments): \(result.errors)")
    }
  }
}
