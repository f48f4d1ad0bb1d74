import Glibc
import Synchronization

/// A terminal on a pseudo-terminal, with a clipboard of its own, that answers as it is told to.
public final class FakeTerminal: Sendable {
  /// What it is, and how it behaves.
  public struct Manner: Sendable {
    /// What it calls itself (XTVERSION); nil to say nothing.
    public var version: String?
    /// What it says it can do (DA1); nil to say nothing.
    public var attributes: [Int]? = [62, 22]
    /// What kind it is (DA2).
    public var kind: Int?
    /// Whether it has `Ms` (XTGETTCAP).
    public var hasCopying = false
    /// What xterm allows (OSC 60).
    public var allowed: String?
    /// Whether it answers questions for modes (DECRQM).
    public var reportsModes = true
    /// Whether it knows any type (OSC 5522), and text (OSC 52).
    public var takesPackets = false
    public var takesText = false
    public var givesText = false
    /// What it answers in place of `DONE`.
    public var writeStatus = "DONE"
    public var readStatus = "DONE"
    /// Whether it waits for `grant` before it gives content.
    public var asksPerson = false
    /// Whether it lists each name by itself, and repeats no names of requests.
    public var listsSingly = false
    /// The letters under which it answers with text; nil for those that were asked for.
    public var answersUnder: String?
    /// Whether it begins an answer with text, and sends the next answer before the rest.
    public var interleaves = false
    /// The bytes of content in one packet, and those that it sends at once.
    public var packet = 4096
    public var piece = Int.max
    /// Sent before every answer.
    public var garbage = ""
    /// How long it takes for every answer.
    public var delay = Duration.zero
    /// Whether it looks at nothing of what is written but its end, so that it is quick without optimisation.
    public var skims = false
    /// What stands in place of the second packet of content, as where a line has lost a part of it.
    public var damage: String?
    /// What it sends again and again in place of content and the end of an answer, how often, and how long after another.
    public var excess: (piece: [UInt8], count: Int, pause: Duration)?
    /// Whether it reads without ever answering.
    public var isSilent = false

    public init() {}

    /// As kitty 0.48 is.
    public static var kitty: Manner {
      var manner = Manner()
      (manner.version, manner.attributes, manner.kind) = ("kitty(0.48.2)", [62, 52], 1)
      (manner.hasCopying, manner.takesPackets, manner.takesText, manner.givesText) = (true, true, true, true)
      return manner
    }

    /// As foot 1.13 is.
    public static var foot: Manner {
      var manner = Manner()
      (manner.version, manner.attributes, manner.kind) = ("foot(1.13.1)", [62, 4, 22], 1)
      (manner.hasCopying, manner.takesText, manner.givesText) = (true, true, true)
      manner.interleaves = true
      return manner
    }

    /// As xterm 379 is, with window operations or without.
    public static func xterm(isAllowed: Bool) -> Manner {
      var manner = Manner()
      (manner.version, manner.attributes, manner.kind) = ("XTerm(379)", [64, 1, 2, 6, 9, 22], 41)
      manner.allowed =
        isAllowed ? "allowColorOps,allowTitleOps,allowWindowOps" : "allowColorOps,allowTitleOps"
      manner.takesText = isAllowed
      return manner
    }
  }

