/// The manual page pb-faces(7).
enum ToolsManPage {
  static var text: String {
    var page = Roff("PB-FACES", section: 7, manual: "Miscellaneous")
    page.section("NAME")
    page.paragraph("pb-faces - pb as xclip, xsel, wl-copy and wl-paste")
    page.section("SYNOPSIS")
    page.line("\\fBpb generate faces\\fR \\fIDIR\\fR [\\fB\\-\\-replace\\fR]")
    for tool in EmulatedTool.allCases {
      page.line(".br\n\\fBpb as \(Roff.escaped(tool.rawValue))\\fR [\\fIOPTION\\fR...]")
    }
    page.section("DESCRIPTION")
    page.paragraphs(
      """
      Scripts, editors and password managers call xclip, xsel, wl-copy and wl-paste. Called by one of these names, through \
      a link or as 'pb as NAME', pb acts as that tool: it accepts the same options and their abbreviations, exits with the \
      same status, begins messages with the same words, and returns or waits like it. It follows xclip 0.13, xsel 1.2.0 \
      and wl-clipboard 2.3.

      'pb generate faces DIR' creates the links. Programs find them first if DIR precedes the other folders in PATH. pb \
      replaces only links to itself, unless --replace is given. The package does not contain the links; 'make install \
      FACES=yes' installs them.

      The setting backend in the sections [copy] and [paste] of the configuration applies, as for pb(1).
      """)
    for tool in EmulatedTool.allCases {
      page.subsection(tool.rawValue)
      for option in tool.options where !option.summary.isEmpty {
        let value = option.value.map { " \($0)" } ?? ""
        page.item(
          option.spellings.joined(separator: ", ") + value,
          option.summary.prefix(1).uppercased() + option.summary.dropFirst() + ".")
      }
    }
    page.section("DIFFERENCES")
    page.paragraph("pb differs from these tools on purpose:")
    for difference in ToolDifference.all { page.item("[\(difference.word)]", difference.account) }
    page.section("EXIT STATUS")
    page.item(
      "0",
      "Done. xsel also exits with 0 if the clipboard is empty, and for an unknown option."
    )
    page.item("1", "The clipboard is empty, does not offer the requested type, or something failed.")
    page.section("ENVIRONMENT")
    page.item(
      "CLIPBOARD_STATE",
      "The state for a command of wl-paste --watch: data, nil (empty) or sensitive (a secret).")
    page.item("CLIPBOARD_TYPE", "The type of the standard input of that command.")
    page.section("EXAMPLES")
    page.examples([
      Example("create links that programs find first", "pb generate faces ~/.local/bin"),
      Example("list the targets as a coding agent does", "pb as xclip -selection clipboard -t TARGETS -o"),
      Example("show which program answers", "wl-copy --version"),
    ])
    page.seeAlso([("pb", 1), ("xclip", 1), ("xsel", 1), ("wl-clipboard", 1)])
    return page.text
  }
}
