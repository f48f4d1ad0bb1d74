import Exchange
import System

/// A clipboard manager (freedesktop ClipboardManager): keeps what owners ask it to keep, and owns
/// it when nobody else does any more.
///
/// A pure state machine. A capture that is overtaken by a new copy is not kept, and every request to save
/// is answered once, when all has been read: its sender goes away then. Of copies that follow each other
/// quickly the last is read.
struct ClipboardManagerMachine {
  enum Event {
    case saveRequested(SelectionRequest, targets: [XAtom]?)
    /// The end of a capture; nil: nothing worth keeping, or not to be kept. `mayTakeOver`: what was read is
    /// better owned at once. `endsWhenRead`: its owner may let it go because it was read. `isRemainder`: it is what
    /// another manager has kept of `former`.
    case captured(
      ticket: Int, Snapshot?, mayTakeOver: Bool = false, endsWhenRead: Bool = false, isRemainder: Bool = false
    )
    /// `hasVanished`: the owner came to an end, nobody took its place. `time`: when the selection was taken
    /// last.
    case ownerChanged(XWindow, hasVanished: Bool, time: XTimestamp = .current)
    /// The content of an earlier manager is there again.
    case restored(Snapshot)
    /// We are the owner now, with this window.
    case owning(XWindow)
    /// Time has passed; sent at `nextDeadline` or later.
    case clock
    /// Somebody waits for what was copied: a reading that is due begins.
    case hurried
  }

  enum Action: Hashable {
    /// Read the clipboard, but only these targets if there are any. An owner that took it after the time of `asOf` refuses,
    /// because its list of targets was not read.
    case capture(ticket: Int, targets: [XAtom]?, asOf: XTimestamp = .current)
    case answer(SelectionRequest, saved: Bool)
    /// Own what was kept, unless somebody has taken the selection since `time`.
    case own(Snapshot, asOf: XTimestamp)
    /// Own what a capture has brought, unless somebody has taken the selection since `time`.
    case takeOver(ticket: Int, asOf: XTimestamp)
  }

  /// A snapshot, and the reason why it may come back though its owner has not vanished.
  private struct Kept {
    let snapshot: Snapshot
    let wasRequested: Bool
    /// The time until which a clearing is the owner's answer to the reading; nil if it never is.
    var spentUntil: MonotonicTime?
  }

  /// The time after a reading within which its owner may let go of what was read.
  static let releaseTime = Duration.milliseconds(100)

  private let capturesEveryCopy: Bool
  private var owner: XWindow
  private var time: XTimestamp
  private var hasVanished = false
  /// The time since which the clipboard has had no owner.
  private var cleared = MonotonicTime.never
  private var ownWindow = XWindow.none
  private var kept: Kept?
  private var captures: CaptureScheduler
  /// Requests to save that no reading has begun for, and those that the one under way is for.
  private var queued: [(request: SelectionRequest, targets: [XAtom]?)] = []
  private var served: [SelectionRequest] = []

  /// The last copy whose owner has vanished, for as long as another manager may put back less of it.
  var former: Snapshot? { captures.former }

  /// When to send `clock`.
  var nextDeadline: MonotonicTime { captures.nextDeadline }

  /// `owner` is who owns the clipboard at the start, and took it before `time`.
  init(owner: XWindow, asOf time: XTimestamp = .current, capturesEveryCopy: Bool) {
    self.owner = owner
    self.time = time
    self.capturesEveryCopy = capturesEveryCopy
    captures = CaptureScheduler(isCopyUnread: capturesEveryCopy && owner != .none)
  }

  mutating func handle(_ event: Event, at now: MonotonicTime) -> [Action] {
    switch event {
    case .saveRequested(let request, let targets):
      queued.append((request, targets))
      return start(now)
    case .captured(let ticket, let snapshot, let mayTakeOver, let endsWhenRead, let isRemainder):
      guard let isCurrent = captures.finish(ticket, snapshot) else { return start(now) }
      if isRemainder, isCurrent, owner != .none, served.isEmpty, let former = captures.former,
        captures.allowsTakeOver(at: now)
      {
        return [.own(former, asOf: time)] + start(now)
      }
      let spentUntil = endsWhenRead ? now + Self.releaseTime : nil
      return finish(ticket, isCurrent, snapshot, mayTakeOver, spentUntil, now) + start(now)
    case .clock:
      return start(now)
    case .hurried:
      captures.hurry(at: now)
      return start(now)
    case .restored(let snapshot):
      return owner == .none ? [.own(snapshot, asOf: time)] : []
    case .owning(let window):
      ownWindow = window
      owner = window
      return []
    case .ownerChanged(let window, let hasVanished, let time):
      guard window != owner || window != .none && window != ownWindow else { return [] }
      if owner == ownWindow, owner != .none, window != .none { captures.isTakenBack = true }
      owner = window
      self.time = time
      self.hasVanished = hasVanished
      if window != .none && window == ownWindow { return [] }
      // Its number may be another client's next.
      ownWindow = .none
      if window == .none {
        cleared = now
        captures.noteEnd(of: kept?.snapshot, hasVanished: hasVanished, at: now)
        return restore(now)
      }
      captures.noteCopy(isToBeRead: capturesEveryCopy, at: now)
      kept = nil
      return start(now)
    }
  }

  private mutating func start(_ now: MonotonicTime) -> [Action] {
    guard let ticket = captures.start(isRequested: !queued.isEmpty, at: now) else { return [] }
    // Several that ask at once get all that is worth keeping.
    let targets = queued.count == 1 ? queued[0].targets : nil
    served = queued.map(\.request)
    queued = []
    return [.capture(ticket: ticket, targets: targets, asOf: time)]
  }

  private mutating func finish(
    _ ticket: Int, _ isCurrent: Bool, _ snapshot: Snapshot?, _ mayTakeOver: Bool,
    _ spentUntil: MonotonicTime?, _ now: MonotonicTime
  ) -> [Action] {
    let requests = served
    served = []
    // Nothing that was wanted came: what was read before is still the best there is.
    let isEmpty = snapshot?.names.isEmpty ?? true
    if isCurrent, !isEmpty, let snapshot {
      kept = Kept(snapshot: snapshot, wasRequested: !requests.isEmpty, spentUntil: spentUntil)
    }
    var actions: [Action] = requests.map { .answer($0, saved: !isEmpty) }
    // Also where its owner has copied the next one meanwhile.
    if !isEmpty, !mayTakeOver, spentUntil == nil { captures.isTakenBack = false }
    guard isCurrent else { return actions }
    if owner == .none {
      // The owner has gone while it was read.
      actions += restore(now)
    } else if mayTakeOver, captures.allowsTakeOver(at: now) {
      actions.append(.takeOver(ticket: ticket, asOf: time))
    }
    return actions
  }

  private mutating func restore(_ now: MonotonicTime) -> [Action] {
    // Who clears the clipboard wants it empty; who had it saved before wants it back, and what was let go because it was
    // read is to be there for others.
    guard let kept else { return [] }
    let isSpent = kept.spentUntil.map { cleared <= $0 } ?? false
    guard hasVanished || kept.wasRequested || isSpent && captures.allowsTakeOver(at: now) else {
      return []
    }
    self.kept = nil
    return kept.snapshot.names.isEmpty ? [] : [.own(kept.snapshot, asOf: time)]
  }
}
