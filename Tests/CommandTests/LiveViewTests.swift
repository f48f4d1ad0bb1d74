import Exchange
import Foundation
import Glibc
import System
import Terminal
import TestSupport
import Testing
import X11Selections

@testable import pb

/// `pb watch` on a terminal: what its screen shows, and what keys do.
@Suite("Live view", .timeLimit(.minutes(2)))
final class LiveViewTests: CommandSuite {
  private func watch(_ columns: Int, _ rows: Int, _ options: String...) throws -> PseudoTerminal {
    try PseudoTerminal(
      [BuiltCommand.path, "watch"] + options, environment: server.environment, columns: columns, rows: rows)
  }

  /// Content that would take over a terminal that got it raw, and characters of every width.
  private static let hostile: KeyValuePairs<String, [UInt8]> = [
    "text/html": Array(
      """
      <h1>Überschrift 日本語 😀</h1><p>Some <b>bold</b>, <i>italic</i>, <code>code</code> and
      <a href="https://example.org/\u{202E}evil">a link</a>. \u{1B}[31mred?\u{9B}2J</p>
      <ul><li>e\u{301}\u{301} combining</li><li>👩‍👩‍👧 family<ul><li>한글</li></ul></li></ul>
      <table><tr><th>Name</th><th>値</th></tr><tr><td>a wide cell with many words in it</td><td>１２</td></tr></table>
      <blockquote><p>quoted \u{1B}]52;c;aGk=\u{7}</p></blockquote><pre>let x = 1\n\tindented</pre>
      """.utf8),
    "UTF8_STRING": Array(
      "first\r\nsecond \u{1B}[2J\u{1B}]0;title\u{7}\n\ttab \u{202E}reversed 日本 😀\u{200B}\n".utf8),
    "image/png": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 1, 0x2C, 0, 0, 0, 0xC8, 8, 2, 0, 0, 0],
    "evil\u{1B}]0;x\u{7}\u{1B}[2Jname": [0, 1, 2, 0x1B, 0x5B, 0x32, 0x4A, 0xFF],
    "日本語/目標😀": Array("wide name".utf8),
    "application/x-nothing": [],
    // With these, nothing is to be converted: what converters write is no matter of this view.
    "text/markdown": Array("# Markdown *source*\n".utf8),
    "text/rtf": Array(#"{\rtf1\ansi\pard rich \b text\b0\par}"#.utf8),
  ]

  /// Owns the clipboard until nobody holds it.
  private final class Owner: Sendable {
    private let stop = StopSignal()

    init(_ values: KeyValuePairs<String, [UInt8]>, on server: PrivateXServer) throws {
      let properties = Dictionary(
        uniqueKeysWithValues: values.map { ($0, Representation(declared: $0, bytes: $1)) })
      let content = Content(names: values.map(\.key) + ["x-refused"]) { properties[$0] }
      let (display, stop, taken) = (server.display, stop, Flag())
      Thread<Void>.start {
        defer { taken.raise() }
        guard var owner = try? SelectionOwner(display: display, selection: "CLIPBOARD", content: content)
        else {
          return
        }
        taken.raise()
        try? owner.serve(until: stop)
      }
      try taken.wait()
    }

    deinit { stop.stop() }
  }

