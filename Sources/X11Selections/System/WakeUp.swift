import Glibc

/// Something to `poll(2)` for that another thread, or a signal handler, can signal.
final class WakeUp: Sendable {
  private let writeEnd: Int32
  /// Readable once `signal` was called.
  let fileDescriptor: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // Without descriptors nobody is woken, and what is waited for ends by its deadline.
    _ = unsafe pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    fileDescriptor = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    close(fileDescriptor)
    close(writeEnd)
  }

  func signal() {
    var byte: UInt8 = 0
    _ = unsafe write(writeEnd, &byte, 1)
  }

  func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(fileDescriptor, &bytes, bytes.count) > 0 {}
  }
}
