import Glibc

/// Something that listens where an X server would, and says what a test tells it to.
public final class ScriptedXServer: Sendable {
  public enum Behaviour: Sendable {
    /// Takes no connection, and has no room left for those that wait.
    case full
    /// Says these bytes to everybody, whatever they say, and no more.
    case saying([UInt8])
    /// Hangs up on the first few, and says these bytes to all others.
    case hangingUp(Int, then: [UInt8])
    /// Says these bytes again and again, one at a time, this many milliseconds apart.
    case dripping([UInt8], every: UInt32)
  }

  /// The name to connect to, as in `DISPLAY`: a path.
  public let display: String
  private let listener: Int32
  private let fillers: [Int32]

  public init(_ behaviour: Behaviour) throws {
    let path = "/tmp/scripted-x-server-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isFull = if case .full = behaviour { true } else { false }
    let isListening = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, isFull ? 0 : 16) == 0
      }
    }
    guard isListening else { throw ChildProcess.Failure(description: "no socket at \(path)") }
    var fillers: [Int32] = []
    while isFull {
      let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      let filler = socket(AF_UNIX, type, 0)
      fillers.append(filler)
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(filler, $0, size) }
      }
      if status != 0 { break }
    }
    display = path
    self.listener = listener
    self.fillers = fillers
    guard !isFull else { return }
    Thread<Void>.start {
      var number = 0
      while case let client = accept(listener, nil, nil), client >= 0 {
        number += 1
        if case .hangingUp(let first, _) = behaviour, number <= first {
          close(client)
        } else {
          Thread<Void>.start { Self.serve(client, behaviour) }
        }
      }
    }
  }

  deinit {
    // Wakes the thread that accepts, which a mere close would not.
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    fillers.forEach { close($0) }
    unlink(display)
  }

  private static func serve(_ client: Int32, _ behaviour: Behaviour) {
    defer { close(client) }
    var request = [UInt8](repeating: 0, count: 1 << 16)
    guard recv(client, &request, request.count, 0) > 0 else { return }
    switch behaviour {
    case .full: break
    case .saying(let bytes), .hangingUp(_, then: let bytes):
      var rest = bytes[...]
      while !rest.isEmpty {
        let sent = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if sent < 0 { return }
        rest = rest.dropFirst(sent)
      }
      while recv(client, &request, request.count, 0) > 0 {}
    case .dripping(let bytes, let pause):
      while true {
        for byte in bytes {
          var byte = byte
          if send(client, &byte, 1, Int32(MSG_NOSIGNAL)) < 0 { return }
          usleep(pause * 1000)
        }
      }
    }
  }
}
