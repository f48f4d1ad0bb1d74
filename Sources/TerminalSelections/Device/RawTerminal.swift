import Glibc
import System

/// A terminal that sends every byte at once and shows none of them, and is as it was when this value ends.
///
/// However the process ends, by a signal or by a mistake of its own, the terminal is put back before; only a signal
/// that cannot be caught leaves it. There is one at a time: a further thread waits.
struct RawTerminal: ~Copyable {
  /// An event that can be waited for.
  enum Event: Hashable {
    case bytes([UInt8])
    case writable
    /// This signal came.
    case signal(Int32)
    case timeout
    /// The other end is gone.
    case hangUp
  }

  /// The reason why a terminal cannot be talked to.
  enum Problem: Error {
    case none, background
    /// Input waits there, which answers would come behind, and which could not be put back once it is read.
    case occupied
    case failed(String)
  }

  /// The number of pending bytes that are put back where that is possible, with what is typed meanwhile: a
  /// terminal that
  /// nobody reads holds 4095.
  private static let returnableCount = 2048

  private let file: FileDescriptor
  private let original: termios
  private let farewell: ExitHandlers.Entry

  /// True if there is a terminal under this path that this process can open.
  static func isThere(_ path: String) -> Bool {
    (try? FileDescriptor(opening: path, O_RDWR | O_NOCTTY | O_NONBLOCK)) != nil
  }

  /// Writes to a terminal as it is, and reads nothing of it.
  static func send(_ bytes: [UInt8], to path: String) throws(Problem) {
    guard let file = try? FileDescriptor(opening: path, O_WRONLY | O_NOCTTY), file.isTerminal else {
      throw .none
    }
    try requireForeground(file.number)
    guard (try? file.write(bytes, name: path)) == true else {
      throw .failed("could not write to \(path)")
    }
  }

  /// A process in the background would be stopped. Another terminal than its own stops nobody.
  private static func requireForeground(_ number: Int32) throws(Problem) {
    let foreground = tcgetpgrp(number)
    guard foreground < 0 || foreground == getpgrp() else { throw .background }
  }

  /// Takes a terminal, whose signals are caught from now on.
  private init(_ file: consuming FileDescriptor, _ settings: termios) {
    self.file = file
    original = settings
    farewell = ExitHandlers.add { SignalRelay.restore() }
  }

  /// - Parameter mayPutBack: false to do without what few kernels allow: to put back what was read.
  static func open(_ path: String, mayPutBack: Bool = true) throws(Problem) -> RawTerminal {
    guard let file = try? FileDescriptor(opening: path, O_RDWR | O_NOCTTY | O_NONBLOCK) else { throw .none }
    let number = file.number
    try requireForeground(number)
    let allowance = mayPutBack && canPutBack(number) ? returnableCount : 0
    SignalRelay.waitForTurn()
    var settings = termios()
    guard unsafe tcgetattr(number, &settings) == 0 else {
      SignalRelay.endTurn()
      throw .none
    }
    // Whole lines are seen before anything is changed, so that each stays one.
    guard waitingCount(number) <= allowance else {
      SignalRelay.endTurn()
      throw .occupied
    }
    guard SignalRelay.take(number, settings) else { throw .failed("could not create a pipe") }
    let terminal = RawTerminal(file, settings)
    guard makeRaw(number, settings) else { throw .failed(SystemError(path, errno).description) }
    // The beginning of a line is seen now.
    guard waitingCount(number) <= allowance else { throw .occupied }
    return terminal
  }

  deinit {
    SignalRelay.leave()
    ExitHandlers.remove(farewell)
  }

