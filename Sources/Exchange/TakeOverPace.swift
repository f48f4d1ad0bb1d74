package import System

/// How often a clipboard manager may take a board from an owner that still is there.
///
/// An owner that takes back what it loses would be fought for ever. So take-overs that do so quickly are allowed a few
/// times, then after longer and longer rests, and in the end not before the other has rested, too: it is
/// left alone. A pure value.
package struct TakeOverPace: Sendable {
  /// What is taken back within this time is a fight.
  static let quick = Duration.seconds(2)
  /// So often it may be: by a person who copies again and again.
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
      // Whoever does not rest is left alone.
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
