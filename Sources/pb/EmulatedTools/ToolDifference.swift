/// An intended difference from the tools as which `pb` acts; tests that compare both name it by its word.
struct ToolDifference {
  let word: String
  /// One or two sentences.
  let account: String

  static let all = [
    ToolDifference(
      word: "refusals",
      account: """
        pb refuses a target that the owner does not offer. xclip 0.13 returns its bytes under any requested \
        name: text as a picture, a picture as text.
        """),
    ToolDifference(
      word: "conversions",
      account: """
        Pictures are pasted as PNG, JPEG or BMP, in whatever format they were copied. Text is \
        converted from HTML, RTF and other rich text if the owner offers no text. HTML that was copied without \
        text is pasted as its text, not as its source.
        """),
    ToolDifference(
      word: "lists",
      account: """
        The lists of targets and types (-t TARGETS, --list-types) contain what the owner offers and what pb \
        converts it to: image/png for any picture, text for rich text. Copied content has more names than with \
        the tools. Names with control characters are not listed.
        """),
    ToolDifference(
      word: "streams",
      account: """
        A copy in the background keeps none of its caller's streams open. xclip keeps all three, wl-copy keeps \
        standard error: a program that reads them to their end waits until something else is copied.
        """),
    ToolDifference(
      word: "waits",
      account: """
        An owner has five seconds for an answer, unless xsel -t MS sets another limit. The tools wait without a \
        limit.
        """),
    ToolDifference(
      word: "displays",
      account: """
        Each tool works on any display: xclip and xsel on Wayland, wl-copy and wl-paste on X11, all of them in a \
        terminal that passes the clipboard. xclip -display and xsel --display use X11; SECONDARY requires it. \
        Without a display, a line that begins with "pb:" gives the reason.
        """),
    ToolDifference(
      word: "pastes",
      account: """
        xclip -loops and wl-copy --paste-once count pastes: requests for several names within a second are one \
        paste, because browsers and word processors ask this way. Lists of targets are not counted.
        """),
    ToolDifference(
      word: "latin1",
      account: """
        The target STRING is Latin-1 (ICCCM) and replaces other characters by question marks; the tools send \
        UTF-8. On Wayland pb does not offer it, because programs read it as UTF-8 there.
        """),
    ToolDifference(
      word: "nul",
      account: "xsel keeps NUL bytes; the original ends the text there."),
    ToolDifference(
      word: "implied",
      account: """
        xsel without an option keeps the selection if standard input is empty; the original clears it, \
        even in a script that only pastes. xsel -i clears it like the original.
        """),
    ToolDifference(
      word: "delete",
      account: """
        xsel --delete clears the selection even if its owner does not delete anything.
        """),
    ToolDifference(
      word: "help",
      account: """
        xclip accepts --help and --version, too; the original reads them as files.
        """),
    ToolDifference(
      word: "hyphen",
      account: """
        xclip reads standard input for the operand -, as versions after 0.13 do, and accepts their option \
        -sensitive.
        """
    ),
    ToolDifference(
      word: "cut-buffer",
      account: """
        xclip -selection buffer-cut uses a selection that only pb sees; pb does not write cut buffers.
        """),
    ToolDifference(
      word: "folders",
      account: """
        xclip refuses a folder; the original never returns. pb copies nothing if one of several files is \
        missing.
        """
    ),
    ToolDifference(
      word: "terminals",
      account: """
        On a terminal, pb makes control characters visible; the tools send them unchanged.
        """
    ),
    ToolDifference(
      word: "secrets",
      account: """
        wl-paste --watch does not pass on secrets: the command gets CLIPBOARD_STATE=sensitive and an empty \
        input.
        """),
    ToolDifference(
      word: "closed",
      account: "wl-copy and wl-paste work with closed standard streams; the originals abort."),
    ToolDifference(
      word: "types",
      account: """
        wl-copy recognises pictures, PDF, archives, HTML and RTF by their first bytes, without xdg-mime(1). \
        Bytes with a NUL are application/octet-stream; all other content is text.
        """),
    ToolDifference(
      word: "seats",
      account: """
        wl-copy and wl-paste support one seat, which --seat names seat0 or default.
        """),
    ToolDifference(
      word: "log",
      account: """
        xsel writes no log; it accepts --logfile.
        """),
  ]
}
