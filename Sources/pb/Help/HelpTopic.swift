/// A topic that concerns several commands: `pb help TOPIC` shows it, and a section of pb(1) holds it.
struct HelpTopic: Sendable {
  enum Part: Sendable {
    /// Paragraphs that empty lines part.
    case paragraph(String)
    case items([(term: String, text: String)])
    /// The same with texts to type, which keep their small letters and get no full stop.
    case literals([(term: String, text: String)])
    case options([Option])
    /// Lines to type, or of a file.
    case example([String])
  }

  /// The word after `pb help`.
  let name: String
  /// Its subject, as an imperative sentence without a capital and a full stop.
  let summary: String
  let parts: [Part]

  static let all = [formats, encodings, secrets, wayland, ssh]

  static let formats = HelpTopic(
    name: "formats", summary: "name types, and choose how Markdown and tables are written",
    parts: [
      .paragraph(
        """
        A type names a format. TYPE is one of:
        """),
      .literals([
        ("short name", "markdown, html, rtf, plain, text, files"),
        ("extension", "md, .docx, odt, csv, tsv, json, png, and so on"),
        ("MIME type", "text/html, image/png"),
        ("identifier", "public.html, net.daringfireball.markdown (see 'pb type list')"),
        ("target:NAME", "the raw name of an X11 target"),
        ("path", "the path of a file with the content (pb paste, pb recast)"),
        ("rich, url", "text with HTML and RTF; an address without tracking (pb recast)"),
      ]),
      .paragraph(
        """
        Documents convert between Markdown, HTML, RTF, DOCX, ODT, FODT, JSON and plain text; tables between CSV, TSV, JSON,
        JSON Lines and the tables of documents. Pictures are read as PNG, JPEG, WebP, GIF, BMP and TIFF, and written as
        PNG, JPEG and BMP. 'pb type info TYPE' lists the types that a type converts to. pasteboard-types(5) explains
        converters of your own.

        Options for Markdown that pb writes:
        """),
      .options(MarkdownOptions.all),
      .paragraph(
        """
        The dialect extra adds definition lists; with it, pb also reads them. The other options change
        only the look: setext underlines the first two levels of headings; reference numbers the addresses
        of links and lists them at the end; padded fills cells with spaces, so that columns line up.

        Markdown has no merged cells and no tables within cells. With --tables auto, pb writes these
        tables as HTML if they come from DOCX or ODT, and splits their cells otherwise. whole writes them
        as HTML from every format; html also writes tables with lists in cells as HTML; padded and compact
        always split cells.

        JSON takes the names of columns from a table's header; in a spreadsheet, that is the first row.
        --table-header first takes them from the first row of any table. With none, each row becomes an
        array.
        """),
    ])

  static let encodings = HelpTopic(
    name: "encodings", summary: "name the encoding of text",
    parts: [
      .paragraph(
        """
        pb reads text as UTF-8, or as UTF-16 and UTF-32 with a byte order mark. --encoding NAME (pb copy, pb convert)
        names another encoding:
        """),
      .literals([
        ("Unicode", "utf-8, utf-16, utf-16le, utf-16be, utf-32, utf-32le, utf-32be"),
        ("Western", "windows-1252 (latin1, iso-8859-1), iso-8859-15 (latin9), ascii, macintosh, hp-roman8"),
        (
          "Central European",
          "windows-1250, iso-8859-2 (latin2), iso-8859-16, x-mac-centraleurope, x-mac-croatian"
        ),
        ("Baltic, Celtic", "windows-1257, iso-8859-4, iso-8859-10, iso-8859-13, iso-8859-14"),
        ("Cyrillic", "windows-1251, koi8-r, koi8-u, koi8-t, iso-8859-5, x-mac-cyrillic, ptcp154, kz-1048"),
        ("Greek, Turkish", "windows-1253, iso-8859-7, windows-1254, iso-8859-3, x-mac-greek, x-mac-turkish"),
        ("Hebrew, Arabic", "windows-1255, iso-8859-8, windows-1256, iso-8859-6, x-mac-arabic"),
        ("Chinese", "gb18030, gbk (gb2312), big5"), ("Japanese", "shift_jis (cp932), euc-jp, iso-2022-jp"),
        ("Korean", "euc-kr (cp949), johab"),
        ("others", "windows-874 (Thai), windows-1258 (Vietnamese), armscii-8, georgian-ps, georgian-academy"),
        (
          "DOS",
          "cp437, cp720, cp737, cp775, cp850, cp852, cp855, cp856, cp857, cp858, cp860 to cp866, cp869, cp1125"
        ),
      ]),
      .paragraph(
        """
        Names in parentheses are other names. pb also accepts the labels of the WHATWG Encoding Standard and numbers of code
        pages: l1, sjis, cp1251, 1251. As in browsers, latin1 includes the quotes and dashes of windows-1252.

        A MIME type may name the encoding: --type 'text/plain;charset=koi8-r'. Without --encoding, pb copy copies bytes
        that are not UTF-8 unchanged and warns.
        """),
    ])

