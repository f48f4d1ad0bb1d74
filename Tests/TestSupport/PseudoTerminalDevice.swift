import Glibc

/// A pseudo-terminal, whose other end programs open under its path.
public struct PseudoTerminalDevice: Sendable {
  public let master: Int32
  public let path: String

  /// Throws `ChildProcess.Failure` if there is none to be had.
  public init() throws {
    // The Glibc module knows no posix_openpt(3): this is what it does on Linux.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number) = (Int32(0), Int32(0))
    let (unlockTerminal, terminalNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
    guard master >= 0, ioctl(master, unlockTerminal, &lock) == 0, ioctl(master, terminalNumber, &number) == 0
    else { throw ChildProcess.Failure(description: "there is no pseudo-terminal") }
    path = "/dev/pts/\(number)"
  }

  public func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Hands on what programs write, in a thread of its own, until they have all gone or `receive` says false.
  public func read(_ receive: @escaping @Sendable (ArraySlice<UInt8>) -> Bool) {
    Thread<Void>.start { [master] in
      var bytes = [UInt8](repeating: 0, count: 65536)
      while true {
        let count = Glibc.read(master, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0, receive(bytes.prefix(count)) else { return }
      }
    }
  }
}
