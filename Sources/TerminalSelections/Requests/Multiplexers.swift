import Exchange
import System

/// The tmux in which this process runs: it keeps text in buffers, and hands it on to the terminals that it is shown on.
enum Tmux {
  /// Whether this process runs in one.
  static var isAround: Bool { Environment.value("TMUX") != nil }

  /// It answers at once, or hangs.
  private static let patience = Duration.seconds(5)
  /// The time that a terminal may take to give tmux what is there.
  private static let readingTime = Duration.milliseconds(500)
  // tmux tells nobody when the terminal has answered: it has to be asked again.
  private static let pause = Duration.milliseconds(20)
  /// More text is none for buffers.
  private static let limit = 64 << 20

  /// The output of a command; nil if it fails.
  private static func run(_ words: [String], input: [UInt8] = []) -> [UInt8]? {
    // env(1) looks tmux up in PATH.
    let process = FilterProcess(
      file: "/usr/bin/env", command: ["env", "tmux"] + words, environment: nil, patience: patience,
      outputLimit: limit)
    guard case .output(let output) = process.run(on: [input]) else { return nil }
    return output
  }

  /// The value of a tmux format here; nil if tmux cannot be run.
  private static func value(of format: String) -> String? {
    let pane = Environment.value("TMUX_PANE").map { ["-t", $0] } ?? []
    return run(["display-message", "-p"] + pane + ["#{\(format)}"]).map {
      String(decoding: $0.prefix { $0 >= 0x20 }, as: UTF8.self)
    }
  }

  /// Whether it lets sequences through to the terminal; nil if tmux cannot be run.
  static var letsThrough: Bool? { value(of: "allow-passthrough").map { !["", "0", "off"].contains($0) } }

  /// Puts text into a buffer, and on the clipboards of the terminals around; of nothing tmux makes no buffer.
  static func copy(_ text: [UInt8]) throws(ExchangeError) {
    if text.isEmpty { return try clear() }
    guard run(["load-buffer", "-w", "-"], input: text) != nil else {
      throw ExchangeError(.unavailable, "tmux load-buffer failed")
    }
  }

  /// Has nothing on the clipboards of the terminals around, and forgets the buffer that is pasted next.
  ///
  /// The one before it comes to the front then, which nobody copied last: that is written down.
  static func clear() throws(ExchangeError) {
    let hadBuffer = newest != nil
    try copy([0x20])
    for _ in 0..<(hadBuffer ? 2 : 1) { _ = run(["delete-buffer"]) }
    _ = run(["set-option", "-s", clearedOption, newest.map { String(decoding: $0, as: UTF8.self) } ?? ""])
  }

  /// A token for the buffer that was in front when everything was cleared: only a name and a time.
  private static let clearedOption = "@pasteboard-cleared"

  private static var cleared: [UInt8]? {
    run(["show-options", "-s", "-q", "-v", clearedOption]).map { Array($0.prefix { $0 != 0x0A }) }
  }

  /// The text on the terminal's clipboard, or else in the buffer that is pasted next; nil if there is none.
  static func paste() -> [UInt8]? {
    let before = newest
    _ = run(["refresh-client", "-l"])
    let deadline = MonotonicTime.now + readingTime
    // The terminal's answer becomes a buffer, some time after.
    while newest == before, MonotonicTime.now < deadline { _ = WakeUp().wait(until: .now + pause) }
    guard let newest, newest != cleared else { return nil }
    return run(["show-buffer"])
  }

  private static var newest: [UInt8]? {
    run(["list-buffers", "-F", "#{buffer_name} #{buffer_created}"])?.split(separator: 0x0A).first.map(
      Array.init)
  }
}

/// The wrapping of a sequence for a program between this one and the terminal.
enum MultiplexerWrapping: Hashable, Sendable {
  case none
  /// A device control string in which each escape is doubled.
  case tmux
  /// Device control strings of limited length, one after the other.
  case screen

  /// GNU screen keeps 768 bytes of each.
  private static let screenPiece = 700

  /// The end of a wrapped string: to screen, `ESC \` would be the end of its own.
  var terminator: [UInt8] { self == .screen ? [0x07] : [0x1B, 0x5C] }

  /// The bytes to send so that the terminal gets the sequence.
  func wrap(_ sequence: [UInt8]) -> [UInt8] {
    switch self {
    case .none: return sequence
    case .tmux:
      var output = Array("\u{1B}Ptmux;".utf8)
      output.reserveCapacity(sequence.count + 16)
      for byte in sequence {
        if byte == 0x1B { output.append(byte) }
        output.append(byte)
      }
      return output + [0x1B, 0x5C]
    case .screen:
      var output: [UInt8] = []
      output.reserveCapacity(sequence.count + sequence.count / Self.screenPiece * 4 + 4)
      var rest = sequence[...]
      while !rest.isEmpty {
        output += [0x1B, 0x50] + rest.prefix(Self.screenPiece) + [0x1B, 0x5C]
        rest = rest.dropFirst(Self.screenPiece)
      }
      return output
    }
  }
}
