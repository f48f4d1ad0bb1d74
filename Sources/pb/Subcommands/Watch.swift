import Exchange
import Pasteboard
import RichText
import System
import Terminal
import UniformTypeIdentifiers

extension Subcommand {
  static let watch = Subcommand(
    path: ["watch"], operands: "[-- COMMAND…]", operandCount: 0...64,
    summary: "show the clipboard as it changes, or run a command",
    options: [
      .json, WatchOptions.lines, WatchOptions.once, WatchOptions.wanted, .color, .pasteboard, .backend,
      .timeout,
    ]
      + MarkdownOptions.all,
    notes: """
      On a terminal, pb watch shows the clipboard and the content of the selected format; ? lists the
      keys. Otherwise, or with --lines, it prints a line for each change: the state and the targets. The
      state is data, clear (empty), nil (the owner offers nothing) or sensitive (a secret).

      With a COMMAND, pb runs it at the start and for each change (with --once only for the next one), with
      the content on standard input, CLIPBOARD_STATE set to the state and CLIPBOARD_TYPE to the MIME type.
      pb does not read secrets. With --once, --timeout limits the wait for a change.
      """,
    manual: """
      Keys: j and k or the arrows move, space and b scroll the content, / searches it, y copies only the
      selected format, p replaces the clipboard with another format, s saves the bytes to a new file, l
      lists earlier copies (held in memory, without secrets), a shows every target, q quits.

      With --json each change is an object on one line. A COMMAND gets copied files as their paths, a
      picture, rich text as Markdown, plain text unchanged, and any other content unchanged; --type asks
      for a type as for pb paste. If the clipboard changes while the command runs, pb reads the content
      and runs the command again afterwards; changes within 50 milliseconds count as one. Content of more
      than 256 MiB is not read.

      --once waits for the next change, prints it or runs the command, and exits. It exits with status 1 if
      the command fails, or if nothing changes within --timeout.
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
  static let lines = Option("lines", in: .form, "print lines, also on a terminal")
  static let wanted = Option(
    "type", letter: "t", synonyms: ["as", "a"], value: "TYPE",
    "pass content as TYPE (default: rich text as Markdown)")
  static let once = Option("once", isPerInvocation: true, "exit after the next change")

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
      let program = arguments.operands[0]
      guard ProgramFile.find(program) != nil else {
        throw Failure(
          arguments.operands.count == 1 && program.contains(" ")
            ? "'\(program)' is not a program. Use: pb watch -- sh -c '\(program)'"
            : "the program '\(program)' was not found")
      }
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

  /// False if the reader has closed the pipe.
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
    Output.warn("the type name '\(shown)' is not safe; CLIPBOARD_TYPE is \(PassedName.replacement)")
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
      if status != 0 { Output.reportFailure("\(command[0]) exited with status \(status)") }
      if once { return status == 0 ? .success : .nothing }
    }
  }
}

/// Names of types that other programs chose, as they are passed on to commands.
///
/// Identifiers, MIME types (RFC 6838 4.2, with parameters) and names of X11's targets have letters, digits and a few
/// signs. Others are not passed on: scripts print them, and put them into command lines.
private enum PassedName {
  /// The replacement of a name that is not safe.
  static let replacement = "application/octet-stream"
  /// The longest name of a type, in bytes.
  private static let lengthLimit = 255
  private static let signs = Array(" !#&+-./:;=@^_~%,".utf8)

  static func isSafe(_ name: String) -> Bool {
    name.utf8.count <= lengthLimit
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: signs.contains(byte)
        }
      } && name.utf8.first != UInt8(ascii: "-")
  }
}
