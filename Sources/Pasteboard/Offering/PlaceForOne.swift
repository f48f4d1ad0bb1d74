import Synchronization
import System

/// Holds one of several large things that are quickly made again: programs ask for one of them, and all together would take
/// too much memory.
///
/// What is small, and what takes so long that whoever asks might not get it, is kept besides.
final class PlaceForOne<Value: Sendable>: Sendable {
  /// Under half of the time within which owners answer.
  private static var quick: Duration { .milliseconds(200) }

  private let isLarge: @Sendable (Value) -> Bool
  /// Ends what is there. It has been made, so that its lock is nobody's for long.
  private let end = Mutex<(@Sendable () -> Void)?>(nil)

  init(ifLarge isLarge: @escaping @Sendable (Value) -> Bool) {
    self.isLarge = isLarge
  }

  /// Ends what is there, and makes something else.
  ///
  /// - Parameter end: forgets it, when it has to make room.
  func making(_ make: () -> Value?, end: @escaping @Sendable () -> Void) -> Value? {
    replace(by: nil)
    ThisProcess.returnLargeMemoryAtOnce()
    let start = MonotonicTime.now
    let new = make()
    if let new, isLarge(new), .now < start + Self.quick { replace(by: end) }
    return new
  }

  private func replace(by next: (@Sendable () -> Void)?) {
    let last = end.withLock { end in
      defer { end = next }
      return end
    }
    last?()
  }
}
