/// Fills a flow from markup that opens and closes what its paragraphs lie in: tables, notes, boxes.
///
/// What stands in a note or a box interrupts the paragraph around it.
struct FlowComposer {
  private enum Kind {
    case body
    case cell
    /// Items that whoever began it takes at its end.
    case apart
    /// A box, whose text follows the paragraph that it is anchored to.
    case box
  }

  private struct Container {
    var kind: Kind
    var items: [FlowItem] = []
    /// The paragraph that is open in it.
    var paragraph: FlowParagraphBuilder?

    /// Appends what does not stand in a paragraph: behind the open one, if there is one.
    mutating func append(_ items: [FlowItem]) {
      if paragraph == nil { self.items += items } else { paragraph?.boxed += items }
    }
  }

  /// The largest depth of tables, notes and boxes; deeper ones are part of the innermost.
  static let depthLimit = 16
  /// The largest number of empty paragraphs in a row that mean something.
  private static let emptyLimit = 64

  private(set) var flow = Flow()
  private var containers = [Container(kind: .body)]
  private var tables: [FlowTableComposer] = []
  /// Containers and tables beyond the limit.
  private var excess = 0
  private var excessTables = 0
  private var emptyParagraphs = 0

  /// A line was drawn in the open paragraph.
  var hasRule = false
  /// The look of text that is written now.
  var format = FlowRunFormat()

  /// The number of paragraphs and cells that may still be made of others that are said to be repeated.
  private var repeatBudget: Int
  /// The places that tables outside of others may still claim.
  private var placeBudget = FlowCellBudget()

  init(bytes: Int) {
    flow.reserveCapacity(forBytes: bytes)
    repeatBudget = 4_096 + bytes / 64
  }

  // MARK: Paragraphs

  /// True if text may be written: a paragraph is open in the innermost container.
  var isInParagraph: Bool { containers[containers.count - 1].paragraph != nil }

  /// True if nothing was written into the paragraph yet.
  var isParagraphEmpty: Bool { containers[containers.count - 1].paragraph?.isEmpty ?? true }

  /// The bytes of the open paragraph's text.
  var paragraphText: [UInt8] { containers[containers.count - 1].paragraph?.text ?? [] }

  /// True if what was written last is a formula.
  var endsWithFormula: Bool {
    let traits = containers[containers.count - 1].paragraph?.runs.last?.traits ?? []
    return !traits.isDisjoint(with: [.math, .displayMath])
  }

  /// Gives a formula a line of its own if nothing else stands in the open paragraph.
  mutating func setOnlyFormulaApart() {
    let last = containers.count - 1
    guard let runs = containers[last].paragraph?.runs, runs.count == 1, runs[0].traits.contains(.math) else {
      return
    }
    containers[last].paragraph?.runs[0].traits.remove(.math)
    containers[last].paragraph?.runs[0].traits.insert(.displayMath)
  }

  /// Begins a paragraph; goes on with the one that is open, if any.
  mutating func beginParagraph() {
    let last = containers.count - 1
    if containers[last].paragraph == nil { containers[last].paragraph = FlowParagraphBuilder() }
  }

  /// Writes text into the open paragraph, in a new one if there is none.
  mutating func write(_ text: some Collection<UInt8>) {
    guard !text.isEmpty, !format.traits.contains(.hidden) else { return }
    beginParagraph()
    writeInterruption()
    let last = containers.count - 1
    let start = containers[last].paragraph?.text.count ?? 0
    containers[last].paragraph?.text.append(contentsOf: text)
    containers[last].paragraph?.closeText(from: start, format: format)
  }

  /// Writes a picture, a note or a line break into the open paragraph.
  mutating func write(_ content: FlowRun.Content) {
    guard !format.traits.contains(.hidden) else { return }
    beginParagraph()
    writeInterruption()
    containers[containers.count - 1].paragraph?.append(content, format: format)
  }

  /// Says that the open paragraph goes on elsewhere, on the next page: what follows begins a line there.
  mutating func interruptParagraph() {
    guard !isParagraphEmpty else { return }
    containers[containers.count - 1].paragraph?.isInterrupted = true
  }

  /// Takes a list marker that was typed off the beginning of the open paragraph; false if there is none.
  mutating func takeTypedMarker(_ format: FlowParagraphFormat) -> Bool {
    containers[containers.count - 1].paragraph?.takeTypedMarker(format) ?? false
  }

  private mutating func writeInterruption() {
    let last = containers.count - 1
    guard containers[last].paragraph?.isInterrupted ?? false else { return }
    containers[last].paragraph?.isInterrupted = false
    containers[last].paragraph?.append(.lineBreak, format: format)
  }

