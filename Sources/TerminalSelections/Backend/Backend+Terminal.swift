public import Exchange
import System

extension Backend {
  /// The clipboard of the terminal that this process runs in, wherever that is: also at the other end of `ssh`.
  ///
  /// A terminal keeps what it is given by itself; nothing tells when it changes.
  ///
  /// - Parameter device: another terminal than that which controls this process.
  public static func terminal(device: String? = nil) -> Backend {
    terminal(TerminalDevice(device, .asked), name: "terminal")
  }

  /// The same, as text that is sent without asking what the terminal takes.
  public static func osc52(device: String? = nil) -> Backend {
    terminal(TerminalDevice(device, .blind), name: "osc52")
  }

  static func terminal(_ device: TerminalDevice, name: String) -> Backend {
    Backend(
      name: name, place: device.path, outlivesProcesses: true,
      // What is sent without evidence is sent only if somebody says so.
      isPresent: { device.manner == .asked && device.isPresent },
      read: { board, terms throws(ExchangeError) in try TerminalReader(board, terms, on: device) },
      own: { board, content, _, ready throws(ExchangeError) in
        try TerminalCopy(board, on: device).send(content)
        ready()
      },
      serve: { board, content, ended throws(ExchangeError) in
        try TerminalCopy(board, on: device).send(content)
        return TerminalOwnership(ended)
      },
      watch: { _ throws(ExchangeError) in
        throw ExchangeError(.unavailable, "a terminal does not tell when something is copied")
      },
      clear: { board throws(ExchangeError) in try TerminalCopy(board, on: device).clear() },
      keep: { _ throws(ExchangeError) in
        throw ExchangeError(.unavailable, "a terminal keeps what is copied by itself: it needs no manager")
      },
      circumstance: {
        do throws(ExchangeError) {
          return try device.way().account
        } catch {
          return error.description
        }
      })
  }
}
