/// The language that an element belongs to (WHATWG HTML 13.2.6.5).
package enum ElementNamespace: Sendable { case html, mathML, svg }

/// The name of an element: one of the names that the rules of HTML tell apart, or another one by its number.
package struct ElementName: Equatable, Sendable {
  package var known: HTMLElementName
  /// The number of the name, among those that no rule knows; 0 for those that one does.
  package var other: Int32 = 0

  package init(_ known: HTMLElementName, other: Int32 = 0) {
    self.known = known
    self.other = other
  }
}

/// The attributes that tree construction itself looks at.
package enum ParserAttribute: String, Sendable { case type, encoding, color, face, size }

/// Makes the nodes of a document that `TreeConstruction` puts together.
///
/// A node is a number. The attributes of the tag that is being read wait in the sink until an element is made of it.
/// Text is a place among bytes that the sink knows.
package protocol TreeSink {
  typealias Node = Int32

  /// The document itself.
  var document: Node { get }

  /// Makes an element; with the attributes of the tag that is being read if `hasAttributes`.
  mutating func element(_ name: ElementName, _ namespace: ElementNamespace, hasAttributes: Bool) -> Node
  /// Makes an element like another one, with the same attributes.
  mutating func copy(_ node: Node) -> Node
  /// Returns how many bytes a copy of an element adds to what is made of the document.
  func copyCost(of node: Node) -> Int
  func haveEqualAttributes(_ first: Node, _ second: Node) -> Bool
  /// Adds those attributes of the tag that is being read which the element lacks.
  mutating func addMissingAttributes(to node: Node)
  /// Returns the value of an attribute of the tag that is being read.
  func value(of attribute: ParserAttribute) -> [UInt8]?
  /// Returns what the content of a template hangs on; of a sink that knows no templates the element itself.
  mutating func content(of template: Node) -> Node

  func parent(of node: Node) -> Node?
  mutating func append(_ child: Node, to parent: Node)
  mutating func insert(_ child: Node, before sibling: Node)
  mutating func detach(_ node: Node)
  mutating func moveChildren(of source: Node, to target: Node)
  /// Notes that an end tag of its own ended an element.
  mutating func noteEndTag(of node: Node)

  /// Returns the bytes of a text.
  func bytes(of text: Range<Int>) -> ArraySlice<UInt8>
  /// Adds text behind all that a node holds, to the text node that stands there if one does.
  mutating func append(text: Range<Int>, to parent: Node)
  /// Adds text before a node, to the text node that stands there if one does.
  mutating func insert(text: Range<Int>, before sibling: Node)
  mutating func appendComment(_ comment: Range<Int>, to parent: Node)
  mutating func appendDocumentType(_ declaration: Range<Int>)
}

/// Makes the reader's own tree: of HTML's elements, with the attributes that mean something.
struct PageSink: TreeSink {
  /// An attribute of the tag that is being read.
  struct Attribute {
    let name: HTMLAttributeName
    /// The range of its value, as it is read.
    let value: Range<Int>
  }

  var tree: HTMLTree
  var attributes: [Attribute] = []

  var document: Node { HTMLTree.root }

  // MARK: The tag that is being read

  /// Takes the attributes of a tag; of equal names the first counts.
  mutating func take(_ tag: [MarkupTokenizer.Attribute], of bytes: Span<UInt8>) {
    attributes.removeAll(keepingCapacity: true)
    let decoding = TextDecoding(isAttribute: true)
    for attribute in tag {
      guard let name = HTMLAttributeName.names.name(in: bytes, attribute.name),
        !attributes.contains(where: { $0.name == name })
      else { continue }
      let place =
        decoding.staysAsItIs(attribute.value, of: bytes)
        ? attribute.value : tree.keep { decoding.append(attribute.value, of: bytes, to: &$0) }
      attributes.append(Attribute(name: name, value: place))
    }
  }

  /// Takes attributes that no tag has.
  mutating func take(_ made: [(name: HTMLAttributeName, value: String)]) {
    attributes = made.map { name, value in
      Attribute(name: name, value: tree.keep { $0.append(contentsOf: value.utf8) })
    }
  }

