package import RichText
import UniformTypeIdentifiers

/// Why content could not be converted.
public struct ConversionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable {
    enum Kind { case noRoute, unreadable, tooLarge, commandFailed }
    let kind: Kind

    /// No converters lead from one type to the other.
    public static let noRoute = Code(kind: .noRoute)
    /// The bytes are not of the type that they were said to be.
    public static let unreadable = Code(kind: .unreadable)
    /// There is more than a reader takes.
    public static let tooLarge = Code(kind: .tooLarge)
    /// A converter of the person's own failed, took too long or made something else.
    public static let commandFailed = Code(kind: .commandFailed)
  }

  /// What kind of failure it is.
  public let code: Code
  /// What happened, in one line without a full stop.
  public let description: String

  /// Creates an error of these words.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  static func noRoute(from source: UTType, to wanted: UTType) -> ConversionError {
    ConversionError(.noRoute, "there is no conversion from \(source.identifier) to \(wanted.identifier)")
  }

  /// Why bytes could not be read as a document of a format.
  package init(_ error: RichTextError, reading format: Format) {
    if error.code == .tooLarge {
      self.init(.tooLarge, "this is more \(format.title) than can be converted: \(error)")
    } else {
      // Some errors say just that.
      let reason = error.description.hasSuffix(format.title) ? "" : ": \(error)"
      self.init(.unreadable, "this is not \(format.title)\(reason)")
    }
  }
}
