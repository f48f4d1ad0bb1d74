import Conversions
import Exchange
import Pasteboard
import Pictures
import System
import Terminal
import UniformTypeIdentifiers

extension Subcommand {
  static let show = Subcommand(
    path: ["show"],
    summary: "list what is on a pasteboard: each form with its names, size, origin, and a preview",
    options: [
      ShowOptions.all, ShowOptions.targets, .json, ShowOptions.preview, ShowOptions.asSeenBy, .color,
      .pasteboard, .backend, .timeout,
    ],
    discussion: """
      A row is a form of the content, under the first of its names and how many more there are; with --all a target, with
      its type. --targets prints the names alone, one a line. No more is read than is shown: of large content the first
      bytes, and nothing of what pb would have to make of it; a size with a plus is what came so far.

      ORIGIN tells how there comes to be a representation: offered by the owner as it was copied, or converted
      when it is asked for: by the owner, if pb copied it, else by the 'pb paste' that stands in place of a
      target. Targets that belong to the protocol are left out; a secret is listed, but not read or shown.

      --preview shows content itself: rich text with its headings, lists, tables and links, text as it stands, files
      by their paths, pictures by their size, and drawn where colours are used (PNG, JPEG, WebP, GIF, BMP, TIFF): as
      they are on kitty, Ghostty, WezTerm and Konsole, in sixels on foot, mlterm and contour, in half blocks on others;
      other bytes in hexadecimal digits. What is not offered is converted first.

      --as-seen-by asks as a program that there is a rule for would: by the rule's name, or the program's. Only
      what 'pb' copied or 'pb serve' keeps is shown by rules; other owners show the same to everybody. What the
      rule hides is listed last.
      """,
    examples: """
      pb show
      pb show --all
      pb show --targets | head -3
      pb show --preview html
      pb show --preview image/png
      pb show --as-seen-by AbiWord
      pb show --json | jq -r '.targets[].target'
      pb show --pasteboard primary
      """,
    run: ShowOptions.run
  )
}

/// The options of `pb show` and what they do.
enum ShowOptions {
  static let asSeenBy = Option("as-seen-by", value: "APP", "what this program would be offered")
  static let preview = Option(
    "preview", value: "TYPE", isOfOneCall: true, "show the content of this type, or of this X11 target")

  static let all = Option("all", "a row for each target, and not for each form")
  static let targets = Option("targets", isOfOneCall: true, "the names of the targets alone, one a line")

