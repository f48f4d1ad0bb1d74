/// The styles of a document of one's own that stand for those that written documents use.
struct OfficeStyleMatching {
  /// The origin of a style that written documents use.
  enum Origin {
    /// The document of one's own has it.
    case reference
    /// It has none like it.
    case own
    /// It has one for the same under another name, whose identifier this is.
    case child(of: String)
  }

  /// Other programs' names of the same.
  private static let otherNames: [String: [String]] = {
    let sets = [
      ["quote", "quotations", "block text", "block quotation", "intense quote"],
      ["html preformatted", "preformatted text"], ["html code", "source text"],
      ["html keyboard", "user entry"], ["hyperlink", "internet link"], ["strong", "strong emphasis"],
      ["footnote text", "footnote"], ["footnote reference", "footnote anchor", "footnote characters"],
      ["table caption", "caption"], ["image caption", "caption"], ["table grid", "table"],
      ["standard", "normal"], ["text body", "body text", "normal"], ["list paragraph", "list contents"],
    ]
    var names: [String: [String]] = [:]
    for set in sets { for name in set { names[name, default: []] += set.filter { $0 != name } } }
    return names
  }()

  private struct Identifier: Hashable {
    var scope: String
    var id: String
  }

  /// The new identifiers of the document's styles, as far as they change.
  private var identifiers: [Identifier: String] = [:]
  private var matched: Set<String> = []
  private var parents: [String: String] = [:]

  init(of own: [OfficeStyle], in reference: [OfficeStyle]) {
    let byKey = Dictionary(reference.map { ($0.key, $0) }) { first, _ in first }
    let defaults = Dictionary(reference.filter(\.isDefault).map { ($0.kind, $0) }) { first, _ in first }
    var taken: Set<Identifier> = []
    var parentStyles: [String: OfficeStyle] = [:]
    for style in own {
      if let match = byKey[style.key] ?? (style.isDefault ? defaults[style.kind] : nil),
        taken.insert(Identifier(scope: match.scope, id: match.id)).inserted
      {
        matched.insert(style.key)
        if match.id != style.id { identifiers[Identifier(scope: match.scope, id: match.id)] = style.id }
      } else {
        let names = Self.otherNames[style.name.lowercased()] ?? []
        parentStyles[style.key] = names.lazy.compactMap { byKey["\(style.kind) \($0)"] }.first
      }
    }
    // Identifiers that mean something else in it make room.
    let reserved = Set(own.map { Identifier(scope: $0.scope, id: $0.id) })
    var used = reserved.union(reference.map { Identifier(scope: $0.scope, id: $0.id) })
    for style in reference {
      let identifier = Identifier(scope: style.scope, id: style.id)
      guard reserved.contains(identifier), !taken.contains(identifier), identifiers[identifier] == nil else {
        continue
      }
      var free = identifier
      var number = 2
      repeat {
        free.id = "\(style.id)\(number)"
        number += 1
      } while !used.insert(free).inserted
      identifiers[identifier] = free.id
    }
    parents = parentStyles.mapValues { identifier(of: $0.id, in: $0.scope) ?? $0.id }
  }

  /// The new identifier of one of the document's styles; nil if it stays.
  func identifier(of id: String, in scope: String) -> String? {
    identifiers[Identifier(scope: scope, id: id)]
  }

  /// The origin of a style that written documents use.
  func origin(of style: OfficeStyle) -> Origin {
    if matched.contains(style.key) { return .reference }
    return parents[style.key].map { .child(of: $0) } ?? .own
  }
}

