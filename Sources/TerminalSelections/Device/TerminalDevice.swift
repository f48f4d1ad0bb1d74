import Exchange
import Synchronization
import System

/// The terminal at which a person sits: how content goes through it, and conversations with it.
final class TerminalDevice: Sendable {
  /// The way in which content is chosen for sending.
  enum Manner: Sendable {
    /// The terminal is asked what it can do.
    case asked
    /// Text is sent without a question (OSC 52).
    case blind
  }

  private struct State {
    var way: Result<TerminalTransport, TerminalTransport.Refusal>?
    /// The names that came with the first answers, and until when they may be true.
    var names: (location: ClipboardLocation, list: NameList, end: MonotonicTime)?
    var lastIdentifier: UInt32 = 0
  }

  /// The terminal that controls this process.
  static let controlling = "/dev/tty"
  /// Sends text without a question, for terminals that answer none.
  private static let terminalsWithout = ["dumb", "linux", "cons25", "emacs", "unknown"]
  /// The environment of a common terminal.
  private static func unknown(_ name: String) -> String? { name == "TERM" ? "xterm" : nil }
  /// The time for which the clipboard is taken to be unchanged.
  private static let nameLife = Duration.seconds(1)
  /// Answers of probes, and of everything but content, are short.
  static let shortAnswers = 1 << 20

  let path: String
  let manner: Manner
  let patience: Conversation.Patience
  /// Whether what was typed may be put back, where the kernel allows that.
  private let mayPutBack: Bool
  /// The environment's facts about the terminal; none if it is not the controlling terminal.
  private let variable: @Sendable (String) -> String?
  private let state = Mutex(State())

  init(
    _ path: String? = nil, _ manner: Manner, _ patience: Conversation.Patience = Conversation.Patience(),
    mayPutBack: Bool = true, variable: (@Sendable (String) -> String?)? = nil
  ) {
    self.path = path ?? Self.controlling
    (self.manner, self.patience, self.mayPutBack) = (manner, patience, mayPutBack)
    self.variable = variable ?? (path == nil ? Environment.value : TerminalDevice.unknown)
  }

  /// Whether a terminal is there that may answer, or tmux.
  var isPresent: Bool {
    guard isAnswering else { return false }
    return isInTmux || RawTerminal.isThere(path)
  }

  private var isAnswering: Bool { variable("TERM").map { !Self.terminalsWithout.contains($0) } ?? false }
  private var isInTmux: Bool { path == Self.controlling && Tmux.isAround }

  /// The terminal of the connection, where there is no other: editors start programs without it, and go on
  /// reading it.
  var writableAlone: String? {
    guard manner == .blind, path == Self.controlling, !RawTerminal.isThere(path) else { return nil }
    return variable("SSH_TTY")
  }

  /// A name for a request that late answers to others do not have.
  func identifier() -> String {
    state.withLock { state in
      if state.lastIdentifier == 0 { state.lastIdentifier = UInt32.random(in: 1...UInt32.max / 2) }
      state.lastIdentifier += 1
      return "pb\(state.lastIdentifier)"
    }
  }

  /// Talks with the terminal; what comes late is swallowed however that ends.
  func talk<Result>(
    stringLimit: Int = shortAnswers, _ body: (inout Conversation) throws(ExchangeError) -> Result
  ) throws(ExchangeError) -> Result {
    var conversation = try Conversation(path, patience, stringLimit: stringLimit, mayPutBack: mayPutBack)
    let result: Result
    do {
      result = try body(&conversation)
    } catch {
      conversation.end()
      throw error
    }
    conversation.end()
    return result
  }

  /// Sends what nobody answers, and reads nothing.
  func send(_ request: [UInt8]) throws(ExchangeError) {
    try rethrowing(as: { $0.error }) { () throws(RawTerminal.Problem) in
      try RawTerminal.send(request, to: path)
    }
  }

  // MARK: The way

