/// Why a selection could not be read or owned.
public struct SelectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable {
    enum Kind {
      case noDisplay, connectionLost, noOwner, refused, timedOut, ownerVanished, tooLarge, ownershipDenied
    }
    let kind: Kind

    /// There is no X display to talk to.
    public static let noDisplay = Code(kind: .noDisplay)
    /// The X server closed the connection.
    public static let connectionLost = Code(kind: .connectionLost)
    /// Nobody owns the selection.
    public static let noOwner = Code(kind: .noOwner)
    /// The owner does not convert to the target that was asked for.
    public static let refused = Code(kind: .refused)
    /// The owner did not answer within the time given.
    public static let timedOut = Code(kind: .timedOut)
    /// The owner went away before its answer was whole.
    public static let ownerVanished = Code(kind: .ownerVanished)
    /// The owner sent more bytes than were allowed.
    public static let tooLarge = Code(kind: .tooLarge)
    /// Another client took the selection first.
    public static let ownershipDenied = Code(kind: .ownershipDenied)
  }

  public let code: Code
  /// One sentence in the past tense, without a full stop.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
