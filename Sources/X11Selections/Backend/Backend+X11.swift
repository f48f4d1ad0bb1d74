public import Exchange
import System

extension Backend {
  /// The selections of an X server, that of `DISPLAY` if none is named (ICCCM 2).
  public static func x11(display: String? = nil) -> Backend {
    Backend(
      name: "x11", place: DisplayName.ofServer(display ?? Environment.value("DISPLAY") ?? ""),
      isPresent: { display != nil || Environment.value("DISPLAY") != nil },
      read: { board, terms throws(ExchangeError) in
        try X11Reader(display: display, board, terms)
      },
      own: { board, content, terms, ready throws(ExchangeError) in
        try rethrowing(as: ExchangeError.init) { () throws(SelectionError) in
          var owner = try SelectionOwner(display: display, selection: board.selection, content: content)
          ready()
          try owner.serve(for: terms.lifetime, until: terms.stop)
        }
      },
      take: { board, content throws(ExchangeError) in
        try rethrowing(as: ExchangeError.init) { () throws(SelectionError) in
          X11TakenBoard(try SelectionClaim(display: display, selection: board.selection, content: content))
        }
      },
      serve: { board, content, ended throws(ExchangeError) in
        try rethrowing(as: ExchangeError.init) { () throws(SelectionError) in
          try SelectionServer(display: display, selection: board.selection, content: content, ended: ended)
        }
      },
      watch: { boards throws(ExchangeError) in try X11Watch(display: display, boards) },
      clear: { board throws(ExchangeError) in
        try rethrowing(as: ExchangeError.init) { () throws(SelectionError) in
          try clearSelection(board.selection, display: display)
        }
      },
      keep: { terms throws(ExchangeError) in
        try rethrowing(as: ExchangeError.init) { () throws(SelectionError) in
          try keep(display: display, terms)
        }
      },
      dragAndDrop: dragAndDrop(display))
  }

  private static func dragAndDrop(_ display: String?) -> DragAndDrop {
    DragAndDrop(
      openTarget: { terms throws(ExchangeError) in
        try rethrowing(as: ExchangeError.init) { () throws(SelectionError) in
          try X11DropTarget(display: display, terms)
        }
      },
      drag: { things, terms throws(ExchangeError) in
        try rethrowing(as: ExchangeError.init) { () throws(SelectionError) in
          var loop = try DragLoop(display: display, things, terms)
          return try loop.run()
        }
      })
  }

  /// Whether there is a clipboard manager.
  private static func isManaged(_ display: String?) -> Bool {
    var requestor = try? SelectionRequestor(display: display)
    return requestor?.ownerDescription(of: "CLIPBOARD_MANAGER") != nil
  }

  private static func keep(display: String?, _ terms: KeepTerms) throws(SelectionError) -> KeepEnd {
    guard terms.replacesManager || !isManaged(display) else { return .occupied }
    var manager = try ClipboardManager(
      display: display, policy: terms.policy, capturesEveryCopy: true, replacesManager: terms.replacesManager)
    if let held = terms.held { manager.hold(held) }
    terms.ready()
    switch try manager.run(until: terms.stop) {
    case .stopped: return .stopped(manager.heldSnapshot)
    case .replaced: return .replaced
    }
  }
}

extension Board {
  /// The name of the selection's atom (ICCCM 2.6.1).
  package var selection: String {
    switch self {
    case .general: "CLIPBOARD"
    case .primary: "PRIMARY"
    case .secondary: "SECONDARY"
    case .drag: "XdndSelection"
    default: "_PASTEBOARD_" + name
    }
  }
}

extension SelectionServer: Ownership {
  /// Whether nobody else has taken the selection, as the X server sees it now.
  public func confirm() throws(ExchangeError) -> Bool {
    try rethrowing(as: ExchangeError.init) { () throws(SelectionError) in try confirmOwnership() }
  }
}
