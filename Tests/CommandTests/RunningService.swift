import Foundation
import TestSupport
import Testing

/// `pb serve` on an X server of its own, with a configuration and a runtime folder of its own.
struct RunningService {
  let server: PrivateXServer
  let folder: TemporaryFolder
  let environment: [String: String?]
  let process: ChildProcess

  /// Returns when it keeps the clipboard.
  ///
  /// - Parameter rules: the user's own rules for applications.
  init(rules: String? = nil, arguments: [String] = [], environment more: [String: String?] = [:]) throws {
    server = try PrivateXServer()
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/pasteboard", withIntermediateDirectories: true)
    environment = server.environment.merging([
      "XDG_CONFIG_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "NOTIFY_SOCKET": nil,
    ]) { $1 }.merging(more) { $1 }
    if let rules { _ = try folder.file("pasteboard/applications.json", Array(rules.utf8)) }
    process = try Self.start(arguments, environment)
  }

  /// Another one on the same display.
  func another(_ arguments: String...) throws -> ChildProcess {
    try Self.start(arguments, environment)
  }

  private static func start(
    _ arguments: [String], _ environment: [String: String?]
  ) throws -> ChildProcess {
    let command = "exec '\(BuiltCommand.path)' serve \(arguments.joined(separator: " ")) 2>&1"
    let process = try ChildProcess(["sh", "-c", command], environment: environment)
    try #require(process.firstLine(timeout: .seconds(20))?.contains("keeping the clipboard") == true)
    return process
  }

  func pb(_ arguments: String..., input: String = "") throws -> ChildProcess.Result {
    try ChildProcess.run([BuiltCommand.path] + arguments, environment: environment, input: Array(input.utf8))
  }

  func owner(
    of contents: [(target: String, bytes: [UInt8])], silent: [String] = [], name: String = "Scripted"
  ) throws -> ScriptedOwner {
    try ScriptedOwner(of: contents, silent: silent, name: name, environment: environment)
  }

  /// What is on the clipboard now.
  func contents() throws -> [String: [UInt8]] {
    let read = try ScriptedOwner.read(environment: environment)
    return Dictionary(read.map { ($0.target, $0.bytes) }) { first, _ in first }
  }

  /// Waits until a text was copied and read by the service, which shows that it has done all before.
  func copyAndKeep(_ text: String) throws {
    let owner = try owner(of: [("UTF8_STRING", Array(text.utf8))])
    #expect(eventually { owner.hasSaid("gave UTF8_STRING") })
  }
}
