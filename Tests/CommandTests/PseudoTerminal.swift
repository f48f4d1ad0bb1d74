import Glibc
import Synchronization
import TestSupport
import Testing

/// A program that runs on a terminal of its own, whose screen tests look at.
final class PseudoTerminal: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let processIdentifier: pid_t
  private let device: PseudoTerminalDevice
  private let screen: Mutex<TerminalScreen>
  private let exit = Mutex<Int32?>(nil)

  init(_ command: [String], environment: [String: String?], columns: Int, rows: Int) throws {
    device = try PseudoTerminalDevice()
    screen = Mutex(TerminalScreen(columns: columns, rows: rows))
    device.resize(columns: columns, rows: rows)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens is the one that controls it.
    posix_spawn_file_actions_addopen(&actions, 0, device.path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID
    // Tests run in threads that keep signals from themselves, and from what they start.
    var nothing = sigset_t()
    sigemptyset(&nothing)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setsigmask(&attributes, &nothing)
    defer { posix_spawnattr_destroy(&attributes) }
    var changes = environment
    if changes["TERM"] == nil { changes["TERM"] = "xterm-256color" }
    if changes["NO_COLOR"] == nil { changes.updateValue(nil, forKey: "NO_COLOR") }
    let variables = ChildProcess.environment(changedBy: changes)
    var process = pid_t()
    let status = ChildProcess.withCStrings(command) { words in
      ChildProcess.withCStrings(variables) {
        posix_spawn(&process, command[0], &actions, &attributes, words, $0)
      }
    }
    guard status == 0 else { throw Failure(description: "\(command[0]) could not be started") }
    processIdentifier = process
    device.read { [weak self] bytes in
      self?.screen.withLock { $0.receive(bytes) }
      return self != nil
    }
  }

  deinit {
    if exit.withLock({ $0 == nil }) {
      kill(processIdentifier, SIGKILL)
      var status: Int32 = 0
      waitpid(processIdentifier, &status, 0)
    }
    close(device.master)
  }

  func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(device.master, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  func resize(columns: Int, rows: Int) {
    screen.withLock { $0 = TerminalScreen(columns: columns, rows: rows, continuing: $0) }
    device.resize(columns: columns, rows: rows)
  }

  var current: TerminalScreen { screen.withLock { $0 } }

  /// Waits for a screen that is as wanted, and gives what it showed last; it is an issue if that does not come.
  func wait(
    at location: SourceLocation = #_sourceLocation, for isThere: (TerminalScreen) -> Bool
  ) -> TerminalScreen {
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      let screen = current
      // What is drawn half is not shown.
      if !screen.isUpdating, isThere(screen) { return screen }
      usleep(2000)
    }
    Issue.record("what was waited for is not on the screen:\n\(current.text)", sourceLocation: location)
    return current
  }

  /// Waits for the end: the exit status, 128 and the signal's number if a signal ended it; nil if it goes on.
  func waitForEnd() -> Int32? {
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      var status: Int32 = 0
      if waitpid(processIdentifier, &status, WNOHANG) == processIdentifier {
        let result = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
        exit.withLock { $0 = result }
        return result
      }
      usleep(2000)
    }
    return nil
  }

  /// True if the terminal shows what is typed and gives whole lines, as shells leave it.
  var isCooked: Bool {
    var settings = termios()
    guard tcgetattr(device.master, &settings) == 0 else { return false }
    return settings.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == tcflag_t(ECHO | ICANON | ISIG)
  }
}
