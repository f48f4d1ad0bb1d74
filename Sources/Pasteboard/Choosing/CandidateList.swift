import Conversions
import RichText
import UniformTypeIdentifiers

/// The representations to try, the best first, each name once.
struct CandidateList {
  private(set) var candidates: [Chooser.Candidate] = []
  let offered: [NameTable.Readable]
  /// The names of representations of which only a rule tells what they are.
  private let heldNames: Set<String>

  /// An empty list, which is filled from what is offered.
  ///
  /// - Parameter held: representations that a rule names; what else is said of them does not count.
  init(offered: [NameTable.Readable], held: [NameTable.Readable]) {
    let heldNames = Set(held.map(\.name))
    self.heldNames = heldNames
    self.offered = offered.filter { name, _, _ in !heldNames.contains(name) } + held
  }

  /// Adds what is offered of a type: of its format alone where it is one that is written, else all that conform.
  mutating func add(_ type: UTType, _ reason: Choice.Reason) {
    if let format = FormatTable.shared.format(writing: type) {
      add(offered.filter { $0.format == format }, reason)
    } else {
      add(offered.filter { $0.type.conforms(to: type) }, reason)
    }
  }

  mutating func add(_ representations: [NameTable.Readable], _ reason: Choice.Reason) {
    for (name, type, _) in representations where !candidates.contains(where: { $0.target == name }) {
      candidates.append(
        Chooser.Candidate(target: name, type: type, reason: reason, isHeld: heldNames.contains(name)))
    }
  }

  /// Adds all formats of rich text, the richest first.
  mutating func addRichText(except isLeftOut: (FormatTable.Row) -> Bool = { _ in false }) {
    for row in FormatTable.shared.rows where row.format != .plainText && !isLeftOut(row) {
      add(row.type, .richest)
    }
  }

  /// Adds where tables are looked for: where there is nothing else, in what was copied, and in all rich text.
  mutating func addTables(copied copiedType: UTType?) {
    add(.commaSeparatedText, .richest)
    add(.tabSeparatedText, .richest)
    if let copiedType, Format(copiedType) != .plainText { add(copiedType, .richest) }
    addRichText()
  }
}