  static let secrets = HelpTopic(
    name: "secrets", summary: "copy a password so that nothing keeps it",
    parts: [
      .example([
        "pass show bank | pb copy -n --type plain --sensitive --clear-after 30",
        "pass show bank | pb copy -n --type plain --sensitive --once --restore",
        "read -rs p; printf %s \"$p\" | pb copy --type plain --sensitive --once",
      ]),
      .items([
        (
          "--sensitive",
          "marks the content as a secret: clipboard managers that know the mark do not store it"
        ),
        ("--once", "removes the content after the first paste"),
        ("--clear-after", "removes the content after a number of seconds"),
        ("--restore", "then restores the previous content"),
      ]),
      .paragraph(
        """
        -n leaves out the line break at the end. --type plain copies a password as plain text even if it
        looks like Markdown.

        After --once or --clear-after, pb keeps owning an empty clipboard so that clipboard managers do not restore the old
        content. After several such copies, --restore brings back the content from before the first.

        Programs may ask several times for one paste, so --once also answers for a second after the first
        request. If a clipboard manager reads the clipboard with a command such as xsel, that counts as
        the paste. Documentation/applications.md lists which managers were tested and what they kept.

        pb serve remembers nothing of a copy with --sensitive, --once or --clear-after. Other managers may know only the mark
        of --sensitive. pb watch never reads secrets, and pb show does not show them. pb share gives no secret to a mail
        program, and removes its file after 30 seconds. pb sends a secret only to terminals that support the mark (OSC
        5522, as kitty does).
        """),
    ])

  static let wayland = HelpTopic(
    name: "wayland", summary: "use pb with Wayland, Xwayland and X11",
    parts: [
      .paragraph(
        """
        pb uses the first backend that works, unless --backend names one. --explain and 'pb config' print which one, and
        why.
        """),
      .items([
        ("auto", "the first of these that works"),
        ("wayland", "the compositor's data control (WAYLAND_DISPLAY): Sway, KDE, Hyprland and most others"),
        ("gnome", "the clipboard that Mutter offers on the session bus; no window takes the focus"),
        (
          "focus",
          "a window of one pixel that takes the focus for a moment: Weston, WSLg; only to copy and paste"
        ),
        ("x11", "X11 selections (DISPLAY), also through Xwayland, as on Cinnamon"),
        ("socket", "the clipboard of another desktop at a socket (see 'pb help ssh')"),
        ("terminal", "the clipboard of the terminal, in every format that it supports (see 'pb help ssh')"),
        ("osc52", "the clipboard of the terminal as text, without asking the terminal first"),
      ]),
      .paragraph(
        """
        Wayland has the pasteboards general and primary. All its programs see the same list of formats,
        because the compositor does not say which program asks: rules for applications work only with X11.
        pb offers no RTF that it makes from a copy, unless ~/.config/pasteboard/config has 'show = rtf'
        below [wayland]; 'hide = TYPE,…' leaves out more. If the owner refuses a format, it looks empty.

        pb serve serves Wayland and Xwayland programs together. pb drag and pb drop use X11; on Wayland they need Xwayland.
        Flatpak and snap hide data control from programs in their sandboxes. On GNOME the primary selection goes through
        Xwayland. While the screen is locked, GNOME does not share the clipboard; pb offers its copy again afterwards.
        """),
    ])

  static let ssh = HelpTopic(
    name: "ssh", summary: "copy and paste over SSH, in terminals and in tmux",
    parts: [
      .paragraph(
        """
        Without a display, pb uses the clipboard of the terminal. The terminal keeps a copy itself: in every format if it
        supports OSC 5522 (kitty), otherwise as text (OSC 52). pb asks the terminal what it supports; --explain prints the
        answer.
        """),
      .items([
        ("copy", "works in most terminals, and needs no program on your own machine"),
        ("paste", "works if the terminal allows reading; it may ask you first"),
        (
          "tmux",
          "add 'set -g allow-passthrough on' to tmux.conf for formats, 'set -g set-clipboard on' for text"
        ),
        ("pb ssh", "forwards the clipboard of your desktop in all formats; see 'pb ssh --help'"),
        ("ssh -X", "forwards X11 instead: pb then works as on the desktop"),
        ("--backend osc52", "sends text to a terminal that does not report what it supports"),
        (
          "container",
          "run 'pb serve --socket' on the desktop, mount its socket, and set PB_SOCKET to the path"
        ),
      ]),
      .paragraph(
        """
        pb uses the socket that PB_SOCKET names, otherwise $XDG_RUNTIME_DIR/pasteboard/socket or
        /tmp/pasteboard-USER.sock. Documentation/socket.md explains sockets, containers and their rights.

        Inside tmux without passthrough, text goes through tmux's own buffers. If you typed ahead and pb
        cannot put those keys back, it sends text without asking the terminal, and cannot paste. pb sends
        a secret only to terminals that support its mark (OSC 5522, as kitty does). A terminal does not
        support --once, --clear-after, pb watch, pb serve and pb history.
        """),
    ])
}

/// A command line that works, and what it is good for.
struct Example: Sendable {
  /// Its purpose, as an imperative sentence without a capital and a full stop.
  let purpose: String
  let command: String

  init(_ purpose: String, _ command: String) {
    self.purpose = purpose
    self.command = command
  }

  /// Frequent tasks, for the overview and the manual page.
  static let tasks = [
    Example("copy a document for every program", "pb copy notes.md"),
    Example("paste the richest format as Markdown", "pb paste > notes.md"),
    Example("list the formats on the clipboard", "pb show"),
    Example("print only which format a paste uses, and why", "pb paste --explain > /dev/null"),
    Example("turn copied rich text into Markdown for the next paste", "pb recast"),
    Example("convert a file", "pb convert report.rtf --to md"),
    Example("test how types relate", "pb type conforms md public.text"),
  ]
}
