package import Exchange
import Synchronization
import System

/// Content that a client copied: its names, the values that came along, and those that are asked for when somebody
/// pastes them.
package final class ClientCopy: Sendable {
  /// The names that the client offers, in its order.
  package let names: [String]
  /// Whether it is marked as a secret, or may be there for a while only.
  package let isSensitive: Bool
  /// Whether the server may keep it when its owner has gone.
  package let mayBeKept: Bool
  /// The host that it comes from, as the person's configuration or the client itself calls it.
  package let label: String

  private struct State {
    var values: [String: Representation?]
    var waiting: [String: [WakeUp]] = [:]
    var isCut = false
    var byteCount = 0
  }

  private let state: Mutex<State>
  /// Asks the client for a name, up to a limit; false if there is no connection to it.
  private let ask: Ask
  package typealias Ask = @Sendable (ClientCopy, String, _ limit: Int) -> Bool

  /// How long the client may take for one value.
  private static let patience = Duration.seconds(60)
  /// More is not held for those who paste later.
  package static let cacheLimit = 64 << 20
  /// A copy in more forms than this stays with its owner.
  private static let fetchedAtOnce = 64

  package init(
    _ offer: SocketServerMachine.Offer, from label: String, ask: @escaping Ask
  ) {
    names = offer.request.names
    isSensitive = offer.request.isSensitive
    mayBeKept = offer.request.mayBeKept && !isSensitive
    self.label = label
    self.ask = ask
    state = Mutex(
      State(values: offer.values, byteCount: offer.values.values.reduce(0) { $0 + $1.payload.count }))
  }

  /// The value of a name, asked for unless it is here; nil if the client refuses, or has gone.
  package func value(of name: String, upTo limit: Int = SocketLimits.value) -> Representation? {
    guard names.contains(name) else { return nil }
    let answered = WakeUp()
    let known: Representation?? = state.withLock { state in
      if let value = state.values[name] { return .some(value) }
      if state.isCut { return .some(nil) }
      state.waiting[name, default: []].append(answered)
      // Who comes second waits for the answer to the first.
      return state.waiting[name]?.count == 1 ? nil : .some(.some(Self.pending))
    }
    switch known {
    case .some(.some(let value)) where value.declared != Self.pending.declared: return value
    case .some(.none): return nil
    case .none:
      guard ask(self, name, limit) else {
        cut()
        return nil
      }
    default: break
    }
    guard answered.wait(until: .now + Self.patience) else { return nil }
    return state.withLock { $0.values[name] ?? nil }
  }

  /// The value of a name if it is here; nothing is asked for.
  package func known(_ name: String) -> Representation? {
    state.withLock { $0.values[name] ?? nil }
  }

  /// Stands for a value that somebody else has asked for.
  private static let pending = Representation(declared: "\u{0}pending", bytes: [])

  /// Takes the client's answer.
  func deliver(_ name: String, _ value: Representation?) {
    let waiting = state.withLock { state in
      state.values[name] = value
      state.byteCount += value?.payload.count ?? 0
      return state.waiting.removeValue(forKey: name) ?? []
    }
    for wakeUp in waiting { wakeUp.signal() }
    guard isSensitive || state.withLock({ $0.byteCount > Self.cacheLimit }) else { return }
    forgetLater(name)
  }

  /// The client would give more than was wanted: those who waited get nothing, and others may ask again.
  func refuseForNow(_ name: String) {
    let waiting = state.withLock { $0.waiting.removeValue(forKey: name) ?? [] }
    for wakeUp in waiting { wakeUp.signal() }
  }

  /// Those who waited take the value at once; it is not held for others.
  private func forgetLater(_ name: String) {
    _ = startThread { [weak self] in
      _ = WakeUp().wait(until: .now + .seconds(1))
      self?.state.withLock { state in
        guard let value = state.values.removeValue(forKey: name) else { return }
        state.byteCount -= value?.payload.count ?? 0
      }
    }
  }

  /// The connection has gone: nothing more comes.
  func cut() {
    let waiting = state.withLock { state in
      state.isCut = true
      defer { state.waiting = [:] }
      return state.waiting.values.flatMap(\.self)
    }
    for wakeUp in waiting { wakeUp.signal() }
  }

  /// Asks for names that are not here, all at once, and waits for them; false if one could not be had or held.
  func fetch(_ wanted: [String]) -> Bool {
    let missing = state.withLock { state in wanted.filter { state.values[$0] == nil } }
    guard missing.count <= Self.fetchedAtOnce else { return false }
    let left = Mailbox<Void>()
    for name in missing
    where !startThread({ [self] in
      _ = value(of: name, upTo: Self.cacheLimit)
      left.post(())
    }) { return false }
    var count = missing.count
    let deadline = MonotonicTime.now + Self.patience
    while count > 0, left.wakeUp.wait(until: deadline) { count -= left.take().count }
    return holds(wanted)
  }

  /// Whether the values of all these names are here, or known to be refused.
  func holds(_ wanted: [String]) -> Bool {
    state.withLock { state in
      !state.isCut && state.byteCount <= Self.cacheLimit && wanted.allSatisfy { state.values[$0] != nil }
    }
  }

  /// What has come, as content of its own; nil if nothing has.
  func remainder() -> ClientCopy? {
    let values = state.withLock { $0.values.compactMapValues(\.self) }
    let rest = names.filter { values[$0] != nil }
    guard rest.contains(where: { (values[$0]?.payload.count ?? 0) > 0 }) else { return nil }
    let request = OwnRequest(board: "", names: rest, isSensitive: isSensitive, mayBeKept: mayBeKept)
    let copy = ClientCopy(SocketServerMachine.Offer(request, values), from: label) { _, _, _ in false }
    copy.cut()
    return copy
  }

  /// The values that have come, as a snapshot.
  package var snapshot: Snapshot {
    let values = state.withLock { $0.values.compactMapValues(\.self) }
    var snapshot = Snapshot()
    for name in names {
      guard let value = values[name] else { continue }
      snapshot.names.append(name)
      snapshot.representations[name] = value
    }
    return snapshot
  }

  /// The same names and values as they are, for a backend to own.
  package var content: Content {
    Content(names: names, isSensitive: isSensitive) { [self] in value(of: $0) }
  }
}
