import Exchange
import Synchronization
import System

/// The server of one connection: carries out what its machine says, in a thread of its own.
///
/// Whatever may wait for a program of the desktop is done by further threads, which leave their results here.
final class SocketServerConnection: Sendable {
  /// What the thread of the connection works on.
  struct State {
    var machine: SocketServerMachine
    var label = ""
    var owned: [UInt32: Owned] = [:]
    var watches: [UInt32: SocketServerWatch] = [:]
    /// Names that the client was asked for.
    var asked: [UInt32: (copy: ClientCopy, name: String)] = [:]
  }

  /// A board that is owned for the client.
  struct Owned {
    let board: Board
    let copy: ClientCopy
    let ownership: any Ownership
  }

  typealias Work = @Sendable (inout State) -> Void

  private let server: SocketServer
  private let stop: WakeUp
  private let woken = WakeUp()
  /// Nil once the connection has gone.
  private let works = Mutex<[Work]?>([])

  init(_ server: SocketServer, stop: WakeUp) {
    (self.server, self.stop) = (server, stop)
  }

  /// Has something done by the connection's thread; false if that has gone.
  @discardableResult
  func post(_ work: @escaping Work) -> Bool {
    works.withLock { works in
      guard works != nil else { return false }
      works?.append(work)
      woken.signal()
      return true
    }
  }

  // MARK: The thread

  /// How long the client may take to say who it is, and to go on with what it has begun.
  private static let introduction = Duration.seconds(10)
  private static let patience = Duration.seconds(30)

  /// Serves a connection to its end.
  func run(_ socket: borrowing Socket) {
    var state = State(
      machine: SocketServerMachine(rights: server.options.rights, boards: server.options.boards))
    loop(socket, &state)
    // Results that are under way find the connection gone from now on.
    let last = works.withLock { works in
      defer { works = nil }
      return works ?? []
    }
    for work in last { work(&state) }
    for watch in state.watches.values { watch.stop.stop() }
    for owned in state.owned.values { server.settle(owned) }
    server.options.say.map { $0(.gone(state.label)) }
  }

  private func loop(_ socket: borrowing Socket, _ state: inout State) {
    var output: ArraySlice<UInt8> = []
    var deadline = MonotonicTime.now + Self.introduction
    while true {
      if output.isEmpty { output = state.machine.output()[...] }
      var wanted: Socket.Readiness = state.machine.wantsInput ? .input : []
      if !output.isEmpty { wanted.insert(.output) }
      let isAwaited = !state.machine.hasGreeted || state.machine.isWithinMessage || !output.isEmpty
      let ready = socket.wait(for: wanted, or: [woken, stop], until: isAwaited ? deadline : .never)
      if ready.isEmpty, isAwaited, deadline <= .now { return }
      if stop.wait(until: .now) { return }
      if ready.contains(.wakeUp) { for work in take() { work(&state) } }
      do {
        if ready.contains(.output), !output.isEmpty {
          let sent = try socket.sendPiece(output)
          output = output.dropFirst(sent)
          if sent > 0, state.machine.hasGreeted { deadline = .now + Self.patience }
        }
        if ready.contains(.input), let bytes = try socket.receivePiece() {
          if bytes.isEmpty { return }
          for action in try state.machine.receive(bytes) { perform(action, &state) }
          if state.machine.hasGreeted { deadline = .now + Self.patience }
        }
      } catch {
        return server.options.say.map { $0(.broken(state.label, "\(error)")) } ?? ()
      }
    }
  }

  private func take() -> [Work] {
    works.withLock { works in
      woken.clear()
      defer { works = works.map { _ in [] } }
      return works ?? []
    }
  }

  // MARK: Actions