  /// A form that was copied.
  public struct Form: Hashable, Sendable {
    public var name: String
    public var bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
      (self.name, self.bytes) = (name, bytes)
    }
  }

  struct State: Sendable {
    var manner: Manner
    var boards: [String: [Form]] = [:]
    var decoder = SequenceDecoder()
    /// A write that goes on.
    var write: PacketWrite?
    /// What is sent once somebody allows it.
    var held: [UInt8] = []
    /// The rest of an answer that was begun.
    var begun: [UInt8] = []
    var shown: [UInt8] = []
    var sequences: [String] = []
    var byteCount = 0
    /// How often what is too much is still to be sent.
    var excessLeft = 0
    /// The last bytes of a write that is skimmed.
    var tail: [UInt8] = []
  }

  /// A write of any types.
  struct PacketWrite: Sendable {
    var board: String
    var identifier: String?
    var forms: [Form] = []
  }

  /// Under which programs open it.
  public var path: String { device.path }
  let state: Mutex<State>
  private let device: PseudoTerminalDevice
  /// Held open, so that the terminal goes on when a program has ended.
  private let slave: Int32

  public init(_ manner: Manner) throws {
    state = Mutex(State(manner: manner))
    device = try PseudoTerminalDevice()
    slave = open(device.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    device.resize(columns: 80, rows: 24)
    device.read { [weak self] bytes in
      self?.receive(bytes)
      return self != nil
    }
  }

  deinit {
    close(slave)
    close(device.master)
  }

  private func receive(_ bytes: ArraySlice<UInt8>) {
    let answer: [UInt8] = state.withLock { state in
      state.byteCount += bytes.count
      return state.receive(bytes)
    }
    let (piece, delay) = state.withLock { ($0.manner.piece, $0.manner.delay) }
    guard !answer.isEmpty else { return }
    if delay > .zero { usleep(useconds_t(delay / .microseconds(1))) }
    send(answer, piece: piece)
    sendExcess()
  }

  /// Goes on until nobody reads it.
  private func sendExcess() {
    guard let excess = state.withLock(\.manner.excess) else { return }
    while state.withLock({ state in
      state.excessLeft -= 1
      return state.excessLeft >= 0
    }) {
      if excess.pause > .zero { usleep(useconds_t(excess.pause / .microseconds(1))) }
      var rest = excess.piece[...]
      while !rest.isEmpty {
        var room = pollfd(fd: device.master, events: Int16(POLLOUT), revents: 0)
        guard poll(&room, 1, 1000) > 0 else { return state.withLock { $0.excessLeft = 0 } }
        let part = rest.prefix(512)
        let count = part.withUnsafeBytes { write(device.master, $0.baseAddress, $0.count) }
        if count < 0, errno != EINTR, errno != EAGAIN { return state.withLock { $0.excessLeft = 0 } }
        rest = rest.dropFirst(max(0, count))
      }
    }
  }

  /// Ends what is too much: a terminal that nobody reads takes it without an end.
  public func endExcess() { state.withLock { $0.excessLeft = 0 } }

  /// Whether it still sends what is too much.
  public var isExceeding: Bool { state.withLock { $0.excessLeft > 0 } }

  /// Sends bytes as if somebody had typed them.
  public func send(_ bytes: [UInt8], piece: Int = .max) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(piece)
      let count = part.withUnsafeBytes { write(device.master, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Lets content go that it was holding back for its user.
  public func grant() {
    let held = state.withLock { state in
      state.manner.asksPerson = false
      defer { state.held = [] }
      return state.held
    }
    send(held)
  }

  // MARK: What tests look at

  /// Puts content on its clipboard.
  public func put(_ forms: [(String, [UInt8])], on board: String = "c") {
    state.withLock { $0.boards[board] = forms.map { Form(name: $0.0, bytes: $0.1) } }
  }

  public func forms(_ board: String = "c") -> [Form] { state.withLock { $0.boards[board] ?? [] } }

  public func bytes(_ name: String, on board: String = "c") -> [UInt8]? {
    forms(board).first { $0.name == name }?.bytes
  }

  /// What it shows: everything that is no sequence.
  public var shown: String { state.withLock { String(decoding: $0.shown, as: UTF8.self) } }

  /// The beginnings of all sequences that came.
  public var sequences: [String] { state.withLock(\.sequences) }

  /// Whether it holds content back for its user.
  public var isAsking: Bool { state.withLock { !$0.held.isEmpty } }

  public var byteCount: Int { state.withLock(\.byteCount) }

  /// How it treats what is typed, as shells leave it and find it.
  public var settings: [UInt32] {
    var settings = termios()
    guard tcgetattr(slave, &settings) == 0 else { return [] }
    let keys = withUnsafeBytes(of: &settings.c_cc) { $0.map { UInt32($0) } }
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag] + keys
  }

  /// Whether somebody reads it byte by byte, unseen.
  public var isRaw: Bool {
    var settings = termios()
    return tcgetattr(slave, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON | ECHO) == 0
  }

  /// What was sent and nobody read: a shell would take it for what is typed.
  public func takeUnread() -> [UInt8] {
    var settings = termios()
    guard tcgetattr(slave, &settings) == 0 else { return [] }
    var raw = settings
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &raw.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (0, 0) }
    tcsetattr(slave, TCSANOW, &raw)
    defer { tcsetattr(slave, TCSANOW, &settings) }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(slave, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}
