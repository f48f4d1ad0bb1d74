public import Glibc
import Synchronization

/// A shell on a terminal, in whose foreground programs run one after the other, as a person starts them.
public final class TerminalShell: Sendable {
  private let shell: pid_t
  private let commands: Int32
  private let folder: String
  private let number = Mutex(0)

  /// - Parameter environment: changes to that of the tests; nil removes.
  public init(on terminal: FakeTerminal, environment: [String: String?] = [:]) throws {
    var template = Array("/tmp/pasteboard-shell-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ChildProcess.Failure(description: "there is no folder") }
    folder = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ChildProcess.Failure(description: "there is no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    // The first terminal that the leader of a session opens is the one that controls it.
    posix_spawn_file_actions_addopen(&actions, 1, terminal.path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var signals = sigset_t()
    sigemptyset(&signals)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(
      &attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    posix_spawnattr_setsigmask(&attributes, &signals)
    // A suite that runs in the background of a shell is started with these ignored, and so is all that it starts.
    for number in [SIGINT, SIGQUIT, SIGHUP] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var changes: [String: String?] = [
      "TERM": "xterm-256color", "XDG_CONFIG_HOME": folder, "SWIFT_BACKTRACE": "enable=no",
    ]
    let without = [
      "DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "TMUX", "TMUX_PANE", "STY", "SSH_TTY",
    ]
    for name in without { changes.updateValue(nil, forKey: name) }
    changes.merge(environment) { $1 }
    var process = pid_t()
    let variables = ChildProcess.environment(changedBy: changes)
    let status = ChildProcess.withCStrings(["sh", "-s"]) { words in
      ChildProcess.withCStrings(variables) { posix_spawnp(&process, "sh", &actions, &attributes, words, $0) }
    }
    close(ends[0])
    (shell, commands) = (process, ends[1])
    guard status == 0 else { throw ChildProcess.Failure(description: "sh could not be started") }
    // It outlives what a person ends from the keyboard.
    send("trap : INT QUIT TERM")
  }

  deinit {
    close(commands)
    kill(shell, SIGKILL)
    var status: Int32 = 0
    waitpid(shell, &status, 0)
    _ = try? ChildProcess.run(["rm", "-rf", folder])
  }

  private func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(commands, $0.baseAddress, $0.count) }
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// A program that runs on the terminal, or has run.
  public struct Run: Sendable {
    fileprivate let base: String

    /// Its number, once it has one.
    public func processIdentifier() throws -> pid_t {
      var found: pid_t?
      try waitUntil {
        found = pid_t(text("pid").filter(\.isNumber))
        return found != nil
      }
      return found ?? 0
    }

    public var isRunning: Bool { text("status").isEmpty }

    /// Waits for its end.
    public func wait(timeout: Duration = .seconds(30)) throws -> ChildProcess.Result {
      try waitUntil(timeout: timeout) { !isRunning }
      return ChildProcess.Result(
        status: Int32(text("status").filter(\.isNumber)) ?? -1, output: bytes("out"), errors: text("err"))
    }

    private func text(_ kind: String) -> String { String(decoding: bytes(kind), as: UTF8.self) }

    private func bytes(_ kind: String) -> [UInt8] {
      guard let file = fopen(base + kind, "r") else { return [] }
      defer { fclose(file) }
      var (bytes, room) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
      while case let count = fread(&room, 1, room.count, file), count > 0 { bytes += room.prefix(count) }
      return bytes
    }
  }

  /// Starts a program, `input` its standard input.
  ///
  /// - Parameter line: how the shell runs it, `"$@"` standing for it.
  public func start(
    _ words: [String], input: [UInt8] = [], line: String = "exec \"$@\""
  ) throws -> Run {
    let base = number.withLock { number in
      number += 1
      return "\(folder)/\(number)."
    }
    guard let file = fopen(base + "in", "w") else {
      throw ChildProcess.Failure(description: "there is no file")
    }
    fwrite(input, 1, input.count, file)
    fclose(file)
    let command = words.map(Self.quoted).joined(separator: " ")
    let script = Self.quoted("echo $$ >\(base)pid; \(line)")
    send(
      "sh -c \(script) sh \(command) <\(base)in >\(base)out 2>\(base)err; echo $? >\(base)new; mv \(base)new \(base)status"
    )
    return Run(base: base)
  }

  /// Runs a program to its end.
  public func run(
    _ words: [String], input: [UInt8] = [], line: String = "exec \"$@\"", timeout: Duration = .seconds(30)
  ) throws -> ChildProcess.Result {
    try start(words, input: input, line: line).wait(timeout: timeout)
  }
}
