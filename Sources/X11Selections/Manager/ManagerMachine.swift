import Exchange
import System

/// What a clipboard manager does (freedesktop ClipboardManager): keeps what owners ask it to keep, and owns
/// it when nobody else does any more.
///
/// A pure state machine. A capture that is overtaken by a new copy is not kept, and every request to save
/// is answered once, when all has been read: its sender goes away then. Of copies that follow each other
/// quickly the last is read.
struct ManagerMachine {
  enum Event {
    case saveRequested(SelectionRequest, targets: [XAtom]?)
    /// The end of a capture; nil: nothing worth keeping, or not to be kept. `mayTakeOver`: what was read is
    /// better owned at once. `endsWhenRead`: its owner may let it go because it was read.
    case captured(ticket: Int, Snapshot?, mayTakeOver: Bool = false, endsWhenRead: Bool = false)
    /// `hasVanished`: the owner came to an end, nobody took its place. `time`: when the selection was taken
    /// last.
    case ownerChanged(XWindow, hasVanished: Bool, time: XTimestamp = .current)
    /// What an earlier manager held is there again.
    case restored(Snapshot)
    /// We are the owner now, with this window.
    case owning(XWindow)
    /// Time has passed; sent at `nextDeadline` or later.
    case clock
    /// Somebody waits for what was copied: a reading that is due begins.
    case hurried
  }

  enum Action: Hashable {
    /// Read the clipboard; only these targets if there are any.
    case capture(ticket: Int, targets: [XAtom]?)
    case answer(SelectionRequest, saved: Bool)
    /// Own what was kept, unless somebody has taken the selection since `time`.
    case own(Snapshot, asOf: XTimestamp)
    /// Own what a capture has brought, unless somebody has taken the selection since `time`.
    case takeOver(ticket: Int, asOf: XTimestamp)
  }

  /// A reading of the clipboard in progress; there is one at a time, however often people copy, and besides it
  /// a few that nobody will answer.
  private struct Capture {
    let ticket: Int
    let generation: Int
    let requests: [SelectionRequest]
    /// When somebody else first copied.
    var overtaken: MonotonicTime?
  }

  /// What was read, and why it may come back though its owner has not vanished.
  private struct Kept {
    let snapshot: Snapshot
    let wasRequested: Bool
    /// Until when a clearing is the owner's answer to the reading; nil if it never is.
    var spentUntil: MonotonicTime?
  }

  /// How long after a reading its owner may let go of what was read.
  static let lettingGo = Duration.milliseconds(100)
  /// Copies are read no faster than this.
  static let pause = Duration.milliseconds(20)
  /// How long a reading may go on when somebody else has copied: its owner may hang, and the next one may go.
  static let grace = Duration.milliseconds(100)
  /// Each has a thread, which ends when the reader's patience does.
  static let abandonedLimit = 4

  private let capturesEveryCopy: Bool
  private var owner: XWindow
  private var time: XTimestamp
  private var hasVanished = false
  /// When nobody owned the clipboard any more.
  private var cleared = MonotonicTime.never
  private var ownWindow = XWindow.none
  /// Counts the copies, so that a capture is known to belong to the latest.
  private var generation = 0
  private var kept: Kept?
  private var running: Capture?
  /// The tickets of readings whose end is of no interest.
  private var abandoned: Set<Int> = []
  private var queued: [(request: SelectionRequest, targets: [XAtom]?)] = []
  private var isCopyUnread: Bool
  private var nextTicket = 0
  private var restUntil = MonotonicTime(nanoseconds: 0)
  private var pace = TakeOverPace()
  /// Whether others took the clipboard from this manager, and have copied nothing since that it would not take over.
  private var isTakenBack = false

  /// When to send `clock`.
  private(set) var nextDeadline = MonotonicTime.never

  /// `owner` is who owns the clipboard at the start, and took it before `time`.
  init(owner: XWindow, asOf time: XTimestamp = .current, capturesEveryCopy: Bool) {
    self.owner = owner
    self.time = time
    self.capturesEveryCopy = capturesEveryCopy
    isCopyUnread = capturesEveryCopy && owner != .none
    if isCopyUnread { nextDeadline = restUntil }
  }

