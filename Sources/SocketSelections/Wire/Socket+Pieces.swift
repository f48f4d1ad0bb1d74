import Glibc
import System

/// Input and output that never wait: the machines decide what happens next.
extension Socket {
  /// What has come, at most 64 KiB; nil if nothing has, empty at the end of the stream.
  borrowing func receivePiece() throws(SystemError) -> [UInt8]? {
    let number = number
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
      let got = unsafe recv(number, buffer.baseAddress, buffer.count, 0)
      if got >= 0 { filled = got } else { failure = errno }
    }
    switch failure {
    case 0: return bytes
    case EAGAIN, EINTR: return nil
    case ECONNRESET, EPIPE: return []
    default: throw SystemError("socket", failure)
    }
  }

  /// Sends as many of the bytes as there is room for, and returns how many.
  borrowing func sendPiece(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    let number = number
    let sent = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if sent >= 0 { return sent }
    guard errno == EAGAIN || errno == EINTR else { throw SystemError("socket", errno) }
    return 0
  }

  /// What the socket is waited for.
  struct Readiness: OptionSet {
    let rawValue: Int
    static let input = Readiness(rawValue: 1)
    static let output = Readiness(rawValue: 2)
    static let wakeUp = Readiness(rawValue: 4)
  }

  /// Waits until something of what is wanted is possible, or one of the wake-ups was signalled; empty at the deadline.
  borrowing func wait(
    for wanted: Readiness, or wakeUps: [WakeUp], until deadline: MonotonicTime
  ) -> Readiness {
    var events: Int32 = 0
    if wanted.contains(.input) { events |= POLLIN }
    if wanted.contains(.output) { events |= POLLOUT }
    // A socket that is not waited for would still tell of its end, again and again.
    var descriptors = [pollfd(fd: wanted.isEmpty ? -1 : number, events: Int16(events), revents: 0)]
    descriptors += wakeUps.map { pollfd(fd: $0.fileDescriptor, events: Int16(POLLIN), revents: 0) }
    _ = unsafe poll(&descriptors, nfds_t(descriptors.count), deadline.pollTimeout)
    var ready: Readiness = []
    let found = Int32(descriptors[0].revents)
    if found & (POLLIN | POLLHUP | POLLERR) != 0 { ready.insert(.input) }
    if found & (POLLOUT | POLLERR) != 0 { ready.insert(.output) }
    if descriptors.dropFirst().contains(where: { $0.revents != 0 }) { ready.insert(.wakeUp) }
    return ready
  }
}
