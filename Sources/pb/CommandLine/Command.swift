import Pasteboard
import System

/// The command as a whole: finds the subcommand and turns what happens into words and an exit status.
enum Command {
  static let version = "1.0.0"
  /// The day of this version, for the manual pages.
  static let releaseDate = "2026-11-26"

  /// Runs a command line, `words[0]` being the name that it was called by.
  static func run(_ words: [String]) -> ExitStatus {
    // A reader that exits is not an error: the write reports it.
    ThisProcess.ignoreBrokenPipes()
    do throws(Failure) {
      let program = words.first ?? ""
      if isName("pbcopy", of: program) { return try MacOSCommands.copy(words.dropFirst()) }
      if isName("pbpaste", of: program) { return try MacOSCommands.paste(words.dropFirst()) }
      if let tool = EmulatedTool(calledBy: program) { return tool.run(words.dropFirst()) }
      return try run(arguments: words.dropFirst())
    } catch {
      if !error.message.isEmpty {
        Output.reportFailure(error.message + (error.status == .failure ? shortage : ""))
      }
      return error.status
    }
  }

  /// A hint at a low limit of open files, which may be the reason of a failure without another one.
  private static var shortage: String {
    let limit = ThisProcess.openFileLimit
    return limit < ThisProcess.servingFiles
      ? " (the open-file limit of \(limit) may be the reason: try 'ulimit -n 64')"
      : ""
  }

  /// True for a program that was called by this name, with or without its folder.
  private static func isName(_ name: String, of program: String) -> Bool {
    program.hasSuffix(name) && (program == name || program.utf8.dropLast(name.utf8.count).last == 0x2F)
  }

  private static func run(arguments: ArraySlice<String>) throws(Failure) -> ExitStatus {
    switch arguments.first {
    case "as":
      guard let name = arguments.dropFirst().first, let tool = EmulatedTool(rawValue: name) else { break }
      return tool.run(arguments.dropFirst(2))
    case "-h":
      try Output.write(Help.overview(isLong: false))
      return .success
    case "--help", "help":
      return try help(about: Array(arguments.dropFirst()))
    case "--version", "-V":
      try Output.write("pb \(version)\n")
      return .success
    case let word where word?.hasPrefix("-") ?? true:
      if let subcommand = subcommand(behindOptions: arguments) {
        return try run(subcommand, arguments, behind: subcommand.path)
      }
      if let subcommand = try BareCall.subcommand(arguments) { return try run(subcommand, arguments) }
      guard word == nil else { break }
      try Output.write(Help.overview(isLong: false))
      return .success
    default:
      break
    }
    let subcommand: Subcommand
    do { subcommand = try Subcommand.called(by: arguments) } catch { return try helpOfFamily(arguments) }
    // Options of ssh are its own.
    if subcommand.path == ["ssh"] {
      return try run(subcommand, SSHCommandLine.sorted(arguments.dropFirst())[...])
    }
    // 'pb history --json' and 'pb type png' leave the second word out.
    let isShort = subcommand.path.count > 1 && arguments.dropFirst().first != subcommand.path[1]
    return try run(subcommand, arguments.dropFirst(isShort ? 1 : subcommand.path.count))
  }

  /// The subcommand whose name follows some of its options, as in `pb --plain paste`; nil without one.
  private static func subcommand(behindOptions arguments: ArraySlice<String>) -> Subcommand? {
    // What follows -- is no command.
    let words = arguments.prefix { $0 != "--" }
    for index in words.indices.dropFirst() {
      guard let subcommand = try? Subcommand.called(by: arguments[index...]) else { continue }
      let parsed = try? Arguments(arguments, for: subcommand, behind: subcommand.path)
      return parsed == nil ? nil : subcommand
    }
    return nil
  }

