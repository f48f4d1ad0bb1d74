import Exchange
import SocketSelections
import System

/// Keeps what is copied when the program that copied it exits: the loop around `WaylandManagerMachine`.
///
/// What is selected is left alone. Reading goes on in a thread of its own, within the policy's bounds.
struct WaylandClipboardManager: ~Copyable {
  private let display: any SelectionDisplay
  private let terms: ManagerOptions
  private var connection: WaylandConnection
  private var machine: WaylandManagerMachine
  private var attempts = Reconnection()
  private let captured = Mailbox<(ticket: Int, capture: Capture?)>()
  /// Is signalled when another keeper has taken the place of this one.
  private let replaced = WakeUp()
  /// Captured content that may be owned at once.
  private var takeOvers: [Int: (content: Content, snapshot: Snapshot)] = [:]
  private var held: (server: WaylandServer, snapshot: Snapshot)?
  /// Nothing has been copied or cleared since that was owned.
  private var isHeldLatest = false
  /// The `sync` by which the compositor says that nothing is copied still.
  private var confirmation: UInt32?

  init(_ terms: ManagerOptions, on display: any SelectionDisplay) throws(ExchangeError) {
    self.display = display
    self.terms = terms
    machine = WaylandManagerMachine(hasRivalOfOneForm: display.keepsOneForm)
    connection = try display.connect()
  }

  /// The next keeper has so long to read what this one holds.
  private static let handOver = Duration.seconds(1)

  /// Serves until it is told to stop, or another keeper takes its place; a compositor that is started anew is connected to
  /// again.
  mutating func run() throws(ExchangeError) -> ManagerExit {
    let replaced = replaced
    guard
      let place = ManagerSlot(
        on: display, replacesManager: terms.replacesManager, whenLeft: { replaced.signal() })
    else { return .occupied }
    defer { place.leave() }
    noteOffer()
    if let snapshot = terms.held { perform(machine.handle(.restored(snapshot), at: .now)) }
    terms.ready()
    while true {
      do throws(ExchangeError) {
        if try turn() { break }
      } catch {
        guard try reconnect(after: error) else { break }
      }
    }
    if place.isLost {
      let left = handOverHeld()
      // The next manager is gone already, perhaps before it had read anything.
      if let left, display.managerBoard?.hasOwner == false { return .stopped(left) }
      return .replaced
    }
    return .stopped(held.flatMap { $0.server.isOwner ? $0.snapshot : nil })
  }

  /// True when it is told to stop, or replaced.
  private mutating func turn() throws(ExchangeError) -> Bool {
    for _ in 0..<WaylandConnection.eventsAtATime {
      guard let event = try connection.nextEvent() else { break }
      switch event {
      case .changed(.copied): noteOffer()
      case .done(let callback) where callback == confirmation:
        confirmation = nil
        perform(machine.handle(.confirmed, at: .now))
      case .finished: throw ExchangeError(.unavailable, "the compositor removed its seat")
      default: break
      }
    }
    if let waiting = terms.policy.barrier, waiting.isAsked {
      perform(machine.handle(.hurried, at: .now))
      waiting.answer()
    }
    for (ticket, capture) in captured.take() {
      if let capture, let content = capture.takeOver { takeOvers[ticket] = (content, capture.snapshot) }
      let isRemainder =
        if let copy = capture?.snapshot, let former = machine.former {
          terms.policy.isRemainder(copy, of: former)
        } else {
          false
        }
      let event = WaylandManagerMachine.Event.captured(
        ticket: ticket, capture?.snapshot, mayTakeOver: takeOvers[ticket] != nil, isRemainder: isRemainder)
      perform(machine.handle(event, at: .now))
      takeOvers[ticket] = nil
    }
    if machine.nextDeadline <= .now { perform(machine.handle(.clock, at: .now)) }
    let stop = DescriptorWait(number: terms.stop.wakeUp.fileDescriptor)
    let results = DescriptorWait(number: captured.wakeUp.fileDescriptor)
    let asked = DescriptorWait(number: terms.policy.barrier?.asked.wakeUp.fileDescriptor ?? -1)
    let lost = DescriptorWait(number: replaced.fileDescriptor)
    let ready = try connection.wait(until: machine.nextDeadline, or: [stop, results, asked, lost])
    return ready.contains(stop) || ready.contains(lost)
  }

