package import Exchange
import Synchronization
package import System

/// Owns what is copied or selected, and gives it to whoever asks.
///
/// Any number of readers are served at once. One that is slow or silent costs no more than its own pipe, which is
/// closed after ten seconds in which it took nothing.
package struct WaylandOwner: ~Copyable {
  private var connection: WaylandConnection
  private let content: Content
  private let forms: OfferedForms
  private var source: UInt32
  private let display: any SelectionDisplay
  private let board: Board
  private var attempts = Reconnection()
  private var machine: SourceMachine
  /// Whether this process ends with the ownership: what was given may then be lent, as it never becomes anything else.
  private let lends: Bool
  private var actions: [SourceMachine.Action] = []
  /// The pipes that are open, and those of them that there is something to write to.
  private var pipes: [SourceMachine.Delivery: OpenFile] = [:]
  private var open: [SourceMachine.Delivery] = []
  private var nextDelivery = 0
  private let rendered = Mailbox<(rendering: String, value: Representation?)>()
  /// Events that came while the compositor confirmed the ownership.
  private var early: [DataControlClient.Event]

  /// Tells this copy from all others.
  package let marker: OwnerMarker

  init(_ claim: consuming WaylandClaim, limits: SourceMachine.Limits, lends: Bool = false) {
    self.lends = lends
    (content, forms, source, marker) = (claim.content, claim.forms, claim.source, claim.marker)
    early = claim.early
    (display, board) = (claim.display, claim.board)
    connection = claim.connection
    machine = SourceMachine(limits: limits, changing: claim.forms.changing)
  }

  /// Takes a board; returns when the compositor has confirmed it.
  ///
  /// Nothing is rendered before somebody asks. Requests are answered only while `serve` runs: call it soon.
  ///
  /// - Parameter predecessor: the name of the marker of the copy that this one follows; nil follows any.
  package static func take(
    _ board: Board, _ content: Content, on display: any SelectionDisplay, after predecessor: String? = nil
  ) throws(ExchangeError) -> WaylandOwner {
    try take(board, content, on: display, after: predecessor, limits: SourceMachine.Limits())
  }

  static func take(
    _ board: Board, _ content: Content, on display: any SelectionDisplay, after predecessor: String? = nil,
    limits: SourceMachine.Limits
  ) throws(ExchangeError) -> WaylandOwner {
    var claim = try WaylandClaim(board, content, on: display, after: predecessor)
    try claim.confirm()
    return WaylandOwner(claim, limits: limits)
  }

  /// The number of times that the compositor was waited for.
  package var roundTrips: Int { connection.roundTrips }

  /// Serves until another source has taken the place of this one, or until it is to stop, and all that has been asked
  /// for is delivered.
  ///
  /// - Parameters:
  ///   - lifetime: the longest time to serve, nil for no end; what is under way then is cut off.
  ///   - whenLost: is called when another program has taken the board.
  package mutating func serve(
    for lifetime: Duration? = nil, until stop: StopSignal? = nil, whenLost: @Sendable () -> Void = {}
  ) throws(ExchangeError) {
    try BrokenPipes.ignored { () throws(ExchangeError) in try run(for: lifetime, until: stop, whenLost) }
  }

  private mutating func run(
    for lifetime: Duration?, until stop: StopSignal?, _ whenLost: @Sendable () -> Void
  ) throws(ExchangeError) {
    let end = lifetime.map { MonotonicTime.now + $0 } ?? .never
    var isStopping = false
    var failure: ExchangeError?
    while !machine.isFinished, !(isStopping && machine.isIdle) {
      let now = MonotonicTime.now
      if end <= now { return }
      if failure == nil {
        do throws(ExchangeError) {
          try takeEvents(now, whenLost)
        } catch {
          if takeAgain(until: stop) { continue }
          // Whoever has asked gets all of it.
          failure = error
          lose(now, whenLost)
        }
      }
      for (rendering, value) in rendered.take() { handle(.rendered(rendering, value), now) }
      if machine.nextDeadline <= now { handle(.clock, now) }
      if machine.isFinished { break }
      let stopNumber = isStopping ? -1 : stop?.wakeUp.fileDescriptor ?? -1
      let (deadline, waits) = (min(machine.nextDeadline, end), waits(stopNumber))
      let ready =
        failure == nil
        ? try connection.wait(until: deadline, or: waits)
        : DescriptorWait.ready(among: waits, until: deadline)
      for wait in ready {
        if wait.number == stopNumber { isStopping = true }
        if wait.isForRoom, let delivery = open.first(where: { pipes[$0]?.number == wait.number }) {
          write(delivery)
        }
      }
    }
    if let failure { throw failure }
  }

  private mutating func takeEvents(
    _ now: MonotonicTime, _ whenLost: @Sendable () -> Void
  ) throws(ExchangeError) {
    for _ in 0..<WaylandConnection.eventsAtATime {
      guard let event = early.isEmpty ? try connection.nextEvent() : early.removeFirst() else { return }
      handle(event, now, whenLost)
    }
  }

  /// Takes the board again where the connection ended and the session did not, unless somebody has copied since.
  private mutating func takeAgain(until stop: StopSignal?) -> Bool {
    guard display.mayPause, let slot = Slot(board) else { return false }
    let (display, number) = (display, stop?.wakeUp.fileDescriptor ?? -1)
    guard
      var new = attempts.run(until: number, { () throws(ExchangeError) in try display.connect(for: slot) })
    else { return false }
    if let offer = new.machine.offer(slot) {
      // What the session itself keeps is of this copy.
      guard display.keepsOneForm, offer.names.count == 1, offer.names.allSatisfy(forms.names.contains) else {
        return false
      }
    }
    guard let source = new.machine.select(forms.names, slot, isSensitive: content.isSensitive) else {
      return false
    }
    for delivery in pipes.keys { handle(.readerGone(delivery), .now) }
    (self.source, early) = (source, [])
    connection = new
    return true
  }

  private mutating func lose(_ now: MonotonicTime, _ whenLost: @Sendable () -> Void) {
    connection.machine.destroy(source: source)
    whenLost()
    handle(.lost, now)
  }

  private func waits(_ stop: Int32) -> [DescriptorWait] {
    [stop, rendered.wakeUp.fileDescriptor].map { DescriptorWait(number: $0) }
      + open.compactMap { delivery in
        pipes[delivery].map { DescriptorWait(number: $0.number, isForRoom: true) }
      }
  }

  private mutating func handle(
    _ event: DataControlClient.Event, _ now: MonotonicTime, _ whenLost: @Sendable () -> Void
  ) {
    switch event {
    case .asked(source, let name, let pipe):
      DescriptorPassing.neverBlock(pipe)
      nextDelivery += 1
      pipes[nextDelivery] = pipe
      handle(.asked(nextDelivery, rendering: forms.rendering(of: name)), now)
    case .cancelled(source), .finished: lose(now, whenLost)
    default: break
    }
  }

  private mutating func handle(_ event: SourceMachine.Event, _ now: MonotonicTime) {
    machine.handle(event, at: now, actions: &actions)
    for action in actions {
      switch action {
      case .render(let rendering): render(rendering)
      case .open(let delivery):
        open.append(delivery)
      case .close(let delivery):
        open.removeAll { $0 == delivery }
        guard let number = pipes[delivery]?.number else { continue }
        pipes[delivery] = nil
        connection.machine.closed(file: number)
      }
    }
    actions.removeAll(keepingCapacity: true)
  }

  /// The number of remaining bytes above which a pipe is widened.
  private static let wideFrom = 1 << 16

  private mutating func write(_ delivery: SourceMachine.Delivery) {
    guard let pipe = pipes[delivery], let (payload, sent) = machine.content(for: delivery) else { return }
    let isLarge = payload.count > Self.wideFrom
    if sent == 0, isLarge { DescriptorPassing.widen(pipe) }
    let outcome =
      // Lend memory only if it is never overwritten: its pages stay in the pipe.
      if lends, isLarge, case .plain(let bytes) = payload {
        DescriptorPassing.lend(bytes, from: sent, to: pipe)
      } else {
        DescriptorPassing.write(payload, from: sent, to: pipe)
      }
    switch outcome {
    case .moved(let count): handle(.wrote(delivery, count), .now)
    case .nothing: break
    case .ended: handle(.readerGone(delivery), .now)
    }
  }

  /// Each rendering has a thread of its own where there can be one, so that a slow one holds up neither the loop nor
  /// another.
  private func render(_ rendering: String) {
    let (render, rendered) = (content.render, rendered)
    if OwnerMarker.isMarker(rendering) { return rendered.post((rendering, nil)) }
    runInThreadIfPossible { rendered.post((rendering, render(rendering))) }
  }
}

