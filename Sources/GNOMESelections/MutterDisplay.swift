import DBus
package import Exchange
package import SocketSelections
import Glibc
import Synchronization
import System
package import WaylandSelections

/// A session of GNOME, whose clipboard is reached over the session bus.
package final class MutterDisplay: SelectionDisplay {
  /// Whether Mutter hands out its clipboard, and what people are told of it.
  package enum Presence: Hashable, Sendable {
    case present
    /// Nobody has the name on the bus, or there is no bus: not GNOME. Why.
    case none(String)
    /// It is GNOME, and does not hand it out. Why.
    case refused(String)
  }

  private struct State: ~Copyable {
    /// What was found out, and until when it holds; a refusal may end.
    var presence: (presence: Presence, end: MonotonicTime)?
    /// The connection that found it out, for whoever needs the first one.
    var connection: WaylandConnection?
    var process: pid_t = 0
    var isHandedDown = false
  }

  /// How long the bus and Mutter may take before another way is looked for.
  private static let searchTime = Duration.seconds(2)
  /// So long an absence is believed.
  private static let absenceTime = Duration.seconds(10)

  /// The addresses of the bus; nil for those of the environment.
  private let list: String?
  private let patience: Duration
  private let state = Mutex(State())

  /// The session whose bus has this address, or that of the environment.
  ///
  /// - Parameter patience: how long the bus and Mutter may take once this is the way.
  package init(_ bus: String? = nil, patience: Duration = WaylandConnection.patience) {
    list = bus
    self.patience = patience
  }

  package var canReconnect: Bool { true }
  package var keepsOneForm: Bool { true }
  package var mayPause: Bool { true }

  /// What tells it from other sessions: nothing where the bus is where it always is.
  package var place: String {
    guard let address = addresses.first, address != Self.standardAddress else { return "" }
    return address.path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? "" } ?? ""
  }

  private static var standardAddress: BusAddress? {
    Environment.value("XDG_RUNTIME_DIR").map { BusAddress(path: $0 + "/bus") }
  }

  private var addresses: [BusAddress] {
    let list = list ?? Environment.value("DBUS_SESSION_BUS_ADDRESS")
    return list.map(BusAddress.all) ?? [Self.standardAddress].compactMap(\.self)
  }

  /// Whether GNOME's clipboard can be had. Two round trips, the first time: to the bus, and to Mutter.
  ///
  /// Only for the session that the environment names by its compositor: the bus may be another one's, as when somebody
  /// has come to this machine by `ssh`.
  package var presence: Presence {
    state.withLock { state in
      if let known = state.presence, .now < known.end { return known.presence }
      let presence = find(&state)
      state.presence = (presence, presence == .present ? .never : .now + Self.absenceTime)
      return presence
    }
  }

  private func find(_ state: inout State) -> Presence {
    guard list != nil || WaylandAddress.current != nil else { return .none("WAYLAND_DISPLAY is not set") }
    let deadline = CommandDeadline.share(of: Self.searchTime)
    let socket: Socket
    do throws(ExchangeError) { socket = try self.socket(until: deadline) } catch {
      return .none(error.description)
    }
    do throws(ExchangeError) {
      let connection = try Self.open(socket, until: deadline)
      let presence = presence(connection)
      if presence == .present {
        state.connection = consume connection
        state.process = getpid()
      }
      return presence
    } catch {
      return .refused(error.description)
    }
  }

  private func presence(_ connection: borrowing WaylandConnection) -> Presence {
    guard let machine = connection.machine as? MutterClient, machine.service != nil else {
      return .none(Mutter.absence)
    }
    // A compositor within the session, or beside it, has a clipboard of its own.
    if list == nil, let compositor = WaylandAddress.current?.process, let process = machine.process,
      compositor != 0, process != 0, compositor != process
    {
      return .none("WAYLAND_DISPLAY names another compositor than GNOME's")
    }
    return .present
  }

  /// What people are told: the version, if it is known.
  package var version: String? {
    guard var connection = try? connection(until: CommandDeadline.share(of: Self.searchTime)),
      var machine = connection.machine as? MutterClient
    else { return nil }
    let number = machine.askVersion()
    connection.machine = machine
    guard (try? connection.reach(number, until: .now + Self.searchTime)) != nil else { return nil }
    return (connection.machine as? MutterClient)?.version
  }

  /// A connection whose session is open.
  private func connection(until deadline: MonotonicTime) throws(ExchangeError) -> WaylandConnection {
    try Self.open(socket(until: deadline), until: deadline)
  }

  private static func open(
    _ socket: consuming Socket, until deadline: MonotonicTime
  ) throws(ExchangeError) -> WaylandConnection {
    try WaylandConnection.open(socket, as: MutterClient(user: geteuid()), until: deadline)
  }

  /// A connection to the bus.
  private func socket(until deadline: MonotonicTime) throws(ExchangeError) -> Socket {
    let addresses = addresses
    guard !addresses.isEmpty else {
      throw ExchangeError(.unavailable, "no session bus: DBUS_SESSION_BUS_ADDRESS is not set")
    }
    let sockets = addresses.compactMap {
      $0.isAbstract ? Socket.Address(path: $0.path, isAbstract: true) : Socket.Address(file: $0.path)
    }
    let socket: Socket
    do {
      socket = try Socket(connectingTo: sockets, name: addresses[0].path, until: deadline)
    } catch {
      throw ExchangeError(.unavailable, "no session bus at \(addresses[0].path): \(error.reason)")
    }
    guard socket.isOfSamePerson else {
      throw ExchangeError(.unavailable, "the session bus belongs to another user")
    }
    return socket
  }

  package func open() throws(ExchangeError) -> WaylandConnection {
    if let connection = prepared() { return connection }
    return try connected()
  }

  package func connect(for slots: [Slot]) throws(ExchangeError) -> WaylandConnection {
    var connection = try open()
    for slot in slots { try connection.requireControl(of: slot) }
    try connection.update(until: CommandDeadline.end(of: patience))
    return connection
  }

  private func connected() throws(ExchangeError) -> WaylandConnection {
    var connection = try connection(until: CommandDeadline.end(of: patience))
    try connection.requireControl()
    return connection
  }

  private func prepared() -> WaylandConnection? {
    let process = getpid()
    return state.withLock { state in
      // After a fork it is the other process's, unless it was left to this one.
      (state.process == process) != state.isHandedDown ? state.connection.take() : nil
    }
  }

  /// The next who needs one opens it.
  package func takeBack(_ connection: consuming WaylandConnection) {}

  /// Leaves the connection that found out what there is to a child of this process, and gives its descriptors.
  package func inheritedDescriptors() -> [Int32] {
    state.withLock { state in
      guard let descriptors = state.connection?.descriptors else { return [] }
      state.isHandedDown = true
      return descriptors
    }
  }

  package func local(_ board: Board) throws(ExchangeError) -> LocalBoard {
    guard let folder else {
      throw ExchangeError(.unavailable, "could not create \(board.noun): XDG_RUNTIME_DIR is not set")
    }
    return LocalBoard(board, of: "gnome\(place)", in: folder)
  }

  package var managerBoard: LocalBoard? {
    folder.map { LocalBoard(Board("pb.manager"), of: "gnome\(place)", in: $0) }
  }

  private var folder: String? {
    Environment.value("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}

extension WaylandAddress {
  /// The process that listens there; nil if that cannot be found out.
  fileprivate var process: UInt32? {
    guard case .path = self, let socket = try? connect(until: .now + .milliseconds(200)) else { return nil }
    // Process, user and group (SO_PEERCRED in socket(7)).
    var credentials: [UInt32] = [0, .max, .max]
    var count = socklen_t(MemoryLayout<UInt32>.size * credentials.count)
    let status = unsafe getsockopt(socket.number, SOL_SOCKET, SO_PEERCRED, &credentials, &count)
    return status == 0 ? credentials[0] : nil
  }
}
