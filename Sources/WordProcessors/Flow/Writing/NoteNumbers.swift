/// The notes of a document by their labels, numbered as they are first referred to.
struct NoteNumbers {
  private let notes: [String: Footnote]
  private var numbers: [String: Int] = [:]

  init(_ footnotes: [Footnote]) {
    notes = Dictionary(footnotes.map { ($0.label, $0) }) { first, _ in first }
  }

  /// The note of a label, nil if the document has none.
  subscript(label: String) -> Footnote? { notes[label] }

  /// The number under which a note was written, nil if it was not yet.
  func number(of note: Footnote) -> Int? { numbers[note.label] }

  /// Numbers a note that is about to be written.
  mutating func add(_ note: Footnote) -> Int {
    numbers[note.label] = numbers.count + 1
    return numbers.count
  }
}
