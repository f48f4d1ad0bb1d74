import Foundation
import TestSupport
import Testing

@testable import pb

/// `pb serve --history` and what is done with it.
@Suite("History", .timeLimit(.minutes(1)))
struct HistoryTests {
  private static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0xFF]

  /// Copies one after the other, each once the one before is remembered; returns the lines of the list.
  @discardableResult
  private func copy(_ words: [String], _ service: RunningService) throws -> [String] {
    var lines: [String] = []
    for word in words {
      #expect(try service.pb("copy", "-t", "plain", input: word).status == 0)
      #expect(
        try eventually {
          lines = try self.lines(service)
          return lines.first == "0  \(word)"
        }, "\(lines)")
    }
    return lines
  }

  private func lines(_ service: RunningService) throws -> [String] {
    try service.pb("history", "list", "--lines").text.split(separator: "\n").map(String.init)
  }

  @Test func `The last copies are remembered, each once, and pasted by their number`() throws {
    let service = try RunningService(arguments: ["--history", "3"])
    #expect(try service.pb("history").status == 1)
    #expect(try copy(["one", "two", "three", "four"], service) == ["0  four", "1  three", "2  two"])
    #expect(try service.pb("paste", "--back", "2", "--plain").text == "two")
    #expect(try service.pb("paste", "--back", "3").errors.contains("0 to 2"))
    #expect(try copy(["three"], service) == ["0  three", "1  four", "2  two"])
  }

  @Test func `What a program copies that a rule calls secret is neither remembered nor kept`() throws {
    let rules = """
      {"applications": [
        {"name": "Vault", "match": {"offers": ["application/x-vault"]}, "asOwner": {"secret": true}}]}
      """
    let service = try RunningService(rules: rules, arguments: ["--history", "5"])
    try copy(["one"], service)
    do {
      let owner = try service.owner(of: [
        ("UTF8_STRING", Array("hunter2".utf8)), ("application/x-vault", [1]),
      ])
      #expect(try lines(service) == ["0  one"])
      #expect(try service.pb("paste", "--plain").text == "hunter2")
      withExtendedLifetime(owner) {}
    }
    #expect(try eventually { try service.pb("paste", "--plain").status == 1 })
    #expect(try copy(["two"], service) == ["0  two", "1  one"])
  }

  @Test func `A number waits for a copy that is still being read, and a list says so`() throws {
    let service = try RunningService(arguments: ["--history", "5"])
    try copy(["one"], service)
    // Its reader waits for the second form until its time is up.
    let owner = try service.owner(of: [("UTF8_STRING", Array("two".utf8))], silent: ["text/html"])
    #expect(try service.pb("history").errors.contains("still being read"))
    #expect(try service.pb("history", "drop", "0").status == 0)
    #expect(try lines(service) == ["0  one"])
    withExtendedLifetime(owner) {}
  }

  @Test func `Every form of a copy is remembered, and what was rich is pasted as Markdown`() throws {
    let service = try RunningService(arguments: ["--history", "5"])
    let owner = try service.owner(of: [
      ("text/html", Array("<p>a <b>b</b></p>".utf8)), ("application/x-own", [0, 1, 2]),
      ("image/png", Self.picture),
    ])
    #expect(try eventually { try lines(service).count == 1 })
    try copy(["next"], service)
    withExtendedLifetime(owner) {}
    #expect(try service.pb("paste", "--back", "1").text == "a **b**\n")
    #expect(try service.pb("paste", "--back", "1", "--raw", "application/x-own").output == [0, 1, 2])
    #expect(try service.pb("history", "pick", "1").status == 0)
    let contents = try service.contents()
    #expect(contents["image/png"] == Self.picture && contents["application/x-own"] == [0, 1, 2])
    let list = try service.pb("history").text
    #expect(list.contains("HTML") && list.contains("PNG picture"))
  }

  @Test func `Markdown without plain text beside it shows its beginning`() throws {
    let service = try RunningService(arguments: ["--history", "5"])
    let owner = try service.owner(of: [("text/markdown", Array("# Tïtle\n\n*a*\n".utf8))])
    #expect(try eventually { try lines(service) == ["0  # Tïtle *a*"] })
    withExtendedLifetime(owner) {}
  }

  @Test func `A line that a program had somebody choose is taken`() throws {
    let service = try RunningService(arguments: ["--history", "5"])
    try copy(["one", "two", "three"], service)
    #expect(try service.pb("history", "pick", "-", input: "2  one\n").status == 0)
    #expect(try service.pb("paste", "--plain").text == "one")
    #expect(try service.pb("history", "pick", "-", input: "").status == 1)
    #expect(try service.pb("history", "pick").status == 2)
  }

  @Test(
    "A file that is no history stays as it is, and the service says so",
    arguments: ["my notes\n", "pasteboard history 1\n7 rubbish"])
  func otherFile(content: String) throws {
    let (folder, server) = (try TemporaryFolder(), try PrivateXServer())
    let file = try folder.file("notes", Array(content.utf8))
    #expect(chmod(file, 0o600) == 0)
    let result = try BuiltCommand(on: server).run("serve", "--history", "3", "--history-file", file)
    #expect(result.status == 2 && result.errors.contains("Name another file"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
  }

  @Test func `What is to be forgotten is, and secrets never were remembered`() throws {
    let service = try RunningService(arguments: ["--history", "5"])
    try copy(["one", "two"], service)
    #expect(try service.pb("copy", "--sensitive", "-t", "plain", input: "hunter2").status == 0)
    #expect(try copy(["three"], service) == ["0  three", "1  two", "2  one"])
    #expect(try service.pb("history", "drop", "1").status == 0)
    #expect(try eventually { try lines(service) == ["0  three", "1  one"] })
    #expect(try service.pb("history", "drop", "--all").status == 0)
    var last = ""
    #expect(
      try eventually {
        let result = try service.pb("history")
        last = "\(result.status) \(result.text)\(result.errors)"
        return result.status == 1
      }, "\(last)")
    #expect(try service.pb("history", "drop").status == 2)
  }

  @Test func `Lines for choosing have the first 2000 characters of a text`() throws {
    let service = try RunningService(arguments: ["--history", "5"])
    let text = "ü" + String(repeating: "word ", count: 398) + "sought"
    #expect(
      try service.pb("copy", "-t", "plain", input: text + String(repeating: " more", count: 900)).status == 0)
    #expect(try eventually { try lines(service).first?.contains("sought") == true })
    #expect(try lines(service).first?.count == 2000 + 3)
  }

  @Test func `Forgetting what the clipboard holds is told`() throws {
    let service = try RunningService(arguments: ["--history", "5"])
    try copy(["one", "two"], service)
    #expect(try service.pb("history", "drop", "1").errors.isEmpty)
    let last = try service.pb("history", "drop", "0")
    #expect(last.status == 0 && last.errors.contains("'pb clear'"), "\(last.errors)")
    #expect(try service.pb("paste", "--plain").text == "two")
    try copy(["three"], service)
    #expect(try service.pb("history", "drop", "--all").errors.contains("'pb clear'"))
    try copy(["four"], service)
    #expect(try service.pb("clear").status == 0)
    #expect(try service.pb("history", "drop", "0").errors.isEmpty)
  }

  @Test func `What was copied a moment ago is the last, for whoever forgets it at once`() throws {
    let service = try RunningService(arguments: ["--history", "9"])
    try copy(["kept"], service)
    for number in 0..<8 {
      #expect(try service.pb("copy", "-t", "plain", input: "token \(number)").status == 0)
      #expect(try service.pb("history", "drop", "0").status == 0)
      #expect(try lines(service) == ["0  kept"])
    }
  }

  @Test func `It ends with the service, unless a file keeps it, of this person alone`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/history"
    let options = ["--history", "5", "--history-file", file]
    let service = try RunningService(arguments: options)
    try copy(["one", "two"], service)
    service.process.kill(SIGTERM)
    #expect(try service.process.wait().status == 0)
    #expect(try service.pb("history").errors.contains("--history 50"))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let next = try service.another("--history", "5", "--history-file", file)
    #expect(try eventually { try lines(service).suffix(2) == ["0  two", "1  one"] })
    withExtendedLifetime(next) {}
  }

  @Test func `A file that can be written no longer is told of, once`() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(arguments: [
      "--history", "5", "--history-file", folder.path + "/history",
    ])
    try copy(["one"], service)
    try FileManager.default.removeItem(atPath: folder.path)
    try copy(["two", "three"], service)
    service.process.kill(SIGTERM)
    let said = try service.process.wait().text
    #expect(
      said.components(separatedBy: "the history is kept in memory only").count == 2, "\(said)")
  }

  @Test func `Without the option nothing is remembered`() throws {
    let service = try RunningService()
    try service.copyAndKeep("one")
    #expect(try service.pb("history").status == 1)
    #expect(try service.pb("paste", "--back", "0").status == 1)
    for words in [["--history", "0"], ["--history-size", "5"], ["--history", "5", "--history-size", "x"]] {
      #expect(
        try ChildProcess.run([BuiltCommand.path, "serve"] + words, environment: service.environment).status
          == 2)
    }
  }

  @Test func `Copies are chosen on a terminal`() throws {
    let service = try RunningService(arguments: ["--history", "5"])
    try copy(["one", "two", "three"], service)
    let terminal = try PseudoTerminal(
      [BuiltCommand.path, "history", "pick"], environment: service.environment, columns: 60, rows: 8)
    var screen = terminal.wait { $0.text.contains("> ") && $0.text.contains("one") }
    #expect(screen.lines[0].contains("3 copies"))
    terminal.send("jd")
    screen = terminal.wait { $0.lines[0].contains("2 copies") }
    #expect(!screen.text.contains("two") && screen.surprises.isEmpty)
    terminal.send("\r")
    #expect(terminal.waitForEnd() == 0)
    #expect(try service.pb("paste", "--plain").text == "one")
    #expect(try eventually { try lines(service) == ["0  one", "1  three"] })
  }
}
