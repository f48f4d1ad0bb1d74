/// Makes a document of a tree that clean-up has been through.
///
/// What reads one kind of element is not inlined: its variables would take stack at every level of elements
/// within each other, whatever their kind.
struct DocumentBuilder {
  let tree: HTMLTree
  let notes: HTMLFootnotes
  private var targets: LinkTargets
  /// The anchors of elements that have begun, until there is text for them to stand before.
  private var pendingAnchors: [String] = []
  /// The number of anchors that have found their place.
  private(set) var anchorCount = 0
  /// An anchor stands in a heading.
  var namesHeadings = false
  var collector = InlineCollector()
  /// The blocks of the container that is being read.
  var blocks: [Block] = []
  /// True if the container that is being read has a paragraph that is set apart from its neighbours.
  var hasSpacedParagraph = false
  /// The number of bytes more that the document may cost its writer for what it does not say itself: the indentation of
  /// lines, cells that fill rows.
  var budget: Int
  /// The controls that are the boxes of tasks, and no signs in the text.
  var taskInputs: Set<HTMLTree.NodeID> = []
  /// The box of a control, until there is text for it to stand before.
  var pendingBox: ListItem.Checkbox?
  /// The number of elements that are around the node that is being read.
  private var nesting = 0

  init(tree: HTMLTree, notes: HTMLFootnotes, places: Set<String>, budget: Int) {
    self.tree = tree
    self.notes = notes
    targets = LinkTargets(in: tree, notes: notes, places: places)
    self.budget = budget
  }

  /// - Parameter places: those that links from elsewhere lead to, for HTML that is a part of a document.
  static func document(of tree: HTMLTree, notes: HTMLFootnotes, places: Set<String>) -> Document {
    var builder = DocumentBuilder(
      tree: tree, notes: notes, places: places, budget: 2 * tree.sourceSize + 4096)
    var blocks = builder.content(of: HTMLTree.root, ReadingContext())
    if !places.isEmpty, !builder.pendingAnchors.isEmpty {
      // What follows the part is not here.
      blocks.append(.paragraph(builder.pendingAnchors.map { .html($0) }))
      builder.pendingAnchors = []
    }
    let footnotes = notes.notes.map { note in
      Footnote(label: note.label, blocks: builder.content(of: note.node, ReadingContext(depth: 1)))
    }
    let document = Document(TypedItems.lists(in: blocks), footnotes: footnotes)
    return builder.namesHeadings && places.isEmpty ? AnchorResolver.settled(document) : document
  }

  /// The blocks that a node's children make.
  mutating func content(of id: HTMLTree.NodeID, _ context: ReadingContext) -> [Block] {
    let outer = blocks
    blocks = []
    noteAnchor(of: id)
    visitChildren(of: id, context)
    appendPendingBox(context)
    endParagraph()
    defer { blocks = outer }
    return blocks
  }

  @inline(never) private mutating func noteAnchor(of id: HTMLTree.NodeID) {
    if let anchor = targets.takeAnchor(of: id) { pendingAnchors.append(anchor) }
  }

  /// Code and the text of links hold none; they wait for what follows.
  mutating func appendPendingAnchors(_ context: ReadingContext) {
    guard !context.isCode, context.link < 0 else { return }
    anchorCount += pendingAnchors.count
    for anchor in pendingAnchors { collector.addObject(.html(anchor), context.formats, link: context.link) }
    pendingAnchors = []
  }

  @inline(never) mutating func visitChildren(of id: HTMLTree.NodeID, _ context: ReadingContext) {
    var child = tree[id].firstChild
    while child != HTMLTree.none {
      visit(child, context)
      child = tree[child].next
    }
  }

