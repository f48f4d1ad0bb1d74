import Conversions
import Pasteboard
import UniformTypeIdentifiers

/// The targets that a listing requests.
///
/// What an owner of this project makes of a large copy is not asked for: it would be made, and held, for a line.
struct ReadingPlan {
  /// The size of a copy up to which a listing requests converted formats, in bytes.
  private static let largestSource = 256 << 10

  /// The targets to be read; nil for all.
  private let leading: Set<String>?
  private let copied: [UTType]
  private var isLarge = false

  /// - Parameter copied: the types that an owner of this project says it copied; empty for other owners.
  init(
    of targets: [String], _ extent: PasteboardListing.Extent, copied: [UTType], table: NameTable = .shared
  ) {
    self.copied = copied
    guard extent == .forms else {
      leading = nil
      return
    }
    var leading: [ShownForm.Kind: String] = [:]
    for target in targets where table.role(of: target) == .content {
      let kind = ShownForm.Kind(target)
      // Of names for text some say more of the encoding; of others the owner's first is as good as any.
      guard let known = leading[kind] else {
        leading[kind] = target
        continue
      }
      // Under its identifier HTML is as it was copied, and as 'pb paste' writes it.
      if target == UTType.html.identifier, !copied.isEmpty {
        leading[kind] = target
        continue
      }
      if known == UTType.html.identifier { continue }
      if kind.isRanked, table.rank(of: target) < table.rank(of: known) { leading[kind] = target }
    }
    self.leading = Set(leading.values)
  }

  func asks(for target: String, table: NameTable = .shared) -> Bool {
    if let leading, !leading.contains(target) { return false }
    guard isLarge, table.role(of: target) == .content else { return true }
    return table.type(of: target).map { copied.contains($0) } ?? false
  }

  /// Takes what came of a target.
  mutating func note(_ row: ShownTarget) {
    guard !copied.isEmpty, row.property != nil else { return }
    let size = row.size ?? .max
    if size > Self.largestSource { isLarge = true }
  }
}
