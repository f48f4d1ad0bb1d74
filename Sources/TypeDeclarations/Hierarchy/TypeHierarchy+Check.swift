extension TypeHierarchy {
  /// What is wrong with the declarations taken together: cycles, undeclared supertypes, conflicts.
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
        "'\(entry.identifier)' has an extension, but conforms neither to 'public.data' nor to 'com.apple.package'; "
          + "look-ups by extension will not find it")
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
