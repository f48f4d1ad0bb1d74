import Foundation
import TestSupport
import Testing

/// A suite of `pb share` and `pb open` on a desktop made up in a folder.
class SharingSuite: CommandSuite {
  override init() throws {
    try super.init()
    for place in ["share/applications", "bin", "run", "home", "config/pasteboard"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + place, withIntermediateDirectories: true)
    }
    // Owners on a busy machine take longer than a person would wait.
    _ = try folder.file("config/pasteboard/config", Array("timeout = 20\n".utf8))
    // What a program is given, and what it finds there; the report is there when it is whole.
    try script(
      "run",
      "{ printf '%s\\n' \"$@\"; for f; do stat -c %a \"$f\"; cat \"$f\"; done; } > '\(folder.path)/new' 2>&1\nmv '\(folder.path)/new' '\(folder.path)/report'"
    )
    try entry(
      "org.example.Writer", "Example Writer",
      "application/vnd.oasis.opendocument.text;application/rtf;text/plain;")
    try entry("browser", "Browser", "text/html;x-scheme-handler/https;", exec: "run %u")
    try entry("editor", "Plain Editor", "text/plain;")
    try entry("marks", "Marks", "text/markdown;", exec: "run --title=%c \"%f\" %f")
    try entry("viewer", "Viewer", "image/png;")
    try entry("mail", "Mail", "x-scheme-handler/mailto;", exec: "run %u")
    try entry("gone", "Gone", "text/plain;", exec: "not-there %f")
  }

  func entry(_ id: String, _ name: String, _ types: String, exec: String = "run %f") throws {
    let text = "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(exec)\nMimeType=\(types)\n"
    _ = try folder.file("share/applications/\(id).desktop", Array(text.utf8))
  }

  func script(_ name: String, _ text: String) throws {
    let file = try folder.file("bin/" + name, Array("#!/bin/sh\n\(text)\n".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
  }

  func run(_ arguments: String..., input: String = "") throws -> ChildProcess.Result {
    try run(arguments, input: input)
  }

  /// The variables that make the folder a desktop.
  var desktop: [String: String?] {
    [
      "XDG_DATA_HOME": folder.path + "/home", "XDG_DATA_DIRS": folder.path + "/share:/usr/share",
      "XDG_CONFIG_HOME": folder.path + "/config", "XDG_CONFIG_DIRS": folder.path + "/config",
      "XDG_RUNTIME_DIR": folder.path + "/run", "PATH": folder.path + "/bin:/usr/bin:/bin",
      "LC_ALL": "C.UTF-8",
      "XDG_CACHE_HOME": folder.path + "/cache",
    ]
  }

  /// - Parameter changes: variables that are others than those of the desktop; nil removes.
  func run(
    _ arguments: [String], input: String = "", with changes: [String: String?] = [:]
  ) throws -> ChildProcess.Result {
    let environment = server.environment.merging(desktop) { $1 }.merging(changes) { $1 }
    return try ChildProcess.run(
      [BuiltCommand.path] + arguments, environment: environment, input: Array(input.utf8))
  }

  /// What the program that was started tells, once it does.
  func report() throws -> [String] {
    let path = folder.path + "/report"
    #expect(eventually { FileManager.default.fileExists(atPath: path) })
    defer { try? FileManager.default.removeItem(atPath: path) }
    return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  /// Takes the pasteboard in the background.
  func copy(_ arguments: String..., input: String = "") throws {
    let copied = try ChildProcess.run(
      [BuiltCommand.path, "copy"] + arguments, environment: server.environment, input: Array(input.utf8))
    #expect(copied.status == 0, "\(copied.errors)")
  }
}
