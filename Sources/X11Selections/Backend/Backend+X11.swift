public import Exchange
import Synchronization
import System

extension Backend {
  /// Creates a backend for the selections of an X server, by default that of `DISPLAY` (ICCCM 2).
  public static func x11(display: String? = nil) -> Backend {
    Backend(
      name: "x11", place: DisplayName.ofServer(display ?? Environment.value("DISPLAY") ?? ""),
      isPresent: { display != nil || Environment.value("DISPLAY") != nil },
      read: { board, terms throws(ExchangeError) in try X11Reader(display: display, board, terms) },
      own: { board, content, terms, ready throws(ExchangeError) in
        // The server refuses a time before that of another owner.
        let former = terms.predecessor.flatMap { UInt32($0) }.map(XTimestamp.init)
        var owner = try SelectionOwner(
          display: display, selection: board.selection, content: content, asOf: former)
        terms.named("\(owner.acquired.rawValue)")
        ready()
        try owner.serve(for: terms.lifetime, until: terms.stop)
      },
      take: { board, content throws(ExchangeError) in
        X11ClaimedSelection(
          try SelectionClaim(display: display, selection: board.selection, content: content))
      },
      serve: { board, content, ended throws(ExchangeError) in
        try SelectionServer(display: display, selection: board.selection, content: content, ended: ended)
      },
      watch: { boards throws(ExchangeError) in try X11Watch(display: display, boards) },
      clear: { board throws(ExchangeError) in try clearSelection(board.selection, display: display) },
      keep: { terms throws(ExchangeError) in try keep(display: display, terms) },
      dragAndDrop: dragAndDrop(display))
  }

  private static func dragAndDrop(_ display: String?) -> DragAndDrop {
    DragAndDrop(
      openTarget: { terms throws(ExchangeError) in try X11DropTarget(display: display, terms) },
      drag: { things, terms throws(ExchangeError) in
        var loop = try DragLoop(display: display, things, terms)
        return try loop.run()
      })
  }

  /// Whether there is a clipboard manager.
  private static func isManaged(_ display: String?) -> Bool {
    var requestor = try? SelectionRequestor(display: display)
    return requestor?.ownerDescription(of: "CLIPBOARD_MANAGER") != nil
  }

  private static func keep(display: String?, _ terms: ManagerOptions) throws(ExchangeError) -> ManagerExit {
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

/// Reads one selection over a connection of its own.
final class X11Reader: Reader {
  private var requestor: SelectionRequestor
  private let selection: String

  init(display: String?, _ board: Board, _ terms: ReadOptions) throws(ExchangeError) {
    selection = board.selection
    requestor = try SelectionRequestor(
      display: display, timeout: terms.timeout, byteLimit: terms.byteLimit,
      windowClass: terms.application.map {
        WindowClass(instanceName: Peer.standInInstance, className: $0)
      })
  }

  var onProgress: (@Sendable (Int) -> Void)? {
    get { requestor.onProgress }
    set { requestor.onProgress = newValue }
  }

  func names() throws(ExchangeError) -> [String] {
    try requestor.targets(of: selection)
  }

  func representation(_ name: String, unchanged: Bool) throws(ExchangeError) -> Representation {
    let property = try requestor.property(name, of: selection)
    return unchanged ? property : property.decodingCompoundText(under: name)
  }

  func beginning(of name: String, upTo count: Int) throws(ExchangeError) -> RepresentationPrefix {
    var beginning = try requestor.beginning(of: name, of: selection, upTo: count)
    let isWhole = beginning.isWhole
    beginning.representation = beginning.representation.decodingCompoundText(under: name)
    // A whole value stays whole in another encoding, but its size changes.
    if isWhole { beginning.size = beginning.representation.bytes.count }
    return beginning
  }

  func allow(_ timeout: Duration) { requestor.timeout = timeout }

  func owner() -> Peer? { requestor.ownerDescription(of: selection) }
}

/// Watches selections over a connection of its own.
final class X11Watch: Watch {
  private let watcher: Mutex<SelectionWatcher>
  private let boards: [String: Board]
  /// The times since which the selections of the last notices were owned.
  private let times = Mutex<[String: UInt32]>([:])

  init(display: String?, _ boards: [Board]) throws(ExchangeError) {
    self.boards = Dictionary(boards.map { ($0.selection, $0) }, uniquingKeysWith: { first, _ in first })
    watcher = Mutex(try SelectionWatcher(display: display, selections: boards.map(\.selection)))
  }

  func next(until stop: StopSignal?) throws(ExchangeError) -> [BoardChange] {
    try watcher.withLock { watcher throws(ExchangeError) in try watcher.next(until: stop) }.compactMap {
      change in
      boards[change.selection].map { described(change, of: $0) }
    }
  }

  func changesSoFar() throws(ExchangeError) -> Int {
    try watcher.withLock { watcher throws(ExchangeError) in try watcher.changesSoFar() }
  }

  private func described(_ change: SelectionChange, of board: Board) -> BoardChange {
    let time = change.owner == nil ? nil : change.time
    let former = times.withLock { times in
      let former = times[change.selection]
      times[change.selection] = time
      return former
    }
    var described = BoardChange(board, hasOwner: change.owner != nil)
    described.isSameTime = time != nil && time == former
    return described
  }
}
