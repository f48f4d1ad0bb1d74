import CGumbo

/// Parses HTML with gumbo into the reader's own tree.
///
/// The only file that touches gumbo. Comments, doctypes and templates are left out.
enum GumboParser {
  /// Parses UTF-8 whose nesting and attributes `MarkupFilter` has bounded.
  ///
  /// - Parameters:
  ///   - text: what the signs in the markup stand for.
  ///   - source: what the markup was made of.
  static func parse(_ markup: [UInt8], holding text: HeldText, of source: [UInt8]) -> HTMLTree {
    var tree = HTMLTree(of: source)
    tree.reserve(for: markup, heldElements: text.elementCount)
    unsafe markup.withUnsafeBytes { bytes in
      guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
      let arena = GumboArena()
      var options = unsafe arena.options
      // The arena frees what the parser made.
      guard let output = unsafe gumbo_parse_with_options(&options, start, bytes.count) else { return }
      unsafe copy(output.pointee.document, text, into: &tree)
      extendLifetime(arena)
    }
    return tree
  }

  private static let names: [HTMLElementName] = (0...Int(GUMBO_TAG_LAST.rawValue)).map { raw in
    guard let spelling = unsafe gumbo_normalized_tagname(GumboTag(rawValue: UInt32(raw))) else {
      return .unknown
    }
    return unsafe HTMLElementName(rawValue: String(cString: spelling)) ?? .unknown
  }

  /// Walks gumbo's tree in document order, without recursion.
  private static func copy(
    _ document: UnsafeMutablePointer<GumboNode>, _ held: HeldText, into tree: inout HTMLTree
  ) {
    var open: [OpenElement] = []
    unsafe open.append(OpenElement(children: document.pointee.v.document.children, node: HTMLTree.root))
    while let last = open.indices.last {
      guard let child = unsafe open[last].nextChild() else {
        open.removeLast()
        continue
      }
      switch unsafe child.pointee.type {
      case GUMBO_NODE_ELEMENT:
        let name = unsafe names[Int(child.pointee.v.element.tag.rawValue)]
        guard open.count < NestingLimit.elements || name.isVoid else {
          let holder = holder(among: open, in: tree)
          unsafe open.append(OpenElement(children: child.pointee.v.element.children, node: holder))
          continue
        }
        let node = unsafe add(child.pointee.v.element, to: open[last].node, of: &tree)
        unsafe noteStrayTag(child.pointee, as: node, in: &tree)
        unsafe open.append(OpenElement(children: child.pointee.v.element.children, node: node))
      case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
        guard let text = unsafe child.pointee.v.text.text else { continue }
        unsafe add(text, held, to: open, of: &tree)
      default:
        continue
      }
    }
  }

  /// An element of gumbo's whose children are being copied.
  @safe
  private struct OpenElement {
    let children: GumboVector
    let node: HTMLTree.NodeID
    private var next = 0

    init(children: GumboVector, node: HTMLTree.NodeID) {
      unsafe self.children = children
      self.node = node
    }

    mutating func nextChild() -> UnsafeMutablePointer<GumboNode>? {
      while unsafe next < Int(children.length) {
        defer { next += 1 }
        if let child = unsafe children.data[next] {
          return unsafe child.assumingMemoryBound(to: GumboNode.self)
        }
      }
      return nil
    }
  }

  private static func add(
    _ element: GumboElement, to parent: HTMLTree.NodeID, of tree: inout HTMLTree
  ) -> HTMLTree.NodeID {
    let node = tree.addElement(names[Int(unsafe element.tag.rawValue)])
    tree.append(node, to: parent)
    for index in 0..<Int(unsafe element.attributes.length) {
      guard
        let attribute = unsafe element.attributes.data[index]?.assumingMemoryBound(to: GumboAttribute.self),
        let spelling = unsafe attribute.pointee.name, let value = unsafe attribute.pointee.value
      else { continue }
      let bytes = unsafe UnsafeBufferPointer(start: spelling, count: length(of: spelling))
      let found = unsafe bytes.withMemoryRebound(to: UInt8.self) { name in
        unsafe HTMLAttributeName.names.name(in: Span(_unsafeElements: name), name.indices)
      }
      guard let found else { continue }
      tree.addAttribute(found, to: node) { bytes in unsafe append(value, to: &bytes) }
    }
    return node
  }

