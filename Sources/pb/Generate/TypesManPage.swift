/// The manual page pasteboard-types(5).
enum TypesManPage {
  static var text: String {
    var page = Roff("PASTEBOARD-TYPES", section: 5, manual: "File Formats")
    page.section("NAME")
    page.paragraph("pasteboard-types - types of content, their declarations, and rules for applications")
    page.section("DESCRIPTION")
    page.paragraphs(
      """
      A type is known by a uniform type identifier such as public.html: letters, digits, '.' and '-', in reverse \
      DNS order; upper and lower case are the same. Types form a hierarchy: net.daringfireball.markdown conforms to \
      public.utf8-plain-text, and so to public.plain-text, public.text and public.data. Tags (filename \
      extensions, MIME types and others) tell which type a file or a target has. A tag that no type has stands \
      for a dynamic identifier, which begins with dyn. and holds the tag.

      Declarations are built into the program. More are read from the files below, and a file of the machine \
      counts before what is built in: types that their files export before those that they import, your own \
      files before the system's. Tags of all declarations of a type are united. pb type check tells what is wrong \
      with files, with file and line.
      """)
    declarationFile(&page)
    applicationsFile(&page)
    page.section("APPLICATIONS")
    page.paragraph(
      """
      Copies and pastes were tried on Debian 12 on 20 November 2026 with LibreOffice Writer 7.4.7, Chromium 156, \
      Firefox ESR 153.7, Thunderbird 153.7, Qt 6.11, AbiWord 3.0.5, GTK 3.24.38 and 4.8.3, xterm 379 and Mousepad \
      0.5.10, beside the managers Clipman 1.6.2, Parcellite 1.2.1 and CopyQ 6.4.0.
      """)
    page.section("FILES")
    page.item("$XDG_DATA_HOME/pasteboard/types/*.json", "Your own declarations (default ~/.local/share).")
    page.item(
      "pasteboard/types/*.json in $XDG_DATA_DIRS",
      "Declarations of the machine (default /usr/local/share and /usr/share).")
    page.item("*.plist beside them", "Apple property lists, such as the Info.plist of a program.")
    page.item(
      "$XDG_CONFIG_HOME/pasteboard/applications.json", "Your own rules for applications (default ~/.config).")
    page.section("EXAMPLES")
    page.examples([
      Example("tell all that is known of a type", "pb type info md"),
      Example("find the type of an X11 target", "pb type find --target UTF8_STRING"),
      Example("see what a type conforms to", "pb type tree net.daringfireball.markdown"),
      Example("look for mistakes in declaration files", "pb type check"),
    ])
    page.section("BUGS")
    page.paragraph(
      "Identifiers that begin with public. or dyn. cannot be declared by files; such declarations are passed over."
    )
    page.seeAlso([("pb", 1), ("pb-service", 7)])
    return page.text
  }

  private static func declarationFile(_ page: inout Roff) {
    page.section("DECLARATION FILES")
    page.paragraph("A JSON array of objects, one object a type:")
    page.example([
      "[", "  {", "    \"identifier\": \"com.example.note\",",
      "    \"description\": \"Note of the example program\",",
      "    \"conformsTo\": [\"net.daringfireball.markdown\"],", "    \"extensions\": [\"note\"],",
      "    \"mimeTypes\": [\"text/x-example-note\"]", "  }", "]",
    ])
    page.item("identifier", "Needed. Identifiers that begin with public. or dyn. are reserved.")
    page.item(
      "conformsTo", "The types above this one; a list with one value may be written as the value alone.")
    page.item("description", "What it is, in a few words.")
    page.item("extensions", "Filename extensions without their dot, the preferred one first.")
    page.item("mimeTypes", "MIME types, the preferred one first; parameters in any spelling.")
    page.item(
      "desktopMimeTypes",
      "Further MIME types under which content is found and goes out, but that are no tags.")
    page.item("osTypes", "Types of classic Mac OS, of four characters.")
    page.item("pasteboardTypes", "Names that older programs use on a pasteboard.")
    page.item("urlSchemes, deviceModelCodes", "The other tags.")
    page.item("declaration", "exported by the owner of the type (the default), or imported.")
    page.item(
      "referenceURL, version, source", "Where the format is described, and where the facts come from.")
  }

  private static func applicationsFile(_ page: inout Roff) {
    page.section("RULES FOR APPLICATIONS")
    page.paragraph(
      "A JSON object whose applications are rules; of several that fit, the first counts, yours before those "
        + "built in:")
    page.example([
      "{", "  \"applications\": [", "    {", "      \"name\": \"Raw editor\",",
      "      \"match\": { \"class\": [\"raweditor\"] },",
      "      \"asRequestor\": { \"hide\": [\"net.daringfireball.markdown\"], \"plainText\": \"rendered\" },",
      "      \"asOwner\": { \"markdownIsGenerated\": true, \"prefer\": [\"public.html\"] }",
      "    }", "  ]", "}",
    ])
    page.item(
      "match",
      "How the application is known: one pattern of each list must fit. class (either part of WM_CLASS), window "
        + "(its name), executable (its path or the last part of it), offers (targets that it offers, all of them). "
        + "A * at the end of a pattern stands for anything.")
    page.item(
      "asRequestor",
      "When it pastes: hide names types that it is not shown; hideConverted those that it is shown only where they were copied; hideSensitive, true for clipboard managers, shows it nothing "
        + "but the mark of what was copied as a secret; asksAtOnce says that it reads what is copied at once though nobody "
        + "pastes, which then counts as no paste of --once; plainText is source or rendered; takes names targets "
        + "of its own and the types that it takes under them, null where the target only has to be there: all of "
        + "them are shown to it and nothing is hidden, or none. They are of text without tables that is not of two "
        + "blocks, of which LibreOffice makes something else; takesAll is true for programs that take any.")
    page.item(
      "asOwner",
      "When it copied: prefer names types to read first; holds tells the types of targets of its own; markdownIsGenerated says that its Markdown is made from "
        + "richer text beside it, and is not to be believed; plainTextIsMarkdown that what it copies as plain text "
        + "is Markdown.")
  }
}
