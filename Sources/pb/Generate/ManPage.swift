/// The manual page pb(1), from the table of subcommands.
enum ManPage {
  static var text: String {
    var page = Roff("PB", section: 1, manual: "User Commands")
    page.section("NAME")
    page.paragraph(
      "pb, pbcopy, pbpaste - copy, paste and convert the clipboard of X11, Wayland and terminals")
    synopsis(&page)
    page.section("DESCRIPTION")
    page.paragraphs(
      """
      pb copies, pastes and converts the clipboard of X11, Wayland and terminals. pb copy publishes content unchanged \
      under its own type, and offers it in other formats, converted when an application asks. pb paste writes what \
      programs copied as Markdown or as another type.

      Without a command, pb copies standard input if it is a pipe or a file, and pastes if only standard output is one; \
      the options of pb copy and pb paste apply. An empty input then copies nothing, and pb exits with status 1. If the \
      output is a pipe as well, or a file while a loop reads the input, pb exits with status 2. In scripts and loops write \
      pb copy and pb paste. pb copy copies empty text, too, and warns if it comes from standard input.

      TYPE is explained in FORMATS. NAME is general (the selection CLIPBOARD, the default), primary, secondary, find, \
      drag (XdndSelection) or a name of your own. TARGET is the name of an X11 target as the owner lists it.

      Options and operands may be mixed. -- ends the options, and - is standard input or output. \
      Data goes to standard output, messages go to standard error. Every wait has a limit: if an owner does not answer \
      within --timeout (one second by default), pb continues without its answer.

      Called as pbcopy, pb copies standard input as plain text, or as RTF if it begins like RTF. Called as pbpaste, it \
      writes plain text, or RTF with -Prefer rtf, like the commands of these names on macOS. Called as xclip, xsel, \
      wl-copy or wl-paste, it acts as these tools: see pb-faces(7).
      """)
    page.section("COMMANDS")
    for subcommand in Subcommand.all { describe(subcommand, on: &page) }
    for (title, topics) in [
      ("FORMATS", [HelpTopic.formats, .encodings]), ("BACKENDS", [.wayland, .ssh]), ("SECRETS", [.secrets]),
    ] {
      page.section(title)
      for topic in topics { page.topic(topic) }
    }
    page.section("EXAMPLES")
    page.examples(Example.tasks)
    page.section("EXIT STATUS")
    for status in ExitStatus.explained { page.item(String(status.code), status.meaning) }
    environmentAndFiles(&page)
    page.section("BUGS")
    page.paragraphs(
      """
      Clipboard content is lost when the display server exits; without a clipboard manager, a program's copy is also lost \
      when that program exits. A copy by pb stays: pb runs on in the background.

      pb reads at most 1024 MiB of a file, of standard input or of the clipboard.

      Conversions keep structure, not colours, fonts and sizes. pb fetches no pictures from the web, and does not read \
      text in pictures.
      """)
    page.seeAlso([
      ("pb-service", 7), ("pb-faces", 7), ("pasteboard-types", 5), ("xclip", 1), ("xsel", 1), ("wl-copy", 1),
      ("pandoc", 1),
    ])
    return page.text
  }

  private static func synopsis(_ page: inout Roff) {
    page.section("SYNOPSIS")
    let lines = Subcommand.all.flatMap { subcommand in
      subcommand.operandForms.map { operands in
        "\\fBpb \(Roff.escaped(subcommand.name))\\fR [\\fIOPTIONS\\fR]"
          + (operands.isEmpty ? "" : " " + Roff.escaped(operands))
      }
    }
    page.line(lines.joined(separator: "\n.br\n"))
    page.line(".br\n\\fBpbcopy\\fR [\\fB\\-pboard\\fR \\fINAME\\fR] [\\fB\\-Prefer\\fR txt|rtf]")
    page.line(".br\n\\fBpbpaste\\fR [\\fB\\-pboard\\fR \\fINAME\\fR] [\\fB\\-Prefer\\fR txt|rtf]")
  }

