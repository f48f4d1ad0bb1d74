import System

/// Why a selection could not be read or owned.
public struct SelectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable {
    enum Kind {
      case noDisplay, connectionLost, noOwner, refused, timedOut, ownerVanished, tooLarge, malformed
      case ownershipDenied, unsupported
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
    /// The owner's answer breaks the protocol.
    public static let malformed = Code(kind: .malformed)
    /// Another client took the selection first.
    public static let ownershipDenied = Code(kind: .ownershipDenied)
    /// The X server lacks an extension that is needed.
    public static let unsupported = Code(kind: .unsupported)
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

extension SelectionError {
  static let connectionLost = SelectionError(.connectionLost, "the X server closed the connection")

  static var noDisplayNamed: SelectionError {
    // With a compositor there is a session: the X display alone is missing.
    let problem =
      Environment.value("WAYLAND_DISPLAY") == nil
      ? "no display: DISPLAY and WAYLAND_DISPLAY are not set" : "no X display: DISPLAY is not set"
    return SelectionError(
      .noDisplay, problem + ". Run pb in your desktop session, or connect with ssh -X.")
  }

  static func cannotConnect(to display: String, _ reason: String) -> SelectionError {
    SelectionError(.noDisplay, "could not open the X display \(display): \(reason)")
  }

  static func isSilent(_ display: String, after limit: Duration) -> SelectionError {
    SelectionError(.timedOut, "could not open the X display \(display): no answer within \(limit)")
  }

  static let serverIsSilent = SelectionError(.timedOut, "the X server did not answer in time")

  static let noThread = SelectionError(.unsupported, "could not create a thread")

  /// The name of a selection for people, with its article.
  static func noun(_ selection: String) -> String {
    selection == "CLIPBOARD" ? "the clipboard" : "the \(selection) selection"
  }

  static func noOwner(of selection: String) -> SelectionError {
    SelectionError(.noOwner, "\(noun(selection)) is empty")
  }

  static func refused(_ target: String, of selection: String) -> SelectionError {
    SelectionError(.refused, "the owner of \(noun(selection)) did not return \(target)")
  }

  static func timedOut(_ target: String, of selection: String, after timeout: Duration) -> SelectionError {
    SelectionError(.timedOut, "the owner of \(noun(selection)) did not return \(target) within \(timeout)")
  }

  static func ownerVanished(_ selection: String) -> SelectionError {
    SelectionError(.ownerVanished, "the owner of \(noun(selection)) exited before it had sent everything")
  }

  static func tooLarge(_ target: String, limit: Int) -> SelectionError {
    SelectionError(.tooLarge, "\(target) is larger than \(limit) bytes")
  }

  static func malformed(_ description: String) -> SelectionError {
    SelectionError(.malformed, description)
  }

  /// Nobody owns it, though it was to be taken: servers keep clients from it that they do not trust.
  static func notOwned(_ selection: String) -> SelectionError {
    SelectionError(.unsupported, "the X server refused ownership of \(noun(selection))")
  }

  static func ownershipDenied(_ selection: String) -> SelectionError {
    SelectionError(.ownershipDenied, "another program took \(noun(selection)) first")
  }
}
