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

  /// What a call came to.
  package enum Outcome: Hashable, Sendable {
    /// So many bytes have gone, or come.
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
    if count > 0 { stream.append(bytes) }
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
