import Conversions
package import Exchange
import RichText
import Synchronization
import System
import UniformTypeIdentifiers

/// Decides what the service keeps of a copy, and which copies it takes over.
///
/// A copy is taken over if it is Markdown, by a type that says so or by a rule for its owner, and if it lacks
/// HTML or RTF; also plain text that surely is Markdown, where that is wanted. All that the owner offers goes on being offered, byte for byte; a copy of which something
/// could not be read stays with its owner.
final class ServiceManagerPolicy: ClipboardManagerPolicy {
  private let table: NameTable
  private let rules: ReloadableRules
  private let helper: ConversionHelper?
  private let history: CopyHistory?
  private let enrichment: TextEnrichment
  /// The last source that was taken over, and until when the same one is not taken again.
  private let last = Mutex<(source: [UInt8], until: ContinuousClock.Instant)?>(nil)

  init(
    rules: ReloadableRules, helper: ConversionHelper? = nil, history: CopyHistory? = nil,
    enriches: Bool = false, table: NameTable = .shared
  ) {
    self.history = history
    enrichment = TextEnrichment(forAll: enriches, table: table)
    barrier = history?.manager
    self.rules = rules
    self.helper = helper
    self.table = table
  }

  /// All content, 64 MiB in all, read within five seconds; rich text comes first, what no declared type has last.
  var snapshot: SnapshotPolicy {
    var policy = SnapshotPolicy(byteLimit: 64 << 20, timeLimit: .seconds(5)) { [table] target in
      target == Offering.sourceMarker || target == FileListForm.cutMark || table.role(of: target) == .content
    }
    policy.comesFirst = { [table] in table.type(of: $0).map(Self.isRich) ?? false }
    policy.comesLast = { [table] in table.type(of: $0) == nil }
    return policy
  }

  /// Accepts of pictures only common formats, where there is one: programs offer a picture in a dozen
  /// formats that
  /// they first have to make. What this project writes itself, as a bitmap, it makes when it is asked for.
  func snapshot(of names: [String]) -> SnapshotPolicy {
    var policy = snapshot
    putFirst(rules.current.owner(offering: names)?.held ?? [], in: &policy)
    let pictures = names.compactMap(table.type).filter { $0.conforms(to: .image) }
    guard pictures.contains(where: { Self.commonPictures.contains($0) }) else { return policy }
    let accepts = policy.accepts
    policy.accepts = { [table] target in
      guard accepts(target) else { return false }
      guard let type = table.type(of: target), type.conforms(to: .image) else { return true }
      return Self.commonPictures.contains(type)
    }
    policy.remakes = { [table] in table.type(of: $0).map(Offering.canRemakePicture) ?? false }
    return policy
  }

  /// Puts documents first whose names only a rule for their program explains. LibreOffice may end before the last format
  /// is read, and its ODT keeps most.
  private func putFirst(_ held: [ApplicationRule.Known], in policy: inout SnapshotPolicy) {
    let documents = Set(held.filter { $0.type.map(Self.isRich) ?? false }.map(\.target))
    guard !documents.isEmpty else { return }
    let (comesFirst, comesLast) = (policy.comesFirst, policy.comesLast)
    policy.comesFirst = { documents.contains($0) || comesFirst($0) }
    policy.comesLast = { !documents.contains($0) && comesLast($0) }
  }

  private static let commonPictures: [UTType] = [.png, .jpeg, .svg, .gif, .webP]

  let barrier: ManagerBarrier?

  func mayRead(_ names: [String], of owner: Peer?) -> Bool {
    !rules.current.copiesSecrets(offering: names, peer: owner)
  }

  func willRead() { history?.changes.begin() }

  func note(_ copy: Snapshot) { history?.note(copy) }

  func didRead() { history?.changes.end() }

  /// PCManFM lets go of what was cut with the first answer that says so, that the files are not moved twice.
  func endsWhenRead(_ copy: Snapshot) -> Bool { copy.files?.verb == .cut }

  /// A document, of which other managers keep the text alone.
  private static func isRich(_ type: UTType) -> Bool {
    Format(type).map { $0 != .plainText && !$0.type.conforms(to: .commaSeparatedText) } ?? false
  }

  /// Mutter and Clipman own the text of a copy when its owner has ended, Klipper some of its forms.
  func isRemainder(_ copy: Snapshot, of earlier: Snapshot) -> Bool {
    let (types, all) = (table.types(among: copy.names), table.types(among: earlier.names))
    guard all.contains(where: { Self.isRich($0) && !types.contains($0) }),
      types.allSatisfy({ type in all.contains { $0.conforms(to: type) || type.conforms(to: $0) } }),
      let text = text(of: copy)
    else { return false }
    return text == self.text(of: earlier)
  }

