/// The language that an element belongs to (WHATWG HTML 13.2.6.5).
package enum ElementNamespace: Sendable { case html, mathML, svg }

/// What an element is called: one of the names that the rules of HTML tell apart, or another one by its number.
package struct ElementName: Equatable, Sendable {
  package var known: HTMLElementName
  /// Which of the names it is that no rule knows; 0 for those that one does.
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
