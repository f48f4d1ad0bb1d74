/// The numbers of a document's footnotes, in the order in which they are first referred to.
package struct FootnoteNumbering {
  private var numbers: [String: String] = [:]
  /// The notes in the order of their numbers; those that nothing refers to come last, empty ones nowhere.
  package private(set) var ordered: [Footnote] = []

  package init() {}

  package init(of document: Document) {
    guard !document.footnotes.isEmpty else { return }
    var notes: [String: Footnote] = [:]
    let normalizer = BlockNormalizer(footnotes: FootnoteNumbering())
    for note in document.footnotes where notes[note.label] == nil {
      if !normalizer.normalize(note.blocks).isEmpty { notes[note.label] = note }
    }
    visit(document.blocks, notes)
    // Notes may refer to notes: the list grows while it is read.
    var next = 0
    while next < ordered.count {
      visit(ordered[next].blocks, notes)
      next += 1
    }
    for note in document.footnotes where notes[note.label] != nil { add(note) }
  }

  package func number(of label: String) -> String? { numbers[label] }

  private mutating func add(_ note: Footnote) {
    guard numbers[note.label] == nil else { return }
    numbers[note.label] = String(ordered.count + 1)
    ordered.append(note)
  }

  private mutating func visit(_ blocks: [Block], _ notes: [String: Footnote]) {
    for block in blocks {
      block.forEachPart(inlines: { visit($0, notes) }, blocks: { visit($0, notes) })
    }
  }

  private mutating func visit(_ inlines: [Inline], _ notes: [String: Footnote]) {
    for inline in inlines {
      if case .footnoteReference(let label) = inline {
        if let note = notes[label] { add(note) }
      } else if let content = inline.content {
        visit(content, notes)
      }
    }
  }
}
