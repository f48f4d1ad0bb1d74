/// The manual page pb-faces(7).
enum FacesManPage {
  static var text: String {
    var page = Roff("PB-FACES", section: 7, manual: "Miscellaneous")
    page.section("NAME")
    page.paragraph("pb-faces - pb as xclip, xsel, wl-copy and wl-paste")
    page.section("SYNOPSIS")
    page.line("\\fBpb generate faces\\fR \\fIDIR\\fR [\\fB\\-\\-replace\\fR]")
    for face in Face.allCases {
      page.line(".br\n\\fBpb as \(Roff.escaped(face.rawValue))\\fR [\\fIOPTION\\fR...]")
    }
    page.section("DESCRIPTION")
    page.paragraphs(
      """
      Scripts, editors and password managers call xclip, xsel, wl-copy and wl-paste. Called by one of these names, through \
      a link or as 'pb as NAME', pb does what that tool does: its options and their abbreviations, its exit status, the \
      first words of its messages, its way to return or to stay. The habits are those of xclip 0.13, xsel 1.2.0 and \
      wl-clipboard 2.3.

      'pb generate faces DIR' makes the links; a folder that stands before the others in PATH lets programs find them \
      first. It replaces nothing that is not a link to pb, unless --replace is given. The package does not make them, \
      'make install FACES=yes' does.

      [copy] and [paste] in the configuration say which way to the display is taken, as for pb(1).
      """)
    for face in Face.allCases {
      page.subsection(face.rawValue)
      for option in face.options where !option.summary.isEmpty {
        let value = option.value.map { " \($0)" } ?? ""
        page.item(
          option.spellings.joined(separator: ", ") + value,
          option.summary.prefix(1).uppercased() + option.summary.dropFirst() + ".")
      }
    }
    page.section("DIFFERENCES")
    page.paragraph("What differs on purpose:")
    for difference in FaceDifference.all { page.item("[\(difference.word)]", difference.account) }
    page.section("EXIT STATUS")
    page.item(
      "0",
      "Done. xsel also exits with 0 where there is nothing to paste, and for an option that it does not know."
    )
    page.item("1", "Nothing is there, it is not there as what was asked for, or something failed.")
    page.section("ENVIRONMENT")
    page.item(
      "CLIPBOARD_STATE",
      "What a command of wl-paste --watch finds out: data, nil (nothing is there) or sensitive (a secret).")
    page.item("CLIPBOARD_TYPE", "The type of what is on the standard input of that command.")
    page.section("EXAMPLES")
    page.examples([
      Example("have programs find pb first", "pb generate faces ~/.local/bin"),
      Example("look for a picture as a coding agent does", "pb as xclip -selection clipboard -t TARGETS -o"),
      Example("see who answers", "wl-copy --version"),
    ])
    page.seeAlso([("pb", 1), ("xclip", 1), ("xsel", 1), ("wl-clipboard", 1)])
    return page.text
  }
}
