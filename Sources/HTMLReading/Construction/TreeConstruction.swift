/// Builds a tree of HTML's tags and text as browsers do (WHATWG HTML 13.2.6): what was left out is put in, what stands
/// where it may not is moved or ended, for any input.
///
/// The time is linear in the number of tokens: what the rules look through is bounded. Elements stand at most
/// `depthLimit` within each other; the tags of deeper ones are left out, and what they hold stays. At most
/// `formattingLimit` formatting elements wait to be opened again, and how much is opened again in all has a budget.
package struct TreeConstruction<Sink: TreeSink> {
  package typealias Node = Sink.Node

  /// The tag that is being read.
  package struct Tag {
    package var name: ElementName
    package var isSelfClosing: Bool

    package init(_ name: ElementName, isSelfClosing: Bool = false) {
      self.name = name
      self.isSelfClosing = isSelfClosing
    }

    var known: HTMLElementName { name.known }
  }

  /// An element that has not ended.
  struct OpenElement {
    let node: Node
    let name: ElementName
    let namespace: ElementNamespace
    /// True for MathML's `annotation-xml` that holds HTML by its encoding.
    var holdsHTML = false

    var known: HTMLElementName { name.known }
    func `is`(_ name: HTMLElementName) -> Bool { self.name.known == name && namespace == .html }
  }

  /// The way the text behind a start tag is read.
  package enum TextKind: Sendable { case characterData, raw, script, plain }

  enum Mode {
    case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text, inTable,
      inTableText
    case inCaption, inColumnGroup, inTableBody, inRow, inCell, inTemplate
    case afterBody, inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
  }

  /// Elements within each other: programs that walk the tree need a bound, and so does the search for an open element.
  static var depthLimit: Int { 512 }

  package var sink: Sink
  var stack: [OpenElement] = []
  var formatting = FormattingList()
  var mode = Mode.initial
  var originalMode = Mode.initial
  var templateModes: [Mode] = []
  var head: Node?
  var form: Node?
  var mayBeFrameset = true
  var fostersParents = false
  /// A line feed that comes next is no part of the text (`pre`, `textarea`).
  var skipsLineFeed = false
  var isQuirky = false
  /// The element whose content a fragment is.
  var context: ElementName?
  var contextNamespace = ElementNamespace.html
  /// Text within a table that may have to stand before it.
  var tableText: [Range<Int>] = []
  /// The number of start tags of each name that were left out and wait for their end tags.
  var leftOut: [HTMLElementName: Int] = [:]
  /// The number of further elements, and bytes of them, that may be opened again.
  var copyBudget: Int
  var copiedByteBudget: Int
  /// True once a block was moved out of formatting, with which elements may stand deeper than the stack was high.
  var hasMovedBlocks = false
  /// The way the text that follows is read; nil as markup.
  package var textKind: TextKind?

  /// - Parameter size: how large the source is, in bytes.
  package init(_ sink: Sink, size: Int) {
    self.sink = sink
    copyBudget = size / 2 + 200_000
    copiedByteBudget = 2 * size + 32 * 1024
    stack.reserveCapacity(64)
  }

  /// Begins within an element, of which a fragment is the content (WHATWG HTML 13.4).
  package mutating func begin(
    within context: ElementName, _ namespace: ElementNamespace, holdsHTML: Bool = false
  ) {
    self.context = context
    contextNamespace = namespace
    let root = sink.element(ElementName(.html), .html, hasAttributes: false)
    sink.append(root, to: sink.document)
    stack.append(OpenElement(node: root, name: ElementName(.html), namespace: .html, holdsHTML: holdsHTML))
    if namespace == .html, context.known == .template { templateModes.append(.inTemplate) }
    if namespace == .html, context.known == .form { form = root }
    resetMode()
  }

  /// True where CDATA sections may stand: in formulas and drawings.
  package var readsCharacterData: Bool { stack.last.map { $0.namespace != .html } ?? false }

  // MARK: Tokens

  package mutating func startTag(_ tag: Tag) {
    skipsLineFeed = false
    if usesForeignRules(forStartTag: tag.known) { return startForeign(tag) }
    start(tag, mode)
  }

  package mutating func endTag(_ tag: Tag) {
    skipsLineFeed = false
    if let current = stack.last, current.namespace != .html { return endForeign(tag) }
    end(tag, mode)
  }

  package mutating func text(_ text: Range<Int>) {
    var text = text
    if skipsLineFeed {
      skipsLineFeed = false
      if sink.bytes(of: text).first == UInt8(ascii: "\n") { text = text.lowerBound + 1..<text.upperBound }
    }
    guard !text.isEmpty else { return }
    if isForeignText { return foreignText(text) }
    characters(text, mode)
  }

  package mutating func comment(_ comment: Range<Int>) {
    skipsLineFeed = false
    if mode == .inTableText { endTableText() }
    switch mode {
    case .initial, .beforeHTML, .afterAfterBody, .afterAfterFrameset:
      sink.appendComment(comment, to: context == nil ? sink.document : stack[0].node)
    case .afterBody: sink.appendComment(comment, to: stack[0].node)
    default:
      sink.appendComment(comment, to: holder(insertionPlace().parent))
    }
  }

  /// - Parameter isQuirky: the declaration is one of those that browsers take for old pages (13.2.6.4.1).
  package mutating func documentType(_ declaration: Range<Int>, isQuirky: Bool) {
    skipsLineFeed = false
    if mode == .inTableText { endTableText() }
    guard mode == .initial else { return }
    sink.appendDocumentType(declaration)
    self.isQuirky = isQuirky
    mode = .beforeHTML
  }

  /// Ends the document: what has to be there and was left out is put in.
  package mutating func finish() {
    if mode == .text {
      stack.removeLast()
      mode = originalMode
    }
    if mode == .inTableText { endTableText() }
    switch mode {
    case .initial, .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead: endDocumentHead(mode)
    default: break
    }
    // Templates that did not end hold what a whole document does (13.2.6.4.18).
    while !templateModes.isEmpty, hasOpenTemplate {
      popUntil(.template)
      formatting.endMarked()
      templateModes.removeLast()
      resetMode()
      switch mode {
      case .beforeHead, .inHead, .inHeadNoscript, .afterHead: endDocumentHead(mode)
      default: break
      }
    }
    stack.removeAll()
  }

  // MARK: The stack

  var current: OpenElement? { stack.last }

  func currentIs(_ name: HTMLElementName) -> Bool { stack.last?.is(name) ?? false }

  /// The innermost elements are looked at first, among which it is most often.
  func isOpen(_ node: Node) -> Bool { stack.lastIndex { $0.node == node } != nil }

  var hasOpenTemplate: Bool { !templateModes.isEmpty && stack.contains { $0.is(.template) } }

  /// Ends the innermost elements up to one of this name, which has to be open.
  mutating func popUntil(_ name: HTMLElementName) {
    while let last = stack.popLast(), !last.is(name) {}
  }

  mutating func popUntil(where isWanted: (OpenElement) -> Bool) {
    while let last = stack.popLast(), !isWanted(last) {}
  }

  /// Ends the innermost elements that need no end tag (13.2.6.3).
  mutating func endImplied(but exception: HTMLElementName? = nil) {
    while let last = stack.last, last.namespace == .html, last.known.isEndless, last.known != exception {
      stack.removeLast()
    }
  }

  mutating func endImpliedThoroughly() {
    while let last = stack.last, last.namespace == .html,
      last.known.isEndless || last.known.isTablePart || last.known == .colgroup
    {
      stack.removeLast()
    }
  }

  // MARK: Scopes (13.2.4.2)

  enum Scope { case common, item, button, table }

  func isInScope(_ name: HTMLElementName, _ scope: Scope = .common) -> Bool {
    isInScope(scope) { $0.is(name) }
  }

  func isInScope(_ scope: Scope = .common, where isWanted: (OpenElement) -> Bool) -> Bool {
    for element in stack.reversed() {
      if isWanted(element) { return true }
      if isBoundary(element, of: scope) { return false }
    }
    return false
  }

  private func isBoundary(_ element: OpenElement, of scope: Scope) -> Bool {
    guard element.namespace == .html else {
      return (scope == .common || scope == .item || scope == .button) && element.isForeignBoundary
    }
    switch scope {
    case .table: return element.known == .html || element.known == .table || element.known == .template
    case .common, .item, .button:
      if element.known.isScopeBoundary || element.known == .html || element.known == .template { return true }
      if scope == .item { return element.known == .ol || element.known == .ul }
      return scope == .button && element.known == .button
    }
  }

  // MARK: Insertion

  struct Place {
    var parent: Node
    var sibling: Node?
  }

  /// The place where the next node belongs (13.2.6.1).
  func insertionPlace(in override: OpenElement? = nil) -> Place {
    guard let target = override ?? stack.last else { return Place(parent: sink.document) }
    guard fostersParents, target.namespace == .html,
      target.known.holdsPartsOnly && target.known != .colgroup
    else { return Place(parent: target.node) }
    let template = stack.lastIndex { $0.is(.template) }
    guard let table = stack.lastIndex(where: { $0.is(.table) }) else {
      return Place(parent: template.map { stack[$0].node } ?? stack[0].node)
    }
    if let template, template > table { return Place(parent: stack[template].node) }
    if let parent = sink.parent(of: stack[table].node) {
      return Place(parent: parent, sibling: stack[table].node)
    }
    return Place(parent: stack[table - 1].node)
  }

  mutating func put(_ node: Node, at place: Place) {
    if let sibling = place.sibling {
      sink.insert(node, before: sibling)
    } else {
      sink.append(node, to: holder(place.parent))
    }
  }

  /// What the content of a node hangs on.
  mutating func holder(_ node: Node) -> Node {
    guard !templateModes.isEmpty, stack.contains(where: { $0.node == node && $0.is(.template) }) else {
      return node
    }
    return sink.content(of: node)
  }

  /// Makes an element of the tag that is being read and opens it; nil if it would stand too deep.
  @discardableResult
  mutating func insert(_ tag: Tag, _ namespace: ElementNamespace = .html) -> Node? {
    insert(tag.name, namespace, hasAttributes: true)
  }

  /// Opens an element that was left out.
  @discardableResult
  mutating func insertImplied(_ name: HTMLElementName) -> Node? {
    insert(ElementName(name), .html, hasAttributes: false)
  }

  private mutating func insert(_ name: ElementName, _ namespace: ElementNamespace, hasAttributes: Bool)
    -> Node?
  {
    // The parts of a table always have room in it.
    guard stack.count < Self.depthLimit - (name.known == .table ? 8 : 0) else {
      leaveOut(name.known)
      return nil
    }
    let node = sink.element(name, namespace, hasAttributes: hasAttributes)
    put(node, at: insertionPlace())
    stack.append(OpenElement(node: node, name: name, namespace: namespace))
    return node
  }

  mutating func leaveOut(_ name: HTMLElementName) {
    leftOut[name, default: 0] += 1
  }

  /// True for the end tag of an element whose start tag was left out.
  mutating func endsLeftOut(_ name: HTMLElementName) -> Bool {
    guard !leftOut.isEmpty, let count = leftOut[name], count > 0 else { return false }
    leftOut[name] = count > 1 ? count - 1 : nil
    return true
  }

  /// Makes an element that holds nothing.
  mutating func insertVoid(_ tag: Tag) {
    let node = sink.element(tag.name, .html, hasAttributes: true)
    put(node, at: insertionPlace())
  }

  mutating func insertText(_ text: Range<Int>) {
    let place = insertionPlace()
    if let sibling = place.sibling {
      sink.insert(text: text, before: sibling)
    } else if stack.isEmpty {
      return
    } else {
      sink.append(text: text, to: holder(place.parent))
    }
  }

  /// Puts a node where an element within a line would stand.
  mutating func insertWithinLine(_ node: Node) {
    if mode == .inTableText { endTableText() }
    switch mode {
    case .initial, .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead: endDocumentHead(mode)
    case .inColumnGroup: endColumnGroup()
    default: break
    }
    let isInTable = mode == .inTable || mode == .inTableBody || mode == .inRow
    fostering(isInTable) { construction in
      construction.reconstructFormatting()
      construction.put(node, at: construction.insertionPlace())
    }
  }

  // MARK: Text

  func isSpace(_ text: Range<Int>) -> Bool { sink.bytes(of: text).allSatisfy(\.isHTMLSpace) }

  /// The white space that a text begins with, and the rest.
  func divided(_ text: Range<Int>) -> (space: Range<Int>, rest: Range<Int>) {
    let middle = text.lowerBound + sink.bytes(of: text).prefix(while: \.isHTMLSpace).count
    return (text.lowerBound..<middle, middle..<text.upperBound)
  }
}
