import Conversions
import Exchange
import Pasteboard
import RichText
import Terminal
import UniformTypeIdentifiers

/// Everything on a pasteboard: what its owner offers, what can be made of it, and what a rule hides.
struct PasteboardListing: Sendable {
  let name: PasteboardName
  let backend: Backend
  private(set) var targets: [ShownTarget] = []
  /// What `pb paste` gives beyond that.
  private(set) var converted: [ShownTarget] = []
  /// What the owner offers others, but not the program for which the list is made.
  private(set) var hidden: [ShownTarget] = []
  /// True if the owner marks its content as a secret; nothing of it was read then.
  private(set) var isSensitive = false

  /// Content of so many bytes is held in all; of more, the sizes.
  private static let mostHeld = 64 << 20
  /// An owner that left so many questions without an answer is not asked any more.
  private static let mostSilences = 3

  init(_ name: PasteboardName, on backend: Backend) {
    self.name = name
    self.backend = backend
  }

  var all: [ShownTarget] { targets + converted + hidden }

  /// Asks for everything that is there; a refusal is shown, an owner that is gone ends the list.
  ///
  /// - Parameter progress: called with what there is so far, after each answer; false ends the reading.
  mutating func read(
    from reader: PasteboardReader, progress: (PasteboardListing) -> Bool = { _ in true }
  ) throws(PasteboardError) {
    let offered = try reader.targets()
    let contents = offered.filter { NameTable.shared.role(of: $0) != .protocol }
    isSensitive = reader.mark(offered) == .secret
    guard !isSensitive else {
      targets = contents.map { ShownTarget($0, nil, problem: .secret) }
      return
    }
    var held = 0
    var silences = 0
    for target in contents {
      var row =
        silences < Self.mostSilences
        ? try Self.target(target, from: reader) : ShownTarget(target, nil, problem: .noAnswer)
      if row.problem == .noAnswer { silences += 1 }
      held += row.size ?? 0
      if held > Self.mostHeld { row.forgetContent() }
      targets.append(row)
      guard progress(self) else { return }
    }
    if reader.ownerFollowsRules() { markConversions() }
    addConversions(offered, from: reader)
  }

  /// Adds what `everybody` is offered and this list lacks.
  mutating func addHidden(from everybody: [String], readBy reader: PasteboardReader)
    throws(PasteboardError)
  {
    let shown = Set(targets.compactMap(\.target))
    for target in everybody where NameTable.shared.role(of: target) != .protocol && !shown.contains(target) {
      var row = try Self.target(target, from: reader)
      row.origin = .hidden
      hidden.append(row)
    }
  }

  private static func target(
    _ target: String, from reader: PasteboardReader
  ) throws(PasteboardError) -> ShownTarget {
    do {
      return ShownTarget(target, try reader.property(target), problem: nil)
    } catch {
      let problem: ShownTarget.Problem
      switch error.code {
      case .notOffered: problem = .refused
      case .timedOut: problem = .noAnswer
      case .tooLarge: problem = .tooLarge
      default: throw error
      }
      return ShownTarget(target, nil, problem: problem)
    }
  }

  /// An owner of this project says what was copied; everything else it makes of that.
  private mutating func markConversions() {
    guard let marker = targets.first(where: { $0.target == Offering.sourceMarker })?.property else { return }
    let copied = Paste.copiedTypes(marker)
    let source = targets.first { row in row.type.map(copied.contains) ?? false }?.property?.bytes
    let hasText = copied.contains { Format($0) == .plainText }
    // Text differs by its encoding alone, so that one of its names tells for all.
    let text = targets.first { $0.type == .utf8PlainText }?.property?.bytes
    for index in targets.indices where targets[index].origin == .offered {
      guard let type = targets[index].type, !copied.contains(type) else { continue }
      let isSource = Format(type) == .plainText && (hasText || text == source)
      if !isSource { targets[index].origin = .converted }
    }
  }

  /// What `pb paste` would make of what another program offers, in formats that it does not offer.
  private mutating func addConversions(_ offered: [String], from reader: PasteboardReader) {
    let present = Set(targets.compactMap { $0.property == nil ? nil : $0.format })
    guard !present.isEmpty else { return }
    let known = Dictionary(
      targets.compactMap { row in row.target.flatMap { target in row.property.map { (target, $0) } } },
      uniquingKeysWith: { first, _ in first })
    for format in [Format.markdown, .html, .rtf, .plainText] where !present.contains(format) {
      // What cannot be made is left out.
      guard let choice = try? reader.paste(PasteRequest(format.type), among: offered, known: known) else {
        continue
      }
      converted.append(ShownTarget(format, madeFrom: choice))
    }
  }
}

extension PasteboardListing {
  var json: JSON {
    .object([
      "schemaVersion": .number(1),
      "pasteboard": .string(name.description),
      "backend": .string(backend.name),
      "isSensitive": .bool(isSensitive),
      "targets": .array(targets.map(Self.json)),
      "converted": .array(converted.map(Self.json)),
      "hidden": .array(hidden.map(Self.json)),
    ])
  }

  private static func json(_ row: ShownTarget) -> JSON {
    .object([
      "target": .optional(row.target),
      "type": .optional(row.type?.identifier),
      "propertyType": .optional(row.target == nil ? nil : row.property?.declared),
      "size": row.size.map { .number($0) } ?? .null,
      "readAs": .string(row.readAs),
      "origin": .string(row.origin.word),
      "preview": .string(VisibleText.preview(row.beginning, length: 40)),
      "problem": .optional(row.problem?.rawValue),
    ])
  }

  /// The list in columns; previews take `previewWidth` columns at most.
  func table(previewWidth: Int) -> TextTable {
    var table = TextTable([
      ("TARGET", .left), ("TYPE", .left), ("SIZE", .right), ("ORIGIN", .left), ("PREVIEW", .left),
    ])
    for row in all {
      table.append([
        StyledLine(row.name, row.target == nil ? .faint : .plain).truncated(to: 48),
        StyledLine(row.type?.identifier ?? "–", Style(color: .cyan)),
        StyledLine(row.size.map(Self.grouped) ?? "–"), StyledLine(row.origin.word, row.origin.style),
        row.problem.map { StyledLine("(\($0.rawValue))", Style(color: .red)) }
          ?? StyledLine(VisibleText.preview(row.beginning, length: previewWidth), .faint),
      ])
    }
    return table
  }

  /// A number with commas between its thousands.
  static func grouped(_ number: Int) -> String {
    var digits = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { digits.append(",") }
      digits.append(digit)
    }
    return String(digits.reversed())
  }
}

extension ShownTarget.Origin {
  var style: Style {
    switch self {
    case .offered: Style(color: .green)
    case .converted: Style(color: .yellow)
    case .hidden: Style(color: .red)
    case .marker: .faint
    }
  }
}
