import Exchange
import Glibc
import Synchronization
import System
import TestSupport
import Testing

@testable import TerminalSelections

/// Conversations with terminals, on pseudo-terminals; one at a time, as a process has one terminal.
@Suite("Terminals: conversations", .serialized, .timeLimit(.minutes(2)))
struct TerminalBackendTests {
  private struct Scene {
    let terminal: FakeTerminal
    let backend: Backend
    let settings: [UInt32]

    init(
      _ manner: FakeTerminal.Manner, _ way: TerminalDevice.Manner = .asked,
      answer: Duration = .seconds(1), person: Duration = .seconds(30), late: Duration = .milliseconds(100),
      overhead: Duration = .seconds(10), whole: Duration = .seconds(120), rest: Duration = .seconds(30),
      term: String = "xterm-256color", mayPutBack: Bool = true
    ) throws {
      terminal = try FakeTerminal(manner)
      var patience = Conversation.Patience()
      (patience.answer, patience.person, patience.late) = (answer, person, late)
      (patience.overhead, patience.whole, patience.rest) = (overhead, whole, rest)
      let device = TerminalDevice(terminal.path, way, patience, mayPutBack: mayPutBack) {
        $0 == "TERM" ? term : nil
      }
      backend = .terminal(device, name: "terminal")
      settings = terminal.settings
    }

    func copy(_ content: Content, _ board: Board = .general) throws(ExchangeError) {
      try backend.own(board, content, OwnOptions()) {}
    }

    func reader(_ board: Board = .general, limit: Int = 1 << 30) throws(ExchangeError) -> any Reader {
      try backend.read(board, ReadOptions(byteLimit: limit))
    }

    func error(_ body: (Self) throws -> Void) -> ExchangeError? {
      do {
        try body(self)
        return nil
      } catch {
        return error as? ExchangeError
      }
    }

    /// Types what nobody reads yet, and waits until the terminal has it.
    func typeAhead(_ text: String) throws {
      terminal.send(Array(text.utf8))
      let last = text.split(separator: "\n").last.map { String($0) } ?? ""
      try waitUntil { terminal.shown.contains(last) }
    }

    /// Whether the terminal is as it was, and nothing is left in it for a shell.
    func isClean() -> Bool {
      terminal.settings == settings && terminal.takeUnread() == [] && !terminal.shown.contains("^[")
    }
  }

  private static func content(_ values: (String, [UInt8])..., isSensitive: Bool = false) -> Content {
    Content(names: values.map(\.0), isSensitive: isSensitive) { name in
      values.first { $0.0 == name }.map { Representation(bytes: $0.1) }
    }
  }

  private static let rich = content(
    ("text/markdown", Array("# A".utf8)), ("net.daringfireball.markdown", Array("# A".utf8)),
    ("text/plain;charset=utf-8", Array("# A".utf8)), ("UTF8_STRING", Array("# A".utf8)),
    ("STRING", Array("# A".utf8)), ("text/html", Array("<h1>A</h1>".utf8)), ("image/x", sampleBytes(10_000)),
    ("name with spaces", [1]))

  @Test func `All forms go out at once and come back, the same bytes sent once`() throws {
    let scene = try Scene(.kitty)
    try scene.copy(Self.rich)
    let names = [
      "text/markdown", "text/plain;charset=utf-8", "net.daringfireball.markdown", "text/html", "image/x",
    ]
    #expect(scene.terminal.forms().map(\.name) == names)
    #expect(scene.terminal.sequences.filter { $0.hasPrefix("OSC 5522;type=wdata:mime=") }.count == 5)
    let reader = try scene.reader()
    #expect(try reader.names() == names)
    #expect(try reader.representation("text/html", unchanged: false).bytes == Array("<h1>A</h1>".utf8))
    #expect(areSampleBytes(try reader.representation("image/x", unchanged: false).bytes))
    #expect(scene.error { _ = try $0.reader().representation("a/b", unchanged: false) }?.code == .refused)
    #expect(scene.isClean() && scene.terminal.shown.isEmpty)
  }

