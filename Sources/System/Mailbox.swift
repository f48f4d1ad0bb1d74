import Synchronization

/// Where threads leave results for an event loop, which is woken to take them.
package final class Mailbox<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  package let wakeUp = WakeUp()

  package init() {}

  package func post(_ value: Value) {
    // Under the lock, as in `take`: a signal behind which nothing is left would wake the loop again and again.
    values.withLock { values in
      values.append(value)
      wakeUp.signal()
    }
  }

  package var isEmpty: Bool { values.withLock(\.isEmpty) }

  /// What has come since the last call, in its order.
  package func take() -> [Value] {
    values.withLock { values in
      if values.isEmpty { return [] }
      wakeUp.clear()
      defer { values = [] }
      return values
    }
  }
}
