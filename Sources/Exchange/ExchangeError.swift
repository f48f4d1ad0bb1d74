/// An error that backends throw.
public struct ExchangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable {
    enum Kind { case empty, refused, timedOut, ownerVanished, tooLarge, overtaken, unavailable }
    let kind: Kind

    /// The board has no owner.
    public static let empty = Code(kind: .empty)
    /// The owner refused the request.
    public static let refused = Code(kind: .refused)
    /// The owner did not answer within the time given.
    public static let timedOut = Code(kind: .timedOut)
    /// The owner exited before it had sent everything.
    public static let ownerVanished = Code(kind: .ownerVanished)
    /// The owner sent more bytes than were allowed.
    public static let tooLarge = Code(kind: .tooLarge)
    /// Another program took the board at the same time and owns it now.
    public static let overtaken = Code(kind: .overtaken)
    /// The display cannot be used, or does not support the request.
    public static let unavailable = Code(kind: .unavailable)
  }

  /// The kind of failure.
  public let code: Code
  /// The description, in one line without a full stop.
  public let description: String

  /// Creates an error with a description.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// The error for content beyond a limit in bytes, which people read in MiB.
  package static func tooLarge(_ name: String, limit: Int) -> ExchangeError {
    let size = limit < 1 << 20 ? "\(limit) bytes" : "\(limit >> 20) MiB"
    return ExchangeError(.tooLarge, "\(name) is larger than \(size)")
  }
}
