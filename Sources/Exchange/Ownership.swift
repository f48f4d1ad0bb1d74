import Synchronization
public import System

/// A board that a separate thread owns and serves until another program takes it or `stop` is called.
public protocol Ownership: AnyObject, Sendable {
  /// Whether this process still owns the board, as far as its thread knows.
  var isOwner: Bool { get }

  /// Asks the display whether this process still owns the board.
  func confirm() throws(ExchangeError) -> Bool

  /// Hands the content to the clipboard manager, if one runs, and ends the ownership.
  ///
  /// Returns true when that is done, false after `limit`.
  @discardableResult
  func stop(within limit: Duration) -> Bool

  /// The name of this ownership on its display, which a successor takes as its `predecessor`; nil if there is none.
  var name: String? { get }
}

extension Ownership {
  public var name: String? { nil }
}

/// The thread in which a board is owned and served, until another program takes the board or it is stopped.
package final class OwningThread: Sendable {
  package let stopSignal = StopSignal()
  private let owns = Mutex(true)
  private let ended = WakeUp()
  private let thread: Mutex<ReservedThread?>

  /// Reserves the thread, before the board is taken: without one, what others had there would be lost.
  package init() throws(ExchangeError) {
    guard let thread = ReservedThread() else {
      throw ExchangeError(.unavailable, "could not create a thread")
    }
    self.thread = Mutex(consume thread)
  }

  /// Whether the board has not been lost.
  package var isOwner: Bool { owns.withLock(\.self) }

  /// Notes that the board is lost, though what is under way is still served.
  package func lose() { owns.withLock { $0 = false } }

  /// Stops serving; false if that is not done after `limit`.
  package func stop(within limit: Duration) -> Bool {
    stopSignal.stop()
    return ended.wait(until: .now + limit)
  }

  /// Serves an owner's board in the thread; call it once.
  ///
  /// - Parameter whenEnded: is called from the thread at its end.
  package func run<Owner: ~Copyable>(
    owning owner: consuming sending Owner, whenEnded: (@Sendable () -> Void)?,
    _ serve: @escaping @Sendable (consuming Owner, OwningThread) -> Void
  ) {
    guard let thread = thread.withLock({ $0.take() }) else { return }
    thread.run(owning: owner) { owner in
      serve(owner, self)
      self.lose()
      self.ended.signal()
      whenEnded?()
    }
  }
}

/// A board that this process has taken, but does not serve yet.
///
/// A child of this process can serve in its place. The process that serves ends when the board is no longer owned.
public protocol ClaimedSelection: AnyObject {
  /// The open descriptors that serving needs.
  var descriptors: [Int32] { get }

  /// Owns the board until another program takes it or the options end it. Call it once.
  func serve(_ terms: OwnOptions) throws(ExchangeError)
}

/// Options for owning a board in the calling thread.
public struct OwnOptions: Sendable {
  /// The longest time to serve; nil to serve without a limit.
  public var lifetime: Duration?
  /// Ends the ownership, once the content is handed to the clipboard manager, if there is one.
  public var stop: StopSignal?
  /// Called with the names of formats that a display which stores content itself could not hold.
  public var leftOut: @Sendable ([String]) -> Void = { _ in }
  /// The ownership that this one follows: a board that another program has taken since then stays with it. Nil takes it
  /// from anybody.
  package var predecessor: String?
  /// Receives the name of this ownership on its display. The next ownership takes the name as its `predecessor`.
  package var named: @Sendable (String) -> Void = { _ in }

  /// Creates options; by default the ownership has no limit.
  public init(lifetime: Duration? = nil, stop: StopSignal? = nil) {
    self.lifetime = lifetime
    self.stop = stop
  }
}

/// Options of a clipboard manager.
public struct ManagerOptions: Sendable {
  /// The policy: which copies are kept and taken over.
  public var policy: any ClipboardManagerPolicy
  /// Whether to replace a running manager.
  public var replacesManager: Bool
  /// The content that an earlier manager held.
  public var held: Snapshot?
  /// Ends the work.
  public var stop: StopSignal
  /// Called when the manager is at work.
  public var ready: @Sendable () -> Void

  /// Terms of a manager.
  public init(
    policy: any ClipboardManagerPolicy, replacesManager: Bool, held: Snapshot?, stop: StopSignal,
    ready: @escaping @Sendable () -> Void
  ) {
    self.policy = policy
    self.replacesManager = replacesManager
    self.held = held
    self.stop = stop
    self.ready = ready
  }
}

/// The way in which a clipboard manager ended.
public enum ManagerExit: Sendable {
  /// It was stopped, holding this.
  case stopped(Snapshot?)
  /// Another manager has taken over.
  case replaced
  /// There was another manager, which was not to be replaced.
  case occupied
}

/// Limits how often a clipboard manager takes a board from an owner that is still there.
///
/// An owner that takes back what it loses would be fought for ever. So take-overs that do so quickly are allowed a few
/// times, then after longer and longer rests, and in the end not before the other has rested, too: it is
/// left alone. A pure value.
package struct TakeOverPace: Sendable {
  /// A board that is taken back within this time is fought for.
  static let quick = Duration.seconds(2)
  /// The number of quick take-overs that are free: a person may copy again and again.
  static let freeCount = 4
  /// The rest after the next one, which doubles with each further one.
  static let firstRest = Duration.seconds(1)
  static let longestRest = Duration.seconds(64)

  private var quickCount = 0
  private var lastTime: MonotonicTime?
  private var restEnd = MonotonicTime(nanoseconds: 0)

  package init() {}

  /// Whether a board may be taken over now; it counts as taken then.
  ///
  /// - Parameter isTakenBack: whether its owner took it from the manager, with nothing else in between.
  package mutating func allows(at now: MonotonicTime, isTakenBack: Bool) -> Bool {
    guard isTakenBack else {
      self = TakeOverPace()
      lastTime = now
      return true
    }
    guard now >= restEnd else {
      // An owner that keeps fighting is left alone.
      if rest >= Self.longestRest { restEnd = now + rest }
      return false
    }
    if let lastTime, now < lastTime + max(Self.quick, rest + rest) { quickCount += 1 } else { quickCount = 0 }
    lastTime = now
    restEnd = now + rest
    return true
  }

  private var rest: Duration {
    guard quickCount >= Self.freeCount else { return .zero }
    let doublings = min(quickCount - Self.freeCount, 6)
    return min(Self.firstRest * (1 << doublings), Self.longestRest)
  }
}
