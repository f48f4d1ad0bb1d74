import System
import TypeDeclarations

/// Types by the names of files (Shared MIME-info Database specification 0.21, "The glob files").
extension MIMECache {
  /// A type whose glob a name fits.
  struct NameMatch: Hashable {
    let type: String
    /// From 0 to 100, 50 if nothing else is said.
    let weight: Int
  }

  /// The types whose globs a file's name fits: whole names first, then the longest suffix, then other globs.
  func matches(name: String) -> [NameMatch] {
    let folded = TypeIdentifier.folded(name)
    for list in [literals(folded, asWritten: false), literals(name, asWritten: true)] where !list.isEmpty {
      return list
    }
    var matches = suffixMatches(folded, asWritten: false)
    if matches.count < 2 { matches += suffixMatches(name, asWritten: true) }
    if matches.isEmpty { matches = globMatches(folded, asWritten: false) }
    if matches.count < 2 { matches += globMatches(name, asWritten: true) }
    return matches
  }

  /// How the globs of a list are compared: upper and lower case are different for a few only.
  private func match(nameAt offset: Int, flags: Int, asWritten: Bool) -> NameMatch? {
    let isCaseSensitive = flags & 0x100 != 0
    guard asWritten || !isCaseSensitive, let type = string(at: number(at: offset)) else { return nil }
    return NameMatch(type: type, weight: flags & 0xFF)
  }

  private func literals(_ name: String, asWritten: Bool) -> [NameMatch] {
    entries(at: number(at: Header.literals.rawValue), size: 12).compactMap { entry in
      guard hasString(name, at: number(at: entry)) else { return nil }
      return match(nameAt: entry + 4, flags: number(at: entry + 8), asWritten: asWritten)
    }
  }

  private func suffixMatches(_ name: String, asWritten: Bool) -> [NameMatch] {
    let tree = number(at: Header.reverseSuffixTree.rawValue)
    var level = nodes(at: number(at: tree + 4), count: number(at: tree))
    var longest: [NameMatch] = []
    for scalar in name.unicodeScalars.reversed() {
      guard let node = node(of: scalar, in: level) else { break }
      level = nodes(at: number(at: node + 8), count: number(at: node + 4))
      let leaves = level.prefix { number(at: $0) == 0 }.compactMap { leaf in
        match(nameAt: leaf + 4, flags: number(at: leaf + 8), asWritten: asWritten)
      }
      if !leaves.isEmpty { longest = leaves }
    }
    return longest
  }

  /// The node for a character, among those of one level, which are sorted.
  private func node(of scalar: Unicode.Scalar, in level: [Int]) -> Int? {
    var (low, high) = (0, level.count)
    while low < high {
      let middle = (low + high) / 2
      let candidate = number(at: level[middle])
      if candidate == Int(scalar.value) { return level[middle] }
      if candidate < Int(scalar.value) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func globMatches(_ name: String, asWritten: Bool) -> [NameMatch] {
    entries(at: number(at: Header.globs.rawValue), size: 12).compactMap { entry in
      guard let glob = string(at: number(at: entry)), GlobPattern.matches(glob, name) else { return nil }
      return match(nameAt: entry + 4, flags: number(at: entry + 8), asWritten: asWritten)
    }
  }
}
