import Exchange
import Pasteboard
import System
import Terminal

extension Subcommand {
  static let historyList = Subcommand(
    path: ["history", "list"],
    summary: "list the copies that pb serve remembers",
    options: [.json, HistoryOptions.lines, .color, .backend],
    notes: """
      The last copy has the number 0, the one before it 1. 'pb paste --back N' and 'pb history pick N' use
      these numbers. Secrets are never listed. 'pb history' is short for 'pb history list'.
      """,
    manual: """
      --lines prints a line for each copy, with its number and the first 2000 characters of its text, for
      programs such as fzf and rofi; pb history pick - reads the chosen line.
      """,
    examples: """
      pb history
      pb history list --json
      pb history list --lines | fzf | pb history pick -
      pb history list --lines | rofi -dmenu | pb history pick -
      """
  ) { arguments throws(Failure) in
    try HistoryOptions.list(arguments)
  }

  static let historyPick = Subcommand(
    path: ["history", "pick"], operands: "[N|-]", operandCount: 0...1,
    summary: "put a remembered copy back on the clipboard",
    options: [.backend, .quiet, .notify],
    notes: """
      Without N, pb shows the copies on a terminal: j and k or the arrows move, Enter copies, d forgets, q
      quits. With -, the number is the first word on standard input.
      """,
    manual: """
      The copy is restored in all its formats.
      """,
    examples: """
      pb history pick 2
      """
  ) { arguments throws(Failure) in
    try HistoryOptions.pick(arguments)
  }

  static let historyDrop = Subcommand(
    path: ["history", "drop"], operands: "[N…]", operandCount: 0...1000,
    summary: "forget remembered copies",
    options: [HistoryOptions.all, .backend, .quiet],
    notes: """
      If the clipboard still holds a forgotten copy, it keeps it, and pb prints a warning. 'pb clear'
      empties the clipboard.
      """,
    examples: """
      pb history drop 0
      pb history drop --all
      """
  ) { arguments throws(Failure) in
    try HistoryOptions.drop(arguments)
  }
}

/// The options of `pb history` and what they do.
enum HistoryOptions {
  static let lines = Option(
    "lines", isPerInvocation: true, in: .form, "print a line for each copy, for fzf or rofi")
  static let all = Option("all", isPerInvocation: true, "forget all copies")

  static func list(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let history: HistoryReader
    do {
      history = try self.history(arguments, isNumbered: false)
    } catch {
      // Programs that read the list get one, of nothing.
      if error.status == .nothing, arguments.has(.json) { try Output.write(json([]).text) }
      throw error
    }
    if !history.isComplete { Output.warn("the last copy is still being read, and is not listed yet") }
    if arguments.has(.json) { try Output.write(json(history.items).text) }
    guard !history.items.isEmpty else { throw Failure("the history is empty", status: .nothing) }
    if arguments.has(.json) {
      return .success
    } else if arguments.has(lines) {
      let lines = history.items.enumerated().map { HistoryEntries.line($0.offset, $0.element) + "\n" }
      try Output.write(lines.joined())
    } else {
      let width = TerminalSize(of: FileDescriptor.standardOutput.number)?.columns
      try Output.write(
        table(history, preview: width ?? 60).lines(width: width ?? .max),
        color: try Output.isColored(arguments))
    }
    return .success
  }

  static func pick(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let backend = try backend(arguments)
    guard let operand = arguments.operands.first else {
      guard FileDescriptor.standardInput.isTerminal, FileDescriptor.standardOutput.isTerminal else {
        throw Failure("the number is missing. Use 'pb history pick N', or - to read it from standard input.")
      }
      guard let item = try HistoryScreen.run(on: backend) else { return .nothing }
      try own(item, try history(arguments), backend)
      return .success
    }
    var number = operand
    if operand == "-" {
      let line = String(decoding: try Output.read(nil).prefix(4096), as: UTF8.self)
      guard let word = line.split(whereSeparator: \.isWhitespace).first else { return .nothing }
      number = String(word)
    }
    let history = try history(arguments)
    let item = try Failure.wrapping { () throws(PasteboardError) in
      try HistoryEntries.item(number, of: history)
    }
    try own(item, history, backend)
    return .success
  }

  static func drop(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let history = try history(arguments)
    guard !arguments.operands.isEmpty || arguments.has(all) else {
      throw Failure("name the copies to forget, or use --all")
    }
    let backend = try backend(arguments)
    let dropped = try Failure.wrapping { () throws(PasteboardError) in
      if arguments.has(all) { return history.items }
      var items: [HistoryItem] = []
      for operand in arguments.operands { items.append(try HistoryEntries.item(operand, of: history)) }
      return items
    }
    let isStillThere = dropped.contains { history.isOnClipboard($0, backend) }
    try Failure.wrapping { () throws(PasteboardError) in
      guard !arguments.has(all) else { return try history.drop(nil) }
      for item in dropped { try history.drop(item) }
    }
    if isStillThere {
      Output.warn("the clipboard still holds the forgotten copy. To empty it, use 'pb clear'.")
    }
    return .success
  }

  /// - Parameter isNumbered: whether a number stands for a copy: then every copy must be in the list.
  private static func history(
    _ arguments: Arguments, isNumbered: Bool = true
  ) throws(Failure) -> HistoryReader {
    let backend = try backend(arguments)
    return try Failure.wrapping { () throws(PasteboardError) in
      try HistoryReader(on: backend, patience: isNumbered ? HistoryReader.longestReading : .zero)
    }
  }

  private static func own(
    _ item: HistoryItem, _ history: HistoryReader, _ backend: Backend
  ) throws(Failure) {
    try Failure.wrapping { () throws(PasteboardError) in
      let offering = Offering(again: try history.snapshot(of: item))
      try PasteboardOwner.ownInBackground(.general, offering, on: backend)
    }
  }

  private static func table(_ history: HistoryReader, preview: Int) -> TextTable {
    var table = TextTable([
      ("N", .right), ("AGE", .right), ("FORMATS", .left), ("SIZE", .right), ("PREVIEW", .left),
    ])
    let now = WallClock.seconds
    for (number, item) in history.items.enumerated() {
      table.append([
        StyledLine("\(number)", .bold), StyledLine(HistoryEntries.age(ofSeconds: now - item.time)),
        StyledLine(HistoryEntries.forms(of: item), Style(color: .cyan)).truncated(to: 40),
        StyledLine(PasteboardListing.grouped(item.byteCount)),
        StyledLine(VisibleText.preview(item.text, length: preview), .faint),
      ])
    }
    return table
  }

  private static func json(_ items: [HistoryItem]) -> JSON {
    .object([
      "schemaVersion": .number(1),
      "entries": .array(
        items.enumerated().map { number, item in
          .object([
            "back": .number(number), "time": .number(item.time), "size": .number(item.byteCount),
            "targets": .strings(item.names),
            "preview": .string(VisibleText.preview(item.text, length: 120)),
          ])
        }),
    ])
  }
}
