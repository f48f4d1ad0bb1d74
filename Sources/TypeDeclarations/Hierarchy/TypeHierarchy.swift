/// All declarations together: one entry a type, its place among the others, and who claims which tag.
package struct TypeHierarchy: Sendable {
  /// One identifier that is declared, or that a declaration names as a supertype.
  package struct Entry: Sendable {
    package let identifier: String
    /// What was declared, the one that counts first; empty if the identifier is only named.
    package fileprivate(set) var declarations: [TypeDeclaration] = []
    /// Positions of the direct supertypes, in declared order.
    package fileprivate(set) var supertypes: [Int] = []
    /// Positions of all supertypes, sorted; never the type itself.
    package fileprivate(set) var closure: [Int] = []
    /// Whether following supertypes leads back here.
    fileprivate(set) var isInCycle = false
    /// Whether there are more supertypes than `TypeLimits.supertypes`.
    fileprivate(set) var isTruncated = false

    /// The tags of all declarations, those of the one that counts first.
    package func tags(of tagClass: TagClass) -> [String] {
      var tags: [String] = []
      for declaration in declarations {
        for tag in declaration.tags[tagClass] ?? [] where !tags.contains(tag) { tags.append(tag) }
      }
      return tags
    }

    /// The MIME types of desktops, of all declarations, as `tags(of:)`.
    package var desktopMIMETypes: [String] {
      var names: [String] = []
      for name in declarations.flatMap(\.desktopMIMETypes) where !names.contains(name) { names.append(name) }
      return names
    }
  }

  /// A tag in the form in which it is compared.
  package struct Tag: Hashable, Sendable {
    package let tagClass: TagClass
    package let key: String
  }

  /// Sorted by identifier.
  package private(set) var entries: [Entry]
  /// The types that claim each tag, the one that look-ups prefer first.
  package private(set) var claims: [Tag: [Int]] = [:]
  private let positions: [String: Int]

  /// Puts declarations together.
  ///
  /// Of several declarations of one identifier, the one with the most authority says what the type
  /// conforms to; tags are united. Source: Launch Services' preference of exported types.
  package init(_ declarations: [TypeDeclaration]) {
    var named: Set<String> = []
    for declaration in declarations {
      named.insert(declaration.identifier)
      named.formUnion(declaration.supertypes)
    }
    let identifiers = named.sorted()
    var positions: [String: Int] = [:]
    positions.reserveCapacity(identifiers.count)
    for (position, identifier) in identifiers.enumerated() { positions[identifier] = position }
    self.positions = positions
    entries = identifiers.map { Entry(identifier: $0) }

    // Stable: of equal authority, what was declared first counts.
    let ordered = declarations.enumerated().sorted {
      ($0.element.authority, $0.offset) < ($1.element.authority, $1.offset)
    }
    for (_, declaration) in ordered {
      guard let position = positions[declaration.identifier] else { continue }
      entries[position].declarations.append(declaration)
      for tagClass in TagClass.allCases {
        claim(declaration.tags[tagClass] ?? [], class: tagClass, for: position)
      }
    }
    // What no type has as a tag.
    for (_, declaration) in ordered {
      guard let position = positions[declaration.identifier] else { continue }
      let tags = declaration.tags[.mimeType] ?? []
      claim(declaration.desktopMIMETypes.filter { !tags.contains($0) }, class: .mimeType, for: position)
    }
    for position in entries.indices {
      entries[position].supertypes =
        entries[position].declarations.first?.supertypes.compactMap { positions[$0] } ?? []
    }
    var lastSeenFrom = [Int](repeating: -1, count: entries.count)
    for position in entries.indices { close(position, lastSeenFrom: &lastSeenFrom) }
  }

  package func position(of identifier: String) -> Int? { positions[identifier] }

  private mutating func claim(_ tags: [String], class tagClass: TagClass, for position: Int) {
    for tag in tags {
      guard let key = tagClass.key(of: tag) else { continue }
      let claim = Tag(tagClass: tagClass, key: key)
      if claims[claim, default: []].last != position { claims[claim, default: []].append(position) }
    }
  }

  /// Collects everything above a type, each once, whatever cycles and diamonds there are.
  ///
  /// - Parameter lastSeenFrom: for each type, the last one from which it was reached: a set that need not
  ///   be emptied for the next type.
  private mutating func close(_ position: Int, lastSeenFrom: inout [Int]) {
    var closure: [Int] = []
    var pending = entries[position].supertypes
    while let next = pending.popLast() {
      if next == position {
        entries[position].isInCycle = true
      } else if lastSeenFrom[next] != position {
        guard closure.count < TypeLimits.supertypes else {
          entries[position].isTruncated = true
          break
        }
        lastSeenFrom[next] = position
        closure.append(next)
        pending += entries[next].supertypes
      }
    }
    closure.sort()
    entries[position].closure = closure
  }
}
