import System

/// One thing that `pb` does: its name, its options, its help, and the code that runs it.
struct Subcommand: Sendable {
  /// The words that call it: one, or `type` and a second.
  let path: [String]
  /// The operands in the usage; ` | ` parts the forms of a command that can be called in several.
  let operands: String
  /// The number of operands that it accepts.
  let operandCount: ClosedRange<Int>
  /// An imperative sentence of at most sixty characters, without a capital and a full stop.
  let summary: String
  /// The options, in each group the most used ones first: `-h` shows the first of them.
  let options: [Option]
  /// At most ten lines of help behind the options, in paragraphs.
  var notes: String { makeNotes() }
  /// The paragraphs that only the manual page has.
  var manual: String { makeManual() }
  // Both are made when they are read, for most calls read neither.
  private let makeNotes, makeManual: @Sendable () -> String
  /// Command lines that work, one a line.
  let examples: String
  let run: @Sendable (Arguments) throws(Failure) -> ExitStatus

  init(
    path: [String], operands: String = "", operandCount: ClosedRange<Int> = 0...0, summary: String,
    options: [Option] = [], notes: @autoclosure @escaping @Sendable () -> String,
    manual: @autoclosure @escaping @Sendable () -> String = "", examples: String,
    run: @escaping @Sendable (Arguments) throws(Failure) -> ExitStatus
  ) {
    self.path = path
    self.operands = operands
    self.operandCount = operandCount
    self.summary = summary
    self.options = options
    (makeNotes, makeManual) = (notes, manual)
    self.examples = examples
    self.run = run
  }

  var name: String { path.joined(separator: " ") }

  /// The usage in one line.
  var usage: String { usages.joined(separator: ", or ") }

  /// The usage, a line for each form.
  var usages: [String] { operandForms.map { "pb \(name) [OPTIONS]" + ($0.isEmpty ? "" : " " + $0) } }

  /// The operands of each form; one empty form for a command without operands.
  var operandForms: [String] { operands.isEmpty ? [""] : operands.split(separator: " | ").map(String.init) }

  var exampleLines: [String] { examples.split(separator: "\n").map(String.init) }
}
