import System
import Terminal
import UniformTypeIdentifiers

extension Subcommand {
  static let typeOf = Subcommand(
    path: ["type", "of"], operands: "FILE…", operandCount: 1...Int.max,
    summary: "print the types of files",
    options: [TypeOf.mime, TypeOf.noFollow, TypeOf.null, .json],
    notes: """
      pb looks at names and content, as the desktop's programs do. A symbolic link counts as the file that
      it points to. With -, pb reads standard input. A missing file with a known extension counts as that
      type; for any other missing file, pb exits with status 1.
      """,
    manual: """
      pb prints the identifier; for several files, each after the file's name. If only one type has the
      file's name or extension, that is the type, unless it is text and the content is not. If several
      types have it, or none, the content decides. An extension that you declared with pb type add decides
      first, unless the content contradicts it. pb also looks into archives. Signatures that are ordinary
      letters (ID3, GIF8, From) do not change the type of text. A folder is public.folder. The type of a
      file that does not exist comes from its name. A type that only the desktop knows has a dynamic
      identifier; --mime prints its MIME type.
      """,
    examples: """
      pb type of picture.png
      pb type of --mime *.md
      curl -s https://example.org | pb type of -
      find . -type f -exec pb type of --json {} +
      """,
    run: TypeOf.run
  )
}

/// The options of `pb type of` and what they do.
enum TypeOf {
  static let mime = Option("mime", in: .form, "print MIME types, as the desktop names them")
  static let noFollow = Option("no-follow", "report symbolic links as links")
  static let null = Option(
    "null", letter: "0", in: .form,
    "end each entry with NUL, for xargs -0")

  /// The number of entries that are printed at a time.
  private static let entriesAtATime = 256

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    var typer = FileTyper()
    var found: [(path: FilePath, answer: FileTyper.Answer)] = []
    var isComplete = true
    var printer = Printer(arguments)
    for path in CopiedFiles.paths(of: arguments) {
      do {
        if let answer = try answer(path, arguments, &typer) {
          found.append((path, answer))
        } else {
          Output.warn("\(path) does not exist, and its name has no known extension")
          isComplete = false
        }
      } catch {
        Output.warn(error.message)
        isComplete = false
      }
      if found.count == entriesAtATime { try printer.print(&found) }
    }
    try printer.print(&found)
    try printer.finish()
    return isComplete ? .success : .nothing
  }

  private static func answer(
    _ path: FilePath, _ arguments: Arguments, _ typer: inout FileTyper
  ) throws(Failure) -> FileTyper.Answer? {
    if path == FilePath("-") { return typer.type(ofContent: try Output.read("-")) }
    return try Failure.wrapping { () throws(SystemError) in
      try typer.type(ofFileAt: path, followsLinks: !arguments.has(noFollow))
    }
  }

  /// Prints entries as the options ask.
  private struct Printer {
    private let isJSON, isMIME, isNull, hasNames: Bool
    private var entries: [JSON] = []

    init(_ arguments: Arguments) {
      isJSON = arguments.has(.json)
      isMIME = arguments.has(mime)
      isNull = arguments.has(null)
      hasNames = arguments.operands.count > 1
    }

    mutating func print(_ found: inout [(path: FilePath, answer: FileTyper.Answer)]) throws(Failure) {
      if isJSON {
        entries += found.map(entry)
      } else {
        try Output.write(Array(found.map(line).joined()))
      }
      found.removeAll(keepingCapacity: true)
    }

    func finish() throws(Failure) {
      guard isJSON else { return }
      try Output.write(JSON.object(["schemaVersion": .number(1), "files": .array(entries)]).text)
    }

    private func line(_ path: FilePath, _ answer: FileTyper.Answer) -> [UInt8] {
      let type = isMIME ? answer.mimeType : answer.type.identifier
      let name = isNull ? path.bytes : Array(VisibleText.escapingLine(path.description).utf8)
      return (hasNames ? name + Array(": ".utf8) : []) + Array(type.utf8) + [isNull ? 0 : 0x0A]
    }

    private func entry(_ path: FilePath, _ answer: FileTyper.Answer) -> JSON {
      .object([
        "path": .string(path.description), "type": .string(answer.type.identifier),
        "state": .string(answer.type.state.rawValue),
        "mimeType": .string(answer.mimeType),
        "description": .optional(answer.type.localizedDescription ?? answer.type.desktopDescription),
      ])
    }
  }
}
