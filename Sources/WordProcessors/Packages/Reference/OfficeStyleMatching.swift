/// Which styles of a document of one's own stand for those that written documents use.
struct OfficeStyleMatching {
  /// Where a style that written documents use comes from.
  enum Origin {
    /// The document of one's own has it.
    case reference
    /// It has none like it.
    case own
    /// It has one for the same under another name, whose identifier this is.
    case child(of: String)
  }

  /// What others call the same.
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

  /// What the identifiers of the document's styles become, as far as they change.
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

  /// What an identifier of the document's styles becomes; nil if it stays.
  func identifier(of id: String, in scope: String) -> String? {
    identifiers[Identifier(scope: scope, id: id)]
  }

  /// Where a style that written documents use comes from.
  func origin(of style: OfficeStyle) -> Origin {
    if matched.contains(style.key) { return .reference }
    return parents[style.key].map { .child(of: $0) } ?? .own
  }
}
