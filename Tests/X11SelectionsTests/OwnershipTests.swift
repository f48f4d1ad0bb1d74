import Exchange
import Glibc
import Synchronization
import System
import TestSupport
import Testing

@testable import X11Selections

/// Taking a selection, losing it, and rendering what is asked for (traps 15 to 21).
@Suite(.timeLimit(.minutes(1))) struct OwnershipTests {
  let server: PrivateXServer

  init() throws {
    server = try PrivateXServer()
  }

  @Test("Trap 15: the older claim loses, and is told so")
  func olderClaimLoses() throws {
    let rival = try RawClient(display: server.display)
    let before = try rival.serverTime()
    try waitUntil { try rival.serverTime() > before &+ 1 }
    #expect(try rival.own("CLIPBOARD"))

    var connection = try XConnection(display: server.display)
    var atoms = AtomTable()
    atoms.request(["CLIPBOARD"], create: true, on: &connection)
    let window = connection.createWindow()
    connection.changeProperty(.wmName, of: window, to: PropertyValue(type: .string, format: 8, bytes: []))
    let deadline = MonotonicTime.now + .seconds(5)
    let now = try connection.awaitNamesAndTime(&atoms, of: .wmName, on: window, until: deadline)
    let clipboard = try #require(atoms["CLIPBOARD"])
    let late = try connection.setOwnerAndVerify(
      of: clipboard, to: window, time: XTimestamp(rawValue: before), until: deadline)
    #expect(late.rawValue == rival.window)
    let timely = try connection.setOwnerAndVerify(of: clipboard, to: window, time: now, until: deadline)
    #expect(timely == window)
    try rival.wait { if case .clear = $0 { true } else { false } }
  }

  @Test("Trap 15: two owners take turns")
  func ownersTakeTurns() throws {
    var previous: ServedSelection?
    for round in 0..<30 {
      let served = try ServedSelection(on: server, ["UTF8_STRING": Array("\(round)".utf8)])
      // Trap 21: the owner before ends, so that a hundred copies leave one.
      #expect(try previous?.waitForEnd() == nil)
      previous = served
    }
    var requestor = try SelectionRequestor(display: server.display, timeout: .seconds(10))
    #expect(try requestor.property("UTF8_STRING", of: "CLIPBOARD").bytes == Array("29".utf8))
    #expect(previous?.isServing == true)
  }

  @Test func `Each of thousands of names gives its own content`() throws {
    let names = (0..<3_000).map { "application/x-\($0)" }
    let content = Content(names: names + names) { Representation(bytes: Array($0.utf8)) }
    let served = try ServedSelection(on: server, content: content)
    var requestor = try SelectionRequestor(display: server.display, timeout: .seconds(10))
    #expect(try requestor.targets(of: "CLIPBOARD").filter { $0.hasPrefix("application/") } == names)
    for number in [0, 62, 63, 64, 65, 2_999] {
      #expect(try requestor.property(names[number], of: "CLIPBOARD").bytes == Array(names[number].utf8))
    }
    #expect(served.isServing)
  }

  @Test("Trap 16: a thousand TARGETS while a rendering takes its time")
  func targetsWhileRendering() throws {
    let rendering = HeldRendering()
    let served = try ServedSelection(on: server, content: rendering.content(names: ["slow", "quick"]))
    let client = try RawClient(display: server.display)
    client.convert("CLIPBOARD", to: "slow", property: "SLOW")
    try rendering.waitUntilAsked()
    for _ in 0..<1000 { #expect(try client.fetch("CLIPBOARD", "TARGETS")?.words.count == 6) }
    #expect(try client.fetch("CLIPBOARD", "quick")?.bytes == Array("quick".utf8))
    rendering.letGoOn()
    _ = try client.waitForAnswer(target: client.atom("slow"))
    #expect(try client.fetch("CLIPBOARD", "slow")?.bytes == Array("slow".utf8))
    #expect(served.isServing)
  }

  @Test("Trap 17: a rendering that is late is refused in time, and serves the next request")
  func lateRendering() throws {
    let goOn = Flag()
    let renderings = Mutex(0)
    let served = try ServedSelection(
      on: server,
      content: Content(names: ["slow"]) { target in
        renderings.withLock { $0 += 1 }
        try? goOn.wait()
        return Representation(declared: target, bytes: [1, 2, 3])
      }, answerTime: .milliseconds(450))
    let client = try RawClient(display: server.display)
    let start = ContinuousClock.now
    #expect(try client.fetch("CLIPBOARD", "slow") == nil)
    #expect(ContinuousClock.now - start >= .milliseconds(400))
    goOn.raise()
    try waitUntil { try client.fetch("CLIPBOARD", "slow")?.bytes == [1, 2, 3] }
    // Trap 18: what was rendered stays as it was.
    for _ in 0..<5 { #expect(try client.fetch("CLIPBOARD", "slow")?.bytes == [1, 2, 3]) }
    #expect(renderings.withLock { $0 } == 1)
    #expect(served.isServing)
  }

  @Test("Trap 17: a rendering that fails, or gives nonsense, is a refusal")
  func failedRendering() throws {
    let served = try ServedSelection(
      on: server,
      content: Content(names: ["nothing", "odd", "half", "UTF8_STRING"]) { target in
        switch target {
        case "odd": Representation(declared: "odd", format: 12, bytes: [1])
        case "half": Representation(declared: "half", format: 32, bytes: [1, 0, 0, 0, 9])
        case "UTF8_STRING": Representation(declared: "UTF8_STRING", bytes: [])
        default: nil
        }
      })
    let client = try RawClient(display: server.display)
    #expect(try client.fetch("CLIPBOARD", "nothing") == nil)
    #expect(try client.fetch("CLIPBOARD", "odd") == nil)
    #expect(try client.fetch("CLIPBOARD", "half")?.words == [1])
    #expect(try client.fetch("CLIPBOARD", "UTF8_STRING")?.bytes == [])
    #expect(served.isServing)
  }

  @Test("Trap 17: the owner changes during a rendering")
  func ownerChangesDuringRendering() throws {
    let rendering = HeldRendering()
    let served = try ServedSelection(on: server, content: rendering.content(names: ["slow"]))
    let client = try RawClient(display: server.display)
    client.convert("CLIPBOARD", to: "slow")
    try rendering.waitUntilAsked()
    let thief = try RawClient(display: server.display)
    #expect(try thief.own("CLIPBOARD"))
    rendering.letGoOn()
    #expect(try client.waitForAnswer() != 0)
    #expect(client.property(client.atom("RAW_CLIENT"))?.bytes == Array("slow".utf8))
    #expect(try served.waitForEnd() == nil)
  }

  @Test("What is offered can depend on who asks")
  func offersDependOnPeer() throws {
    let content = Content(
      names: ["UTF8_STRING", "text/markdown", "text/html"],
      view: { peer in
        guard peer.className == "Editor" else {
          return ["UTF8_STRING", "text/markdown", "text/html"].map { Content.Offered($0) }
        }
        return [.init("UTF8_STRING", rendering: "rendered"), .init("text/html"), .init("unheard of")]
      },
      render: { Representation(declared: "UTF8_STRING", bytes: Array($0.utf8)) })
    let served = try ServedSelection(on: server, content: content)
    let editor = try RawClient(display: server.display)
    editor.setProperty(67, type: 31, bytes: Array("editor\0Editor\0".utf8))
    let other = try RawClient(display: server.display)
    for _ in 0..<3 {
      #expect(
        try editor.fetch("CLIPBOARD", "TARGETS")?.words.dropFirst(4).map(editor.name) == [
          "UTF8_STRING", "text/html",
        ])
      #expect(try editor.fetch("CLIPBOARD", "text/markdown") == nil)
      #expect(try editor.fetch("CLIPBOARD", "UTF8_STRING")?.bytes == Array("rendered".utf8))
      #expect(try other.fetch("CLIPBOARD", "TARGETS")?.words.count == 7)
      #expect(try other.fetch("CLIPBOARD", "UTF8_STRING")?.bytes == Array("UTF8_STRING".utf8))
    }
    // A hidden window says nothing; another window of the same client does.
    let hidden = editor.createWindow()
    let list = try #require(try editor.fetch("CLIPBOARD", "TARGETS", window: hidden))
    #expect(list.words.count == 6)
    #expect(served.isServing)
  }

  @Test("An owner whose window another client destroys has lost the selection, and ends")
  func destroyedWindow() throws {
    let rendering = HeldRendering()
    let served = try ServedSelection(on: server, content: rendering.content(names: ["slow"]))
    let client = try RawClient(display: server.display)
    client.convert("CLIPBOARD", to: "slow")
    try rendering.waitUntilAsked()
    client.destroyWindow(client.owner(of: "CLIPBOARD"))
    client.sync()
    // What was asked for before is still given.
    rendering.letGoOn()
    #expect(try client.waitForAnswer() != 0)
    #expect(try served.waitForEnd() == nil)
    #expect(client.owner(of: "CLIPBOARD") == 0)
  }

  @Test func describesTheOwner() throws {
    let client = try RawClient(display: server.display)
    client.setProperty(67, type: 31, bytes: Array("writer\0Writer\0".utf8))
    client.setProperty(
      client.atom("_NET_WM_NAME"), type: client.atom("UTF8_STRING"), bytes: Array("Brief".utf8))
    client.setProperty(client.atom("_NET_WM_PID"), type: 6, words: [UInt32(getpid())])
    let hidden = client.createWindow()
    client.setProperty(client.atom("WM_CLIENT_LEADER"), of: hidden, type: 33, words: [client.window])
    #expect(try client.own("CLIPBOARD", with: hidden))
    client.sync()
    var requestor = try SelectionRequestor(display: server.display, timeout: .seconds(10))
    let found = requestor.ownerDescription(of: "CLIPBOARD")
    let description = try #require(found)
    #expect(description.window == hidden)
    #expect(description.windowName == "Brief")
    #expect(description.instanceName == "writer")
    #expect(description.className == "Writer")
    #expect(description.clientLeader == client.window)
    #expect(description.processIdentifier == getpid())
    #expect(description.executable?.isEmpty == false)

    // A process of another machine is not one of ours.
    client.setProperty(36, type: 31, bytes: Array("another-machine".utf8))
    client.sync()
    let elsewhere = requestor.ownerDescription(of: "CLIPBOARD")
    #expect(elsewhere?.processIdentifier == nil)
  }

  @Test func describesAnOwnerThatSaysNothing() throws {
    let client = try RawClient(display: server.display)
    #expect(try client.own("CLIPBOARD", with: client.createWindow()))
    client.sync()
    var requestor = try SelectionRequestor(display: server.display, timeout: .seconds(10))
    let found = requestor.ownerDescription(of: "CLIPBOARD")
    let description = try #require(found)
    #expect(description.className == nil && description.processIdentifier == getpid())
    #expect(description.executable?.isEmpty == false)
  }

  @Test func clearsASelection() throws {
    let served = try ServedSelection(on: server, ["UTF8_STRING": [1]])
    try clearSelection("CLIPBOARD", display: server.display)
    #expect(try served.waitForEnd() == nil)
    #expect(try RawClient(display: server.display).owner(of: "CLIPBOARD") == 0)
  }

  @Test(
    "A bridge to Wayland gets text in UTF-8 alone, also where only the server says that it is one",
    .enabled(if: Environment.value("WAYLAND_DISPLAY") == nil, "needs a session without WAYLAND_DISPLAY"),
    arguments: [("XWAYLAND3", true), ("HDMI-1", false), ("", false)])
  func bridge(monitor: String, isBridged: Bool) throws {
    let server = try PrivateXServer()
    let client = try RawClient(display: server.display)
    if !monitor.isEmpty {
      client.addMonitor("left of it")
      client.addMonitor(monitor)
    }
    let names = ["UTF8_STRING", "TEXT", "STRING", "COMPOUND_TEXT"]
    let served = try ServedSelection(
      on: server, content: Content(names: names) { _ in Representation(bytes: Array("привет".utf8)) })
    var requestor = try SelectionRequestor(display: server.display, timeout: .seconds(10))
    #expect(
      try requestor.targets(of: "CLIPBOARD").filter(names.contains)
        == (isBridged ? Array(names.prefix(2)) : names))
    let choice = try requestor.property("TEXT", of: "CLIPBOARD")
    #expect(choice.declared == (isBridged ? "UTF8_STRING" : "COMPOUND_TEXT"))
    #expect(served.isServing)
  }
}
