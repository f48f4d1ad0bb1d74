import Synchronization

/// Where threads leave results for an event loop, which is woken to take them.
package final class Mailbox<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  package let wakeUp = WakeUp()

  package init() {}

  package func post(_ value: Value) {
    values.withLock { $0.append(value) }
    wakeUp.signal()
  }

  package var isEmpty: Bool { values.withLock(\.isEmpty) }

  /// What has come since the last call, in its order.
  package func take() -> [Value] {
    // Signals are cleared first, so that a value that comes just after is announced anew.
    if isEmpty { return [] }
    wakeUp.clear()
    return values.withLock { values in
      defer { values = [] }
      return values
    }
  }
}