  private static func describe(_ subcommand: Subcommand, on page: inout Roff) {
    let operands = subcommand.operandForms[0]
    page.subsection("pb \(subcommand.name)" + (operands.isEmpty ? "" : " " + operands))
    page.paragraph(Help.sentence(subcommand.summary) + ".")
    page.paragraphs(subcommand.notes)
    page.paragraphs(subcommand.manual)
    let options = subcommand.options.filter { $0.group != .markdown }
    for option in options { page.option(option) }
    if options.count < subcommand.options.count { page.paragraph("The options for Markdown are in FORMATS.") }
    page.paragraph("Examples:")
    page.example(subcommand.exampleLines)
  }

  private static func environmentAndFiles(_ page: inout Roff) {
    page.section("ENVIRONMENT")
    page.item(
      "WAYLAND_DISPLAY, WAYLAND_SOCKET",
      "The compositor to use if it supports data control (ext_data_control_manager_v1 or "
        + "zwlr_data_control_manager_v1), or is GNOME's.")
    page.item(
      "DBUS_SESSION_BUS_ADDRESS",
      "The session bus on which GNOME offers its clipboard (default $XDG_RUNTIME_DIR/bus).")
    page.item("DISPLAY, XAUTHORITY", "The X display to use otherwise, and its key file.")
    page.item(
      "PB_TRACE",
      "A file to which pb writes each message to and from a compositor or the session bus, for bug reports.")
    page.item(
      "PB_SOCKET",
      "The socket of another desktop's clipboard, as pb ssh sets it (default $XDG_RUNTIME_DIR/pasteboard/socket, then "
        + "/tmp/pasteboard-$USER.sock).")
    page.item("NO_COLOR", "If set and not empty, pb uses no colours unless --color asks for them.")
    page.item("TERM", "The kind of terminal; pb uses no colours on a dumb one.")
    page.item(
      "XDG_CONFIG_HOME",
      "The folder of your settings and rules for applications (default ~/.config).")
    page.item(
      "XDG_DATA_HOME, XDG_DATA_DIRS",
      "The folders of type declarations (default ~/.local/share and /usr/local/share:/usr/share).")
    page.item(
      "XDG_RUNTIME_DIR",
      "The folder of files that pb hands to programs, and of the content that pb serve saves when it exits.")
    page.item("XDG_CACHE_HOME", "The folder of the compiled declarations (default ~/.cache).")
    page.section("FILES")
    page.item(
      "$XDG_CONFIG_HOME/pasteboard/config",
      "Your settings, a line each, for all commands or below [COMMAND] for one; see pb config.")
    page.item(
      "$XDG_CONFIG_HOME/pasteboard/applications.json",
      "Your rules for applications, which precede the built-in ones; see pasteboard-types(5).")
    page.item(
      "$XDG_CONFIG_HOME/pasteboard/converters.json",
      "Your converters: commands that convert one type to another. Examples, all disabled, are in "
        + "/usr/share/doc/pasteboard/converters.json.")
    page.item(
      "/usr/share/doc/pasteboard/Documentation",
      "The documents that this page names as Documentation/NAME, and recipes.md.")
    page.item(
      "pasteboard/converters.json in $XDG_CONFIG_DIRS", "Converters for all users (default /etc/xdg).")
    page.item(
      "$XDG_DATA_HOME/pasteboard/types/*.json",
      "Declarations of your types; see pasteboard-types(5).")
  }
}

extension ExitStatus {
  /// The meaning of each status.
  static let explained: [(code: Int32, meaning: String)] = [
    (success.rawValue, "Done, or yes."),
    (
      nothing.rawValue,
      "The clipboard is empty, the format is not offered, the answer is no, or a document was damaged and converted only as "
        + "far as pb could read it."
    ),
    (failure.rawValue, "Wrong usage, bad input, or no display. A message on standard error says what to do."),
  ]
}
