import System

/// One thing that `pb` does: its name, its options, its help, and the code that runs it.
struct Subcommand: Sendable {
  /// The words that call it: one, or `type` and a second.
  let path: [String]
  /// The operands in the usage line.
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
  var usage: String { "pb \(name) [OPTIONS]" + (operands.isEmpty ? "" : " " + operands) }

  var exampleLines: [String] { examples.split(separator: "\n").map(String.init) }
}

/// The exit status of the command.
enum ExitStatus: Int32 {
  /// Done, or yes.
  case success = 0
  /// The clipboard is empty, the format is not offered, or the answer is no.
  case nothing = 1
  /// Wrong usage, bad input, or no display.
  case failure = 2
}

/// The failure of a subcommand, with a message of one line for standard error.
struct Failure: Error {
  let status: ExitStatus
  let message: String
  /// Whether another program took too long.
  let isLate: Bool

  init(_ message: String, status: ExitStatus = .failure, isLate: Bool = false) {
    self.status = status
    self.message = message
    self.isLate = isLate
  }

  /// The same with the name of the file that it is about, unless that stands there.
  func naming(_ path: FilePath) -> Failure {
    message.contains(path.description) ? self : Failure("\(path): \(message)", status: status, isLate: isLate)
  }
}
