import Glibc

/// A failure that goes through a pipe from a background process to the one that waits for it.
package protocol ReportableError: Error, CustomStringConvertible {
  /// The kind of failure.
  var byte: UInt8 { get }
  /// The failure again.
  init(byte: UInt8, description: String)
  /// The process could not be started.
  init(_ error: SystemError)
}

/// Runs work in a process of its own that outlives this one.
package enum BackgroundProcess {
  /// Runs `work` in a child that has left the terminal, the session and every inherited descriptor.
  ///
  /// Returns what the child reported: nil once it called `ready`, or the message that it failed with.
  /// Nothing the caller holds open (a pipe of a shell, an `ssh` channel) is kept open by the child. Must be
  /// called before this process has a second thread.
  ///
  /// - Parameter descriptors: what the child goes on with all the same.
  package static func start<Failure: ReportableError>(
    keeping descriptors: [Int32] = [], _ work: (_ ready: () -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    let report: [UInt8]
    do throws(SystemError) {
      let ends = try FileDescriptor.pipe()
      let child = forkPatiently()
      guard child >= 0 else { throw SystemError("could not start a process (see ulimit -u)", errno) }
      if child == 0 {
        close(ends.reading)
        detach(keeping: descriptors + [ends.writing])
        SecretBytes.lockInChild()
        run(work, reportingTo: ends.writing)
      }
      close(ends.writing)
      report = try FileDescriptor(number: ends.reading).readToEnd(name: "background process")
    } catch {
      throw Failure(error)
    }
    guard report.first == 0x2B else {
      let message = String(decoding: report.dropFirst(2), as: UTF8.self)
      throw Failure(
        byte: report.dropFirst().first ?? 0,
        description: message.isEmpty ? "the background process ended unexpectedly" : message)
    }
  }

  /// Has a child go on with what this process has begun, detached as that of `start` is; returns at once.
  ///
  /// What the caller holds open the child lets go of a moment later. Must be called before this process has a second
  /// thread, and by one that has nothing more to do.
  package static func continueInChild(
    keeping descriptors: [Int32], with work: () -> Void
  ) throws(SystemError) {
    // The end of this process may be that of its session, and what ends its group is not meant for the child.
    let former = groupSignals.map { (number: $0, action: signal($0, SIG_IGN)) }
    let child = forkPatiently()
    let failure = errno
    if child == 0 {
      detach(keeping: descriptors)
      SecretBytes.lockInChild()
    }
    for (number, action) in former where child != 0 || number != SIGHUP { _ = signal(number, action) }
    if child == 0 {
      work()
      _exit(0)
    }
    guard child > 0 else { throw SystemError("could not start a process (see ulimit -u)", failure) }
  }

  /// Forks, again for a moment where the limit of processes is reached; below 0 and `errno` where that fails.
  private static func forkPatiently() -> pid_t {
    var child: pid_t = -1
    let failure = ProcessLimit.retrying {
      child = fork()
      return child < 0 ? errno : 0
    }
    errno = failure
    return child
  }

  /// Signals that a shell or a terminal sends to all processes of a group.
  private static let groupSignals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  /// The child's part: never returns, and never unwinds into the caller's code.
  private static func run<Failure: ReportableError>(
    _ work: (_ ready: () -> Void) throws(Failure) -> Void, reportingTo descriptor: Int32
  ) -> Never {
    var hasReported = false
    func report(_ bytes: [UInt8]) {
      guard !hasReported else { return }
      hasReported = true
      let end = FileDescriptor(number: descriptor)
      _ = try? end.write(bytes, name: "report")
    }
    do throws(Failure) {
      try work { report([0x2B]) }
      _exit(0)
    } catch {
      report([0x2D, error.byte] + Array(error.description.utf8))
      _exit(2)
    }
  }

  private static func detach(keeping descriptors: [Int32]) {
    setsid()
    _ = unsafe chdir("/")
    signal(SIGHUP, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    let null = unsafe open("/dev/null", O_RDWR)
    for standard in Int32(0)...2 where null >= 0 { dup2(null, standard) }
    // Everything else that a shell or a caller left open.
    for inherited in openDescriptors() where inherited > 2 && !descriptors.contains(inherited) {
      close(inherited)
    }
  }

  /// True if this process has one thread only: of others, a fork would have the locks and not the work.
  package static var canStart: Bool { numbers(in: "/proc/self/task")?.numbers.count == 1 }

  private static func openDescriptors() -> [Int32] {
    guard let (numbers, own) = numbers(in: "/proc/self/fd") else { return Array(3..<256) }
    return numbers.filter { $0 != own }
  }

  /// The entries of a directory that are numbers, and the descriptor that it was read by.
  private static func numbers(in path: String) -> (numbers: [Int32], descriptor: Int32)? {
    guard let directory = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(directory) }
    var numbers: [Int32] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe $0.prefix { $0 != 0 }.map { $0 } }
      if let number = Int32(String(decoding: name, as: UTF8.self)) { numbers.append(number) }
    }
    return (numbers, unsafe dirfd(directory))
  }
}
