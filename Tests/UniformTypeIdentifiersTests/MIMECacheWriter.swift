/// Writes small `mime.cache` files, independently of the code that reads them.
struct MIMECacheWriter: Sendable {
  let aliases: [String: String]
  let parents: [String: [String]]
  let globs: [(suffix: String, type: String, weight: UInt32)]
  var literals: [(name: String, type: String, weight: UInt32)] = []
  var patterns: [(glob: String, type: String, weight: UInt32)] = []
  var magic: [Magic] = []

  struct Magic: Sendable {
    var type: String
    var priority: UInt32
    var rules: [Rule]
  }

  struct Rule: Sendable {
    var value: [UInt8]
    var places: Range<Int>
    var mask: [UInt8]
    var rules: [Rule]

    init(_ value: String, at places: Range<Int>, mask: [UInt8] = [], within rules: [Rule] = []) {
      (self.value, self.places, self.mask, self.rules) = (Array(value.utf8), places, mask, rules)
    }
  }

  private final class Node {
    var children: [UInt32: Node] = [:]
    var leaves: [(type: String, weight: UInt32)] = []
  }

  func bytes() -> [UInt8] {
    var file = File()
    file.number(1 << 16 | 2)
    for _ in 0..<9 { file.number(0) }
    file.writeStrings(of: self)
    file.beginList(namedAt: 4, aliases.count)
    for (alias, name) in aliases.sorted(by: { $0.key < $1.key }) {
      file.string(alias)
      file.string(name)
    }
    file.writeParents(parents)
    let tree = file.write(suffixTree)
    file.set(file.end, at: 16)
    file.number(tree.count)
    file.number(tree.offset)
    file.write(literals.map { ($0.name, $0.type, $0.weight) }, namedAt: 12)
    file.write(patterns.map { ($0.glob, $0.type, $0.weight) }, namedAt: 20)
    file.write(magic)
    return file.bytes
  }

  /// The suffixes of globs, read from their ends.
  private var suffixTree: Node {
    let root = Node()
    for glob in globs {
      var node = root
      for scalar in ("." + glob.suffix).unicodeScalars.reversed() {
        let child = node.children[scalar.value] ?? Node()
        node.children[scalar.value] = child
        node = child
      }
      node.leaves.append((glob.type, glob.weight))
    }
    return root
  }

  /// The file as far as it is written: numbers of 32 bits, the highest byte first, and offsets of strings.
  private struct File {
    var bytes: [UInt8] = []
    var strings: [String: UInt32] = [:]
    var end: UInt32 { UInt32(bytes.count) }

    mutating func number(_ value: UInt32) {
      bytes += [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
    }

    mutating func set(_ value: UInt32, at offset: Int) {
      for index in 0..<4 { bytes[offset + index] = UInt8(value >> UInt32(24 - 8 * index) & 0xFF) }
    }

    mutating func string(_ name: String) { number(strings[name] ?? 0) }

    mutating func beginList(namedAt header: Int, _ count: Int) {
      set(end, at: header)
      number(UInt32(count))
    }

    mutating func writeStrings(of cache: MIMECacheWriter) {
      var names = Set(cache.aliases.flatMap { [$0.key, $0.value] })
      names.formUnion(cache.parents.flatMap { [$0.key] + $0.value })
      names.formUnion(cache.globs.map(\.type))
      names.formUnion(cache.literals.flatMap { [$0.name, $0.type] })
      names.formUnion(cache.patterns.flatMap { [$0.glob, $0.type] })
      names.formUnion(cache.magic.map(\.type))
      for name in names.sorted() {
        strings[name] = end
        bytes += Array(name.utf8) + [0]
      }
    }

    mutating func writeParents(_ parents: [String: [String]]) {
      var lists: [(name: String, offset: UInt32)] = []
      for (name, list) in parents.sorted(by: { $0.key < $1.key }) {
        lists.append((name, end))
        number(UInt32(list.count))
        for parent in list { string(parent) }
      }
      beginList(namedAt: 8, lists.count)
      for list in lists {
        string(list.name)
        number(list.offset)
      }
    }

    /// Children follow their parents, as in files of the real tool.
    mutating func write(_ node: Node) -> (count: UInt32, offset: UInt32) {
      let offset = bytes.count
      for leaf in node.leaves {
        number(0)
        string(leaf.type)
        number(leaf.weight)
      }
      let children = node.children.sorted { $0.key < $1.key }
      for child in children {
        number(child.key)
        number(0)
        number(0)
      }
      for (index, child) in children.enumerated() {
        let written = write(child.value)
        let place = offset + (node.leaves.count + index) * 12
        set(written.count, at: place + 4)
        set(written.offset, at: place + 8)
      }
      return (UInt32(node.leaves.count + children.count), UInt32(offset))
    }

    mutating func write(_ list: [(name: String, type: String, weight: UInt32)], namedAt header: Int) {
      beginList(namedAt: header, list.count)
      for entry in list {
        string(entry.name)
        string(entry.type)
        number(entry.weight)
      }
    }

    mutating func write(_ magic: [Magic]) {
      let rules = magic.map { write($0.rules) }
      let matches = end
      for (index, match) in magic.enumerated() {
        number(match.priority)
        string(match.type)
        number(UInt32(match.rules.count))
        number(rules[index])
      }
      beginList(namedAt: 24, magic.count)
      number(256)
      number(matches)
    }

    mutating func write(_ rules: [Rule]) -> UInt32 {
      let children = rules.map { $0.rules.isEmpty ? 0 : write($0.rules) }
      let values = rules.map { rule in
        let offset = end
        bytes += rule.value + rule.mask
        return offset
      }
      let offset = end
      for (index, rule) in rules.enumerated() {
        number(UInt32(rule.places.lowerBound))
        number(UInt32(rule.places.count))
        number(1)
        number(UInt32(rule.value.count))
        number(values[index])
        number(rule.mask.isEmpty ? 0 : values[index] + UInt32(rule.value.count))
        number(UInt32(rule.rules.count))
        number(children[index])
      }
      return offset
    }
  }
}
