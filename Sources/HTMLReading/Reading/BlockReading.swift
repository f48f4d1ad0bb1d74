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

/// A character without width that says where a line may break: a zero-width space or a soft hyphen.
///
/// Thai, Khmer and others write no spaces between words, and need them. But editors also leave them for cursors to
/// stand in, at the edges of what is formatted, and pages put them into empty elements: those are not of the text.
enum BreakMark {
  static let space: [UInt8] = [0xE2, 0x80, 0x8B]
  private static let hyphen: [UInt8] = [0xC2, 0xAD]

  /// The mark that text begins with, in UTF-8.
  static func prefix(of text: ArraySlice<UInt8>) -> [UInt8]? {
    text.starts(with: space) ? space : text.starts(with: hyphen) ? hyphen : nil
  }

  /// True if a mark between the two is of the text: within a word, or beside a script without spaces.
  static func isContent(after text: ArraySlice<UInt8>, before following: ArraySlice<UInt8>) -> Bool {
    guard let sides = Sides(text, following) else { return false }
    return sides.areOfOneWord || sides.haveNoSpaces
  }

  /// True if a mark between the two is of code: beside a script without spaces, for names in code have no marks.
  static func isContentOfCode(after text: ArraySlice<UInt8>, before following: ArraySlice<UInt8>) -> Bool {
    Sides(text, following)?.haveNoSpaces ?? false
  }

  /// The characters on both sides of a mark, where both can be seen.
  private struct Sides {
    let before, after: UnicodeScalar

    init?(_ text: ArraySlice<UInt8>, _ following: ArraySlice<UInt8>) {
      // Four bytes hold a character, and those that are left of the one before it count for nothing.
      guard let before = String(decoding: text.suffix(4), as: UTF8.self).unicodeScalars.last,
        let after = String(decoding: following.prefix(4), as: UTF8.self).unicodeScalars.first,
        !before.properties.isWhitespace, !after.properties.isWhitespace
      else { return nil }
      (self.before, self.after) = (before, after)
    }

    var areOfOneWord: Bool { before.isOfWords && after.isOfWords }
    var haveNoSpaces: Bool { before.isOfScriptWithoutSpaces || after.isOfScriptWithoutSpaces }
  }
}

extension UnicodeScalar {
  fileprivate var isOfWords: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      true
    default: false
    }
  }

  /// True in the blocks of scripts whose lines break by a dictionary (Unicode's line breaking class SA).
  fileprivate var isOfScriptWithoutSpaces: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF, 0xA9E0...0xA9FF,
      0xAA60...0xAADF:
      true
    default: false
    }
  }
}

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
