/// Writes help from the table of subcommands.
enum Help {
  /// What `pb -h` and `pb --help` print.
  static func overview(isLong: Bool) -> String {
    var lines = [
      "pb: the pasteboard of X11 and Wayland, in every format that programs take",
      "",
      "Usage: pb COMMAND [OPTIONS] [OPERANDS]",
      "       something | pb [OPTIONS]                copies",
      "       pb [OPTIONS] > FILE, x=$(pb [OPTIONS])  pastes",
      "",
    ]
    let width = Subcommand.all.map(\.name.count).max() ?? 0
    for subcommand in Subcommand.all {
      lines.append("  " + padded(subcommand.name, to: width) + "  " + subcommand.summary)
    }
    lines += ["", "'pb COMMAND --help' tells more of each; 'pb --version' the version."]
    if isLong {
      lines += [
        "",
        "TYPE is an identifier (public.html), a MIME type (text/html), an extension (md or .md),",
        "or one of markdown, html, rtf, plain.",
        "",
        "Without COMMAND an empty input copies nothing and ends with 1; where input and output are both",
        "redirected, as in a loop that reads a pipe, pb refuses: say 'pb copy' or 'pb paste' there.",
        "",
        "Exit status: 0 done or yes; 1 nothing there, not offered, or no, and where only what is left of",
        "a damaged document was converted; 2 wrong usage, bad input or no display.",
        "",
        "Examples:",
      ]
      let width = Example.tasks.map(\.command.count).max() ?? 0
      lines += Example.tasks.map { "  " + padded($0.command, to: width) + "  " + $0.purpose }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What `pb type --help` prints: the commands that begin with a word.
  static func overview(of family: String) -> String {
    let subcommands = Subcommand.all.filter { $0.path[0] == family }
    let width = subcommands.map(\.name.count).max() ?? 0
    let lines =
      ["Usage: pb \(family) COMMAND [OPTIONS] [OPERANDS]", ""]
      + subcommands.map { "  " + padded($0.name, to: width) + "  " + $0.summary }
      + ["", "Examples:"] + subcommands.compactMap { $0.exampleLines.first.map { "  " + $0 } }
      + ["", "'pb \(family) COMMAND --help' tells more of each."]
    return lines.joined(separator: "\n") + "\n"
  }

  /// What `pb COMMAND -h` and `pb COMMAND --help` print.
  static func text(for subcommand: Subcommand, isLong: Bool) -> String {
    var lines = [
      "pb \(subcommand.name): \(subcommand.summary)", "",
      "Usage: \(subcommand.usage)", "",
    ]
    let options = subcommand.options + [.help]
    let width = options.map(\.spelling.count).max() ?? 0
    for option in options { lines.append("  " + padded(option.spelling, to: width) + "  " + option.summary) }
    if isLong {
      if !subcommand.discussion.isEmpty { lines += ["", subcommand.discussion] }
      lines += ["", "Examples:"] + subcommand.exampleLines.map { "  " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
