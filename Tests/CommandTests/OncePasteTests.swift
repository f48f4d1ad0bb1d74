import Foundation
import TestSupport
import Testing

/// What is copied for one paste is there until somebody pastes, whatever managers read by themselves.
@Suite("For one paste", .timeLimit(.minutes(1)))
final class OncePasteTests: CommandSuite {
  private static let hint = "x-kde-passwordManagerHint"

  private func ask(_ targets: String..., by program: String = "/usr/bin/python3") throws -> [String] {
    var environment = pb.environment
    environment["PYTHONHOME"] = "/usr"
    let command = [program] + PythonPeer.command("asking").dropFirst() + targets
    let lines = try ChildProcess.run(command, environment: environment).text.split(separator: "\n")
    return lines.map(String.init)
  }

  private func copy(_ options: String...) throws {
    let command = ["copy", "-t", "plain", "--once"] + options
    let result = try ChildProcess.run(
      [BuiltCommand.path] + command, environment: pb.environment, input: Array("once".utf8))
    #expect(result.status == 0)
  }

  /// It goes on being there for longer than a paste takes from its first request to its end.
  private func isThere() throws -> Bool {
    Thread.sleep(forTimeInterval: 1.5)
    return try pb.run("show", "--targets").text.contains("UTF8_STRING")
  }

  @Test func `Who reads the mark before the text has not pasted`() throws {
    try copy("--sensitive")
    #expect(try ask(Self.hint, "UTF8_STRING") == ["secret", "once"])
    #expect(try isThere())
    #expect(try ask("UTF8_STRING") == ["once"])
    #expect(try eventually { try pb.run("paste", "--plain").status == 1 })
  }

  @Test func `A compositor reads at once, and pastes later`() throws {
    let compositor = folder.path + "/mutter"
    let python = URL(filePath: "/usr/bin/python3").resolvingSymlinksInPath()
    try FileManager.default.copyItem(at: python, to: URL(filePath: compositor))
    try copy()
    #expect(try ask("UTF8_STRING", by: compositor) == ["once"])
    #expect(try isThere())
    #expect(try ask("UTF8_STRING", by: compositor) == ["once"])
    #expect(try eventually { try pb.run("paste", "--plain").status == 1 })
  }

  @Test func `Who asks for text alone has pasted, however soon`() throws {
    try copy()
    #expect(try ask("UTF8_STRING") == ["once"])
    #expect(try eventually { try pb.run("paste", "--plain").status == 1 })
  }

  @Test(arguments: [
    ["show"], ["show", "--all"], ["show", "--json"], ["show", "--preview", "plain"],
    ["show", "--as-seen-by", "AbiWord"], ["share", "--list"],
  ])
  func `Commands that look do not paste`(command: [String]) throws {
    try copy()
    for _ in 0..<3 { _ = try pb.run(command) }
    // Later than a manager that reads at once.
    Thread.sleep(forTimeInterval: 0.6)
    for _ in 0..<3 { _ = try pb.run(command) }
    #expect(try isThere())
    #expect(try pb.run("show", "--preview", "plain").text == "once\n")
    #expect(try pb.run("paste", "--plain").text == "once")
    #expect(try eventually { try pb.run("paste", "--plain").status == 1 })
  }

  @Test func `pb shows what the next paste gets, and that paste gets it`() throws {
    try copy()
    Thread.sleep(forTimeInterval: 0.6)
    #expect(try pb.run("show", "--targets").text.contains("look") == false)
    #expect(try ask("UTF8_STRING") == ["once"])
    #expect(try eventually { try pb.run("paste", "--plain").status == 1 })
  }

  @Test func `What is copied before a successor is there stays`() throws {
    #expect(try pb.run("copy", "-t", "plain", input: Array("later".utf8)).status == 0)
    // The server's time of the copy that the successor follows.
    let result = try BuiltCommand.successor(of: "1", on: "x11", environment: pb.environment)
    #expect(result.status == 2)
    #expect(try pb.run("paste", "--plain").text == "later")
  }

  @Test func `A service that reads an earlier copy has not pasted`() throws {
    let service = try RunningService()
    let command = [BuiltCommand.path, "copy", "-t", "plain", "--once"]
    let peer = PythonPeer.command("copied-meanwhile") + command
    #expect(try ChildProcess.run(peer, environment: service.environment).status == 0)
    // Longer than a paste takes from its first request to its end.
    Thread.sleep(forTimeInterval: 1.5)
    #expect(try service.pb("paste", "--plain").text == "once")
  }

  @Test(arguments: ["gpaste-daemon", "plasmashell", "klipper"])
  func `Managers of desktops are shown the mark alone`(manager: String) throws {
    try copy()
    let shown = try pb.run("show", "--targets", "--as-seen-by", manager)
    #expect(shown.text == "org.nspasteboard.TransientType\n")
  }
}
