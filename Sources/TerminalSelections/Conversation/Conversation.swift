import Exchange
import Glibc
import System

/// A talk with a terminal: what is sent, the answers to it, and the time that they may take.
///
/// While it lives no answer is shown, and none is left for whoever reads the terminal next.
struct Conversation: ~Copyable {
  /// The time that things may take; tests make it shorter.
  struct Patience: Hashable, Sendable {
    /// The time until an answer begins, or goes on.
    var answer = Duration.seconds(1)
    /// The time for the person whom the terminal asks.
    var person = Duration.seconds(30)
    /// The time for late answers, once nothing waits for them.
    var late = Duration.milliseconds(100)
    /// The time for a whole answer beyond what its bytes take at `rate`.
    var overhead = Duration.seconds(10)
    /// The time for a whole answer, however it goes on.
    var whole = Duration.seconds(120)
    /// The time for the rest of an answer that is no longer wanted, if it comes at `rate`.
    var rest = Duration.seconds(30)
    /// Bytes a second that every line takes and brings.
    var rate = 32 << 10
  }

  private var terminal: RawTerminal
  private var stream: ReplyStream
  private let patience: Patience
  /// Whether something was asked whose answers have not all come.
  private var isOpen = false
  private var receivedBytes = 0
  private var isNoteShown = false

  /// What the person reads while the terminal waits for them.
  private static let note = "\rpb: waiting for the terminal's permission (Ctrl+C stops)"
  /// And while it sends what is not taken.
  private static let restNote = "\rpb: discarding what the terminal still sends (Ctrl+C stops)"
  /// What they read where that does not end.
  private static let endlessNote =
    "\rpb: the terminal keeps sending. Close it, or run 'reset' if text appears at the prompt.\r\n"
  private static let erasure = "\r\u{1B}[K"

  /// The reason not to begin one while something waits to be read.
  static let occupied = RawTerminal.Problem.occupied.error

  /// - Parameter mayPutBack: whether what was typed may be put back, where the kernel allows that.
  init(_ path: String, _ patience: Patience, stringLimit: Int, mayPutBack: Bool = true) throws(ExchangeError)
  {
    do throws(RawTerminal.Problem) {
      terminal = try RawTerminal.open(path, mayPutBack: mayPutBack)
    } catch {
      throw error.error
    }
    self.patience = patience
    stream = ReplyStream(stringLimit: stringLimit)
  }

  /// Swallows what comes late, and gives the terminal back, with what was typed.
  consuming func end() {
    eraseNote()
    guard isOpen else { return putBack() }
    let number = swallow(for: patience.rest)
    eraseNote()
    putBack()
    if let number { terminal.end(by: number) }
  }

  /// Sends a request and waits for its answers; false if they did not come in time.
  ///
  /// - Parameter limit: how long an answer may take to begin, and to go on; nil for what is usual.
  mutating func ask(
    _ request: [UInt8], _ machine: inout some TerminalMachine, within limit: Duration? = nil,
    onProgress: (Int) -> Void = { _ in }
  ) throws(ExchangeError) -> Bool {
    let answerTime = limit ?? patience.answer
    var rest = request[...]
    let begin = MonotonicTime.now
    // The time since which the terminal has been able to answer.
    var start = begin
    let end = CommandDeadline.end(of: patience.whole)
    var deadline = begin + answerTime
    var noteTime = MonotonicTime.never
    receivedBytes = 0
    isOpen = true
    while !machine.isDone || !rest.isEmpty {
      let isWaiting = machine.isWaitingForPerson && rest.isEmpty
      if isWaiting, noteTime == .never { noteTime = .now + patience.answer }
      if isWaiting, noteTime <= .now { show(Self.note) }
      if isWaiting { start = .now } else { eraseNote() }
      // With a person there is time, and a line that says so.
      let limit = isWaiting ? (isNoteShown ? begin + patience.person : noteTime) : deadline
      // Not only silence ends it: what comes without an end, or a byte now and then, does not keep this side from
      // looking at the clock.
      let slowest =
        start + max(patience.overhead, answerTime)
        + time(for: request.count + (machine.bringsContent ? receivedBytes : 0))
      guard .now < min(end, slowest) else { return false }
      switch terminal.wait(forRoom: !rest.isEmpty, until: min(limit, end)) {
      case .bytes(let bytes):
        let wasWithin = stream.isWithinReply
        var replies = stream.receive(bytes[...])
        replies += try obeyKeys(replies)
        machine.isWithinReply = stream.isWithinString
        for reply in replies { machine.receive(reply) }
        // The rest is of no use to anybody.
        if stream.isOverlong {
          machine.receive(.broken(tooLong: true))
          return false
        }
        if machine.isTooLarge { return false }
        if wasWithin || stream.isWithinReply || replies.contains(where: \.isAnswer) {
          receivedBytes += bytes.count
          deadline = .now + answerTime
          onProgress(receivedBytes)
        }
      case .writable:
        guard let count = terminal.write(rest.prefix(1 << 16)) else { throw Self.gone }
        rest = rest.dropFirst(count)
        // Bytes on their way to the terminal take time.
        if count > 0 { deadline = .now + answerTime + time(for: request.count - rest.count) }
      case .signal(let number):
        for reply in try obey(number) { machine.receive(reply) }
        // The process may have been stopped for any time.
        (start, deadline) = (.now, .now + answerTime)
      case .hangUp: throw Self.gone
      case .timeout:
        if isWaiting, !isNoteShown, .now < end { continue }
        return false
      }
    }
    isOpen = false
    return true
  }

