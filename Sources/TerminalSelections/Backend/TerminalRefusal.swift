import Exchange

/// What terminals say where they do not do what they were asked.
enum TerminalRefusal {
  static func writing(_ status: String?, _ location: ClipboardLocation) -> ExchangeError {
    guard let status else {
      return ExchangeError(.timedOut, "the terminal did not say that it has what was sent")
    }
    return error(status, location, denied: "this terminal does not allow writing")
  }

  static func reading(_ status: String, _ location: ClipboardLocation) -> ExchangeError {
    error(status, location, denied: "this terminal, or the person at it, does not allow reading")
  }

  private static func error(_ status: String, _ location: ClipboardLocation, denied: String) -> ExchangeError
  {
    switch status {
    case "EPERM": ExchangeError(.unavailable, denied)
    case "ENOSYS":
      ExchangeError(
        .unavailable,
        location == .selected ? "this terminal has no primary pasteboard" : "this terminal has no clipboard")
    case "EBUSY": ExchangeError(.unavailable, "another program is talking to the terminal's clipboard")
    default: ExchangeError(.unavailable, "the terminal could not do it (\(status))")
    }
  }
}
