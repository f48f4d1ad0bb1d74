/// A parsed HTML document as a light tree that clean-up can change in place.
///
/// Nodes live side by side in one array in document order, and every text and attribute value in one buffer,
/// so that a rule is a scan over an array. A node that was taken out stays in the array, detached.
struct HTMLTree: Sendable {
  /// The index of a node; `none` stands for no node.
  typealias NodeID = Int32
  static let none: NodeID = -1
  static let root: NodeID = 0

  struct Node: Sendable {
    var name: HTMLElementName
    var parent = HTMLTree.none
    var firstChild = HTMLTree.none
    var lastChild = HTMLTree.none
    var previous = HTMLTree.none
    var next = HTMLTree.none
    /// Where in `bytes` the text of a text node stands.
    var textStart: Int32 = 0
    var textEnd: Int32 = 0
    /// Which of `attributes` are the element's.
    var attributesStart: Int32 = 0
    var attributesEnd: Int32 = 0
    /// True if its source had an end tag.
    var hasEndTag = false
    /// Which of `styles` its style attribute says; -1 if it says nothing.
    var style: Int32 = -1
  }

  struct Attribute: Sendable {
    var name: HTMLAttributeName
    var start: Int32
    var end: Int32
  }

  private(set) var nodes: [Node] = [Node(name: .root)]
  private(set) var attributes: [Attribute] = []
  private(set) var bytes: [UInt8] = []
  private(set) var styles: [InlineStyle] = []
  /// What `styles` were parsed from, and where each is by its hash.
  private var styleSources: [[UInt8]] = []
  private var styleIndices: [UInt64: Int32] = [:]
  /// What `style` elements said.
  var styleSheet = StyleSheet()
  /// How many bytes the HTML had.
  var sourceSize = 0
  /// Notes that their program left as text, by what refers to them.
  var literalNotes: [String: NodeID] = [:]
  /// The tags of elements that nobody knows, by the number of the mark in their place; nil for those that
  /// have end tags.
  var unknownTags: [[UInt8]?] = []
  /// The spelling of the start tags of links that no end tag ends.
  var strayTags: [NodeID: [UInt8]] = [:]
  /// What relative addresses begin at, if the page says so.
  var base: BaseAddress?
  /// Whether pictures within addresses or on this machine stay.
  var keepsPictures = false
  /// The program that wrote the HTML.
  var producer = HTMLProducer.other

  subscript(id: NodeID) -> Node {
    get { nodes[Int(id)] }
    set { nodes[Int(id)] = newValue }
  }

  /// Makes room for what a source can hold: with an element of two tags go three nodes at the most, itself and
  /// the texts behind its tags.
  mutating func reserve(for source: [UInt8], textSize: Int) {
    bytes.reserveCapacity(source.count + textSize)
    nodes.reserveCapacity(source.count { $0 == UInt8(ascii: "<") } / 2 * 3 + 8)
  }

  // MARK: - Making nodes

  mutating func addElement(_ name: HTMLElementName) -> NodeID {
    nodes.append(Node(name: name))
    return NodeID(nodes.count - 1)
  }

  /// Adds a text node whose bytes `fill` appends to the buffer.
  mutating func addText(_ fill: (inout [UInt8]) -> Void) -> NodeID {
    var node = Node(name: .text)
    node.textStart = Int32(bytes.count)
    fill(&bytes)
    node.textEnd = Int32(bytes.count)
    nodes.append(node)
    return NodeID(nodes.count - 1)
  }

  mutating func addText(_ text: String) -> NodeID {
    addText { $0.append(contentsOf: text.utf8) }
  }

  /// Adds an attribute to the node that was made last.
  mutating func addAttribute(_ name: HTMLAttributeName, to id: NodeID, _ fill: (inout [UInt8]) -> Void) {
    let start = Int32(bytes.count)
    fill(&bytes)
    if nodes[Int(id)].attributesStart == nodes[Int(id)].attributesEnd {
      nodes[Int(id)].attributesStart = Int32(attributes.count)
      nodes[Int(id)].attributesEnd = Int32(attributes.count)
    }
    guard nodes[Int(id)].attributesEnd == Int32(attributes.count) else { return }
    attributes.append(Attribute(name: name, start: start, end: Int32(bytes.count)))
    nodes[Int(id)].attributesEnd = Int32(attributes.count)
    if name == .style { setStyle(bytes[Int(start)...], of: id) }
  }

  /// Makes declarations the style of a node; equal ones are parsed once.
  mutating func setStyle(_ declarations: ArraySlice<UInt8>, of id: NodeID) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in declarations { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    if let known = styleIndices[hash], styleSources[Int(known)].elementsEqual(declarations) {
      nodes[Int(id)].style = known
      return
    }
    let index = Int32(styles.count)
    styles.append(InlineStyle(parsing: declarations))
    styleSources.append(Array(declarations))
    styleIndices[hash] = index
    nodes[Int(id)].style = index
  }

