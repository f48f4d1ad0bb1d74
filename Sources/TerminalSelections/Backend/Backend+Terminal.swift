public import Exchange
import Synchronization
import System

extension Backend {
  /// Creates a backend for the clipboard of the terminal in which this process runs, also over `ssh`.
  ///
  /// A terminal stores content itself, and does not report changes.
  ///
  /// - Parameter device: another terminal than that which controls this process.
  public static func terminal(device: String? = nil) -> Backend {
    terminal(TerminalDevice(device, .asked), name: "terminal")
  }

  /// The same, as text that is sent without asking what the terminal takes.
  public static func osc52(device: String? = nil) -> Backend {
    terminal(TerminalDevice(device, .blind), name: "osc52")
  }

  static func terminal(_ device: TerminalDevice, name: String) -> Backend {
    Backend(
      name: name, place: device.path, persistsContent: true,
      // Without evidence that the terminal accepts text, send it only if told to.
      isPresent: { device.manner == .asked && device.isPresent },
      read: { board, terms throws(ExchangeError) in try TerminalReader(board, terms, on: device) },
      own: { board, content, terms, ready throws(ExchangeError) in
        let leftOut = try TerminalCopy(board, on: device).send(content)
        if !leftOut.isEmpty { terms.leftOut(leftOut) }
        ready()
      },
      serve: { board, content, ended throws(ExchangeError) in
        try TerminalCopy(board, on: device).send(content)
        return TerminalOwnership(ended)
      },
      watch: { _ throws(ExchangeError) in
        throw ExchangeError(
          .unavailable,
          "a terminal does not report changes of its clipboard. Run this command on your desktop.")
      },
      clear: { board throws(ExchangeError) in try TerminalCopy(board, on: device).clear() },
      keep: { _ throws(ExchangeError) in
        throw ExchangeError(
          .unavailable, "a terminal keeps its clipboard itself. Run pb serve on your desktop.")
      },
      statusDescription: {
        do throws(ExchangeError) {
          return try device.way().account
        } catch {
          return error.description
        }
      })
  }
}

/// Content that a terminal has: it is there whether this process lives or not.
final class TerminalOwnership: Ownership {
  private let ended: @Sendable () -> Void
  private let hasEnded = Atomic(false)

  init(_ ended: @escaping @Sendable () -> Void) {
    self.ended = ended
  }

  /// Returns at the stop signal: terminals do not report changes.
  var isOwner: Bool { !hasEnded.load(ordering: .relaxed) }

  func confirm() throws(ExchangeError) -> Bool { isOwner }

  func stop(within limit: Duration) -> Bool {
    if !hasEnded.exchange(true, ordering: .relaxed) { ended() }
    return true
  }
}

/// The message where a terminal does not do what it was asked.
enum TerminalRefusal {
  static func writing(_ status: String?, _ location: ClipboardLocation) -> ExchangeError {
    guard let status else {
      return ExchangeError(.timedOut, "the terminal did not confirm the copy")
    }
    return error(status, location, denied: "the terminal does not allow programs to write its clipboard")
  }

  static func reading(_ status: String, _ location: ClipboardLocation) -> ExchangeError {
    error(
      status, location, denied: "the terminal, or its user, does not allow programs to read its clipboard")
  }

  private static func error(_ status: String, _ location: ClipboardLocation, denied: String) -> ExchangeError
  {
    switch status {
    case "EPERM": ExchangeError(.unavailable, denied)
    case "ENOSYS":
      ExchangeError(
        .unavailable,
        location == .selected ? "the terminal has no primary selection" : "the terminal has no clipboard")
    case "EBUSY": ExchangeError(.unavailable, "another program is using the terminal's clipboard")
    default: ExchangeError(.unavailable, "the terminal failed (\(status))")
    }
  }
}
