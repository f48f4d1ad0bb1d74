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
  /// How many anchors have found their place.
  private(set) var anchorCount = 0
  /// An anchor stands in a heading.
  var namesHeadings = false
  var collector = InlineCollector()
  /// The blocks of the container that is being read.
  var blocks: [Block] = []
  /// True if the container that is being read has a paragraph that is set apart from its neighbours.
  var hasSpacedParagraph = false
  /// How many bytes more the document may cost its writer for what it does not say itself: the indentation of
  /// lines, cells that fill rows.
  var budget: Int
  /// The controls that are the boxes of tasks, and no signs in the text.
  var taskInputs: Set<HTMLTree.NodeID> = []
  /// The box of a control, until there is text for it to stand before.
  var pendingBox: ListItem.Checkbox?
  /// How many elements are around the node that is being read.
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
    let document = Document(blocks, footnotes: footnotes)
    return builder.namesHeadings && places.isEmpty ? PlaceSettling.settled(document) : document
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
