public import Exchange
import System

/// Failures between this process and an X server or another client, in the terms of all backends.
extension ExchangeError {
  static let connectionLost = ExchangeError(.unavailable, "the X server closed the connection")

  static var noDisplayNamed: ExchangeError {
    // With a compositor there is a session: the X display alone is missing.
    let problem =
      Environment.value("WAYLAND_DISPLAY") == nil
      ? "no display: DISPLAY and WAYLAND_DISPLAY are not set" : "no X display: DISPLAY is not set"
    return ExchangeError(
      .unavailable, problem + ". Run pb on your desktop, or log in with 'pb ssh'.")
  }

  static func cannotConnect(to display: String, _ reason: String) -> ExchangeError {
    ExchangeError(.unavailable, "could not open the X display \(display): \(reason)")
  }

  static func isSilent(_ display: String, after limit: Duration) -> ExchangeError {
    // Earlier attempts may have used up the time: "within 0.0 seconds" would say nothing.
    let time = limit < .milliseconds(100) ? "in time" : "within \(limit)"
    return ExchangeError(.timedOut, "could not open the X display \(display): no answer \(time)")
  }

  static let serverIsSilent = ExchangeError(.timedOut, "the X server did not answer in time")

  /// The name of a selection for people, with its article.
  static func noun(_ selection: String) -> String {
    selection == "CLIPBOARD" ? "the clipboard" : "the \(selection) selection"
  }

  static func noOwner(of selection: String) -> ExchangeError {
    ExchangeError(.empty, "\(noun(selection)) is empty")
  }

  static func refused(_ target: String, of selection: String) -> ExchangeError {
    ExchangeError(.refused, "the owner of \(noun(selection)) did not return \(target)")
  }

  static func timedOut(_ target: String, of selection: String, after timeout: Duration) -> ExchangeError {
    ExchangeError(.timedOut, "the owner of \(noun(selection)) did not return \(target) within \(timeout)")
  }

  static func ownerVanished(_ selection: String) -> ExchangeError {
    ExchangeError(.ownerVanished, "the owner of \(noun(selection)) exited before it had sent everything")
  }

  /// The owner's answer breaks the protocol: the display can be used, and other targets may be whole.
  static func malformed(_ description: String) -> ExchangeError {
    ExchangeError(.refused, description)
  }

  /// The selection has no owner after it was taken: servers keep untrusted clients from owning.
  static func notOwned(_ selection: String) -> ExchangeError {
    ExchangeError(.unavailable, "the X server refused ownership of \(noun(selection))")
  }

  static func ownershipDenied(_ selection: String) -> ExchangeError {
    ExchangeError(.overtaken, "another program took \(noun(selection)) first")
  }
}

/// An error that reading or owning a selection throws.
@available(*, deprecated, renamed: "ExchangeError")
public typealias SelectionError = ExchangeError

/// The kinds of failure that only selections had.
extension ExchangeError.Code {
  /// There is no X display to talk to.
  @available(*, deprecated, renamed: "unavailable")
  public static var noDisplay: Self { .unavailable }
  /// The X server closed the connection.
  @available(*, deprecated, renamed: "unavailable")
  public static var connectionLost: Self { .unavailable }
  /// The owner's answer breaks the protocol.
  @available(*, deprecated, renamed: "refused")
  public static var malformed: Self { .refused }
  /// The X server lacks an extension that is needed.
  @available(*, deprecated, renamed: "unavailable")
  public static var unsupported: Self { .unavailable }
  /// The selection has no owner.
  @available(*, deprecated, renamed: "empty")
  public static var noOwner: Self { .empty }
  /// Another client took the selection first.
  @available(*, deprecated, renamed: "overtaken")
  public static var ownershipDenied: Self { .overtaken }
}