  private static func makeRaw(_ number: Int32, _ settings: termios) -> Bool {
    var raw = settings
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | IXON | ISTRIP | PARMRK)
    // Output has no line feeds that the terminal driver would have to translate.
    raw.c_oflag &= ~tcflag_t(OPOST)
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) { places in
      // Reads never wait; nothing that was read is the end then.
      unsafe places[Int(VMIN)] = 1
      unsafe places[Int(VTIME)] = 0
    }
    // Keep input that was typed ahead.
    while unsafe tcsetattr(number, TCSADRAIN, &raw) != 0 { guard errno == EINTR else { return false } }
    return true
  }

  /// The number of bytes wait to be read; as long as lines are given whole, those of whole lines.
  private static func waitingCount(_ number: Int32) -> Int {
    var count: Int32 = 0
    return unsafe ioctl(number, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Whether what was read can be put back: kernels may allow that to nobody but the administrator.
  static func canPutBack(_ number: Int32) -> Bool {
    // The byte is looked for last, where there is none.
    guard let nowhere = unsafe UnsafeMutableRawPointer(bitPattern: 1) else { return false }
    return unsafe ioctl(number, UInt(TIOCSTI), nowhere) < 0 && errno == EFAULT
  }

  /// Throws away what came and nobody has read.
  mutating func discardWaiting() { tcflush(file.number, TCIFLUSH) }

  /// The bytes that came and were not read.
  mutating func takeWaiting() -> [UInt8] { Self.read(file.number) ?? [] }

  /// Puts what was typed back, where that is possible; the terminal is to be given back then.
  ///
  /// It goes through the settings of whoever reads it, in which each line is one by itself, and is not shown again.
  mutating func putBack(_ typed: [UInt8]) {
    var settings = original
    settings.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    while unsafe tcsetattr(file.number, TCSADRAIN, &settings) != 0 { guard errno == EINTR else { return } }
    for byte in typed {
      var byte = byte
      guard unsafe ioctl(file.number, UInt(TIOCSTI), &byte) == 0 else { return }
    }
  }

  /// The signal that a key stands for while nobody reads the terminal raw; nil for any other byte.
  func signal(of key: UInt8) -> Int32? {
    var settings = original
    guard key != 0, settings.c_lflag & tcflag_t(ISIG) != 0 else { return nil }
    return unsafe withUnsafeBytes(of: &settings.c_cc) { keys in
      for (place, number) in [(VINTR, SIGINT), (VQUIT, SIGQUIT), (VSUSP, SIGTSTP)]
      where unsafe keys[Int(place)] == key {
        return number
      }
      return nil
    }
  }

  /// Gives the terminal back to the shell until it continues this process; false if it is in the background then.
  mutating func suspend() -> Bool {
    SignalRelay.restore()
    raise(SIGSTOP)
    let foreground = tcgetpgrp(file.number)
    guard foreground < 0 || foreground == getpgrp() else { return false }
    return Self.makeRaw(file.number, original)
  }

  /// Puts the terminal back, and what was done upon signals before; then the process gets the signal once more.
  mutating func end(by number: Int32) {
    SignalRelay.leave()
    raise(number)
  }

  /// Whether a signal stops a process, for the shell to continue it.
  static func isStop(_ number: Int32) -> Bool { number == SIGTSTP }

  /// Writes what the terminal takes now; returns how much, nil if it is gone.
  mutating func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file.number, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  /// Waits for what comes first.
  mutating func wait(forRoom: Bool, until deadline: MonotonicTime) -> Event {
    while true {
      var waiting = [
        pollfd(fd: SignalRelay.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: file.number, events: Int16(forRoom ? POLLIN | POLLOUT : POLLIN), revents: 0),
      ]
      let count = unsafe poll(&waiting, nfds_t(waiting.count), deadline.pollTimeout)
      if count < 0, errno != EINTR { return .hangUp }
      if count > 0 {
        if waiting[0].revents != 0, let number = SignalRelay.next() { return .signal(number) }
        if Int32(waiting[1].revents) & POLLIN != 0 {
          switch Self.read(file.number) {
          case let bytes? where bytes.isEmpty: return .hangUp
          case let bytes?: return .bytes(bytes)
          case nil: break
          }
        } else if Int32(waiting[1].revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 {
          return .hangUp
        }
        if Int32(waiting[1].revents) & POLLOUT != 0 { return .writable }
      }
      if deadline <= .now { return .timeout }
    }
  }

  /// The bytes that are there; none at the end, nil if there are none yet.
  private static func read(_ number: Int32) -> [UInt8]? {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { room, count in
      let got = unsafe Glibc.read(number, room.baseAddress, room.count)
      failure = got < 0 ? errno : 0
      count = max(0, got)
    }
    return failure == EAGAIN || failure == EINTR ? nil : bytes
  }
}

/// A pipe in which signals leave their number while a terminal is raw, and the state that restores it.
///
/// Handlers may look at nothing but memory that is there already.
private enum SignalRelay {
  private static let awaited = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGALRM, SIGUSR1, SIGUSR2]
  private static let fatal = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  // Written before the handlers are set, and by the one that holds the terminal.
  private nonisolated(unsafe) static var ends: (reading: Int32, writing: Int32) = (-1, -1)
  private nonisolated(unsafe) static var terminal: Int32 = -1
  private nonisolated(unsafe) static var original = termios()
  private nonisolated(unsafe) static var former: [(Int32, sigaction)] = []

  static var reading: Int32 { unsafe ends.reading }

  private nonisolated(unsafe) static var turn = unsafe pthread_mutex_t()

  /// Waits until no other thread has a terminal.
  static func waitForTurn() {
    unsafe pthread_mutex_lock(&turn)
  }

  static func endTurn() {
    unsafe pthread_mutex_unlock(&turn)
  }

  /// Begins to catch signals for a terminal, in turn; false, and without a turn, if nothing can be caught.
  static func take(_ number: Int32, _ settings: termios) -> Bool {
    if unsafe ends.reading < 0 {
      guard let pipe = try? FileDescriptor.pipe() else {
        endTurn()
        return false
      }
      for end in [pipe.reading, pipe.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      unsafe ends = (pipe.reading, pipe.writing)
    }
    unsafe original = settings
    unsafe terminal = number
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { SignalRelay.send($0) }
    for number in awaited { unsafe set(number, &action) }
    unsafe action.__sigaction_handler.sa_handler = { number in
      SignalRelay.restore()
      signal(number, SIG_DFL)
      raise(number)
    }
    for number in fatal { unsafe set(number, &action) }
    return true
  }

  /// Catches a signal, but for one that this process was told to ignore.
  @unsafe private static func set(_ number: Int32, _ action: inout sigaction) {
    var old = sigaction()
    guard unsafe sigaction(number, nil, &old) == 0 else { return }
    let isIgnored = unsafe unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 1
    guard !isIgnored, unsafe sigaction(number, &action, nil) == 0 else { return }
    unsafe former.append((number, old))
  }

  /// Puts the terminal back, and what was done upon signals before.
  static func leave() {
    guard unsafe terminal >= 0 else { return }
    restore()
    for (number, action) in unsafe former {
      var action = action
      unsafe sigaction(number, &action, nil)
    }
    unsafe former = []
    unsafe terminal = -1
    endTurn()
    // Signals that come after the terminal was given back have their usual effect.
    while let number = next() { raise(number) }
  }

  static func restore() {
    guard unsafe terminal >= 0 else { return }
    while unsafe tcsetattr(terminal, TCSADRAIN, &original) != 0 && errno == EINTR {}
  }

  static func send(_ number: Int32) {
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(ends.writing, &byte, 1)
    errno = saved
  }

  /// The number of a signal that came; nil if none did.
  static func next() -> Int32? {
    var byte: UInt8 = 0
    return unsafe read(ends.reading, &byte, 1) == 1 ? Int32(byte) : nil
  }
}
