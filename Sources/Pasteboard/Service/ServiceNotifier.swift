import Exchange
import System

/// Tells the service manager how the service is doing (sd_notify(3)); does nothing without one.
struct ServiceNotifier: Sendable {
  private let address: Socket.Address?
  private let place: String

  /// Takes the socket's name from `NOTIFY_SOCKET`: a path, or an abstract name after `@`.
  init(_ backend: Backend) {
    place = backend.place
    address = Environment.value("NOTIFY_SOCKET").flatMap { name in
      switch name.utf8.first {
      case UInt8(ascii: "/"): Socket.Address(path: name)
      case UInt8(ascii: "@"): Socket.Address(path: String(name.dropFirst()), isAbstract: true)
      default: nil
      }
    }
  }

  func ready() {
    send("READY=1\nSTATUS=Keeping the clipboard of \(place.isEmpty ? "this display" : place)")
  }

  /// Begins a reload, which `ready` ends. The time tells it from earlier ones.
  func reloading() {
    let microseconds = MonotonicTime.now.nanoseconds / 1_000
    send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)\nSTATUS=Reading the rules for applications")
  }

  func stopping() {
    send("STOPPING=1\nSTATUS=Stopping")
  }

  func failed(_ reason: String) {
    send("STATUS=\(reason)")
  }

  private func send(_ message: String) {
    guard let address else { return }
    Socket.post(Array(message.utf8), to: address)
  }
}
