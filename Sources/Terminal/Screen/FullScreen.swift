import Glibc

/// The whole screen of the terminal that a person sits at, theirs again when this value ends.
///
/// While it lives the terminal sends each key at once, and shows another screen than the one that commands
/// write to. However the process ends, by a signal or by a mistake of its own, both are put back. There can be
/// one at a time; standard input and output must be terminals.
package struct FullScreen: ~Copyable {
  /// An event caused by the person or the system.
  package enum Event: Equatable, Sendable {
    case keys([Key])
    case resized
    /// Another thread has something to show.
    case woken
    /// The process is to end by this signal; the terminal has gone if it is `SIGHUP`.
    case ended(signal: Int32)
  }

  private let original: termios
  /// The frame on the screen; nil if unknown.
  private var shown: Frame?
  private var decoder = KeyDecoder()

  /// Takes the screen; nil if standard input is no terminal.
  package init?() {
    var settings = termios()
    guard unsafe tcgetattr(0, &settings) == 0, SignalPipe.open() else { return nil }
    original = settings
    SignalPipe.remember(settings)
    for number in SignalPipe.awaited { SignalPipe.await(number) }
    for number in SignalPipe.fatal { SignalPipe.restoreUpon(number) }
    enter()
  }

  deinit {
    leave()
    for number in SignalPipe.awaited + SignalPipe.fatal { signal(number, SIG_DFL) }
    SignalPipe.forget()
  }

  private func enter() {
    var raw = original
    unsafe cfmakeraw(&raw)
    unsafe tcsetattr(0, TCSAFLUSH, &raw)
    write(SignalPipe.entering)
  }

  private func leave() {
    write(SignalPipe.leaving)
    var settings = original
    // Keys typed after the one that ended the screen are for the shell.
    unsafe tcsetattr(0, TCSADRAIN, &settings)
  }

  package var size: TerminalSize { TerminalSize(of: 1) ?? TerminalSize(columns: 80, rows: 24) }

  /// Shows a frame; what of it is there already is not sent again.
  package mutating func show(_ frame: Frame, color: Bool) {
    write(frame.encoded(after: shown, color: color))
    shown = frame
  }

  /// Sends text in one piece, as far as the terminal takes it.
  private func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let put = unsafe rest.withUnsafeBytes { unsafe Glibc.write(1, $0.baseAddress, $0.count) }
      if put < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, put))
    }
  }

  /// Gives the terminal back to the shell until it continues this process, as Ctrl-Z does.
  package mutating func suspend() {
    leave()
    raise(SIGSTOP)
    enter()
    shown = nil
  }

  /// Waits for the next event.
  package mutating func next() -> Event {
    while true {
      var waiting = [
        pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
        pollfd(fd: unsafe SignalPipe.reading, events: Int16(POLLIN), revents: 0),
      ]
      // A lone escape byte is a key if nothing follows at once.
      let count = unsafe poll(&waiting, 2, decoder.isWaiting ? 50 : -1)
      if count == 0 { return .keys(decoder.keys(in: [], isComplete: true)) }
      if waiting[1].revents != 0, let byte = Self.read(unsafe SignalPipe.reading, limit: 1).first {
        switch Int32(byte) {
        case 0: return .woken
        case SIGWINCH:
          shown = nil
          return .resized
        case SIGTSTP:
          suspend()
          return .resized
        case let number: return .ended(signal: number)
        }
      }
      if waiting[0].revents != 0 {
        let bytes = Self.read(0, limit: 4096)
        if bytes.isEmpty { return .ended(signal: SIGHUP) }
        let keys = decoder.keys(in: bytes)
        if !keys.isEmpty { return .keys(keys) }
      }
    }
  }

  private static func read(_ descriptor: Int32, limit: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var got = unsafe Glibc.read(descriptor, &bytes, limit)
    while got < 0, errno == EINTR { got = unsafe Glibc.read(descriptor, &bytes, limit) }
    return Array(bytes.prefix(max(0, got)))
  }

  /// Makes `next` return `.woken`; for any thread.
  package static func wake() {
    SignalPipe.send(0)
  }

  /// Ends this process by a signal, so that its parent sees what happened.
  package static func end(by number: Int32) {
    signal(number, SIG_DFL)
    raise(number)
  }
}

