/// An option of a clipboard tool: what it does here, and how it is spelled there.
struct FaceOption: Sendable {
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

extension Face {
  /// The options of the tool.
  var options: [FaceOption] {
    switch self {
    case .xclip: Self.xclipOptions
    case .xsel: Self.xselOptions
    case .wlCopy: Self.wlCopyOptions
    case .wlPaste: Self.wlPasteOptions
    }
  }

  private static let xclipOptions = [
    FaceOption(.input, ["-in"], "copy standard input or the files (default)"),
    FaceOption(.output, ["-out"], "paste to standard output"),
    FaceOption(.selection, ["-selection"], value: "NAME", "use primary (default), secondary or clipboard"),
    FaceOption(.target, ["-target"], value: "TARGET", "copy or paste this target; TARGETS lists them"),
    FaceOption(.trimNewline, ["-rmlastnl"], "leave out a line feed at the end"),
    FaceOption(.filter, ["-filter"], "print the content of standard input, too"),
    FaceOption(.pasteLimit, ["-loops"], value: "COUNT", "end after this number of pastes (default 0: never)"),
    FaceOption(.background, ["-silent"], "serve in the background (default)"),
    FaceOption(.quiet, ["-quiet"], "serve in the foreground and report pastes"),
    FaceOption(.verbose, ["-verbose"], "as -quiet, and report each step"),
    FaceOption(.legacyText, ["-noutf8"], "copy and paste the target STRING"),
    FaceOption(.sensitive, ["-sensitive"], isAbbreviated: false, "mark the content as a secret"),
    FaceOption(.display, ["-display"], value: "DISPLAY", "use this X server"),
    FaceOption(.help, ["-help"], "print this help"),
    FaceOption(.help, ["--help"], isAbbreviated: false),
    FaceOption(.version, ["-version"], "print the version"),
    FaceOption(.version, ["--version"], isAbbreviated: false),
  ]

  private static let xselOptions = [
    FaceOption(.input, ["-i", "--input"], "copy standard input"),
    FaceOption(.output, ["-o", "--output"], "paste to standard output"),
    FaceOption(.append, ["-a", "--append"], "append standard input to the selection"),
    FaceOption(.follow, ["-f", "--follow"], "copy standard input as it grows"),
    FaceOption(.zeroFlush, ["-z", "--zeroflush"], "as --follow, and begin anew behind each NUL"),
    FaceOption(.clear, ["-c", "--clear"], "leave nothing there"),
    FaceOption(.delete, ["-d", "--delete"], "ask the owner to delete it, and leave nothing there"),
    FaceOption(.primary, ["-p", "--primary"], "use PRIMARY (default)"),
    FaceOption(.secondary, ["-s", "--secondary"], "use SECONDARY"),
    FaceOption(.clipboard, ["-b", "--clipboard"], "use CLIPBOARD"),
    FaceOption(.keep, ["-k", "--keep"], "keep PRIMARY and SECONDARY when their owners exit"),
    FaceOption(.exchange, ["-x", "--exchange"], "exchange PRIMARY and SECONDARY"),
    FaceOption(.display, ["--display"], value: "DISPLAY", "use this X server"),
    FaceOption(
      .timeout, ["-t", "--selectionTimeout"], value: "MS", "wait or serve no longer (default 0: no end)"),
    FaceOption(.logFile, ["-l", "--logfile"], value: "FILE", "accepted; nothing is logged"),
    FaceOption(.foreground, ["-n", "--nodetach"], "serve in the foreground"),
    FaceOption(.verbose, ["-v", "--verbose"], "report refusals"),
    FaceOption(.help, ["-h", "--help"], "print this help"),
    FaceOption(.version, ["--version"], "print the version"),
  ]

  private static let wlCopyOptions = [
    FaceOption(.pasteOnce, ["-o", "--paste-once"], "end after one paste"),
    FaceOption(.foreground, ["-f", "--foreground"], "serve in the foreground"),
    FaceOption(.clear, ["-c", "--clear"], "leave nothing there"),
    FaceOption(.primary, ["-p", "--primary"], "use the primary selection"),
    FaceOption(.trimNewline, ["-n", "--trim-newline"], "leave out a line feed at the end"),
    FaceOption(.target, ["-t", "--type"], value: "MIME/TYPE", "the type of the content"),
    FaceOption(.sensitive, ["--sensitive"], "mark the content as a secret"),
    FaceOption(.seat, ["-s", "--seat"], value: "SEAT", "the seat, of which there is one"),
    FaceOption(.version, ["-v", "--version"], "print the version"),
    FaceOption(.help, ["-h", "--help"], "print this help"),
  ]

  private static let wlPasteOptions = [
    FaceOption(.noNewline, ["-n", "--no-newline"], "add no line feed"),
    FaceOption(.listTypes, ["-l", "--list-types"], "list what can be pasted"),
    FaceOption(.primary, ["-p", "--primary"], "use the primary selection"),
    FaceOption(
      .watch, ["-w", "--watch"], value: "COMMAND…", "run a command now and for each change"),
    FaceOption(.target, ["-t", "--type"], value: "MIME/TYPE", "the type to paste"),
    FaceOption(.seat, ["-s", "--seat"], value: "SEAT", "the seat, of which there is one"),
    FaceOption(.version, ["-v", "--version"], "print the version"),
    FaceOption(.help, ["-h", "--help"], "print this help"),
  ]
}
