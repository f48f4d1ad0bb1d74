import Dispatch
public import Glibc
import Synchronization

/// A program that a test runs; killed when nobody holds it any more.
///
/// Its input and output are files without a name, so neither side can block the other, and a child that
/// stays in the background with its output open keeps nobody waiting.
public final class ChildProcess: Sendable {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  public struct Result: Sendable {
    /// The exit status; 128 and the signal's number if a signal ended it.
    public let status: Int32
    public let output: [UInt8]
    public let errors: String
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  public let processIdentifier: pid_t
  private let command: String
  private let outputFile: Int32
  private let errorFile: Int32
  private let exit: Exit

  private final class Exit: Sendable {
    let status = Mutex<Int32?>(nil)
    let ended = DispatchSemaphore(value: 0)
  }

  /// Starts `command` (found in `PATH`) with `input` to read, and changes to our environment (nil removes).
  public init(_ command: [String], environment: [String: String?] = [:], input: [UInt8] = []) throws(Failure)
  {
    self.command = command.joined(separator: " ")
    let inputFile = try Self.namelessFile()
    defer { close(inputFile) }
    outputFile = try Self.namelessFile()
    errorFile = try Self.namelessFile()
    var rest = input[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(inputFile, $0.baseAddress, $0.count) }
      guard count > 0 else {
        throw Failure(description: "the input for \(self.command) could not be written")
      }
      rest = rest.dropFirst(count)
    }
    lseek(inputFile, 0, SEEK_SET)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in [inputFile, outputFile, errorFile].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
    }
    let variables = Self.environment(changedBy: environment)
    var process = pid_t()
    let status = Self.withCStrings(command) { arguments in
      Self.withCStrings(variables) { posix_spawnp(&process, command[0], &actions, nil, arguments, $0) }
    }
    guard status == 0 else {
      close(outputFile)
      close(errorFile)
      throw Failure(description: "\(command[0]) could not be started: \(String(cString: strerror(status)))")
    }
    processIdentifier = process
    exit = Exit()
    let (exit, pid) = (exit, process)
    // The only one to reap it, so a signal never goes to another process of the same number.
    Thread<Void>.start {
      var status: Int32 = 0
      var information = siginfo_t()
      while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
      exit.status.withLock { exitStatus in
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7F
        exitStatus = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
      }
      exit.ended.signal()
    }
  }

  deinit {
    kill(SIGKILL)
    close(outputFile)
    close(errorFile)
  }

  /// Runs a command to its end.
  public static func run(
    _ command: [String], environment: [String: String?] = [:], input: [UInt8] = [],
    timeout: Duration = .seconds(60)
  ) throws(Failure) -> Result {
    try ChildProcess(command, environment: environment, input: input).wait(timeout: timeout)
  }

  public var isRunning: Bool { exit.status.withLock { $0 == nil } }

  public func kill(_ signal: Int32) {
    exit.status.withLock { if $0 == nil { _ = Glibc.kill(processIdentifier, signal) } }
  }

  /// Waits for its end; kills it and throws if that takes longer than `timeout`.
  public func wait(timeout: Duration = .seconds(60)) throws(Failure) -> Result {
    let milliseconds =
      timeout.components.seconds * 1000 + timeout.components.attoseconds / 1_000_000_000_000_000
    guard exit.ended.wait(timeout: .now() + .milliseconds(Int(milliseconds))) == .success else {
      kill(SIGKILL)
      throw Failure(description: "\(command) did not end within \(timeout)")
    }
    exit.ended.signal()
    let status = exit.status.withLock { $0 ?? -1 }
    return Result(
      status: status, output: Self.contents(of: outputFile),
      errors: String(decoding: Self.contents(of: errorFile), as: UTF8.self))
  }

  /// The first line that it writes; nil if it has written none when it ends or the time is up.
  public func firstLine(timeout: Duration) -> String? {
    let deadline = ContinuousClock.now + timeout
    while ContinuousClock.now < deadline {
      let hasEnded = !isRunning
      let output = Self.contents(of: outputFile)
      if let end = output.firstIndex(of: UInt8(ascii: "\n")) {
        return String(decoding: output[..<end], as: UTF8.self)
      }
      if hasEnded { return nil }
      usleep(1000)
    }
    return nil
  }

  /// What it has written until now.
  public var outputSoFar: String { String(decoding: Self.contents(of: outputFile), as: UTF8.self) }

  /// The most memory that the process has had so far, in bytes.
  public var peakMemory: Int? { memory("VmHWM:") }

  /// The memory that the process has now, in bytes.
  public var residentMemory: Int? { memory("VmRSS:") }

  /// How many files, sockets and pipes the process has open.
  public var descriptorCount: Int? {
    guard let directory = opendir("/proc/\(processIdentifier)/fd") else { return nil }
    defer { closedir(directory) }
    var count = -2
    while readdir(directory) != nil { count += 1 }
    return count
  }

  private func memory(_ name: String) -> Int? {
    guard let file = fopen("/proc/\(processIdentifier)/status", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
      if words.first == name[...], words.count > 1, let kilobytes = Int(words[1]) { return kilobytes << 10 }
    }
    return nil
  }

  private static func namelessFile() throws(Failure) -> Int32 {
    var template = Array("/tmp/pasteboard-test-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw Failure(description: "no temporary file could be made") }
    unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }

  private static func contents(of file: Int32) -> [UInt8] {
    let size = Int(lseek(file, 0, SEEK_END))
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, let start = buffer.baseAddress {
        let part = pread(file, start + count, size - count, off_t(count))
        if part <= 0 { break }
        count += part
      }
    }
  }

  /// Our environment with changes (nil removes), as `posix_spawn` wants it.
  public static func environment(changedBy changes: [String: String?]) -> [String] {
    var variables: [String] = []
    var entry = environ
    while let variable = entry.pointee {
      variables.append(String(cString: variable))
      entry += 1
    }
    variables.removeAll { changes.keys.contains(String($0.prefix { $0 != "=" })) }
    for case (let name, let value?) in changes { variables.append("\(name)=\(value)") }
    return variables
  }

  public static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}
