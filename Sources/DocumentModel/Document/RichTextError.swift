/// Why bytes could not be read as a document.
public struct RichTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable {
    package enum Kind { case notThisFormat, tooLarge }
    package let kind: Kind

    /// The bytes are not of the format they were said to be.
    public static let notThisFormat = Code(kind: .notThisFormat)
    /// The input exceeds what the reader takes.
    public static let tooLarge = Code(kind: .tooLarge)
  }

  /// What kind of failure it is.
  public let code: Code
  /// What failed, in one line without a full stop.
  public let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