  private func text(of copy: Snapshot) -> [UInt8]? {
    guard let name = table.readable(among: copy.names).first(where: { $0.format == .plainText })?.name else {
      return nil
    }
    return copy.representations[name].map { TextEncoding.utf8($0, name: name, table: table) }
  }

  func mayTakeOver(_ targets: [String], of owner: Peer?) -> Bool {
    // Formats that 'pb copy' leaves out were not wanted.
    guard owner?.isOurs != true else { return false }
    guard source(among: targets, of: owner) != nil else {
      return enrichment.mayEnrich(targets, of: owner, under: rules.current)
    }
    let formats = table.readable(among: targets).compactMap(\.format)
    return !formats.contains(.html) || !formats.contains(.rtf)
  }

  func content(takingOver copy: Snapshot, of owner: Peer?) -> Content? {
    guard let target = source(among: copy.names, of: owner), let property = copy.representations[target]
    else { return enriched(copy, of: owner) }
    let markdown = TextEncoding.utf8(property, name: target, table: table)
    guard !markdown.isEmpty, isNew(markdown) else { return nil }
    var item = PasteboardItem()
    item.setData(markdown, forType: .markdown)
    var offering = Offering(names: table)
    offering.add(copy)
    // The content is of other programs, and this process must not end: convert in a helper.
    offering.add(item, OfferingOptions(helper: helper))
    return offering.content(rules: { [rules] in rules.current })
  }

  /// Plain text that is Markdown, with the formats made of it.
  private func enriched(_ copy: Snapshot, of owner: Peer?) -> Content? {
    let rules = rules
    guard enrichment.mayEnrich(copy.names, of: owner, under: rules.current),
      let text = enrichment.text(of: copy)
    else { return nil }
    var offering = text.offering(OfferingOptions(helper: helper), names: table)
    offering.addMark(MarkdownText.enrichedMarker)
    return offering.content(rules: { rules.current })
  }

  func content(restoring copy: Snapshot) -> Content {
    if copy.isTakenOver, let content = content(takingOver: copy, of: nil) { return content }
    var offering = Offering(names: table)
    offering.add(copy)
    offering.completeFiles(of: copy)
    offering.completePictures(of: copy)
    return offering.content(rules: { [rules] in rules.current })
  }

  /// The target whose content is Markdown as a person wrote it; nil if there is none.
  private func source(among targets: [String], of owner: Peer?) -> String? {
    let rule = rules.current.owner(offering: targets, peer: owner)
    if rule?.markdownIsGenerated == true { return nil }
    let format = rule?.plainTextIsMarkdown == true ? Format.plainText : .markdown
    return table.readable(among: targets).first { $0.format == format }?.name
  }

  /// Whether a source was not taken over a moment ago: another program puts it back, and must not be fought.
  private func isNew(_ source: [UInt8]) -> Bool {
    last.withLock { last in
      let now = ContinuousClock.now
      if let (known, until) = last, known == source, now < until { return false }
      last = (source, now + .seconds(2))
      return true
    }
  }
}

extension Snapshot {
  /// The content to restore after a copy for a while: what a pasteboard holds, or what is to come
  /// back after that, if it is there for a while itself; nil if that is nothing, or is not to be kept.
  package init?(toRestoreFrom reader: PasteboardReader) {
    if let targets = try? reader.targets(), targets.contains(Offering.previousMarker) {
      guard let value = try? reader.property(Offering.previousMarker, unchanged: true),
        let previous = ServiceContentFile.decode(value.bytes)
      else { return nil }
      self = previous
    } else {
      self.init(reading: reader)
    }
  }

  /// All that is worth keeping of what a pasteboard holds, within the bounds of the service; nil if that is nothing,
  /// or is not to be kept.
  package init?(reading reader: PasteboardReader) {
    guard let targets = try? reader.targets(), reader.mark(targets) == nil else { return nil }
    self.init()
    let policy = ServiceManagerPolicy(rules: ReloadableRules()).snapshot
    let deadline = MonotonicTime.now + policy.timeLimit
    for target in targets where policy.accepts(target) && representations[target] == nil {
      guard MonotonicTime.now < deadline, let value = try? reader.property(target, unchanged: true) else {
        continue
      }
      keep(value, as: target)
      if byteCount > policy.byteLimit { representations[target] = nil } else { names.append(target) }
    }
    if names.isEmpty { return nil }
  }
}
