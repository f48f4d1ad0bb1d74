import CLinux
import Exchange
import Glibc
package import System

/// Bytes and descriptors through a socket, and bytes through pipes: the only place that calls the system for them.
///
/// The header of a message with descriptors (cmsg(3)) is written by hand, as C has macros for it: on 64-bit Linux its
/// length in eight bytes, the level, the type, then the descriptors.
package enum DescriptorPassing {
  private static let headerSize = 16
  /// The most that the kernel passes at once (`SCM_MAX_FD`).
  private static let receivedAtOnce = 253
  private static let bufferSize = 1 << 14

  /// The outcome of a call.
  package enum Outcome: Hashable, Sendable {
    /// This number of bytes was sent or received.
    case moved(Int)
    /// It would have to wait.
    case nothing
    /// The other side is gone, or reads no more.
    case ended
  }

  /// Sends what can be sent now, the descriptors with the first byte.
  package static func send(
    _ bytes: some Collection<UInt8>, files: [OpenFile] = [], to socket: borrowing Socket
  ) -> Outcome {
    var content = ContiguousArray(bytes)
    var control = ContiguousArray<UInt8>()
    if !files.isEmpty {
      let length = headerSize + 4 * files.count
      control = ContiguousArray(repeating: 0, count: (length + 7) & ~7)
      unsafe control.withUnsafeMutableBytes { buffer in
        unsafe buffer.storeBytes(of: UInt64(length), toByteOffset: 0, as: UInt64.self)
        unsafe buffer.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
        unsafe buffer.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
        for (index, file) in files.enumerated() {
          unsafe buffer.storeBytes(of: file.number, toByteOffset: headerSize + 4 * index, as: Int32.self)
        }
      }
    }
    let number = socket.number
    let count = unsafe content.withUnsafeMutableBytes { content in
      unsafe control.withUnsafeMutableBytes { control in
        var part = unsafe iovec(iov_base: content.baseAddress, iov_len: content.count)
        var message = unsafe msghdr()
        unsafe message.msg_iovlen = 1
        if unsafe !control.isEmpty {
          unsafe message.msg_control = control.baseAddress
          unsafe message.msg_controllen = control.count
        }
        return unsafe withUnsafeMutablePointer(to: &part) { part in
          unsafe message.msg_iov = part
          return retry { unsafe sendmsg(number, &message, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
        }
      }
    }
    return outcome(count)
  }

  /// Takes what has come, with the descriptors that came with it.
  package static func receive(
    into stream: inout MessageStream, _ queue: inout DescriptorQueue, from socket: borrowing Socket
  ) -> Outcome {
    receive(&queue, from: socket) { stream.append($0) }
  }

  /// Takes what has come, with the descriptors that came with it, and gives the bytes to `take`.
  package static func receive(
    _ queue: inout DescriptorQueue, from socket: borrowing Socket, _ take: ([UInt8]) -> Void
  ) -> Outcome {
    let number = socket.number
    let room = headerSize + 4 * receivedAtOnce + 4
    var descriptors: [Int32] = []
    var wasCut = false
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: bufferSize) { content, filled in
      unsafe withUnsafeTemporaryAllocation(byteCount: room, alignment: 8) { control in
        var part = unsafe iovec(iov_base: UnsafeMutableRawPointer(content.baseAddress), iov_len: bufferSize)
        var message = unsafe msghdr()
        unsafe message.msg_iovlen = 1
        unsafe message.msg_control = control.baseAddress
        unsafe message.msg_controllen = room
        unsafe withUnsafeMutablePointer(to: &part) { part in
          unsafe message.msg_iov = part
          let flags = Int32(MSG_CMSG_CLOEXEC) | Int32(MSG_DONTWAIT)
          count = retry { unsafe recvmsg(number, &message, flags) }
        }
        filled = max(0, count)
        guard count >= 0 else { return }
        let length = unsafe message.msg_controllen
        descriptors = unsafe self.descriptors(in: UnsafeRawBufferPointer(rebasing: control[..<length]))
        unsafe wasCut = message.msg_flags & Int32(MSG_CTRUNC) != 0
      }
    }
    for descriptor in descriptors { queue.append(descriptor) }
    // Some are lost then, and it is not known which.
    if wasCut { return .ended }
    if count > 0 { take(bytes) }
    return count == 0 ? .ended : outcome(count)
  }

  @unsafe private static func descriptors(in control: UnsafeRawBufferPointer) -> [Int32] {
    var found: [Int32] = []
    var start = 0
    while start + headerSize <= control.count {
      let length = unsafe Int(control.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      guard length >= headerSize, start + length <= control.count else { break }
      let level = unsafe control.loadUnaligned(fromByteOffset: start + 8, as: Int32.self)
      let type = unsafe control.loadUnaligned(fromByteOffset: start + 12, as: Int32.self)
      if level == SOL_SOCKET, type == Int32(SCM_RIGHTS) {
        for offset in stride(from: start + headerSize, to: start + length - 3, by: 4) {
          unsafe found.append(control.loadUnaligned(fromByteOffset: offset, as: Int32.self))
        }
      }
      start += (length + 7) & ~7
    }
    return found
  }

  static func outcome(_ count: Int) -> Outcome {
    if count >= 0 { return .moved(count) }
    return errno == EAGAIN ? .nothing : .ended
  }

  static func retry(_ call: () -> Int) -> Int {
    while true {
      let count = call()
      if count >= 0 || errno != EINTR { return count }
    }
  }
}

extension DescriptorPassing {
  /// The size of a large pipe, so that few turns move much, and its content stays in the processor's cache:
  /// with a mebibyte, 64 took twice as long. Some get less.
  private static let pipeSize: Int32 = 1 << 18

  /// A new pipe, the reading end of which never blocks.
  package static func pipe() throws(SystemError) -> (reading: OpenFile, writing: OpenFile) {
    let ends = try FileDescriptor.pipe()
    _ = fcntl(ends.reading, F_SETFL, O_NONBLOCK)
    return (OpenFile(ends.reading), OpenFile(ends.writing))
  }

  /// Makes calls on a descriptor return at once, whatever it is.
  static func neverBlock(_ file: OpenFile) {
    let flags = fcntl(file.number, F_GETFL)
    if flags >= 0, flags & O_NONBLOCK == 0 { _ = fcntl(file.number, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Gives a pipe more room, where the system lets it.
  static func widen(_ file: OpenFile) {
    _ = fcntl(file.number, Int32(CLinuxSetPipeSize), pipeSize)
  }

  /// Writes what there is room for.
  static func write(_ payload: Payload, from start: Int, to file: OpenFile) -> Outcome {
    let count = payload.withSpan { bytes in
      unsafe bytes.extracting(droppingFirst: start).withUnsafeBytes { part in
        retry { unsafe Glibc.write(file.number, part.baseAddress, min(part.count, Int(pipeSize))) }
      }
    }
    return outcome(count)
  }

  /// The same without a copy: whoever reads the pipe gets these pages of memory, which nobody may change from now on.
  static func lend(_ bytes: [UInt8], from start: Int, to file: OpenFile) -> Outcome {
    let count = unsafe bytes.withUnsafeBytes { buffer in
      let part = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
      var parts = unsafe iovec(
        iov_base: UnsafeMutableRawPointer(mutating: part.baseAddress),
        iov_len: min(part.count, Int(pipeSize)))
      return retry { unsafe vmsplice(file.number, &parts, 1, UInt32(CLinuxNeverBlock)) }
    }
    // Nothing but a pipe can be lent to.
    if count < 0, errno == EBADF { return write(.plain(bytes), from: start, to: file) }
    return outcome(count)
  }

  /// The outcome of passing on.
  enum Passed: Hashable {
    /// This number of bytes was passed on; none at the end of the pipe.
    case moved(Int)
    /// The other file takes nothing now.
    case stalled
    /// The other file has no reader.
    case unread
    /// It is none that can be passed on to.
    case refused
    /// It failed, as this `errno` says.
    case failed(Int32)
  }

  /// Passes on what is in a pipe to another file, without a copy; call it only when there is something, or the end.
  static func pass(_ file: OpenFile, on other: Int32) -> Passed {
    let count = retry {
      splice(file.number, nil, other, nil, Int(pipeSize), UInt32(CLinuxNeverBlock))
    }
    if count >= 0 { return .moved(count) }
    switch errno {
    case EAGAIN: return .stalled
    case EPIPE: return .unread
    case EINVAL: return .refused
    default: return .failed(errno)
    }
  }

  /// Reads behind the bytes that are there, until there are as many as `size`, without a copy of what comes.
  ///
  /// - Parameter wait: waits for more, given how many there are; false gives up.
  /// - Returns: `ended` at the end of the file, `nothing` if `wait` gave up, else how much has come.
  static func read(
    _ file: OpenFile, behind bytes: inout [UInt8], upTo size: Int, wait: (_ count: Int) -> Bool
  ) -> Outcome {
    let start = bytes
    var result = Outcome.moved(size - start.count)
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      unsafe useLargePages(UnsafeMutableRawBufferPointer(buffer))
      unsafe start.withUnsafeBytes { unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
      filled = start.count
      while filled < size {
        let part = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        let count = retry { unsafe Glibc.read(file.number, part.baseAddress, min(part.count, Int(pipeSize))) }
        if count > 0 {
          filled += count
        } else if count == 0 || errno != EAGAIN {
          result = .ended
          return
        } else if !wait(filled) {
          result = .nothing
          return
        }
      }
    }
    return result
  }

  /// Half of the time of a large paste goes into pages that are touched for the first time.
  @unsafe private static func useLargePages(_ buffer: UnsafeMutableRawBufferPointer) {
    let pageSize = 4096
    guard buffer.count >= 4 << 20, let start = buffer.baseAddress else { return }
    let offset = (pageSize - Int(bitPattern: start) % pageSize) % pageSize
    unsafe madvise(start + offset, (buffer.count - offset) / pageSize * pageSize, MADV_HUGEPAGE)
  }
}
