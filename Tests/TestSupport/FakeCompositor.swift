package import Exchange
import Glibc
import Synchronization
import System
package import WaylandSelections

/// A compositor with data control and nothing else, in this process, that does as a test wants: also what no good
/// compositor does.
///
/// It speaks with the codec of the client, from the other side. Its thread ends with the last reference to it.
package final class FakeCompositor: Sendable {
  /// How it behaves.
  package struct Manner: Sendable {
    /// What it has, by interface and version.
    package var globals: [(interface: String, version: UInt32)] = [
      ("wl_seat", 7), ("wl_shm", 1), ("ext_data_control_manager_v1", 1),
    ]
    /// Whether it tells a new client that nothing is copied (KWin 5.27 does not).
    package var tellsOfNothing = true
    /// Whether each byte is sent by itself.
    package var sendsBytes = false
    /// Whether sources are refused before `done`.
    package var refusesSources = false
    /// After how many requests of a client it hangs up; nil for never.
    package var hangsUpAfter: Int?
    /// After how many requests that it has answered it hangs up; nil for never.
    package var answersUpTo: Int?
    /// Whether it reads what clients say, and answers nothing.
    package var isSilent = false

    package init() {}
  }

  /// What it gives for a form of its own.
  package enum Form: Sendable {
    case bytes([UInt8])
    /// The pipe is kept open, and nothing comes.
    case never
    /// Something, and then nothing.
    case stops([UInt8])
    /// All of it, and nobody owns the board any more.
    case dies([UInt8])
    /// More and more.
    case endless
  }

  package struct Failure: Error {}

  /// The path to connect to, as in `WAYLAND_DISPLAY`.
  package let path: String
  private let folder: String
  private let core: Core
  private let wakeUp = WakeUp()

  package init(_ manner: Manner = Manner()) throws(Failure) {
    var template = Array("/tmp/pasteboard-wayland-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure() }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/wayland-0"
    guard let listener = Self.listen(path) else { throw Failure() }
    core = Core(manner, listener)
    let (core, wakeUp) = (core, wakeUp)
    Thread<Void>.start {
      Self.ignoreBrokenPipes()
      while !wakeUp.wait(until: .now) { core.turn(wakenBy: wakeUp) }
      core.close()
    }
  }

  deinit {
    wakeUp.signal()
    unlink(path)
    // A manager that was killed leaves its name.
    unlink(folder + "/pasteboard-pb.manager-wayland-0")
    rmdir(folder)
  }

  /// How to reach it.
  package var backend: Backend { .wayland(display: path) }
  package var display: WaylandDisplay { WaylandDisplay(path) }

  /// Copies something in a client's place; names are bytes, as what comes need not be text.
  package func offer(_ forms: [(name: [UInt8], form: Form)], _ slot: Slot = .copied) {
    core.state.withLock { $0.set(.own(forms), slot) }
  }

  /// Copies something in a client's place.
  package func offer(_ forms: [String: Form], _ slot: Slot = .copied) {
    offer(forms.sorted { $0.key < $1.key }.map { (Array($0.key.utf8), $0.value) }, slot)
  }

  /// Copies nothing.
  package func clear(_ slot: Slot = .copied) {
    core.state.withLock { $0.set(nil, slot) }
  }

  /// Says something to all who are connected.
  package func say(_ message: WireMessage, files: [OpenFile] = []) {
    core.state.withLock { state in for client in state.clients { client.send(message, files) } }
  }

  /// Says so much to all who are connected that they read it in many parts.
  package func flood(_ message: WireMessage, times: Int) {
    let bytes = [[UInt8]](repeating: message.bytes, count: times).flatMap(\.self)
    core.state.withLock { state in for client in state.clients { client.send(bytes) } }
  }

  /// Says something to each device that there is.
  package func sayToDevices(_ opcode: UInt16, _ arguments: [WireMessage.Argument] = []) {
    core.state.withLock { state in
      for client in state.clients {
        for device in client.devices { client.send(WireMessage(device, opcode, arguments)) }
      }
    }
  }

  /// Asks each source that is set for a form, the descriptor beside the request, and returns how many there were.
  @discardableResult
  package func ask(_ name: String, into file: OpenFile, times: Int = 1) -> Int {
    core.state.withLock { state in
      var count = 0
      for case .source(let source)? in state.copies.values {
        for _ in 0..<times {
          source.client?.send(WireMessage(source.number, 0, [.text(Array(name.utf8))]), [file])
        }
        count += 1
      }
      return count
    }
  }

  /// The number of the source that is set.
  package var source: UInt32? {
    core.state.withLock { state in
      if case .source(let source)? = state.copies[.copied] { source.number } else { nil }
    }
  }

  /// The devices of all who are connected.
  package var devices: [UInt32] { core.state.withLock { $0.clients.flatMap(\.devices) } }

  /// The names that are on offer.
  package func names(_ slot: Slot = .copied) -> [String]? {
    core.state.withLock { state in
      state.copies[slot]?.names.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Ends all connections, and with them the pipes that it has kept open.
  package func hangUp() {
    core.state.withLock { state in
      // The thread that waits for them would keep them open.
      for client in state.clients { shutdown(client.socket.number, Int32(SHUT_RDWR)) }
      state.clients = []
      state.pipes.close()
      state.copies = state.copies.filter { if case .source = $0.value { false } else { true } }
    }
  }

  /// The names of forms that somebody has asked for.
  package var askedNames: [String] { core.state.withLock(\.askedNames) }

  /// How many have connected so far.
  package var connectionCount: Int { core.state.withLock(\.connectionCount) }

  /// How many are connected.
  package var clientCount: Int { core.state.withLock { $0.clients.count } }

  /// In this thread alone: what is tested has to do so by itself.
  static func ignoreBrokenPipes() {
    var pipes = sigset_t()
    sigemptyset(&pipes)
    sigaddset(&pipes, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipes, nil)
  }

  static func listen(_ path: String) -> Int32? {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return status == 0 && Glibc.listen(listener, 128) == 0 ? listener : nil
  }
}