  /// The time in which the slowest line carries so many bytes.
  private func time(for bytes: Int) -> Duration { .milliseconds(bytes * 1000 / patience.rate) }

  private static let gone = ExchangeError(.unavailable, "the terminal was closed")

  // MARK: Keys and signals

  private mutating func obeyKeys(_ replies: [TerminalReply]) throws(ExchangeError) -> [TerminalReply] {
    var further: [TerminalReply] = []
    for case .key(let key) in replies {
      guard let number = terminal.signal(of: key) else { continue }
      // Such a key takes with it what was typed before, as it does elsewhere.
      _ = stream.takeTyped()
      further += try obey(number)
    }
    return further
  }

  /// Ends the conversation and then the process, or stops it until the shell continues it.
  ///
  /// - Returns: what the terminal answered meanwhile, which would otherwise have come to the shell.
  private mutating func obey(_ number: Int32) throws(ExchangeError) -> [TerminalReply] {
    eraseNote()
    if RawTerminal.isStop(number) {
      var replies: [TerminalReply] = []
      _ = swallow(for: patience.answer) { replies += $0 }
      putBack()
      guard terminal.suspend() else {
        throw ExchangeError(.unavailable, "pb was moved to the background, where it cannot use the terminal")
      }
      return replies
    }
    _ = swallow(for: patience.answer)
    isOpen = false
    putBack()
    terminal.end(by: number)
    throw ExchangeError(.unavailable, "interrupted")
  }

  // MARK: What nobody waits for

  /// Reads what still comes, until nothing has for a while; what does not end in time is thrown away as far as it has
  /// come, and the person is told.
  ///
  /// - Returns: the signal that ended it.
  private mutating func swallow(
    for limit: Duration, _ take: ([TerminalReply]) -> Void = { _ in }
  ) -> Int32? {
    let begin = MonotonicTime.now
    var ending: Int32?
    var count = 0
    while ending == nil, .now < begin + min(limit, patience.answer * 3 + time(for: count)) {
      switch terminal.wait(forRoom: false, until: .now + patience.late) {
      case .bytes(let bytes):
        count += bytes.count
        let replies = stream.receive(bytes[...])
        take(replies)
        if limit > patience.answer {
          for case .key(let key) in replies where ending == nil { ending = terminal.signal(of: key) }
          if MonotonicTime.now >= begin + patience.answer { show(Self.restNote) }
        }
      case .signal(let number): if limit > patience.answer { ending = number }
      default: return nil
      }
    }
    eraseNote()
    terminal.discardWaiting()
    _ = stream.takeTyped()
    _ = terminal.write(Array(Self.endlessNote.utf8)[...])
    return ending.map { RawTerminal.isStop($0) ? SIGINT : $0 }
  }

  /// Leaves what was typed to whoever reads the terminal next.
  private mutating func putBack() {
    var typed = stream.takeTyped()
    guard !typed.isEmpty else { return }
    // Bytes that came meanwhile follow it.
    let further = terminal.takeWaiting()
    _ = stream.receive(further[...])
    typed += stream.takeTyped()
    terminal.putBack(typed)
  }

  private mutating func show(_ note: String) {
    guard !isNoteShown else { return }
    isNoteShown = true
    _ = terminal.write(Array(note.utf8)[...])
  }

  private mutating func eraseNote() {
    guard isNoteShown else { return }
    isNoteShown = false
    _ = terminal.write(Array(Self.erasure.utf8)[...])
  }
}

extension RawTerminal.Problem {
  /// The same for whoever wanted to talk with a terminal.
  var error: ExchangeError {
    let words =
      switch self {
      case .none:
        "pb has no terminal here. Run it in a terminal, or choose another --backend."
      case .background: "pb runs in the background, where it cannot use the terminal"
      case .occupied:
        "keys were typed ahead, which reading the terminal would lose. Try again without typing."
      case .failed(let words): words
      }
    return ExchangeError(.unavailable, words)
  }
}

extension TerminalReply {
  /// Whether a terminal sent it by itself.
  fileprivate var isAnswer: Bool { if case .key = self { false } else { true } }
}
