import Exchange
import Pasteboard

extension Subcommand {
  static let serve = Subcommand(
    path: ["serve"], operands: "[PATH]", operandCount: 0...1,
    summary: "keep what programs leave on the clipboard, and offer Markdown in every format",
    options: [
      ServeOptions.replace, ServeOptions.history, ServeOptions.historySize, ServeOptions.historyFile,
      SharingOptions.socket, SharingOptions.allow, SharingOptions.ask,
      .backend,
    ],
    discussion: """
      The clipboard manager of a session. It reads each copy in all its forms (text, rich text, pictures, files, a program's
      own types last; 64 MiB at most, within five seconds) and owns the clipboard from when its owner is gone until
      something else is copied. What is marked as a secret is never read.

      --history remembers the last copies, for 'pb history' and 'pb paste --back': in memory, so that they end with the
      service, unless --history-file names a file, which only you can read. Copies together take --history-size MiB at
      most. Any program of the display can ask for them, as it can for the clipboard. 'history = 50' in the section
      [serve] of the configuration does the same for a service that the session starts.

      A copy that is Markdown, by a type that says so or by a rule for the program, but lacks HTML or RTF is
      taken over at once: all that its owner offered is still there, byte for byte, and what it lacked is made
      of the Markdown when a program asks for it.

      Of a picture in many formats those are kept that serve everybody; a bitmap that stood beside them is made of them when
      a program asks for it. What a file manager lets go because it was read, as PCManFM does with what was cut, is owned
      at once.

      --socket shares the clipboard with other machines and containers, at PATH or else at
      $XDG_RUNTIME_DIR/pasteboard/socket: 'pb' there copies to it, and with --allow copy,paste pastes from it. 'pb ssh HOST'
      does it for one session without a service. Documentation/socket.md has the details.

      Runs until it is told to end; what it holds then is there again when it is started next. There can be one
      manager only; on Wayland it knows of other 'pb serve' alone. SIGHUP makes it read the rules for applications anew.
      Under systemd it is a service of Type=notify or notify-reload.
      """,
    examples: """
      pb serve &
      pb serve --replace
      pb serve --history 50 &
      pb serve --socket --allow copy,paste &
      """
  ) { arguments throws(Failure) in
    let backend = try backend(arguments)
    let history = try ServeOptions.history(arguments, backend)
    var sharing = try SharingOptions.sharing(arguments)
    sharing?.replaces = arguments.has(ServeOptions.replace)
    let end = try Failure.wrapping { () throws(PasteboardError) in
      try ClipboardService.run(
        on: backend, replacesManager: arguments.has(ServeOptions.replace), helper: ConversionHelper(),
        history: history, sharing: sharing
      ) { Output.say($0) }
    }
    switch end {
    case .stopped: break
    case .replaced: Output.say("another clipboard manager took over; pb serve exits")
    case .occupied: throw Failure("another clipboard manager is running. To replace it, use --replace.")
    }
    return .success
  }
}

/// The options of `pb serve`.
enum ServeOptions {
  static let replace = Option("replace", "take the place of a clipboard manager that is there already")
  static let history = Option(
    "history", value: "COUNT", "remember so many copies (default: none but the last)")
  static let historySize = Option(
    "history-size", value: "MIB", standard: "64", "how large they may be together (default 64)")
  static let historyFile = Option(
    "history-file", value: "FILE", "keep them in this file from one start to the next")

  /// What is remembered; nil for nothing.
  static func history(_ arguments: Arguments, _ backend: Backend) throws(Failure) -> CopyHistory? {
    guard let count = try number(arguments, history, upTo: 1000) else {
      for option in [historySize, historyFile] where arguments.isGiven(option) {
        throw Failure("--\(option.name) requires --history COUNT")
      }
      return nil
    }
    let size = try number(arguments, historySize, upTo: 4096) ?? 64
    return try Failure.wrapping { () throws(PasteboardError) in
      try CopyHistory(
        HistoryLimits(count: count, bytes: size << 20), file: arguments[historyFile], on: backend)
    }
  }

  private static func number(
    _ arguments: Arguments, _ option: Option, upTo most: Int
  ) throws(Failure) -> Int? {
    guard let value = arguments[option] else { return nil }
    guard let number = Int(value), (1...most).contains(number) else {
      throw Failure("--\(option.name) must be a number from 1 to \(most), not '\(value)'")
    }
    return number
  }
}
