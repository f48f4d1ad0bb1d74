/// Definition lists and figures.
extension DocumentBuilder {
  /// Reads a definition list; one whose terms are no lines of text is the paragraphs that it shows.
  @inline(never) mutating func visitDefinitionList(_ id: HTMLTree.NodeID, _ outer: ReadingContext) {
    guard let context = outer.enclosed, let parts = definitionParts(of: id, context) else {
      visitChildren(of: id, outer)
      return
    }
    var definitions: [Definition] = []
    var shown: [Block] = []
    var hasOddTerm = false
    for (part, context) in parts {
      let content = separately { $0.visit(part, context) }
      shown += content
      if tree[part].name == .dd {
        if definitions.isEmpty { definitions.append(Definition(terms: [], details: [])) }
        if !content.isEmpty { definitions[definitions.count - 1].details.append(content) }
        continue
      }
      guard !content.isEmpty else { continue }
      guard content.count == 1, case .paragraph(let inlines) = content[0], inlines.count == 1,
        case .strong(let term) = inlines[0]
      else {
        hasOddTerm = true
        continue
      }
      if definitions.last?.details.isEmpty ?? false {
        definitions[definitions.count - 1].terms.append(term)
      } else {
        definitions.append(Definition(terms: [term], details: []))
      }
    }
    if hasOddTerm || definitions.allSatisfy(\.terms.isEmpty) {
      blocks += shown
    } else if let list = Self.numberedList(definitions) {
      blocks.append(.list(list))
    } else {
      blocks.append(.definitionList(definitions))
    }
  }

  /// The list that definitions are whose terms are numbers that follow each other.
  private static func numberedList(_ definitions: [Definition]) -> List? {
    guard let first = definitions.first.flatMap(number(of:)), definitions.count > 1 else { return nil }
    let isInOrder = definitions.enumerated().allSatisfy { number(of: $1) == first + $0 }
    guard isInOrder else { return nil }
    let items = definitions.map { ListItem(Array($0.details.joined())) }
    return List(.ordered(start: first), isTight: items.allSatisfy { $0.blocks.count == 1 }, items: items)
  }

  private static func number(of definition: Definition) -> Int? {
    guard definition.terms.count == 1, definition.terms[0].count == 1,
      case .text(let text) = definition.terms[0][0],
      !definition.details.isEmpty
    else { return nil }
    let digits = text.last == "." || text.last == ")" ? text.dropLast() : text[...]
    guard digits.utf8.count < 5, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int(digits)
  }

  /// The terms and details of a list with what holds around them; nil if it holds anything else.
  private func definitionParts(
    of id: HTMLTree.NodeID, _ context: ReadingContext
  ) -> [(HTMLTree.NodeID, ReadingContext)]? {
    var parts: [(HTMLTree.NodeID, ReadingContext)] = []
    for child in tree.children(of: id) where !tree.isBlank(child) {
      switch tree[child].name {
      case .dt, .dd:
        parts.append((child, context))
      case .div:
        let inner = tree.style(of: child).map { context.applying($0, of: .div) } ?? context
        for part in tree.children(of: child) where !tree.isBlank(part) {
          guard tree[part].name == .dt || tree[part].name == .dd else { return nil }
          parts.append((part, inner))
        }
      default:
        return nil
      }
    }
    return parts
  }

  /// Reads a figure; one whose caption is no line of text is the blocks that it shows.
  @inline(never) mutating func visitFigure(_ id: HTMLTree.NodeID, _ outer: ReadingContext) {
    let children = tree.children(of: id).filter { !tree.isBlank($0) }
    let captions = children.filter { tree[$0].name == .figcaption }
    guard let context = outer.enclosed, captions.count == 1, let caption = captions.first,
      caption == children.first || caption == children.last
    else {
      visitChildren(of: id, outer)
      return
    }
    var captionBlocks: [Block] = []
    var figureBlocks: [Block] = []
    if caption == children.first { captionBlocks = separately { $0.visit(caption, context) } }
    figureBlocks = separately { builder in
      for child in builder.tree.children(of: id) where child != caption { builder.visit(child, context) }
    }
    if caption != children.first { captionBlocks = separately { $0.visit(caption, context) } }
    if !figureBlocks.isEmpty, let text = Self.caption(captionBlocks) {
      blocks.append(
        .figure(Figure(figureBlocks, caption: text, isCaptionFirst: caption == children.first)))
    } else {
      blocks += caption == children.first ? captionBlocks + figureBlocks : figureBlocks + captionBlocks
    }
  }

  /// The text of a caption that is one paragraph.
  static func caption(_ blocks: [Block]) -> [Inline]? {
    guard blocks.count == 1, case .paragraph(let inlines) = blocks[0], inlines.count == 1,
      case .emphasis(let text) = inlines[0]
    else { return nil }
    return text
  }

  /// The blocks that something makes, which are not appended to those of the container.
  mutating func separately(_ read: (inout DocumentBuilder) -> Void) -> [Block] {
    let outer = blocks
    blocks = []
    read(&self)
    endParagraph()
    defer { blocks = outer }
    return blocks
  }
}