  func value(of attribute: ParserAttribute) -> [UInt8]? {
    guard let name = HTMLAttributeName(rawValue: attribute.rawValue) else { return nil }
    return attributes.first { $0.name == name }.map { Array(tree.bytes($0.value)) }
  }

  // MARK: Nodes

  mutating func element(_ name: ElementName, _: ElementNamespace, hasAttributes: Bool) -> Node {
    let node = tree.addElement(name.known)
    if hasAttributes {
      for attribute in attributes { tree.addAttribute(attribute.name, at: attribute.value, to: node) }
    }
    return node
  }

  mutating func copy(_ node: Node) -> Node {
    let copy = tree.addElement(tree[node].name)
    for attribute in tree.attributePlaces(of: node) {
      tree.addAttribute(attribute.name, at: Int(attribute.start)..<Int(attribute.end), to: copy)
    }
    return copy
  }

  /// A link comes out again each time; other formatting is short however long its tag is.
  func copyCost(of node: Node) -> Int {
    let bytes = tree.attributePlaces(of: node).reduce(0) { $0 + Int($1.end - $1.start) }
    return tree[node].name == .a ? bytes : max(0, bytes - 256)
  }

  func haveEqualAttributes(_ first: Node, _ second: Node) -> Bool {
    guard tree[first].attributeCount == tree[second].attributeCount else { return false }
    return tree.attributePlaces(of: first).allSatisfy { attribute in
      guard let other = tree.attribute(attribute.name, of: second) else { return false }
      return other.elementsEqual(tree.bytes(Int(attribute.start)..<Int(attribute.end)))
    }
  }

  mutating func addMissingAttributes(to _: Node) {}

  func content(of template: Node) -> Node { template }

  func parent(of node: Node) -> Node? {
    let parent = tree[node].parent
    return parent == HTMLTree.none ? nil : parent
  }

  /// The element that a node ends with, white space behind it passed over; nil if it ends with something else.
  func lastElement(in node: Node) -> Node? {
    var last = tree[node].lastChild
    while last != HTMLTree.none, tree.isBlank(last) { last = tree[last].previous }
    return last == HTMLTree.none || tree[last].name == .text ? nil : last
  }

  /// True for a picture that only holds the place of one that a script loads.
  func isPlaceholder(_ node: Node) -> Bool {
    guard tree[node].name == .img else { return false }
    if let address = tree.attribute(.src, of: node) { return address.starts(with: "data:".utf8) }
    return !tree.attributePlaces(of: node).contains { $0.name.rawValue.hasSuffix("src") }
  }

  mutating func append(_ child: Node, to parent: Node) { tree.append(child, to: parent) }
  mutating func insert(_ child: Node, before sibling: Node) { tree.insert(child, before: sibling) }
  mutating func detach(_ node: Node) { tree.remove(node) }
  mutating func moveChildren(of source: Node, to target: Node) { tree.moveChildren(of: source, to: target) }

  mutating func noteEndTag(of node: Node) {
    tree[node].hasEndTag = true
    tree.strayTags[node] = nil
  }

  // MARK: Text

  func bytes(of text: Range<Int>) -> ArraySlice<UInt8> { tree.bytes(text) }

  mutating func append(text: Range<Int>, to parent: Node) {
    let last = tree[parent].lastChild
    if last != HTMLTree.none, tree[last].name == .text, tree.extendText(of: last, by: text) { return }
    tree.append(tree.addText(at: text), to: parent)
  }

  mutating func insert(text: Range<Int>, before sibling: Node) {
    let previous = tree[sibling].previous
    if previous != HTMLTree.none, tree[previous].name == .text, tree.extendText(of: previous, by: text) {
      return
    }
    tree.insert(tree.addText(at: text), before: sibling)
  }

  mutating func appendComment(_: Range<Int>, to _: Node) {}
  mutating func appendDocumentType(_: Range<Int>) {}
}
