/// Elements that begin and end lines of their own.
extension DocumentBuilder {
  @inline(never) mutating func visitBlock(
    _ id: HTMLTree.NodeID, _ name: HTMLElementName, _ context: ReadingContext
  ) {
    switch name {
    case .h1, .h2, .h3, .h4, .h5, .h6:
      visitHeading(id, level: name.headingLevel, context)
    case .hr:
      blocks.append(.thematicBreak)
    case .pre, .listing, .xmp, .plaintext:
      if let code = PreformattedText.codeBlock(of: id, in: tree) { append(code, context) }
    case .blockquote:
      visitContainer(id, context) { .blockQuote(Alert.named($0)) }
    case .ul, .ol, .menu, .dir:
      visitList(id, name, context)
    case .li:
      // An item without a list is a list of one.
      visitList(items: [id], .bullet, context)
    case .table:
      visitTable(id, context)
    case .dl:
      visitDefinitionList(id, context)
    case .figure:
      visitFigure(id, context)
    case .dt, .summary:
      visitChildren(of: id, context, looking: .strong)
    case .figcaption, .caption:
      visitChildren(of: id, context, looking: .emphasis)
    case .p:
      if !isSetTight(id) { hasSpacedParagraph = true }
      visitChildren(of: id, context)
    case .option, .optgroup:
      break
    default:
      visitChildren(of: id, context)
    }
  }

  @inline(never) private mutating func append(_ code: CodeBlock, _ context: ReadingContext) {
    charge(lines: code.code.utf8.count { $0 == UInt8(ascii: "\n") }, context)
    if isTooExpensive(context) {
      let line = code.code.utf8.map { $0 == UInt8(ascii: "\n") ? 0x20 : $0 }
      blocks.append(.paragraph([.code(String(decoding: line, as: UTF8.self))]))
    } else {
      blocks.append(.codeBlock(code))
    }
  }

  @inline(never) private mutating func visitChildren(
    of id: HTMLTree.NodeID, _ outer: ReadingContext, looking format: InlineFormats.Format
  ) {
    var context = outer
    context.addLook(format)
    visitChildren(of: id, context)
  }

  /// True for a paragraph whose style leaves no space around it.
  @inline(never) private func isSetTight(_ id: HTMLTree.NodeID) -> Bool {
    guard let style = tree.style(of: id) else { return false }
    return style.hasNoVerticalMargins && tree.attribute(.role, of: id) == nil
  }

  @inline(never) private mutating func visitHeading(
    _ id: HTMLTree.NodeID, level: Int, _ outer: ReadingContext
  ) {
    var context = outer
    context.formats = context.formats.removing(.strong)
    context.dissolvesBlocks = true
    let anchorsBefore = anchorCount
    visitChildren(of: id, context)
    endLineWithBox()
    namesHeadings = namesHeadings || anchorCount > anchorsBefore
    // Bold or italics throughout are how a heading looks, unless they are said to be emphasis.
    if !tree.contains(in: id, where: { tree[$0].name == .strong }) {
      collector.removeFromWhole(.strong, passingCode: true)
    }
    if !tree.contains(in: id, where: { tree[$0].name == .em }) { collector.removeFromWhole(.emphasis) }
    let isBlank = isBlank(0..<collector.runs.count)
    let inlines = isBlank ? [] : collector.inlines(0..<collector.runs.count)
    collector.reset()
    // Markdown has empty headings; those of pages have something unseen in them.
    if !isBlank || tree[id].firstChild == HTMLTree.none {
      blocks.append(.heading(level: level, inlines))
    }
  }

  /// Reads a container that indents what it holds, unless it is nested too deep.
  @inline(never) mutating func visitContainer(
    _ id: HTMLTree.NodeID, _ outer: ReadingContext, _ make: ([Block]) -> Block
  ) {
    guard let context = nested(outer) else {
      dissolve(id, outer)
      return
    }
    let outerSpacing = hasSpacedParagraph
    let content = content(of: id, context)
    hasSpacedParagraph = outerSpacing
    blocks.append(make(content))
  }

