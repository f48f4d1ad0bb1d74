import Exchange

/// The way in which content goes through a terminal, and the reason for it.
struct TerminalTransport: Hashable, Sendable {
  enum Method: Hashable, Sendable {
    /// Any number of types, both ways (OSC 5522).
    case packets(MultiplexerWrapping)
    /// Text alone (OSC 52).
    case text(MultiplexerWrapping)
    /// Text alone, through tmux's own buffers.
    case tmux
  }

  var method: Method
  /// The terminal's name; nil if it says nothing.
  var terminal: String?
  /// The reason why it is not read from; nil if it may be.
  var readRefusal: String?
  /// Whether the terminal may ask its user before it gives what is there.
  var asks = true
  /// Whether the terminal answers, so that it is known what it has read.
  var isAnswered = true
  /// The reason why text is sent without a question where one would tell more; nil for no such reason.
  var skipProbeReason: String?

  /// A few words for people about how it works.
  var account: String {
    let means =
      switch method {
      case .packets(let wrapping): "by OSC 5522" + Self.words(for: wrapping)
      case .text(let wrapping): "by OSC 52" + Self.words(for: wrapping) + ", text only"
      case .tmux: "by tmux, text only"
      }
    let reason = skipProbeReason.map { "not probed: \($0)" }
    return [means, terminal, reason].compactMap(\.self).joined(separator: ", ")
  }

  private static func words(for wrapping: MultiplexerWrapping) -> String {
    switch wrapping {
    case .none: ""
    case .tmux: " through tmux"
    case .screen: " through screen"
    }
  }
}

extension TerminalTransport {
  /// Decides from the answers to the first questions.
  enum Verdict: Hashable, Sendable {
    case way(TerminalTransport)
    /// The answers are those of a program in between: the same has to be asked through it.
    case askThrough(MultiplexerWrapping)
    /// Nothing works, for this reason.
    case none(Refusal)
  }

  /// The reason why nothing works, and what may all the same.
  struct Refusal: Error, Hashable, Sendable {
    let error: ExchangeError
    /// Advice for copying; nil if there is none.
    var helpToCopy: String?
    /// Advice for pasting; nil if there is none.
    var helpToPaste: String?

    init(_ reason: String, helpToCopy: String? = nil, helpToPaste: String? = nil) {
      self.init(ExchangeError(.unavailable, reason), helpToCopy: helpToCopy, helpToPaste: helpToPaste)
    }

    init(_ error: ExchangeError, helpToCopy: String? = nil, helpToPaste: String? = nil) {
      (self.error, self.helpToCopy, self.helpToPaste) = (error, helpToCopy, helpToPaste)
    }

    /// The message for people who want this.
    func error(for purpose: Purpose) -> ExchangeError {
      guard let help = purpose == .copying ? helpToCopy : helpToPaste else { return error }
      return ExchangeError(error.code, "\(error). \(help)")
    }
  }

  /// The use of the clipboard.
  enum Purpose: Sendable {
    case copying, pasting
  }

  /// The way that answers show, with evidence alone.
  ///
  /// - Parameters:
  ///   - wrapping: what was asked through.
  ///   - variable: `TERM`.
  static func verdict(_ answers: ProbeAnswers, _ wrapping: MultiplexerWrapping, variable: String?) -> Verdict
  {
    // A multiplexer sets TERM to its own name.
    let known = KnownTerminal.of(answers, variable: wrapping == .none ? variable : nil)
    let terminal = answers.version ?? known?.name
    if answers.list.hasBegun {
      return .way(TerminalTransport(method: .packets(wrapping), terminal: terminal))
    }
    guard answers.isComplete else { return .none(Refusal.silence(wrapping)) }
    if wrapping == .none, let between = program(between: answers) { return .askThrough(between) }
    let readRefusal =
      known?.isMute == true ? "\(known?.name ?? "") does not let programs read its clipboard" : nil
    let way = TerminalTransport(
      method: .text(wrapping), terminal: terminal, readRefusal: readRefusal, asks: known?.asks ?? true)
    // Capability 52 among the attributes has no other meaning, where it is not the first of them: the class.
    let tells = answers.attributes.dropFirst().contains(52) || answers.hasCopying
    if let known, case .never = known.taking { return .none(Refusal.never(known)) }
    switch known?.taking {
    case .told where answers.allowed?.contains("allowWindowOps") == true:
      // xterm ends at a question for what is on a clipboard that nobody owns.
      return .way(
        TerminalTransport(method: way.method, terminal: terminal, readRefusal: Self.fragility))
    case .told where !tells:
      return .none(
        Refusal("xterm refuses copies. Turn on 'Allow Window Ops' in its menu (resource allowWindowOps)."))
    default:
      if tells || known?.takesText(answers.version) == true { return .way(way) }
      if wrapping == .tmux { return .none(Refusal.poverty) }
      let name = terminal.map { "the terminal (\($0))" } ?? "the terminal"
      return .none(
        Refusal(
          "\(name) does not report that it accepts copies (OSC 52)", helpToCopy: Refusal.force,
          helpToPaste: "Use --backend osc52 to ask anyway."))
    }
  }

  /// The way to send text where answers would destroy pending input: chosen by `TERM`.
  static func withoutQuestion(_ wrapping: MultiplexerWrapping, variable: String?) -> Result<
    TerminalTransport, Refusal
  > {
    let known = KnownTerminal.of(ProbeAnswers(), variable: wrapping == .none ? variable : nil)
    if let known, case .never = known.taking { return .failure(Refusal.never(known)) }
    return .success(
      TerminalTransport(
        method: .text(wrapping), terminal: known?.name, readRefusal: Conversation.occupied.description,
        isAnswered: false, skipProbeReason: "keys were typed ahead"))
  }

  /// The multiplexer that answers for the terminal, by what it says it is.
  private static func program(between answers: ProbeAnswers) -> MultiplexerWrapping? {
    // The letters T and S.
    if answers.version?.hasPrefix("tmux ") == true || answers.kind == 84 { return .tmux }
    return answers.kind == 83 ? .screen : nil
  }

  private static let fragility =
    "xterm crashes when its clipboard is empty. Use --backend osc52 to ask anyway."
}

extension TerminalTransport.Refusal {
  fileprivate static func never(_ terminal: KnownTerminal) -> TerminalTransport.Refusal {
    TerminalTransport.Refusal("\(terminal.name) does not let programs use its clipboard")
  }

  fileprivate static let force = "Use --backend osc52 to send text anyway."

  fileprivate static let poverty = TerminalTransport.Refusal(
    "the terminal outside tmux does not support OSC 5522",
    helpToCopy: "To send text, add 'set -g set-clipboard on' to tmux.conf, and use: --backend osc52")

  /// A terminal that does not answer gives nothing either.
  fileprivate static func silence(_ wrapping: MultiplexerWrapping) -> TerminalTransport.Refusal {
    switch wrapping {
    case .none:
      TerminalTransport.Refusal(
        "the terminal does not answer", helpToCopy: force, helpToPaste: "See 'pb help ssh'.")
    case .tmux:
      TerminalTransport.Refusal(
        "tmux does not pass requests to the terminal. Add 'set -g allow-passthrough on' to tmux.conf.")
    case .screen: TerminalTransport.Refusal("the terminal does not answer through screen", helpToCopy: force)
    }
  }
}
