import Exchange
import Pasteboard
import RichText
import System
import Terminal
import UniformTypeIdentifiers

extension Subcommand {
  static let watch = Subcommand(
    path: ["watch"], operands: "[-- COMMAND…]", operandCount: 0...64,
    summary: "show a pasteboard while it changes, tell of each change, or run a command with what is there",
    options: [
      .json, WatchOptions.lines, WatchOptions.once, WatchOptions.wanted, .color, .pasteboard, .backend,
      .timeout,
    ]
      + MarkdownOptions.all,
    discussion: """
      On a terminal shows what is there, as 'pb show' does, with the content of the selected form beside it: j
      and k or the arrows move, space and b scroll the content, / looks for a text in it, y copies it by itself, p has
      what is there pasted as another format, s saves the bytes to a new file, l lists what was there since the view
      began (held in memory, without secrets), a shows every target. ? tells all keys, q leaves.

      Otherwise, or with --lines, prints a line for what is there and for each change: the state (data, nil, clear or
      sensitive) and the targets; with --json an object a line. With a command runs it for the same, with the content
      on its standard input, CLIPBOARD_STATE set to the state and CLIPBOARD_TYPE to the MIME type. The content is the
      paths of files, a picture, rich text as Markdown, text as it is, or whatever is there; --type asks for a type as
      'pb paste' gives it. Changes while the command runs are read and wait for it; those within 50 milliseconds of each
      other are one. Content that its owner marks as a secret is not read, nor what is larger than 256 MiB.

      --once waits for the next change, tells of it, or runs the command, and ends; with status 1 if the command fails,
      or where nothing changes within --timeout.

      \(MarkdownOptions.discussion)
      """,
    examples: """
      pb watch
      pb watch --lines
      pb watch --json | jq -r .state
      pb watch -- sh -c 'wc -c'
      pb watch -- cliphist store
      """,
    run: WatchOptions.run
  )
}

/// The options of `pb watch` and what they do.
enum WatchOptions {
  static let lines = Option("lines", "print a line for each change, on a terminal too")
  static let wanted = Option(
    "type", letter: "t", synonyms: ["as", "a"], value: "TYPE",
    "what a command is given (default: what is there, as it is)")
  static let once = Option("once", isOfOneCall: true, "end with the next change")

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    ThisProcess.withholdCoreDumps()
    let name = try pasteboardName(arguments)
    let backend = try backend(arguments)
    let timeout = try seconds(arguments[.timeout], option: "--timeout") ?? .seconds(1)
    let style = try MarkdownOptions.style(arguments) ?? MarkdownStyle()
    let type: UTType? = if let name = arguments[wanted] { try TypeName.contentType(name) } else { nil }
    let isColored = try Output.isColored(arguments)
    if arguments.operands.isEmpty, !arguments.has(.json), !arguments.has(lines),
      FileDescriptor.standardInput.isTerminal, FileDescriptor.standardOutput.isTerminal,
      Environment.value("TERM") ?? "dumb" != "dumb"
    {
      return try LiveScreen.run(name, on: backend, timeout: timeout, isColored: isColored)
    }
    let watch = try Failure.wrapping { () throws(PasteboardError) in
      try PasteboardWatch(name, on: backend, timeout: timeout)
    }
    let isOnce = arguments.has(once)
    let deadline =
      isOnce && arguments.isGiven(.timeout)
      ? Deadline(timeout, failure: Failure("nothing changed within \(timeout)", status: .nothing)) {} : nil
    guard arguments.operands.isEmpty else {
      let content = WatchedContent(name, backend, as: type, style, timeout: timeout)
      return try run(arguments.operands, on: content, watch, once: isOnce) { deadline?.meet() }
    }
    let isJSON = arguments.has(.json)
    if !isOnce {
      let present = try Failure.wrapping { () throws(PasteboardError) in try watch.look() }
      guard try tell(present, of: name, asJSON: isJSON) else { return .success }
    }
    while true {
      let change = try Failure.wrapping { () throws(PasteboardError) in try watch.next() }
      deadline?.meet()
      let isOpen = try tell(change, of: name, asJSON: isJSON)
      if !isOpen || isOnce { return .success }
    }
  }

  /// False if nobody reads any more.
  private static func tell(
    _ change: PasteboardWatch.Change, of name: PasteboardName, asJSON isJSON: Bool
  ) throws(Failure) -> Bool {
    let json = JSON.object([
      "pasteboard": .string(name.description), "state": .string(change.state.rawValue),
      "targets": .strings(change.targets),
    ])
    let targets = change.targets.map { VisibleText.escapingLine($0) }.joined(separator: " ")
    let line = isJSON ? json.line : "\(change.state.rawValue)\(targets.isEmpty ? "" : "  \(targets)")\n"
    return try Failure.wrapping { () throws(SystemError) in
      try FileDescriptor.standardOutput.write(Array(line.utf8), name: "standard output")
    }
  }

  /// The name of a type for a command, which other programs chose: what shells and terminals take for more is replaced.
  private static func safeType(_ name: String) -> String {
    guard !PassedName.isSafe(name) else { return name }
    let shown = VisibleText.preview(name, length: 60)
    Output.say("the type name '\(shown)' is not safe; CLIPBOARD_TYPE is \(PassedName.replacement)")
    return PassedName.replacement
  }

  private static func run(
    _ command: [String], on content: WatchedContent, _ watch: PasteboardWatch, once: Bool,
    whenChanged: () -> Void
  ) throws(Failure) -> ExitStatus {
    try Failure.wrapping { () throws(PasteboardError) in try content.start(watch, skipsPresent: once) }
    while true {
      let item = try Failure.wrapping { () throws(PasteboardError) in try content.next() }
      whenChanged()
      let status = try Failure.wrapping { () throws(SystemError) in
        try Subprocess.run(
          command, input: item.bytes,
          setting: [("CLIPBOARD_STATE", item.state.rawValue), ("CLIPBOARD_TYPE", safeType(item.type))])
      }
      if status != 0 { Output.complain("\(command[0]) exited with status \(status)") }
      if once { return status == 0 ? .success : .nothing }
    }
  }
}
