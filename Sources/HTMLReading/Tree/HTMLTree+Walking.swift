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

  /// True if text other than white space stands in an element.
  func holdsText(_ id: NodeID) -> Bool {
    contains(in: id) { self[$0].name == .text && !isBlank($0) }
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

/// Classes that a rule looks for, in lower case.
///
/// Most words of most pages are none of them, which their first letter or their length shows at once.
struct ClassNames: ExpressibleByArrayLiteral, Sendable {
  let names: [String]
  private var firstLetters: UInt32 = 0
  private var lengths: UInt64 = 0

  init(arrayLiteral names: String...) { self.init(names) }

  init(_ names: [String]) {
    self.names = names
    for name in names {
      guard let first = name.utf8.first else { continue }
      firstLetters |= Self.bit(of: first)
      lengths |= 1 << UInt64(name.utf8.count & 63)
    }
  }

  func contains(_ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first, firstLetters & Self.bit(of: first) != 0,
      lengths & 1 << UInt64(word.count & 63) != 0
    else { return false }
    return names.contains { word.equalsIgnoringCase($0) }
  }

  /// Letters of both cases have the same.
  private static func bit(of byte: UInt8) -> UInt32 { 1 << UInt32(byte & 31) }
}

/// Counts the steps that a rule takes through a tree, so that no content makes it take many more than there are nodes.
///
/// A rule is applied to one element after another, and may walk up, down and sideways from each. Content that makes
/// each walk long (a heading of 30,000 buttons) would cost the square of its length. So all ways through the tree count:
/// once `isSpent`, the rule is applied to no further element; a walk that goes on far beyond that ends as if the tree
/// ended there.
final class StepBudget {
  /// Steps for each node. Pages that people wrote take less than a quarter of it (`StepBudgetTests`).
  static let perNode = 64
  /// Steps for small trees, and for what a rule does once.
  static let base = 100_000
  /// The factor by which the walks of one element may exceed the budget.
  private static let excess = 4

  private var left = Int.max
  private var end = Int.min
  private var start = Int.max

  /// Gives the next rule what a tree of so many nodes allows.
  func begin(nodeCount: Int) {
    start = nodeCount * Self.perNode + Self.base
    left = start
    end = -start * Self.excess
  }

  /// Lets everything that follows walk as it likes: what reads each node once.
  func lift() {
    start = .max
    left = .max
    end = .min
  }

  /// Counts a step, or some; false if there may be none any more.
  @discardableResult @inline(__always)
  func take(_ count: Int = 1) -> Bool {
    left &-= count
    return left > end
  }

  /// Counts the reading of text, of which 32 bytes are a step.
  @inline(__always)
  func take(bytes count: Int) {
    left &-= count >> 5
  }

  /// True where the rule should not be applied to further elements.
  var isSpent: Bool { left <= 0 }

  /// The number of steps that were taken since the beginning.
  var taken: Int { start - left }
}

/// The address of a page, which its relative addresses begin at (RFC 3986, 5.2).
struct BaseAddress: Hashable, Sendable {
  private let address: String

  /// Reads the address of a page on the web; nil for anything else.
  init?(_ bytes: [UInt8]) {
    guard let address = LinkPolicy.linkDestination(bytes), address.utf8.startsIgnoringCase(with: "http"),
      let colon = address.firstIndex(of: ":"), address[colon...].hasPrefix("://"),
      address.index(colon, offsetBy: 3) < address.endIndex
    else { return nil }
    self.address = address
  }

  /// The full address that a reference means; a place in the page stays one.
  func resolving(_ reference: String) -> String {
    guard let first = reference.first, first != "#" else { return reference }
    let head = reference.prefix { !"/?#".contains($0) }
    if head.contains(":") { return reference }
    let scheme = address[...(address.firstIndex(of: ":") ?? address.startIndex)]
    let host = address[scheme.endIndex...].dropFirst(2)
    let rest = host.drop { !"/?#".contains($0) }
    let origin = address[..<rest.startIndex]
    let path = rest.prefix { !"?#".contains($0) }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    if reference.hasPrefix("//") { return scheme + reference }
    if first == "?" { return origin + path + reference }
    let end = reference.firstIndex { "?#".contains($0) } ?? reference.endIndex
    let target = first == "/" ? reference[..<end] : folder + reference[..<end]
    return origin + Self.withoutDots(target) + reference[end...]
  }

  /// A path without the segments that mean its own folder or the one around.
  private static func withoutDots(_ path: Substring) -> String {
    var segments: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch part {
      case ".": if isLast { segments.append("") }
      case "..":
        if !segments.isEmpty { segments.removeLast() }
        if isLast { segments.append("") }
      default: segments.append(part)
      }
    }
    return "/" + segments.joined(separator: "/")
  }
}
