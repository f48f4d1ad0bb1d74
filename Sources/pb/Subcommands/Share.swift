import DesktopPrograms
import Pasteboard
import System
import UniformTypeIdentifiers

extension Subcommand {
  static let share = Subcommand(
    path: ["share"], operands: "[PROGRAM [FILE|-]] | --list [FILE|-]", operandCount: 0...2,
    summary: "give the clipboard, or a file, to a program",
    options: [
      ShareOptions.list, .json, ShareOptions.type, ShareOptions.keep, .pasteboard, .backend, .timeout,
    ],
    notes: """
      Without PROGRAM, pb share lists the programs that open the content; an asterisk marks the default.
      PROGRAM is the name of a desktop entry (org.xfce.mousepad, or mousepad), its title, or its command.

      A program gets the content unchanged if it opens the type, otherwise converted. Mail programs get text
      as a message, and pictures and files as attachments. Files that pb hands over are private and
      temporary.
      """,
    manual: """
      Which program opens which type is defined by desktop entries and mimeapps.list, as for file
      managers. If a program does not open the type, pb converts rich text to ODT, DOCX, RTF, HTML or
      Markdown, whichever the program lists first, or else to text or a picture. It also uses your own
      converters. --type lists the programs for a type without reading the clipboard.

      A mail program gets text as the body of a message. Long text, pictures and files are attached where
      pb knows how: Thunderbird, Evolution, KMail, Claws Mail, Sylpheed, Mutt, or the program that
      xdg-email starts. Copied files, and an address that was copied alone, are opened directly. Copied
      files of several types go to a program that opens all of them; pb names a file that no longer exists
      and opens the others.

      Other content is handed over in a file that only you can read, in the folder of your session
      (XDG_RUNTIME_DIR). pb removes it when the program has exited and the time of --keep is over (default
      600 seconds), because a program that already runs may read it later. Attachments stay eight hours,
      because they are read when the message is sent. A secret stays for 30 seconds, or --keep, from the
      start of the program, even if the program still runs; it is not given to mail programs. A terminal
      program runs in this terminal. Without a display no other program is started.
      """,
    examples: """
      pb share
      pb share mousepad
      pb share --list report.docx
      pb share --list --json --type text/html
      """,
    run: ShareOptions.run
  )

  static let open = Subcommand(
    path: ["open"], operands: "[FILE|-]", operandCount: 0...1,
    summary: "open the clipboard, or a file, in its default program",
    options: [ShareOptions.openedType, ShareOptions.keep, .pasteboard, .backend, .timeout],
    notes: """
      pb open uses the desktop's default program for the richest type on the clipboard; 'pb share' lists it
      first. An address opens in the browser, and copied files each in the program for their type.
      """,
    manual: """
      Several files of one program are opened together. Without a display, the first terminal program that
      opens the type is used.
      """,
    examples: """
      pb open
      pb open report.md
      """,
    run: ShareOptions.open
  )
}

/// The options of `pb share` and `pb open`, and what they do.
enum ShareOptions {
  static let list = Option("list", letter: "l", isPerInvocation: true, "list the programs")
  static let type = Option(
    "type", letter: "t", value: "TYPE", isPerInvocation: true,
    "set FILE's type, or list programs for a type")
  /// The same for a command that lists nothing.
  static let openedType = Option(
    "type", letter: "t", value: "TYPE", isPerInvocation: true,
    "set FILE's type (default: from name or content)")
  static let keep = Option(
    "keep", value: "SECONDS", defaultValue: "600",
    in: .safety,
    "keep a file after its program exits (default 600)")

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let paths = CopiedFiles.paths(of: arguments)
    let isList = arguments.has(list) || arguments.has(.json) || paths.isEmpty
    if isList, paths.count > 1 { throw Failure("--list accepts one FILE and no program") }
    let content = try content(arguments, isList ? paths.first : paths.dropFirst().first, isList: isList)
    let programs = SharingPrograms(for: content, in: ProgramCatalog())
    guard isList else {
      try start(try programs.row(named: arguments.operands[0]), content, arguments)
      if case .files(let files) = content.source { try files.check() }
      return .success
    }
    if arguments.has(.json) {
      try Output.write(programs.json.text)
    } else if programs.rows.isEmpty {
      Output.warn("no installed program opens the content of the clipboard")
    } else {
      try Output.write(programs.text)
    }
    return programs.rows.isEmpty ? .nothing : .success
  }

  static func open(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let content = try content(arguments, CopiedFiles.paths(of: arguments).first, isList: false)
    let starts = try DefaultStarts(of: content, in: ProgramCatalog())
    for (row, content) in starts.all { try start(row, content, arguments) }
    try starts.check()
    return .success
  }

  private static func content(
    _ arguments: Arguments, _ path: FilePath?, isList: Bool
  ) throws(Failure) -> SharedContent {
    let named: UTType? = if let name = arguments[type] { try TypeName.typeOrUndeclared(name) } else { nil }
    if let path {
      try CopiedContent.requireNoAddress(path) { "To open it, copy it first: printf %s '\($0)' | pb copy" }
      return try SharedContent(path, as: named)
    }
    if let named, isList {
      let mimeType = arguments[type].flatMap { $0.contains("/") ? $0.lowercased() : nil }
      return SharedContent(ofType: named, mimeType: mimeType)
    }
    guard named == nil else { throw Failure("--type requires a FILE, or --list") }
    let name = try pasteboardName(arguments)
    let backend = try backend(arguments)
    let timeout = try seconds(arguments[.timeout], option: "--timeout") ?? .seconds(1)
    return try SharedContent(
      try Failure.wrapping { () throws(PasteboardError) in
        try PasteboardReader(name, on: backend, timeout: timeout, isLooking: isList)
      })
  }

  private static func start(
    _ row: SharingPrograms.Row, _ content: SharedContent, _ arguments: Arguments
  ) throws(Failure) {
    let keep = try seconds(arguments[keep], option: "--keep")
    try ProgramStart(content: content, row: row, keep: keep).run()
  }
}
