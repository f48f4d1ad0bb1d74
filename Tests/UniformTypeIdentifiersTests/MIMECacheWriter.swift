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
    var bytes: [UInt8] = []
    var strings: [String: UInt32] = [:]
    func number(_ value: UInt32) {
      bytes += [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
    }
    func set(_ value: UInt32, at offset: Int) {
      for index in 0..<4 { bytes[offset + index] = UInt8(value >> UInt32(24 - 8 * index) & 0xFF) }
    }
    number(1 << 16 | 2)
    for _ in 0..<9 { number(0) }
    var names = Set(aliases.flatMap { [$0.key, $0.value] })
    names.formUnion(parents.flatMap { [$0.key] + $0.value })
    names.formUnion(globs.map(\.type))
    names.formUnion(literals.flatMap { [$0.name, $0.type] })
    names.formUnion(patterns.flatMap { [$0.glob, $0.type] })
    names.formUnion(magic.map(\.type))
    for name in names.sorted() {
      strings[name] = UInt32(bytes.count)
      bytes += Array(name.utf8) + [0]
    }
    set(UInt32(bytes.count), at: 4)
    number(UInt32(aliases.count))
    for (alias, name) in aliases.sorted(by: { $0.key < $1.key }) {
      number(strings[alias] ?? 0)
      number(strings[name] ?? 0)
    }
    var lists: [String: UInt32] = [:]
    for (name, list) in parents.sorted(by: { $0.key < $1.key }) {
      lists[name] = UInt32(bytes.count)
      number(UInt32(list.count))
      list.forEach { number(strings[$0] ?? 0) }
    }
    set(UInt32(bytes.count), at: 8)
    number(UInt32(parents.count))
    for name in parents.keys.sorted() {
      number(strings[name] ?? 0)
      number(lists[name] ?? 0)
    }
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
    // Children follow their parents, as in files of the real tool.
    func write(_ node: Node) -> (count: UInt32, offset: UInt32) {
      let offset = bytes.count
      for leaf in node.leaves {
        number(0)
        number(strings[leaf.type] ?? 0)
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
    let tree = write(root)
    set(UInt32(bytes.count), at: 16)
    number(tree.count)
    number(tree.offset)
    for (list, header) in [
      (literals.map { ($0.0, $0.1, $0.2) }, 12), (patterns.map { ($0.0, $0.1, $0.2) }, 20),
    ] {
      set(UInt32(bytes.count), at: header)
      number(UInt32(list.count))
      for (name, type, weight) in list {
        number(strings[name] ?? 0)
        number(strings[type] ?? 0)
        number(weight)
      }
    }
    func write(_ rules: [Rule]) -> UInt32 {
      let children = rules.map { $0.rules.isEmpty ? 0 : write($0.rules) }
      let values = rules.map { rule in
        let offset = UInt32(bytes.count)
        bytes += rule.value + rule.mask
        return offset
      }
      let offset = UInt32(bytes.count)
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
    let rules = magic.map { write($0.rules) }
    let matches = UInt32(bytes.count)
    for (index, match) in magic.enumerated() {
      number(match.priority)
      number(strings[match.type] ?? 0)
      number(UInt32(match.rules.count))
      number(rules[index])
    }
    set(UInt32(bytes.count), at: 24)
    number(UInt32(magic.count))
    number(256)
    number(matches)
    return bytes
  }
}