  mutating func handle(_ event: Event, at now: MonotonicTime) -> [Action] {
    switch event {
    case .saveRequested(let request, let targets):
      queued.append((request, targets))
      return start(now)
    case .captured(let ticket, let snapshot, let mayTakeOver, let endsWhenRead):
      if abandoned.remove(ticket) != nil { return start(now) }
      guard let capture = running, capture.ticket == ticket else { return [] }
      running = nil
      let spentUntil = endsWhenRead ? now + Self.lettingGo : nil
      return finish(capture, snapshot, mayTakeOver, spentUntil, now) + start(now)
    case .clock:
      return start(now)
    case .hurried:
      restUntil = now
      return start(now)
    case .restored(let snapshot):
      return owner == .none ? [.own(snapshot, asOf: time)] : []
    case .owning(let window):
      ownWindow = window
      owner = window
      return []
    case .ownerChanged(let window, let hasVanished, let time):
      guard window != owner || window != .none && window != ownWindow else { return [] }
      if owner == ownWindow, owner != .none, window != .none { isTakenBack = true }
      owner = window
      self.time = time
      self.hasVanished = hasVanished
      if window != .none && window == ownWindow { return [] }
      // Its number may be another client's next.
      ownWindow = .none
      if window == .none {
        cleared = now
        return restore(now)
      }
      generation += 1
      if running?.overtaken == nil { running?.overtaken = now }
      kept = nil
      isCopyUnread = capturesEveryCopy
      return start(now)
    }
  }

  private mutating func start(_ now: MonotonicTime) -> [Action] {
    nextDeadline = .never
    guard isCopyUnread || !queued.isEmpty, mayStart(now) else { return [] }
    if queued.isEmpty && now < restUntil {
      nextDeadline = restUntil
      return []
    }
    restUntil = now + Self.pause
    nextTicket += 1
    // Several that ask at once get all that is worth keeping.
    let targets = queued.count == 1 ? queued[0].targets : nil
    running = Capture(ticket: nextTicket, generation: generation, requests: queued.map(\.request))
    queued = []
    isCopyUnread = false
    return [.capture(ticket: nextTicket, targets: targets)]
  }

  /// Gives up a reading that was overtaken long enough ago; nobody who asked for one is let down.
  private mutating func mayStart(_ now: MonotonicTime) -> Bool {
    guard let capture = running else { return true }
    guard let overtaken = capture.overtaken, capture.requests.isEmpty, abandoned.count < Self.abandonedLimit
    else { return false }
    guard overtaken + Self.grace <= now else {
      nextDeadline = overtaken + Self.grace
      return false
    }
    abandoned.insert(capture.ticket)
    running = nil
    return true
  }

  private mutating func finish(
    _ capture: Capture, _ snapshot: Snapshot?, _ mayTakeOver: Bool, _ spentUntil: MonotonicTime?,
    _ now: MonotonicTime
  ) -> [Action] {
    let isCurrent = capture.generation == generation
    // Nothing that was wanted came: what was read before is still the best there is.
    let isEmpty = snapshot?.names.isEmpty ?? true
    if isCurrent, !isEmpty, let snapshot {
      kept = Kept(snapshot: snapshot, wasRequested: !capture.requests.isEmpty, spentUntil: spentUntil)
    }
    var actions: [Action] = capture.requests.map { .answer($0, saved: !isEmpty) }
    // Also where its owner has copied the next one meanwhile.
    if !isEmpty, !mayTakeOver, spentUntil == nil { isTakenBack = false }
    guard isCurrent else { return actions }
    if owner == .none {
      // The owner has gone while it was read.
      actions += restore(now)
    } else if mayTakeOver, pace.allows(at: now, isTakenBack: isTakenBack) {
      actions.append(.takeOver(ticket: capture.ticket, asOf: time))
    }
    return actions
  }

  private mutating func restore(_ now: MonotonicTime) -> [Action] {
    // Who clears the clipboard wants it empty; who had it saved before wants it back, and what was let go because it was
    // read is to be there for others.
    guard let kept else { return [] }
    let isSpent = kept.spentUntil.map { cleared <= $0 } ?? false
    guard hasVanished || kept.wasRequested || isSpent && pace.allows(at: now, isTakenBack: isTakenBack) else {
      return []
    }
    self.kept = nil
    return kept.snapshot.names.isEmpty ? [] : [.own(kept.snapshot, asOf: time)]
  }
}