  /// So much of each form is read for a list.
  private static let glance = 1 << 20
  /// Columns where there is no terminal to tell them.
  private static let columnsWithoutTerminal = 80
  /// Columns of a preview in a list that is not for a terminal.
  private static let previewWithoutTerminal = 40

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let name = try pasteboardName(arguments)
    let backend = try backend(arguments)
    let timeout = try seconds(arguments[.timeout], option: "--timeout") ?? .seconds(1)
    let isColored = try Output.isColored(arguments)
    let application = try arguments[asSeenBy].map(rule)
    let reader = try Failure.wrapping { () throws(PasteboardError) in
      try PasteboardReader(name, on: backend, timeout: timeout, as: application)
    }
    let progress = backend.outlivesProcesses ? nil : Progress("reading the clipboard")
    defer { progress?.end() }
    if let progress { reader.reportProgress { progress.report(bytes: $0) } }
    if let wanted = arguments[preview] {
      try show(wanted, from: reader, isColored: isColored, progress)
      return .success
    }
    if arguments.has(targets) {
      let offered = try Failure.wrapping { () throws(PasteboardError) in try reader.targets() }
      let names = offered.filter { NameTable.shared.role(of: $0) != .protocol }
      try Output.write(names.map { VisibleText.escapingLine($0) + "\n" }.joined())
      return .success
    }
    let listing = try listing(name, backend, reader, as: application, timeout, folded: isFolded(arguments))
    progress?.end()
    if arguments.has(.json) {
      try Output.write(listing.json.text)
    } else {
      let width = TerminalSize(of: FileDescriptor.standardOutput.number)?.columns
      let preview = width ?? previewWithoutTerminal
      let table =
        isFolded(arguments) ? listing.forms(previewWidth: preview) : listing.table(previewWidth: preview)
      try Output.write(table.lines(width: width ?? .max), color: isColored)
    }
    return .success
  }

  private static func isFolded(_ arguments: Arguments) -> Bool {
    !arguments.has(all) && !arguments.has(.json)
  }

  /// What is there, and what a rule hides from the program for which it is listed.
  private static func listing(
    _ name: PasteboardName, _ backend: Backend, _ reader: PasteboardReader, as application: ApplicationRule?,
    _ timeout: Duration, folded: Bool
  ) throws(Failure) -> PasteboardListing {
    var listing = PasteboardListing(name, on: backend)
    try Failure.wrapping { () throws(PasteboardError) in
      try listing.read(from: reader, folded ? .forms : .targets, upTo: glance)
      guard application != nil else {
        return try reader.requireContent(among: listing.targets.compactMap(\.target))
      }
      guard reader.ownerFollowsRules() else {
        Output.say("the owner of the clipboard offers every program the same formats")
        return
      }
      let plainReader = try PasteboardReader(name, on: backend, timeout: timeout)
      try listing.addHidden(from: try plainReader.targets(), readBy: plainReader, upTo: glance)
    }
    return listing
  }

  /// The rule for a program; fails with the programs that there are rules for.
  static func rule(for name: String) throws(Failure) -> ApplicationRule {
    if let rule = ApplicationRules.current.rule(for: name) { return rule }
    let known = ApplicationRules.current.names.map { "'\($0)'" }.joined(separator: ", ")
    throw Failure("no rule matches '\(VisibleText.escaping(name))'. Rules exist for \(known).")
  }

  /// Shows the content of one type, converted if it is not offered.
  private static func show(
    _ wanted: String, from reader: PasteboardReader, isColored: Bool, _ progress: Progress?
  ) throws(Failure) {
    let size = TerminalSize(of: FileDescriptor.standardOutput.number)
    let columns = size?.columns ?? columnsWithoutTerminal
    let (property, type, target) = try content(wanted, from: reader)
    progress?.end()
    var preview = ContentPreview()
    if let size, isColored {
      if let picture = sequence(for: property.bytes, on: size) {
        try Output.write(picture + "\n")
      } else {
        let blocks = HalfBlocks(depth: HalfBlocks.Depth(variable: Environment.value))
        preview.pictures = (blocks, max(1, size.rows - 3))
      }
    }
    let lines = preview.lines(of: property, type: type, target: target, columns: columns)
    try Output.write(lines, color: isColored)
  }

  /// What shows a picture on terminals that can; nil for others, and for what is no picture that they take.
  private static func sequence(for bytes: [UInt8], on size: TerminalSize) -> String? {
    if let picture = KittyPicture(bytes, on: size, variable: Environment.value) { return picture.sequence }
    guard SixelPicture.isKnown(Environment.value), let picture = try? Picture(bytes) else { return nil }
    let cell = size.cell ?? TerminalSize.Cell(width: 8, height: 16)
    let fitting = picture.fitting(
      width: size.columns * cell.width, height: max(1, size.rows - 3) * cell.height)
    return SixelPicture(fitting).sequence
  }

  private static func content(
    _ wanted: String, from reader: PasteboardReader
  ) throws(Failure) -> (Representation, UTType?, target: String) {
    let table = NameTable.shared
    let targets = try Failure.wrapping { () throws(PasteboardError) in try reader.targets() }
    guard reader.mark(targets) != .secret else {
      throw Failure(
        "the content is marked as a secret and is not shown. To get it, use 'pb paste'.", status: .nothing)
    }
    if targets.contains(wanted) {
      let property = try Failure.wrapping { () throws(PasteboardError) in try reader.property(wanted) }
      return (property, table.type(of: wanted), wanted)
    }
    let type = try TypeName.type(wanted)
    let choice = try Failure.wrapping { () throws(PasteboardError) in
      try reader.paste(PasteRequest(type), among: targets)
    }
    if type == .fileURL, let files = choice.files {
      let form = FileListForm.gnome
      return (Representation(declared: form.name, bytes: form.write(files)), type, form.name)
    }
    let name = choice.convertedTo == nil ? choice.target : type.preferredMIMEType ?? type.identifier
    return (Representation(declared: name, bytes: choice.bytes), type, name)
  }
}
