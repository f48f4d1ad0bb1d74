import Glibc
import Synchronization
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

  /// The questions of the protocol.
  enum Question: UInt8 {
    /// The names of all forms, a line each.
    case names = 0x6E
    /// Asks for the content under a name.
    case form = 0x66
    /// Asks the owner to give up the board.
    case leave = 0x6C
  }

  /// Names are no longer than this.
  static let nameLimit = 1 << 12
  /// The longest time that each side may take for a short message.
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
      throw ExchangeError(.empty, "\(board.noun) is empty")
    }
    guard socket.isOfSamePerson else {
      let user = socket.peerUser.map { String($0) } ?? "unknown"
      throw ExchangeError(
        .unavailable, "the socket \(path) belongs to another user (\(user)) and was not used")
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
        throw ExchangeError(.tooLarge, "the content of \(board.noun) is larger than \(byteLimit) bytes")
      case .call(ETIMEDOUT):
        throw ExchangeError(.timedOut, "the owner of \(board.noun) did not answer in time")
      default: throw ExchangeError(.ownerVanished, "the owner of \(board.noun) exited")
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

/// Owns a local board, and answers whoever asks, until another does or it is stopped.
package final class LocalOwnership: Ownership {
  private let board: LocalBoard
  private let content: Content
  private let thread: OwningThread
  /// The number of readers being answered; each has a thread.
  private let answering = Mutex(0)

  /// More than this at one time are no readers.
  private static let answeredAtOnce = 16

  /// Takes the board; whoever owned it before is told.
  package init(
    _ board: LocalBoard, _ content: Content, whenEnded: @escaping @Sendable () -> Void = {}
  ) throws(ExchangeError) {
    (self.board, self.content) = (board, content)
    thread = try OwningThread()
    let deadline = MonotonicTime.now + LocalBoard.patience
    let former = try? board.connect(until: deadline)
    let listener = try rethrowing(as: { ExchangeError(.unavailable, "\($0)") }) { () throws(SystemError) in
      try ListeningSocket(at: board.path)
    }
    if let former { _ = try? board.ask(.leave, over: former, byteLimit: 0, until: deadline) }
    // The socket's name is gone before anybody hears of the end.
    thread.run(owning: listener, whenEnded: whenEnded) { listener, thread in
      while let socket = listener.next(until: thread.stopSignal.wakeUp) { self.answer(socket) }
    }
  }

  package var isOwner: Bool { thread.isOwner }

  package func confirm() throws(ExchangeError) -> Bool { isOwner }

  @discardableResult
  package func stop(within limit: Duration) -> Bool { thread.stop(within: limit) }

  /// Answers in a thread: readers may be slow, and so may be the rendering.
  private func answer(_ socket: consuming sending Socket) {
    guard answering.withLock({ $0 < Self.answeredAtOnce }) else { return }
    answering.withLock { $0 += 1 }
    runInThreadIfPossible(owning: socket) { socket in
      try? self.serve(socket)
      self.answering.withLock { $0 -= 1 }
    }
  }

  private func serve(_ socket: borrowing Socket) throws(SystemError) {
    let deadline = MonotonicTime.now + LocalBoard.patience
    let head = try socket.receive(9, name: board.path, until: deadline)
    let count = LocalBoard.count(head[1...])
    guard let question = LocalBoard.Question(rawValue: head[0]), (0...LocalBoard.nameLimit).contains(count)
    else { return }
    let name = try socket.receive(count, name: board.path, until: deadline)
    let answer = answer(question, String(decoding: name, as: UTF8.self))
    let size = answer?.count ?? 0
    try socket.send(
      [answer == nil ? 0 : 1] + LocalBoard.bytes(of: size), name: board.path, until: deadline)
    guard let answer else { return }
    try socket.send(answer, name: board.path, until: .now + LocalBoard.patience(for: size))
  }

  private func answer(_ question: LocalBoard.Question, _ name: String) -> [UInt8]? {
    let offered = content.view?(Peer(className: Peer.ownClass)) ?? content.names.map { Content.Offered($0) }
    switch question {
    case .names: return Array(offered.map(\.name).joined(separator: "\n").utf8)
    case .form:
      let rendering = offered.first { $0.name == name }?.rendering
      return rendering.flatMap { content.render($0)?.bytes }
    case .leave:
      thread.lose()
      thread.stopSignal.stop()
      return []
    }
  }
}

/// Asks the owner of a local board.
package final class LocalReader: Reader {
  private let board: LocalBoard
  private var terms: ReadTerms

  package init(_ board: LocalBoard, _ terms: ReadTerms) {
    (self.board, self.terms) = (board, terms)
  }

  package var onProgress: (@Sendable (Int) -> Void)?

  package func names() throws(ExchangeError) -> [String] {
    let bytes = try answer(.names) ?? []
    return bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  package func representation(_ name: String, unchanged: Bool) throws(ExchangeError) -> Representation {
    guard let bytes = try answer(.form, name) else {
      throw ExchangeError(.refused, "the owner of \(board.board.noun) does not return \(name)")
    }
    onProgress?(bytes.count)
    return Representation(bytes: bytes)
  }

  package func allow(_ timeout: Duration) { terms.timeout = timeout }

  /// None but this project's own programs know of it.
  package func owner() -> Peer? { Peer(className: Peer.ownClass) }

  private func answer(_ question: LocalBoard.Question, _ name: String = "") throws(ExchangeError) -> [UInt8]?
  {
    let deadline = MonotonicTime.now + terms.timeout
    while true {
      do throws(ExchangeError) {
        let socket = try board.connect(until: deadline)
        return try board.ask(question, name, over: socket, byteLimit: terms.byteLimit, until: deadline)
      } catch {
        // Another owner has taken its place meanwhile.
        guard error.code == .ownerVanished, deadline > .now else { throw error }
      }
    }
  }
}
