import Exchange

/// The clipboards that terminals know.
enum ClipboardLocation: Hashable, Sendable, CaseIterable {
  case copied, selected

  /// The location of a board; an error tells what there is no such thing of.
  init(_ board: Board) throws(ExchangeError) {
    switch board {
    case .general: self = .copied
    case .primary: self = .selected
    default:
      throw ExchangeError(
        .unavailable, "a terminal has no \(board) pasteboard: there are general and primary")
    }
  }

  /// The letter of it (OSC 52).
  var letter: String { self == .copied ? "c" : "p" }
}
