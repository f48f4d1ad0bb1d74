import TypeDeclarations

/// One `mime.cache` file of the desktop's MIME database, read where it lies.
///
/// Source of the layout: Shared MIME-info Database specification 0.21, "The mime.cache files". Numbers are
/// big-endian; every offset is checked, since any program of the user may write the file.
struct MIMECache: Sendable {
  let bytes: ImmortalBytes

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
    guard let bytes = ImmortalBytes(mapping: path, trust: .anyFile, limit: 1 << 26) else { return nil }
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