  /// What was lost on a line is not what was copied.
  @Test(arguments: [
    "\u{1B}]5522;type=read:status=DATA:mime=dGV4dC9wbGFpbg==;Q!!!\u{1B}\\",
    "\u{1B}]5522;type=read:status=DATA:mime=dGV4dC9wbGFpbg==;QUJDR\u{1B}\\",
    "\u{1B}]5522;type=read:status=DATA:mime=%%;QUJD\u{1B}\\", "\u{1B}]5522;type=read;QUJD\u{1B}\\",
    "\u{1B}]5522;status=DATA:mime=dGV4dC9wbGFpbg==;QUJD\u{1B}\\", "\u{1B}]5522;\u{1B}\\",
    "\u{1B}]5522;type=read:status=DATA:mime=dGV4dC9wbGFpbg==;QU\u{1}JD\u{1B}\\",
    "\u{1B}]5522;type=read:status=DATA:=;QUJD\u{1B}\\",
  ])
  func `An answer with a hole is an error`(damage: String) throws {
    var manner = FakeTerminal.Manner.kitty
    manner.packet = 6
    manner.damage = damage
    let scene = try Scene(manner)
    scene.terminal.put([("text/plain", Array("first second third".utf8))])
    let error = scene.error { _ = try $0.reader().representation("text/plain", unchanged: false) }
    #expect(error?.description.contains("incomplete") == true, "\(String(describing: error))")
    #expect(scene.isClean())
  }

  @Test func `A list of names that is too long is an error, and not nothing`() throws {
    // Writing down so many names takes the terminal a while.
    let scene = try Scene(.kitty, answer: .seconds(20))
    scene.terminal.put((0..<150_000).map { ("x/name-\($0)", [1]) })
    let error = scene.error { _ = try $0.reader().names() }
    #expect(error?.description.contains("incomplete") == true, "\(String(describing: error))")
    #expect(scene.isClean())
  }

  private static let packet = Array(
    ("\u{1B}]5522;type=read:status=DATA:mime=dGV4dC9wbGFpbg==;" + String(repeating: "QUJD", count: 1000)
      + "\u{1B}\\").utf8)

  /// What a terminal sends without an end, in packets and as one string, as fast as it can and now and then.
  private static let endless: [(FakeTerminal.Manner, [UInt8], Duration)] = [
    (.kitty, packet, .zero), (.kitty, packet, .milliseconds(20)),
    (.foot, Array(String(repeating: "QUJD", count: 1000).utf8), .zero), (.foot, [0x51], .milliseconds(5)),
    (.kitty, Array("\u{1B}[?62c".utf8), .zero), (.kitty, [0x51], .milliseconds(5)),
  ]

  @Test(arguments: endless.indices)
  func `An answer without an end has an end here`(number: Int) throws {
    var (manner, piece, pause) = Self.endless[number]
    manner.excess = (piece, .max, pause)
    manner.interleaves = false
    let scene = try Scene(
      manner, answer: .milliseconds(200), person: .milliseconds(300), whole: .seconds(2),
      rest: .milliseconds(500))
    scene.terminal.put([("text/plain", [65])])
    let begin = ContinuousClock.now
    let error = scene.error {
      _ = try $0.reader(limit: 1 << 20).representation("text/plain", unchanged: false)
    }
    #expect(error != nil)
    #expect(ContinuousClock.now - begin < .seconds(8))
    #expect(scene.terminal.settings == scene.settings)
    // It shows what it is sent once it has come to the end of what it sends.
    scene.terminal.endExcess()
    try waitUntil { scene.terminal.shown.contains("keeps sending") }
  }

  /// Slower than the slowest line, whatever the time for a whole answer and its rest.
  @Test(arguments: [FakeTerminal.Manner.foot, .kitty])
  func `An answer that drips costs no more than silence and a little`(manner: FakeTerminal.Manner) throws {
    var manner = manner
    (manner.excess, manner.interleaves) = (([0x51], .max, .milliseconds(20)), false)
    let scene = try Scene(manner, answer: .milliseconds(200), overhead: .milliseconds(500))
    scene.terminal.put([("text/plain", [65])])
    let begin = ContinuousClock.now
    let error = scene.error { _ = try $0.reader().representation("text/plain", unchanged: false) }
    #expect(error?.code == .timedOut, "\(String(describing: error))")
    #expect(ContinuousClock.now - begin < .seconds(10))
    scene.terminal.endExcess()
  }

