import Foundation
import TestSupport
import Testing

/// What is marked as a secret is not read, kept, shown or logged.
@Suite("Secrets", .timeLimit(.minutes(1)))
struct SecretTests {
  /// Long enough to be found nowhere by chance.
  private static let secret = "correct-horse-battery-staple-\(UUID().uuidString)"
  private static let hint = "x-kde-passwordManagerHint"

  @Test func `The service reads the hint of a secret, and nothing more`() throws {
    let service = try RunningService()
    let owner = try service.owner(of: [
      ("UTF8_STRING", Array(Self.secret.utf8)), ("text/markdown", Array(Self.secret.utf8)),
      (Self.hint, Array("secret".utf8)),
    ])
    #expect(eventually { owner.hasSaid("gave \(Self.hint)") })
    try service.copyAndKeep("next")
    #expect(!owner.hasSaid("gave UTF8_STRING") && !owner.hasSaid("gave text/markdown"))
    #expect(!isHeld(by: service.process))
    service.process.kill(SIGTERM)
    let end = try service.process.wait()
    #expect(!end.text.contains(Self.secret))
  }

  @Test(arguments: [
    "org.nspasteboard.ConcealedType", "org.nspasteboard.TransientType", "Clipboard Viewer Ignore",
    "de.petermaurer.TransientPasteboardType", "ORG.NSPASTEBOARD.CONCEALEDTYPE",
    "application/X-KDE-passwordmanagerhint", "CanIncludeInClipboardHistory",
  ])
  func `The service reads nothing that other systems' marks keep out`(mark: String) throws {
    let service = try RunningService()
    let owner = try service.owner(of: [("UTF8_STRING", Array(Self.secret.utf8)), (mark, [])])
    #expect(eventually { owner.hasSaid("gave -") })
    try service.copyAndKeep("next")
    #expect(!owner.hasSaid("gave UTF8_STRING"))
  }

  @Test func `What is taken back after a time is not brought back, secret or not`() throws {
    let service = try RunningService()
    let copy = try ChildProcess(
      [BuiltCommand.path, "copy", "--clear-after", "1", "--foreground"], environment: service.environment,
      input: Array(Self.secret.utf8))
    #expect(try eventually { try service.pb("paste").text == Self.secret })
    #expect(try service.pb("show").text.contains(Self.secret.prefix(10)))
    #expect(try copy.wait().status == 0)
    #expect(try service.pb("paste").status == 1)
    #expect(!isHeld(by: service.process))
  }

  @Test(arguments: [["--sensitive"], ["--clear-after", "60"], ["--once"]])
  func `A known clipboard manager is shown the mark and nothing else`(options: [String]) throws {
    let pb = BuiltCommand(on: try PrivateXServer())
    let copy = try ChildProcess.run(
      [BuiltCommand.path, "copy", "-t", "plain"] + options, environment: pb.environment,
      input: Array(Self.secret.utf8))
    #expect(copy.status == 0)
    let mark = options[0] == "--sensitive" ? Self.hint : "org.nspasteboard.TransientType"
    for manager in ["CopyQ", "Parcellite", "xfce4-clipman", "Diodon"] {
      #expect(try pb.run("show", "--targets", "--as-seen-by", manager).text == mark + "\n", "\(manager)")
    }
    #expect(try pb.run("paste", "--plain").text == Self.secret)
    #expect(try pb.run("copy", "-t", "plain", input: [0x61]).status == 0)
    #expect(try pb.run("show", "--targets", "--as-seen-by", "CopyQ").text.contains("UTF8_STRING"))
  }

