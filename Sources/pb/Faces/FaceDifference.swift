/// What differs on purpose from the tools whose names `pb` answers to; each has a word, by which the tests that compare
/// both name it.
struct FaceDifference {
  let word: String
  /// One or two sentences.
  let account: String

  static let all = [
    FaceDifference(
      word: "refusals",
      account: """
        A target that is not there is refused. xclip 0.13 gives its bytes under any name that it is asked for: \
        text as a picture, a picture as text.
        """),
    FaceDifference(
      word: "conversions",
      account: """
        A picture is pasted as PNG, JPEG, BMP, TIFF or WebP whatever it was copied as; text is made of HTML, RTF and other \
        rich text where no text stands beside it. HTML that was copied without text is pasted as its text, not its source.
        """),
    FaceDifference(
      word: "lists",
      account: """
        The lists of targets and types (-t TARGETS, --list-types) name what the owner offers and what would be made of it: \
        image/png for any picture, text for rich text. What is copied has more names than the tools give it.
        """),
    FaceDifference(
      word: "streams",
      account: """
        A copy in the background keeps none of its caller's streams open. xclip keeps all three, wl-copy standard error: \
        a program that reads them to their end waits until something else is copied.
        """),
    FaceDifference(
      word: "waits",
      account: """
        An owner has five seconds for an answer, xsel -t MS says how long otherwise; the tools wait without end.
        """),
    FaceDifference(
      word: "displays",
      account: """
        Each tool works on any display: xclip and xsel under Wayland, wl-copy and wl-paste under X11, all of them in a \
        terminal that passes the clipboard. xclip -display and xsel --display use X11; SECONDARY needs it. \
        Where there is no display, a line that begins with "pb:" says why.
        """),
    FaceDifference(
      word: "pastes",
      account: """
        xclip -loops and wl-copy --paste-once count pastes: requests for several names within a second are one paste, as \
        browsers and word processors ask. Lists of targets are not counted.
        """),
    FaceDifference(
      word: "latin1",
      account: """
        The target STRING is Latin-1 (ICCCM), in which other characters are question marks; the tools give UTF-8. Under \
        Wayland it is not offered, as programs take it for UTF-8 there.
        """),
    FaceDifference(
      word: "nul",
      account: "xsel keeps NUL bytes; the original ends the text there."),
    FaceDifference(
      word: "implied",
      account: """
        xsel without an option, with an empty standard input, leaves the selection alone; the original clears it, in a \
        script that only pastes too. xsel -i clears it as before.
        """),
    FaceDifference(
      word: "delete",
      account: "xsel --delete clears the selection also where its owner does not delete anything."),
    FaceDifference(
      word: "help",
      account: "xclip knows --help and --version too; the original takes them for files."),
    FaceDifference(
      word: "hyphen",
      account:
        "xclip reads standard input for the operand -, as versions after 0.13 do. It knows their -sensitive, too."
    ),
    FaceDifference(
      word: "cut-buffer",
      account: """
        xclip -selection buffer-cut stands for a board of X11 that only pb sees: cut buffers are not written.
        """),
    FaceDifference(
      word: "folders",
      account:
        "xclip refuses a folder; the original never returns. Nothing is copied if one of several files is missing."
    ),
    FaceDifference(
      word: "terminals",
      account:
        "On a terminal, control characters of what is pasted are made visible; the tools send them as they are."
    ),
    FaceDifference(
      word: "secrets",
      account: """
        wl-paste --watch hands no secret on: the command has CLIPBOARD_STATE=sensitive and an empty input.
        """),
    FaceDifference(
      word: "closed",
      account: "wl-copy and wl-paste work with closed standard streams; the originals abort."),
    FaceDifference(
      word: "types",
      account: """
        wl-copy knows pictures, PDF, archives, HTML and RTF by their first bytes, without xdg-mime(1); bytes with a NUL \
        are application/octet-stream. All else is text.
        """),
    FaceDifference(
      word: "seats",
      account: "wl-copy and wl-paste know one seat, which --seat calls seat0 or default."),
    FaceDifference(
      word: "log",
      account: "xsel writes no log: --logfile is accepted."),
  ]
}
