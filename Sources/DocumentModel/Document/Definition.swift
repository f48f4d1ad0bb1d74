/// A group of a definition list: terms, and what is said of them (HTML 4.4.9).
public struct Definition: Hashable, Sendable {
  /// The terms that the details are about.
  public var terms: [[Inline]]
  /// What is said of the terms, one after the other.
  public var details: [[Block]]

  /// Creates a group of terms with what is said of them.
  public init(terms: [[Inline]], details: [[Block]]) {
    self.terms = terms
    self.details = details
  }
}
