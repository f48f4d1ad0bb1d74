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
  func send(_ content: Content) throws(ExchangeError) {
    let way = try device.way(location)
    device.forgetNames()
    switch way.method {
    case .packets(let wrapping): try send(try ReadyContent(content).forms, Requests(wrapping: wrapping))
    case .text(let wrapping):
      try send(text: try text(of: content, by: "OSC 52"), Requests(wrapping: wrapping))
    case .tmux:
      try requireCopied()
      try Tmux.copy(try text(of: content, by: "tmux"))
    }
  }

  /// Leaves nothing there.
  func clear() throws(ExchangeError) {
    let way = try device.way(location)
    device.forgetNames()
    switch way.method {
    case .packets(let wrapping): try send([], Requests(wrapping: wrapping))
    case .text(let wrapping):
      try transmit(Requests(wrapping: wrapping), Requests(wrapping: wrapping).clearText(location))
    case .tmux:
      try requireCopied()
      try Tmux.clear()
    }
  }

  private func requireCopied() throws(ExchangeError) {
    guard location == .copied else {
      throw ExchangeError(.unavailable, "tmux has no primary pasteboard")
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
        "a secret is not sent: \(means) carries text alone, and nothing that tells others not to keep it")
    }
    guard let text = PlainText.of(content) else {
      let advice =
        means == "tmux"
        ? "; 'set -g allow-passthrough on' in its configuration lets more through, if the terminal takes it"
        : ", and what is copied has none"
      throw ExchangeError(.unavailable, "\(means) carries text alone\(advice)")
    }
    guard text.count <= Self.textLimit else {
      throw ExchangeError(
        .tooLarge, "\(text.count) bytes are more than terminals take as text (\(Self.textLimit >> 20) MiB)")
    }
    return text
  }

  private func send(text: [UInt8], _ requests: Requests) throws(ExchangeError) {
    try transmit(requests, requests.setText(text, location))
  }

  /// Sends what is not answered, and waits until the terminal has read it.
  private func transmit(_ requests: Requests, _ request: [UInt8]) throws(ExchangeError) {
    if let path = device.writableAlone {
      guard RawTerminal.write(request, to: path) else {
        throw ExchangeError(.unavailable, "\(path), which SSH_TTY names, cannot be written to")
      }
      return
    }
    let isRead = try device.talk { conversation throws(ExchangeError) in
      var machine = FenceMachine(requests)
      return try conversation.ask(request + requests.fence, &machine)
    }
    guard isRead || device.manner == .blind else {
      throw ExchangeError(.timedOut, "the terminal did not say that it has read what was sent")
    }
  }
}
