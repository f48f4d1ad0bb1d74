package import System

/// Lets others wait until a manager has seen all that happened on its display before they asked.
public final class CatchingUp: Sendable {
  /// Those who wait; the manager signals each once it has handled every event that had come.
  package let asked = Mailbox<WakeUp>()

  /// Nobody waits yet.
  public init() {}

  /// Returns once the manager has caught up, or after `limit`.
  package func wait(atMost limit: Duration) {
    let answer = WakeUp()
    asked.post(answer)
    _ = answer.wait(until: .now + limit)
  }

  /// True if somebody waits.
  package var isAsked: Bool { !asked.isEmpty }

  /// Tells those who wait that the manager has caught up.
  package func answer() {
    for wakeUp in asked.take() { wakeUp.signal() }
  }
}