/// A board that was asked for, from the request to the compositor's word on it.
struct WaylandClaim: ~Copyable {
  let board: Board
  let content: Content
  let forms: OfferedForms
  let source: UInt32
  let display: any SelectionDisplay
  /// Tells this copy from all others.
  let marker: OwnerMarker
  var connection: WaylandConnection
  /// Events that came while the compositor confirmed the ownership.
  private(set) var early: [DataControlClient.Event] = []

  /// Sends the request, but not where another copy than `predecessor` is there.
  init(
    _ board: Board, _ content: Content, on display: any SelectionDisplay, after predecessor: String? = nil
  ) throws(ExchangeError) {
    let slot = try Slot.required(board)
    var connection = try display.open()
    try connection.requireControl(of: slot)
    if let predecessor {
      try connection.update()
      if let offer = connection.machine.offer(slot), !offer.names.contains(predecessor) {
        throw .overtaken(board)
      }
    }
    let marker = OwnerMarker()
    let forms = OfferedForms(content, marker: marker)
    guard let source = connection.machine.select(forms.names, slot, isSensitive: content.isSensitive) else {
      throw ExchangeError(.unavailable, "the compositor does not support data control")
    }
    (self.board, self.content, self.forms, self.source, self.marker) = (board, content, forms, source, marker)
    self.display = display
    self.connection = connection
  }