  private func perform(_ action: SocketServerMachine.Action, _ state: inout State) {
    switch action {
    case .greet(let label):
      state.label = server.options.label ?? label
      server.options.say.map { $0(.connected(state.label)) }
    case .ask(let right):
      let label = state.label
      inThread(&state, 0) { [server] in
        let isAllowed = server.options.decide?(right, label) ?? false
        self.post { state in
          for action in state.machine.resolve(right, isAllowed: isAllowed) { self.perform(action, &state) }
        }
      }
    case .list(let request, let board, let application, let timeout):
      inThread(&state, request) { [server] in
        let answer = server.names(board, application: application, timeout: timeout)
        self.post { $0.machine.answer(request, with: answer) }
      }
    case .read(let request, let read):
      inThread(&state, request) { [server] in
        let answer = server.read(read)
        self.post { $0.machine.answer(request, with: answer) }
      }
    case .own(let request, let offer):
      let copy = ClientCopy(offer, from: state.label) { [weak self] copy, name, limit in
        self?.post { $0.ask(copy, name, of: request, limit) } ?? false
      }
      inThread(&state, request) { self.own(request, Board(offer.request.board), copy) }
    case .release(let request, let own):
      guard let owned = state.owned.removeValue(forKey: own) else { return state.machine.done(request) }
      inThread(&state, request) {
        owned.ownership.stop(within: .seconds(5))
        self.post { $0.machine.done(request) }
      }
    case .confirm(let request, let own):
      guard let ownership = state.owned[own]?.ownership else { return state.machine.done(request, 1) }
      inThread(&state, request) {
        let isOwner = (try? ownership.confirm()) ?? false
        self.post { $0.machine.done(request, isOwner ? 1 : 0) }
      }
    case .watch(let request, let boards): watch(request, boards, &state)
    case .count(let request, let watch):
      guard let watch = state.watches[watch] else {
        return state.machine.fail(request, .unavailable, "nothing is watched")
      }
      inThread(&state, request) {
        let count = watch.count()
        self.post { $0.machine.done(request, UInt64(count)) }
      }
    case .clear(let request, let board):
      inThread(&state, request) { [server] in
        do throws(ExchangeError) {
          guard server.mayTake() else { throw SocketServer.tooOften }
          try server.options.backend.clear(board)
          self.post { $0.machine.done(request) }
        } catch {
          self.post { $0.machine.fail(request, FailureCode(error.code), error.description) }
        }
      }
    case .cancel(let request):
      state.watches.removeValue(forKey: request)?.stop.stop()
      if let owned = state.owned.removeValue(forKey: request) {
        _ = startThread { owned.ownership.stop(within: .seconds(5)) }
      }
    case .rendered(let number, let value):
      if let (copy, name) = state.asked.removeValue(forKey: number) { copy.deliver(name, value) }
    case .overlong(let number):
      if let (copy, name) = state.asked.removeValue(forKey: number) { copy.refuseForNow(name) }
    }
  }

  /// Does what may wait; the request fails where too much waits already.
  private func inThread(_ state: inout State, _ request: UInt32, _ body: @escaping @Sendable () -> Void) {
    if !server.work(body) { state.machine.fail(request, .busy, "too many requests are in progress") }
  }

  /// Owns a board for the client, and then fetches what is worth keeping.
  private func own(_ request: UInt32, _ board: Board, _ copy: ClientCopy) {
    let ownership: any Ownership
    do throws(ExchangeError) {
      guard server.mayTake() else { throw SocketServer.tooOften }
      ownership = try server.options.backend.serve(board, server.options.content(copy)) { [weak self] in
        self?.post { state in
          state.machine.lost(request)
          state.owned[request] = nil
        }
      }
    } catch {
      let code = error == SocketServer.tooOften ? FailureCode.busy : FailureCode(error.code)
      post { $0.machine.fail(request, code, error.description) }
      return
    }
    let owned = Owned(board: board, copy: copy, ownership: ownership)
    let wanted = copy.mayBeKept ? server.options.wanted?(copy.names) : nil
    if let wanted, copy.holds(wanted) {
      server.keep(owned)
      post { $0.machine.owned(request, isKept: true) }
      return
    }
    let isThere = post { state in
      if ownership.isOwner { state.owned[request] = owned }
      state.machine.owned(request, isKept: false)
    }
    guard isThere else { return server.settle(owned) }
    guard let wanted, copy.fetch(wanted) else { return }
    post { state in
      guard state.owned.removeValue(forKey: request) != nil else { return }
      self.server.keep(owned)
      state.machine.kept(request)
    }
  }

  /// Tells the client of changes, until it wants no more.
  private func watch(_ request: UInt32, _ boards: [Board], _ state: inout State) {
    let backend = server.options.backend
    do throws(ExchangeError) {
      let watch = SocketServerWatch(telling: try backend.watch(boards), counting: try backend.watch(boards))
      state.watches[request] = watch
      let isStarted = startThread {
        while let changes = watch.next() {
          for change in changes {
            self.post { $0.machine.changed(request, change.board, hasOwner: change.hasOwner) }
          }
        }
      }
      guard isStarted else { throw ExchangeError(.unavailable, "could not create a thread") }
    } catch {
      state.machine.fail(request, FailureCode(error.code), error.description)
    }
  }
}

extension SocketServerConnection.State {
  /// Asks the client for a name of its copy.
  mutating func ask(_ copy: ClientCopy, _ name: String, of own: UInt32, _ limit: Int) {
    guard let number = machine.render(own, name, limit: limit) else { return copy.refuseForNow(name) }
    asked[number] = (copy, name)
  }
}

/// Watches boards for the client: one tells of changes as they happen, one counts them.
final class SocketServerWatch: Sendable {
  let stop = StopSignal()
  private let telling: any Watch
  private let counting: any Watch

  init(telling: any Watch, counting: any Watch) {
    (self.telling, self.counting) = (telling, counting)
  }

  /// The next changes; nil at the end.
  func next() -> [BoardChange]? {
    guard let changes = try? telling.next(until: stop), !changes.isEmpty else { return nil }
    return changes
  }

  /// The changes since the last call.
  func count() -> Int { (try? counting.changesSoFar()) ?? 0 }
}
