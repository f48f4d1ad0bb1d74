/// Takes a text apart into blocks, line by line (CommonMark, appendix: "Phase 1: block structure").
///
/// Each line goes through the containers that are open, which there are few of, then opens what it begins, then
/// adds its rest to a block of text. What it leaves are nodes in the order of the text, and where the lines of
/// their texts stand.
struct BlockParser {
  var nodes: [BlockNode] = []
  var pieces: [TextPiece] = []
  var references = ReferenceTable()
  var notes = NoteTable()

  /// The text as an array too, for what is copied of it.
  let source: [UInt8]
  var containers = [OpenContainer(.document, node: -1)]
  /// The number of `containers` that the line belongs to.
  var matched = 1
  var leaf = OpenLeaf.none
  var leafNode = 0
  /// The last line of the paragraph that is open: it may be the header of a table.
  var lastLine = 0..<0
  /// True if the line has begun an item.
  var isItemNew = false
  /// True if the paragraph that is open stands behind a blank line in an item (CommonMark 5.3).
  var isParagraphApart = false
  /// The number of containers that the line before belonged to if it was blank, else 0.
  private var blankDepth = 0
  /// The innermost of them whose content is no part of its own list's items.
  private var blankFloor = 0

  /// True if lines that begin with a colon say what the terms above them are.
  let readsDefinitions: Bool

  init(_ source: [UInt8], readsDefinitions: Bool = false) {
    self.source = source
    self.readsDefinitions = readsDefinitions
  }

  /// Reads the lines from a position on to the end.
  mutating func read(_ text: Span<UInt8>, from start: Int) {
    var position = start
    while position < text.count {
      let end = ByteSearch.position(of: 0x0A, in: text, from: position, to: text.count)
      var line = MarkdownLine(position..<end, of: text)
      add(&line, text)
      position = end + 1
    }
    close(to: 1, text)
  }

  private mutating func add(_ line: inout MarkdownLine, _ text: Span<UInt8>) {
    isItemNew = false
    matchContainers(&line, text)
    let isWhole = matched == containers.count
    if isWhole, continueLeaf(&line, text) { return }
    if line.isBlank {
      addBlank(text)
      return
    }
    if openBlocks(&line, text) {
      blankDepth = 0
      return
    }
    // A line of text may continue a paragraph without the marks of its containers (CommonMark 5.1): had the line
    // opened any, the paragraph would have ended.
    if case .paragraph = leaf {
      append(line.contentPiece)
      blankDepth = 0
      return
    }
    if line.isBlank {
      addBlank(text)
      return
    }
    if isWhole, case .table = leaf, !TableRow.isEmpty(text, line.content..<line.end) {
      pieces.append(line.contentPiece)
    } else {
      openParagraph(line, text)
    }
    blankDepth = 0
  }

  // MARK: Containers

  /// Counts the containers that the line continues (CommonMark 5.1, 5.2).
  private mutating func matchContainers(_ line: inout MarkdownLine, _ text: Span<UInt8>) {
    matched = 1
    if line.isBlank {
      matchBlank(&line, text)
    } else {
      // The parser would be copied for each container that is asked in the condition of the loop.
      let containers = containers
      var depth = 1
      while depth < containers.count, Self.continues(containers[depth], &line, text) { depth += 1 }
      matched = depth
    }
  }

  /// Does so for a blank line, which continues what holds anything.
  private mutating func matchBlank(_ line: inout MarkdownLine, _ text: Span<UInt8>) {
    while matched < containers.count {
      switch containers[matched].kind {
      case .document, .list, .definitions: break
      case .quote: return
      case .item where containers[matched].childCount == 0: return
      // Of white space, code within the item keeps what lies behind the item's indentation.
      case .item, .note, .details:
        if line.indent > 0 { line.skip(columns: containers[matched].detail, of: text) }
      }
      matched += 1
    }
  }

  /// True if the line continues the container, whose marks it is then moved behind.
  private static func continues(
    _ container: OpenContainer, _ line: inout MarkdownLine, _ text: Span<UInt8>
  ) -> Bool {
    switch container.kind {
    case .document, .list, .definitions:
      return true
    case .quote:
      guard !line.isIndented, !line.isBlank, text[line.content] == UInt8(ascii: ">") else { return false }
      line.skipMark(1, of: text)
      line.skip(columns: 1, of: text)
      return true
    case .item, .note, .details:
      guard line.indent >= container.detail, !line.isBlank else {
        // Behind a quotation's mark there may be nothing.
        guard line.isBlank, container.childCount > 0 || container.kind == .note else { return false }
        line.skip(columns: container.detail, of: text)
        return true
      }
      line.skip(columns: container.detail, of: text)
      return true
    }
  }

