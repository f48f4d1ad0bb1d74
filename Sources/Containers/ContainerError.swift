/// Why a container could not be read.
package struct ContainerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  package enum Code: Sendable {
    /// The bytes are no container of this kind.
    case notAContainer
    /// There is more in it than may be taken out.
    case tooLarge
    /// What it holds is encrypted.
    case encrypted
    /// What it holds cannot be taken out of it.
    case damaged
  }

  /// What kind of failure it is.
  package let code: Code
  /// One sentence in the past tense, without a full stop.
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
