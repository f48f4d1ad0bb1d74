import Conversions
import DesktopPrograms
import Terminal
import UniformTypeIdentifiers

/// The programs that take content, each with the form that it gets.
struct SharingPrograms {
  struct Row {
    let program: DesktopEntry
    let handoff: Handoff
    let isDefault: Bool
    /// Whether `xdg-email` would start it.
    let isDesktopMail: Bool

    /// The command that begins a message with attached files; nil if pb knows none.
    func attachmentCommand(_ files: [ExecLine.Target]) -> [String]? {
      AttachmentCommand.words(for: program, attaching: files, isDesktopMail: isDesktopMail)
    }
  }

  let content: SharedContent
  let catalog: ProgramCatalog
  /// The default program first, then those that open it as it is, then the others.
  let rows: [Row]

  init(for content: SharedContent, in catalog: ProgramCatalog) {
    self.content = content
    self.catalog = catalog
    let chooser = HandoffPlanner(content, graph: .withCommands)
    let first = Self.names(of: content)
    let opening = catalog.programs(opening: first.names, subclassesOf: first.ancestors)
    let isKnown = Set(opening.map(\.id))
    let others = catalog.all.filter { !isKnown.contains($0.id) }
    let defaultID = Self.defaultID(for: content, first, in: catalog)
    let mailID = Self.desktopMailID(in: catalog)
    rows = (opening + others).compactMap { program in
      let isDesktopMail = program.id == mailID
      let attaches = AttachmentCommand.words(for: program, attaching: [], isDesktopMail: isDesktopMail) != nil
      let handoff = chooser.handoff(attaches: attaches) { catalog.opens(program, $0) }
      return handoff.map {
        Row(program: program, handoff: $0, isDefault: program.id == defaultID, isDesktopMail: isDesktopMail)
      }
    }
  }

  /// The program that `xdg-email` starts; nil where that is not there.
  private static func desktopMailID(in catalog: ProgramCatalog) -> String? {
    guard DesktopFolders.current.hasProgram("xdg-email") else { return nil }
    return catalog.defaultProgram(opening: [Handoff.messageScheme])?.id
  }

  /// The MIME types that decide what opens content first.
  private static func names(of content: SharedContent) -> (names: [String], ancestors: [String]) {
    if case .address(let address) = content.source {
      return (["x-scheme-handler/\(address.prefix { $0 != ":" }.lowercased())"], [])
    }
    guard let form = content.forms.first else { return ([], []) }
    return (form.names, form.ancestors)
  }

  /// The program that opens content unless somebody chooses another; of files of several types the one for all of them.
  private static func defaultID(
    for content: SharedContent, _ first: (names: [String], ancestors: [String]), in catalog: ProgramCatalog
  ) -> String? {
    func id(_ names: [String], _ ancestors: [String]) -> String? {
      catalog.defaultProgram(opening: names, subclassesOf: ancestors)?.id
    }
    guard case .files(let files) = content.source else { return id(first.names, first.ancestors) }
    let ids = Set(files.groups.map { id($0.form.names, $0.form.ancestors) })
    return ids.count == 1 ? ids.first ?? nil : nil
  }

  // MARK: Lists

  /// A line for each program: what to type, its name, what it gets.
  var text: String {
    let lines = rows.map { row in
      let mark = row.isDefault ? "* " : "  "
      return (mark + ProgramNames.shortName(of: row.program), row.program.name, Self.words(for: row.handoff))
    }
    let first = lines.reduce(0) { max($0, $1.0.count) }
    let second = lines.reduce(0) { max($0, $1.1.count) }
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: width - text.count)
    }
    return lines.map { id, name, form in
      VisibleText.escapingLine("\(padded(id, first))  \(padded(name, second))  \(form)") + "\n"
    }.joined()
  }

  private static func words(for handoff: Handoff) -> String {
    switch handoff {
    case .asItIs(_, let mimeType): mimeType
    case .asTheyAre: "files of several types"
    case .converted(_, _, let mimeType): "\(mimeType), converted"
    case .message: "text of a message"
    case .attachment: "attached to a message"
    case .address: "address"
    }
  }

  var json: JSON {
    .object([
      "schemaVersion": .number(1),
      "types": .strings(content.forms.map(\.type.identifier)),
      "programs": .array(
        rows.map { row in
          var source: UTType?
          if case .converted(let from, _, _) = row.handoff { source = from }
          return .object([
            "id": .string(row.program.id), "name": .string(row.program.name),
            "isDefault": .bool(row.isDefault), "type": .string(row.handoff.type.identifier),
            "mimeType": .string(row.handoff.mimeType), "convertedFrom": .optional(source?.identifier),
            "entry": .string(row.program.path),
          ])
        }),
    ])
  }
}
