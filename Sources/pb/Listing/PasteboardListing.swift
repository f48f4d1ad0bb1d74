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
  /// Formats that `pb paste` makes from the targets.
  private(set) var converted: [ShownTarget] = []
  /// Targets that the owner offers to other programs, but not to the one for which the list is made.
  private(set) var hidden: [ShownTarget] = []
  /// True if the owner marks its content as a secret; nothing of it was read then.
  private(set) var isSensitive = false
  /// True if the owner marks its content as there for a while only.
  private(set) var isTransient = false
  /// True if pb serve made the other formats from copied plain text.
  private(set) var isEnriched = false
  /// The machine that the content was copied on; nil if that is this one, as far as it shows.
  private(set) var host: String?
  /// The types that the owner copied, if it is one of this project.
  private var copied: [UTType] = []

  /// Content of so many bytes is held in all; of more, the sizes.
  private static let heldByteLimit = 64 << 20
  /// An owner that left so many questions without an answer is not asked any more.
  private static let silenceLimit = 3

  init(_ name: PasteboardName, on backend: Backend) {
    self.name = name
    self.backend = backend
  }

  var all: [ShownTarget] { targets + converted + hidden }

  /// The extent of a listing.
  enum Extent: Sendable {
    /// One target of each format: the one that is read first.
    case forms
    /// Every target.
    case targets
  }

  /// Requests the content. Shows a refusal; ends the list if the owner has exited.
  ///
  /// - Parameters:
  ///   - limit: how many bytes of each are asked for, where its first ones will do.
  ///   - progress: called with what there is so far, after each answer; false ends the reading.
  mutating func read(
    from reader: PasteboardReader, _ extent: Extent = .targets, upTo limit: Int = .max,
    progress: (PasteboardListing) -> Bool = { _ in true }
  ) throws(PasteboardError) {
    let offered = try reader.targets()
    let contents = offered.filter { NameTable.shared.role(of: $0) != .protocol }
    let mark = reader.mark(offered)
    isEnriched = offered.contains(MarkdownText.enrichedMarker)
    if offered.contains(Offering.hostMark), let label = try? reader.property(Offering.hostMark) {
      host = String(decoding: label.bytes.prefix(255), as: UTF8.self)
    }
    (isSensitive, isTransient) = (mark == .secret, mark == .transient)
    guard !isSensitive else {
      targets = contents.map { ShownTarget($0, problem: .secret) }
      return
    }
    if reader.ownerFollowsRules() { copied = Self.copiedTypes(offered, reader) }
    var plan = ReadingPlan(of: contents, extent, copied: copied)
    var held = 0
    var silences = 0
    for target in contents {
      guard plan.asks(for: target) else {
        targets.append(ShownTarget(target))
        continue
      }
      var row =
        silences < Self.silenceLimit
        ? try Self.target(target, from: reader, upTo: limit) : ShownTarget(target, problem: .noAnswer)
      if row.problem == .noAnswer { silences += 1 }
      plan.note(row)
      held += row.property?.bytes.count ?? 0
      if held > Self.heldByteLimit { row.forgetContent() }
      targets.append(row)
      guard progress(self) else { return }
    }
    if !copied.isEmpty { markConversions() }
    addConversions(offered, from: reader)
  }

  /// The bytes of content in memory.
  var heldByteCount: Int { all.reduce(0) { $0 + ($1.property?.bytes.count ?? 0) } }

  /// Lets go of the content; names, sizes and beginnings stay.
  mutating func forgetContent() {
    for index in targets.indices { targets[index].forgetContent() }
    for index in converted.indices { converted[index].forgetContent() }
    for index in hidden.indices { hidden[index].forgetContent() }
  }

  /// The types that an owner of this project says it copied.
  private static func copiedTypes(_ offered: [String], _ reader: PasteboardReader) -> [UTType] {
    guard offered.contains(Offering.sourceMarker) else { return [] }
    return (try? reader.property(Offering.sourceMarker)).map(Paste.copiedTypes) ?? []
  }

  /// Adds what `everybody` is offered and this list lacks.
  mutating func addHidden(
    from everybody: [String], readBy reader: PasteboardReader, upTo limit: Int = .max
  ) throws(PasteboardError) {
    let shown = Set(targets.compactMap(\.target))
    for target in everybody where NameTable.shared.role(of: target) != .protocol && !shown.contains(target) {
      var row =
        isSensitive
        ? ShownTarget(target, problem: .secret) : try Self.target(target, from: reader, upTo: limit)
      row.origin = .hidden
      hidden.append(row)
    }
  }

  private static func target(
    _ target: String, from reader: PasteboardReader, upTo limit: Int
  ) throws(PasteboardError) -> ShownTarget {
    do {
      return ShownTarget(target, try reader.beginning(of: target, upTo: limit))
    } catch {
      switch error.code {
      case .notOffered: return ShownTarget(target, problem: .refused)
      case .timedOut: return ShownTarget(target, problem: .noAnswer)
      case .tooLarge: return ShownTarget(target, problem: .tooLarge)
      default: throw error
      }
    }
  }

  /// A pb owner names the copied type; it converts the other formats.
  private mutating func markConversions() {
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

  /// The formats that `pb paste` makes from another program's offer, and that the offer lacks.
  private mutating func addConversions(_ offered: [String], from reader: PasteboardReader) {
    let sources = targets.filter { $0.property != nil && $0.format != nil }
    guard !sources.isEmpty else { return }
    let present = Set(targets.compactMap { $0.problem == nil ? $0.format : nil })
    let known = Dictionary(
      targets.compactMap { row in row.target.flatMap { target in row.property.map { (target, $0) } } },
      uniquingKeysWith: { first, _ in first })
    // What gave no answer gives none to the other rows either.
    let silent = Set(targets.filter { $0.problem == .noAnswer }.compactMap(\.target))
    let answered = offered.filter { !silent.contains($0) }
    for format in [Format.markdown, .html, .rtf, .plainText] where !present.contains(format) {
      guard sources.allSatisfy(\.isWhole) else {
        converted.append(ShownTarget(format, madeFrom: nil))
        continue
      }
      // What cannot be made is left out.
      guard let choice = try? reader.paste(PasteRequest(format.type), among: answered, known: known) else {
        continue
      }
      converted.append(ShownTarget(format, madeFrom: choice))
    }
  }
}