/// A pipe in which signals leave their number for the loop, and the state that restores the terminal.
///
/// Signal handlers may look at nothing but memory that is there already.
private enum SignalPipe {
  static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  static let leaving = "\u{1B}[0m\u{1B}[?2026l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  static let awaited = [SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP]
  static let fatal = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  // Written before the handlers are set, and by nobody else.
  nonisolated(unsafe) static var reading: Int32 = -1
  nonisolated(unsafe) static var writing: Int32 = -1
  nonisolated(unsafe) static var original = termios()
  nonisolated(unsafe) static var isTaken = false
  nonisolated(unsafe) static var farewell: [UInt8] = []

  static func open() -> Bool {
    guard unsafe !isTaken else { return false }
    var ends: [Int32] = [-1, -1]
    if unsafe reading < 0 {
      guard unsafe pipe(&ends) == 0 else { return false }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      unsafe (reading, writing) = (ends[0], ends[1])
    }
    return true
  }

  static func remember(_ settings: termios) {
    unsafe original = settings
    unsafe farewell = Array(leaving.utf8)
    unsafe isTaken = true
  }

  static func forget() {
    unsafe isTaken = false
  }

  static func send(_ number: UInt8) {
    var byte = number
    _ = unsafe write(writing, &byte, 1)
  }

  static func await(_ number: Int32) {
    signal(number) { SignalPipe.send(UInt8(truncatingIfNeeded: $0)) }
  }

  static func restoreUpon(_ number: Int32) {
    signal(number) { number in
      _ = unsafe SignalPipe.farewell.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
      unsafe tcsetattr(0, TCSANOW, &SignalPipe.original)
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}

/// The size of a terminal.
package struct TerminalSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int
  /// The size of a character in pixels; nil where the terminal does not tell.
  package var cell: Cell?

  package struct Cell: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  package init(columns: Int, rows: Int, cell: Cell? = nil) {
    self.columns = columns
    self.rows = rows
    self.cell = cell
  }

  /// The size of the terminal behind a descriptor; nil if it is none, or one that does not know.
  package init?(of descriptor: Int32) {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    columns = Int(size.ws_col)
    rows = Int(size.ws_row)
    let (width, height) = (Int(size.ws_xpixel) / columns, Int(size.ws_ypixel) / rows)
    cell = width > 0 && height > 0 ? Cell(width: width, height: height) : nil
  }
}

/// The content of a whole screen: a line for each of its rows.
package struct Frame: Hashable, Sendable {
  package let columns: Int
  package let lines: [StyledLine]

  /// Makes every line as wide as the screen; rows that are missing are empty.
  package init(_ lines: [StyledLine], columns: Int, rows: Int) {
    self.columns = columns
    let missing = [StyledLine](repeating: StyledLine(), count: max(0, rows - lines.count))
    self.lines = (lines.prefix(rows) + missing).map { $0.truncated(to: columns) }
  }

  /// The bytes that change a screen from `previous` (nil: anything) to this, to be written at once.
  ///
  /// Each row that changed is set anew from its first column, so that a terminal that measures a character
  /// differently spoils that row only. Terminals that know of it hold the picture back until all is there.
  package func encoded(after previous: Frame?, color: Bool) -> String {
    var text = ""
    let isFresh = previous?.columns != columns || previous?.lines.count != lines.count
    for (row, line) in lines.enumerated() where isFresh || previous?.lines[row] != line {
      text += "\u{1B}[\(row + 1);1H\u{1B}[0m\u{1B}[2K" + line.encoded(color: color)
    }
    guard !text.isEmpty || isFresh else { return "" }
    return "\u{1B}[?2026h" + (isFresh ? "\u{1B}[2J" : "") + text + "\u{1B}[?2026l"
  }

  /// The screen as text.
  package var text: String { lines.map { $0.encoded(color: false) + "\n" }.joined() }
}
