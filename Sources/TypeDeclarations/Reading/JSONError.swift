/// A place in a JSON or property list text that breaks the rules of its format.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line of the text, counted from 1.
  package let line: Int
  /// What is wrong there, for people to read.
  package let message: String

  package init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  package var description: String { "line \(line): \(message)" }
}
