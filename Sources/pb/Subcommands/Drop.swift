import Conversions
import Exchange
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

extension Subcommand {
  static let drop = Subcommand(
    path: ["drop"],
    summary: "open a small window and write what is dropped onto it, as pb paste writes what was copied",
    options: [
      PasteOptions.wanted, PasteOptions.plain, PasteOptions.prefer, PasteOptions.raw, MediaOptions.saving,
      PasteOptions.into, PasteOptions.null, PasteOptions.trim, DropOptions.json, PasteOptions.explain,
      DropOptions.keep, DropOptions.atPointer, .frameless, DropOptions.timeout, .output,
    ] + MarkdownOptions.all,
    discussion: """
      The window stands above others beside the pointer, says in words what is over it, and closes after the first
      drop; --keep has it stay for more, until it is closed, by Escape in it too. --at-pointer opens it under the
      pointer, for a drag that is under way.

      Files print their paths, one a line; with -0 a NUL ends each. All else comes as pb paste gives it: Markdown, or
      what --type, --plain or --raw names; --media saves pictures, --into writes what was dropped into a folder:
      copies of files, and of a page's picture the file itself, by its own name. --json prints the names of all forms
      beside the text or the files.

      What is dropped is copied and never moved, whatever the other program suggests.

      Exit status 1 means that nothing was dropped in time or the window was closed. It works through X: under
      Wayland with Xwayland, and there with programs that the compositor lets drag to it.
      """,
    examples: """
      pb drop > notes.md
      pb drop --keep --into Downloads
      pb drop -0 | xargs -0 ls -ld
      pb drop -t html --timeout 60
      pb drop --at-pointer --json
      """,
    run: DropOptions.run
  )
}

extension Option {
  static let frameless = Option("frameless", "open the window without a frame")
}

/// The options of `pb drop` and what they do.
enum DropOptions {
  static let json = Option(
    "json", isOfOneCall: true, "print JSON: the names of all forms, and the text or the files")
  static let keep = Option("keep", isOfOneCall: true, "stay for more than one drop")
  static let atPointer = Option("at-pointer", isOfOneCall: true, "open the window under the pointer")
  static let timeout = Option(
    "timeout", value: "SECONDS", isOfOneCall: true, "how long to wait for a drop (default: without end)")

  /// A person waits; sources that are slow get more time than the owner of a copy.
  private static let patience = Duration.seconds(5)

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let request = try PasteOptions.request(arguments)
    let limit = try seconds(arguments[timeout], option: "--timeout")
    if let folder = arguments.path(PasteOptions.into) { try PastedFiles.requirePlace(for: folder) }
    var terms = DropTerms(title: "pb drop", prompt: "Drop it here", describe: DropWindow.words)
    terms.isAtPointer = arguments.has(atPointer)
    terms.isFrameless = arguments.has(.frameless)
    terms.reading = ReadTerms(timeout: patience)
    terms.stop = StopSignal.onTermination()
    let window = try Failure.wrapping { () throws(PasteboardError) in try DropWindow(terms) }
    defer { window.close() }
    let isOneOnly = !arguments.has(keep)
    var hasDropped = false
    while true {
      let event = try Failure.wrapping { () throws(PasteboardError) in try window.nextEvent(within: limit) }
      switch event {
      case .dropped(let drop):
        do throws(Failure) {
          try take(drop, request, arguments)
          hasDropped = true
          drop.end(isTaken: true)
        } catch {
          drop.end(isTaken: false)
          if isOneOnly { throw error }
          Output.say(error.message)
        }
        if isOneOnly { return .success }
      case .closed: return hasDropped ? .success : .nothing
      case .timedOut:
        if hasDropped { return .success }
        throw Failure("nothing was dropped in time", status: .nothing)
      }
    }
  }

  private static func take(
    _ drop: Drop, _ wish: PasteRequest, _ arguments: Arguments
  ) throws(Failure) {
    let reader = PasteboardReader(drop.reader, of: .drag)
    let names = try Failure.wrapping { () throws(PasteboardError) in try reader.targets() }
    var request = wish
    let isTypeGiven =
      arguments.isGiven(PasteOptions.wanted) || arguments.has(PasteOptions.plain)
      || arguments.has(PasteOptions.raw)
    if !isTypeGiven, DropWindow.areFiles(names) { request.type = .fileURL }
    if let folder = arguments.path(PasteOptions.into), !isTypeGiven, request.type != .fileURL,
      let file = try file(drop, among: names, from: reader)
    {
      return try PastedFiles.write(file, into: folder, arguments)
    }
    if arguments.has(json) { return try tell(names, request, reader, arguments) }
    try PasteOptions.give(request, from: reader, arguments, through: "drag and drop", takesBytes: false) {}
  }

  /// A file that the source has no address for, such as a picture of a page; nil if there is none.
  private static func file(
    _ drop: Drop, among names: [String], from reader: PasteboardReader
  ) throws(Failure) -> PastedContent? {
    guard let bytes = drop.fileName, names.contains(Draggable.fileContent) else { return nil }
    // Whatever path it claims, its last part is a name.
    let last = bytes.filter { $0 != 0 }.split(separator: 0x2F).last ?? []
    let name = String(decoding: last, as: UTF8.self)
    guard !name.isEmpty, name != ".", name != "..",
      let content = try? reader.property(Draggable.fileContent, unchanged: true)
    else { return nil }
    return PastedContent(content.bytes, named: name, TypeName.type(ofFile: name) ?? .data)
  }

  private static func tell(
    _ names: [String], _ request: PasteRequest, _ reader: PasteboardReader, _ arguments: Arguments
  ) throws(Failure) {
    let choice = try Failure.wrapping { () throws(PasteboardError) in
      try reader.paste(request, among: names)
    }
    let forms = JSON.strings(names.filter { NameTable.shared.role(of: $0) == .content })
    let json: JSON
    if request.type == .fileURL, let files = choice.files {
      json = .object(["schemaVersion": .number(1), "forms": forms, "files": PastedFiles.json(files)])
    } else {
      guard TextEncoding.isValid(choice.bytes) else {
        throw Failure("the content is not text. Use --output FILE without --json.")
      }
      json = .object([
        "schemaVersion": .number(1), "forms": forms, "chosen": .string(choice.target),
        "type": .string(request.type.identifier),
        "text": .string(String(decoding: choice.bytes, as: UTF8.self)),
      ])
    }
    try Output.deliver(Array(json.line.utf8), isText: true, to: arguments.path(.output))
  }
}