  private func golden(_ name: String, _ screen: TerminalScreen) throws {
    let file = BuiltCommand.fixtures.appending(path: "screens/\(name).txt")
    if ProcessInfo.processInfo.environment["PASTEBOARD_WRITE_SCREENS"] != nil {
      try screen.text.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(screen.text == expected, "\(name) shows:\n\(screen.text)")
  }

  @Test(arguments: [(80, 24), (40, 10), (200, 60)])
  func `The screen shows hostile content safely, at every size`(columns: Int, rows: Int) throws {
    let owner = try Owner(Self.hostile, on: server)
    let terminal = try watch(columns, rows)
    var screen = terminal.wait { $0.lines[0].hasSuffix("9 types") }
    try golden("hostile-\(columns)x\(rows)", screen)
    terminal.send("j")
    screen = terminal.wait { $0.lines.contains { $0.contains("> UTF8_STRING") } }
    try golden("hostile-text-\(columns)x\(rows)", screen)
    terminal.send("jj")
    screen = terminal.wait { $0.lines.contains { $0.contains("> evil") } }
    try golden("hostile-bytes-\(columns)x\(rows)", screen)
    #expect(screen.surprises.isEmpty && screen.isAlternate && !screen.isCursorShown)
    terminal.send("q")
    #expect(terminal.waitForEnd() == 0)
    withExtendedLifetime(owner) {}
  }

  @Test func `Each change is shown, and what was selected stays selected`() throws {
    _ = try pb.run("copy", "-t", "markdown", input: Array("# One\n".utf8))
    let terminal = try watch(80, 24)
    var screen = terminal.wait { $0.lines[0].hasSuffix("17 types") }
    #expect(screen.text.contains("One"))
    terminal.send(String(repeating: "\u{1B}[B", count: 2))
    screen = terminal.wait { $0.text.contains("> text/html") }
    #expect(screen.text.contains("═══") && !screen.text.contains("# One"))
    _ = try pb.run("copy", "-t", "markdown", input: Array("# Two words\n".utf8))
    // Until all is read, what was selected may not be there yet.
    screen = terminal.wait { $0.text.contains("Two words") && $0.lines[0].hasSuffix(" types") }
    #expect(screen.text.contains("> text/html"))
    _ = try pb.run("copy", "--sensitive", "--type", "plain", input: Array("hunter2".utf8))
    screen = terminal.wait { $0.lines[0].contains("secret") }
    #expect(!screen.text.contains("hunter2"))
    _ = try pb.run("clear")
    screen = terminal.wait { $0.lines[0].contains("empty") }
    #expect(screen.surprises.isEmpty)
    terminal.send("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `A resized terminal is drawn anew, in one piece each time`() throws {
    _ = try pb.run("copy", "-t", "markdown", input: Array("# One\n".utf8))
    let terminal = try watch(80, 24)
    _ = terminal.wait { $0.lines[0].hasSuffix("17 types") }
    for (columns, rows) in [(40, 10), (200, 60), (20, 5), (1, 1), (80, 24)] {
      let before = terminal.current.updates
      terminal.resize(columns: columns, rows: rows)
      let screen = terminal.wait { $0.updates > before && !$0.isUpdating }
      #expect(screen.lines.count == rows)
      #expect(screen.updates > before && screen.surprises.isEmpty, "\(columns)x\(rows): \(screen.surprises)")
    }
    let screen = terminal.wait { $0.lines[0].hasSuffix("17 types") && $0.text.contains("q quit") }
    #expect(screen.text.contains("> text/markdown"))
    terminal.send("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `s saves the bytes to a new file, c copies the identifier elsewhere`() throws {
    let source = Array("# One\n".utf8)
    _ = try pb.run("copy", input: source)
    let terminal = try watch(100, 24)
    _ = terminal.wait { $0.lines[0].hasSuffix(" types") }
    terminal.send("s")
    _ = terminal.wait { $0.text.contains("Save as: pasteboard.txt") }
    let file = folder.path + "/saved.md"
    terminal.send("\u{15}\(file)\r")
    _ = terminal.wait { $0.text.contains("Saved 6 bytes") }
    #expect(FileManager.default.contents(atPath: file) == Data(source))
    terminal.send("s\u{15}\(file)\r")
    _ = terminal.wait { $0.text.contains("exists") }
    #expect(FileManager.default.contents(atPath: file) == Data(source))
    terminal.send("s\u{1B}")
    _ = terminal.wait { !$0.text.contains("Save as") }
    terminal.send("c")
    _ = terminal.wait { $0.text.contains("Copied public.utf8-plain-text") }
    #expect(try pb.run("paste", "-p", "primary").text == "public.utf8-plain-text")
    #expect(try pb.run("paste").text == "# One\n")
    terminal.send("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `A long content is scrolled`() throws {
    let lines = (1...100).map { "line \($0)" }
    _ = try pb.run("copy", "--type", "plain", input: Array(lines.joined(separator: "\n").utf8))
    let terminal = try watch(80, 24)
    _ = terminal.wait { $0.text.contains("line 21") && $0.lines[0].hasSuffix(" types") }
    terminal.send(" ")
    #expect(terminal.wait { $0.text.contains("│ line 22") }.text.contains("21–41/100"))
    terminal.send("b")
    _ = terminal.wait { $0.text.contains("│ line 1\n") }
    terminal.send(String(repeating: " ", count: 20))
    let screen = terminal.wait { $0.text.contains("│ line 100\n") }
    #expect(screen.text.contains("│ line 100\n"))
    terminal.send("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT])
  func `However it ends, the terminal is as it was`(signal: Int32) throws {
    _ = try pb.run("copy", input: Array("x".utf8))
    let terminal = try watch(80, 24)
    _ = terminal.wait { $0.lines[0].hasSuffix(" types") }
    #expect(!terminal.isCooked)
    kill(terminal.processIdentifier, signal)
    #expect(terminal.waitForEnd() == 128 + signal)
    let screen = terminal.wait { !$0.isAlternate && $0.isCursorShown && $0.wraps }
    #expect(!screen.isAlternate && screen.isCursorShown && screen.wraps && !screen.isUpdating)
    #expect(terminal.isCooked)
  }

  @Test(arguments: ["q", "\u{3}", "\u{1B}"])
  func `Keys leave it`(key: String) throws {
    let terminal = try watch(80, 24)
    _ = terminal.wait { $0.lines[0].contains("empty") }
    terminal.send(key)
    #expect(terminal.waitForEnd() == 0)
    #expect(terminal.wait { !$0.isAlternate }.isCursorShown && terminal.isCooked)
  }

  @Test func `Without colours it shows the same`() throws {
    _ = try pb.run("copy", "-t", "markdown", input: Array("# One\n".utf8))
    let colored = try watch(80, 24)
    let plain = try watch(80, 24, "--color", "never")
    let one = colored.wait { $0.lines[0].hasSuffix("17 types") }
    let other = plain.wait { $0.lines[0].hasSuffix("17 types") }
    #expect(one.text == other.text)
    colored.send("q")
    plain.send("q")
    #expect(colored.waitForEnd() == 0 && plain.waitForEnd() == 0)
  }

  @Test func `A terminal that can do nothing gets lines`() throws {
    _ = try pb.run("copy", input: Array("x".utf8))
    let terminal = try PseudoTerminal(
      [BuiltCommand.path, "watch"], environment: server.environment.merging(["TERM": "dumb"]) { $1 },
      columns: 80, rows: 24)
    // Nothing tells when it watches: copy until it has told of a change.
    let deadline = ContinuousClock.now + .seconds(20)
    while !terminal.current.transcript.contains("data"), ContinuousClock.now < deadline {
      _ = try pb.run("copy", input: Array("y".utf8))
    }
    #expect(terminal.current.transcript.hasPrefix("data  UTF8_STRING "))
    #expect(!terminal.current.transcript.contains("\u{1B}"))
  }

  @Test func `Without a display it says so on a terminal that is as it was`() throws {
    let terminal = try PseudoTerminal(
      [BuiltCommand.path, "watch"], environment: ["DISPLAY": nil], columns: 80, rows: 24)
    #expect(terminal.waitForEnd() == 2)
    #expect(terminal.isCooked && !terminal.wait { !$0.isAlternate }.isAlternate)
  }

  @Test func `Each form is a row, and a shows every target`() throws {
    _ = try pb.run("copy", "-t", "markdown", input: Array("# One\n".utf8))
    let terminal = try watch(80, 24)
    var screen = terminal.wait { $0.lines[0].hasSuffix("17 types") }
    #expect(screen.text.contains("> text/markdown +") && !screen.text.contains("COMPOUND_TEXT"))
    terminal.send("a")
    screen = terminal.wait { $0.text.contains("COMPOUND_TEXT") }
    #expect(screen.text.contains("text/x-markdown"))
    terminal.send("a")
    screen = terminal.wait { !$0.text.contains("COMPOUND_TEXT") }
    #expect(screen.surprises.isEmpty)
    terminal.send("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `A text is found in the content, around its end, and what is not there is told`() throws {
    let lines = (1...100).map { $0.isMultiple(of: 40) ? "Étoile \($0)" : "line \($0)" }
    _ = try pb.run("copy", "--type", "plain", input: Array(lines.joined(separator: "\n").utf8))
    let terminal = try watch(80, 24)
    _ = terminal.wait { $0.lines[0].hasSuffix(" types") }
    terminal.send("/étoile\r")
    _ = terminal.wait { $0.lines[2].contains("Étoile 40") }
    terminal.send("n")
    _ = terminal.wait { $0.text.contains("│ Étoile 80") }
    terminal.send("n")
    _ = terminal.wait { $0.lines[2].contains("Étoile 40") }
    terminal.send("N/nowhere\r")
    #expect(terminal.wait { $0.text.contains("not found") }.text.contains("Étoile 80"))
    // Escape ends the search, and only then the view.
    terminal.send("\u{1B}")
    _ = terminal.wait { $0.text.contains("q quit") }
    terminal.send("?")
    #expect(terminal.wait { $0.text.contains("any key goes back") }.text.contains("all targets"))
    terminal.send("x\u{1B}")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `y copies what is selected, p has it pasted as another format`() throws {
    _ = try pb.run("copy", "-t", "markdown", input: Array("*one*\n".utf8))
    let terminal = try watch(100, 24)
    _ = terminal.wait { $0.lines[0].hasSuffix("17 types") }
    terminal.send("pt")
    _ = terminal.wait { $0.text.contains("The clipboard now holds plain text") }
    let names = try pb.run("show", "--targets").text
    #expect(!names.contains("html") && !names.contains("markdown") && names.contains("UTF8_STRING"))
    _ = try pb.run("copy", "-t", "html", input: Array("<b>two</b>".utf8))
    _ = terminal.wait { $0.text.contains("two") && $0.text.contains("text/html") }
    terminal.send("gy")
    let screen = terminal.wait { $0.text.contains("Copied 10 bytes") }
    #expect(screen.text.contains("Copied 10 bytes"))
    #expect(try pb.run("paste", "--raw", "text/html").text == "<b>two</b>")
    terminal.send("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `The log has earlier copies, shows and copies it again, and has no secrets`() throws {
    _ = try pb.run("copy", "-t", "plain", input: Array("first words".utf8))
    let terminal = try watch(100, 24)
    _ = terminal.wait { $0.text.contains("first words") && $0.lines[0].hasSuffix(" types") }
    _ = try pb.run("copy", "--sensitive", "-t", "plain", input: Array("hunter2".utf8))
    _ = terminal.wait { $0.lines[0].contains("secret") }
    _ = try pb.run("copy", "-t", "plain", input: Array("last words".utf8))
    _ = terminal.wait { $0.text.contains("last words") && $0.lines[0].hasSuffix(" types") }
    terminal.send("l")
    var screen = terminal.wait { $0.lines[0].contains("earlier copies") }
    #expect(screen.text.contains("first words") && screen.text.contains("a secret, not read"))
    #expect(screen.text.contains("last words") && !screen.text.contains("hunter2"))
    terminal.send("G\r")
    screen = terminal.wait { $0.lines[0].hasSuffix(" ago") }
    #expect(screen.text.contains("first words") && !screen.text.contains("last words"))
    terminal.send("y")
    _ = terminal.wait { $0.text.contains("Copied 11 bytes") }
    #expect(try pb.run("paste").text == "first words")
    terminal.send("\u{1B}")
    _ = terminal.wait { $0.lines[0].hasSuffix(" types") }
    terminal.send("q")
    #expect(terminal.waitForEnd() == 0)
  }
}
