/// The manual page pb-service(7).
enum ServiceManPage {
  static var text: String {
    var page = Roff("PB-SERVICE", section: 7, manual: "Miscellaneous")
    page.section("NAME")
    page.paragraph("pb-service - keeping what was copied when its program exits")
    page.section("SYNOPSIS")
    page.line("\\fBpb serve\\fR")
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
      """)
    page.subsection("What is kept")
    page.paragraphs(
      """
      Text, rich text, PNG, JPEG, SVG and PDF, and lists of files: 64 MiB of one copy at most, read within five \
      seconds. One copy is kept, the last: there is no history, and nothing is written to a disk. PRIMARY \
      and drags are left alone.
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
      There can be one clipboard manager only: pb serve ends with status 2 if another one runs, and ends by \
      itself when another one takes over.
      """)
    page.section("EXIT STATUS")
    page.item("0", "It was told to end, by SIGTERM, SIGINT or SIGHUP, or another manager took over.")
    page.item("2", "There is no display, or another manager runs.")
    page.section("ENVIRONMENT")
    page.item("DISPLAY, XAUTHORITY", "The X display to serve, and the key to it.")
    page.section("FILES")
    page.item("pasteboard.service", "The unit; pb generate service prints it.")
    page.section("EXAMPLES")
    page.examples([
      Example("write the unit for a pb of your own", "pb generate service > pasteboard.service"),
      Example("see whether a manager runs", "xprop -root -spy CLIPBOARD_MANAGER"),
    ])
    page.section("BUGS")
    page.paragraphs(
      """
      A program that is killed in the moment after it copied may be gone before its copy was read.

      Formats that a program makes only on request and that are not listed above are lost with it.
      """)
    page.seeAlso([("pb", 1), ("pasteboard-types", 5), ("systemctl", 1)])
    return page.text
  }
}
