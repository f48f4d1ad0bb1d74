import System
import TypeDeclarations

/// One `mime.cache` file of the desktop's MIME database, read where it lies.
///
/// Source of the layout: Shared MIME-info Database specification 0.21, "The mime.cache files". Numbers are
/// big-endian; every offset is checked, since any program of the user may write the file.
struct MIMECache: Sendable {
  let bytes: PermanentBytes

  enum Header: Int {
    case aliases = 4
    case parents = 8
    case literals = 12
    case reverseSuffixTree = 16
    case globs = 20
    case magic = 24
  }

  /// Nil if there is no such file, or it is not of major version 1.
  init?(path: String) {
    guard let bytes = PermanentBytes(mapping: path, trust: .anyFile, limit: 1 << 26) else { return nil }
    self.bytes = bytes
    guard number(at: 0) >> 16 == 1 else { return nil }
  }

  /// The name that an alias stands for.
  func canonicalName(of alias: String) -> String? {
    let list = number(at: number(at: Header.aliases.rawValue))
    return find(alias, inListAt: number(at: Header.aliases.rawValue), count: list).flatMap { string(at: $0) }
  }

  /// All aliases of a name.
  func aliases(of name: String) -> [String] {
    entries(at: number(at: Header.aliases.rawValue), size: 8)
      .filter { hasString(name, at: number(at: $0 + 4)) }
      .compactMap { string(at: number(at: $0)) }
  }

  /// The types that a type is declared to be a subclass of.
  func parents(of name: String) -> [String] {
    let list = number(at: Header.parents.rawValue)
    guard let parents = find(name, inListAt: list, count: number(at: list)) else { return [] }
    return entries(at: parents, size: 4).compactMap { string(at: number(at: $0)) }
  }

  /// The types with a glob `*.extension` in just this spelling, with their weights.
  func types(withExtension filenameExtension: String) -> [(name: String, weight: Int)] {
    let tree = number(at: Header.reverseSuffixTree.rawValue)
    var count = number(at: tree)
    var nodes = number(at: tree + 4)
    for scalar in ("." + filenameExtension).unicodeScalars.reversed() {
      guard
        let node = self.nodes(at: nodes, count: count).first(where: { number(at: $0) == Int(scalar.value) })
      else { return [] }
      count = number(at: node + 4)
      nodes = number(at: node + 8)
    }
    return self.nodes(at: nodes, count: count)
      .prefix { number(at: $0) == 0 }
      .compactMap { leaf in
        string(at: number(at: leaf + 4)).map { ($0, number(at: leaf + 8) & 0xFF) }
      }
  }

  /// The extensions of a type's globs `*.extension`, those without a period inside.
  func extensions(of name: String) -> [String] {
    let tree = number(at: Header.reverseSuffixTree.rawValue)
    var extensions: [String] = []
    var pending = nodes(at: number(at: tree + 4), count: number(at: tree)).map { (node: $0, suffix: "") }
    // A damaged tree may lead in circles.
    var steps = bytes.count / 12
    while let (node, suffix) = pending.popLast(), steps > 0 {
      steps -= 1
      let scalar = number(at: node)
      if scalar == 0 {
        if suffix.first == ".", hasString(name, at: number(at: node + 4)) {
          extensions.append(String(suffix.dropFirst()))
        }
      } else if let character = Unicode.Scalar(scalar), suffix.first != ".", suffix.utf8.count < 32 {
        let longer = String(character) + suffix
        pending += nodes(at: number(at: node + 8), count: number(at: node + 4)).map { ($0, longer) }
      }
    }
    return extensions.sorted()
  }

  // MARK: Reading

  /// The offsets of the nodes of one level of the suffix tree.
  func nodes(at offset: Int, count: Int) -> [Int] {
    guard offset > 0 else { return [] }
    return (0..<min(count, bytes.count / 12)).map { offset + $0 * 12 }
  }

  /// The offsets of the entries of a list that begins with their number.
  func entries(at list: Int, size: Int) -> [Int] {
    guard list > 0 else { return [] }
    return (0..<min(number(at: list), bytes.count / size)).map { list + 4 + $0 * size }
  }

