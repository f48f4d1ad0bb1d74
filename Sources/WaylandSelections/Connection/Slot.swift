package import Exchange

/// What a device holds: one offer of each.
package enum Slot: Hashable, Sendable, CaseIterable {
  /// What was copied.
  case copied
  /// What is selected.
  case selected

  /// Nil for a board that Wayland does not have.
  package init?(_ board: Board) {
    switch board {
    case .general: self = .copied
    case .primary: self = .selected
    default: return nil
    }
  }

  /// The slot of a board; an error tells what there is no such thing of.
  static func required(_ board: Board) throws(ExchangeError) -> Slot {
    guard board != .drag else {
      throw ExchangeError(
        .unavailable,
        "Wayland tells nobody what is being dragged: 'pb drop' takes it where it is dropped, --backend x11 reads "
          + "what Xwayland has")
    }
    guard let slot = Slot(board) else {
      throw ExchangeError(
        .unavailable,
        "Wayland has no \(board) pasteboard: there are general and primary, and with --backend x11 others")
    }
    return slot
  }

  /// The board of this name.
  var board: Board { self == .copied ? .general : .primary }
}
