public import Exchange
import WaylandSelections

extension Backend {
  /// Creates a backend for the clipboard of a Wayland compositor without data control: a window of one pixel takes
  /// the focus for a moment.
  ///
  /// It copies and pastes only; watching and keeping use `others`.
  ///
  /// - Parameter others: has the other boards, and what goes on without a person, where it is present: Xwayland.
  public static func focused(display: String? = nil, others: Backend? = nil) -> Backend {
    let display = FocusedDisplay(display)
    let clipboard = Backend(
      name: "focus", of: display, isPresent: { display.presence == .present },
      statusDescription: {
        switch display.presence {
        case .present: "by a window that takes the focus for a moment, as the compositor has no data control"
        case .absent(let reason): reason
        case .unneeded: nil
        }
      }, inheritedDescriptors: { [] })
    @Sendable func other(_ purpose: String) throws(ExchangeError) -> Backend {
      guard let others, others.isPresent() else {
        throw ExchangeError(
          .unavailable,
          "\(purpose) requires Xwayland with this compositor, and DISPLAY is not set")
      }
      return others
    }
    @Sendable func owner(of board: Board) throws(ExchangeError) -> Backend {
      if board == .general || board.isOwn { return clipboard }
      return try other(board.noun)
    }
    return Backend(
      name: "focus", place: display.place, isPresent: clipboard.isPresent,
      read: { board, terms throws(ExchangeError) in try owner(of: board).read(board, terms) },
      own: { board, content, terms, ready throws(ExchangeError) in
        try owner(of: board).own(board, content, terms, ready)
      },
      serve: { board, content, ended throws(ExchangeError) in
        try owner(of: board).serve(board, content, ended)
      },
      watch: { boards throws(ExchangeError) in try other("pb watch").watch(boards) },
      clear: { board throws(ExchangeError) in try owner(of: board).clear(board) },
      keep: { terms throws(ExchangeError) in try other("pb serve").keep(terms) },
      statusDescription: clipboard.statusDescription, dragAndDrop: others?.dragAndDrop,
      inheritedDescriptors: { [] })
  }
}