  /// Returns when the compositor has confirmed it.
  mutating func confirm() throws(ExchangeError) {
    let (source, board) = (source, board)
    var early: [DataControlClient.Event] = []
    try connection.update { (event) throws(ExchangeError) in
      if case .cancelled(source) = event { throw .overtaken(board) }
      early.append(event)
    }
    self.early = early
  }
}

extension ExchangeError {
  fileprivate static func overtaken(_ board: Board) -> ExchangeError {
    ExchangeError(.overtaken, "another program took \(board.noun) first")
  }
}

/// A claim that the compositor has confirmed, for whoever serves it.
final class WaylandClaimedSelection: ClaimedSelection {
  private var claim: WaylandClaim?
  let descriptors: [Int32]

  init(_ claim: consuming WaylandClaim) {
    // Managers ask at once: what they ask through came with the compositor's word.
    let pipes = claim.early.compactMap { event in
      if case .asked(_, _, let pipe) = event { pipe.number } else { nil }
    }
    descriptors = claim.connection.descriptors + pipes
    self.claim = consume claim
  }

  func serve(_ terms: OwnOptions) throws(ExchangeError) {
    guard let claim = claim.take() else { return }
    var owner = WaylandOwner(claim, limits: SourceMachine.Limits(), lends: true)
    try owner.serve(for: terms.lifetime, until: terms.stop)
  }
}

/// A board that is owned and served in a thread of its own.
///
/// It goes on until another program takes the board or `stop` is called, also when nobody holds this any more.
package final class WaylandServer: Ownership {
  private let display: any SelectionDisplay
  private let slot: Slot
  /// Tells this copy from all others.
  package let marker: OwnerMarker
  private let thread: OwningThread

  /// Takes the board; returns when the compositor has confirmed it.
  ///
  /// - Parameter whenEnded: is called from the thread at its end.
  package init(
    _ board: Board, _ content: Content, on display: any SelectionDisplay,
    whenEnded: (@Sendable () -> Void)? = nil
  ) throws(ExchangeError) {
    thread = try OwningThread()
    let owner = try WaylandOwner.take(board, content, on: display)
    slot = try Slot.required(board)
    self.display = display
    marker = owner.marker
    thread.run(owning: owner, whenEnded: whenEnded) { owner, thread in
      var owner = owner
      try? owner.serve(until: thread.stopSignal, whenLost: thread.lose)
    }
  }

  package var isOwner: Bool { thread.isOwner }

  package var name: String? { marker.name }

  package func confirm() throws(ExchangeError) -> Bool {
    guard isOwner else { return false }
    let connection = try display.connect()
    return connection.machine.offer(slot)?.names.contains(marker.name) ?? false
  }

  @discardableResult
  package func stop(within limit: Duration = .seconds(5)) -> Bool { thread.stop(within: limit) }
}
