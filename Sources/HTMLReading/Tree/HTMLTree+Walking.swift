/// Ways through the tree.
extension HTMLTree {
  /// The node after `id` in document order within `top`: its first child, else what follows it.
  func following(_ id: NodeID, within top: NodeID) -> NodeID {
    guard steps.take() else { return Self.none }
    let child = nodes[Int(id)].firstChild
    return child != Self.none ? child : followingSkippingContent(of: id, within: top)
  }

  /// The node after `id` and all its content in document order within `top`.
  func followingSkippingContent(of id: NodeID, within top: NodeID) -> NodeID {
    var current = id
    while current != top && current != Self.none && steps.take() {
      if nodes[Int(current)].next != Self.none { return nodes[Int(current)].next }
      current = nodes[Int(current)].parent
    }
    return Self.none
  }

  /// The nearest ancestor of `id` for which `condition` holds.
  ///
  /// The parser bounds how many there are (`OpenElements.depthLimit`): eight of them count as a step.
  func ancestor(of id: NodeID, where condition: (NodeID) -> Bool) -> NodeID? {
    var current = nodes[Int(id)].parent
    var depth = 0
    defer { steps.take(depth >> 3) }
    while current != Self.none {
      depth += 1
      if condition(current) { return current }
      current = nodes[Int(current)].parent
    }
    return nil
  }

  /// True if `id` hangs on the root.
  func isAttached(_ id: NodeID) -> Bool {
    id == Self.root || nodes[Int(id)].parent != Self.none
  }

  /// Takes out elements that stand deeper than `limit`; what they hold stays in their place.
  mutating func flatten(below limit: Int) {
    var current = nodes[Int(Self.root)].firstChild
    var depth = 1
    while current != Self.none {
      let node = nodes[Int(current)]
      if node.name != .text, depth >= limit, !node.name.isVoid {
        let next = node.firstChild != Self.none ? node.firstChild : node.next
        let parent = node.parent
        unwrap(current)
        if next != Self.none {
          current = next
          continue
        }
        current = parent
        depth -= 1
      } else if node.firstChild != Self.none {
        current = node.firstChild
        depth += 1
        continue
      }
      while current != Self.root, nodes[Int(current)].next == Self.none {
        current = nodes[Int(current)].parent
        depth -= 1
      }
      if current == Self.root { return }
      current = nodes[Int(current)].next
    }
  }

  func isBlank(_ id: NodeID) -> Bool {
    guard nodes[Int(id)].name == .text else { return false }
    let text = text(of: id)
    let end = text.firstIndex { !$0.isHTMLSpace }
    steps.take(bytes: (end ?? text.endIndex) - text.startIndex)
    return end == nil
  }

  /// The text within a node, markup left out, up to `limit` bytes, of so many nodes that are looked at.
  func innerText(of id: NodeID, limit: Int = .max, among count: Int = .max) -> [UInt8] {
    if nodes[Int(id)].name == .text { return Array(text(of: id).prefix(limit)) }
    var result: [UInt8] = []
    var current = following(id, within: id)
    var left = count
    while current != Self.none, result.count < limit, left > 0 {
      left -= 1
      if nodes[Int(current)].name == .text { result += text(of: current).prefix(limit - result.count) }
      current = following(current, within: id)
    }
    steps.take(bytes: result.count)
    return result
  }

  /// The first node within `id` for which `condition` holds, of so many that are looked at.
  func firstDescendant(
    of id: NodeID, among count: Int = .max, where condition: (NodeID) -> Bool
  ) -> NodeID? {
    var current = following(id, within: id)
    var left = count
    while current != Self.none, left > 0 {
      if condition(current) { return current }
      current = following(current, within: id)
      left -= 1
    }
    return nil
  }

  /// The first of the nodes that an element begins with for which `condition` holds.
  func near(_ id: NodeID, where condition: (NodeID) -> Bool) -> NodeID? {
    firstDescendant(of: id, among: 16, where: condition)
  }

  /// True if there is a node within `id` for which `condition` holds.
  func contains(in id: NodeID, where condition: (NodeID) -> Bool) -> Bool {
    firstDescendant(of: id, where: condition) != nil
  }

  /// The sibling before a node, blank text passed over.
  func previousVisible(_ id: NodeID) -> NodeID {
    var previous = nodes[Int(id)].previous
    while previous != Self.none, isBlank(previous), steps.take() { previous = nodes[Int(previous)].previous }
    return previous
  }

  /// The sibling after a node, blank text passed over.
  func nextVisible(_ id: NodeID) -> NodeID {
    var next = nodes[Int(id)].next
    while next != Self.none, isBlank(next), steps.take() { next = nodes[Int(next)].next }
    return next
  }
}

extension Int {
  /// The number that these bytes begin with, white space aside, as HTML reads numbers; nil if there is none.
  init?(leadingNumberIn bytes: some Sequence<UInt8>) {
    var value = 0
    var digits = 0
    var isNegative = false
    for byte in bytes {
      if digits == 0, byte.isHTMLSpace { continue }
      if digits == 0, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
        isNegative = byte == UInt8(ascii: "-")
        continue
      }
      guard byte.isASCIIDigit else { break }
      digits += 1
      value = Swift.min(value * 10 + Int(byte - 0x30), 1_000_000_000_000)
    }
    guard digits > 0 else { return nil }
    self = isNegative ? -value : value
  }
}
