import System

extension XConnection {
  /// Waits for a reply; events that come meanwhile are kept in `early`. Nil if the server refused.
  ///
  /// - Throws: `timedOut`, `connectionLost`.
  mutating func await<Value>(
    until deadline: MonotonicTime, keeping early: inout [XEvent],
    _ reply: (borrowing XConnection) -> Reply<Value>
  ) throws(SelectionError) -> Value? {
    while true {
      while let event = nextEvent() { early.append(event) }
      switch reply(self) {
      case .value(let value): return value
      case .failed:
        if isLost { throw .connectionLost }
        return nil
      case .pending: try waitForServer(until: deadline)
      }
    }
  }

  /// Waits to be told which keys stand for a symbol.
  ///
  /// - Throws: `timedOut`, `connectionLost`.
  mutating func keys(
    for symbol: XKeySymbol, until deadline: MonotonicTime, keeping early: inout [XEvent]
  ) throws(SelectionError) -> Set<XKeyCode> {
    let ticket = keyboard()
    let keys = try self.await(until: deadline, keeping: &early) { $0.reply(to: ticket) } ?? [:]
    return Set(keys.filter { $0.value == symbol }.keys)
  }
}
