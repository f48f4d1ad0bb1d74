import Foundation
import TestSupport
import Testing

/// Conversions that crash, never end, or take whatever they get: a test hook has the helper of debug builds do that.
@Suite("Conversions that fail", .timeLimit(.minutes(2)))
final class ConversionHelperTests: CommandSuite {
  private static let page = Array("<h1>Title</h1><p>one <b>two</b>".utf8)

  private func environment(_ mishap: String) -> [String: String?] {
    server.environment.merging(["PASTEBOARD_TEST_MISHAP": mishap]) { $1 }
  }

  /// What xclip gets for a target; nil if it is refused.
  private func given(_ target: String) throws -> [UInt8]? {
    let result = try ChildProcess.run(
      ["xclip", "-selection", "clipboard", "-o", "-t", target], environment: server.environment)
    return result.status == 0 ? result.output : nil
  }

  private func copy(_ file: String, _ mishap: String) throws {
    let result = try ChildProcess.run([BuiltCommand.path, "copy", file], environment: environment(mishap))
    try #require(result.status == 0)
  }

  @Test(arguments: ["crash", "loop", "grow", "flood"])
  func `An owner refuses what its converter fails to make, and serves all else`(mishap: String) throws {
    try copy(try folder.file("page.html", Self.page), "\(mishap):rtf")
    for _ in 0..<2 {
      #expect(try given("text/rtf") == nil)
      #expect(try given("text/html").map { $0.suffix(Self.page.count) } == Self.page[...])
      #expect(try given("text/markdown") == Array("# Title\n\none **two**\n".utf8))
      #expect(try given("UTF8_STRING") != nil)
    }
  }

  @Test func `Long Markdown is converted by a helper, from a file or not`() throws {
    let text = Array(String(repeating: "one *two*\n\n", count: 10_000).utf8)
    try copy(try folder.file("notes.md", text), "crash:html")
    #expect(try given("text/html") == nil)
    #expect(try given("text/markdown") == text)
    let piped = try ChildProcess.run(
      [BuiltCommand.path, "copy", "-t", "md"], environment: environment("crash:html"), input: text)
    #expect(piped.status == 0)
    #expect(try given("text/html") == nil)
    #expect(try given("text/markdown") == text)
  }

  @Test(arguments: ["crash", "loop"])
  func `The service refuses what its converter fails to make, and keeps the next copy`(mishap: String) throws
  {
    let service = try RunningService(environment: ["PASTEBOARD_TEST_MISHAP": "\(mishap):html"])
    let markdown = Array("# Title\n".utf8)
    let owner = try service.owner(of: [("text/markdown", markdown), ("UTF8_STRING", markdown)])
    #expect(eventually { owner.hasSaid("lost") })
    let contents = try service.contents()
    #expect(contents["text/markdown"] == markdown)
    #expect(contents["text/html"] == nil)
    #expect(contents["text/rtf"]?.starts(with: Array(#"{\rtf1"#.utf8)) == true)
    try service.copyAndKeep("next")
    #expect(service.process.isRunning)
  }

  @Test func `A command that is told of copies is told of the next one too`() throws {
    try copy(try folder.file("page.html", Self.page), "")
    let watch = try ChildProcess(
      [BuiltCommand.path, "watch", "-t", "markdown", "--", "sh", "-c", "echo \"$CLIPBOARD_STATE:$(cat)\""],
      environment: environment("crash:markdown"))
    // The owner makes Markdown itself; what another program copied is converted here.
    #expect(eventually { watch.outputSoFar.contains("data:# Title") })
    let owner = try ScriptedOwner(of: [("text/html", Self.page)], environment: server.environment)
    #expect(eventually { watch.outputSoFar.contains("nil:") })
    _ = owner
    try copy(try folder.file("notes.md", Array("next".utf8)), "")
    #expect(eventually { watch.outputSoFar.contains("data:next") })
  }

  @Test func `A helper has no display, no files and little of everything`() throws {
    try copy(try folder.file("page.html", Self.page), "loop")
    let reader = try ChildProcess(
      ["xclip", "-selection", "clipboard", "-o", "-t", "text/rtf"], environment: server.environment)
    var helper: String?
    #expect(eventually { Self.process(named: "pb-convert").map { helper = $0 } != nil })
    let place = "/proc/\(try #require(helper))/"
    // Once it has bounded itself, which it does first.
    #expect(eventually { Self.limit("Max open files", in: place) == 3 })
    #expect(Self.limit("Max cpu time", in: place) == 5)
    #expect(try #require(Self.limit("Max address space", in: place)) < 512 << 20)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place + "fd").sorted() == ["0", "1", "2"])
    let variables = try String(contentsOfFile: place + "environ", encoding: .utf8)
    #expect(!variables.contains("DISPLAY=") && !variables.contains("HOME="))
    _ = reader
    // It ends with its owner.
    _ = try ChildProcess.run(
      ["xclip", "-selection", "clipboard"], environment: server.environment, input: Array("other".utf8))
    #expect(eventually { !FileManager.default.fileExists(atPath: place) })
  }

  private static func limit(_ name: String, in place: String) -> Int? {
    let lines = (try? String(contentsOfFile: place + "limits", encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.first { $0.hasPrefix(name) }
      .flatMap { $0.dropFirst(name.count).split(separator: " ").first }.flatMap { Int($0) }
  }

  /// The number of a process that was started by a name.
  private static func process(named name: String) -> String? {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return numbers.first { number in
      FileManager.default.contents(atPath: "/proc/\(number)/cmdline")?.starts(with: Array((name + "\0").utf8))
        ?? false
    }
  }

  @Test func `A limit of time holds for the conversion too`() throws {
    let cells = String(repeating: "<tr><td><b>one</b></td><td><i>two</i></td></tr>", count: 100_000)
    try copy(try folder.file("page.html", Array("<table>\(cells)</table>".utf8)), "")
    let start = ContinuousClock.now
    let result = try ChildProcess.run(
      [BuiltCommand.path, "paste", "--timeout", "1", "--prefer", "html"], environment: server.environment)
    #expect(ContinuousClock.now - start < .seconds(15))
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors == "pb: not finished within 1.0 seconds\n")
  }
}