  mutating func visit(_ id: HTMLTree.NodeID, _ outer: ReadingContext) {
    let node = tree[id]
    if node.name == .text {
      visitText(id, outer)
      return
    }
    guard nesting < NestingLimit.elements else {
      visitTexts(of: id, outer)
      return
    }
    nesting += 1
    defer { nesting -= 1 }
    noteAnchor(of: id)
    let context = context(within: node, outer)
    let isBlock = isBlock(node, in: outer)
    if !isBlock {
      visitInline(id, node.name, context)
    } else if context.dissolvesBlocks || isTooExpensive(context) {
      collector.addSpace(outer.formats)
      visitContent(id, node.name, context)
      collector.addSpace(outer.formats)
    } else {
      endParagraph()
      charge(lines: 2, context)
      if node.name.isBlock {
        visitBlock(id, node.name, context)
      } else {
        visitInline(id, node.name, context)
      }
      endParagraph()
    }
  }

  /// What holds within an element: not inlined, for a style would take stack at every level.
  @inline(never) private func context(within node: HTMLTree.Node, _ outer: ReadingContext) -> ReadingContext {
    let context = outer.entering(node.name)
    guard node.style >= 0 else { return context }
    let style = tree.styles[Int(node.style)]
    var styled = context.applying(style, of: node.name)
    if style.isHighlighted, node.name == .span { styled.formats = styled.formats.adding(.highlight) }
    // Docs has no other sign for what people underline by habit.
    if style.isUnderlined == true, context.link < 0, node.name != .a, tree.producer != .googleDocs {
      styled.formats = styled.formats.adding(.underline)
    }
    return styled
  }

  /// True for an element that begins and ends a line, by its name or its style.
  @inline(never) private func isBlock(_ node: HTMLTree.Node, in outer: ReadingContext) -> Bool {
    guard node.style >= 0 else { return node.name.isBlock }
    let style = tree.styles[Int(node.style)]
    if node.name == .div || node.name == .p || node.name == .section { return !style.isInline }
    return node.name.isBlock || style.isBlock && !outer.isCode
  }

  /// Reads what an element holds as text of the paragraph around it.
  private mutating func visitContent(
    _ id: HTMLTree.NodeID, _ name: HTMLElementName, _ context: ReadingContext
  ) {
    if name.isBlock {
      visitChildren(of: id, context)
    } else {
      visitInline(id, name, context)
    }
  }

  /// Reads the texts within an element as if nothing else were in it, without recursion.
  @inline(never) private mutating func visitTexts(of id: HTMLTree.NodeID, _ context: ReadingContext) {
    var current = tree.following(id, within: id)
    while current != HTMLTree.none {
      if tree[current].name == .text { visitText(current, context) }
      current = tree.following(current, within: id)
    }
  }

  @inline(never) private mutating func visitText(_ id: HTMLTree.NodeID, _ context: ReadingContext) {
    let text = tree.text(of: id)
    if !pendingAnchors.isEmpty, !text.allSatisfy(\.isHTMLSpace) { appendPendingAnchors(context) }
    if pendingBox != nil, !text.allSatisfy(\.isHTMLSpace) { appendPendingBox(context) }
    if context.isCode {
      collector.appendCode(
        text, context.formats, link: context.link, keepsSpaces: context.keepsLines)
    } else if context.keepsLines {
      collector.appendLines(text, context.formats, link: context.link, isCode: context.isMonospaced)
    } else {
      collector.append(text, context.formats, link: context.link, isCode: context.isMonospaced)
    }
  }

  // MARK: - Cost

  /// Charges lines for their indentation, beyond what their markup has cost the source.
  mutating func charge(lines: Int, _ context: ReadingContext) {
    budget -= lines * 2 * max(0, context.depth - 4)
  }

  /// True if another line at this depth would make the document much larger than its source.
  func isTooExpensive(_ context: ReadingContext) -> Bool {
    budget < 0 && context.depth > 4
  }

  // MARK: - Paragraphs

  /// Ends the paragraph that is being collected; two line breaks or more in a row part it.
  @inline(never) mutating func endParagraph() {
    endLineWithBox()
    guard !collector.isEmpty else {
      collector.reset()
      return
    }
    var start = 0
    let runs = collector.runs
    for index in runs.indices {
      guard runs[index].kind == .lineBreak, index + 1 < runs.count, runs[index + 1].kind == .lineBreak else {
        continue
      }
      appendParagraph(start..<index)
      start = index + 1
    }
    appendParagraph(start..<runs.count)
    collector.reset()
  }

