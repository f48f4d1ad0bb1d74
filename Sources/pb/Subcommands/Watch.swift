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
    options: [.json, WatchOptions.lines, WatchOptions.wanted, .color, .pasteboard, .backend, .timeout]
      + MarkdownOptions.all,
    discussion: """
      On a terminal shows what is there, as 'pb show' does, with the content of the selected type beside it: j
      and k or the arrows move, space and b scroll the content, c copies the identifier and t the target (to
      the primary pasteboard, so that what is looked at stays), s saves the bytes to a new file, q leaves.

      Otherwise, or with --lines, prints a line for each change: the state (data, nil, clear or sensitive) and
      the targets; with --json an object a line. With a command runs it for what is there and for each change,
      with the content on its standard input, as 'pb paste' would give it, and CLIPBOARD_STATE set to the
      state. Content that its owner marks as a secret is not read.

      \(MarkdownOptions.discussion)
      """,
    examples: [
      "pb watch", "pb watch --lines", "pb watch --json | jq -r .state", "pb watch -- sh -c 'wc -c'",
      "pb watch --type plain -- cliphist store",
    ]
  ) { arguments throws(Failure) in
    try WatchOptions.run(arguments)
  }
}

/// The options of `pb watch` and what they do.
enum WatchOptions {
  static let lines = Option("lines", "print a line for each change, on a terminal too")
  static let wanted = Option(
    "type", letter: "t", synonyms: ["as", "a"], value: "TYPE", standard: "markdown",
    "what a command is given (default Markdown)")

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    ThisProcess.withholdCoreDumps()
    let name = try pasteboardName(arguments)
    let backend = try backend(arguments)
    let timeout = try seconds(arguments[.timeout], option: "--timeout") ?? .seconds(1)
    let type: UTType =
      if let wanted = arguments[wanted] { try TypeName.contentType(wanted) } else { .markdown }
    let request = PasteRequest(type, style: try MarkdownOptions.style(arguments) ?? MarkdownStyle())
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
    if !arguments.operands.isEmpty {
      let present = try Failure.wrapping { () throws(PasteboardError) in try watch.look() }
      try run(arguments.operands, on: present, name, backend, request, timeout)
    }
    while true {
      let change = try Failure.wrapping { () throws(PasteboardError) in try watch.next() }
      if !arguments.operands.isEmpty {
        try run(arguments.operands, on: change, name, backend, request, timeout)
      } else {
        let isOpen = try tell(change, of: name, asJSON: arguments.has(.json))
        if !isOpen { return .success }
      }
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
    let targets = VisibleText.escaping(change.targets.joined(separator: " "))
    let line = isJSON ? json.line : "\(change.state.rawValue)\(targets.isEmpty ? "" : "  \(targets)")\n"
    return try Failure.wrapping { () throws(SystemError) in
      try FileDescriptor.standardOutput.write(Array(line.utf8), name: "standard output")
    }
  }

  private static func run(
    _ command: [String], on change: PasteboardWatch.Change, _ name: PasteboardName, _ backend: Backend,
    _ request: PasteRequest, _ timeout: Duration
  ) throws(Failure) {
    var (state, bytes) = (change.state, [UInt8]())
    if state == .data {
      do {
        let reader = try PasteboardReader(name, on: backend, timeout: timeout, helper: ConversionHelper())
        bytes = try reader.paste(request).bytes
      } catch {
        // There is content, but none that can be given as this type.
        state = .nothing
      }
    }
    let status = try Failure.wrapping { () throws(SystemError) in
      try Subprocess.run(command, input: bytes, setting: ("CLIPBOARD_STATE", state.rawValue))
    }
    if status != 0 { Output.say("\(command[0]) ended with status \(status)") }
  }
}