  /// Changes a style for all elements that have it.
  mutating func changeStyle(of id: NodeID, _ change: (inout InlineStyle) -> Void) {
    let index = nodes[Int(id)].style
    if index >= 0 { change(&styles[Int(index)]) }
  }

  /// Gives an attribute that the node has another value.
  mutating func replaceAttribute(_ name: HTMLAttributeName, of id: NodeID, with value: some Sequence<UInt8>) {
    let node = nodes[Int(id)]
    for index in Int(node.attributesStart)..<Int(node.attributesEnd) where attributes[index].name == name {
      let start = Int32(bytes.count)
      bytes.append(contentsOf: value)
      attributes[index].start = start
      attributes[index].end = Int32(bytes.count)
    }
  }

  /// Gives a text node other text.
  mutating func replaceText(of id: NodeID, with text: some Sequence<UInt8>) {
    nodes[Int(id)].textStart = Int32(bytes.count)
    bytes.append(contentsOf: text)
    nodes[Int(id)].textEnd = Int32(bytes.count)
  }

  // MARK: - Reading

  func attribute(_ name: HTMLAttributeName, of id: NodeID) -> ArraySlice<UInt8>? {
    let node = nodes[Int(id)]
    for index in Int(node.attributesStart)..<Int(node.attributesEnd) where attributes[index].name == name {
      return bytes[Int(attributes[index].start)..<Int(attributes[index].end)]
    }
    return nil
  }

  func string(_ name: HTMLAttributeName, of id: NodeID) -> String? {
    attribute(name, of: id).map { String(decoding: $0, as: UTF8.self) }
  }

  func number(_ name: HTMLAttributeName, of id: NodeID) -> Int? {
    guard let value = attribute(name, of: id) else { return nil }
    return Int(leadingNumberIn: value)
  }

  /// True if the element's class attribute names this class; `name` is in lower case.
  func hasClass(_ name: String, _ id: NodeID) -> Bool {
    contains(class: id) { $0.equalsIgnoringCase(name) }
  }

  /// True if the element's class attribute names one of these classes, which are in lower case.
  func hasClass(among names: [String], _ id: NodeID) -> Bool {
    contains(class: id) { word in names.contains { word.equalsIgnoringCase($0) } }
  }

  func contains(class id: NodeID, where condition: (ArraySlice<UInt8>) -> Bool) -> Bool {
    guard let classes = attribute(.class, of: id) else { return false }
    var start = classes.startIndex
    for index in classes.indices where classes[index].isHTMLSpace {
      if index > start, condition(classes[start..<index]) { return true }
      start = index + 1
    }
    return start < classes.endIndex && condition(classes[start...])
  }

  func style(of id: NodeID) -> InlineStyle? {
    let index = nodes[Int(id)].style
    return index < 0 ? nil : styles[Int(index)]
  }

  func text(of id: NodeID) -> ArraySlice<UInt8> {
    bytes[Int(nodes[Int(id)].textStart)..<Int(nodes[Int(id)].textEnd)]
  }

  func children(of id: NodeID) -> Siblings {
    Siblings(tree: self, upcoming: nodes[Int(id)].firstChild)
  }

  struct Siblings: Sequence, IteratorProtocol {
    let tree: HTMLTree
    var upcoming: NodeID

    mutating func next() -> NodeID? {
      guard upcoming != HTMLTree.none else { return nil }
      defer { upcoming = tree[upcoming].next }
      return upcoming
    }
  }

  /// The node after `id` in document order within `top`: its first child, else what follows it.
  func following(_ id: NodeID, within top: NodeID) -> NodeID {
    let child = nodes[Int(id)].firstChild
    return child != Self.none ? child : followingSkippingContent(of: id, within: top)
  }

  /// The node after `id` and all its content in document order within `top`.
  func followingSkippingContent(of id: NodeID, within top: NodeID) -> NodeID {
    var current = id
    while current != top && current != Self.none {
      if nodes[Int(current)].next != Self.none { return nodes[Int(current)].next }
      current = nodes[Int(current)].parent
    }
    return Self.none
  }

  /// The nearest ancestor of `id` for which `condition` holds.
  func ancestor(of id: NodeID, where condition: (NodeID) -> Bool) -> NodeID? {
    var current = nodes[Int(id)].parent
    while current != Self.none {
      if condition(current) { return current }
      current = nodes[Int(current)].parent
    }
    return nil
  }

  /// True if `id` hangs on the root.
  func isAttached(_ id: NodeID) -> Bool {
    id == Self.root || nodes[Int(id)].parent != Self.none
  }

