/// A parsed HTML document as a light tree that clean-up can change in place.
///
/// Nodes live side by side in one array in document order, so that a rule is a scan over an array; texts and attribute
/// values are parts of the source, or of one buffer. A node that was taken out stays in the array, detached.
struct HTMLTree {
  /// The index of a node. `none` stands for no node: an empty text that is nowhere, so that a rule which steps off the
  /// tree, above what another rule took out, finds nothing there.
  typealias NodeID = Int32
  static let none: NodeID = 0
  static let root: NodeID = 1

  struct Node: Sendable {
    var name: HTMLElementName
    /// True if its source had an end tag.
    var hasEndTag = false
    /// True if it has an attribute of classes, which most rules ask for.
    fileprivate(set) var hasClasses = false
    var parent = HTMLTree.none
    var firstChild = HTMLTree.none
    var lastChild = HTMLTree.none
    var previous = HTMLTree.none
    var next = HTMLTree.none
    /// The index in `styles` of its style attribute; -1 if it says nothing.
    var style: Int32 = -1
    /// The range of its text, or which of `attributes` are the element's.
    fileprivate var start: Int32 = 0
    fileprivate var end: Int32 = 0

    init(name: HTMLElementName) { self.name = name }

    /// The number of attributes that the element has.
    var attributeCount: Int { name == .text ? 0 : Int(end - start) }
    var attributes: Range<Int> { name == .text ? 0..<0 : Int(start)..<Int(end) }
    fileprivate var text: Range<Int> { name == .text ? Int(start)..<Int(end) : 0..<0 }
  }

  struct Attribute: Sendable {
    var name: HTMLAttributeName
    var start: Int32
    var end: Int32
  }

  private(set) var nodes: [Node] = [Node(name: .text), Node(name: .root)]
  private(set) var attributes: [Attribute] = []
  /// The elements that have attributes; in document order once `areAttributedSorted`.
  private var attributed: [NodeID] = []
  private var areAttributedSorted = true
  /// What texts are parts of that stand in the source as they are read.
  private let source: [UInt8]
  /// All other text, and the values of attributes; their places go on behind the end of the source.
  private var added: [UInt8] = []
  private(set) var styles: [InlineStyle] = []
  /// What `styles` were parsed from, and where each is by its hash.
  private var styleSources: [[UInt8]] = []
  private var styleIndices: [UInt64: Int32] = [:]
  /// The rules of `style` elements.
  var styleSheet = StyleSheet()
  /// The number of bytes that the HTML had.
  var sourceSize: Int { source.count }
  /// Notes that their program left as text, by what refers to them.
  var literalNotes: [String: NodeID] = [:]
  /// The tags of elements that nobody knows, by the number of the mark in their place; nil for those that
  /// have end tags.
  var unknownTags: [[UInt8]?] = []
  /// The spelling of the start tags of links that no end tag ends.
  var strayTags: [NodeID: [UInt8]] = [:]
  /// The base of relative addresses, if the page states one.
  var base: BaseAddress?
  /// Whether pictures within addresses or on this machine stay.
  var keepsPictures = false
  /// The program that wrote the HTML.
  var producer = HTMLProducer.other

  /// The number of steps that rules may still walk; shared by copies of the tree, of which there are none while rules are applied.
  let steps = StepBudget()

  init(of source: [UInt8]) { self.source = source }

  subscript(id: NodeID) -> Node {
    get { nodes[Int(id)] }
    set { nodes[Int(id)] = newValue }
  }

  /// Makes room for what the source can hold: with an element of two tags go three nodes, itself and the texts behind its
  /// tags. Room that is not used costs no memory.
  mutating func reserve() {
    nodes.reserveCapacity(tagCount / 2 * 3 + 8)
  }

  /// The number of signs in the source that may begin tags.
  private var tagCount: Int {
    let bytes = source.span
    var count = 0
    for index in bytes.indices { count += bytes[index] == UInt8(ascii: "<") ? 1 : 0 }
    return count
  }

  private var addedEnd: Int { source.count + added.count }

  /// The bytes at a place of the source, or of what was added behind it.
  func bytes(_ place: Range<Int>) -> ArraySlice<UInt8> {
    guard place.upperBound > source.count else { return source[place] }
    return added[place.lowerBound - source.count..<place.upperBound - source.count]
  }

  // MARK: - Making nodes

