/// The manual page pb(1), from the table of subcommands.
enum ManPage {
  static var text: String {
    var page = Roff()
    page.line(".TH PB 1 \"\" \"pb \(Command.version)\" \"User Commands\"")
    page.section("NAME")
    page.paragraph("pb - the pasteboard of X11, in every format that programs take")
    page.section("SYNOPSIS")
    for subcommand in Subcommand.all {
      page.line(".br")
      page.line(
        "\\fBpb \(Roff.escaped(subcommand.name))\\fR [\\fIOPTIONS\\fR] \(Roff.escaped(subcommand.operands))")
    }
    page.section("DESCRIPTION")
    page.paragraphs(
      """
      pb puts Markdown, HTML, RTF and plain text on a pasteboard in all four formats at once, each rendered when \
      a program asks for it, and pastes what programs put there as Markdown or as another type.

      TYPE is an identifier (public.html), a MIME type (text/html), an extension (md or .md), or one of markdown, \
      html, rtf, plain. NAME is general (the selection CLIPBOARD, the default), primary, secondary, find, drag \
      (XdndSelection) or a name of your own.

      Called as pbcopy or pbpaste, pb behaves as macOS users expect.
      """)
    page.section("COMMANDS")
    for subcommand in Subcommand.all { page.subcommand(subcommand) }
    page.section("EXIT STATUS")
    page.item("0", "Done, or yes.")
    page.item("1", "Nothing there, not offered, or no.")
    page.item("2", "Wrong usage, bad input, or no display; one line on standard error says what to do.")
    page.section("ENVIRONMENT")
    page.item("DISPLAY", "The X display whose selections are used.")
    page.item("XDG_DATA_HOME, XDG_DATA_DIRS", "Where declarations of types are looked for.")
    page.section("FILES")
    page.item(
      "$XDG_DATA_HOME/pasteboard/types/*.json", "Declarations of your own types, beside those built in.")
    page.section("BUGS")
    page.paragraph(
      "What was copied is gone when the X server ends, or when its background process is killed. Programs under "
        + "Wayland see it only as far as XWayland hands selections over.")
    page.section("SEE ALSO")
    page.line(".BR xclip (1),\n.BR pandoc (1)")
    return page.text
  }
}

/// Text in the language of man(7).
private struct Roff {
  private(set) var text = ""

  mutating func line(_ line: String) {
    text += line + "\n"
  }

  mutating func section(_ title: String) {
    line(".SH \"\(title)\"")
  }

  mutating func paragraph(_ words: String) {
    line(".PP")
    line(Self.protected(words))
  }

  mutating func paragraphs(_ paragraphs: String) {
    var lines: [Substring] = []
    for line in paragraphs.split(separator: "\n", omittingEmptySubsequences: false) + [Substring("")] {
      if !line.isEmpty {
        lines.append(line)
      } else if !lines.isEmpty {
        paragraph(lines.joined(separator: " "))
        lines = []
      }
    }
  }

  mutating func item(_ term: String, _ words: String) {
    line(".TP")
    line("\\fB\(Self.escaped(term))\\fR")
    line(Self.protected(words))
  }

  mutating func subcommand(_ subcommand: Subcommand) {
    line(".SS \"pb \(subcommand.name) \(Self.escaped(subcommand.operands))\"")
    paragraph(subcommand.summary.prefix(1).uppercased() + subcommand.summary.dropFirst() + ".")
    paragraphs(subcommand.discussion)
    for option in subcommand.options {
      line(".TP")
      let value = option.value.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
      let letter = option.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
      line("\(letter)\\fB\\-\\-\(Self.escaped(option.name))\\fR\(value)")
      line(Self.protected(option.summary.prefix(1).uppercased() + option.summary.dropFirst() + "."))
    }
    line(".PP\nExamples:\n.PP\n.nf\n.RS")
    for example in subcommand.examples { line(Self.protected(example)) }
    line(".RE\n.fi")
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\(rs"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "\"": escaped += "\\(dq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "…": escaped += "..."
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// Text that may stand at the beginning of a line, where a dot or a quote would be a request.
  private static func protected(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix(".") ? "\\&" + text : text
  }
}