  /// Goes on serving what it holds for a moment, and then lets it go: the next keeper has read it.
  ///
  /// - Returns: what it let go.
  private func handOverHeld() -> Snapshot? {
    guard let held, held.server.isOwner else { return nil }
    _ = terms.stop.wakeUp.wait(until: .now + Self.handOver)
    let isHeld = held.server.isOwner
    held.server.stop()
    return isHeld ? held.snapshot : nil
  }

  private mutating func noteOffer() {
    guard let offer = connection.machine.offer(.copied) else {
      isHeldLatest = false
      return perform(machine.handle(.cleared, at: .now))
    }
    let isOwn = held.map { offer.names.contains($0.server.marker.name) } ?? false
    isHeldLatest = isOwn
    perform(machine.handle(.copied(isOwn: isOwn, hasOneForm: offer.names.count == 1), at: .now))
  }

  private mutating func reconnect(after failure: ExchangeError) throws(ExchangeError) -> Bool {
    guard display.canReconnect else { throw failure }
    let stop = terms.stop.wakeUp.fileDescriptor
    let display = display
    guard
      let connection = attempts.run(until: stop, { () throws(ExchangeError) in try display.connect() })
    else {
      if DescriptorWait.ready(among: [DescriptorWait(number: stop)], until: .now).isEmpty {
        throw failure
      }
      return false
    }
    self.connection = connection
    confirmation = nil
    // With the compositor went what this keeper owned, if nobody had copied anything since. Where a session pauses,
    // the server of the content takes the board again: a second one would take it from that.
    let lost = isHeldLatest && !display.mayPause ? held?.snapshot : nil
    noteOffer()
    if let lost { perform(machine.handle(.restored(lost), at: .now)) }
    return true
  }
}

// MARK: What is to be done

extension WaylandClipboardManager {
  private mutating func perform(_ actions: [WaylandManagerMachine.Action]) {
    for action in actions {
      switch action {
      case .capture(let ticket): capture(ticket)
      case .confirm: confirmation = connection.machine.sync()
      case .own(let snapshot): own(snapshot, terms.policy.content(restoring: snapshot))
      case .takeOver(let ticket):
        guard case (let content, var snapshot)? = takeOvers[ticket] else { continue }
        snapshot.isTakenOver = true
        own(snapshot, content)
      }
    }
  }

  private mutating func own(_ snapshot: Snapshot, _ content: Content) {
    guard let server = try? WaylandServer(.general, content, on: display) else { return }
    held = (server, snapshot)
  }

  /// Reads in a thread of its own: an owner that is slow must not keep others waiting.
  private func capture(_ ticket: Int) {
    let (display, policy, captured) = (display, terms.policy, captured)
    policy.willRead()
    let isRunning = startThread {
      let patience = min(Capture.patience, policy.snapshot.timeLimit)
      let reader = try? WaylandReader(.general, ReadOptions(timeout: patience), on: display)
      let capture = reader.flatMap { try? Capture.read($0, policy: policy) }
      if let capture, !capture.snapshot.names.isEmpty { policy.note(capture.snapshot) }
      policy.didRead()
      captured.post((ticket, capture))
    }
    guard !isRunning else { return }
    policy.didRead()
    captured.post((ticket, nil))
  }
}

/// The place of a compositor's one clipboard manager, of which compositors know nothing: a board of this project's own,
/// which the manager owns.
///
/// Managers of others do not know of it.
struct ManagerSlot {
  /// Nil where there can be no such board: then nobody knows of another manager.
  private let ownership: LocalOwnership?

  /// Takes the place; nil if there is a manager already, which is not to be replaced.
  ///
  /// - Parameter whenLeft: is called when the next manager has taken it, and at the end.
  init?(
    on display: any SelectionDisplay, replacesManager: Bool, whenLeft: @escaping @Sendable () -> Void
  ) {
    guard let board = display.managerBoard else {
      ownership = nil
      return
    }
    // Of two that start at once one is the first.
    let turn = UserLock(within: .seconds(2))
    defer { turn.end() }
    if !replacesManager, board.hasOwner { return nil }
    ownership = try? LocalOwnership(board, Content(names: [], render: { _ in nil }), whenEnded: whenLeft)
  }

  /// Whether the next manager has taken it.
  var isLost: Bool { ownership.map { !$0.isOwner } ?? false }

  /// Leaves it to whoever comes next.
  func leave() {
    ownership?.stop(within: .milliseconds(500))
  }
}
