import Conversions
import Exchange
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

extension Subcommand {
  static let drop = Subcommand(
    path: ["drop"],
    summary: "open a window and write what is dropped on it",
    options: [
      PasteOptions.wanted, PasteOptions.plain, PasteOptions.into, .output, DropOptions.keep,
      DropOptions.timeout, DropOptions.json, PasteOptions.null, MediaOptions.saving, PasteOptions.trim,
      PasteOptions.prefer, PasteOptions.raw, DropOptions.atPointer, .frameless, PasteOptions.explain,
    ] + MarkdownOptions.all,
    notes: """
      The window names what you drag over it, and closes after the first drop unless --keep is given. For
      dropped files, pb prints their paths, one a line. Other content is written as pb paste writes it. pb
      never moves what is dropped.

      Exit status 1 means that nothing was dropped in time, or that the window was closed.
      """,
    manual: """
      The window stays above others, beside the pointer; --at-pointer opens it under the pointer, for a drag
      that is under way. Escape closes it.

      With -0 a NUL ends each path. --type, --plain and --raw choose the format as for pb paste, --media
      saves pictures, and --into writes the content into a folder: copies of files, and a web page's
      picture under the name of its file. --json prints the names of all formats beside the text or the
      files.

      Dropping uses X11; on Wayland it needs Xwayland, and a compositor that lets Wayland programs drag to
      X11 windows.
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
  static let frameless = Option("frameless", in: .place, "open the window without a frame")
}

/// The options of `pb drop` and what they do.
enum DropOptions {
  static let json = Option(
    "json", isPerInvocation: true, in: .form, "print the formats, and the text or files, as JSON")
  static let keep = Option("keep", isPerInvocation: true, in: .place, "keep the window open for more drops")
  static let atPointer = Option(
    "at-pointer", isPerInvocation: true, in: .place, "open the window under the pointer")
  static let timeout = Option(
    "timeout", value: "SECONDS", isPerInvocation: true, in: .place,
    "wait this long for a drop (default: no limit)")

  /// A person waits; sources that are slow get more time than the owner of a copy.
  private static let patience = Duration.seconds(5)

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let request = try PasteOptions.request(arguments)
    let limit = try seconds(arguments[timeout], option: "--timeout")
    if let folder = arguments.path(PasteOptions.into) { try PastedFiles.requirePlace(for: folder) }
    var terms = DropTargetOptions(title: "pb drop", prompt: "Drop it here", describe: DropWindow.words)
    terms.isAtPointer = arguments.has(atPointer)
    terms.isFrameless = arguments.has(.frameless)
    terms.reading = ReadOptions(timeout: patience)
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
          Output.warn(error.message)
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
    guard (try? reader.requireContent(among: names)) != nil else {
      throw Failure("what was dropped has no content", status: .nothing)
    }
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
    guard let name = drop.fileName.flatMap(FileNames.suggestedName), names.contains(Draggable.fileContent),
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
