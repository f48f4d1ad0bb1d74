import Conversions
import Pasteboard
import Synchronization
import System
import Terminal

/// Writes data to standard output and messages to standard error.
enum Output {
  /// Prints a result.
  static func write(_ text: String) throws(Failure) {
    try write(Array(text.utf8))
  }

  static func write(_ bytes: [UInt8]) throws(Failure) {
    try Failure.wrapping { () throws(SystemError) in
      _ = try FileDescriptor.standardOutput.write(bytes, name: "standard output")
    }
  }

  /// Prints lines, with their styles if `color` is true.
  static func write(_ lines: [StyledLine], color: Bool) throws(Failure) {
    try write(lines.map { $0.encoded(color: color) + "\n" }.joined())
  }

  /// True if standard output is to be coloured, as the options and the environment have it.
  static func isColored(_ arguments: Arguments) throws(Failure) -> Bool {
    let value = arguments[.color] ?? ColorChoice.auto.rawValue
    guard let choice = ColorChoice(rawValue: value) else {
      throw Failure("--color must be one of auto, always, never, not '\(value)'")
    }
    return choice.isOn(isTerminal: FileDescriptor.standardOutput.isTerminal, variable: Environment.value)
  }

  /// Writes content where the person wants it: to a file, a pipe or, made visible, a terminal.
  ///
  /// - Parameter mustBeNew: whether it fails where the file exists.
  static func deliver(
    _ bytes: [UInt8], isText: Bool, to file: FilePath?, mustBeNew: Bool = false
  ) throws(Failure) {
    if let file, file != FilePath("-") {
      do throws(SystemError) {
        try OutputFile(file, mustBeNew: mustBeNew).write(bytes)
      } catch {
        guard error.isAbsence, !file.folder.exists else { throw Failure(error.description) }
        throw Failure("the folder '\(file.folder)' does not exist. Create it first.")
      }
    } else if FileDescriptor.standardOutput.isTerminal {
      guard isText else {
        throw Failure("the content is not text. Use --output FILE, or a pipe.")
      }
      var text = VisibleText.escaping(String(decoding: bytes, as: UTF8.self))
      if !text.hasSuffix("\n"), !text.isEmpty { text += "\n" }
      try write(text)
    } else {
      try write(bytes)
    }
  }

  /// Says something to the person on standard error, in one line also where a name has several; nothing with --quiet.
  static func warn(_ message: String) {
    let isQuiet = manner.withLock { manner in
      manner.notes?.append(message)
      return manner.isQuiet
    }
    if !isQuiet { reportFailure(message) }
  }

  /// Says why something failed, with --quiet too.
  static func reportFailure(_ message: String) { writeLines("pb: \(VisibleText.escapingLine(message))") }

  /// Writes lines to standard error as they are.
  static func writeLines(_ lines: String) {
    _ = try? FileDescriptor.standardError.write(Array("\(lines)\n".utf8), name: "standard error")
  }

  /// The bytes of a file, or of standard input for nil or `-`.
  ///
  /// - Parameter path: the file's path where it need not be UTF-8.
  static func read(_ file: String?, at path: FilePath? = nil) throws(Failure) -> [UInt8] {
    try Failure.wrapping { () throws(SystemError) in
      if let file, file != "-" {
        if let path { return try FileDescriptor(opening: path, 0).readToEnd(name: file) }
        return try FileDescriptor(reading: file).readToEnd(name: file)
      }
      let input = FileDescriptor.standardInput
      if input.isTerminal { warn("reading from the terminal (Ctrl+D ends the input)") }
      return try input.readToEnd(name: "standard input")
    }
  }
}

extension Output {
  private struct Manner {
    var isQuiet = false
    /// The messages for a notification; nil without one.
    var notes: [String]?
  }

  private static let manner = Mutex(Manner())

  /// Applies the options --quiet and --notify.
  static func take(_ arguments: Arguments) {
    guard arguments.has(.quiet) || arguments.has(.notify) else { return }
    manner.withLock { manner in
      manner.isQuiet = arguments.has(.quiet)
      if arguments.has(.notify) { manner.notes = [] }
    }
  }

  /// The messages so far, if a notification is wanted.
  static var notes: [String] { manner.withLock { $0.notes ?? [] } }

  /// Says which form did not come in time, where another stands for it.
  static func warnAboutTimeout(of form: String?) {
    guard let form else { return }
    warn("\(form) did not arrive in time; pb used the next best format. To wait longer, use --timeout.")
  }
}

/// Shows the result of a command as a desktop notification, for commands bound to keys, whose standard error is invisible.
enum DesktopNotification {
  /// Shows what was done or why not, through `notify-send` where that is installed; never the content of a clipboard.
  static func show(_ subcommand: Subcommand, _ failure: Failure?) {
    guard let program = path(of: "notify-send") else { return }
    let summary =
      if failure == nil { "pb \(subcommand.name)" } else { "pb \(subcommand.name) failed" }
    let notes = Output.notes + (failure.map { [$0.message] } ?? [])
    let body = notes.isEmpty ? "Done." : notes.joined(separator: "\n")
    let icon = failure == nil ? "edit-paste" : "dialog-warning"
    // Markup in the body would be read (Desktop Notifications Specification).
    let text = body.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    _ = Subprocess.leave(
      ["notify-send", "--app-name=Pasteboard", "--icon=\(icon)", "--", summary, text], file: program,
      input: [])
  }

  private static func path(of name: String) -> String? {
    (Environment.value("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { FilePath($0).isExecutable }
  }
}

/// Failures of many files, of which only the first are reported one by one: the clipboard may name a million files.
struct FailureList {
  private(set) var count = 0

  /// The number of messages that are printed one by one.
  static let namedLimit = 20

  mutating func report(_ message: String) {
    count += 1
    if count <= Self.namedLimit { Output.reportFailure(message) }
  }

  /// The words for the message at the end that tell of those that were not printed.
  var note: String { count > Self.namedLimit ? " (the first \(Self.namedLimit) are listed above)" : "" }
}