  /// Notes whether a link was ended by a tag of its own, and keeps the spelling of its start tag if not.
  private static func noteStrayTag(_ node: GumboNode, as id: HTMLTree.NodeID, in tree: inout HTMLTree) {
    guard tree[id].name == .a else { return }
    let element = unsafe node.v.element
    // Gumbo notes the tag that ended an element, be it that of another one.
    tree[id].hasEndTag = unsafe bytes(of: element.original_end_tag, limit: 64).startsIgnoringCase(with: "</a")
    let isRepeated =
      unsafe node.parse_flags.rawValue & GUMBO_INSERTION_RECONSTRUCTED_FORMATTING_ELEMENT.rawValue != 0
    guard !tree[id].hasEndTag, !isRepeated else { return }
    let tag = unsafe bytes(of: element.original_tag, limit: 4096)
    if tag.last == UInt8(ascii: ">") { tree.strayTags[id] = tag }
  }

  private static func bytes(of piece: GumboStringPiece, limit: Int) -> [UInt8] {
    guard let start = unsafe piece.data else { return [] }
    let buffer = unsafe UnsafeBufferPointer(start: start, count: min(Int(piece.length), limit))
    return unsafe buffer.withMemoryRebound(to: UInt8.self) { unsafe Array($0) }
  }

  private static func length(of text: UnsafePointer<CChar>) -> Int {
    var length = 0
    while unsafe text[length] != 0 { length += 1 }
    return length
  }

  /// Where the content of an element stays that is nested too deep: the innermost that is not, and that may hold text.
  private static func holder(among open: [OpenElement], in tree: HTMLTree) -> HTMLTree.NodeID {
    open.last { !tree[$0.node].name.holdsPartsOnly }?.node ?? HTMLTree.root
  }

  /// Adds the text of a node, with the elements that are held in it.
  private static func add(
    _ text: UnsafePointer<CChar>, _ held: HeldText, to open: [OpenElement], of tree: inout HTMLTree
  ) {
    guard let parent = open.last?.node else { return }
    let buffer = unsafe UnsafeBufferPointer(start: text, count: length(of: text))
    unsafe buffer.withMemoryRebound(to: UInt8.self) { buffer in
      let text = unsafe Span(_unsafeElements: buffer)
      var start = 0
      while let element = held.element(in: text, from: start) {
        add(text.extracting(start..<element.sign.lowerBound), held, to: parent, of: &tree)
        let isTooDeep = open.count >= NestingLimit.elements
        let node = isTooDeep ? holder(among: open, in: tree) : tree.addElement(element.name)
        if !isTooDeep { tree.append(node, to: parent) }
        tree.append(tree.addText(at: element.text), to: node)
        start = element.sign.upperBound
      }
      add(text.extracting(start..<text.count), held, to: parent, of: &tree)
    }
  }

  private static func add(
    _ text: Span<UInt8>, _ held: HeldText, to parent: HTMLTree.NodeID, of tree: inout HTMLTree
  ) {
    guard !text.isEmpty else { return }
    if let place = held.place(of: text) {
      tree.append(tree.addText(at: place), to: parent)
    } else {
      tree.append(tree.addText { bytes in held.append(text, to: &bytes) }, to: parent)
    }
  }

  private static func append(_ text: UnsafePointer<CChar>, to bytes: inout [UInt8]) {
    let buffer = unsafe UnsafeBufferPointer(start: text, count: length(of: text))
    unsafe buffer.withMemoryRebound(to: UInt8.self) { unsafe bytes.append(contentsOf: $0) }
  }
}
