import Exchange
import Pasteboard

extension Subcommand {
  static let serve = Subcommand(
    path: ["serve"], operands: "[PATH]", operandCount: 0...1,
    summary: "keep the clipboard when programs exit",
    options: [
      ServeOptions.replace, ServeOptions.enrich, ServeOptions.history, ServeOptions.historySize,
      ServeOptions.historyFile,
      SharingOptions.socket, SharingOptions.allow, SharingOptions.ask,
      .backend,
    ],
    notes: """
      pb serve is the clipboard manager of a session. It reads each copy in all its formats and owns the
      clipboard after the copying program exits. It never reads content that is marked as a secret. It runs
      until it is stopped. With --socket, PATH is the socket (default
      '$XDG_RUNTIME_DIR/pasteboard/socket').

      With --history it remembers the last copies in memory; 'pb history' lists them and 'pb paste --back'
      pastes them. When a program copies Markdown, pb serve also offers it as HTML and RTF; with --enrich also
      plain text that is Markdown, such as a chat's answer. See pb-service(7).
      """,
    manual: """
      pb serve keeps at most 64 MiB of a copy, and reads it for at most five seconds: text, rich text,
      pictures and files first, a program's own types last.

      The history ends with the service, unless --history-file names a file, which only you can read. All
      remembered copies together take at most --history-size MiB. Every program of the display can read
      them, as it can read the clipboard. With "secret": true below "asOwner" in applications.json, pb
      serve neither keeps nor remembers what one program copies (X11 only); see pasteboard-types(5). The
      setting 'history = 50' in the section [serve] of the configuration turns the history on for a
      service that the session starts.

      pb serve takes over a copy that is Markdown, by its type or by a rule for its program, and that
      lacks HTML or RTF. Everything that the owner offered stays available, byte for byte, and pb serve
      makes the missing formats from the Markdown when a program asks for them.

      With --enrich, or 'enrich = true' in the section [serve] of the configuration, pb serve also takes
      over plain text that is Markdown, if a program copied it with no other format. The text stays first,
      byte for byte. pb takes text for Markdown only if its structure shows that. It does not change text
      that is marked as a secret, that comes from a terminal or a clipboard manager, or that another
      program copies back. "enrich": true or false below "asOwner" in applications.json decides for one
      program (X11 only: Wayland does not name programs). pb show and pb paste --explain report that text
      was enriched.

      Of a picture in many formats, pb keeps those that other programs need; it makes a bitmap from them
      when a program asks for it. If a file manager releases the clipboard after it was read, as PCManFM
      does with files that were cut, pb serve takes it over at once.

      --socket shares the clipboard with other machines and containers, at PATH or else at
      $XDG_RUNTIME_DIR/pasteboard/socket: pb copies to it there, and with --allow copy,paste pastes from
      it. With the right ask, pb runs PROGRAM for each command there, with 'copy' or 'paste' and the name
      of the machine as arguments; exit status 0 allows it. 'pb ssh HOST' shares it for one session
      without a service. Documentation/socket.md has the details.

      When pb serve is stopped, it saves its content, and the next start restores it. Only one clipboard
      manager can run; on Wayland pb recognises only other pb serve processes. SIGHUP reloads the rules
      for applications. Under systemd it is a service of Type=notify or notify-reload.
      """,
    examples: """
      pb serve &
      pb serve --replace
      pb serve --history 50 &
      pb serve --enrich &
      pb serve --socket --allow copy,paste &
      """
  ) { arguments throws(Failure) in
    let backend = try backend(arguments)
    let history = try ServeOptions.history(arguments, backend)
    var sharing = try SharingOptions.sharing(arguments)
    sharing?.replaces = arguments.has(ServeOptions.replace)
    if let sharing { try SharingOptions.removeSocketAtEnd(sharing.path) }
    let end = try Failure.wrapping { () throws(PasteboardError) in
      try ClipboardService.run(
        on: backend, replacesManager: arguments.has(ServeOptions.replace), helper: ConversionHelper(),
        enriches: arguments.has(ServeOptions.enrich), history: history, sharing: sharing
      ) { Output.warn($0) }
    }
    switch end {
    case .stopped: break
    case .replaced: Output.warn("another clipboard manager took over; pb serve exits")
    case .occupied: throw Failure("another clipboard manager is running. To replace it, use --replace.")
    }
    return .success
  }
}

/// The options of `pb serve`.
enum ServeOptions {
  static let replace = Option("replace", in: .safety, "replace a running clipboard manager")
  static let enrich = Option("enrich", "offer plain text that is Markdown as rich text, too")
  static let history = Option(
    "history", value: "COUNT", "remember this many copies (default: only the last)")
  static let historySize = Option(
    "history-size", value: "MIB", defaultValue: "64", "limit the history to this size (default 64)")
  static let historyFile = Option(
    "history-file", value: "FILE", "keep the history in this file across restarts")

  /// The history that the options describe; nil for none.
  static func history(_ arguments: Arguments, _ backend: Backend) throws(Failure) -> CopyHistory? {
    guard let count = try number(arguments, history, upTo: 5000) else {
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
