import Foundation
import TestSupport

/// The built `pb`, run as a person runs it.
struct BuiltCommand {
  /// Where tests find what they compare with.
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  /// The program lies beside the tests that were built with it.
  static let path: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: tests).deletingLastPathComponent().appending(path: "pb").path
  }()

  let environment: [String: String?]
  /// Held, so that the server lives as long as programs are to run on it.
  private let server: PrivateXServer?

  init(on server: PrivateXServer) {
    self.server = server
    environment = server.environment
  }

  /// Without a display, and without a terminal that would be asked instead.
  init() {
    server = nil
    environment = ["DISPLAY": nil, "TERM": nil, "TMUX": nil]
  }

  /// Without a display, with the user's files in a folder.
  init(home: TemporaryFolder) {
    server = nil
    environment = [
      "DISPLAY": nil, "XDG_DATA_HOME": home.path, "XDG_CACHE_HOME": home.path + "/cache",
      "XDG_CONFIG_HOME": home.path + "/config",
    ]
  }

  func run(
    _ arguments: String..., input: [UInt8] = [], timeout: Duration = .seconds(30)
  ) throws -> ChildProcess.Result {
    try run(arguments, input: input, timeout: timeout)
  }

  func run(
    _ arguments: [String], input: [UInt8] = [], timeout: Duration = .seconds(30)
  ) throws -> ChildProcess.Result {
    try ChildProcess.run(
      [Self.path] + arguments, environment: environment, input: input, timeout: timeout)
  }

  /// Runs the process that follows temporary content, after an ownership of this name.
  static func successor(
    of ownership: String, on backend: String, environment: [String: String?]
  ) throws -> ChildProcess.Result {
    let command = "exec -a pb-successor '\(path)' \(backend) general '\(ownership)'"
    return try ChildProcess.run(["bash", "-c", command], environment: environment)
  }

  /// Runs another program on the same display.
  func other(
    _ words: String..., input: [UInt8] = [], timeout: Duration = .seconds(30)
  ) throws -> ChildProcess.Result {
    try ChildProcess.run(words, environment: environment, input: input, timeout: timeout)
  }
}

/// A folder that goes away with its test.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "pb-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }
}