  mutating func write(_ image: Image) {
    write(.image(flow.images.count))
    flow.images.append(image)
  }

  /// Ends the open paragraph.
  mutating func endParagraph(_ format: FlowParagraphFormat, info: String? = nil) {
    let last = containers.count - 1
    guard var open = containers[last].paragraph.take() else { return }
    open.info = info
    open.settleFonts()
    hasRule = false
    emptyParagraphs = open.isEmpty ? emptyParagraphs + 1 : 0
    let boxed = open.boxed
    if emptyParagraphs <= Self.emptyLimit {
      var format = format
      format.isInTable = !tables.isEmpty
      let ended = flow.close(&open, format: format)
      if ended.format.alignment == .left, tables.isEmpty, !ended.isEmpty { flow.marksLeftAlignment = true }
      containers[last].items.append(.paragraph(ended))
    }
    containers[last].items += boxed
  }

  /// Writes a paragraph of plain text.
  mutating func writeParagraph(_ text: String, _ format: FlowParagraphFormat = FlowParagraphFormat()) {
    let outer = self.format
    self.format = FlowRunFormat()
    write(text.utf8)
    if isInParagraph { endParagraph(format) }
    self.format = outer
  }

  /// Forgets the open paragraph.
  mutating func dropParagraph() {
    let last = containers.count - 1
    containers[last].items += containers[last].paragraph?.boxed ?? []
    containers[last].paragraph = nil
    hasRule = false
  }

  /// Ends a paragraph that its markup did not end.
  private mutating func settleParagraph() {
    if isInParagraph { endParagraph(FlowParagraphFormat()) }
  }

  // MARK: Notes and boxes

  /// Begins to read a note, whose items `endApart` returns.
  mutating func beginDetached() { begin(.apart) }

  mutating func endApart() -> [FlowItem] { end()?.items ?? [] }

  /// Refers to a note that was read.
  mutating func write(note items: [FlowItem]) {
    write(.note(flow.notes.count))
    flow.notes.append(items)
  }

  mutating func beginBox() { begin(.box) }

  mutating func endBox() {
    guard let box = end() else { return }
    containers[containers.count - 1].append(box.items)
  }

  private mutating func begin(_ kind: Kind) {
    guard containers.count < Self.depthLimit else {
      excess += 1
      return
    }
    containers.append(Container(kind: kind))
  }

  /// Nil for a container beyond the limit.
  private mutating func end() -> Container? {
    guard excess == 0 else {
      excess -= 1
      return nil
    }
    guard containers.count > 1 else { return nil }
    settleParagraph()
    return containers.removeLast()
  }

  // MARK: Other formats

  /// Writes what was read of another format, between paragraphs; its notes become notes of this document.
  mutating func write(_ document: Document) {
    var numbers: [String: String] = [:]
    for note in document.footnotes where numbers[note.label] == nil {
      numbers[note.label] = String(flow.notes.count + numbers.count + 1)
    }
    let renamed =
      numbers.isEmpty
      ? document
      : document.replacingInlines { inline in
        guard case .footnoteReference(let label) = inline else { return nil }
        return numbers[label].map { [.footnoteReference(label: $0)] } ?? []
      }
    for note in renamed.footnotes where numbers.removeValue(forKey: note.label) != nil {
      flow.notes.append([.blocks(note.blocks)])
    }
    containers[containers.count - 1].append([.blocks(renamed.blocks)])
  }

  // MARK: Tables

  /// True within a table.
  var isInTable: Bool { !tables.isEmpty }

  mutating func beginTable() {
    guard tables.count < Self.depthLimit - 4, excessTables == 0 else {
      excessTables += 1
      return
    }
    tables.append(FlowTableComposer(tables.last?.budget ?? placeBudget))
  }

  mutating func changeTable(_ change: (inout FlowTableComposer) -> Void) {
    guard excessTables == 0, !tables.isEmpty else { return }
    change(&tables[tables.count - 1])
  }

  mutating func beginCell() {
    guard excessTables == 0 else { return }
    begin(.cell)
  }

  /// The largest number of repeated cells or rows without text; more are there for the looks of a sheet.
  private static let emptyRepeats = 64

  /// Ends a cell, as its place says where it reaches.
  ///
  /// - Parameter repeats: as many cells in a row are alike.
  mutating func endCell(_ span: FlowTableComposer.Span, repeats: Int = 1) {
    guard excessTables == 0, let cell = end(), !span.isDeleted else { return }
    var count = 1
    if repeats > 1 {
      let isEmpty = cell.items.allSatisfy(\.isEmpty)
      let empty = repeats <= Self.emptyRepeats ? repeats : 1
      count = isEmpty ? empty : affordableRepeats(repeats, at: cell.items.reduce(1) { $0 + $1.cost })
    }
    changeTable { $0.add(cell.items, span, count: count) }
  }

