import CLinux
import Glibc

/// A program that this one has started, and waits for.
struct SpawnedProcess {
  /// What a program is started with.
  struct Start {
    /// Its name and arguments.
    var command: [String]
    /// The file to run; nil to look for the name in `PATH`.
    var file: String?
    /// Its variables; nil for those of this process.
    var environment: [String]?
    /// The descriptors that become its standard streams, from standard input on; the others stay as they are.
    var streams: [Int32]
    /// Whether nothing else stays open that this process has open.
    var isAlone = false
    /// Whether it is the first of a group of processes, which what a person types does not reach.
    var isGroup = false
  }

  private let identifier: pid_t

  init(_ start: Start) throws(SystemError) {
    let name = start.command.first ?? ""
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    for (stream, descriptor) in start.streams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(stream))
    }
    if start.isAlone { unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    unsafe Self.restoreSignals(in: &attributes, startsGroup: start.isGroup)
    var words = unsafe Self.strings(start.command)
    var variables = unsafe Self.strings(start.environment ?? [])
    var process = pid_t()
    let failure = unsafe variables.withUnsafeMutableBufferPointer { variables in
      let environment = unsafe start.environment == nil ? environ : variables.baseAddress
      return ProcessLimit.retrying {
        guard let file = start.file else {
          return unsafe posix_spawnp(&process, name, &actions, &attributes, &words, environment)
        }
        return unsafe posix_spawn(&process, file, &actions, &attributes, &words, environment)
      }
    }
    unsafe (words + variables).forEach { unsafe free($0) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
    guard failure == 0 else { throw SystemError(name, failure) }
    identifier = process
  }

  /// Waits for its end, and returns its exit status, or 128 and the number of the signal that ended it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
  }

  /// Waits for its end, but not beyond a deadline: nil then.
  func wait(until deadline: MonotonicTime) -> Int32? {
    // There is no event for it that may not be somebody else's.
    while .now < deadline {
      if hasEnded { return wait() }
      usleep(1_000)
    }
    return nil
  }

  /// Whether it has ended; it can still be waited for.
  var hasEnded: Bool {
    var information = unsafe siginfo_t()
    let found = unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    if found < 0 { return errno == ECHILD }
    return unsafe information.si_signo == SIGCHLD
  }

  /// Tells it to end.
  func askToEnd() {
    kill(identifier, SIGTERM)
  }

  /// Ends it, whatever it is at.
  func end() {
    kill(identifier, SIGKILL)
  }

  /// What this process ignores or holds back, it does for itself: others expect to end with a broken pipe, and when
  /// they are told to.
  @unsafe private static func restoreSignals(
    in attributes: inout posix_spawnattr_t, startsGroup: Bool
  ) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe sigaddset(&signals, SIGXFSZ)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let group = startsGroup ? POSIX_SPAWN_SETPGROUP : 0
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
  }

  /// Copies for the C library, ended by a null pointer.
  @unsafe static func strings(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
    unsafe strings.map { unsafe strdup($0) } + [nil]
  }
}
