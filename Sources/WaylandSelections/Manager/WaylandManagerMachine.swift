import Exchange
import System

/// A keeper of copies whose owner is gone: reads every copy, and owns the last one when nobody does any more.
///
/// A pure state machine. That nothing is copied may be the moment between two copies of a program that lets the first
/// go before it makes the second: it counts only if it lasts, and if the compositor says so once more. Of copies that
/// follow each other quickly the last is read.
struct WaylandManagerMachine {
  enum Event {
    /// Something else is copied; whether by this keeper itself, and whether in one form alone.
    case copied(isOwn: Bool, hasOneForm: Bool = false)
    /// Nothing is copied any more.
    case cleared
    /// The end of a reading; nil: nothing worth keeping, or not to be kept.
    /// `isRemainder`: it is what another manager has kept of `former`.
    case captured(ticket: Int, Snapshot?, mayTakeOver: Bool, isRemainder: Bool = false)
    /// The compositor has told all that has happened until `confirm`.
    case confirmed
    /// The content of an earlier manager is there again.
    case restored(Snapshot)
    /// Time has passed; sent at `nextDeadline` or later.
    case clock
    /// Somebody waits for what was copied: a reading that is due begins.
    case hurried
  }

  enum Action: Hashable {
    /// Read what is copied.
    case capture(ticket: Int)
    /// Ask the compositor whether it has told all.
    case confirm
    /// Own what was kept.
    case own(Snapshot)
    /// Own what a reading has brought in place of what was copied.
    case takeOver(ticket: Int)
  }

  /// The time that nothing must be copied before what was kept is: a program that makes the next copy takes
  /// some milliseconds.
  static let settlingTime = Duration.milliseconds(100)

  private var captures = CaptureScheduler()

  /// Whether the session itself keeps one form of a copy whose owner is gone, and offers that alone (Mutter).
  private let hasRivalOfOneForm: Bool

  init(hasRivalOfOneForm: Bool = false) {
    self.hasRivalOfOneForm = hasRivalOfOneForm
  }

  /// Whether what is copied is not to be kept, and until when what the session puts in its place is not either.
  private var isWithheld = false
  private var secretUntil = MonotonicTime(nanoseconds: 0)

  private var kept: Snapshot?
  /// Whether what is copied is this keeper's own.
  private var isOwner = false
  private var isEmpty = true
  /// The last copy whose owner has exited, for as long as another manager may put back less of it.
  var former: Snapshot? { captures.former }
  /// When what is kept is owned, if nobody has copied until then.
  private var ownFrom = MonotonicTime.never
  private var isConfirming = false

  /// The time to send `clock`.
  private(set) var nextDeadline = MonotonicTime.never

  mutating func handle(_ event: Event, at now: MonotonicTime) -> [Action] {
    var actions: [Action] = []
    switch event {
    case .copied(let isOwn, let hasOneForm):
      (isEmpty, isConfirming, ownFrom) = (false, false, .never)
      isWithheld = false
      // The one form of a secret that the session offers when its owner has exited is still a secret.
      let isSecret = hasOneForm && now < secretUntil
      captures.noteCopy(isToBeRead: !isOwn && !isSecret, isOwn: isOwn, at: now)
      if isOwner, !isOwn { captures.isTakenBack = true }
      isOwner = isOwn
      // Content that this manager owns ends only when another program clears it.
      kept = nil
    case .cleared:
      (isEmpty, isConfirming) = (true, false)
      (captures.isCopyUnread, isOwner) = (false, false)
      captures.noteEnd(of: kept, hasVanished: true, at: now)
      if kept != nil { ownFrom = now + Self.settlingTime }
      if hasRivalOfOneForm, isWithheld { secretUntil = now + Self.settlingTime }
      isWithheld = false
    case .captured(let ticket, let snapshot, let mayTakeOver, let isRemainder):
      actions += finish(ticket, snapshot, mayTakeOver, isRemainder, now)
    case .confirmed:
      if isConfirming, isEmpty, let kept { actions.append(.own(kept)) }
      (isConfirming, ownFrom) = (false, .never)
    case .restored(let snapshot):
      if isEmpty { actions.append(.own(snapshot)) }
    case .hurried:
      captures.hurry(at: now)
    case .clock:
      if ownFrom <= now, !isConfirming {
        isConfirming = true
        actions.append(.confirm)
      }
    }
    return actions + start(now)
  }

  private mutating func start(_ now: MonotonicTime) -> [Action] {
    let ticket = captures.start(at: now)
    nextDeadline = min(isConfirming ? .never : ownFrom, captures.nextDeadline)
    return ticket.map { [.capture(ticket: $0)] } ?? []
  }

  private mutating func finish(
    _ ticket: Int, _ snapshot: Snapshot?, _ mayTakeOver: Bool, _ isRemainder: Bool, _ now: MonotonicTime
  ) -> [Action] {
    guard let isCurrent = captures.finish(ticket, snapshot) else { return [] }
    guard let snapshot, !snapshot.names.isEmpty else {
      isWithheld = isCurrent
      return []
    }
    if isRemainder, isCurrent, !isEmpty, let former = captures.former, captures.allowsTakeOver(at: now) {
      return [.own(former)]
    }
    // Also where its owner has copied the next one meanwhile.
    if !mayTakeOver { captures.isTakenBack = false }
    guard isCurrent else { return [] }
    kept = snapshot
    // Its owner has gone while it was read.
    if isEmpty { ownFrom = now + Self.settlingTime }
    return mayTakeOver && !isEmpty && captures.allowsTakeOver(at: now) ? [.takeOver(ticket: ticket)] : []
  }
}

extension Capture {
  /// Reads a copy; nil if its owner marks it as not to be kept, which is looked at before anything else.
  static func read(
    _ reader: WaylandReader, policy: some ClipboardManagerPolicy
  ) throws(ExchangeError) -> Capture? {
    reader.suspectsTruncation = true
    let offered = try reader.names()
    reader.pin()
    let meaning = PrivacyMarker.meaning(among: offered) {
      try? reader.representation($0, unchanged: true).bytes
    }
    let owner = reader.owner()
    guard meaning == nil, policy.mayRead(offered, of: owner) else { return nil }
    return Capture(of: offered, of: owner, for: policy) { (name, limit) throws(ExchangeError) in
      reader.byteLimit = limit
      let representation = try reader.representation(name, unchanged: true)
      // A pipe that is closed without content is how a refusal looks.
      if representation.bytes.isEmpty { throw ExchangeError(.refused, "\(name) is empty") }
      return representation
    }
  }
}