  /// Adds a line to the leaf that is open if it continues it; else ends a leaf that no later line can continue.
  private mutating func continueLeaf(_ line: inout MarkdownLine, _ text: Span<UInt8>) -> Bool {
    switch leaf {
    case .none:
      return false
    case .paragraph, .table:
      if line.isBlank { closeLeaf(text) }
      return false
    case .fence(let mark, let length, let indent):
      if isClosingFence(line, mark, length, text) {
        closeLeaf(text)
      } else {
        line.skip(columns: indent, of: text)
        append(line.rest)
      }
      blankDepth = 0
      return true
    case .indentedCode:
      guard line.isIndented || line.isBlank else {
        closeLeaf(text)
        return false
      }
      line.skip(columns: 4, of: text)
      if line.isBlank { noteBlank() } else { blankDepth = 0 }
      append(line.rest)
      return true
    case .html(let condition):
      if line.isBlank, condition.endsAtBlankLine {
        closeLeaf(text)
        return false
      }
      if line.isBlank { noteBlank() } else { blankDepth = 0 }
      append(line.rest)
      if condition.isEnded(by: text, from: line.content, to: line.end) { closeLeaf(text) }
      return true
    }
  }

  /// Ends the containers that the line does not belong to, and the leaf.
  mutating func closeUnmatched(_ text: Span<UInt8>) {
    close(to: matched, text)
  }

  private mutating func close(to count: Int, _ text: Span<UInt8>) {
    closeLeaf(text)
    while containers.count > count {
      let last = containers.removeLast()
      if last.endsBlank, last.kind == .item || last.kind == .list {
        containers[containers.count - 1].endsBlank = true
      }
      nodes[last.node].end = UInt32(truncatingIfNeeded: nodes.count)
    }
  }

  /// Opens a container in the innermost one that the line belongs to.
  mutating func open(
    _ kind: OpenContainer.Kind, as node: BlockNode.Kind, detail: Int = 0, _ text: Span<UInt8>
  ) {
    prepareForChild(isItem: kind == .item || kind == .details, text)
    let depth = containers[matched - 1].depth + (kind == .list ? 0 : 1)
    let floor = kind == .quote || kind == .note ? matched : containers[matched - 1].floor
    containers[matched - 1].lastChild = nodes.count
    containers.append(OpenContainer(kind, node: nodes.count, depth: depth, floor: floor, detail: detail))
    nodes.append(BlockNode(node, end: nodes.count + 1))
    matched = containers.count
  }

  /// True if the innermost container may hold another: what would nest deeper is text.
  var canNest: Bool { containers[matched - 1].depth < NestingLimit.blocks }

  /// Opens a leaf there; its lines follow.
  mutating func open(leaf node: BlockNode.Kind, _ text: Span<UInt8>) {
    prepareForChild(isItem: false, isParagraph: node == .paragraph, text)
    leafNode = nodes.count
    containers[matched - 1].lastChild = leafNode
    nodes.append(BlockNode(node, end: nodes.count + 1))
    nodes[leafNode].firstPiece = UInt32(truncatingIfNeeded: pieces.count)
    nodes[leafNode].lastPiece = nodes[leafNode].firstPiece
  }

  private mutating func prepareForChild(isItem: Bool, isParagraph: Bool = false, _ text: Span<UInt8>) {
    closeUnmatched(text)
    if !isItem, [.list, .definitions].contains(containers[matched - 1].kind) {
      matched -= 1
      close(to: matched, text)
    }
    // Of a paragraph nothing may be left but definitions, which stand apart from nothing.
    isParagraphApart = isBehindBlank && isParagraph
    if isBehindBlank && !isParagraph || containers[matched - 1].endsBlank { loosen() }
    containers[matched - 1].childCount += 1
  }

  // MARK: Blank lines

  /// True if a blank line stands between the next child of the innermost container and the child before it: within
  /// that child only if nothing but lists and items are around it (CommonMark 5.3).
  private var isBehindBlank: Bool {
    matched <= blankDepth && matched > blankFloor && containers[matched - 1].childCount > 0
  }

  private mutating func addBlank(_ text: Span<UInt8>) {
    closeUnmatched(text)
    // The line that an empty item begins with is not a blank one.
    if isItemNew, containers[matched - 1].kind == .item { blankDepth = 0 } else { noteBlank() }
  }