  @Test(arguments: [
    (Board.general, "c", true), (.general, "", true), (.general, "s", true), (.general, "pc", true),
    (.general, "p", false), (.primary, "p", true), (.primary, "c", false),
  ])
  func `An answer about the other clipboard is not taken`(board: Board, letters: String, isTaken: Bool) throws
  {
    var manner = FakeTerminal.Manner.foot
    manner.answersUnder = letters
    let scene = try Scene(manner)
    scene.terminal.put([("text/plain", [65])], on: board == .general ? "c" : "p")
    let text = try? scene.reader(board).representation("text/plain", unchanged: false).bytes
    #expect(text == (isTaken ? [65] : nil))
    #expect(scene.isClean())
  }

  @Test func `What is still sent after it was too much does not come to the shell`() throws {
    var manner = FakeTerminal.Manner.kitty
    manner.excess = (Self.packet, 2000, .zero)
    let scene = try Scene(manner, answer: .milliseconds(300), rest: .seconds(20))
    scene.terminal.put([("text/plain", [65])])
    let error = scene.error {
      _ = try $0.reader(limit: 1 << 20).representation("text/plain", unchanged: false)
    }
    #expect(error?.code == .tooLarge)
    #expect(scene.terminal.takeUnread() == [] && scene.terminal.settings == scene.settings)
    #expect(!scene.terminal.isExceeding)
  }

  @Test func `Forms of text are read along, so that a person is asked once`() throws {
    let scene = try Scene(.kitty)
    scene.terminal.put([("text/html", [1]), ("text/plain", [2]), ("image/png", [3]), ("text/rtf", [4])])
    let reader = try scene.reader()
    for (name, byte) in [("text/plain", 2), ("text/html", 1), ("text/rtf", 4)] as [(String, UInt8)] {
      #expect(try reader.representation(name, unchanged: false).bytes == [byte])
    }
    let reads = scene.terminal.sequences.filter { $0.hasPrefix("OSC 5522;type=read") }
    #expect(reads.count == 2, "the list and the forms: \(reads)")
  }

