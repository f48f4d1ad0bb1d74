/// The manual page pb-service(7).
enum ServiceManPage {
  static var text: String {
    var page = Roff("PB-SERVICE", section: 7, manual: "Miscellaneous")
    page.section("NAME")
    page.paragraph(
      "pb-service - keeping what was copied when its program exits, and offering Markdown in every format")
    page.section("SYNOPSIS")
    page.line("\\fBpb serve\\fR [\\fB\\-\\-replace\\fR]")
    page.line(".br\n\\fBsystemctl \\-\\-user enable \\-\\-now pasteboard.service\\fR")
    page.section("DESCRIPTION")
    page.paragraphs(
      """
      Under X11 what was copied stays with the program that copied it: when that program exits, the clipboard \
      is empty. pb serve keeps it. It is the clipboard manager of a session (the owner of the selection \
      CLIPBOARD_MANAGER): programs that know of managers hand over what they copied when they exit, and for \
      all the others pb serve reads each copy when it is made, and offers it from when its owner is gone.

      It needs no socket and no file: the X selection is the interface. Between copies it sleeps; nothing \
      is polled.

      A copy that is Markdown, by a type that says so or by a rule for its program, and that lacks HTML or RTF \
      is taken over at once: all that its owner offered goes on being offered, byte for byte, and what it lacked \
      is made of the Markdown when a program asks for it. A copy of which something cannot be read stays with \
      its owner, and a program that puts its own copy back is not fought.
      """)
    page.subsection("What is kept")
    page.paragraphs(
      """
      Text, rich text, PNG, JPEG, SVG and PDF, and lists of files: 64 MiB of one copy at most, read within five \
      seconds. What is larger or slower is left out. One copy is kept, the last: there is no history, and \
      nothing is written to a disk. PRIMARY and drags are left alone.

      When it is told to end, what it holds is left in the runtime directory, which is in memory, for the next \
      pb serve to take; what another program owns needs no keeping.
      """)
    page.subsection("What is never kept")
    page.paragraphs(
      """
      A copy whose owner offers the target x-kde-passwordManagerHint with the value secret, as password managers \
      do and as pb copy --sensitive does, is not read at all.
      """)
    page.subsection("With systemd")
    page.paragraphs(
      """
      The package brings a unit for a user's systemd. It is started with the graphical session, where the \
      session is one that reaches graphical-session.target (GNOME, KDE and most desktops do), and is off until \
      you enable it. Under a plain window manager have DISPLAY known to systemd first, in the file that \
      starts your session:
      """)
    page.example(["systemctl --user import-environment DISPLAY XAUTHORITY"])
    page.subsection("Without systemd")
    page.paragraph("Start it where your session starts its programs, in ~/.xinitrc for one:")
    page.example(["pb serve &"])
    page.subsection("Beside other managers")
    page.paragraphs(
      """
      There can be one clipboard manager only: pb serve ends with status 2 if another one runs, unless \
      --replace says to take its place. When another one takes over it hands on what it holds, and ends.
      """)
    page.section("SIGNALS")
    page.item("SIGHUP", "Read the rules for applications anew; with a mistake in them those before stay.")
    page.item("SIGTERM, SIGINT", "End.")
    page.section("EXIT STATUS")
    page.item("0", "It was told to end, by SIGTERM or SIGINT, or another manager took over.")
    page.item("2", "There is no display, another manager runs, or the X server went away.")
    page.section("ENVIRONMENT")
    page.item("DISPLAY, XAUTHORITY", "The X display to serve, and the key to it.")
    page.item("NOTIFY_SOCKET", "Where the service manager hears that it is ready, reloading or stopping.")
    page.item("XDG_RUNTIME_DIR", "Where it leaves what it holds when it ends.")
    page.section("FILES")
    page.item("pasteboard.service", "The unit; pb generate service prints it.")
    page.item("$XDG_CONFIG_HOME/pasteboard/applications.json", "Your own rules; see pasteboard-types(5).")
    page.item(
      "$XDG_RUNTIME_DIR/pasteboard-kept-DISPLAY",
      "What the last pb serve held, until the next one takes it; only the user can read it.")
    page.section("EXAMPLES")
    page.examples([
      Example("write the unit for a pb of your own", "pb generate service > pasteboard.service"),
      Example("see whether a manager runs", "xprop -root -spy CLIPBOARD_MANAGER"),
    ])
    page.section("BUGS")
    page.paragraphs(
      """
      A program that is killed in the moment after it copied may be gone before its copy was read.

      A clipboard of more than 64 MiB, and what its owner does not give within five seconds, goes with its owner.

      Formats that a program makes only on request and that are not listed above are lost with it.
      """)
    page.seeAlso([("pb", 1), ("pasteboard-types", 5), ("systemctl", 1)])
    return page.text
  }
}