  /// A fork passes on no locks: those of `pb copy` itself end with it.
  @Test(arguments: [
    (["--sensitive"], 40), (["--sensitive"], 60_000), (["--sensitive", "--once"], 300),
    (["--sensitive", "--clear-after", "60"], 300),
    (["--sensitive", "--clear-after", "60", "--restore"], 300),
  ])
  func `The process that keeps a secret has it locked in memory`(options: [String], count: Int) throws {
    let server = try PrivateXServer()
    let mark = UUID().uuidString
    var environment = BuiltCommand(on: server).environment
    environment["PB_TEST_MARK"] = mark
    let input = Array(String(repeating: "s", count: count).utf8)
    let copy = try ChildProcess.run(
      [BuiltCommand.path, "copy", "-t", "plain"] + options, environment: environment, input: input)
    #expect(copy.status == 0)
    // It may just have begun.
    #expect(
      eventually {
        Self.processes(with: "PB_TEST_MARK=\(mark)").contains { Self.lockedBytes(of: $0) >= count }
      })
  }

  private static func processes(with variable: String) -> [String] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.filter { entry in
      guard Int(entry) != nil,
        let environment = FileManager.default.contents(atPath: "/proc/\(entry)/environ")
      else { return false }
      return environment.split(separator: 0).contains { $0.elementsEqual(variable.utf8) }
    }
  }

  /// `VmLck` of a process (proc(5)).
  private static func lockedBytes(of process: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmLck:") }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }

  @Test func `What is copied for one paste is gone after it`() throws {
    let pb = BuiltCommand(on: try PrivateXServer())
    #expect(try pb.run("copy", "-t", "plain", "--once", input: Array("once".utf8)).status == 0)
    // Who only looks has not pasted.
    #expect(try pb.run("show", "--targets").text.contains("UTF8_STRING"))
    #expect(try pb.run("paste", "--plain").text == "once")
    #expect(try eventually { try pb.run("paste", "--plain").status == 1 })
    // Nothing is there, and somebody owns it, so that no manager brings anything back.
    #expect(try pb.run("show", "--targets").status == 0)
    let shown = try pb.run("show")
    #expect(shown.status == 1 && shown.errors.contains("the clipboard is empty"))
  }

  @Test func `What was there before is put back, in all its forms`() throws {
    let pb = BuiltCommand(on: try PrivateXServer())
    #expect(try pb.run("copy", "-t", "markdown", input: Array("# *T*".utf8)).status == 0)
    let secret = Self.secret
    let copy = try ChildProcess(
      [BuiltCommand.path, "copy", "--sensitive", "--clear-after", "1", "--restore", "--foreground"],
      environment: pb.environment, input: Array(secret.utf8))
    #expect(try eventually { try pb.run("paste").text == secret })
    #expect(try copy.wait().status == 0)
    #expect(try pb.run("paste").text == "# *T*")
    #expect(try pb.run("paste", "--raw", "text/html").text.contains("<em>T</em>"))
    #expect(try pb.run("copy", "--restore", input: [0x61]).status == 2)
  }

  @Test func `What was there before the first of two temporary copies is put back`() throws {
    let pb = BuiltCommand(on: try PrivateXServer())
    #expect(try pb.run("copy", "-t", "markdown", input: Array("# *T*".utf8)).status == 0)
    for word in ["one", "two"] {
      let copy = ["copy", "-t", "plain", "--sensitive", "--clear-after", "1", "--restore"]
      let result = try ChildProcess.run(
        [BuiltCommand.path] + copy, environment: pb.environment, input: Array(word.utf8))
      #expect(result.status == 0)
      #expect(try pb.run("paste").text == word)
    }
    #expect(try eventually { try pb.run("paste").text == "# *T*" })
    #expect(try pb.run("paste", "--raw", "text/html").text.contains("<em>T</em>"))
  }

  @Test func `A manager that brings back what was cleared is told, and kept from it`() throws {
    let pb = BuiltCommand(on: try PrivateXServer())
    // Puts back what it has as soon as nobody owns the clipboard, as managers do.
    let manager = try ChildProcess(
      [
        "sh", "-c",
        "while :; do '\(BuiltCommand.path)' show --targets >&2 || printf kept | xclip -selection clipboard -i; done",
      ], environment: pb.environment)
    #expect(try eventually { try pb.run("paste", "--plain").text == "kept" })
    #expect(try pb.run("clear").errors.contains("--hold"))
    #expect(try eventually { try pb.run("paste", "--plain").text == "kept" })
    #expect(try pb.run("clear", "--hold").errors.isEmpty)
    #expect(try pb.run("paste").status == 1)
    manager.kill(SIGTERM)
  }

  @Test func `The service writes no core dump`() throws {
    let service = try RunningService()
    let limits = try String(
      contentsOfFile: "/proc/\(service.process.processIdentifier)/limits", encoding: .utf8)
    let cores = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    #expect(cores?.split(separator: " ").dropFirst(4).prefix(2) == ["1", "1"])
  }

  @Test func `A secret that was copied and cleared is in the memory of no process`() throws {
    let service = try RunningService()
    let secret = Self.secret
    let watch = try ChildProcess([BuiltCommand.path, "watch", "--json"], environment: service.environment)
    let copy = try ChildProcess(
      [BuiltCommand.path, "copy", "--sensitive", "--clear-after", "2", "--foreground"],
      environment: service.environment, input: Array(secret.utf8))
    #expect(try eventually { try service.pb("paste").text == secret })
    #expect(try service.pb("paste", "--as", "html").text.contains(secret))
    // While it is offered it is in its owner's memory, which no crash writes to a disk; that ends with it.
    #expect(isHeld(by: copy))
    let limits = try String(contentsOfFile: "/proc/\(copy.processIdentifier)/limits", encoding: .utf8)
    let cores = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    #expect(cores?.split(separator: " ").dropFirst(4).prefix(2) == ["1", "1"])
    #expect(try copy.wait().status == 0)
    #expect(try service.pb("paste").status == 1)
    #expect(!isHeld(by: service.process))
    #expect(!isHeld(by: watch))
    #expect(!watch.outputSoFar.contains(secret) && watch.isRunning)
  }

  @Test func `A secret is listed, and not shown`() throws {
    let service = try RunningService()
    #expect(try service.pb("copy", "--sensitive", input: Self.secret).status == 0)
    for option in [[], ["--json"]] {
      let shown = try ChildProcess.run(
        [BuiltCommand.path, "show"] + option, environment: service.environment)
      #expect(shown.status == 0 && shown.text.contains("UTF8_STRING"))
      #expect(!shown.text.contains(Self.secret.prefix(20)), "\(option)")
    }
    let preview = try ChildProcess.run(
      [BuiltCommand.path, "show", "--preview", "plain"], environment: service.environment)
    #expect(preview.status == 1 && preview.output.isEmpty && preview.errors.contains("secret"))
  }

  /// Whether the secret is in the memory that a process can write to.
  private func isHeld(by process: ChildProcess) -> Bool {
    ProcessMemory(of: process.processIdentifier).holds(anyOf: [Array(Self.secret.utf8)])
  }
}
