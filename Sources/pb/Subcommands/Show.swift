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
    summary: "list the formats on the clipboard",
    options: [
      ShowOptions.preview, ShowOptions.all, ShowOptions.targets, .json, .pasteboard, ShowOptions.asSeenBy,
      .color, .backend, .timeout,
    ],
    notes: """
      Each row is a format. NAMES is the first of its names, then the number of the others. ORIGIN is
      'offered' for a format that was copied, 'converted' for one that pb makes when a program asks, 'on
      paste' for one that only the command under NAMES makes, and 'hidden' for one that --as-seen-by hides.

      pb reads no more than it shows: a size with a plus sign is what arrived so far. Secrets are listed,
      but not read.
      """,
    manual: """
      A target is the technical name of a format, by which programs ask for it. With --all each row is a
      target, with its type. --targets prints only the names, one a line. Targets that belong to the X11
      protocol are left out; 'marker' is one that only says something about the content. pb converts
      content that it copied for any program. For content of other programs, the row shows the command
      that converts it in place of a target.

      --preview shows content: rich text with its headings, lists, tables and links, text unchanged, files
      by their paths, and other bytes as hexadecimal digits. Where colours are used, pictures are drawn
      (PNG, JPEG, WebP, GIF, BMP, TIFF): in full on kitty, Ghostty, WezTerm and Konsole, as sixels on foot,
      mlterm and contour, and as half blocks on other terminals. pb converts a type that is not offered.

      --as-seen-by APP shows what a program with a rule is offered; APP is the name of the rule or of the
      program. Rules apply only to content that pb copied or that pb serve keeps; other owners offer every
      program the same formats. Formats that the rule hides are listed last.
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
  static let asSeenBy = Option("as-seen-by", value: "APP", "show what pb offers to this program")
  static let preview = Option(
    "preview", value: "TYPE", isPerInvocation: true, "show the content in this type")

  static let all = Option("all", in: .form, "print a row for each name (target)")
  static let targets = Option(
    "targets", isPerInvocation: true, in: .form, "print only the technical names (targets)")

  /// So much of each form is read for a list.
  private static let glance = 1 << 20
  /// The columns of a preview without a terminal.
  private static let columnsWithoutTerminal = 80
  /// Columns of a preview in a list that is not for a terminal.
  private static let previewWithoutTerminal = 40

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let name = try pasteboardName(arguments)
    let backend = try backend(arguments)
    let timeout = try seconds(arguments[.timeout], option: "--timeout") ?? .seconds(1)
    let isColored = try Output.isColored(arguments)
    let application = try arguments[asSeenBy].map(rule)
    let reader: PasteboardReader
    do {
      reader = try PasteboardReader(name, on: backend, timeout: timeout, as: application, isLooking: true)
    } catch {
      throw try failure(Failure(error), arguments, name, backend)
    }
    let progress = backend.persistsContent ? nil : Progress("reading the clipboard")
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
    let listing: PasteboardListing
    do {
      listing = try self.listing(
        name, backend, reader, as: application, timeout, folded: isFolded(arguments))
    } catch {
      throw try failure(error, arguments, name, backend)
    }
    progress?.end()
    if arguments.has(.json) {
      try Output.write(listing.json.text)
    } else {
      let width = TerminalSize(of: FileDescriptor.standardOutput.number)?.columns
      let preview = width ?? previewWithoutTerminal
      let table =
        isFolded(arguments) ? listing.forms(previewWidth: preview) : listing.table(previewWidth: preview)
      try Output.write(table.lines(width: width ?? .max) + listing.noteLines, color: isColored)
    }
    return .success
  }

  /// The failure itself; programs that read a list of an empty pasteboard get one, of nothing.
  private static func failure(
    _ failure: Failure, _ arguments: Arguments, _ name: PasteboardName, _ backend: Backend
  ) throws(Failure) -> Failure {
    if failure.status == .nothing, arguments.has(.json) {
      try Output.write(PasteboardListing(name, on: backend).json.text)
    }
    return failure
  }

  private static func isFolded(_ arguments: Arguments) -> Bool {
    !arguments.has(all) && !arguments.has(.json)
  }

  /// The formats on the pasteboard, and those that a rule hides from a program.
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
        Output.warn("the owner of the clipboard offers every program the same formats")
        return
      }
      let plainReader = try PasteboardReader(name, on: backend, timeout: timeout, isLooking: true)
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

  /// The sequence that draws a picture; nil if the terminal, or the format, does not support it.
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