  @Test func `Both clipboards, and clearing one`() throws {
    let scene = try Scene(.kitty)
    try scene.copy(Self.content(("text/plain", [65])))
    try scene.copy(Self.content(("text/plain", [66])), .primary)
    #expect(scene.terminal.bytes("text/plain") == [65] && scene.terminal.bytes("text/plain", on: "p") == [66])
    try scene.backend.clear(.general)
    #expect(scene.terminal.forms().isEmpty && !scene.terminal.forms("p").isEmpty)
    #expect(scene.error { _ = try $0.reader().names() }?.code == .empty)
    #expect(
      scene.error { try $0.copy(Self.rich, .find) }?.description.contains("Use general or primary") == true)
    #expect(scene.isClean())
  }

  @Test(arguments: [1, 7, 64, 4095])
  func `Answers come in pieces of any size, and packets too`(size: Int) throws {
    var manner = FakeTerminal.Manner.kitty
    (manner.piece, manner.packet) = (size, max(3, size))
    let scene = try Scene(manner)
    let bytes = sampleBytes(size == 1 ? 2000 : 60_000)
    scene.terminal.put([("image/png", bytes), ("text/plain", Array("ä".utf8))])
    let reader = try scene.reader()
    #expect(hasSameBytes(try reader.representation("image/png", unchanged: false).bytes, bytes))
    #expect(scene.isClean())
  }

  @Test func `Names are listed one by one where a terminal does that`() throws {
    var manner = FakeTerminal.Manner.kitty
    manner.listsSingly = true
    let scene = try Scene(manner)
    scene.terminal.put([("text/plain", [65]), ("text/html", [66])])
    let reader = try scene.reader()
    #expect(try reader.names() == ["text/plain", "text/html"])
    #expect(try reader.representation("text/html", unchanged: false).bytes == [66])
  }

  @Test(arguments: [
    ("EPERM", "does not allow"), ("ENOSYS", "no clipboard"), ("EBUSY", "another program"), ("EIO", "EIO"),
    ("EINVAL", "EINVAL"),
  ])
  func `Errors are told in words, and end a paste`(status: String, words: String) throws {
    var manner = FakeTerminal.Manner.kitty
    (manner.writeStatus, manner.readStatus) = (status, status)
    let scene = try Scene(manner)
    scene.terminal.put([("text/plain", [65])])
    for error in [
      scene.error { try $0.copy(Self.rich) },
      scene.error { _ = try $0.reader().representation("text/plain", unchanged: false) },
    ] {
      #expect(error?.code == .unavailable && error?.description.contains(words) == true, "\(error as Any)")
    }
    #expect(scene.isClean())
  }

  // MARK: Text alone

  @Test func `Text goes alone where nothing else can, also by answers that cross`() throws {
    for interleaves in [true, false] {
      var manner = FakeTerminal.Manner.foot
      manner.interleaves = interleaves
      let scene = try Scene(manner)
      try scene.copy(Self.rich)
      #expect(scene.terminal.forms() == [FakeTerminal.Form(name: "text/plain", bytes: Array("# A".utf8))])
      let reader = try scene.reader()
      #expect(try reader.names() == ["text/plain;charset=utf-8", "text/plain"])
      #expect(try reader.representation("text/plain", unchanged: false).bytes == Array("# A".utf8))
      try scene.backend.clear(.general)
      let error = scene.error { _ = try $0.reader().names() }
      #expect(error?.description.contains("empty, or it does not allow reading") == true)
      #expect(scene.isClean() && scene.terminal.shown.isEmpty)
    }
  }

  @Test func `Pictures, secrets and large text are refused with a reason`() throws {
    let scene = try Scene(.foot)
    let picture = scene.error { try $0.copy(Self.content(("image/png", [1]))) }
    #expect(picture?.description.contains("only text") == true)
    let secret = Self.content(
      ("text/plain", [65]), ("x-kde-passwordManagerHint", Array("secret".utf8)), isSensitive: true)
    #expect(scene.error { try $0.copy(secret) }?.description.contains("the secret was not sent") == true)
    let large = Self.content(("text/plain", [UInt8](repeating: 65, count: 7 << 20)))
    #expect(scene.error { try $0.copy(large) }?.code == .tooLarge)
    #expect(scene.terminal.forms().isEmpty)
    let kitty = try Scene(.kitty)
    try kitty.copy(secret)
    #expect(kitty.terminal.bytes("x-kde-passwordManagerHint") == Array("secret".utf8))
  }

  @Test func `xterm is written to where it allows that, and never asked what is there`() throws {
    let scene = try Scene(.xterm(isAllowed: true))
    try scene.copy(Self.rich)
    #expect(scene.terminal.bytes("text/plain") == Array("# A".utf8))
    #expect(scene.error { _ = try $0.reader().names() }?.description.contains("xterm crashes") == true)
    #expect(!scene.terminal.sequences.contains { $0.hasPrefix("OSC 52;") && $0.hasSuffix("?") })
    let other = try Scene(.xterm(isAllowed: false))
    #expect(other.error { try $0.copy(Self.rich) }?.description.contains("allowWindowOps") == true)
    #expect(other.backend.statusDescription()?.contains("allowWindowOps") == true)
  }

  @Test func `Without a question text is sent to whatever is there`() throws {
    var manner = FakeTerminal.Manner()
    manner.takesText = true
    let scene = try Scene(manner, .blind)
    try scene.typeAhead("ls -l")
    try scene.copy(Self.rich)
    try waitUntil { scene.terminal.bytes("text/plain") == Array("# A".utf8) }
    #expect(scene.terminal.sequences == ["OSC 52;c;IyBB"])
    #expect(scene.terminal.takeUnread() == Array("ls -l".utf8) && scene.terminal.shown == "ls -l")
    #expect(!scene.backend.isPresent())
    manner.isSilent = true
    let silent = try Scene(manner, .blind, answer: .milliseconds(50))
    try silent.copy(Self.rich)
    #expect(silent.isClean())
  }

  // MARK: Time

  @Test func `A terminal that does not answer costs the time for an answer, once`() throws {
    var manner = FakeTerminal.Manner.kitty
    manner.isSilent = true
    let scene = try Scene(manner, answer: .milliseconds(200))
    let begin = ContinuousClock.now
    #expect(scene.error { try $0.copy(Self.rich) }?.description.contains("does not answer") == true)
    #expect(scene.error { _ = try $0.reader() }?.description.contains("does not answer") == true)
    #expect(ContinuousClock.now - begin < .seconds(10))
    #expect(scene.isClean())
  }

  @Test func `Answers that come too late are swallowed`() throws {
    var manner = FakeTerminal.Manner.kitty
    manner.delay = .milliseconds(150)
    let scene = try Scene(manner, answer: .milliseconds(60), late: .seconds(1))
    #expect(scene.error { try $0.copy(Self.rich) } != nil)
    #expect(scene.isClean())
  }

  @Test func `A person who is asked has time, and reads what is waited for`() throws {
    var manner = FakeTerminal.Manner.kitty
    manner.asksPerson = true
    let scene = try Scene(manner, answer: .milliseconds(50))
    scene.terminal.put([("text/plain", [65])])
    let terminal = scene.terminal
    Thread<Void>.start {
      try? waitUntil { terminal.shown.contains("waiting for the terminal's permission") }
      terminal.grant()
    }
    let reader = try scene.reader()
    #expect(try reader.representation("text/plain", unchanged: false).bytes == [65])
    // The line is taken away again.
    try waitUntil { scene.terminal.sequences.contains("CSI K") }
    #expect(scene.isClean())
    let other = try Scene(manner, answer: .milliseconds(50), person: .milliseconds(200))
    other.terminal.put([("text/plain", [65])])
    let error = other.error { _ = try $0.reader().representation("text/plain", unchanged: false) }
    #expect(error?.code == .timedOut)
    #expect(other.isClean())
  }

  // MARK: What is typed ahead

  /// Whether the kernel lets this process put back what it has read.
  static var canPutBack: Bool {
    guard let terminal = try? FakeTerminal(FakeTerminal.Manner()),
      let file = try? FileDescriptor(opening: terminal.path, O_RDWR | O_NOCTTY)
    else { return false }
    return RawTerminal.canPutBack(file.number)
  }

  @Test(arguments: ["echo one\necho tw", "echo one\n", "echo"])
  func `What was typed ahead and could not be put back stays unread: text goes without a question`(
    typed: String
  ) throws {
    let scene = try Scene(.kitty, mayPutBack: false)
    try scene.typeAhead(typed)
    try scene.copy(Self.rich)
    try waitUntil { scene.terminal.shown.contains("keys were typed ahead") }
    #expect(scene.terminal.bytes("text/plain") == Array("# A".utf8) && scene.terminal.forms().count == 1)
    let paste = scene.error { _ = try $0.reader().names() }
    #expect(paste?.code == .unavailable && paste?.description.contains("typed ahead") == true)
    let picture = scene.error { try $0.copy(Self.content(("image/png", [1]))) }
    #expect(picture?.description.contains("terminal not probed: keys were typed ahead") == true)
    #expect(scene.terminal.sequences == ["OSC 52;c;IyBB"])
    try scene.backend.clear(.general)
    try waitUntil { scene.terminal.forms().isEmpty }
    #expect(scene.terminal.settings == scene.settings && scene.terminal.takeUnread() == Array(typed.utf8))
    // Nothing waits there any more.
    try scene.copy(Self.rich)
    #expect(scene.terminal.forms().count == 5)
  }

  @Test
  func `A terminal that does not let programs use its clipboard is sent none without a question either`()
    throws
  {
    let scene = try Scene(.kitty, term: "vte-256color", mayPutBack: false)
    try scene.typeAhead("ls")
    #expect(
      scene.error { try $0.copy(Self.rich) }?.description.contains("does not let programs use its clipboard")
        == true)
    #expect(scene.terminal.sequences.isEmpty && scene.terminal.takeUnread() == Array("ls".utf8))
  }

  @Test(.enabled(if: canPutBack, "needs a kernel that lets this process put back what it has read"))
  func `What is typed ahead, and meanwhile, is put back in its order`() throws {
    var manner = FakeTerminal.Manner.kitty
    manner.garbage = "\u{1B}[Cx"
    let scene = try Scene(manner)
    try scene.typeAhead("echo one\necho tw")
    try scene.copy(Self.rich)
    #expect(scene.terminal.forms().count == 5 && scene.terminal.settings == scene.settings)
    let unread = String(decoding: scene.terminal.takeUnread(), as: UTF8.self)
    #expect(unread.hasPrefix("echo one\necho tw\u{1B}[Cx"))
    #expect(unread.replacing("\u{1B}[Cx", with: "") == "echo one\necho tw", "\(unread)")
    var silence = FakeTerminal.Manner.kitty
    silence.isSilent = true
    let silent = try Scene(silence, answer: .milliseconds(50))
    try silent.typeAhead("echo one\n")
    #expect(silent.error { try $0.copy(Self.rich) }?.description.contains("does not answer") == true)
    #expect(silent.terminal.takeUnread() == Array("echo one\n".utf8))
  }

  // MARK: What nobody asked for

  @Test func `What makes no sense is passed over`() throws {
    var manner = FakeTerminal.Manner.kitty
    manner.garbage =
      "ls\r\u{1B}[A\u{1B}]0;title\u{07}\u{1B}]52;c;!!!!\u{07}\u{1B}]5522;type=read:status=\u{07}\u{1B}Pxyz\u{1B}\\"
    let scene = try Scene(manner)
    try scene.copy(Self.rich)
    #expect(scene.terminal.forms().count == 5)
    let reader = try scene.reader()
    #expect(try reader.representation("text/html", unchanged: false).bytes == Array("<h1>A</h1>".utf8))
  }

  @Test func `More than is accepted is an error, and is not kept`() throws {
    let scene = try Scene(.kitty)
    scene.terminal.put([("image/png", sampleBytes(50_000))])
    let reader = try scene.reader(limit: 1000)
    let error = #expect(throws: ExchangeError.self) {
      try reader.representation("image/png", unchanged: false)
    }
    #expect(error?.code == .tooLarge)
    let text = try Scene(.foot)
    text.terminal.put([("text/plain", [UInt8](repeating: 65, count: 50_000))])
    #expect(text.error { _ = try $0.reader(limit: 1000).names() }?.code == .tooLarge)
    #expect(scene.isClean() && text.isClean())
  }

  @Test func `What was copied goes first, then its text; what is too much is left out`() throws {
    let large = [UInt8](repeating: 1, count: ReadyContent.limit - 10)
    let ready = try ReadyContent(
      Self.content(
        ("image/png", [1, 2]), ("image/bmp", large), ("text/html", [3]), ("text/plain", [4]),
        ("x-kde-passwordManagerHint", Array("secret".utf8)), ("image/tiff", large + [5])))
    #expect(
      ready.forms.map(\.name) == [
        "image/png", "image/bmp", "text/html", "text/plain", "x-kde-passwordManagerHint",
      ])
    #expect(ready.leftOut == ["image/tiff"])
  }

  @Test func `What cannot be made of a large source is left out, and that is told`() throws {
    let scene = try Scene(.kitty)
    let large = [UInt8](repeating: 0x61, count: 5 << 20)
    let content = Content(names: ["text/markdown", "text/html"]) { name in
      name == "text/html" ? nil : Representation(bytes: large)
    }
    let told = Mutex<[String]>([])
    var terms = OwnOptions()
    terms.leftOut = { names in told.withLock { $0 = names } }
    try scene.backend.own(.general, content, terms) {}
    #expect(told.withLock(\.self) == ["text/html"])
  }

  @Test func `What has a name with spaces alone is left out, and that is told`() throws {
    let ready = try ReadyContent(
      Self.content(("text/plain", [1]), ("application/x;name=\"a b\"", [2]), ("Star Embed", [1])))
    #expect(ready.forms.map(\.name) == ["text/plain"])
    #expect(ready.leftOut == ["application/x;name=\"a b\""])
    let error = #expect(throws: ExchangeError.self) { try ReadyContent(Self.content(("Star Embed", [1]))) }
    #expect(error?.description.contains("'Star Embed'") == true)
  }

  @Test func `Names with spaces are no names of a list`() {
    let list = "text/html application/x;name=\"Star Embed (XML)\" text/plain a;b=\"c\" text/html"
    #expect(FormName.list(Array(list.utf8)) == ["text/html", "text/plain", "a;b=\"c\""])
    #expect(FormName.list(Array("a \"b c".utf8)) == ["a"])
  }

  @Test func `What a terminal cannot do is said in words`() throws {
    let scene = try Scene(.kitty)
    #expect(
      scene.error { _ = try $0.backend.watch([.general]) }?.description.contains("does not report changes")
        == true)
    let dumb = try Scene(.kitty, term: "dumb")
    #expect(!dumb.backend.isPresent())
    #expect(dumb.error { try $0.copy(Self.rich) }?.description.contains("TERM is dumb") == true)
    #expect(dumb.terminal.byteCount == 0)
    let none = Backend.terminal(
      TerminalDevice("/dev/pts/none", .asked) { $0 == "TERM" ? "xterm" : nil }, name: "terminal")
    #expect(!none.isPresent())
    #expect(
      throws: ExchangeError(
        .unavailable, "pb has no terminal here. Run it in a terminal, or choose another --backend.")
    ) { try none.clear(.general) }
  }
}
