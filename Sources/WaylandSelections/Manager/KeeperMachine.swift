import Exchange
import System

/// What keeps a copy whose owner is gone: reads every copy, and owns the last one when nobody does any more.
///
/// A pure state machine. That nothing is copied may be the moment between two copies of a program that lets the first
/// go before it makes the second: it counts only if it lasts, and if the compositor says so once more. Of copies that
/// follow each other quickly the last is read.
struct KeeperMachine {
  enum Event {
    /// Something else is copied; whether by this keeper itself.
    case copied(isOwn: Bool)
    /// Nothing is copied any more.
    case cleared
    /// The end of a reading; nil: nothing worth keeping, or not to be kept.
    case captured(ticket: Int, Snapshot?, mayTakeOver: Bool)
    /// The compositor has told all that has happened until `confirm`.
    case confirmed
    /// What an earlier manager held is there again.
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

  /// How long nothing must be copied before what was kept is: a program that makes the next copy takes some milliseconds.
  static let doubt = Duration.milliseconds(100)
  /// Copies are read no faster than this.
  static let pause = Duration.milliseconds(20)
  /// How long a reading may go on when somebody else has copied: its owner may hang, and the next one may go.
  static let grace = Duration.milliseconds(100)
  /// Each has a thread, which ends when the reader's patience does.
  static let abandonedLimit = 4

  private struct Capture {
    let ticket: Int
    let generation: Int
    var overtaken: MonotonicTime?
  }

  /// Counts the copies, so that a reading is known to belong to the latest.
  private var generation = 0
  private var kept: Snapshot?
  private var running: Capture?
  private var abandoned: Set<Int> = []
  private var isCopyUnread = false
  private var nextTicket = 0
  private var restUntil = MonotonicTime(nanoseconds: 0)
  private var pace = TakeOverPace()
  /// Whether what is copied is this keeper's own.
  private var isOwner = false
  /// Whether others copied in place of that, and nothing since that the keeper would not take over.
  private var isTakenBack = false
  private var isEmpty = true
  /// When what is kept is owned, if nobody has copied until then.
  private var ownFrom = MonotonicTime.never
  private var isConfirming = false

  /// When to send `clock`.
  private(set) var nextDeadline = MonotonicTime.never

  mutating func handle(_ event: Event, at now: MonotonicTime) -> [Action] {
    var actions: [Action] = []
    switch event {
    case .copied(let isOwn):
      (isEmpty, isConfirming, ownFrom) = (false, false, .never)
      generation += 1
      if running?.overtaken == nil { running?.overtaken = now }
      isCopyUnread = !isOwn
      if isOwner, !isOwn { isTakenBack = true }
      isOwner = isOwn
      // What this keeper owns ends only when somebody clears it.
      kept = nil
    case .cleared:
      (isEmpty, isConfirming) = (true, false)
      (isCopyUnread, isOwner) = (false, false)
      if kept != nil { ownFrom = now + Self.doubt }
    case .captured(let ticket, let snapshot, let mayTakeOver):
      actions += finish(ticket, snapshot, mayTakeOver, now)
    case .confirmed:
      if isConfirming, isEmpty, let kept { actions.append(.own(kept)) }
      (isConfirming, ownFrom) = (false, .never)
    case .restored(let snapshot):
      if isEmpty { actions.append(.own(snapshot)) }
    case .hurried:
      restUntil = now
    case .clock:
      if ownFrom <= now, !isConfirming {
        isConfirming = true
        actions.append(.confirm)
      }
    }
    return actions + start(now)
  }

  private mutating func start(_ now: MonotonicTime) -> [Action] {
    nextDeadline = isConfirming ? .never : ownFrom
    guard isCopyUnread, mayStart(now) else { return [] }
    guard restUntil <= now else {
      nextDeadline = min(nextDeadline, restUntil)
      return []
    }
    restUntil = now + Self.pause
    nextTicket += 1
    running = Capture(ticket: nextTicket, generation: generation)
    isCopyUnread = false
    return [.capture(ticket: nextTicket)]
  }