  /// Ends a row; as many in a column are alike.
  mutating func endRow(repeats: Int = 1) {
    guard excessTables == 0, repeats > 1, let cost = tables.last?.rowCost else {
      return changeTable { $0.endRow() }
    }
    let count = affordableRepeats(repeats, at: cost)
    changeTable { $0.endRow(repeats: count) }
  }

  /// As many repetitions of what has text as do not make the document much larger than its source.
  private mutating func affordableRepeats(_ repeats: Int, at cost: Int) -> Int {
    let count = min(repeats, TableCell.largestSpan, 1 + repeatBudget / cost)
    repeatBudget -= (count - 1) * cost
    return count
  }

  mutating func endTable() {
    guard excessTables == 0 else {
      excessTables -= 1
      return
    }
    guard let table = tables.popLast() else { return }
    if tables.isEmpty { placeBudget = table.budget } else { tables[tables.count - 1].budget = table.budget }
    containers[containers.count - 1].append([.table(table.finish())])
  }

  // MARK: The whole

  /// Lets `change` add to what paragraphs refer to.
  mutating func change(_ change: (inout Flow) -> Void) { change(&flow) }

  /// Begins a link, or ends it.
  mutating func setLink(_ link: FlowLink?) {
    if let link {
      flow.links.append(link)
      format.link = Int32(clamping: flow.links.count)
    } else {
      format.link = 0
    }
  }

  /// Makes a link of the runs of ended paragraphs from one on, and of the open paragraph, that lie in no other.
  ///
  /// - Parameters:
  ///   - outer: the link around them, 0 for none.
  ///   - link: the one that they get.
  mutating func link(runsFrom first: Int, within outer: Int32, to link: Int32) {
    flow.link(runsFrom: first, within: outer, to: link)
    let last = containers.count - 1
    for index in containers[last].paragraph?.runs.indices ?? 0..<0 {
      containers[last].paragraph?.runs[index].link(within: outer, to: link)
    }
  }

  /// The flow, everything in it ended, with the places that links lead to and the pictures.
  mutating func finish(_ anchors: FlowAnchors, media: [Medium]) -> Flow {
    while containers.count > 1 {
      if containers[containers.count - 1].kind == .cell {
        endCell(FlowTableComposer.Span())
      } else {
        endBox()
      }
    }
    while !tables.isEmpty { endTable() }
    settleParagraph()
    flow.items = containers[0].items
    anchors.settle(&flow)
    flow.media = media
    return flow
  }
}

extension FlowParagraphBuilder {
  /// Takes letters in a typewriter's font within a word for letters: code is words of its own.
  fileprivate mutating func settleFonts() {
    var index = 0
    while index < runs.count {
      let first = index
      index += 1
      guard let start = codeOfFont(first) else { continue }
      var end = start.upperBound
      // A word of which a part is bold is several runs, and is code as a whole or not at all.
      while isWithinWord(end), index < runs.count, let next = codeOfFont(index), next.lowerBound == end {
        end = next.upperBound
        index += 1
      }
      let isInWord = isWithinWord(start.lowerBound) || isWithinWord(end) && !continuesCode(index, from: end)
      if isInWord, !continuesCode(first - 1, to: start.lowerBound) {
        for part in first..<index { runs[part].traits.remove(.code) }
      }
    }
  }

  /// The text of a run that its font alone makes code; nil for another run.
  private func codeOfFont(_ index: Int) -> Range<Int>? {
    guard runs[index].traits.intersection([.code, .styledCode, .namedCode]) == .code,
      case .text(let range) = runs[index].content
    else { return nil }
    return range
  }

  /// True between two letters.
  private func isWithinWord(_ place: Int) -> Bool {
    place > 0 && place < text.count && text[place].isWordByte && text[place - 1].isWordByte
  }

  /// True if a run of code ends where another begins.
  private func continuesCode(_ index: Int, to start: Int) -> Bool {
    codeRange(index)?.upperBound == start
  }

  /// True if a run of code begins where another ends.
  private func continuesCode(_ index: Int, from end: Int) -> Bool {
    codeRange(index)?.lowerBound == end
  }

  /// The text of a run of code; nil for another run, or none.
  private func codeRange(_ index: Int) -> Range<Int>? {
    guard runs.indices.contains(index), runs[index].traits.contains(.code),
      case .text(let range) = runs[index].content
    else { return nil }
    return range
  }
}

extension UInt8 {
  /// True for a letter or a digit, all of Unicode counted among them.
  fileprivate var isWordByte: Bool { isASCIIAlphanumeric || self >= 0x80 }
}
