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
      case .ownershipDenied: .overtaken
      default: .unavailable
      }
    self.init(code, error.description)
  }
}
