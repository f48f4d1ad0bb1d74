import CLinux
import Glibc

/// A stream socket connected to a server, none of whose calls waits beyond a deadline.
package struct Socket: ~Copyable {
  private let file: FileDescriptor
  package var number: Int32 { file.number }

  /// The address at which a server listens.
  package struct Address: Hashable, Sendable {
    /// A `sockaddr` of its family.
    fileprivate let bytes: [UInt8]

    package var family: Int32 {
      unsafe bytes.withUnsafeBytes { Int32(unsafe $0.loadUnaligned(as: sa_family_t.self)) }
    }

    /// A socket in the file system, or of a name that is in no file system ("abstract", unix(7)).
    package init(path: String, isAbstract: Bool = false) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(path.utf8.count + 3)
      unsafe withUnsafeBytes(of: sa_family_t(AF_UNIX)) { unsafe bytes.append(contentsOf: $0) }
      if isAbstract { bytes.append(0) }
      bytes.append(contentsOf: path.utf8)
      if !isAbstract { bytes.append(0) }
      self.bytes = bytes
    }

    /// A socket in the file system; nil if the path is longer than an address holds, with the NUL at its end (unix(7)).
    package init?(file path: String) {
      guard path.utf8.count <= 107 else { return nil }
      self.init(path: path)
    }

    init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    /// Gives the address to a socket; false if that fails, as `errno` has it.
    func bind(_ number: Int32) -> Bool {
      unsafe bytes.withUnsafeBytes {
        unsafe Glibc.bind(number, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
      } == 0
    }

    /// The 4 or 16 bytes of an address of the Internet; nil for others.
    package var host: [UInt8]? {
      switch (family, bytes.count) {
      case (AF_INET, 8...): Array(bytes[4..<8])
      case (AF_INET6, 24...): Array(bytes[8..<24])
      default: nil
      }
    }
  }

  /// Connects to the first of several addresses that accepts; each gets its share of the time.
  ///
  /// Throws what the last one answered.
  package init(
    connectingTo addresses: [Address], name: String, until deadline: MonotonicTime
  ) throws(SystemError) {
    file = try Self.connect(to: addresses, name: name, until: deadline)
  }

  /// Takes a socket that is connected, which never blocks from now on.
  package init(connected number: Int32) {
    file = FileDescriptor(number: number)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, O_RDWR | O_NONBLOCK)
  }

  private static func connect(
    to addresses: [Address], name: String, until deadline: MonotonicTime
  ) throws(SystemError) -> FileDescriptor {
    var failure = SystemError(name, ENOENT)
    for (index, address) in addresses.enumerated() {
      let now = MonotonicTime.now.nanoseconds
      let share = (deadline.nanoseconds - now) / Int64(addresses.count - index)
      do throws(SystemError) {
        return try connect(to: address, name: name, until: MonotonicTime(nanoseconds: now + share))
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private static func connect(
    to address: Address, name: String, until deadline: MonotonicTime
  ) throws(SystemError) -> FileDescriptor {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let file = FileDescriptor(number: socket(address.family, type, 0))
    guard file.number >= 0 else { throw SystemError(name, errno) }
    // A queue that is full makes a socket that never blocks fail at once: this one blocks, but for so long only.
    while !connectOnce(file.number, address, until: deadline) {
      switch errno {
      case EINTR where deadline > .now: continue
      case EAGAIN, EINPROGRESS, EALREADY, EINTR: throw SystemError(name, ETIMEDOUT)
      default: throw SystemError(name, errno)
      }
    }
    if address.family != AF_UNIX { speedUp(file.number) }
    _ = fcntl(file.number, F_SETFL, O_RDWR | O_NONBLOCK)
    return file
  }

  /// False if it fails, as `errno` has it.
  private static func connectOnce(_ number: Int32, _ address: Address, until deadline: MonotonicTime) -> Bool
  {
    let left = max(1_000, (deadline.nanoseconds - MonotonicTime.now.nanoseconds) / 1_000)
    var limit = timeval(tv_sec: Int(left / 1_000_000), tv_usec: Int(left % 1_000_000))
    unsafe setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let status = unsafe address.bytes.withUnsafeBytes {
      unsafe Glibc.connect(
        number, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    return status == 0 || errno == EISCONN
  }

  /// Small requests go at once, and a peer that has gone without a word is found out some time.
  private static func speedUp(_ number: Int32) {
    var yes: Int32 = 1
    unsafe setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    unsafe setsockopt(number, SOL_SOCKET, SO_KEEPALIVE, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// The process at the other end; nil if it is gone.
  package var peer: Address? {
    var bytes = [UInt8](repeating: 0, count: 128)
    var count = socklen_t(bytes.count)
    let status = unsafe bytes.withUnsafeMutableBytes {
      unsafe getpeername(number, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &count)
    }
    return status == 0 && count >= 2 ? Address(bytes: Array(bytes.prefix(Int(count)))) : nil
  }

  /// The user of the process at the other end, on this machine, when it connected or began to listen; nil for none.
  package var peerUser: UInt32? {
    // Process, user and group (SO_PEERCRED in socket(7)).
    var credentials: [UInt32] = [0, .max, .max]
    var count = socklen_t(MemoryLayout<UInt32>.size * credentials.count)
    let status = unsafe getsockopt(number, SOL_SOCKET, SO_PEERCRED, &credentials, &count)
    return status == 0 && credentials[1] != .max ? credentials[1] : nil
  }

  /// Whether the process at the other end, on this machine, is of the person that this one is of, or the superuser's.
  package var isOfSamePerson: Bool {
    guard let user = peerUser else { return false }
    return user == geteuid() || user == 0
  }

  /// Puts the connection behind another descriptor, which is closed before; false if that fails.
  package consuming func replace(_ descriptor: Int32) -> Bool { dup3(number, descriptor, O_CLOEXEC) >= 0 }

  // MARK: Talking

  /// Sends one message to whoever listens at an address, and does nothing if nobody does.
  package static func post(_ message: [UInt8], to address: Address) {
    let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let file = FileDescriptor(number: socket(address.family, type, 0))
    guard file.number >= 0 else { return }
    _ = unsafe address.bytes.withUnsafeBytes {
      unsafe sendto(
        file.number, message, message.count, Int32(MSG_NOSIGNAL),
        $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
  }

  /// Sends all of the bytes.
  package borrowing func send(
    _ bytes: [UInt8], name: String, until deadline: MonotonicTime
  ) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent >= 0 {
        rest = rest.dropFirst(sent)
      } else if let failure = Self.wait(for: POLLOUT, number, name: name, until: deadline) {
        throw failure
      }
    }
  }

  /// Receives as many bytes as are asked for, and no more, behind those that are there; fewer are an error.
  package borrowing func receive(
    _ count: Int, behind start: [UInt8] = [], name: String, until deadline: MonotonicTime
  ) throws(SystemError) -> [UInt8] {
    let (number, end) = (number, start.count + count)
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: end) { buffer, filled in
      for byte in start {
        unsafe buffer.initializeElement(at: filled, to: byte)
        filled += 1
      }
      while filled < end, failure == nil {
        let got = unsafe recv(number, buffer.baseAddress.map { unsafe $0 + filled }, end - filled, 0)
        switch got {
        case 0: failure = SystemError(name, ECONNRESET)
        case 1...: filled += got
        default: failure = Self.wait(for: POLLIN, number, name: name, until: deadline)
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// After a call has failed: waits if that may change it. Returns why it cannot, or has not in time.
  private static func wait(
    for events: Int32, _ number: Int32, name: String, until deadline: MonotonicTime
  ) -> SystemError? {
    guard errno == EAGAIN || errno == EINTR else { return SystemError(name, errno) }
    _ = DescriptorWait.ready(
      among: [DescriptorWait(number: number, isForRoom: events == POLLOUT)], until: deadline)
    return deadline <= .now ? SystemError(name, ETIMEDOUT) : nil
  }
}

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

  /// The number of connections that may wait to be accepted.
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
      let waits = [stop.fileDescriptor, file.number].map { DescriptorWait(number: $0) }
      let ready = DescriptorWait.ready(among: waits, until: .never)
      if ready.contains(waits[0]) { return nil }
      guard ready.contains(waits[1]) else { continue }
      let number = accept(file.number, nil, nil)
      if number >= 0 {
        let connection = Socket(connected: number)
        if connection.isOfSamePerson { return connection }
      } else if ![EAGAIN, EINTR, ECONNABORTED].contains(errno), stop.wait(until: .now + Self.pause) {
        return nil
      }
    }
  }

  /// The pause when no descriptors are left: other connections have to end first.
  private static let pause = Duration.milliseconds(100)
}