  private mutating func appendParagraph(_ range: Range<Int>) {
    if tree.producer != .other { collector.trimLineEnds(in: range) }
    let inlines = trimmedInlines(range)
    if inlines.count == 1, case .html(let tag) = inlines[0] {
      blocks.append(.html(tag))
    } else if !inlines.isEmpty {
      blocks.append(.paragraph(inlines))
    }
  }

  /// The inlines of some runs, without breaks and emptiness at the ends; none if there is nothing to see.
  private func trimmedInlines(_ range: Range<Int>) -> [Inline] {
    var range = range
    while let first = range.first, collector.runs[first].kind == .lineBreak { range.removeFirst() }
    while let last = range.last, collector.runs[last].kind == .lineBreak { range.removeLast() }
    return isBlank(range) ? [] : collector.inlines(range)
  }

  /// True if some runs show nothing.
  func isBlank(_ range: Range<Int>) -> Bool {
    range.allSatisfy { index in
      collector.runs[index].kind == .lineBreak
        || collector.runs[index].kind == .text && hasOnlySpaces(collector.runs[index])
    }
  }

  /// True if a run is nothing but spaces, no-break spaces among them.
  private func hasOnlySpaces(_ run: InlineRun) -> Bool {
    let text = collector.buffer[run.text]
    return text.allSatisfy { $0 == 0x20 || $0 == 0xC2 || $0 == 0xA0 }
  }
}

/// The context of a node: its formatting, and how its text is to be taken.
struct ReadingContext {
  var formats = InlineFormats.none
  /// The link that the text is of, -1 for none.
  var link = -1
  /// True within a `code` element or its like.
  var isCode = false
  /// True for text in a font for code.
  var isMonospaced = false
  /// Line feeds break lines.
  var keepsLines = false
  /// Bold is how everything here looks: header cells.
  var isBoldAnyway = false
  /// The strong text or the emphasis here is a look, within which an element that means it adds nothing.
  private var isStrongLook = false
  private var isEmphasisLook = false
  /// Blocks here are no more than their text, set apart by spaces.
  var dissolvesBlocks = false
  /// The number of quotes and lists that are around this.
  var depth: Int
  /// The number of tables, definition lists and figures that are around this.
  var enclosures = 0

  init(depth: Int = 0) {
    self.depth = depth
  }

  /// Makes text strong or emphasised because it looks so, unless it is already.
  mutating func addLook(_ format: InlineFormats.Format) {
    guard !formats.contains(format) else { return }
    formats = formats.adding(format)
    if format == .strong { isStrongLook = true } else { isEmphasisLook = true }
  }

  /// The context within an element that says this about itself.
  func applying(_ style: InlineStyle, of name: HTMLElementName) -> ReadingContext {
    var context = self
    if let isItalic = style.isItalic {
      if !isItalic {
        context.formats = context.formats.removing(InlineFormats.allEmphasis)
      } else if name.headingLevel == 0, name != .blockquote {
        context.addLook(.emphasis)
      }
    }
    if let isBold = style.isBold {
      if !isBold {
        context.formats = context.formats.removing(InlineFormats.allStrong)
      } else if !isBoldAnyway, name.headingLevel == 0, name != .th {
        context.addLook(.strong)
      }
    }
    if style.isStruck == true { context.formats = context.formats.adding(.strikethrough) }
    if name != .sup, name != .sub {
      switch style.vertical {
      case .superscript: context.formats = context.formats.adding(.superscript)
      case .subscript: context.formats = context.formats.adding(.subscript)
      case .baseline: context.formats = context.formats.removing(InlineFormats.allScripts)
      case nil: break
      }
    }
    if let isMonospaced = style.isMonospaced { context.isMonospaced = isMonospaced }
    if let whiteSpace = style.whiteSpace { context.keepsLines = whiteSpace == .preserved }
    return context
  }

  /// The context within a table, a definition list or a figure; nil if too many are around it.
  var enclosed: ReadingContext? {
    guard enclosures < NestingLimit.enclosures else { return nil }
    var context = self
    context.enclosures += 1
    return context
  }

