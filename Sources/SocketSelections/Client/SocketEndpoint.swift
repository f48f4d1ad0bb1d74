import Exchange
import Glibc
import Synchronization
import System

/// Where a desktop's clipboard is reached from here: a socket that was forwarded, mounted, or is on this machine.
final class SocketEndpoint: Sendable {
  /// The path of the socket; nil where nothing says one.
  let path: String?
  /// Whether somebody named it, so that its absence is a mistake.
  let isNamed: Bool
  /// What messages call the other side.
  let otherSide: String
  /// How long a network may take for an answer, beside the time that the other side takes.
  let grace: Duration
  /// What it means that nobody listens; nil for a forward that is missing.
  private let absence: ExchangeError?

  /// A connection that was made to find out whether somebody listens, and when.
  private struct Spare: ~Copyable {
    let socket: Socket
    let time: MonotonicTime
  }

  private let spare = Mutex<Spare?>(nil)

  /// - Parameter path: the socket; nil for that of `PB_SOCKET`, or the first known place at which one is.
  init(
    _ path: String?, of otherSide: String = "your desktop", grace: Duration = .seconds(4),
    whenAbsent absence: ExchangeError? = nil
  ) {
    (self.otherSide, self.grace, self.absence) = (otherSide, grace, absence)
    if let named = path ?? Environment.value("PB_SOCKET") {
      (self.path, isNamed) = (named, true)
    } else {
      (self.path, isNamed) = (Self.known.first { FilePath($0).exists } ?? Self.known.first, false)
    }
  }

  /// Where `pb serve --socket` listens, and where forwards of `ssh_config` lead.
  private static var known: [String] {
    let folder = Environment.value("XDG_RUNTIME_DIR").map { "\($0)/pasteboard/socket" }
    let user = Environment.value("USER") ?? Environment.value("LOGNAME") ?? nameOfUser
    return [folder, user.map { "/tmp/pasteboard-\($0).sock" }].compactMap(\.self)
  }

  /// The name of this process's user in /etc/passwd, for containers and cron, which may set no USER; nil if it has none.
  private static var nameOfUser: String? {
    let file = "/etc/passwd"
    guard let table = try? FileDescriptor(reading: file).readToEnd(name: file) else { return nil }
    let user = Array("\(geteuid())".utf8)
    for line in table.split(separator: 0x0A) {
      let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
      if fields.count > 2, fields[2].elementsEqual(user) { return String(decoding: fields[0], as: UTF8.self) }
    }
    return nil
  }

  /// Whether somebody listens there; the connection is used by the first question.
  var answers: Bool {
    guard let path, FilePath(path).exists else { return false }
    if isSpareFresh { return true }
    guard let socket = try? connect(until: .now + Self.patience) else { return false }
    keepSpare(socket)
    return true
  }

  private static let patience = Duration.seconds(2)
  /// A connection without an introduction is ended by the server some time.
  private static let freshness = Duration.seconds(5)

  private var isSpareFresh: Bool {
    spare.withLock { spare in
      guard let time = spare?.time else { return false }
      return time + Self.freshness > .now
    }
  }

  private func keepSpare(_ socket: consuming sending Socket) {
    var new: Spare? = Spare(socket: socket, time: .now)
    spare.withLock { $0 = new.take() }
  }

  /// The descriptor of the spare connection, for a child that goes on with it.
  var descriptors: [Int32] {
    spare.withLock { spare in
      guard let number = spare?.socket.number else { return [] }
      return [number]
    }
  }

  /// A connection: the spare one if there is one.
  func connection(until deadline: MonotonicTime) throws(ExchangeError) -> Socket {
    let taken = spare.withLock { $0.take() }
    if let taken, taken.time + Self.freshness > .now { return taken.socket }
    return try connect(until: deadline)
  }

  private func connect(until deadline: MonotonicTime) throws(ExchangeError) -> Socket {
    guard let path else { throw ExchangeError(.unavailable, "no socket: PB_SOCKET is not set") }
    let socket: Socket
    do throws(SystemError) {
      guard let address = Socket.Address(file: path) else { throw SystemError(path, ENAMETOOLONG) }
      socket = try Socket(connectingTo: [address], name: path, until: deadline)
    } catch {
      guard error.isAbsence || error.kind == .call(ECONNREFUSED) else {
        throw ExchangeError(.unavailable, error.description)
      }
      if let absence { throw absence }
      throw ExchangeError(
        .unavailable,
        "nothing listens at '\(path)'. Run 'pb serve --socket' there, or connect again with 'pb ssh'.")
    }
    // Within a container the superuser's socket comes from a person outside. Boards of pb's own processes do not.
    guard socket.isOfSamePerson || geteuid() == 0 && absence == nil else {
      let user = socket.peerUser.map { String($0) } ?? "unknown"
      throw ExchangeError(
        .unavailable,
        "\(absence == nil ? "this side: " : "")the socket \(path) belongs to another user (\(user))")
    }
    return socket
  }

  /// Why it cannot be used, if somebody named it; nil if it can, or nobody did.
  var problem: String? {
    guard isNamed, let path, !answers else { return nil }
    do throws(ExchangeError) {
      _ = try connect(until: .now + Self.patience)
      return nil
    } catch {
      return FilePath(path).exists ? error.description : "PB_SOCKET names \(path), which does not exist"
    }
  }
}
