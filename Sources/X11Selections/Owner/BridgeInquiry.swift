import System

/// Whether programs of Wayland read what is owned here: whether the server is Xwayland.
///
/// In a session of Wayland the environment says so; outside of it, as under sudo, the server is asked along with what an
/// owner waits for anyway. Only the names of its monitors come later.
struct BridgeInquiry {
  private enum State {
    case unasked
    case known(Bool)
    case asked(ReplyTicket<[XAtom]>)
  }
  private var state: State

  /// A session of Wayland has set `WAYLAND_DISPLAY`.
  init() {
    state = Environment.value("WAYLAND_DISPLAY") != nil ? .known(true) : .unasked
  }

  /// Asks which extensions the server has, with other names that are waited for.
  func prepare(on connection: inout XConnection) {
    if case .unasked = state { connection.prepareMonitors() }
  }

  /// Asks for what is to be known of the server, when its extensions are.
  mutating func ask(_ connection: inout XConnection) {
    guard case .unasked = state else { return }
    if connection.saysItIsXwayland {
      state = .known(true)
    } else {
      state = connection.monitors().map(State.asked) ?? .known(false)
    }
  }

  /// The answer; false if there is none in time. What comes meanwhile goes behind `early`.
  ///
  /// - Throws: `connectionLost`.
  mutating func isBridged(
    _ connection: inout XConnection, keeping early: inout [XEvent]
  ) throws(SelectionError) -> Bool {
    if case .asked(let ticket) = state {
      // Whatever becomes of it, it is not asked again.
      state = .known(false)
      do throws(SelectionError) {
        state = .known(try isNamed(ticket, &connection, &early))
      } catch {
        guard error.code == .timedOut else { throw error }
      }
    }
    if case .known(let isBridged) = state { return isBridged }
    return false
  }

  /// Whether one of the monitors has a name of Xwayland's.
  private func isNamed(
    _ ticket: ReplyTicket<[XAtom]>, _ connection: inout XConnection, _ early: inout [XEvent]
  ) throws(SelectionError) -> Bool {
    let deadline = MonotonicTime.now + Self.patience
    let monitors = try connection.await(until: deadline, keeping: &early) { $0.reply(to: ticket) } ?? []
    let names = monitors.prefix(Self.mostMonitors).map { connection.atomName($0) }
    for name in names {
      let name = try connection.await(until: deadline, keeping: &early) { $0.reply(to: name) }
      if name?.hasPrefix(Self.outputPrefix) == true { return true }
    }
    return false
  }

  private static let patience = Duration.seconds(1)
  private static let mostMonitors = 16
  /// Xwayland numbers its outputs (`xwayland-output.c`).
  private static let outputPrefix = "XWAYLAND"
}
