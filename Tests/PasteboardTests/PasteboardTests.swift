import Foundation
import Synchronization
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Pasteboard

/// The public API, on a real X server.
@Suite("Pasteboard", .serialized, .timeLimit(.minutes(1)))
final class PasteboardTests {
  /// One for all tests: a process counts the changes of one display only.
  private static let server = Result { try PrivateXServer() }

  private let server: PrivateXServer
  private let pasteboard: Pasteboard

  init() throws {
    server = try Self.server.get()
    pasteboard = Pasteboard.general
    // The API takes the display from the environment, as programs do.
    setenv("DISPLAY", server.display, 1)
    try pasteboard.clearContents()
  }

  deinit {
    unsetenv("DISPLAY")
  }

  private func other(_ words: String..., input: String = "") throws -> String {
    try ChildProcess.run(words, environment: server.environment, input: Array(input.utf8)).text
  }

  /// Returns when another program owns the pasteboard; `xclip` itself returns earlier.
  private func otherCopies(_ text: String, as target: String = "UTF8_STRING") throws {
    let count = try pasteboard.changeCount
    _ = try other("xclip", "-selection", "clipboard", "-t", target, "-i", input: text)
    let deadline = ContinuousClock.now + .seconds(20)
    while try pasteboard.changeCount == count, ContinuousClock.now < deadline { sched_yield() }
  }

