import CLinux
package import Exchange
import Glibc
package import SocketSelections
import Synchronization
import System
package import WaylandSelections

/// A compositor without data control, whose clipboard goes to the window that has the focus.
package final class FocusedDisplay: SelectionDisplay {
  /// Whether this is a way here, and what people are told of it.
  package enum Presence: Hashable, Sendable {
    case present
    case absent(String)
    /// Another way is better here.
    case unneeded
  }

  private let fixed: WaylandAddress?
  private let found = Mutex<(address: WaylandAddress, presence: Presence)?>(nil)

  /// How long a compositor may take to answer, and to give a window the focus.
  private static let patience = Duration.seconds(2)

  /// The compositor of this display, or that of the environment.
  package init(_ display: String? = nil) {
    fixed = display.map(WaylandAddress.init)
  }

  /// An inherited socket is left to data control.
  private var address: WaylandAddress? {
    if let fixed { return fixed }
    if case .path? = WaylandAddress.current { return .current }
    return nil
  }

  package var place: String {
    guard case .path(let path)? = address else { return "" }
    return path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) } ?? ""
  }

  /// Whether the compositor has what this needs. One round trip, the first time.
  package var presence: Presence {
    guard let address else { return .unneeded }
    if let error = WaylandDisplay.silence(of: address) { return .absent(error.description) }
    return found.withLock { found in
      if let found, found.address == address { return found.presence }
      let presence: Presence
      do throws(ExchangeError) {
        let connection = try greeted(address, until: CommandDeadline.share(of: Self.patience))
        let client = connection.machine as? FocusedClient
        // Mutter hands everything to programs of X11, and its session has a way of its own.
        presence = client?.isMutter == true ? .unneeded : client?.lack.map(Presence.absent) ?? .present
      } catch {
        return .absent(error.description)
      }
      found = (address, presence)
      return presence
    }
  }

  private func greeted(
    _ address: WaylandAddress, until deadline: MonotonicTime
  ) throws(ExchangeError) -> WaylandConnection {
    try WaylandConnection.open(address.connect(until: deadline), as: FocusedClient(), until: deadline)
  }

  package var canReconnect: Bool { true }
  /// Nothing is kept where one has to be looked at to see it.
  package var managerBoard: LocalBoard? { nil }

  package func open() throws(ExchangeError) -> WaylandConnection {
    guard let address else {
      throw ExchangeError(.unavailable, "no compositor: WAYLAND_DISPLAY is not set")
    }
    return try greeted(address, until: CommandDeadline.end(of: Self.patience))
  }

  package func connect(for slots: [Slot]) throws(ExchangeError) -> WaylandConnection {
    var connection = try open()
    for slot in slots { try connection.requireControl(of: slot) }
    do throws(ExchangeError) {
      try connection.update(until: CommandDeadline.end(of: Self.patience))
    } catch {
      throw ExchangeError(
        .unavailable,
        "the compositor did not give pb the focus, which its clipboard requires")
    }
    return connection
  }

  package func takeBack(_ connection: consuming WaylandConnection) {}

  package func local(_ board: Board) throws(ExchangeError) -> LocalBoard {
    guard let folder = Environment.value("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
      throw ExchangeError(.unavailable, "could not create \(board.noun): XDG_RUNTIME_DIR is not set")
    }
    return LocalBoard(board, of: place, in: folder)
  }
}

/// Memory that another process may see.
enum SharedMemory {
  /// A file in memory, of zeros.
  static func empty(byteCount: Int) throws(SystemError) -> OpenFile {
    let number = unsafe memfd_create("pb", UInt32(CLinuxCloseOnExecution))
    guard number >= 0 else { throw SystemError("memfd_create", errno) }
    let file = OpenFile(number)
    guard ftruncate(number, byteCount) == 0 else { throw SystemError("ftruncate", errno) }
    return file
  }
}
