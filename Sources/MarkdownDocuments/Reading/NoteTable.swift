/// The definitions of footnotes, and the numbers of those that are referred to, in the order of that.
struct NoteTable {
  private var nodes: [String: Int] = [:]
  private var numbers: [Int: Int] = [:]
  /// The nodes of the notes that have numbers.
  private(set) var ordered: [Int] = []

  var isEmpty: Bool { nodes.isEmpty }

  mutating func add(_ label: String, node: Int) {
    if nodes[label] == nil { nodes[label] = node }
  }

  /// The node of the note of a label; nil if there is none.
  func node(_ text: Span<UInt8>, _ label: Range<Int>) -> Int? {
    nodes.isEmpty ? nil : nodes[LinkLabel.normalized(text, label)]
  }

  /// The number of a note, given at its first reference.
  mutating func number(of node: Int) -> Int {
    if let number = numbers[node] { return number }
    ordered.append(node)
    numbers[node] = ordered.count
    return ordered.count
  }
}
