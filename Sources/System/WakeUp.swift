import Glibc

/// Something to `poll(2)` for that another thread, or a signal handler, can signal.
package final class WakeUp: Sendable {
  private let writeEnd: Int32
  /// Readable once `signal` was called.
  package let fileDescriptor: Int32

  package init() {
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

  /// False if there were no descriptors left for it.
  package var isReady: Bool { fileDescriptor >= 0 }

  deinit {
    close(fileDescriptor)
    close(writeEnd)
  }

  package func signal() {
    var byte: UInt8 = 0
    _ = unsafe write(writeEnd, &byte, 1)
  }

  /// Waits until `signal` was called; false if that has not happened at the deadline.
  package func wait(until deadline: MonotonicTime) -> Bool {
    Self.wait(for: [self], until: deadline) != nil
  }

  /// Waits until one of these was signalled, and returns the place of the first that was; nil at the deadline.
  package static func wait(for wakeUps: [WakeUp], until deadline: MonotonicTime) -> Int? {
    var descriptors = wakeUps.map { pollfd(fd: $0.fileDescriptor, events: Int16(POLLIN), revents: 0) }
    while true {
      let ready = unsafe poll(&descriptors, nfds_t(descriptors.count), deadline.pollTimeout)
      if ready > 0 { return descriptors.firstIndex { $0.revents != 0 } }
      if deadline <= .now { return nil }
    }
  }

  package func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(fileDescriptor, &bytes, bytes.count) > 0 {}
  }
}
