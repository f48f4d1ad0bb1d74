/// The manual page pasteboard-types(5).
enum TypesManPage {
  static var text: String {
    var page = Roff("PASTEBOARD-TYPES", section: 5, manual: "File Formats")
    page.section("NAME")
    page.paragraph("pasteboard-types - content types, their declarations, and rules for applications")
    page.section("DESCRIPTION")
    page.paragraphs(
      """
      A uniform type identifier such as public.html names a type. It consists of letters, digits, '.' and '-', in \
      reverse DNS order; capitals do not matter. Types form a hierarchy: net.daringfireball.markdown conforms to \
      public.utf8-plain-text, and therefore to public.plain-text, public.text and public.data. Tags (filename \
      extensions, MIME types and others) map files and targets to types. A tag that no type has maps to a dynamic \
      identifier, which begins with dyn. and encodes the tag.

      Declarations are built into pb. pb reads more from the files below, which precede the built-in ones: exported types \
      precede imported ones, and your files precede those of the system. The tags of all declarations of a type are \
      combined. pb type check reports mistakes with file and line.
      """)
    declarationFile(&page)
    applicationsFile(&page)
    convertersFile(&page)
    page.section("APPLICATIONS")
    page.paragraph(
      """
      Copying and pasting was tested on Debian 12 on 20 November 2026 with LibreOffice Writer 7.4.7, Chromium 156, \
      Firefox ESR 153.7, Thunderbird 153.7, Qt 6.11, AbiWord 3.0.5, GTK 3.24.38 and 4.8.3, xterm 379 and Mousepad \
      0.5.10, and with the clipboard managers Clipman 1.6.2, Parcellite 1.2.1 and CopyQ 6.4.0.
      """)
    page.section("FILES")
    page.item("$XDG_DATA_HOME/pasteboard/types/*.json", "Your declarations (default ~/.local/share).")
    page.item(
      "pasteboard/types/*.json in $XDG_DATA_DIRS",
      "Declarations for all users (default /usr/local/share and /usr/share).")
    page.item("*.plist beside them", "Apple property lists, such as the Info.plist of a program.")
    page.item(
      "$XDG_CONFIG_HOME/pasteboard/applications.json", "Your rules for applications (default ~/.config).")
    page.item(
      "$XDG_CONFIG_HOME/pasteboard/converters.json", "Your converters (default ~/.config).")
    page.item(
      "pasteboard/converters.json in $XDG_CONFIG_DIRS", "Converters for all users (default /etc/xdg).")
    page.section("EXAMPLES")
    page.examples([
      Example("print everything known about a type", "pb type info md"),
      Example("find the type of an X11 target", "pb type find --target UTF8_STRING"),
      Example("draw the supertypes of a type", "pb type tree net.daringfireball.markdown"),
      Example("check declaration files", "pb type check"),
    ])
    page.section("BUGS")
    page.paragraph(
      "Files cannot declare identifiers that begin with public. or dyn.; pb ignores these declarations."
    )
    page.seeAlso([("pb", 1), ("pb-service", 7)])
    return page.text
  }

  private static func declarationFile(_ page: inout Roff) {
    page.section("DECLARATION FILES")
    page.paragraph("A declaration file is a JSON array with an object for each type:")
    page.example([
      "[", "  {", "    \"identifier\": \"com.example.note\",",
      "    \"description\": \"Note of the example program\",",
      "    \"conformsTo\": [\"net.daringfireball.markdown\"],", "    \"extensions\": [\"note\"],",
      "    \"mimeTypes\": [\"text/x-example-note\"]", "  }", "]",
    ])
    page.item("identifier", "Required. Identifiers that begin with public. or dyn. are reserved.")
    page.item(
      "conformsTo", "The supertypes. A list with one value may be written as the value.")
    page.item("description", "A description in a few words.")
    page.item("extensions", "Filename extensions without their dot, the preferred one first.")
    page.item("mimeTypes", "MIME types, the preferred one first. Parameters may have any spelling.")
    page.item(
      "desktopMimeTypes",
      "Further MIME types for reading and offering content, which are not tags.")
    page.item("osTypes", "Four-character types of classic Mac OS.")
    page.item("pasteboardTypes", "Pasteboard names of older programs.")
    page.item("urlSchemes, deviceModelCodes", "Tags of these two classes.")
    page.item("declaration", "exported (by the owner of the type, the default) or imported.")
    page.item(
      "referenceURL, version, source", "The page that describes the format, and the source of the facts.")
  }