/// A style of an office document, and where in its file it stands.
struct OfficeStyle: Sendable {
  /// The family of the style: paragraphs, characters, tables.
  var kind: String
  /// Within what its identifier is its own: Word's are in the document, OpenDocument's in their kind.
  var scope = ""
  /// The identifier by which other styles name it.
  var id: String
  /// The name that people know it by.
  var name: String
  /// What has no style of its kind has this one.
  var isDefault = false
  var range = 0..<0
  /// The positions where identifiers stand in it, its own one among them.
  var identifiers: [(id: String, range: Range<Int>)] = []
  /// The parts that another document has no use for.
  var removed: [Range<Int>] = []
  /// The style that it says no more than.
  var parent: String?
  /// The lists that it names: their numbers, where these stand, and the elements around them.
  var lists: [(id: String, value: Range<Int>, element: Range<Int>)] = []

  /// Names are compared without case, as Word does.
  var key: String { "\(kind) \(name.lowercased())" }

  /// The style as it stands in a file, with the identifiers that matching has given.
  ///
  /// - Parameter numbers: what lists are called where it goes; those that are not there are left out.
  func renamed(
    in bytes: [UInt8], _ matching: OfficeStyleMatching, numbers: [String: Int] = [:]
  ) -> [UInt8] {
    var edits = TextEdits()
    for range in removed { edits.replace(range, with: "") }
    for list in lists {
      if let number = numbers[list.id] {
        edits.replace(list.value, with: String(number))
      } else {
        edits.replace(list.element, with: "")
      }
    }
    for (id, range) in identifiers {
      if let new = matching.identifier(of: id, in: scope) { edits.replace(range, with: new) }
    }
    return edits.applied(to: bytes, in: range)
  }
}

/// Styles that are based on others, each made whole once.
enum StyleChains {
  /// The styles, each with what those say that it is based on.
  ///
  /// Chains of any length cost as much as they have styles; one that leads back into itself ends there.
  ///
  /// - Parameters:
  ///   - order: the names of the styles in an order that does not change.
  ///   - base: the name of the style that one is based on.
  ///   - settle: makes a style whole, with the whole one that it is based on if there is one.
  static func settled<Style>(
    _ styles: [String: Style], in order: [String], base: (Style) -> String?,
    settle: (Style, _ base: Style?) -> Style
  ) -> [String: Style] {
    var settled: [String: Style] = [:]
    settled.reserveCapacity(styles.count)
    var chain: [(name: String, style: Style)] = []
    for name in order where settled[name] == nil {
      var next: String? = name
      var visited: Set<String> = []
      while let name = next, settled[name] == nil, let style = styles[name], visited.insert(name).inserted {
        chain.append((name, style))
        next = base(style)
      }
      // Nil where a chain ends, or leads back into itself.
      var outer = next.flatMap { settled[$0] }
      while let (name, style) = chain.popLast() {
        let whole = settle(style, outer)
        settled[name] = whole
        outer = whole
      }
    }
    return settled
  }
}

/// The traits that a style, or text itself, states.
struct ExplicitTraits {
  /// The traits that are stated, and those of them that are on.
  private(set) var known: FlowTraits = []
  private(set) var on: FlowTraits = []

  mutating func set(_ trait: FlowTraits, _ isOn: Bool) {
    known.formUnion(trait)
    if isOn { on.formUnion(trait) } else { on.subtract(trait) }
  }

  /// These, with what `other` states of some traits in place of what these state of them.
  func replacing(_ traits: FlowTraits, with other: ExplicitTraits) -> ExplicitTraits {
    ExplicitTraits(
      known: known.subtracting(traits).union(other.known.intersection(traits)),
      on: on.subtracting(traits).union(other.on.intersection(traits)))
  }

  /// These where something is said, else those of `base`.
  func over(_ base: ExplicitTraits) -> ExplicitTraits {
    ExplicitTraits(known: base.known.union(known), on: base.on.subtracting(known).union(on))
  }

  /// What the name of a style means and these say is off: a part of strong text that is not bold.
  var deniedNames: FlowTraits {
    var denied: FlowTraits = []
    let off = known.subtracting(on)
    if off.contains(.bold) { denied.insert(.namedBold) }
    if off.contains(.italic) { denied.insert(.namedItalic) }
    return denied
  }
}