  /// Runs a subcommand with the words behind its name, or with all words where options come before the name.
  private static func run(
    _ subcommand: Subcommand, _ words: ArraySlice<String>, behind name: [String] = []
  ) throws(Failure) -> ExitStatus {
    let configuration = Configuration.read()
    // Most people have no settings, and filling a dictionary takes longer than all the rest here.
    let configured =
      configuration.file.settings.isEmpty
      ? [:] : BackendSection.adding(to: configuration.file.values(for: subcommand), configuration.file)
    let parsed = try Arguments(
      words, for: subcommand, from: words.startIndex, behind: name, configured: configured)
    if subcommand.path != ["config"] { configuration.warnOfProblems() }
    if let form = parsed[.help] {
      try Output.write(Help.text(for: subcommand, isLong: form != "short"))
      return .success
    }
    Output.take(parsed)
    do throws(Failure) {
      let status = try subcommand.run(parsed)
      if parsed.has(.notify) { DesktopNotification.show(subcommand, nil) }
      return status
    } catch {
      if parsed.has(.notify) { DesktopNotification.show(subcommand, error) }
      // Whoever has said how long to wait knows that it can be said.
      let canWait = subcommand.options.contains { $0.name == Option.timeout.name && !$0.isPerInvocation }
      guard error.isLate, canWait, !parsed.isGiven(.timeout) else { throw error }
      throw Failure(error.message + ". Use --timeout SECONDS to wait longer.", status: error.status)
    }
  }

  /// `pb type --help`, as of any other command.
  private static func helpOfFamily(_ arguments: ArraySlice<String>) throws(Failure) -> ExitStatus {
    guard let word = arguments.dropFirst().first, ["-h", "--help", "help"].contains(word),
      let family = arguments.first,
      Subcommand.all.contains(where: { $0.path.count > 1 && $0.path[0] == family })
    else { throw unknown(arguments) }
    try Output.write(Help.overview(of: family))
    return .success
  }

  private static func help(about words: [String]) throws(Failure) -> ExitStatus {
    let path = words.filter { !$0.hasPrefix("-") }
    guard !path.isEmpty else {
      try Output.write(Help.overview(isLong: true))
      return .success
    }
    if path.count == 1, let topic = HelpTopic.all.first(where: { $0.name == path[0] }) {
      try Output.write(Help.text(for: topic))
      return .success
    }
    let subcommands = Subcommand.all.filter { $0.path.starts(with: path) }
    guard let subcommand = subcommands.first else { throw unknownTopic(path) }
    let isFamily = subcommand.path.count > path.count
    try Output.write(isFamily ? Help.overview(of: path[0]) : Help.text(for: subcommand, isLong: true))
    return .success
  }

  private static func unknownTopic(_ words: [String]) -> Failure {
    let names = Set(Subcommand.all.map { $0.path[0] } + HelpTopic.all.map(\.name))
    let word = words[0]
    if words.count > 1, names.contains(word) {
      return Failure("'pb help' accepts one command or topic. Use 'pb help \(word)'.")
    }
    let meant = ForeignOptionHints.topic(for: word) ?? Suggestion.nearest(to: word, among: names.sorted())
    let advice = meant.map { "Did you mean 'pb help \($0)'?" } ?? "See 'pb --help'."
    return Failure("'\(word)' is neither a command nor a topic. \(advice)")
  }

  private static func unknown(_ arguments: ArraySlice<String>) -> Failure {
    let word = arguments.first ?? ""
    let family = Subcommand.all.filter { $0.path.count > 1 && $0.path[0] == word }
    if !family.isEmpty {
      let names = family.map { $0.path[1] }.joined(separator: ", ")
      return Failure("'pb \(word)' requires one of: \(names). See 'pb help \(word)'.")
    }
    if let meant = ForeignOptionHints.command(for: word) {
      return Failure("unknown command '\(word)'. Did you mean '\(meant)'?")
    }
    if !word.hasPrefix("-"), FilePath(word).exists {
      return Failure("unknown command '\(word)'. To copy this file: pb copy '\(word)'")
    }
    if word.hasPrefix("-") {
      return Failure("the command is missing. Use 'pb copy' or 'pb paste', or see 'pb -h'.")
    }
    let names = Set(Subcommand.all.map { $0.path[0] }).sorted()
    let nearest = Suggestion.nearest(to: word, among: names).map { "Did you mean '\($0)'?" } ?? "See 'pb -h'."
    return Failure("unknown command '\(word)'. \(nearest)")
  }
}
