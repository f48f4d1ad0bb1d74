import Foundation
import TestSupport

/// A folder with links to `pb` under the names of other tools, and an environment whose programs find these first.
struct FaceSession {
  let folder: TemporaryFolder
  let environment: [String: String?]

  /// - Parameter names: the tools that are there; all four unless told otherwise.
  init(in display: [String: String?], names: [String] = ["xclip", "xsel", "wl-copy", "wl-paste"]) throws {
    folder = try TemporaryFolder()
    let tools = folder.path + "/tools"
    _ = try ChildProcess.run([BuiltCommand.path, "generate", "faces", tools])
    for name in ["xclip", "xsel", "wl-copy", "wl-paste"] where !names.contains(name) {
      try FileManager.default.removeItem(atPath: tools + "/" + name)
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let home = [
      "HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "PATH": "\(tools):\(path)", "LANG": "C.UTF-8",
    ]
    environment = display.merging(home) { $1 }
  }

  /// Runs a line of a shell.
  func run(
    _ line: String, input: [UInt8] = [], timeout: Duration = .seconds(20)
  ) throws -> ChildProcess.Result {
    try ChildProcess.run(["sh", "-c", line], environment: environment, input: input, timeout: timeout)
  }

  /// Runs a program without a shell.
  func run(
    words: [String], input: [UInt8] = [], timeout: Duration = .seconds(20)
  ) throws -> ChildProcess.Result {
    try ChildProcess.run(["env"] + words, environment: environment, input: input, timeout: timeout)
  }
}
