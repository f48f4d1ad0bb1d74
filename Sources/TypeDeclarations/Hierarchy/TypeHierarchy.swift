/// All declarations together: one entry a type, its place among the others, and who claims which tag.
package struct TypeHierarchy: Sendable {
  /// One identifier that is declared, or that a declaration names as a supertype.
  package struct Entry: Sendable {
    package let identifier: String
    /// The declarations, the one that counts first; empty if the identifier is only named.
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
    // Tags that no type has.
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

extension TypeHierarchy {
  /// Mistakes of the declarations taken together: cycles, undeclared supertypes, conflicts.
  ///
  /// - Parameter includingBuiltIn: whether to look at the built-in registry too; its shared extensions are
  ///   intended, so that conflicts are only reported where a file of the machine takes part.
  package func check(includingBuiltIn: Bool) -> [DeclarationDiagnostic] {
    var report = HierarchyReport()
    for entry in entries {
      guard let declaration = entry.declarations.first else { continue }
      if entry.declarations.contains(where: { !$0.authority.isBuiltIn }) {
        checkRivals(of: entry, in: &report)
      } else if !includingBuiltIn {
        continue
      } else if entry.declarations.count > 1 {
        report.add(.error, entry.declarations[1].location, "'\(entry.identifier)' is declared twice")
      }
      checkSupertypes(of: entry, declaredBy: declaration, in: &report)
      if !declaration.authority.isBuiltIn { checkTags(of: entry, declaredBy: declaration, in: &report) }
    }
    return report.diagnostics
  }

  private func checkRivals(of entry: Entry, in report: inout HierarchyReport) {
    guard let winner = entry.declarations.first else { return }
    for rival in entry.declarations.dropFirst() {
      let reason =
        winner.authority == rival.authority
        ? "it is read first"
        : winner.authority.isBuiltIn == rival.authority.isBuiltIn
          ? "exported counts before imported" : "files count before the built-in registry"
      report.add(
        .note, winner.location,
        "'\(entry.identifier)' is also declared at \(rival.location); "
          + "what it conforms to is taken from here, because \(reason)")
    }
  }

  private func checkSupertypes(
    of entry: Entry, declaredBy declaration: TypeDeclaration, in report: inout HierarchyReport
  ) {
    for supertype in entry.supertypes where entries[supertype].declarations.isEmpty {
      report.add(
        .warning, declaration.location,
        "'\(entry.identifier)' conforms to '\(entries[supertype].identifier)', which is not declared")
    }
    if entry.isInCycle {
      let path = cycle(through: entry).map { "'\($0)'" }.joined(separator: " → ")
      report.add(.error, declaration.location, "'\(entry.identifier)' conforms to itself: \(path)")
    }
    if entry.isTruncated {
      report.add(
        .error, declaration.location,
        "'\(entry.identifier)' has more than \(TypeLimits.supertypes) supertypes; the rest is left out")
    }
  }

  private func checkTags(
    of entry: Entry, declaredBy declaration: TypeDeclaration, in report: inout HierarchyReport
  ) {
    let isFile = entry.closure.contains {
      ["public.data", "com.apple.package"].contains(entries[$0].identifier)
    }
    if !isFile, declaration.tags[.filenameExtension] != nil {
      report.add(
        .warning, declaration.location,
        "'\(entry.identifier)' has an extension, but does not conform to 'public.data' or 'com.apple.package'; "
          + "look-ups by extension skip it")
    }
    for tagClass in TagClass.allCases {
      for tag in declaration.tags[tagClass] ?? [] {
        guard let key = tagClass.key(of: tag),
          let claimants = claims[Tag(tagClass: tagClass, key: key)], claimants.count > 1
        else { continue }
        let others = claimants.map { entries[$0].identifier }.filter { $0 != entry.identifier }
        let preferred = entries[claimants[0]].identifier
        report.add(
          .warning, declaration.location,
          "the \(tagClass.noun) '\(tag)' of '\(entry.identifier)' is also claimed by "
            + others.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
            + (others.count > 3 ? " and \(others.count - 3) more" : "")
            + "; look-ups prefer '\(preferred)'")
      }
    }
  }

  /// The shortest way from a type in a cycle back to itself.
  private func cycle(through entry: Entry) -> [String] {
    guard let start = position(of: entry.identifier) else { return [] }
    var cameFrom: [Int: Int] = [:]
    var pending = [start]
    var next = 0
    while next < pending.count {
      let position = pending[next]
      next += 1
      for supertype in entries[position].supertypes {
        if supertype == start {
          var path = [start]
          var step = position
          while step != start, path.count < 8 {
            path.append(step)
            step = cameFrom[step] ?? start
          }
          return ([start] + path.reversed()).map { entries[$0].identifier }
        }
        guard cameFrom[supertype] == nil, cameFrom.count < TypeLimits.supertypes else { continue }
        cameFrom[supertype] = position
        pending.append(supertype)
      }
    }
    return [entry.identifier]
  }
}

/// Diagnostics with a bound for each file.
private struct HierarchyReport {
  private(set) var diagnostics: [DeclarationDiagnostic] = []
  private var counts: [String: Int] = [:]

  mutating func add(
    _ severity: DeclarationDiagnostic.Severity, _ location: SourceLocation, _ message: String
  ) {
    counts[location.file, default: 0] += 1
    let count = counts[location.file, default: 0]
    if count <= TypeLimits.diagnostics {
      diagnostics.append(DeclarationDiagnostic(severity, location, message))
    } else if count == TypeLimits.diagnostics + 1 {
      let place = SourceLocation(file: location.file, line: 1)
      diagnostics.append(DeclarationDiagnostic(.note, place, "more diagnostics of this file are left out"))
    }
  }
}
