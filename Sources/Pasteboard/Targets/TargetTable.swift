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
  private let protocolTargets: [String]
  private let markers: [String]

  init(offered: [String], entries: [Entry], protocolTargets: [String], markers: [String]) {
    self.offered = offered
    self.entries = entries
    self.protocolTargets = protocolTargets
    self.markers = markers
  }

  package func role(of target: String) -> Role {
    if protocolTargets.contains(target) { return .protocol }
    return markers.contains(target) ? .marker : .content
  }

  /// The type that content under this target has; nil if it carries none, or none that is known.
  package func type(of target: String) -> UTType? {
    if let entry = entry(of: target) { return entry.type }
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
    entry(of: target)?.encoding
  }

  /// Content of a known type under a target; the format is nil where it is no text.
  typealias Representation = (target: String, type: UTType, format: RichTextFormat?)

  /// What `targets` carry, the best to read first.
  func readable(among targets: [String]) -> [Representation] {
    targets.enumerated()
      .compactMap { offset, target in type(of: target).map { (rank(of: target), offset, target, $0) } }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      .map { (target: $0.2, type: $0.3, format: RichTextFormat($0.3)) }
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

  /// The lists are short: a search is cheaper than a dictionary that every start of a program has to fill.
  private func entry(of target: String) -> Entry? {
    entries.first { $0.target == target }
  }

  private func rank(of target: String) -> Int {
    entries.firstIndex { $0.target == target } ?? entries.count
  }
}