  /// The way in which content goes through it. The terminal is asked the first time.
  ///
  /// - Parameters:
  ///   - location: what is asked for then, which is worth asking anyway.
  ///   - purpose: what it is wanted for, where nothing works.
  func way(
    _ location: ClipboardLocation = .copied, for purpose: TerminalTransport.Purpose = .copying
  ) throws(ExchangeError) -> TerminalTransport {
    let found = state.withLock(\.way) ?? find(location)
    return try rethrowing(as: { $0.error(for: purpose) }) { () throws(TerminalTransport.Refusal) in
      try found.get()
    }
  }

  /// The way to send text without a question, as answers would destroy pending input.
  func wayWithoutQuestion() throws(ExchangeError) -> TerminalTransport {
    let found = withoutQuestion
    return try rethrowing(as: { $0.error(for: .copying) }) { () throws(TerminalTransport.Refusal) in
      try found.get()
    }
  }

  private var withoutQuestion: Result<TerminalTransport, TerminalTransport.Refusal> {
    if isInTmux { return .success(TerminalTransport(method: .tmux)) }
    return TerminalTransport.withoutQuestion(between, variable: variable("TERM"))
  }

  /// The multiplexer in between, as far as the environment tells.
  private var between: MultiplexerWrapping { variable("STY") != nil ? .screen : .none }

  private func find(_ location: ClipboardLocation) -> Result<TerminalTransport, TerminalTransport.Refusal> {
    let found: Result<TerminalTransport, TerminalTransport.Refusal>
    do throws(ExchangeError) {
      found = try search(location)
    } catch {
      // Pending input is read at some time, so this answer is not kept.
      if error == Conversation.occupied { return withoutQuestion }
      found = .failure(TerminalTransport.Refusal(error))
    }
    state.withLock { $0.way = found }
    return found
  }

  /// The names that came with the first answers, once, and if that was just now.
  func takeNames(_ location: ClipboardLocation) -> NameList? {
    let names = state.withLock { state in
      defer { state.names = nil }
      return state.names
    }
    guard let names, names.location == location, names.end > .now else { return nil }
    return names.list
  }

  /// Something else is there now.
  func forgetNames() {
    state.withLock { $0.names = nil }
  }

  private func search(_ location: ClipboardLocation) throws(ExchangeError) -> Result<
    TerminalTransport, TerminalTransport.Refusal
  > {
    guard manner == .asked else {
      return .success(TerminalTransport(method: .text(between), isAnswered: false))
    }
    guard isAnswering else {
      let name = variable("TERM").map { "TERM is \($0)" } ?? "TERM is not set"
      throw ExchangeError(.unavailable, "the terminal has no clipboard (\(name))")
    }
    if isInTmux, let letsThrough = Tmux.letsThrough {
      // tmux takes text in any case.
      if letsThrough, RawTerminal.isThere(path),
        case .way(let way)? = try? verdict(through: .tmux, location)
      {
        return .success(way)
      }
      return .success(TerminalTransport(method: .tmux))
    }
    var verdict = try verdict(through: between, location)
    if case .askThrough(let wrapping) = verdict { verdict = try self.verdict(through: wrapping, location) }
    switch verdict {
    case .way(let way): return .success(way)
    case .none(let refusal): return .failure(refusal)
    case .askThrough: throw ExchangeError(.unavailable, "nested multiplexers hide the terminal")
    }
  }

  /// Asks the terminal, through a multiplexer if there is one.
  private func verdict(
    through wrapping: MultiplexerWrapping, _ location: ClipboardLocation
  ) throws(ExchangeError) -> TerminalTransport.Verdict {
    let requests = Requests(wrapping: wrapping)
    let identifier = identifier()
    let terminal = variable("TERM")
    let isScreen = wrapping == .none && terminal?.hasPrefix("screen") == true
    let answers = try talk { conversation throws(ExchangeError) in
      var machine = ProbeMachine(requests, identifier: identifier)
      let probe = requests.probe(location, identifier: identifier, showsStrings: isScreen)
      _ = try conversation.ask(probe, &machine)
      return machine.answers
    }
    if answers.list.status != nil, !answers.list.isDamaged {
      state.withLock { $0.names = (location, answers.list, .now + Self.nameLife) }
    }
    return TerminalTransport.verdict(answers, wrapping, variable: terminal)
  }
}
