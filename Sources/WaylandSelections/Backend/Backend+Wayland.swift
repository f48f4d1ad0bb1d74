public import Exchange
import SocketSelections

extension Backend {
  /// Creates a backend for a Wayland compositor with data control; without a name, for that of the environment.
  ///
  /// Nothing of it runs where the environment names no compositor.
  public static func wayland(display: String? = nil) -> Backend {
    let display = WaylandDisplay(display)
    return Backend(
      name: "wayland", of: display,
      isPresent: { if case .present = display.presence { true } else { false } },
      statusDescription: {
        switch display.presence {
        case .present(let interface): "by \(interface)"
        case .absent(let reason): reason
        case nil: nil
        }
      }, inheritedDescriptors: { display.inheritedDescriptors() })
  }

  /// The selections of a session.
  package init(
    name: String, of display: any SelectionDisplay, isPresent: @escaping @Sendable () -> Bool,
    statusDescription: @escaping @Sendable () -> String?,
    inheritedDescriptors: @escaping @Sendable () -> [Int32]
  ) {
    self.init(
      name: name, place: display.place, isPresent: isPresent,
      read: { board, terms throws(ExchangeError) in
        if board.isOwn { return LocalReader(try display.local(board), terms) }
        return try WaylandReader(board, terms, on: display)
      },
      own: { board, content, terms, ready throws(ExchangeError) in
        var owner = try WaylandOwner.take(board, content, on: display, after: terms.predecessor)
        terms.named(owner.marker.name)
        ready()
        try owner.serve(for: terms.lifetime, until: terms.stop)
      },
      take: { board, content throws(ExchangeError) in
        var claim = try WaylandClaim(board, content, on: display)
        try claim.confirm()
        return WaylandClaimedSelection(claim)
      },
      serve: { board, content, ended throws(ExchangeError) in
        if board.isOwn { return try LocalOwnership(try display.local(board), content, whenEnded: ended) }
        return try WaylandServer(board, content, on: display, whenEnded: ended)
      },
      watch: { boards throws(ExchangeError) in try WaylandWatch(boards, on: display) },
      clear: { board throws(ExchangeError) in try Self.clear(board, on: display) },
      keep: { terms throws(ExchangeError) in
        var keeper = try WaylandClipboardManager(terms, on: display)
        return try keeper.run()
      },
      statusDescription: statusDescription, inheritedDescriptors: inheritedDescriptors)
  }

  /// Names what managers do not keep first: otherwise they could not tell this from a program that has ended, and would
  /// bring back what it had copied.
  private static func clear(_ board: Board, on display: any SelectionDisplay) throws(ExchangeError) {
    let slot = try Slot.required(board)
    var connection = try display.open()
    try connection.requireControl(of: slot)
    _ = connection.machine.select([clearingMark], slot, isSensitive: true)
    connection.machine.clear(slot)
    try connection.update()
    display.takeBack(connection)
  }

  private static let clearingMark = "org.nspasteboard.TransientType"
}
