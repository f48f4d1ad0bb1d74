import CLinux
import Glibc
import Synchronization

/// Supervises a foreign command that runs below this process: nothing of the command outlives it, whatever
/// the
/// command has started, in whichever session.
package enum CommandSupervisor {
  /// The time for all processes to end that are told to, which fails only where processes come up faster.
  private static let patience: Duration = .seconds(2)

  /// Runs a command, found in `PATH`, to its end, or until this process is to end or its own parent has ended.
  ///
  /// Returns its exit status, 128 and the number of the signal that ended it, or 127 if there is none. It may take so
  /// much time on a processor, so much memory of its own and files of so many bytes.
  package static func run(_ command: [String], seconds: Int, memory: Int) -> Int32 {
    ThisProcess.withholdCoreDumps()
    end_with_parent(SIGTERM)
    // Orphans of the command become children of this process, so that they can be found.
    take_orphans()
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGCHLD, SIGTERM, SIGINT, SIGHUP] { unsafe sigaddset(&signals, signal) }
    unsafe sigprocmask(SIG_BLOCK, &signals, nil)
    let child = fork()
    guard child >= 0 else { return refusing(SystemError("fork", errno)) }
    if child == 0 { become(command, seconds: seconds, memory: memory, unblocking: signals) }
    setpgid(child, child)
    closePipes()
    let status = wait(for: child, signals)
    endAll(of: child)
    return status
  }

  /// The child's part.
  private static func become(
    _ command: [String], seconds: Int, memory: Int, unblocking signals: sigset_t
  ) -> Never {
    var signals = signals
    unsafe sigprocmask(SIG_UNBLOCK, &signals, nil)
    setpgid(0, 0)
    do {
      try ThisProcess.become(command, seconds: seconds, memory: memory)
    } catch {
      _exit(refusing(error))
    }
  }

  /// Says why there is no command, and returns the status that shells have for that.
  private static func refusing(_ error: SystemError) -> Int32 {
    _ = try? FileDescriptor.standardError.write(Array("\(error)\n".utf8), name: "standard error")
    return 127
  }

  /// Closes the output, so that its reader sees the end.
  private static func closePipes() {
    let null = unsafe open("/dev/null", O_RDWR)
    guard null >= 0 else { return }
    for stream in Int32(0)...1 { dup2(null, stream) }
    if null > 2 { close(null) }
  }

  private static func wait(for child: pid_t, _ signals: sigset_t) -> Int32 {
    var signals = signals
    while true {
      var status: Int32 = 0
      let ended = unsafe waitpid(-1, &status, WNOHANG)
      if ended == child { return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F }
      guard ended == 0 else { continue }
      var signal: Int32 = 0
      unsafe sigwait(&signals, &signal)
      if signal != SIGCHLD { return 128 + signal }
    }
  }

  /// Ends the command's group, and then whatever has become a child of this process, until none is left.
  private static func endAll(of group: pid_t) {
    kill(-group, SIGKILL)
    let deadline = MonotonicTime.now + patience
    while .now < deadline {
      let ended = waitpid(-1, nil, WNOHANG)
      if ended > 0 { continue }
      if ended < 0 { return }
      for child in ThisProcess.children { kill(child, SIGKILL) }
      usleep(1_000)
    }
  }
}

/// The deadline for everything this process does for a command, if a person has set one.
///
/// Whoever waits on the way (for a compositor, an X server, a terminal) waits no longer, however often each is tried.
package enum CommandDeadline {
  private static let limit = Mutex(MonotonicTime.never)

  /// Sets it; `.never` for none.
  package static func set(_ deadline: MonotonicTime) {
    limit.withLock { $0 = deadline }
  }

  /// Whether there is none.
  package static var isOpen: Bool { limit.withLock { $0 == .never } }

  /// The end of a wait that begins now and may take so long by itself.
  package static func end(of patience: Duration) -> MonotonicTime {
    min(.now + patience, limit.withLock(\.self))
  }

  /// The same for one of several ways that are looked for in turn: half of what is left at most.
  package static func share(of patience: Duration) -> MonotonicTime {
    let limit = limit.withLock(\.self)
    let now = MonotonicTime.now
    guard limit != .never else { return now + patience }
    let half = MonotonicTime(nanoseconds: now.nanoseconds + max(0, limit.nanoseconds - now.nanoseconds) / 2)
    return min(now + patience, half)
  }
}
