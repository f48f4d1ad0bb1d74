public import Exchange
import WaylandSelections

extension Backend {
  /// Creates a backend for GNOME's clipboard, which Mutter offers on the session bus without a window or the focus.
  ///
  /// It supports only the clipboard.
  ///
  /// - Parameter others: has the other boards, where it is present: Xwayland.
  public static func gnome(others: Backend? = nil) -> Backend {
    gnome(MutterDisplay(), others: others)
  }

  /// The same on the bus of this address.
  package static func gnome(bus: String, others: Backend? = nil) -> Backend {
    gnome(MutterDisplay(bus), others: others)
  }

  private static func gnome(_ display: MutterDisplay, others: Backend?) -> Backend {
    let clipboard = Backend(
      name: "gnome", of: display, isPresent: { display.presence == .present },
      statusDescription: {
        switch display.presence {
        case .present:
          let version = display.version.map { "GNOME Shell \($0) through Mutter's" } ?? "Mutter through its"
          return version + " remote-desktop interface"
        case .refused(let reason): return reason
        case .none: return nil
        }
      }, inheritedDescriptors: { display.inheritedDescriptors() })
    /// The backend that has a board.
    @Sendable func owner(of board: Board) throws(ExchangeError) -> Backend {
      if board == .general || board.isOwn { return clipboard }
      guard let others, others.isPresent() else {
        throw ExchangeError(
          .unavailable, "GNOME shares only the clipboard; \(board) requires Xwayland, and DISPLAY is not set")
      }
      return others
    }
    return Backend(
      name: "gnome", place: display.place, isPresent: clipboard.isPresent,
      read: { board, terms throws(ExchangeError) in
        try reaching { () throws(ExchangeError) in try owner(of: board).read(board, terms) }
      },
      own: { board, content, terms, ready throws(ExchangeError) in
        try reaching { () throws(ExchangeError) in try owner(of: board).own(board, content, terms, ready) }
      },
      take: { board, content throws(ExchangeError) in
        try reaching { () throws(ExchangeError) in
          guard let take = try owner(of: board).take else {
            throw ExchangeError(.unavailable, "pb cannot own \(board) for another process here")
          }
          return try take(board, content)
        }
      },
      serve: { board, content, ended throws(ExchangeError) in
        try reaching { () throws(ExchangeError) in try owner(of: board).serve(board, content, ended) }
      },
      watch: { boards throws(ExchangeError) in
        // Where one needs the others' way, that has the clipboard too.
        var watching = clipboard
        for board in boards {
          let backend = try owner(of: board)
          if backend != clipboard { watching = backend }
        }
        let way = watching
        return try reaching { () throws(ExchangeError) in try way.watch(boards) }
      },
      clear: { board throws(ExchangeError) in
        try reaching { () throws(ExchangeError) in try owner(of: board).clear(board) }
      },
      keep: clipboard.keep, statusDescription: clipboard.statusDescription, dragAndDrop: others?.dragAndDrop,
      inheritedDescriptors: clipboard.inheritedDescriptors)
  }

  /// What Mutter refuses altogether is no refusal of an owner's.
  private static func reaching<Result>(
    _ body: () throws(ExchangeError) -> Result
  ) throws(ExchangeError) -> Result {
    do throws(ExchangeError) { return try body() } catch {
      throw error.code == .refused ? ExchangeError(.unavailable, error.description) : error
    }
  }
}
