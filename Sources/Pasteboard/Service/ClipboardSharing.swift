package import Exchange
package import SocketSelections
import Synchronization
import System

/// How this desktop's clipboard is shared with other machines and containers.
package struct ClipboardSharing: Sendable {
  /// The socket that others connect to.
  package var path: String
  /// What clients may do.
  package var rights: Rights
  /// What the client is called; nil for what it calls itself.
  package var label: String?
  /// Decides on what is not allowed anyway.
  package var decide: (@Sendable (Rights, _ label: String) -> Bool)?
  /// Whether what else listens at the path is replaced.
  package var replaces = false

  /// Sharing at a path.
  package init(at path: String, _ rights: Rights) {
    (self.path, self.rights) = (path, rights)
  }

  /// The path where nobody says another: in the session's own folder, which is made if there is none.
  ///
  /// Throws `PasteboardError` where there is no such folder, or others may write to it.
  package static func standardPath() throws(PasteboardError) -> String {
    guard let session = Environment.value("XDG_RUNTIME_DIR"), session.hasPrefix("/") else {
      throw PasteboardError(
        .system, "XDG_RUNTIME_DIR is not set. Name the socket: pb serve --socket ~/.pasteboard.sock")
    }
    let folder = session + "/pasteboard"
    try rethrowing(as: PasteboardError.init) { () throws(SystemError) in
      try Directory.create(FilePath(folder))
    }
    guard Directory.isClosed(FilePath(folder), toAllBut: 0) else {
      throw PasteboardError(
        .system, "the folder \(folder) belongs to another user, or other users can write to it")
    }
    return folder + "/socket"
  }

  /// Begins to share.
  ///
  /// - Parameter say: is given a line for people whenever a host connects that has not before.
  func start(
    on backend: Backend, rules: ReloadableRules, say: @escaping @Sendable (String) -> Void
  ) throws(PasteboardError) -> SharedClipboard {
    let backend = backend
    guard backend.name != "socket" || backend.place != path else {
      throw PasteboardError(.display, "PB_SOCKET names \(path) itself, so pb has no clipboard to share")
    }
    return try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      try SharedClipboard(self, on: backend, rules, say: say)
    }
  }

  /// Shares the clipboard by itself, without a clipboard manager, until that is stopped.
  package func start(
    on backend: Backend, say: @escaping @Sendable (String) -> Void
  ) throws(PasteboardError) -> SharedClipboard {
    try start(on: backend, rules: ReloadableRules(), say: say)
  }
}

/// A clipboard that is being shared.
package final class SharedClipboard: Sendable {
  private let server: SocketServer
  private let backend: Backend

  init(
    _ sharing: ClipboardSharing, on backend: Backend, _ rules: ReloadableRules,
    say: @escaping @Sendable (String) -> Void
  ) throws(ExchangeError) {
    if !sharing.replaces, Backend.socket(sharing.path).isPresent() {
      throw ExchangeError(
        .unavailable,
        "another program shares a clipboard at '\(sharing.path)'. To replace it, use --replace.")
    }
    let policy = ServiceManagerPolicy(rules: rules)
    var options = SocketServer.Configuration(backend)
    options.rights = sharing.rights
    options.label = sharing.label
    options.decide = sharing.decide
    options.content = { copy in Offering.content(of: copy, policy: policy) { rules.current } }
    options.wanted = { policy.fetchedNames(of: $0) }
    let guests = SeenHosts()
    options.say = { event in
      switch event {
      case .connected(let label): if guests.isNew(label) { say("\(SeenHosts.name(label)) is connected") }
      case .gone: break
      case .broken(let label, let problem):
        if guests.isNew(label + problem) {
          say("\(SeenHosts.name(label)) broke the protocol and was disconnected: \(problem)")
        }
      }
    }
    server = try SocketServer(at: sharing.path, options)
    self.backend = backend
  }

  /// Stops; what is kept of the copies of clients is handed to the clipboard manager, if there is one.
  package func stop() { server.stop(within: .seconds(5)) }

  /// What a client copied that is still there, with the name of its host; nil if there is nothing that may be kept.
  func kept(on board: Board) -> Snapshot? {
    guard let copy = server.kept[board], !copy.isSensitive else { return nil }
    var snapshot = copy.snapshot
    snapshot.names.append(Offering.hostMark)
    snapshot.keep(Representation(bytes: Array(copy.label.utf8)), as: Offering.hostMark)
    return snapshot
  }

  /// Leaves what clients copied on other boards than the clipboard, which the service itself keeps, for the next service.
  func leaveCopies() {
    for board in Self.otherBoards {
      if let snapshot = kept(on: board) { ServiceContentFile(backend, board).leave(snapshot) }
    }
  }

  /// Owns again what the service before this one left.
  func restoreCopies() {
    for board in Self.otherBoards {
      let file = ServiceContentFile(backend, board)
      guard var snapshot = file.read() else { continue }
      file.remove()
      let label = snapshot.representations.removeValue(forKey: Offering.hostMark)?.bytes ?? []
      snapshot.names.removeAll { $0 == Offering.hostMark }
      server.restore(snapshot, from: String(decoding: label, as: UTF8.self), on: board)
    }
  }

  private static let otherBoards = SocketLimits.boards.filter { $0 != .general }

  /// Stops; what clients copied goes on being there, in a process of its own.
  package func stopLeavingCopies() {
    for (board, copy) in server.kept {
      // A copy that another program makes while the successor starts stays.
      let former = server.nameOfKept(board)
      guard let snapshot = kept(on: board),
        Successor.start(board, on: backend, with: snapshot, after: former)
      else { continue }
      // The successor takes the board, after which nothing is kept here.
      let deadline = MonotonicTime.now + .seconds(5)
      while server.kept[board] === copy, .now < deadline { _ = WakeUp().wait(until: .now + .milliseconds(5)) }
    }
    stop()
  }
}

/// The hosts that have connected: pb reports each once; a host that invents labels does not fill memory.
private final class SeenHosts: Sendable {
  private let labels = Mutex<Set<String>>([])
  /// More are not told of.
  private static let limit = 100

  /// Whether a label has not been seen before.
  func isNew(_ label: String) -> Bool {
    labels.withLock { labels in
      guard labels.count < Self.limit else { return false }
      return labels.insert(label).inserted
    }
  }

  /// The name that messages use for a host that calls itself `label`.
  static func name(_ label: String) -> String {
    label.isEmpty ? "a program without a label" : label
  }
}
