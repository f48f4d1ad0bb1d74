import Exchange
import Pasteboard
import System
import Terminal
import UniformTypeIdentifiers

extension Subcommand {
  static let pick = Subcommand(
    path: ["pick"], operands: "[LINE]", operandCount: 0...1,
    summary: "find a format or an earlier copy, and copy it",
    options: [
      PickOptions.lines, PickOptions.restore, PickOptions.preview, PickOptions.type, .color, .backend,
      .timeout,
      .quiet, .notify,
    ],
    notes: """
      On a terminal, pb pick shows the formats of the clipboard, the history of 'pb serve --history COUNT'
      below, and a preview. Type words to search all text. Enter puts the copy back in all formats, Ctrl+T as
      plain text, Ctrl+R as Markdown. Ctrl+P pins a copy, so that newer ones do not replace it; Ctrl+X drops
      it. Escape leaves the clipboard unchanged.

      For rofi, fuzzel, wofi, dmenu and fzf, --lines prints the copies, and --restore puts back the line that
      it reads. Secrets are never in the history.
      """,
    manual: """
      A row matches if its text contains all words. A word with a capital matches only the same case. The
      arrows, Page Up, Page Down, Home and End move; left and right scroll the preview; Ctrl+U empties the
      search, Ctrl+W removes its last word, and Ctrl+Z suspends pb. Enter on a format of the clipboard copies
      only that format.

      If tesseract or zbarimg is installed, pb pick finds words and QR codes in pictures. It shows them in
      rows below a picture on the clipboard, and in the preview of any picture. Enter on a row copies
      them; Ctrl+T on a picture of the history copies them as text. A converter from public.png to plain
      text in converters.json replaces tesseract, for example to name languages. pb reads a picture only
      while it is selected.

      Pins take at most half of the history. With pb serve --history-file they survive a restart.

      --lines prints a line for each copy: its number, a tab and its text. The number stays with the copy
      while the service runs. --restore reads one of these lines from LINE or standard input, and exits
      with 1 if the line is empty. --preview prints the content of the copy that LINE names, for the
      preview of fzf.

      pb pick exits with 1 if nothing was chosen.
      """,
    examples: """
      pb pick
      pb pick --lines | rofi -dmenu -i -p clipboard | pb pick --restore
      pb pick --lines | fuzzel --dmenu | pb pick --restore
      pb pick --lines | fzf --preview 'pb pick --preview {}' | pb pick --restore
      pb pick --lines | dmenu -l 20 | pb pick --restore --type plain
      """
  ) { arguments throws(Failure) in
    try PickOptions.run(arguments)
  }
}

/// The options of `pb pick` and what they do.
enum PickOptions {
  static let lines = Option("lines", isPerInvocation: true, "print a line for each copy, for rofi or fzf")
  static let restore = Option("restore", isPerInvocation: true, "put back the copy that LINE names")
  static let preview = Option(
    "preview", isPerInvocation: true, "print the content of the copy that LINE names")
  static let type = Option(
    "type", letter: "t", value: "TYPE", isPerInvocation: true, in: .form,
    "with --restore: copy only this type")

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let modes = [lines, restore, preview].filter { arguments.has($0) }
    if modes.count > 1 {
      throw Failure("--\(modes[0].name) cannot be combined with --\(modes[1].name)")
    }
    if modes.first?.name != restore.name, arguments.has(type) { throw Failure("--type requires --restore") }
    let backend = try backend(arguments)
    guard let mode = modes.first else { return try pick(arguments, backend) }
    if mode.name == lines.name {
      guard arguments.operands.isEmpty else { throw Failure("--lines accepts no operand") }
      let history = try history(backend)
      guard !history.items.isEmpty else { throw Failure("the history is empty", status: .nothing) }
      try Output.write(PickLines.lines(history).map { $0 + "\n" }.joined())
      return .success
    }
    // Nothing is asked of the service if the menu was left.
    let line = try line(arguments)
    guard line.contains(where: { !$0.isWhitespace }) else { return .nothing }
    let history = try history(backend)
    let type: UTType? = if let name = arguments[type] { try TypeName.type(name) } else { nil }
    let isColored = try Output.isColored(arguments)
    var shown: [StyledLine] = []
    try Failure.wrapping { () throws(PasteboardError) in
      guard let item = try PickLines.item(line, of: history) else { return }
      if mode.name == restore.name {
        try PickLines.restore(item, of: history, as: type, on: backend)
      } else {
        shown = try PickLines.preview(item, of: history, isColored: isColored)
      }
    }
    try Output.write(shown, color: isColored)
    return .success
  }

  private static func history(_ backend: Backend) throws(Failure) -> HistoryReader {
    try Failure.wrapping { () throws(PasteboardError) in try HistoryReader(on: backend) }
  }

  /// The line that a menu printed.
  private static func line(_ arguments: Arguments) throws(Failure) -> String {
    if let operand = arguments.operands.first, operand != "-" { return operand }
    return String(decoding: try Output.read(nil).prefix(65_536), as: UTF8.self)
  }

  private static func pick(_ arguments: Arguments, _ backend: Backend) throws(Failure) -> ExitStatus {
    guard arguments.operands.isEmpty else { throw Failure("a LINE requires --restore or --preview") }
    guard FileDescriptor.standardInput.isTerminal, FileDescriptor.standardOutput.isTerminal else {
      throw Failure("pb pick requires a terminal. For a menu, use --lines and --restore.")
    }
    guard !backend.persistsContent else {
      throw Failure(
        "a terminal has neither formats nor a history to pick from. Run 'pb pick' on your desktop.")
    }
    let option = arguments[.backend].map { ["--backend", $0] } ?? []
    let screen = PickScreen(
      backend: backend, backendOption: option,
      timeout: try seconds(arguments[.timeout], option: "--timeout") ?? .seconds(1),
      isColored: try Output.isColored(arguments))
    return try screen.run()
  }
}
