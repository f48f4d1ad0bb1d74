/// The reason why content could not be exchanged.
public struct ExchangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable {
    enum Kind { case empty, refused, timedOut, ownerVanished, tooLarge, overtaken, unavailable }
    let kind: Kind

    /// The board has no owner.
    public static let empty = Code(kind: .empty)
    /// The owner does not give what it was asked for.
    public static let refused = Code(kind: .refused)
    /// The owner did not answer within the time given.
    public static let timedOut = Code(kind: .timedOut)
    /// The owner went away before its answer was whole.
    public static let ownerVanished = Code(kind: .ownerVanished)
    /// The owner sent more bytes than were allowed.
    public static let tooLarge = Code(kind: .tooLarge)
    /// Another program has taken the board in the same moment, and has it now.
    public static let overtaken = Code(kind: .overtaken)
    /// The display cannot be used, or not for this.
    public static let unavailable = Code(kind: .unavailable)
  }

  /// The kind of failure.
  public let code: Code
  /// The description, in one line without a full stop.
  public let description: String

  /// An error of these words.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
