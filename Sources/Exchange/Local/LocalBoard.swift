import Glibc
import System

/// A board of this project's own processes, where a display system has no boards but its own: a socket at which its
/// owner is asked.
///
/// Each question is a connection: a letter and a name go, an answer comes, and that is all.
package struct LocalBoard: Sendable {
  let board: Board
  let path: String

  /// The board of a display, in a folder that is the person's alone.
  package init(_ board: Board, of display: String, in folder: String) {
    let name = "pasteboard-\(board)-\(display)".utf8.map { byte -> UInt8 in byte == 0x2F ? 0x5F : byte }
    self.board = board
    path = folder + "/" + String(decoding: name, as: UTF8.self)
  }

  /// What is asked.
  enum Question: UInt8 {
    /// The names of all forms, a line each.
    case names = 0x6E
    /// What is under a name.
    case form = 0x66
    /// To own the board no longer.
    case leave = 0x6C
  }

  /// Names are no longer than this.
  static let nameLimit = 1 << 12
  /// How long each side may take to say a little.
  static let patience = Duration.seconds(2)
  /// A large form may take longer: so much more for each MiB.
  static func patience(for count: Int) -> Duration { patience + .milliseconds(100 * (count >> 20)) }

  /// A number as it is sent: eight bytes, the least first.
  static func bytes(of count: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }

  static func count(_ bytes: some Collection<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A connection to the owner; throws `.empty` if there is none.
  func connect(until deadline: MonotonicTime) throws(ExchangeError) -> Socket {
    let socket: Socket
    do throws(SystemError) {
      guard let address = Socket.Address(file: path) else { throw SystemError(path, ENAMETOOLONG) }
      socket = try Socket(connectingTo: [address], name: path, until: deadline)
    } catch {
      guard error.isAbsence || error.kind == .call(ECONNREFUSED) else {
        throw ExchangeError(.unavailable, error.description)
      }
      throw ExchangeError(.empty, "nobody owns \(board)")
    }
    guard socket.isOfSamePerson else {
      let user = socket.peerUser.map { String($0) } ?? "nobody knows who"
      throw ExchangeError(
        .unavailable, "the socket \(path) is that of another user (\(user)): it is not asked")
    }
    return socket
  }

  /// Asks the owner over a connection, and returns its answer; nil if it has none.
  func ask(
    _ question: Question, _ name: String = "", over socket: borrowing Socket, byteLimit: Int,
    until deadline: MonotonicTime
  ) throws(ExchangeError) -> [UInt8]? {
    do throws(SystemError) {
      let request = [question.rawValue] + Self.bytes(of: name.utf8.count) + Array(name.utf8)
      try socket.send(request, name: path, until: deadline)
      let head = try socket.receive(9, name: path, until: deadline)
      guard head[0] != 0 else { return nil }
      let count = Self.count(head[1...])
      guard (0...byteLimit).contains(count) else { throw SystemError(path, EMSGSIZE) }
      return try socket.receive(count, name: path, until: deadline + Self.patience(for: count))
    } catch {
      switch error.kind {
      case .call(EMSGSIZE):
        throw ExchangeError(.tooLarge, "what is on \(board) is larger than \(byteLimit) bytes")
      case .call(ETIMEDOUT): throw ExchangeError(.timedOut, "the owner of \(board) did not answer in time")
      default: throw ExchangeError(.ownerVanished, "the owner of \(board) went away")
      }
    }
  }

  /// Whether somebody owns it.
  package var hasOwner: Bool {
    do throws(ExchangeError) {
      _ = try connect(until: .now + Self.patience)
      return true
    } catch {
      return false
    }
  }

  /// Makes nobody the owner.
  package func clear() throws(ExchangeError) {
    do throws(ExchangeError) {
      let deadline = MonotonicTime.now + Self.patience
      let socket = try connect(until: deadline)
      _ = try ask(.leave, over: socket, byteLimit: 0, until: deadline)
    } catch {
      guard error.code == .empty else { throw error }
    }
  }
}
