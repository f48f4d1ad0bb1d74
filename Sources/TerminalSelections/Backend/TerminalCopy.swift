import Exchange

/// Puts content on a terminal's clipboard, where it stays without this process.
struct TerminalCopy {
  let device: TerminalDevice
  let location: ClipboardLocation

  init(_ board: Board, on device: TerminalDevice) throws(ExchangeError) {
    location = try ClipboardLocation(board)
    self.device = device
  }

  /// Terminals were seen to drop more without a word.
  private static let textLimit = 6 << 20

  /// Sends what a content has, all of it where the terminal takes any type.
  ///
  /// - Returns: the names of forms that were too large, or could not be made.
  @discardableResult
  func send(_ content: Content) throws(ExchangeError) -> [String] {
    var leftOut: [String] = []
    try perform { way throws(ExchangeError) in
      switch way.method {
      case .packets(let wrapping):
        let ready = try ReadyContent(content)
        try send(ready.forms, Requests(wrapping: wrapping))
        leftOut = ready.leftOut
      case .text(let wrapping):
        let means = way.skipProbeReason.map { "OSC 52 (terminal not probed: \($0))" } ?? "OSC 52"
        let text = try text(of: content, by: means)
        try transmit(
          Requests(wrapping: wrapping).setText(text, location), by: way, wrapping, hasty: "sent text only"
        )
      case .tmux:
        try requireCopied()
        try Tmux.copy(try text(of: content, by: "tmux"))
      }
    }
    return leftOut
  }

  /// Leaves nothing there.
  func clear() throws(ExchangeError) {
    try perform { way throws(ExchangeError) in
      switch way.method {
      case .packets(let wrapping): try send([], Requests(wrapping: wrapping))
      case .text(let wrapping):
        try transmit(
          Requests(wrapping: wrapping).clearText(location), by: way, wrapping,
          hasty: "sent the request to clear")
      case .tmux:
        try requireCopied()
        try Tmux.clear()
      }
    }
  }

  /// Does it by the way that was found; without a question where something was typed since.
  private func perform(_ work: (TerminalTransport) throws(ExchangeError) -> Void) throws(ExchangeError) {
    let way = try device.way(location)
    device.forgetNames()
    do throws(ExchangeError) {
      try work(way)
    } catch {
      guard error == Conversation.occupied else { throw error }
      try work(try device.wayWithoutQuestion())
    }
  }

  private func requireCopied() throws(ExchangeError) {
    guard location == .copied else {
      throw ExchangeError(.unavailable, "tmux has no primary selection")
    }
  }

  // MARK: Any type

  private func send(_ forms: [ReadyForm], _ requests: Requests) throws(ExchangeError) {
    let identifier = device.identifier()
    let request = requests.write(forms, location, identifier: identifier) + requests.fence
    let status = try device.talk { conversation throws(ExchangeError) in
      var machine = WriteMachine(requests, identifier: identifier)
      _ = try conversation.ask(request, &machine)
      return machine.status
    }
    guard status == "DONE" else { throw TerminalRefusal.writing(status, location) }
  }

  // MARK: Text alone

  /// The text of a content, if there may be nothing but text.
  private func text(of content: Content, by means: String) throws(ExchangeError) -> [UInt8] {
    guard !content.isSensitive else {
      throw ExchangeError(
        .unavailable,
        "the secret was not sent: \(means) cannot mark it as a secret")
    }
    guard let text = SentText.of(content) else {
      let advice =
        means == "tmux"
        ? ". To send other formats, add 'set -g allow-passthrough on' to tmux.conf."
        : ", and the content is not text"
      throw ExchangeError(.unavailable, "\(means) carries only text\(advice)")
    }
    guard text.count <= Self.textLimit else {
      throw ExchangeError(
        .tooLarge, "the text has \(text.count) bytes; terminals accept at most \(Self.textLimit >> 20) MiB")
    }
    return text
  }

  /// The note for a person to whose terminal plain text was sent, which may not have arrived.
  private static func note(_ sent: String, _ skipProbeReason: String) -> [UInt8] {
    Array("pb: \(sent) without probing the terminal: \(skipProbeReason)\n".utf8)
  }

  /// Sends what is not answered, and waits until the terminal has read it, if it is one that tells.
  private func transmit(
    _ request: [UInt8], by way: TerminalTransport, _ wrapping: MultiplexerWrapping, hasty sent: String
  ) throws(ExchangeError) {
    if let path = device.writableAlone {
      guard (try? RawTerminal.send(request, to: path)) != nil else {
        throw ExchangeError(.unavailable, "could not write to \(path) (SSH_TTY)")
      }
      return
    }
    guard way.isAnswered else {
      return try device.send(request + (way.skipProbeReason.map { Self.note(sent, $0) } ?? []))
    }
    let requests = Requests(wrapping: wrapping)
    let isRead = try device.talk { conversation throws(ExchangeError) in
      var machine = FenceMachine(requests)
      return try conversation.ask(request + requests.fence, &machine)
    }
    guard isRead else {
      throw ExchangeError(.timedOut, "the terminal did not confirm the copy")
    }
  }
}