  /// The context within a container; nil if there is no room for one.
  func nested(_ outer: ReadingContext) -> ReadingContext? {
    guard outer.depth < NestingLimit.blocks, budget > 0 else { return nil }
    var context = outer
    context.depth += 1
    return context
  }

  /// Reads what is nested too deep as one paragraph.
  @inline(never) mutating func dissolve(_ id: HTMLTree.NodeID, _ outer: ReadingContext) {
    var context = outer
    context.dissolvesBlocks = true
    visitChildren(of: id, context)
    endParagraph()
  }

  // MARK: - Lists

  @inline(never) private mutating func visitList(
    _ id: HTMLTree.NodeID, _ name: HTMLElementName, _ context: ReadingContext
  ) {
    var items: [HTMLTree.NodeID] = []
    for child in tree.children(of: id) where !tree.isBlank(child) { items.append(child) }
    guard name == .ol else {
      visitList(items: items, .bullet, context)
      return
    }
    var start = Self.number(tree.number(.start, of: id))
    var (first, next) = (0, start ?? 1)
    for (index, item) in items.enumerated() where tree[item].name == .li {
      // An item with a number of its own that does not follow begins a list of its own.
      if let number = Self.number(tree.number(.value, of: item)), number != next {
        visitList(items: Array(items[first..<index]), .ordered(start: start ?? 1), context)
        (first, start, next) = (index, number, number)
      }
      next += 1
    }
    visitList(items: Array(items[first...]), .ordered(start: start ?? 1), context)
  }

  /// A number that an item can have (CommonMark 5.2).
  private static func number(_ attribute: Int?) -> Int? {
    attribute.flatMap { (0...999_999_999).contains($0) ? $0 : nil }
  }

  @inline(never) private mutating func visitList(
    items: [HTMLTree.NodeID], _ kind: List.Kind, _ outer: ReadingContext
  ) {
    guard !items.isEmpty else { return }
    guard let context = nested(outer) else {
      for item in items { dissolve(item, outer) }
      return
    }
    var list = List(kind, items: [])
    for item in items {
      if isTooExpensive(context) {
        collector.addSpace(context.formats)
        var rest = context
        rest.dissolvesBlocks = true
        visitChildren(of: item, rest)
        continue
      }
      charge(lines: 1, context)
      let outerSpacing = hasSpacedParagraph
      hasSpacedParagraph = false
      let node = tree[item].name
      if let input = TaskItem.leadingInput(of: item, in: tree) { taskInputs.insert(input) }
      var content: [Block]
      if node == .li {
        var inner = context
        if let style = tree.style(of: item) { inner = inner.applying(style, of: .li) }
        content = self.content(of: item, inner)
      } else {
        // What stands in a list without being an item is shown as one.
        let outerBlocks = blocks
        blocks = []
        visit(item, context)
        endParagraph()
        content = blocks
        blocks = outerBlocks
      }
      if hasSpacedParagraph || Self.hasAdjacentParagraphs(content) { list.isTight = false }
      hasSpacedParagraph = outerSpacing
      if node != .li, content.isEmpty { continue }
      list.items.append(ListItem(checkbox: TaskItem.takeCheckbox(of: item, in: tree, &content), content))
    }
    // One paragraph in one item has nothing to be set apart from.
    if list.items.count == 1, list.items[0].blocks.count <= 1 { list.isTight = true }
    if !list.items.isEmpty { blocks.append(.list(list)) }
    endParagraph()
  }

  private static func hasAdjacentParagraphs(_ blocks: [Block]) -> Bool {
    zip(blocks, blocks.dropFirst()).contains { pair in
      if case (.paragraph, .paragraph) = pair { true } else { false }
    }
  }
}
