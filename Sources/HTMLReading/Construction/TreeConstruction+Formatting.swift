/// Formatting that goes on across the ends of blocks.
extension TreeConstruction {
  /// Opens the formatting elements again that what they stood in has ended with (WHATWG HTML 13.2.4.3).
  mutating func reconstructFormatting() {
    guard !formatting.isEmpty else { return }
    let entries = formatting.sinceMarker
    guard !isOpen(formatting[entries.upperBound - 1].node) else { return }
    var first = entries.upperBound - 1
    while first > entries.lowerBound, !isOpen(formatting[first - 1].node) { first -= 1 }
    for index in first..<entries.upperBound {
      guard stack.count < Self.depthLimit else { return }
      let entry = formatting[index]
      copyBudget -= 1
      copiedByteBudget -= entry.cost
      guard copyBudget >= 0, copiedByteBudget >= 0 else { return formatting.removeAll() }
      let node = sink.copy(entry.node)
      put(node, at: insertionPlace())
      stack.append(OpenElement(node: node, name: entry.name, namespace: .html))
      formatting[index].node = node
    }
  }

  /// Ends formatting before a block where repeating it would make what is read much larger than its source: each block
  /// that a reader makes has the formatting around it.
  package mutating func endFormattingBeyondBudget() {
    guard !formatting.isEmpty else { return }
    copyBudget -= formatting.sinceMarker.count
    copiedByteBudget -= formatting.cost
    guard copyBudget < 0 || copiedByteBudget < 0 else { return }
    for index in formatting.sinceMarker.reversed() where formatting.sinceMarker.contains(index) {
      endTag(Tag(formatting[index].name))
    }
    formatting.removeAll()
  }

  /// Opens a formatting element, which is opened again until an end tag ends it.
  mutating func insertFormatting(_ tag: Tag) {
    guard !formatting.isFull else { return leaveOut(tag.known) }
    guard let node = insert(tag) else { return }
    // Of equal elements three are opened again at most (the rule is called Noah's Ark).
    var equal = 0
    var earliest: Int?
    for index in formatting.sinceMarker.reversed()
    where formatting[index].name == tag.name && sink.haveEqualAttributes(formatting[index].node, node) {
      equal += 1
      earliest = index
    }
    if equal >= 3, let earliest { formatting.remove(at: earliest) }
    formatting.append(.init(node: node, name: tag.name, cost: sink.copyCost(of: node)))
  }

  /// Ends a formatting element across blocks, which stay open (the adoption agency, 13.2.6.4.7).
  ///
  /// - Parameter isEndTag: false for a start tag that ends an element of its name.
  mutating func endFormatting(_ tag: Tag, isEndTag: Bool) {
    if let last = stack.last, last.name == tag.name, last.namespace == .html,
      formatting.index(of: last.node) == nil
    {
      if isEndTag { sink.noteEndTag(of: last.node) }
      stack.removeLast()
      return
    }
    for _ in 0..<8 {
      guard let entry = formatting.last(tag.known) else {
        if isEndTag { endOrdinary(tag) }
        return
      }
      let node = formatting[entry].node
      guard let position = stack.lastIndex(where: { $0.node == node }) else {
        formatting.remove(at: entry)
        return
      }
      guard isInScope(where: { $0.node == node }) else { return }
      if isEndTag { sink.noteEndTag(of: node) }
      guard let block = stack[position...].firstIndex(where: \.isSpecial) else {
        stack.removeSubrange(position...)
        formatting.remove(at: entry)
        return
      }
      copiedByteBudget -= formatting[entry].cost
      guard copyBudget >= 0, copiedByteBudget >= 0 else {
        // What is open in it stays where it is; what comes next stands outside.
        formatting.remove(at: entry)
        stack.remove(at: position)
        return
      }
      adopt(from: position, by: block, entry)
    }
  }

  /// One round of the adoption agency: puts the formatting element at a position of the stack around the content of the
  /// block in it, and lets the block stand beside it.
  private mutating func adopt(from position: Int, by block: Int, _ entry: Int) {
    hasMovedBlocks = true
    let cost = formatting[entry].cost
    let (element, furthest) = (stack[position], stack[block])
    let ancestor = stack[position - 1]
    var bookmark = entry
    var last = furthest.node
    var index = block
    var between: [OpenElement] = []
    for count in 1... {
      index -= 1
      guard index > position else { break }
      let inner = stack[index]
      var inList = formatting.index(of: inner.node)
      if count > 3, let listed = inList {
        formatting.remove(at: listed)
        if listed < bookmark { bookmark -= 1 }
        inList = nil
      }
      guard let listed = inList else { continue }
      let copy = sink.copy(inner.node)
      copyBudget -= 1
      formatting[listed].node = copy
      between.append(OpenElement(node: copy, name: inner.name, namespace: .html))
      if last == furthest.node { bookmark = listed + 1 }
      sink.detach(last)
      sink.append(last, to: copy)
      last = copy
    }
    sink.detach(last)
    put(last, at: insertionPlace(in: ancestor))
    let copy = sink.copy(element.node)
    sink.moveChildren(of: furthest.node, to: copy)
    sink.append(copy, to: furthest.node)
    // The entry moves to the bookmark, the element behind the block.
    if let old = formatting.index(of: element.node) {
      formatting.remove(at: old)
      if old < bookmark { bookmark -= 1 }
    }
    let moved = FormattingList.Entry(node: copy, name: element.name, cost: cost)
    formatting.insert(moved, at: min(bookmark, formatting.entries.count))
    stack.replaceSubrange(
      position...block,
      with: between.reversed() + [furthest, OpenElement(node: copy, name: element.name, namespace: .html)])
  }
}

/// The list of active formatting elements (WHATWG HTML 13.2.4.3): those that no end tag has ended yet, and that are
/// opened again where what they stood in has ended.
struct FormattingList {
  struct Entry {
    var node: Int32
    let name: ElementName
    /// The number of bytes that a copy of the element adds.
    let cost: Int
  }

  /// The largest number of formatting elements that are opened again: each of them would be in every block that follows.
  static let limit = 48

  private(set) var entries: [Entry] = []
  /// The positions where the cells, objects and templates begin that are open: what stands before is not opened again in them.
  private var markers: [Int] = []

  var start: Int { markers.last ?? 0 }
  var isEmpty: Bool { entries.count == start }
  var isFull: Bool { entries.count - start >= Self.limit }

  /// The places of the entries since the last marker.
  var sinceMarker: Range<Int> { start..<entries.count }

  subscript(index: Int) -> Entry {
    get { entries[index] }
    set { entries[index] = newValue }
  }

  func last(_ name: HTMLElementName) -> Int? {
    sinceMarker.last { entries[$0].name.known == name }
  }

  func index(of node: Int32) -> Int? {
    entries[start...].lastIndex { $0.node == node }
  }

  /// The cost to open all of them again.
  var cost: Int { entries[start...].reduce(0) { $0 + $1.cost } }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
  }

  mutating func insert(_ entry: Entry, at index: Int) {
    entries.insert(entry, at: index)
  }

  mutating func remove(at index: Int) {
    entries.remove(at: index)
  }

  mutating func remove(_ node: Int32) {
    if let index = index(of: node) { entries.remove(at: index) }
  }

  mutating func addMarker() { markers.append(entries.count) }

  /// Forgets what was added since the last marker, and the marker.
  mutating func endMarked() {
    entries.removeSubrange(start...)
    markers.removeLast(min(1, markers.count))
  }

  /// Forgets what was added since the last marker.
  mutating func removeAll() { entries.removeSubrange(start...) }
}