  mutating func addElement(_ name: HTMLElementName) -> NodeID {
    nodes.append(Node(name: name))
    return NodeID(nodes.count - 1)
  }

  /// Adds a text node whose bytes `fill` appends to the buffer.
  mutating func addText(_ fill: (inout [UInt8]) -> Void) -> NodeID {
    let start = addedEnd
    fill(&added)
    return addText(at: start..<addedEnd)
  }

  /// Adds a text node of a part of the source.
  mutating func addText(at place: Range<Int>) -> NodeID {
    var node = Node(name: .text)
    (node.start, node.end) = (Int32(place.lowerBound), Int32(place.upperBound))
    nodes.append(node)
    return NodeID(nodes.count - 1)
  }

  mutating func addText(_ text: String) -> NodeID {
    addText { $0.append(contentsOf: text.utf8) }
  }

  /// Keeps bytes that do not stand in the source, and returns their place.
  mutating func keep(_ fill: (inout [UInt8]) -> Void) -> Range<Int> {
    let start = addedEnd
    fill(&added)
    return start..<addedEnd
  }

  /// Adds text behind that of a text node; false if they are not side by side and too long to be copied.
  mutating func extendText(of id: NodeID, by place: Range<Int>) -> Bool {
    let text = nodes[Int(id)].text
    if text.upperBound == place.lowerBound,
      text.lowerBound >= source.count || place.upperBound <= source.count
    {
      nodes[Int(id)].end = Int32(place.upperBound)
      return true
    }
    guard text.count + place.count <= Self.joinedTextLimit else { return false }
    let joined = Array(bytes(text)) + bytes(place)
    replaceText(of: id, with: joined)
    return true
  }

  /// Pieces of text that are longer together stay beside each other: copies would cost more than the text itself.
  private static let joinedTextLimit = 256

  /// Adds an attribute to the node that was made last.
  mutating func addAttribute(_ name: HTMLAttributeName, to id: NodeID, _ fill: (inout [UInt8]) -> Void) {
    addAttribute(name, at: keep(fill), to: id)
  }

  /// Adds an attribute whose value stands at a place to the node that was made last.
  mutating func addAttribute(_ name: HTMLAttributeName, at place: Range<Int>, to id: NodeID) {
    if nodes[Int(id)].attributeCount == 0 {
      if let last = attributed.last, last > id { areAttributedSorted = false }
      attributed.append(id)
      nodes[Int(id)].start = Int32(attributes.count)
      nodes[Int(id)].end = Int32(attributes.count)
    }
    guard nodes[Int(id)].end == Int32(attributes.count) else { return }
    attributes.append(Attribute(name: name, start: Int32(place.lowerBound), end: Int32(place.upperBound)))
    if name == .class { nodes[Int(id)].hasClasses = true }
    nodes[Int(id)].end = Int32(attributes.count)
    if name == .style { setStyle(bytes(place), of: id) }
  }

  /// The attributes of a node, with the places of their values.
  func attributePlaces(of id: NodeID) -> [Attribute] { nodes[Int(id)].attributes.map { attributes[$0] } }

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

  /// Gives a node a style like the one that it has.
  mutating func addStyle(of id: NodeID, _ change: (inout InlineStyle) -> Void) {
    var style = style(of: id) ?? InlineStyle()
    change(&style)
    nodes[Int(id)].style = Int32(styles.count)
    styles.append(style)
    styleSources.append([])
  }

  /// Gives an attribute that the node has another value.
  mutating func replaceAttribute(_ name: HTMLAttributeName, of id: NodeID, with value: some Sequence<UInt8>) {
    for index in nodes[Int(id)].attributes where attributes[index].name == name {
      attributes[index].start = Int32(addedEnd)
      added.append(contentsOf: value)
      attributes[index].end = Int32(addedEnd)
    }
  }

  /// Gives a text node other text.
  mutating func replaceText(of id: NodeID, with text: some Sequence<UInt8>) {
    nodes[Int(id)].start = Int32(addedEnd)
    added.append(contentsOf: text)
    nodes[Int(id)].end = Int32(addedEnd)
  }

  // MARK: - Reading

  func attribute(_ name: HTMLAttributeName, of id: NodeID) -> ArraySlice<UInt8>? {
    for index in nodes[Int(id)].attributes where attributes[index].name == name {
      return bytes(Int(attributes[index].start)..<Int(attributes[index].end))
    }
    return nil
  }

