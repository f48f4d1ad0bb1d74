import Pasteboard
import System

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
  func naming(_ name: String) -> Failure {
    if message.contains(name) { return self }
    // A reason such as "not DOCX" becomes a sentence.
    let joint = message.hasPrefix("not ") ? " is " : ": "
    return Failure(name + joint + message, status: status, isLate: isLate)
  }
}

extension Failure {
  /// Does work that fails in the pasteboard's terms, and says so in the command's.
  static func wrapping<Result: ~Copyable>(
    _ work: () throws(PasteboardError) -> Result
  ) throws(Failure) -> Result {
    try rethrowing(as: Failure.init, work)
  }

  /// Does work with files, processes and conversions, and says in the command's terms why it failed.
  static func wrapping<Result: ~Copyable, Cause: Error & CustomStringConvertible>(
    _ work: () throws(Cause) -> Result
  ) throws(Failure) -> Result {
    try rethrowing(as: { Failure($0.description) }, work)
  }

  init(_ error: PasteboardError) {
    let isAbsence = [PasteboardError.Code.empty, .notOffered].contains(error.code)
    self.init(
      error.description, status: isAbsence ? .nothing : .failure, isLate: error.code == .timedOut)
  }
}
