import Glibc
import Synchronization
import System

/// Ends the program if its work is not done in time, whatever it is at: a conversion cannot be told to stop.
final class Deadline: Sendable {
  /// Waits for other programs end by themselves at the same time, and say better why.
  private static let grace = Duration.milliseconds(500)

  private let isMet = Mutex(false)

  /// - Parameters:
  ///   - limit: how long the work may take.
  ///   - begin: since when; nil for now.
  ///   - failure: what the program ends with; nil for work that is not done.
  ///   - end: called before the program ends.
  init(
    _ limit: Duration, from begin: MonotonicTime? = nil, failure: Failure? = nil,
    end: @escaping @Sendable () -> Void
  ) {
    let deadline = (begin ?? .now) + (limit + Self.grace)
    let wakeUp = WakeUp()
    _ = startThread { [self] in
      _ = wakeUp.wait(until: deadline)
      isMet.withLock { isMet in
        guard !isMet else { return }
        end()
        ExitHandlers.perform()
        Output.warn(failure?.message ?? "not finished within \(limit)")
        _exit((failure?.status ?? .failure).rawValue)
      }
    }
  }

  /// The work is done, but for writing its result.
  func meet() {
    isMet.withLock { $0 = true }
  }
}