  /// True if an element has an attribute whose value begins so: rules about few pages look here first.
  func hasAttribute(_ name: HTMLAttributeName, beginning prefix: String = "") -> Bool {
    attributes.contains { $0.name == name && bytes(Int($0.start)..<Int($0.end)).starts(with: prefix.utf8) }
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

  /// True if the element's class attribute names one of these classes.
  func hasClass(among classes: ClassNames, _ id: NodeID) -> Bool {
    contains(class: id, where: classes.contains)
  }

  func contains(class id: NodeID, where condition: (ArraySlice<UInt8>) -> Bool) -> Bool {
    guard nodes[Int(id)].hasClasses, let classes = attribute(.class, of: id) else { return false }
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
    bytes(nodes[Int(id)].text)
  }

  func children(of id: NodeID) -> Siblings {
    Siblings(nodes: nodes, steps: steps, upcoming: nodes[Int(id)].firstChild)
  }

  struct Siblings: Sequence, IteratorProtocol {
    fileprivate let nodes: [Node]
    fileprivate let steps: StepBudget
    fileprivate var upcoming: NodeID

    mutating func next() -> NodeID? {
      guard upcoming != HTMLTree.none, steps.take() else { return nil }
      defer { upcoming = nodes[Int(upcoming)].next }
      return upcoming
    }
  }

  // MARK: - Changing

  mutating func append(_ child: NodeID, to parent: NodeID) {
    guard parent != Self.none, child != Self.none else { return }
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

  /// Puts a node before all that a parent holds.
  mutating func prepend(_ child: NodeID, to parent: NodeID) {
    let first = nodes[Int(parent)].firstChild
    first == Self.none ? append(child, to: parent) : insert(child, before: first)
  }

  /// Puts a node in the place of all that a parent holds.
  mutating func replaceContent(of parent: NodeID, with child: NodeID) {
    while nodes[Int(parent)].firstChild != Self.none { remove(nodes[Int(parent)].firstChild) }
    append(child, to: parent)
  }

  /// Puts a node before another; where that one is out of the tree already, so is the node.
  mutating func insert(_ node: NodeID, before sibling: NodeID) {
    let parent = nodes[Int(sibling)].parent
    guard parent != Self.none, node != Self.none else { return }
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

  /// Puts a node's children in its place; one that is out of the tree keeps them.
  mutating func unwrap(_ id: NodeID) {
    guard nodes[Int(id)].parent != Self.none else { return }
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
    if id != Self.none { nodes[Int(id)].name = name }
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

  /// The elements that were in the tree when the rule began, in document order; those taken out meanwhile are
  /// passed over. The rule ends before its time where it has walked too far.
  @inline(__always)
  mutating func forEachElement(_ body: (inout HTMLTree, NodeID) -> Void) {
    forEachElement(where: { $0 != .text }, body)
  }

  /// Those of the elements that have this name when they are come to.
  @inline(__always)
  mutating func forEachElement(named name: HTMLElementName, _ body: (inout HTMLTree, NodeID) -> Void) {
    forEachElement(where: { $0 == name }, body)
  }

  /// Those of the elements whose name is meant when they are come to: a rule about few costs little for all others.
  @inline(__always)
  mutating func forEachElement(
    where isMeant: (HTMLElementName) -> Bool, _ body: (inout HTMLTree, NodeID) -> Void
  ) {
    for index in Int(Self.root)..<nodes.count
    where isMeant(nodes[index].name) && nodes[index].parent != Self.none {
      guard !steps.isSpent else { return }
      body(&self, NodeID(index))
    }
  }

  /// Those of the elements that have attributes, which alone can have a class or a style.
  mutating func forEachElementWithAttributes(_ body: (inout HTMLTree, NodeID) -> Void) {
    if !areAttributedSorted {
      attributed.sort()
      areAttributedSorted = true
    }
    for id in attributed where nodes[Int(id)].parent != Self.none {
      guard !steps.isSpent else { return }
      body(&self, id)
    }
  }

  /// Takes bytes off the ends of a text node.
  mutating func trimText(_ id: NodeID, first: Int = 0, last: Int = 0) {
    nodes[Int(id)].start += Int32(first)
    nodes[Int(id)].end = Swift.max(nodes[Int(id)].start, nodes[Int(id)].end - Int32(last))
  }
}