  func isBlank(_ id: NodeID) -> Bool {
    nodes[Int(id)].name == .text && text(of: id).allSatisfy(\.isHTMLSpace)
  }

  /// The text within a node, markup left out, up to `limit` bytes.
  func innerText(of id: NodeID, limit: Int = .max) -> [UInt8] {
    if nodes[Int(id)].name == .text { return Array(text(of: id).prefix(limit)) }
    var result: [UInt8] = []
    var current = following(id, within: id)
    while current != Self.none, result.count < limit {
      if nodes[Int(current)].name == .text { result += text(of: current).prefix(limit - result.count) }
      current = following(current, within: id)
    }
    return result
  }

  /// The first node within `id` for which `condition` holds.
  func firstDescendant(of id: NodeID, where condition: (NodeID) -> Bool) -> NodeID? {
    var current = following(id, within: id)
    while current != Self.none {
      if condition(current) { return current }
      current = following(current, within: id)
    }
    return nil
  }

  /// True if there is a node within `id` for which `condition` holds.
  func contains(in id: NodeID, where condition: (NodeID) -> Bool) -> Bool {
    firstDescendant(of: id, where: condition) != nil
  }

  // MARK: - Changing

  mutating func append(_ child: NodeID, to parent: NodeID) {
    let last = nodes[Int(parent)].lastChild
    nodes[Int(child)].parent = parent
    nodes[Int(child)].previous = last
    nodes[Int(child)].next = Self.none
    if last == Self.none {
      nodes[Int(parent)].firstChild = child
    } else {
      nodes[Int(last)].next = child
    }
    nodes[Int(parent)].lastChild = child
  }

  mutating func insert(_ node: NodeID, before sibling: NodeID) {
    let parent = nodes[Int(sibling)].parent
    let previous = nodes[Int(sibling)].previous
    nodes[Int(node)].parent = parent
    nodes[Int(node)].previous = previous
    nodes[Int(node)].next = sibling
    nodes[Int(sibling)].previous = node
    if previous == Self.none {
      nodes[Int(parent)].firstChild = node
    } else {
      nodes[Int(previous)].next = node
    }
  }

  /// Takes a node and its content out of the tree.
  mutating func remove(_ id: NodeID) {
    let node = nodes[Int(id)]
    guard node.parent != Self.none else { return }
    if node.previous == Self.none {
      nodes[Int(node.parent)].firstChild = node.next
    } else {
      nodes[Int(node.previous)].next = node.next
    }
    if node.next == Self.none {
      nodes[Int(node.parent)].lastChild = node.previous
    } else {
      nodes[Int(node.next)].previous = node.previous
    }
    nodes[Int(id)].parent = Self.none
    nodes[Int(id)].previous = Self.none
    nodes[Int(id)].next = Self.none
  }

  /// Puts a node's children in its place.
  mutating func unwrap(_ id: NodeID) {
    while nodes[Int(id)].firstChild != Self.none {
      let child = nodes[Int(id)].firstChild
      remove(child)
      insert(child, before: id)
    }
    remove(id)
  }

  mutating func moveChildren(of source: NodeID, to target: NodeID) {
    while nodes[Int(source)].firstChild != Self.none {
      let child = nodes[Int(source)].firstChild
      remove(child)
      append(child, to: target)
    }
  }

  mutating func rename(_ id: NodeID, _ name: HTMLElementName) {
    nodes[Int(id)].name = name
  }

  /// Puts a new element in the place of `id` and `id` into it.
  @discardableResult
  mutating func wrap(_ id: NodeID, in name: HTMLElementName) -> NodeID {
    let wrapper = addElement(name)
    insert(wrapper, before: id)
    remove(id)
    append(id, to: wrapper)
    return wrapper
  }

  /// The sibling before a node, blank text passed over.
  func previousVisible(_ id: NodeID) -> NodeID {
    var previous = nodes[Int(id)].previous
    while previous != Self.none, isBlank(previous) { previous = nodes[Int(previous)].previous }
    return previous
  }

  /// The elements that were in the tree when the rule began, in document order; those taken out meanwhile are
  /// passed over.
  mutating func forEachElement(_ body: (inout HTMLTree, NodeID) -> Void) {
    for index in 1..<max(1, nodes.count) where nodes[index].name != .text && nodes[index].parent != Self.none
    {
      body(&self, NodeID(index))
    }
  }

  /// Takes bytes off the ends of a text node.
  mutating func trimText(_ id: NodeID, first: Int = 0, last: Int = 0) {
    nodes[Int(id)].textStart += Int32(first)
    nodes[Int(id)].textEnd = Swift.max(nodes[Int(id)].textStart, nodes[Int(id)].textEnd - Int32(last))
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
