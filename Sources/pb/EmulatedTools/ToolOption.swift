/// An option of a clipboard tool: what it does here, and how it is spelled there.
struct ToolOption: Sendable {
  /// The meaning of an option, for all four tools.
  enum Meaning: Sendable {
    case input, output, filter, append, follow, zeroFlush, exchange, keep, clear, delete
    case primary, secondary, clipboard, selection, seat, display
    case target, legacyText, listTypes
    case trimNewline, noNewline
    case background, foreground, quiet, verbose, pasteLimit, pasteOnce, timeout, logFile
    case watch, sensitive, help, version
  }

  let meaning: Meaning
  /// With their hyphens, the longest last.
  let spellings: [String]
  /// The name of its value in help; nil for an option without a value.
  let value: String?
  /// One line for help; empty for a second spelling that help leaves out.
  let summary: String
  /// Whether it can be abbreviated.
  let isAbbreviated: Bool

  init(
    _ meaning: Meaning, _ spellings: [String], value: String? = nil, isAbbreviated: Bool = true,
    _ summary: String = ""
  ) {
    (self.meaning, self.spellings, self.value) = (meaning, spellings, value)
    (self.summary, self.isAbbreviated) = (summary, isAbbreviated)
  }
}

extension EmulatedTool {
  /// The options of the tool.
  var options: [ToolOption] {
    switch self {
    case .xclip: Self.xclipOptions
    case .xsel: Self.xselOptions
    case .wlCopy: Self.wlCopyOptions
    case .wlPaste: Self.wlPasteOptions
    }
  }

  private static let xclipOptions = [
    ToolOption(.input, ["-in"], "copy standard input or the files (default)"),
    ToolOption(.output, ["-out"], "paste to standard output"),
    ToolOption(.selection, ["-selection"], value: "NAME", "use primary (default), secondary or clipboard"),
    ToolOption(.target, ["-target"], value: "TARGET", "copy or paste this target; TARGETS lists them"),
    ToolOption(.trimNewline, ["-rmlastnl"], "leave out a line feed at the end"),
    ToolOption(.filter, ["-filter"], "print the content of standard input, too"),
    ToolOption(.pasteLimit, ["-loops"], value: "COUNT", "end after this number of pastes (default 0: never)"),
    ToolOption(.background, ["-silent"], "serve in the background (default)"),
    ToolOption(.quiet, ["-quiet"], "serve in the foreground and report pastes"),
    ToolOption(.verbose, ["-verbose"], "as -quiet, and report each step"),
    ToolOption(.legacyText, ["-noutf8"], "copy and paste the target STRING"),
    ToolOption(.sensitive, ["-sensitive"], isAbbreviated: false, "mark the content as a secret"),
    ToolOption(.display, ["-display"], value: "DISPLAY", "use this X server"),
    ToolOption(.help, ["-help"], "print this help"),
    ToolOption(.help, ["--help"], isAbbreviated: false),
    ToolOption(.version, ["-version"], "print the version"),
    ToolOption(.version, ["--version"], isAbbreviated: false),
  ]

  private static let xselOptions = [
    ToolOption(.input, ["-i", "--input"], "copy standard input"),
    ToolOption(.output, ["-o", "--output"], "paste to standard output"),
    ToolOption(.append, ["-a", "--append"], "append standard input to the selection"),
    ToolOption(.follow, ["-f", "--follow"], "copy standard input as it grows"),
    ToolOption(.zeroFlush, ["-z", "--zeroflush"], "as --follow, and start again after each NUL"),
    ToolOption(.clear, ["-c", "--clear"], "empty the selection"),
    ToolOption(
      .delete, ["-d", "--delete"], "ask the owner to delete it, then empty the selection"),
    ToolOption(.primary, ["-p", "--primary"], "use PRIMARY (default)"),
    ToolOption(.secondary, ["-s", "--secondary"], "use SECONDARY"),
    ToolOption(.clipboard, ["-b", "--clipboard"], "use CLIPBOARD"),
    ToolOption(.keep, ["-k", "--keep"], "keep PRIMARY and SECONDARY when their owners exit"),
    ToolOption(.exchange, ["-x", "--exchange"], "exchange PRIMARY and SECONDARY"),
    ToolOption(.display, ["--display"], value: "DISPLAY", "use this X server"),
    ToolOption(
      .timeout, ["-t", "--selectionTimeout"], value: "MS",
      "wait or serve at most this long (default 0: no limit)"),
    ToolOption(.logFile, ["-l", "--logfile"], value: "FILE", "accepted; nothing is logged"),
    ToolOption(.foreground, ["-n", "--nodetach"], "serve in the foreground"),
    ToolOption(.verbose, ["-v", "--verbose"], "report refusals"),
    ToolOption(.help, ["-h", "--help"], "print this help"),
    ToolOption(.version, ["--version"], "print the version"),
  ]

  private static let wlCopyOptions = [
    ToolOption(.pasteOnce, ["-o", "--paste-once"], "end after one paste"),
    ToolOption(.foreground, ["-f", "--foreground"], "serve in the foreground"),
    ToolOption(.clear, ["-c", "--clear"], "empty the clipboard"),
    ToolOption(.primary, ["-p", "--primary"], "use the primary selection"),
    ToolOption(.trimNewline, ["-n", "--trim-newline"], "leave out a line feed at the end"),
    ToolOption(.target, ["-t", "--type"], value: "MIME/TYPE", "the type of the content"),
    ToolOption(.sensitive, ["--sensitive"], "mark the content as a secret"),
    ToolOption(.seat, ["-s", "--seat"], value: "SEAT", "the seat, of which there is one"),
    ToolOption(.version, ["-v", "--version"], "print the version"),
    ToolOption(.help, ["-h", "--help"], "print this help"),
  ]

  private static let wlPasteOptions = [
    ToolOption(.noNewline, ["-n", "--no-newline"], "add no line feed"),
    ToolOption(.listTypes, ["-l", "--list-types"], "list what can be pasted"),
    ToolOption(.primary, ["-p", "--primary"], "use the primary selection"),
    ToolOption(
      .watch, ["-w", "--watch"], value: "COMMAND…", "run a command now and for each change"),
    ToolOption(.target, ["-t", "--type"], value: "MIME/TYPE", "the type to paste"),
    ToolOption(.seat, ["-s", "--seat"], value: "SEAT", "the seat, of which there is one"),
    ToolOption(.version, ["-v", "--version"], "print the version"),
    ToolOption(.help, ["-h", "--help"], "print this help"),
  ]
}
