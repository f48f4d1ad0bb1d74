import Glibc

/// Writes to one pipe and reads from another at once, so that neither side waits for the other for ever.
struct PipeExchange {
  let deadline: MonotonicTime
  /// More is not taken.
  let outputLimit: Int
  /// Whether nothing more is to come, though the output is open still; nil where its end alone tells.
  var isOver: (() -> Bool)?

  /// How long nothing may come until that is asked, in milliseconds.
  private static let silence: Int32 = 20

  /// What came until the end of `output`; nil if that took too long or was too much, or cannot be read.
  ///
  /// A reader that takes not all of the input is no failure.
  func run(
    writing parts: [[UInt8]], to input: consuming FileDescriptor, readingFrom output: borrowing FileDescriptor
  ) -> [UInt8]? {
    var rest = parts[...]
    var written = 0
    var open: FileDescriptor? = consume input
    var collected: [UInt8] = []
    let source = output.number
    var room = [UInt8](repeating: 0, count: 1 << 16)
    _ = fcntl(source, F_SETFL, O_NONBLOCK)
    if let number = open?.number { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
    while true {
      while let part = rest.first, written == part.count {
        rest = rest.dropFirst()
        written = 0
      }
      if rest.isEmpty { open = nil }
      var descriptors = [pollfd(fd: source, events: Int16(POLLIN), revents: 0)]
      if let number = open?.number {
        descriptors.append(pollfd(fd: number, events: Int16(POLLOUT), revents: 0))
      }
      let left = deadline.pollTimeout
      let timeout = isOver == nil ? left : left < 0 ? Self.silence : min(left, Self.silence)
      let ready = unsafe poll(&descriptors, nfds_t(descriptors.count), timeout)
      guard ready >= 0 || errno == EINTR, .now < deadline else { return nil }
      if ready == 0, let isOver {
        if isOver() { return collected }
        continue
      }
      if ready <= 0 { continue }
      if let part = rest.first, descriptors.count > 1, descriptors[1].revents != 0 {
        guard let count = Self.write(part[written...], to: descriptors[1].fd) else {
          rest = []
          continue
        }
        written += count
      }
      guard descriptors[0].revents != 0 else { continue }
      let count = unsafe read(source, &room, room.count)
      if count == 0 { return collected }
      if count < 0 {
        guard errno == EINTR || errno == EAGAIN else { return nil }
        continue
      }
      if collected.count + count > collected.capacity, !ThisProcess.hasMemory(for: 2 * collected.count) {
        return nil
      }
      collected.append(contentsOf: room[..<count])
      if collected.count > outputLimit { return nil }
    }
  }

  /// How much of the bytes was written; nil if nobody reads any more.
  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int? {
    let (count, error) = BrokenPipes.ignored {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      return (count, errno)
    }
    if count >= 0 { return count }
    return error == EINTR || error == EAGAIN ? 0 : nil
  }
}
