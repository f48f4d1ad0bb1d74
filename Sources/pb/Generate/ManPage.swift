/// The manual page pb(1), from the table of subcommands.
enum ManPage {
  static var text: String {
    var page = Roff("PB", section: 1, manual: "User Commands")
    page.section("NAME")
    page.paragraph(
      "pb, pbcopy, pbpaste - the pasteboard of X11 and Wayland, in every format that programs take")
    synopsis(&page)
    page.section("DESCRIPTION")
    page.paragraphs(
      """
      pb puts content on a pasteboard byte for byte, under the names of its own type, whatever that is, and beside \
      it what helps whoever pastes: Markdown is offered as HTML and RTF too, HTML and RTF as each other, each \
      rendered when a program asks for it. It pastes what programs put there as Markdown or as another type.

      Without a command, pb copies what comes through a pipe or from a file, and pastes into a pipe or a file where its \
      input is neither; the options of pb copy and pb paste go with it. An empty input copies nothing: the exit status is 1. \
      Where input and output are both redirected, as within a loop that reads a pipe, pb refuses: name the command there.

      TYPE is an identifier (public.html), a MIME type (text/html), an extension (md or .md), or one of markdown, \
      html, rtf, plain. pasteboard-types(5) tells more. NAME is general (the selection CLIPBOARD, the default), \
      primary, secondary, find, drag (XdndSelection) or a name of your own. TARGET is the name of an X11 \
      target as the owner of a pasteboard lists it.

      Options and operands may be mixed; -- ends the options, and - stands for standard input or output. Data \
      goes to standard output, words to standard error. No wait is without end: what an owner does not give \
      within the time of --timeout (one second by default) counts as not given.

      Called as pbcopy, it puts standard input on a pasteboard as plain text, or as RTF if it begins as RTF does; \
      as pbpaste it writes plain text, or with -Prefer rtf RTF, as the commands of these names on macOS do. Called as \
      xclip, xsel, wl-copy or wl-paste, it does what these do: see pb-faces(7).
      """)
    page.section("COMMANDS")
    for subcommand in Subcommand.all { describe(subcommand, on: &page) }
    page.section("EXAMPLES")
    page.examples(Example.tasks)
    page.section("EXIT STATUS")
    for status in ExitStatus.explained { page.item(String(status.code), status.meaning) }
    environmentAndFiles(&page)
    page.section("BUGS")
    page.paragraphs(
      """
      What was copied is gone when the X server ends, and, where neither pb serve nor another clipboard manager \
      runs, when the process that serves it is killed.

      Under Wayland nobody can be told from anybody else: rules for programs that paste are for X11 alone, one list \
      is offered to all, less RTF that is made of a copy, unless 'show = rtf' below [wayland] in the configuration asks for it, and \
      less what 'hide = TYPE,…' there names; what an owner \
      refuses looks like something empty. There are the pasteboards general and primary. Where a compositor has no \
      data control (GNOME, Cinnamon, Weston) pb works through Xwayland; --explain of pb paste says so.

      Programs that put no more than an image of a text on the pasteboard, or fetch pictures from the web when \
      they paste, are beyond it: pb fetches nothing, and reads no text out of pictures.

      Colours, fonts and sizes are not kept: what is converted goes through a document that knows structure alone.
      """)
    page.seeAlso([
      ("pb-service", 7), ("pb-faces", 7), ("pasteboard-types", 5), ("xclip", 1), ("xsel", 1), ("wl-copy", 1),
      ("pandoc", 1),
    ])
    return page.text
  }

  private static func synopsis(_ page: inout Roff) {
    page.section("SYNOPSIS")
    for (index, subcommand) in Subcommand.all.enumerated() {
      if index > 0 { page.line(".br") }
      let operands = subcommand.operands.isEmpty ? "" : " " + Roff.escaped(subcommand.operands)
      page.line("\\fBpb \(Roff.escaped(subcommand.name))\\fR [\\fIOPTIONS\\fR]\(operands)")
    }
    page.line(".br\n\\fBpbcopy\\fR [\\fB\\-pboard\\fR \\fINAME\\fR] [\\fB\\-Prefer\\fR txt|rtf]")
    page.line(".br\n\\fBpbpaste\\fR [\\fB\\-pboard\\fR \\fINAME\\fR] [\\fB\\-Prefer\\fR txt|rtf]")
  }

  private static func describe(_ subcommand: Subcommand, on page: inout Roff) {
    page.subsection("pb \(subcommand.name)" + (subcommand.operands.isEmpty ? "" : " " + subcommand.operands))
    page.paragraph(subcommand.summary.prefix(1).uppercased() + subcommand.summary.dropFirst() + ".")
    page.paragraphs(subcommand.discussion)
    for option in subcommand.options { page.option(option) }
    page.paragraph("Examples:")
    page.example(subcommand.exampleLines)
  }

  private static func environmentAndFiles(_ page: inout Roff) {
    page.section("ENVIRONMENT")
    page.item(
      "WAYLAND_DISPLAY, WAYLAND_SOCKET",
      "The compositor whose selections are used, if it has data control (ext_data_control_manager_v1 or "
        + "zwlr_data_control_manager_v1).")
    page.item("DISPLAY, XAUTHORITY", "The X display whose selections are used otherwise, and the key to it.")
    page.item(
      "PB_TRACE", "A file to write a line to for each message to and from a compositor, for reports of bugs.")
    page.item("NO_COLOR", "If set to anything, nothing is coloured unless --color asks for it.")
    page.item("TERM", "The kind of terminal; nothing is coloured on one that is called dumb.")
    page.item(
      "XDG_CONFIG_HOME",
      "Where your own values of options and rules for applications are (default ~/.config).")
    page.item(
      "XDG_DATA_HOME, XDG_DATA_DIRS",
      "Where declarations of types are looked for (default ~/.local/share and /usr/local/share:/usr/share).")
    page.item(
      "XDG_RUNTIME_DIR",
      "Where what is handed to a program lies while it is open, and what pb serve holds when it ends.")
    page.item("XDG_CACHE_HOME", "Where the declarations are kept once they were read (default ~/.cache).")
    page.section("FILES")
    page.item(
      "$XDG_CONFIG_HOME/pasteboard/config",
      "Your own values of options, a line each, for all commands or below [COMMAND] for one; see pb config.")
    page.item(
      "$XDG_CONFIG_HOME/pasteboard/applications.json",
      "Your own rules for applications, before those built in; see pasteboard-types(5).")
    page.item(
      "$XDG_CONFIG_HOME/pasteboard/converters.json",
      "Your own converters: commands that make one type of another, for pb convert. Examples lie in "
        + "/usr/share/doc/pasteboard/converters.json, all of them off.")
    page.item(
      "/usr/share/doc/pasteboard/Documentation",
      "The documents that this page names as Documentation/NAME, and the recipes, recipes.md.")
    page.item(
      "pasteboard/converters.json in $XDG_CONFIG_DIRS", "Converters of the machine (default /etc/xdg).")
    page.item(
      "$XDG_DATA_HOME/pasteboard/types/*.json",
      "Declarations of your own types, beside those built in; see pasteboard-types(5).")
  }
}

extension ExitStatus {
  /// Each status with what it means.
  static let explained: [(code: Int32, meaning: String)] = [
    (success.rawValue, "Done, or yes."),
    (
      nothing.rawValue,
      "Nothing there, not offered, or no; of a damaged document what was left was converted."
    ),
    (failure.rawValue, "Wrong usage, bad input, or no display; one line on standard error says what to do."),
  ]
}