  /// The second number of the pair whose first is a name, in a sorted list of pairs.
  private func find(_ name: String, inListAt list: Int, count: Int) -> Int? {
    guard list > 0 else { return nil }
    var low = 0
    var high = min(count, bytes.count / 8)
    while low < high {
      let middle = (low + high) / 2
      let entry = list + 4 + middle * 8
      guard let candidate = string(at: number(at: entry)) else { return nil }
      if candidate == name { return number(at: entry + 4) }
      if candidate.utf8.lexicographicallyPrecedes(name.utf8) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  func number(at offset: Int) -> Int { Int(bytes.word(at: offset).byteSwapped) }

  func string(at offset: Int) -> String? {
    guard offset > 0, let length = bytes.lengthOfString(at: offset), length <= TypeLimits.stringBytes else {
      return nil
    }
    return bytes.string(at: offset, length: length)
  }

  func hasString(_ string: String, at offset: Int) -> Bool {
    bytes.hasBytes(string.utf8.span, at: offset) && bytes.lengthOfString(at: offset) == string.utf8.count
  }
}

/// Types by the names of files (Shared MIME-info Database specification 0.21, "The glob files").
extension MIMECache {
  /// A type whose glob a name fits.
  struct NameMatch: Hashable {
    let type: String
    /// The weight from 0 to 100; 50 by default.
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

  /// The comparison of a list of globs: upper and lower case are different for a few only.
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

/// Types by what files contain (Shared MIME-info Database specification 0.21, "The magic files").
extension MIMECache {
  /// A type whose magic some content has.
  struct ContentMatch: Hashable {
    let type: String
    /// The priority from 0 to 100; 80 and more outweighs a file's name.
    let priority: Int
    /// Whether the magic that was found has letters, digits and marks of sentences alone.
    var isOfWords = false
    /// The end of the last value found, in bytes.
    var end = 0
  }

  /// The number of bytes of a file its magic may look at.
  var magicExtent: Int { min(number(at: number(at: Header.magic.rawValue) + 4), Self.extentLimit) }

  /// A database may ask for more; nobody reads so much of every file.
  private static let extentLimit = 1 << 17

  /// The most rules tried on one file; a desktop has 1,200.
  private static let ruleLimit = 20_000
  /// Rules within rules, deeper than any has been seen.
  private static let depthLimit = 8

  /// The type with the highest priority whose magic the beginning of a file has, nil if none fits.
  ///
  /// - Parameter isBelieved: whether a match counts; the next one is looked for if it does not.
  func match(
    content: Span<UInt8>, where isBelieved: (ContentMatch) -> Bool = { _ in true }
  ) -> ContentMatch? {
    let magic = number(at: Header.magic.rawValue)
    guard magic > 0 else { return nil }
    let first = number(at: magic + 8)
    var rulesLeft = Self.ruleLimit
    for index in 0..<min(number(at: magic), bytes.count / 16) {
      let match = first + index * 16
      guard
        let found = fits(
          content, rulesAt: number(at: match + 12), count: number(at: match + 8), depth: 0, &rulesLeft),
        let type = string(at: number(at: match + 4))
      else { continue }
      let result = ContentMatch(
        type: type, priority: number(at: match), isOfWords: found.isOfWords, end: found.end)
      if isBelieved(result) { return result }
    }
    return nil
  }

  /// The first of the rules that fits, with one of the rules within it if there are any; nil if none does.
  private func fits(
    _ content: Span<UInt8>, rulesAt offset: Int, count: Int, depth: Int, _ rulesLeft: inout Int
  ) -> (isOfWords: Bool, end: Int)? {
    for index in 0..<min(count, bytes.count / 32) {
      let rule = offset + index * 32
      rulesLeft -= 1
      guard rulesLeft > 0 else { return nil }
      let start = number(at: rule)
      let mask = number(at: rule + 20)
      guard
        bytes.hasValue(
          at: number(at: rule + 16), length: number(at: rule + 12), mask: mask == 0 ? nil : mask, in: content,
          beginningAt: start..<(start + max(1, number(at: rule + 4))))
      else { continue }
      let (children, length) = (number(at: rule + 24), number(at: rule + 12))
      let isOfWords = bytes.allSatisfy(at: number(at: rule + 16), length: length, TextEvidence.isOfWords)
      if children == 0 { return (isOfWords, start + length) }
      if depth < Self.depthLimit,
        let found = fits(
          content, rulesAt: number(at: rule + 28), count: children, depth: depth + 1, &rulesLeft)
      {
        return (isOfWords && found.isOfWords, found.end)
      }
    }
    return nil
  }
}