  private static func convertersFile(_ page: inout Roff) {
    page.section("CONVERTERS")
    page.paragraph(
      "A JSON object whose member converters is a list of commands that convert one type to another. pb convert uses "
        + "them as steps of a conversion, and so do pb paste and pb copy if paste or serve is true:")
    page.example([
      "{", "  \"converters\": [", "    {", "      \"name\": \"Org of Markdown\",",
      "      \"from\": \"net.daringfireball.markdown\",", "      \"to\": \"org.orgmode.org\",",
      "      \"command\": [\"pandoc\", \"-f\", \"gfm\", \"-t\", \"org\"]", "    }", "  ]", "}",
    ])
    page.item(
      "name",
      "Required. The name in messages. Your converter replaces the system's converter of the same name.")
    page.item(
      "from, to",
      "Required. Identifiers or MIME types of declared types; pb type add declares one. Types that conform to from are "
        + "accepted, too.")
    page.item(
      "command",
      "Required. The program, which pb looks for in PATH, and its arguments, without a shell. pb replaces {input} and {output} by the names of "
        + "files; without them the command reads standard input and writes standard output.")
    page.item("seconds", "The limit of time, from 1 to 3600 (default 20).")
    page.item("mebibytes", "The limit of memory and output in MiB, from 1 to 65536 (default 1024).")
    page.item(
      "loss", "How much the conversion loses, from 0 to 9 (default 2); pb prefers routes that lose less.")
    page.item("paste", "Whether pb paste may run it (default false).")
    page.item("serve", "Whether pb copy offers its result (default false).")
    page.item("off", "Whether it is disabled (default false).")
  }

  private static func applicationsFile(_ page: inout Roff) {
    page.section("RULES FOR APPLICATIONS")
    page.paragraph(
      "A JSON object whose member applications is a list of rules. pb uses the first rule that matches; your rules precede "
        + "the built-in ones:")
    page.example([
      "{", "  \"applications\": [", "    {", "      \"name\": \"Raw editor\",",
      "      \"match\": { \"class\": [\"raweditor\"] },",
      "      \"asRequestor\": { \"hide\": [\"net.daringfireball.markdown\"], \"plainText\": \"rendered\" },",
      "      \"asOwner\": { \"markdownIsGenerated\": true, \"prefer\": [\"public.html\"] }",
      "    }", "  ]", "}",
    ])
    page.item(
      "match",
      "Identifies the application: a pattern of each list must match. class is either part of WM_CLASS, window its name, "
        + "executable its path or the last part of the path, and offers targets that it offers, all of them. A * at "
        + "the end of a pattern matches anything.")
    page.item(
      "asRequestor",
      "Applies when the application pastes. hide lists types that pb does not offer to it, hideConverted types that pb "
        + "offers only if they were copied. hideSensitive, true for clipboard managers, offers only the mark of a secret, and hideFar "
        + "only the mark of content that was copied on another machine. "
        + "asksAtOnce means that the application reads each copy by itself, which does not count as a paste of --once. "
        + "dragsUTF16 means that it reads HTML which is dragged onto it as UTF-16. "
        + "plainText is source or rendered. takes lists targets that the application reads first, each with "
        + "the type that it accepts under this target, or null if the target may be empty. If pb can make all of these "
        + "types, it offers the targets and hides nothing; otherwise it offers none of them. This applies to Markdown of "
        + "up to 64 KiB; takesAll is true for programs that accept any other text of that size as well."
    )
    page.item(
      "asOwner",
      "Applies when the application copied. prefer lists types to read first. holds names the types of private targets. "
        + "markdownIsGenerated means that its Markdown is made from the richer text beside it, and that pb does not use "
        + "it. plainTextIsMarkdown means that the plain text is Markdown. enrich, true or false, decides whether pb serve "
        + "offers plain text that is Markdown as rich text, too, with or without pb serve --enrich. secret is true for a "
        + "program that copies passwords without a mark: pb serve then neither keeps nor remembers them. On Wayland, "
        + "which does not name programs, only rules apply whose match lists offers.")
    page.paragraph(
      "A changed rule applies to the next copy and the next paste. pb serve reads rules when it starts and on SIGHUP "
        + "(systemctl --user reload pasteboard).")
  }
}