  /// Gives up a reading that was overtaken long enough ago.
  private mutating func mayStart(_ now: MonotonicTime) -> Bool {
    guard let capture = running else { return true }
    guard let overtaken = capture.overtaken, abandoned.count < Self.abandonedLimit else { return false }
    guard overtaken + Self.grace <= now else {
      nextDeadline = min(nextDeadline, overtaken + Self.grace)
      return false
    }
    abandoned.insert(capture.ticket)
    running = nil
    return true
  }

  private mutating func finish(
    _ ticket: Int, _ snapshot: Snapshot?, _ mayTakeOver: Bool, _ now: MonotonicTime
  ) -> [Action] {
    if abandoned.remove(ticket) != nil { return [] }
    guard let capture = running, capture.ticket == ticket else { return [] }
    running = nil
    guard let snapshot, !snapshot.names.isEmpty else { return [] }
    // Also where its owner has copied the next one meanwhile.
    if !mayTakeOver { isTakenBack = false }
    guard capture.generation == generation else { return [] }
    kept = snapshot
    // Its owner has gone while it was read.
    if isEmpty { ownFrom = now + Self.doubt }
    return mayTakeOver && !isEmpty && pace.allows(at: now, isTakenBack: isTakenBack)
      ? [.takeOver(ticket: ticket)] : []
  }
}

/// What a manager gets of a copy.
struct Capture: Sendable {
  var snapshot = Snapshot()
  /// What to own in its place at once; nil to leave it to its owner.
  var takeOver: Content?

  /// For each form: some programs make a picture first.
  static let patience = Duration.seconds(2)

  /// Requests of X11, which bridges and some toolkits list as if they were forms.
  private static let protocolNames: Set<String> = [
    "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY",
  ]

  /// Reads a copy; nil if its owner marks it as not to be kept, which is looked at before anything else.
  static func read(
    _ reader: WaylandReader, policy: some ClipboardManagerPolicy
  ) throws(ExchangeError) -> Capture? {
    reader.doubtsAll = true
    let offered = try reader.names()
    let isMarked = KeepingMark.meaning(among: offered) {
      try? reader.representation($0, unchanged: true).bytes
    }
    guard isMarked == nil else { return nil }
    let owner = reader.owner()
    var bounds = policy.snapshot(of: offered)
    let mayTakeOver = policy.mayTakeOver(offered, of: owner)
    if mayTakeOver { bounds.accepts = { _ in true } }
    var capture = Capture()
    let isWhole = capture.read(offered, from: reader, bounds)
    // What would be lost of a copy is a reason to leave it alone.
    if mayTakeOver, isWhole { capture.takeOver = policy.content(takingOver: capture.snapshot, of: owner) }
    return capture
  }

  /// Reads what the bounds accept; false if something that there is did not come.
  private mutating func read(_ names: [String], from reader: WaylandReader, _ bounds: SnapshotPolicy) -> Bool
  {
    let deadline = MonotonicTime.now + bounds.timeLimit
    var isWhole = true
    let ordered = names.filter { !bounds.comesLast($0) } + names.filter(bounds.comesLast)
    for name in ordered where bounds.accepts(name) && !Self.protocolNames.contains(name) {
      guard MonotonicTime.now < deadline else {
        isWhole = false
        break
      }
      reader.byteLimit = snapshot.room(within: bounds.byteLimit)
      do throws(ExchangeError) {
        let representation = try reader.representation(name, unchanged: true)
        // A refusal looks the same.
        guard !representation.bytes.isEmpty else { continue }
        if !snapshot.keep(representation, as: name, within: bounds.byteLimit) { isWhole = false }
      } catch {
        if error.code != .refused { isWhole = false }
      }
    }
    snapshot.names = names.filter { snapshot.representations[$0] != nil }
    snapshot.remade = bounds.remade(among: names)
    return isWhole
  }
}
