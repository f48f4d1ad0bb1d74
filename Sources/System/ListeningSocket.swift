import CLinux
import Glibc

/// A socket in the file system at which other processes of the same person ask this one.
///
/// What listened at its path before is asked by nobody any more; in between there is always one that is.
package struct ListeningSocket: ~Copyable {
  private let file: FileDescriptor
  private let path: String
  /// The file that the path named when this one began.
  private let inode: UInt

  /// Listens at a path; nobody else may connect to it.
  package init(at path: String) throws(SystemError) {
    // The name is given to what listens already. Beside the path, which must be on the same file system.
    let early = "\(path).\(getpid())"
    let address = try Self.address(early, name: path)
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let file = FileDescriptor(number: socket(AF_UNIX, type, 0))
    guard file.number >= 0 else { throw SystemError(path, errno) }
    unsafe unlink(early)
    // On Linux the mode of a socket becomes that of its file.
    fchmod(file.number, 0o600)
    guard address.bind(file.number), listen(file.number, Self.queueLength) == 0 else {
      throw SystemError(path, errno)
    }
    guard let inode = Self.inode(of: early), unsafe rename(early, path) == 0 else {
      let failure = SystemError(path, errno)
      unsafe unlink(early)
      throw failure
    }
    self.file = file
    self.path = path
    self.inode = inode
  }

  deinit {
    if Self.inode(of: path) == inode { unsafe unlink(path) }
  }

  /// So many may wait to be taken.
  private static let queueLength: Int32 = 64

  private static func address(_ path: String, name: String) throws(SystemError) -> Socket.Address {
    guard let address = Socket.Address(file: path) else { throw SystemError(name, ENAMETOOLONG) }
    return address
  }

  private static func inode(of path: String) -> UInt? {
    (try? FilePath(path).linkStatus).map { UInt($0.st_ino) }
  }

  /// Waits for the next process that asks, and returns the connection to it; nil once `stop` was signalled.
  package borrowing func next(until stop: WakeUp) -> Socket? {
    while true {
      var descriptors = [stop.fileDescriptor, file.number].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = unsafe poll(&descriptors, nfds_t(descriptors.count), -1)
      if descriptors[0].revents != 0 { return nil }
      guard descriptors[1].revents != 0 else { continue }
      let number = accept(file.number, nil, nil)
      if number >= 0 {
        let connection = Socket(connected: number)
        if connection.isOfSamePerson { return connection }
      } else if ![EAGAIN, EINTR, ECONNABORTED].contains(errno), stop.wait(until: .now + Self.pause) {
        return nil
      }
    }
  }

  /// When there are no descriptors left, others have to end before there are.
  private static let pause = Duration.milliseconds(100)
}
