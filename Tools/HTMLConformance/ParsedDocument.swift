import RichText

/// A document with all that tree construction makes, comments and attributes that mean nothing included.
struct ParsedDocument: TreeSink {
  enum Kind { case document, documentType, element, text, comment, content }

  struct Entry {
    var kind: Kind
    var name = ""
    var namespace = ElementNamespace.html
    var attributes: [(name: String, value: String)] = []
    var text: [UInt8] = []
    var parent: Node?
    var children: [Node] = []
    var content: Node?
  }

  var entries = [Entry(kind: .document)]
  /// The source, and behind it what was read differently from how it stands there.
  var bytes: [UInt8]
  var attributes: [(name: String, value: String)] = []
  var documentTypes: [Range<Int>: String] = [:]
  var comments: [Range<Int>: String] = [:]
  private(set) var otherNames: [String] = ["#unknown"]

  init(_ source: [UInt8]) { bytes = source }

  var document: Node { 0 }

  /// The name of an element, known or not.
  mutating func name(_ known: HTMLElementName, _ spelling: String) -> ElementName {
    guard known == .unknown else { return ElementName(known) }
    if let index = otherNames.firstIndex(of: spelling) { return ElementName(.unknown, other: Int32(index)) }
    otherNames.append(spelling)
    return ElementName(.unknown, other: Int32(otherNames.count - 1))
  }

  mutating func element(_ name: ElementName, _ namespace: ElementNamespace, hasAttributes: Bool) -> Node {
    let spelling = name.known == .unknown ? otherNames[Int(name.other)] : name.known.rawValue
    var entry = Entry(kind: .element, name: ForeignNames.element(spelling, namespace), namespace: namespace)
    if hasAttributes {
      entry.attributes = attributes.map { (ForeignNames.attribute($0.name, namespace), $0.value) }
    }
    entries.append(entry)
    let node = Node(entries.count - 1)
    if namespace == .html, name.known == .template {
      entries.append(Entry(kind: .content))
      entries[Int(node)].content = node + 1
    }
    return node
  }

  mutating func copy(_ node: Node) -> Node {
    let old = entries[Int(node)]
    entries.append(
      Entry(kind: .element, name: old.name, namespace: old.namespace, attributes: old.attributes))
    return Node(entries.count - 1)
  }

  func copyCost(of _: Node) -> Int { 0 }

  func haveEqualAttributes(_ first: Node, _ second: Node) -> Bool {
    Dictionary(uniqueKeysWithValues: entries[Int(first)].attributes.map { ($0.name, $0.value) })
      == Dictionary(uniqueKeysWithValues: entries[Int(second)].attributes.map { ($0.name, $0.value) })
  }

  mutating func addMissingAttributes(to node: Node) {
    for attribute in attributes
    where !entries[Int(node)].attributes.contains(where: { $0.name == attribute.name }) {
      entries[Int(node)].attributes.append(attribute)
    }
  }

  func value(of attribute: ParserAttribute) -> [UInt8]? {
    attributes.first { $0.name == attribute.rawValue }.map { Array($0.value.utf8) }
  }

  func content(of template: Node) -> Node { entries[Int(template)].content ?? template }
  func parent(of node: Node) -> Node? { entries[Int(node)].parent }

  mutating func append(_ child: Node, to parent: Node) {
    entries[Int(parent)].children.append(child)
    entries[Int(child)].parent = parent
  }

  mutating func insert(_ child: Node, before sibling: Node) {
    guard let parent = entries[Int(sibling)].parent,
      let index = entries[Int(parent)].children.firstIndex(of: sibling)
    else { return }
    entries[Int(parent)].children.insert(child, at: index)
    entries[Int(child)].parent = parent
  }

  mutating func detach(_ node: Node) {
    if let parent = entries[Int(node)].parent { entries[Int(parent)].children.removeAll { $0 == node } }
    entries[Int(node)].parent = nil
  }

  mutating func moveChildren(of source: Node, to target: Node) {
    for child in entries[Int(source)].children { entries[Int(child)].parent = target }
    entries[Int(target)].children += entries[Int(source)].children
    entries[Int(source)].children = []
  }

  mutating func noteEndTag(of _: Node) {}

  func bytes(of text: Range<Int>) -> ArraySlice<UInt8> { bytes[text] }

  mutating func append(text: Range<Int>, to parent: Node) {
    if let last = entries[Int(parent)].children.last, entries[Int(last)].kind == .text {
      entries[Int(last)].text += bytes[text]
    } else {
      entries.append(Entry(kind: .text, text: Array(bytes[text])))
      append(Node(entries.count - 1), to: parent)
    }
  }

  mutating func insert(text: Range<Int>, before sibling: Node) {
    guard let parent = entries[Int(sibling)].parent,
      let index = entries[Int(parent)].children.firstIndex(of: sibling)
    else { return }
    if index > 0, entries[Int(entries[Int(parent)].children[index - 1])].kind == .text {
      entries[Int(entries[Int(parent)].children[index - 1])].text += bytes[text]
    } else {
      entries.append(Entry(kind: .text, text: Array(bytes[text])))
      insert(Node(entries.count - 1), before: sibling)
    }
  }

  mutating func appendComment(_ comment: Range<Int>, to parent: Node) {
    entries.append(Entry(kind: .comment, name: comments[comment] ?? ""))
    append(Node(entries.count - 1), to: parent)
  }

  mutating func appendDocumentType(_ declaration: Range<Int>) {
    entries.append(Entry(kind: .documentType, name: documentTypes[declaration] ?? ""))
    append(Node(entries.count - 1), to: document)
  }

  // MARK: What tests expect

  /// The lines by which the tests describe a tree.
  func description(of parent: Node, _ depth: Int = 0) -> [String] {
    entries[Int(parent)].children.flatMap { child -> [String] in
      let entry = entries[Int(child)]
      let indent = "| " + String(repeating: "  ", count: depth)
      switch entry.kind {
      case .text: return [indent + "\"\(String(decoding: entry.text, as: UTF8.self))\""]
      case .comment: return [indent + "<!-- \(entry.name) -->"]
      case .documentType: return [indent + "<!DOCTYPE \(entry.name)>"]
      case .document, .content: return []
      case .element:
        let prefix = entry.namespace == .svg ? "svg " : entry.namespace == .mathML ? "math " : ""
        let attributes = entry.attributes.sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
          .map { "\(indent)  \($0.name)=\"\($0.value)\"" }
        let content = entry.content.map { [indent + "  content"] + description(of: $0, depth + 2) } ?? []
        return ["\(indent)<\(prefix)\(entry.name)>"] + attributes + content
          + description(of: child, depth + 1)
      }
    }
  }
}