  /// The context within an element that formats its text.
  func entering(_ name: HTMLElementName) -> ReadingContext {
    var context = self
    switch name {
    case .strong:
      context.formats = isStrongLook ? formats.adding(.strong) : formats.nesting(.strong)
      context.isStrongLook = false
    case .b: if !isBoldAnyway { context.addLook(.strong) }
    case .em:
      context.formats = isEmphasisLook ? formats.adding(.emphasis) : formats.nesting(.emphasis)
      context.isEmphasisLook = false
    case .i, .var: context.addLook(.emphasis)
    case .s, .strike, .del: context.formats = formats.adding(.strikethrough)
    case .u, .ins: if link < 0 { context.formats = formats.adding(.underline) }
    case .sup: context.formats = formats.nesting(.superscript)
    case .sub: context.formats = formats.nesting(.subscript)
    case .mark: context.formats = formats.adding(.highlight)
    case .kbd: context.formats = formats.adding(.keyboard)
    case .code, .tt, .samp: context.isCode = true
    default: break
    }
    return context
  }
}

/// The places of a page that its own links lead to.
///
/// Markdown has no word for them; an empty anchor says it in every dialect that lets HTML through.
private struct LinkTargets {
  /// The largest number that is kept.
  private static let countLimit = 4096

  /// The name of each place.
  private var names: [HTMLTree.NodeID: String] = [:]

  /// Finds the places; links of notes lead elsewhere once they are read.
  ///
  /// - Parameter places: those that links from elsewhere lead to.
  init(in tree: HTMLTree, notes: HTMLFootnotes, places: Set<String> = []) {
    var wanted = Self.linked(in: tree, notes).union(places)
    guard !wanted.isEmpty else { return }
    Self.forEachElement(of: tree) { id in
      guard !wanted.isEmpty, let name = Self.name(of: id, in: tree), wanted.remove(name) != nil else {
        return
      }
      names[id] = name
    }
  }

  /// The anchor for an element, once; nil if no link leads there.
  mutating func takeAnchor(of id: HTMLTree.NodeID) -> String? {
    names.isEmpty ? nil : names.removeValue(forKey: id).map(AnchorMarkup.html)
  }

  /// The names that links lead to, without those of headings and the like that link to themselves.
  private static func linked(in tree: HTMLTree, _ notes: HTMLFootnotes) -> Set<String> {
    var linked: Set<String> = []
    forEachElement(of: tree) { id in
      guard tree[id].name == .a, linked.count < countLimit, notes.references[id] == nil,
        let address = tree.attribute(.href, of: id), address.first == UInt8(ascii: "#"),
        let name = safeName(address.dropFirst())
      else { return }
      var around = id
      while around != HTMLTree.none, around != HTMLTree.root {
        // Code keeps no links.
        if tree[around].name == .pre || Self.name(of: around, in: tree) == name { return }
        around = tree[around].parent
      }
      linked.insert(name)
      guard address.contains(UInt8(ascii: "%")) else { return }
      if let decoded = safeName(address.dropFirst().percentDecoded[...]) { linked.insert(decoded) }
    }
    return linked
  }

  private static func name(of id: HTMLTree.NodeID, in tree: HTMLTree) -> String? {
    if let name = tree.attribute(.id, of: id).flatMap(safeName) { return name }
    return tree[id].name == .a ? tree.attribute(.name, of: id).flatMap(safeName) : nil
  }

  /// A name that can stand in an attribute as it is.
  private static func safeName(_ name: ArraySlice<UInt8>) -> String? {
    AnchorMarkup.isSafe(name) ? String(decoding: name, as: UTF8.self) : nil
  }

  private static func forEachElement(of tree: HTMLTree, _ body: (HTMLTree.NodeID) -> Void) {
    var current = tree.following(HTMLTree.root, within: HTMLTree.root)
    while current != HTMLTree.none {
      if tree[current].name != .text { body(current) }
      current = tree.following(current, within: HTMLTree.root)
    }
  }
}
