package import System

/// Decides when a clipboard manager reads a copy, and which readings still count.
///
/// A pure value, shared by the managers of all display systems. One reading is under way at a time, however often people
/// copy, and besides it a few that were given up. Of copies that follow each other quickly the last is read.
package struct CaptureScheduler: Sendable {
  /// The shortest time between the beginnings of two readings.
  package static let pause = Duration.milliseconds(20)
  /// The time that a reading may go on after another copy: its owner may hang, and the owner of the next
  /// copy may exit.
  package static let grace = Duration.milliseconds(100)
  /// The most readings that may be given up and still run: each has a thread until the reader's patience ends.
  package static let abandonedLimit = 4

  private struct Reading {
    let ticket: Int
    let generation: Int
    /// Whether a program waits for the end of the reading, so that it is never given up.
    let isRequested: Bool
    /// The time when another program first copied.
    var overtaken: MonotonicTime?
  }

  /// Counts the copies, so that a reading is known to belong to the latest.
  private var generation = 0
  // Invariant: at most one reading counts; the tickets of all others that still run are in `abandoned`.
  private var running: Reading?
  /// The tickets of readings whose end no longer matters.
  private var abandoned: Set<Int> = []
  private var nextTicket = 0
  private var restUntil = MonotonicTime(nanoseconds: 0)
  private var pace = TakeOverPace()
  /// Whether the latest copy has not been read, and is to be.
  package var isCopyUnread: Bool
  /// Whether others took the board back from the manager, and have copied nothing since that it would not take over.
  package var isTakenBack = false

  /// The time to call `start` again at the latest.
  package private(set) var nextDeadline: MonotonicTime

  package init(isCopyUnread: Bool = false) {
    self.isCopyUnread = isCopyUnread
    nextDeadline = isCopyUnread ? restUntil : .never
  }

  /// Another manager takes the place of an owner that has exited within this time.
  package static let puttingBack = Duration.seconds(1)
  /// The last copy whose owner has exited, for as long as another manager may put back less of it.
  package private(set) var former: Snapshot?
  private var formerGeneration: Int?
  private var cleared = MonotonicTime.never

  /// Notes another copy, which is read unless it is the manager's own.
  package mutating func noteCopy(isToBeRead: Bool, isOwn: Bool = false, at now: MonotonicTime) {
    if formerGeneration != generation || cleared + Self.puttingBack < now {
      (former, formerGeneration) = (nil, nil)
    } else if isOwn {
      formerGeneration = generation + 1
    }
    generation += 1
    if running?.overtaken == nil { running?.overtaken = now }
    isCopyUnread = isToBeRead
  }

  /// Lets a reading that is due begin at once.
  package mutating func hurry(at now: MonotonicTime) { restUntil = now }

  /// The ticket of the reading that begins now; nil if none does before `nextDeadline`.
  ///
  /// - Parameter isRequested: whether a program asks for the reading.
  package mutating func start(isRequested: Bool = false, at now: MonotonicTime) -> Int? {
    nextDeadline = .never
    guard isCopyUnread || isRequested, mayStart(now) else { return nil }
    guard isRequested || restUntil <= now else {
      nextDeadline = restUntil
      return nil
    }
    restUntil = now + Self.pause
    nextTicket += 1
    running = Reading(ticket: nextTicket, generation: generation, isRequested: isRequested)
    isCopyUnread = false
    return nextTicket
  }

  /// Gives up a reading that was overtaken long enough ago.
  private mutating func mayStart(_ now: MonotonicTime) -> Bool {
    guard let reading = running else { return true }
    guard let overtaken = reading.overtaken, !reading.isRequested, abandoned.count < Self.abandonedLimit
    else { return false }
    guard overtaken + Self.grace <= now else {
      nextDeadline = overtaken + Self.grace
      return false
    }
    abandoned.insert(reading.ticket)
    running = nil
    return true
  }

  /// Notes that the board is empty; `kept` is what was read of a copy whose owner has exited.
  package mutating func noteEnd(of kept: Snapshot?, hasVanished: Bool, at now: MonotonicTime) {
    cleared = now
    (former, formerGeneration) = hasVanished ? (kept, generation) : (nil, nil)
  }

  /// Notes the end of a reading, and returns whether it was of the latest copy; nil if it had been given up.
  package mutating func finish(_ ticket: Int, _ snapshot: Snapshot?) -> Bool? {
    if abandoned.remove(ticket) != nil { return nil }
    guard let reading = running, reading.ticket == ticket else { return nil }
    running = nil
    // An owner may exit while its copy is read.
    if reading.generation == formerGeneration, former == nil, let snapshot, !snapshot.names.isEmpty {
      former = snapshot
    }
    return reading.generation == generation
  }

  /// Whether the board may be taken from its owner now; it counts as taken then.
  package mutating func allowsTakeOver(at now: MonotonicTime) -> Bool {
    pace.allows(at: now, isTakenBack: isTakenBack)
  }
}

/// The content that a clipboard manager reads of a copy.
package struct Capture: Sendable {
  package var snapshot: Snapshot
  /// The content to own in place of the copy at once; nil leaves it to its owner.
  package var takeOver: Content?
  /// Whether the owner may give up the board because the copy was read.
  package var endsWhenRead = false

  /// The time that one form may take: some programs make a picture first.
  package static let patience = Duration.seconds(2)

  /// Gives a form's content, of at most so many bytes.
  package typealias Form = (_ name: String, _ byteLimit: Int) throws(ExchangeError) -> Representation

  package init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// Reads what the policy accepts, or everything if it may take the copy over.
  package init(of names: [String], of owner: Peer?, for policy: any ClipboardManagerPolicy, _ form: Form) {
    var bounds = policy.snapshot(of: names)
    let mayTakeOver = policy.mayTakeOver(names, of: owner)
    if mayTakeOver { bounds.accepts = { _ in true } }
    var isWhole = true
    snapshot = Snapshot(of: names, within: bounds, isWhole: &isWhole, form)
    // A copy is left to its owner if a part of it would be lost.
    if mayTakeOver, isWhole { takeOver = policy.content(takingOver: snapshot, of: owner) }
  }
}

extension Snapshot {
  /// Requests that X11 lists among the targets, and that bridges and toolkits list as forms elsewhere (ICCCM 2.6).
  private static let protocolNames: Set<String> = [
    "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY",
  ]

  /// Reads the forms that the bounds accept; one that is refused, too large or too slow is left out.
  ///
  /// - Parameter isWhole: becomes false if a form is missing that its owner does not refuse.
  package init(
    of names: [String], within bounds: SnapshotPolicy, isWhole: inout Bool, _ form: Capture.Form
  ) {
    let deadline = MonotonicTime.now + bounds.timeLimit
    for name in bounds.order(names) where !Self.protocolNames.contains(name) {
      if representations[name] != nil { continue }
      guard MonotonicTime.now < deadline else {
        isWhole = false
        break
      }
      do throws(ExchangeError) {
        let value = try form(name, room(within: bounds.byteLimit))
        if !keep(value, as: name, within: bounds.byteLimit) { isWhole = false }
      } catch {
        if error.code != .refused { isWhole = false }
        if error.code == .overtaken { break }
      }
    }
    var seen: Set<String> = []
    self.names = names.filter { representations[$0] != nil && seen.insert($0).inserted }
    remade = bounds.remade(among: names)
  }
}
