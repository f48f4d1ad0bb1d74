package import Exchange
import Glibc
import Synchronization
package import SocketSelections
import System

/// The compositor of a session: whether it has what this needs, and connections to it.
package final class WaylandDisplay: SelectionDisplay {
  /// Whether a compositor can be used, and what people are told of it.
  package enum Presence: Hashable, Sendable {
    /// Connected, by this protocol.
    case present(String)
    /// The reason why not.
    case absent(String)
  }

  /// A compositor that did not answer in time.
  private struct Silence {
    let address: WaylandAddress
    let error: ExchangeError
    let end: MonotonicTime
  }

  /// The latest silence, for other backends of this process: a silent compositor costs a command its time once.
  private static let latestSilence = Mutex<Silence?>(nil)

  /// The error of a compositor that did not answer a moment ago; nil if it is to be asked.
  package static func silence(of address: WaylandAddress) -> ExchangeError? {
    latestSilence.withLock { silence in
      guard let silence, silence.address == address, .now < silence.end else { return nil }
      return silence.error
    }
  }

  private struct State: ~Copyable {
    var presence: (address: WaylandAddress, presence: Presence)?
    /// A compositor that was silent, and the time until which it is not asked again.
    var silence: Silence?
    /// The connection that found it out, for whoever needs the first one.
    var connection: WaylandConnection?
    var process: pid_t = 0
    /// Whether a child of that process has it.
    var isHandedDown = false
  }

  /// The time that a compositor may take to show that it is one, before another way is looked for.
  private static let patience = Duration.seconds(2)
  /// The time for which a silent compositor counts as absent.
  private static let silenceTime = Duration.seconds(10)

  private let fixed: WaylandAddress?
  private let state = Mutex(State())

  /// The display of this name, or that of the environment.
  package init(_ display: String?) {
    fixed = display.map(WaylandAddress.init)
  }

  private var address: WaylandAddress? { fixed ?? .current }

  /// The identity of the display.
  package var place: String {
    switch address {
    case .path(let path):
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      return slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    case .inherited(let number): return "socket \(number)"
    case nil: return ""
    }
  }

  /// Whether the compositor has data control; nil if this is no session of Wayland's. One round trip, the first time.
  package var presence: Presence? {
    let address = address
    return state.withLock { state in
      // An inherited socket is none of the environment's any more.
      guard let address else { return state.presence?.presence }
      if let known = state.presence, known.address == address { return known.presence }
      if let silence = state.silence, silence.address == address, .now < silence.end {
        return .absent(silence.error.description)
      }
      let presence: Presence
      let deadline = CommandDeadline.share(of: Self.patience)
      do throws(ExchangeError) {
        let connection = try WaylandConnection.open(address, until: deadline)
        presence = Self.presence(connection)
        if case .present = presence { state.connection = consume connection }
        state.process = getpid()
      } catch {
        // Somebody may be there later; who was silent is not waited for at each question.
        if deadline <= .now {
          let silence = Silence(address: address, error: error, end: .now + Self.silenceTime)
          state.silence = silence
          Self.latestSilence.withLock { $0 = silence }
        }
        return .absent(error.description)
      }
      state.presence = (address, presence)
      return presence
    }
  }

  private static func presence(_ connection: borrowing WaylandConnection) -> Presence {
    if let control = (connection.machine as? DataControlClient)?.offeredControl {
      return .present(control.manager)
    }
    // Sandboxes that hide it from the programs in them.
    if (try? FileDescriptor(reading: "/.flatpak-info")) != nil {
      return .absent("the Flatpak sandbox blocks the compositor's data control")
    }
    if Environment.value("SNAP") != nil {
      return .absent("the snap sandbox blocks the compositor's data control")
    }
    return .absent("the compositor does not support data control")
  }

  /// A connection: the one that found out what there is, if it is there still, or a new one.
  package func open() throws(ExchangeError) -> WaylandConnection {
    if let known = state.withLock({ $0.presence?.presence }), case .absent(let reason) = known {
      let hasOther = Environment.value("DISPLAY") != nil
      throw ExchangeError(.unavailable, hasOther ? reason : reason + ", and DISPLAY is not set")
    }
    if let silence = state.withLock({ $0.silence }), silence.address == address, .now < silence.end {
      throw silence.error
    }
    let process = getpid()
    let prepared = state.withLock { state in
      // After a fork it is the other process's, unless it was left to this one.
      (state.process == process) != state.isHandedDown ? state.connection.take() : nil
    }
    if let prepared { return prepared }
    guard let address else {
      let isTaken = state.withLock { $0.presence != nil }
      throw ExchangeError(
        .unavailable,
        isTaken
          ? "the connection of WAYLAND_SOCKET is already used, and WAYLAND_DISPLAY is not set"
          : "no compositor: WAYLAND_DISPLAY is not set")
    }
    return try WaylandConnection.open(address)
  }

  /// Takes back a connection that is not used any more, for the next who needs one where there can be no other.
  package func takeBack(_ connection: consuming WaylandConnection) {
    guard !canReconnect else { return }
    var connection: WaylandConnection? = consume connection
    state.withLock { state in
      state.connection = connection.take()
      (state.process, state.isHandedDown) = (getpid(), false)
    }
  }

  /// Leaves the connection that found out what there is to a child of this process, and gives its descriptors.
  func inheritedDescriptors() -> [Int32] {
    state.withLock { state in
      guard let descriptors = state.connection?.descriptors else { return [] }
      state.isHandedDown = true
      return descriptors
    }
  }

  /// A connection that knows what is on offer.
  package func connect(for slots: [Slot]) throws(ExchangeError) -> WaylandConnection {
    var connection = try open()
    for slot in slots { try connection.requireControl(of: slot) }
    try connection.update()
    return connection
  }

  /// A board of this project's own processes in a session of this compositor, which has none but its own.
  package func local(_ board: Board) throws(ExchangeError) -> LocalBoard {
    let runtimeFolder = Environment.value("XDG_RUNTIME_DIR") ?? ""
    if runtimeFolder.hasPrefix("/") { return LocalBoard(board, of: place, in: runtimeFolder) }
    guard case .path(let path) = address, path.hasPrefix("/") else {
      throw ExchangeError(.unavailable, "could not create \(board.noun): XDG_RUNTIME_DIR is not set")
    }
    return LocalBoard(board, of: place, in: FilePath(path).folder.description)
  }

  /// The board that the clipboard manager of this compositor owns: beside the compositor's socket, whose name is its own
  /// there. Nil where other processes have no way to the compositor.
  package var managerBoard: LocalBoard? {
    guard case .path(let path) = address, path.hasPrefix("/") else { return nil }
    return LocalBoard(Board("pb.manager"), of: place, in: FilePath(path).folder.description)
  }

  /// Whether it can be connected to more than once.
  package var canReconnect: Bool {
    if case .path = address { true } else { false }
  }
}
