import Exchange

extension ExchangeError {
  /// A failure of the selections' protocol, in the terms of all backends.
  init(_ error: SelectionError) {
    let code: Code =
      switch error.code {
      case .noOwner: .empty
      case .refused: .refused
      case .timedOut: .timedOut
      case .ownerVanished: .ownerVanished
      case .tooLarge: .tooLarge
      default: .unavailable
      }
    self.init(code, error.description)
  }

  /// Does work with selections, whose failures are this error then.
  static func wrapping<Result>(
    _ work: () throws(SelectionError) -> Result
  ) throws(ExchangeError) -> Result {
    do {
      return try work()
    } catch {
      throw ExchangeError(error)
    }
  }
}