  @Test func `Markdown is offered in every format, to this program and to others`() throws {
    try pasteboard.setString("# Title\n\nSome *words*.\n", forType: .markdown)
    #expect(
      try pasteboard.types == [.markdown, .utf8PlainText, .plainText, .html, .rtf])
    #expect(try pasteboard.string(forType: .markdown) == "# Title\n\nSome *words*.\n")
    #expect(try pasteboard.string(forType: .html)?.contains("<em>words</em>") == true)
    #expect(try other("xclip", "-selection", "clipboard", "-o", "-t", "text/rtf").hasPrefix(#"{\rtf"#))
  }

  @Test func `What another program copied is read in the type that is wanted`() throws {
    try otherCopies("<h2>é</h2>", as: "text/html")
    #expect(try pasteboard.types == [.html])
    #expect(try pasteboard.string(forType: .markdown) == "## é\n")
    #expect(try pasteboard.string(forType: .html) == "<h2>é</h2>")
    #expect(try pasteboard.data(forType: .png) == nil)
    #expect(try pasteboard.availableType(from: [.png, .rtf, .html]) == .html)
    #expect(try pasteboard.availableType(from: [.png, .rtf]) == .rtf)
    #expect(try pasteboard.availableType(from: [.png]) == nil)
  }

  @Test func `A type that nothing declares goes through as it is`() throws {
    try otherCopies("\0\u{1}é", as: "application/x-made-up")
    let type = try #require(UTType(mimeType: "application/x-made-up"))
    #expect(try pasteboard.types == [type])
    #expect(try pasteboard.data(forType: type) == Array("\0\u{1}é".utf8))
  }

  @Test func `An item gives each type that it has, and only the others are made`() throws {
    var item = PasteboardItem("<p>from <b>HTML</b></p>", type: .html)
    item.setString("own text", forType: .plainText)
    item.setData([0x89, 0x50], forType: .png)
    try pasteboard.write(item)
    #expect(try pasteboard.string(forType: .plainText) == "own text")
    #expect(try other("xclip", "-selection", "clipboard", "-o", "-t", "UTF8_STRING") == "own text")
    #expect(try pasteboard.data(forType: .png) == [0x89, 0x50])
    #expect(
      try other("xclip", "-selection", "clipboard", "-o", "-t", "text/markdown") == "from **HTML**\n")

    item.offersConversions = false
    try pasteboard.write(item)
    #expect(try pasteboard.types == [.html, .utf8PlainText, .plainText, .png])
  }

  @Test func `Setting adds to what this program has there, until another program copies`() throws {
    try pasteboard.setString("text", forType: .plainText)
    try pasteboard.setData([1, 2], forType: .png)
    #expect(try pasteboard.string(forType: .plainText) == "text")
    #expect(try pasteboard.data(forType: .png) == [1, 2])
    try otherCopies("theirs")
    try pasteboard.setData([3], forType: .pdf)
    #expect(try pasteboard.types == [.pdf])
  }

  @Test func `Promised data is asked for when it is pasted, once`() throws {
    let asked = Mutex<[UTType]>([])
    try pasteboard.declareTypes([.markdown, .png]) { type in
      asked.withLock { $0.append(type) }
      return type == .markdown ? Array("# *promised*".utf8) : nil
    }
    #expect(try pasteboard.types.contains(.png))
    #expect(asked.withLock { $0 } == [])
    #expect(try pasteboard.string(forType: .html)?.contains("<em>promised</em>") == true)
    #expect(try pasteboard.string(forType: .markdown) == "# *promised*")
    #expect(try pasteboard.string(forType: .rtf)?.hasPrefix(#"{\rtf"#) == true)
    #expect(asked.withLock { $0 } == [.markdown])
    #expect(try pasteboard.data(forType: .png) == nil)
    #expect(asked.withLock { $0 } == [.markdown, .png])
  }

  @Test func `The change count grows with every change, and with nothing else`() throws {
    let count = try pasteboard.changeCount
    #expect(try pasteboard.changeCount == count)
    try pasteboard.setString("a", forType: .plainText)
    #expect(try pasteboard.changeCount == count + 1)
    _ = try pasteboard.string(forType: .plainText)
    try otherCopies("theirs")
    #expect(try pasteboard.changeCount == count + 2)
    #expect(try pasteboard.clearContents() == count + 3)
    try Pasteboard.primary.setString("b", forType: .plainText)
    #expect(try pasteboard.changeCount == count + 3)
  }

  @Test func `Changes are told as they happen`() async throws {
    let pasteboard = pasteboard
    let seen = Mutex<[Bool]>([])
    let watching = Task {
      for try await change in pasteboard.changes {
        seen.withLock { $0.append(change.hasContents) }
        if !change.hasContents { return }
      }
    }
    let deadline = ContinuousClock.now + .seconds(20)
    while !seen.withLock({ $0.contains(true) }), ContinuousClock.now < deadline {
      try pasteboard.setString("x", forType: .plainText)
      await Task.yield()
    }
    try pasteboard.clearContents()
    try await watching.value
    #expect(seen.withLock { $0.last } == false)
  }

  @Test func `Pasteboards do not mix, and are empty when they are cleared`() throws {
    let own = Pasteboard(name: try PasteboardName("test.own"))
    try own.setString("own", forType: .plainText)
    try Pasteboard.find.setString("searched", forType: .plainText)
    #expect(try own.string(forType: .plainText) == "own")
    #expect(try Pasteboard.find.string(forType: .markdown) == "searched")
    #expect(try pasteboard.types == [] && pasteboard.string(forType: .plainText) == nil)
    try own.clearContents()
    #expect(try own.types == [])
  }

  @Test func `A secret says that it is one`() throws {
    var item = PasteboardItem("hunter2", type: .plainText)
    item.isSensitive = true
    try pasteboard.write(item)
    #expect(
      try other("xclip", "-selection", "clipboard", "-o", "-t", "x-kde-passwordManagerHint") == "secret")
  }

  @Test func `Many threads write and read at once`() throws {
    let names = try (0..<4).map { try PasteboardName("test.\($0)") }
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      let pasteboard = Pasteboard(name: names[index % 4])
      for round in 0..<10 {
        do {
          try pasteboard.setString("# \(round)", forType: .markdown)
          let text = try pasteboard.string(forType: .markdown)
          if text?.hasPrefix("# ") != true { failures.withLock { $0.append("\(text ?? "nil")") } }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }

  @Test func `A process of several threads leaves none behind`() throws {
    try pasteboard.setString("thread", forType: .plainText)
    #expect {
      try pasteboard.writeInBackground(PasteboardItem("x", type: .plainText))
    } throws: { ($0 as? PasteboardError)?.code == .system }
    #expect(try pasteboard.string(forType: .plainText) == "thread")
  }

  @Test func `At its end a program hands what it copied to the clipboard manager`() async throws {
    let manager = try ChildProcess(
      ["sh", "-c", "exec '\(Self.program("pb"))' serve 2>&1"], environment: server.environment)
    try #require(manager.firstLine(timeout: .seconds(20)) != nil)
    await #expect(processExitsWith: .success) {
      try Pasteboard.general.setString("# kept", forType: .markdown)
      exit(0)
    }
    // The manager takes the clipboard when it hears that the program is gone.
    #expect(eventually { (try? pasteboard.string(forType: .markdown)) == "# kept" })
    #expect(manager.isRunning)
  }

  /// A program that was built with the tests.
  private static func program(_ name: String) -> String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
  }
}
