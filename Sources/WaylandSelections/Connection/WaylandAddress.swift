package import Exchange
import Glibc
package import System

/// The address of the compositor of this session.
package enum WaylandAddress: Hashable, Sendable {
  /// A socket that this process has inherited.
  case inherited(Int32)
  /// A socket in the file system.
  case path(String)

  /// The address in the environment; nil if this is not a session of Wayland.
  ///
  /// Without a variable no socket is looked for: it would be somebody else's session.
  package static var current: WaylandAddress? {
    if let number = Environment.value("WAYLAND_SOCKET").flatMap({ Int32($0) }), number >= 0 {
      return .inherited(number)
    }
    return Environment.value("WAYLAND_DISPLAY").map(Self.init)
  }

  /// The socket of a display: a path, or a name in the directory for what runs.
  package init(display: String) {
    guard !display.hasPrefix("/"), let folder = Environment.value("XDG_RUNTIME_DIR") else {
      self = .path(display)
      return
    }
    self = .path(folder + "/" + display)
  }

  /// Throws for a socket of another user that anybody could have put there: what is copied would be theirs.
  private static func requireTrust(in socket: borrowing Socket, at path: String) throws(ExchangeError) {
    guard !socket.isOfSamePerson else { return }
    guard let user = socket.peerUser else {
      throw ExchangeError(.unavailable, "could not determine the owner of the socket \(path)")
    }
    guard !Directory.isClosed(FilePath(path).folder, toAllBut: user) else { return }
    throw ExchangeError(
      .unavailable,
      "the socket \(path) belongs to another user (\(user)), in a folder that others can write")
  }

  /// Connects to it; an inherited socket can be had once, and is not for the programs that this one starts.
  package func connect(until deadline: MonotonicTime) throws(ExchangeError) -> Socket {
    switch self {
    case .inherited(let number):
      Environment.remove("WAYLAND_SOCKET")
      guard fcntl(number, F_GETFD) >= 0 else {
        throw ExchangeError(.unavailable, "WAYLAND_SOCKET is \(number), which is not an open file descriptor")
      }
      return Socket(connected: number)
    case .path(let path):
      guard path.hasPrefix("/") else {
        throw ExchangeError(.unavailable, "WAYLAND_DISPLAY is relative, but XDG_RUNTIME_DIR is not set")
      }
      guard let address = Socket.Address(file: path) else {
        throw ExchangeError(.unavailable, "the path of the Wayland display is too long: \(path)")
      }
      let socket: Socket
      do {
        socket = try Socket(connectingTo: [address], name: path, until: deadline)
      } catch {
        throw ExchangeError(.unavailable, "could not connect to the compositor at \(path): \(error.reason)")
      }
      try Self.requireTrust(in: socket, at: path)
      return socket
    }
  }
}
