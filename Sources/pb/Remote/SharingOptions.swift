import Exchange
import Pasteboard
import SocketSelections
import System

/// The options by which a clipboard is shared with other machines and containers, and what they mean.
enum SharingOptions {
  static let socket = Option(
    "socket", in: .place, "share the clipboard at a socket with other machines")
  static let allow = Option(
    "allow", value: "RIGHT,…", defaultValue: "copy", in: .safety,
    "grant others copy, paste, ask, secrets (default copy)")
  static let ask = Option(
    "ask", value: "PROGRAM", in: .safety, "ask PROGRAM about each command (status 0 allows it)")

  /// How long the person may take who is asked.
  private static let patience = Duration.seconds(60)

  /// How the clipboard is shared; nil if it is not.
  static func sharing(_ arguments: Arguments) throws(Failure) -> ClipboardSharing? {
    guard arguments.has(socket) else {
      if let operand = arguments.operands.first { throw Failure("'\(operand)' requires --socket") }
      for option in [allow, ask] where arguments.isGiven(option) {
        throw Failure("--\(option.name) requires --socket")
      }
      return nil
    }
    return try sharing(at: try path(arguments.operands.first), arguments)
  }

  private static func path(_ operand: String?) throws(Failure) -> String {
    guard let operand else {
      return try Failure.wrapping { () throws(PasteboardError) in try ClipboardSharing.standardPath() }
    }
    return try Failure.wrapping { () throws(SystemError) in try FilePath(operand).absolute().description }
  }

  /// Sharing at a path, with the rights that the options give.
  static func sharing(at path: String, _ arguments: Arguments) throws(Failure) -> ClipboardSharing {
    let list = arguments[allow] ?? "copy"
    guard let rights = Rights(list) else {
      throw Failure(
        "--allow must be a list of copy, paste, ask and secrets, such as copy,paste, not '\(list)'")
    }
    var sharing = ClipboardSharing(at: path, rights)
    guard rights.contains(.ask) else {
      guard !arguments.isGiven(ask) else { throw Failure("--ask requires --allow ask") }
      return sharing
    }
    guard let program = arguments[ask] else {
      throw Failure("--allow ask requires --ask PROGRAM; pb runs it with 'copy' or 'paste' and the host")
    }
    guard let file = ProgramFile.find(program) else {
      throw Failure("--ask: program '\(program)' was not found")
    }
    sharing.decide = { right, label in
      let process = FilterProcess(
        file: file, command: [program, right == .copy ? "copy" : "paste", label], environment: nil,
        patience: patience, outputLimit: 1 << 16, isForeign: true)
      if case .output = process.run(on: []) { return true }
      return false
    }
    return sharing
  }
}

extension SharingOptions {
  /// Has a process take the socket away when this one has ended without doing so.
  static func removeSocketAtEnd(_ path: String) throws(Failure) {
    let end = ProcessEnd()
    try Failure.wrapping { () throws(PasteboardError) in
      try BackgroundProcess.start(keeping: [end.descriptor]) { ready throws(PasteboardError) in
        ready()
        end.wait()
        guard FilePath(path).exists, !Backend.socket(path).isPresent() else { return }
        // Whoever listens takes the name away at the end.
        _ = try? ListeningSocket(at: path)
      }
    }
  }
}

/// Finds programs as a shell does.
enum ProgramFile {
  /// The file that a name stands for: a path as it is, else the first in `PATH`; nil if there is none.
  static func find(_ name: String) -> String? {
    if name.contains("/") {
      return FilePath(name).exists ? (try? FilePath(name).absolute().description) : nil
    }
    return (Environment.list("PATH") ?? []).lazy.map { "\($0)/\(name)" }.first { FilePath($0).exists }
  }
}
