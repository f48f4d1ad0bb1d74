import CLinux
import Glibc

/// A program that this one has started, and waits for.
struct SpawnedProcess {
  /// The environment and the descriptors that a program is started with.
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

  /// Signals that this process ignores or blocks are reset: others expect to end with a broken pipe, and when
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

/// Runs other programs.
package enum Subprocess {
  /// Runs a command found in `PATH` to its end, with `input` to read, and variables set in its environment.
  ///
  /// Its output goes where this process's goes. Returns its exit status, 128 and the number of the signal
  /// that ended it. Throws `SystemError` if it cannot be started.
  package static func run(
    _ command: [String], input: [UInt8], setting variables: [(name: String, value: String)] = []
  ) throws(SystemError) -> Int32 {
    let name = command.first ?? ""
    let ends = try FileDescriptor.pipe()
    let reading = FileDescriptor(number: ends.reading)
    let writing = FileDescriptor(number: ends.writing)
    for variable in variables { unsafe setenv(variable.name, variable.value, 1) }
    let process = try SpawnedProcess(SpawnedProcess.Start(command: command, streams: [reading.number]))
    _ = consume reading
    try writing.write(input, name: name)
    // Close it, so that the program sees the end of its input.
    _ = consume writing
    return process.wait()
  }

  /// Starts a program that lives on by itself, with `input` to read and nothing else of this process; false if that
  /// fails.
  package static func leave(_ command: [String], file: String, input: [UInt8]) -> Bool {
    guard let null = try? FileDescriptor(opening: "/dev/null", O_RDWR), let ends = try? FileDescriptor.pipe()
    else { return false }
    let theirs = FileDescriptor(number: ends.reading)
    let ours = FileDescriptor(number: ends.writing)
    let start = SpawnedProcess.Start(
      command: command, file: file, streams: [theirs.number, null.number, null.number], isAlone: true)
    guard (try? SpawnedProcess(start)) != nil else { return false }
    _ = consume theirs
    return BrokenPipes.ignored { try? ours.write(input, name: file) } == true
  }
}

/// The limit of how many processes and threads a person may have, which others of theirs may have reached for a moment.
enum ProcessLimit {
  // Other programs of the same person end soon, or do not: a second tells which.
  private static let patience = Duration.seconds(1)
  private static let pause: UInt32 = 20_000

  /// Tries `work`, which makes a process and returns 0 or why it could not, again while that is the limit.
  static func retrying(_ work: () -> Int32) -> Int32 {
    let end = MonotonicTime.now + patience
    while true {
      let failure = work()
      guard failure == EAGAIN, .now < end else { return failure }
      usleep(pause)
    }
  }
}

/// A program that lives on by itself once it has been started.
package enum LaunchedProgram {
  /// The reason why a program did not start.
  package struct Problem: ReportableError {
    package let byte: UInt8
    package let description: String

    package init(byte: UInt8, description: String) {
      self.byte = byte
      self.description = description
    }

    package init(_ error: SystemError) {
      self.init(byte: 0, description: error.description)
    }
  }

  /// The time for which a folder stays whose files programs were given.
  package enum Stay: Sendable {
    /// Stays until all have ended, and this long: a program that hands what it is to open to one that runs
    /// already ends at once.
    case beyondEnd(Duration)
    /// Stays this long from their start, whether they run or not.
    case fromStart(Duration)
  }

  /// Starts commands, each in a session that is not this process's, with nothing of this process open.
  ///
  /// Must be called before this process has a second thread.
  ///
  /// - Parameters:
  ///   - folder: where they start; nil for the person's own.
  ///   - private: a folder that goes away.
  ///   - stay: when it does, unless the process that waits for it is told to end before.
  package static func start(
    _ commands: [[String]], in folder: String?, removing private: PrivateFolder? = nil,
    _ stay: Stay = .beyondEnd(.zero)
  ) throws(Problem) {
    try BackgroundProcess.start { ready throws(Problem) in
      let place = folder ?? Environment.value("HOME") ?? "/"
      _ = unsafe chdir(place)
      // Nothing ends this process before the folder has gone, but what nobody can hold back.
      let signals = BlockedSignals(`private` == nil ? [] : [SIGTERM, SIGINT])
      var started: [SpawnedProcess] = []
      for command in commands {
        started.append(
          try rethrowing(as: Problem.init) { () throws(SystemError) in
            try SpawnedProcess(SpawnedProcess.Start(command: command, streams: [], isAlone: true))
          })
      }
      ready()
      guard let `private` else { return }
      _ = unsafe chdir("/")
      let processes = started
      switch stay {
      case .beyondEnd(let duration):
        let isToldToEnd = signals.next(unless: { processes.allSatisfy { $0.hasEnded } }) != nil
        if !isToldToEnd { _ = signals.next(until: .now + duration) }
      case .fromStart(let duration): _ = signals.next(until: .now + duration)
      }
      `private`.remove()
    }
  }

  /// Runs a command in this terminal to its end; returns its exit status.
  ///
  /// What keys of the terminal tell all who run there is for the command alone.
  ///
  /// - Parameter private: a folder that goes away if this process is told to end.
  package static func runHere(
    _ command: [String], removing private: PrivateFolder? = nil
  ) throws(SystemError) -> Int32 {
    let signals = BlockedSignals([SIGTERM, SIGHUP, SIGINT, SIGQUIT])
    defer { signals.release() }
    let start = SpawnedProcess.Start(command: command, streams: [0, 1, 2], isAlone: true)
    let process = try SpawnedProcess(start)
    while let number = signals.next(unless: { process.hasEnded }) {
      guard number == SIGTERM || number == SIGHUP else { continue }
      `private`?.remove()
      signals.release()
      raise(number)
    }
    return process.wait()
  }
}
