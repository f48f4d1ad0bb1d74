import DesktopPrograms
import Pasteboard
import System
import UniformTypeIdentifiers

extension Subcommand {
  static let share = Subcommand(
    path: ["share"], operands: "[PROGRAM [FILE|-]] | --list [FILE|-]", operandCount: 0...2,
    summary: "hand what is on a pasteboard, or a file, to a program that takes it",
    options: [
      ShareOptions.list, .json, ShareOptions.type, ShareOptions.keep, .pasteboard, .backend, .timeout,
    ],
    discussion: """
      Without PROGRAM it lists those that take what is there, the default one first, marked by an asterisk, each
      with the form that it would get. A program is named by its desktop entry (org.xfce.mousepad, or mousepad), its
      name, or its command. What opens what stands in desktop entries and mimeapps.list, as for file managers.

      A program gets what it knows by name as it is; else rich text as ODT, DOCX, RTF, HTML or Markdown, whichever of
      them it takes first; else text, or a picture, that is made of what is there, converters of your own among them.
      A mail program gets text as the body of a message, long text, pictures and files attached to one, where it
      is known how (Thunderbird, Evolution, KMail, Claws Mail, Sylpheed, Mutt, or what xdg-email starts). Copied
      files, and an address that was copied alone, are opened themselves.

      All else is handed over in a file that only you can read, in the folder of your session (XDG_RUNTIME_DIR).
      It goes away when the program has ended and --keep is over: a program that runs already is told to open it,
      and reads it then. What is attached stays eight hours: it is read when the message is sent. What is marked
      as a secret stays for 30 seconds, or --keep, from when the program was started, even if it still runs, and
      is handed to no mail program. A program for terminals runs in this one; without a display no other is started.

      Copied files of several types go to a program that takes all of them. A file that is not there any more is named,
      and the others are opened.

      --type lists what opens a type, and looks at no pasteboard.
      """,
    examples: """
      pb share
      pb share --list report.docx
      pb share --list --json --type text/html
      """,
    run: ShareOptions.run
  )

  static let open = Subcommand(
    path: ["open"], operands: "[FILE|-]", operandCount: 0...1,
    summary: "open what is on a pasteboard, or a file, with the default program",
    options: [ShareOptions.type, ShareOptions.keep, .pasteboard, .backend, .timeout],
    discussion: """
      The default program is that of the desktop for the richest type that is there; 'pb share' lists it first, and
      tells how it gets what is there. An address that was copied opens in the browser, copied files each in the
      program for its type, several files of one program together. Without a display the first program for terminals
      stands in for it.
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
  static let list = Option("list", letter: "l", isOfOneCall: true, "list the programs")
  static let type = Option(
    "type", letter: "t", value: "TYPE", isOfOneCall: true,
    "what FILE is; without FILE: list what opens it")
  static let keep = Option(
    "keep", value: "SECONDS", standard: "600",
    "how long a file stays when its program has ended (600; a secret: 30)")

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
      Output.say("no installed program opens the content of the clipboard")
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
    if let path { return try SharedContent(path, as: named) }
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
        try PasteboardReader(name, on: backend, timeout: timeout)
      })
  }

  private static func start(
    _ row: SharingPrograms.Row, _ content: SharedContent, _ arguments: Arguments
  ) throws(Failure) {
    let keep = try seconds(arguments[keep], option: "--keep")
    try ProgramStart(content: content, row: row, keep: keep).run()
  }
}
