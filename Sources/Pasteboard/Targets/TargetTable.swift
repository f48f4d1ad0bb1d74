package import UniformTypeIdentifiers

/// Which type each X11 target stands for, and which targets stand for a type.
///
/// The data is `TypeRegistry/targets.json`. A target that it does not list stands for the type whose
/// identifier or MIME type it is.
package struct TargetTable: Sendable {
  /// How the bytes of a text target are to be read.
  package enum Encoding: String, Sendable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    /// What ICCCM 2.6.2 says of `STRING`, although many owners put UTF-8 there.
    case latin1 = "iso-8859-1"
    case compoundText = "compound-text"
    /// The type of the property that arrives tells, or the bytes.
    case unknown
  }

  /// What a target name is.
  package enum Role: Sendable {
    /// It carries content.
    case content
    /// It belongs to ICCCM's protocol, or has a side effect.
    case `protocol`
    /// It tells something about the content.
    case marker
  }

  struct Entry {
    let target: String
    let type: UTType
    let encoding: Encoding?
  }

  /// What every copy of rich text offers, in this order.
  package let offered: [String]

  private let entries: [Entry]
  private let rankByTarget: [String: Int]
  private let roles: [String: Role]

  init(offered: [String], entries: [Entry], protocolTargets: [String], markers: [String]) {
    self.offered = offered
    self.entries = entries
    rankByTarget = Dictionary(entries.enumerated().map { ($1.target, $0) }) { first, _ in first }
    var roles: [String: Role] = [:]
    for target in protocolTargets { roles[target] = .protocol }
    for target in markers { roles[target] = .marker }
    self.roles = roles
  }

  package func role(of target: String) -> Role {
    roles[target] ?? .content
  }

  /// The type that content under this target has; nil if it carries none, or none that is known.
  package func type(of target: String) -> UTType? {
    if let rank = rankByTarget[target] { return entries[rank].type }
    guard role(of: target) == .content else { return nil }
    if target.utf8.contains(0x2F) { return UTType(declaredMIMEType: target) }
    guard let type = UTType(target), type.isDeclared else { return nil }
    return type
  }

  /// True if content under this target is text.
  package func isText(_ target: String) -> Bool {
    encoding(of: target) != nil || type(of: target).flatMap(RichTextFormat.init) != nil
  }

  /// How to read the bytes under a text target; nil if the target is not listed as text.
  package func encoding(of target: String) -> Encoding? {
    rankByTarget[target].flatMap { entries[$0].encoding }
  }

  /// Those of `targets` that carry a type which conforms to `type`, the best to read first.
  package func reading(_ type: UTType, from targets: [String]) -> [String] {
    targets.enumerated()
      .filter { self.type(of: $1)?.conforms(to: type) == true }
      .sorted { (rank(of: $0.element), $0.offset) < (rank(of: $1.element), $1.offset) }
      .map(\.element)
  }

  /// The targets under which content of a type outside rich text is offered: its MIME types, then its
  /// identifier.
  package func offering(_ type: UTType) -> [String] {
    let listed = entries.filter { $0.type == type }.map(\.target)
    let mimeTypes = type.tags[.mimeType] ?? []
    var seen: Set<String> = []
    return (mimeTypes + listed + [type.identifier]).filter { seen.insert($0).inserted }
  }

  /// The listed targets that stand for a type.
  package func targets(for type: UTType) -> [String] {
    var targets = entries.filter { $0.type == type }.map(\.target)
    for target in offered where !targets.contains(target) && self.type(of: target) == type {
      targets.append(target)
    }
    return targets
  }

  private func rank(of target: String) -> Int {
    rankByTarget[target] ?? entries.count
  }
}
