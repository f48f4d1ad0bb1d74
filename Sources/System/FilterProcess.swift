import CLinux
import Glibc

/// A program that makes something of what it reads, in a process that has none of what this one has open.
package struct FilterProcess {
  /// The bytes that came.
  package enum Outcome: Sendable {
    case output([UInt8])
    /// It ended with this status, and said this on standard error.
    case failed(status: Int32, messages: [UInt8])
    /// It took longer than it may.
    case late
    /// It wrote more than it may.
    case tooMuch
    /// It could not be started.
    case nothing
  }

  /// The bytes of standard error that are kept.
  private static let messageLimit = 4096

  /// The time that one may take to end what it has started.
  private static let patienceWithEnd: Duration = .seconds(3)

  /// The file to run.
  package var file: String
  /// Its name and arguments.
  package var command: [String]
  /// Its whole environment; nil for that of this process.
  package var environment: [String]?
  /// The limits on its time and its output.
  package var patience: Duration
  package var outputLimit: Int
  /// Whether it sees to somebody else's command: what that says is kept, and it is given the time to end it.
  package var isForeign: Bool

  package init(
    file: String, command: [String], environment: [String]?, patience: Duration, outputLimit: Int,
    isForeign: Bool = false
  ) {
    self.file = file
    self.command = command
    self.environment = environment
    self.patience = patience
    self.outputLimit = outputLimit
    self.isForeign = isForeign
  }

  /// Runs it; what it has not done when its time is over is ended.
  package func run(on input: [[UInt8]]) -> Outcome {
    guard let messages = messageFile(), let inputEnds = try? FileDescriptor.pipe() else { return .nothing }
    let theirInput = FileDescriptor(number: inputEnds.reading)
    let ourInput = FileDescriptor(number: inputEnds.writing)
    guard let outputEnds = try? FileDescriptor.pipe() else { return .nothing }
    let ourOutput = FileDescriptor(number: outputEnds.reading)
    let theirOutput = FileDescriptor(number: outputEnds.writing)
    let start = SpawnedProcess.Start(
      command: command, file: file, environment: environment,
      streams: [theirInput.number, theirOutput.number, messages.number], isAlone: true, isGroup: isForeign)
    guard let process = try? SpawnedProcess(start) else { return .nothing }
    _ = consume theirInput
    _ = consume theirOutput
    let deadline = MonotonicTime.now + patience
    // Processes that it started may still write: that is not its output.
    let isOver: (() -> Bool)? = isForeign ? { process.hasEnded } : nil
    let exchange = PipeExchange(deadline: deadline, outputLimit: outputLimit, isOver: isOver)
    let output = exchange.run(writing: input, to: ourInput, readingFrom: ourOutput)
    let status = output == nil ? nil : isForeign ? process.wait(until: deadline) : process.wait()
    guard let output, let status else {
      if isForeign { process.askToEnd() }
      if !isForeign || process.wait(until: .now + Self.patienceWithEnd) == nil {
        process.end()
        _ = process.wait()
      }
      return deadline <= .now ? .late : .tooMuch
    }
    return status == 0 ? .output(output) : .failed(status: status, messages: Self.text(in: messages))
  }

  /// The destination of standard error: memory that ends with this process, or nowhere.
  private func messageFile() -> FileDescriptor? {
    guard isForeign else { return try? FileDescriptor(opening: "/dev/null", O_WRONLY) }
    let number = unsafe memfd_create("messages", UInt32(CLinuxCloseOnExecution))
    return number < 0 ? nil : FileDescriptor(number: number)
  }

  private static func text(in file: borrowing FileDescriptor) -> [UInt8] {
    var room = [UInt8](repeating: 0, count: messageLimit)
    let count = unsafe pread(file.number, &room, room.count, 0)
    return Array(room.prefix(max(0, count)))
  }
}

/// Writes to one pipe and reads from another at once, so that neither side waits for the other for ever.
struct PipeExchange {
  let deadline: MonotonicTime
  /// More is not taken.
  let outputLimit: Int
  /// Whether nothing more is to come, though the output is open still; nil where its end alone tells.
  var isOver: (() -> Bool)?

  /// The silence after which `isOver` is asked, in milliseconds.
  private static let silence: Int32 = 20

  /// The bytes until the end of `output`; nil if they take too long, are too many or cannot be read.
  ///
  /// A reader that takes not all of the input is no failure.
  func run(
    writing parts: [[UInt8]], to input: consuming FileDescriptor, readingFrom output: borrowing FileDescriptor
  ) -> [UInt8]? {
    var rest = parts[...]
    var written = 0
    var open: FileDescriptor? = consume input
    var collected: [UInt8] = []
    let source = output.number
    var room = [UInt8](repeating: 0, count: 1 << 16)
    _ = fcntl(source, F_SETFL, O_NONBLOCK)
    if let number = open?.number { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
    while true {
      while let part = rest.first, written == part.count {
        rest = rest.dropFirst()
        written = 0
      }
      if rest.isEmpty { open = nil }
      var descriptors = [pollfd(fd: source, events: Int16(POLLIN), revents: 0)]
      if let number = open?.number {
        descriptors.append(pollfd(fd: number, events: Int16(POLLOUT), revents: 0))
      }
      let left = deadline.pollTimeout
      let timeout = isOver == nil ? left : left < 0 ? Self.silence : min(left, Self.silence)
      let ready = unsafe poll(&descriptors, nfds_t(descriptors.count), timeout)
      guard ready >= 0 || errno == EINTR, .now < deadline else { return nil }
      if ready == 0, let isOver {
        if isOver() { return collected }
        continue
      }
      if ready <= 0 { continue }
      if let part = rest.first, descriptors.count > 1, descriptors[1].revents != 0 {
        guard let count = Self.write(part[written...], to: descriptors[1].fd) else {
          rest = []
          continue
        }
        written += count
      }
      guard descriptors[0].revents != 0 else { continue }
      let count = unsafe read(source, &room, room.count)
      if count == 0 { return collected }
      if count < 0 {
        guard errno == EINTR || errno == EAGAIN else { return nil }
        continue
      }
      if collected.count + count > collected.capacity, !ThisProcess.hasMemory(for: 2 * collected.count) {
        return nil
      }
      collected.append(contentsOf: room[..<count])
      if collected.count > outputLimit { return nil }
    }
  }

  /// The number of bytes written; nil if the reader is gone.
  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int? {
    let (count, error) = BrokenPipes.ignored {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      return (count, errno)
    }
    if count >= 0 { return count }
    return error == EINTR || error == EAGAIN ? 0 : nil
  }
}