  private mutating func noteBlank() {
    blankDepth = matched
    blankFloor = containers[matched - 1].floor
  }

  /// Notes that the items of the list that a child is added to stand apart.
  mutating func loosen() {
    var index = containers.count - 1
    containers[index].endsBlank = false
    if containers[index].kind == .item { index -= 1 }
    if containers[index].kind == .list { nodes[containers[index].node].isLoose = true }
  }
}

/// A block that holds blocks, and to which the next line may still belong.
struct OpenContainer {
  enum Kind: UInt8 { case document, quote, list, item, note, definitions, details }

  let kind: Kind
  let node: Int
  /// The number of containers that it stands in, lists aside.
  let depth: Int
  /// For an item and for details by how many columns its content is indented, for a list the character of its marker.
  let detail: Int
  /// The index of the innermost quotation, note or list of definitions that it is or stands in, among the containers
  /// that are open.
  let floor: Int
  /// The number of blocks that it holds so far.
  var childCount = 0
  /// The nodes of the last block in it, and of the last list of definitions; -1 for none.
  var lastChild = -1
  var lastDefinitions = -1
  /// True if a blank line stood behind the last block, which has turned out to be none.
  var endsBlank = false

  init(_ kind: Kind, node: Int, depth: Int = 0, floor: Int = 0, detail: Int = 0) {
    self.kind = kind
    self.node = node
    self.depth = depth
    self.floor = floor
    self.detail = detail
  }
}

/// The block of text that is open within the innermost container.
enum OpenLeaf {
  case none
  case paragraph
  case fence(UInt8, length: Int, indent: Int)
  case indentedCode
  case html(HTMLBlockCondition)
  case table
}

/// A block as its lines make it, before the inlines in it are read.
///
/// Nodes stand in the order of the text, each before what it holds, so that the index behind its content is all
/// that a node needs to know of its place.
struct BlockNode {
  enum Kind: UInt8 {
    case quote, list, item, note
    /// Terms, one a line, and what is said of them.
    case definitions, term, details
    case paragraph, heading, fencedCode, indentedCode, html, rule, table
    /// A paragraph of which nothing but definitions was in it (CommonMark 4.7), or which became something else.
    case removed

    /// True for what is a block by itself; the others are a part of one, or none.
    var isBlock: Bool {
      switch self {
      case .item, .note, .term, .details, .removed: false
      default: true
      }
    }
  }

  var kind: Kind
  /// True for a list whose items stand apart (CommonMark 5.3).
  var isLoose = false
  /// The level of a heading, the character of a list's marker, the box of an item.
  var detail: UInt8 = 0
  /// The index behind the node and all that it holds.
  var end: UInt32
  /// The lines of a leaf, among all pieces of the text.
  var firstPiece: UInt32 = 0
  var lastPiece: UInt32 = 0
  /// The first number of an ordered list.
  var number: UInt32 = 0

  init(_ kind: Kind, end: Int) {
    self.kind = kind
    self.end = UInt32(truncatingIfNeeded: end)
  }

  var pieces: Range<Int> { Int(firstPiece)..<Int(lastPiece) }

  /// The index of the first node in it, and the index behind the last one.
  func content(at index: Int) -> Range<Int> { index + 1..<Int(end) }

  /// The marker of a list.
  var listKind: List.Kind {
    detail == UInt8(ascii: ".") || detail == UInt8(ascii: ")") ? .ordered(start: Int(number)) : .bullet
  }

  /// The box of an item; nil if it has none.
  var checkbox: ListItem.Checkbox? {
    detail == 0 ? nil : detail == Self.checkedBox ? .checked : .unchecked
  }

  /// The boxes of items (GFM 5.3), as `detail` has them.
  static let uncheckedBox: UInt8 = 1
  static let checkedBox: UInt8 = 2
}

/// The indices of the blocks among nodes that stand side by side.
struct SiblingBlocks: Sequence, IteratorProtocol {
  private let nodes: [BlockNode]
  private var index: Int
  private let end: Int

  init(_ nodes: [BlockNode], _ range: Range<Int>) {
    self.nodes = nodes
    (index, end) = (range.lowerBound, range.upperBound)
  }

  /// The first of them; nil if there are none.
  var first: Int? {
    var blocks = self
    return blocks.next()
  }

  mutating func next() -> Int? {
    while index < end {
      let here = index
      index = Int(nodes[here].end)
      if nodes[here].kind.isBlock { return here }
    }
    return nil
  }
}
