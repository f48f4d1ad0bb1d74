import Exchange
import Glibc
import System

/// Tells the service manager how the service is doing (sd_notify(3)); does nothing without one.
struct ServiceNotifier: Sendable {
  private let address: [UInt8]?
  private let place: String

  /// Takes the socket's name from `NOTIFY_SOCKET`: a path, or an abstract name after `@`.
  init(_ backend: Backend) {
    place = backend.place
    address = Environment.value("NOTIFY_SOCKET").map { Array($0.utf8) }
  }

  func ready() {
    send("READY=1\nSTATUS=Keeping the clipboard of \(place.isEmpty ? "this display" : place)")
  }

  /// Begins a reload, which `ready` ends. The time tells it from earlier ones.
  func reloading() {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let microseconds = Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000
    send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)\nSTATUS=Reading the rules for applications")
  }

  func stopping() {
    send("STOPPING=1\nSTATUS=Stopping")
  }

  func failed(_ reason: String) {
    send("STATUS=\(reason)")
  }

  private func send(_ message: String) {
    guard var name = address, [0x2F, 0x40].contains(name.first) else { return }
    var socketAddress = sockaddr_un()
    socketAddress.sun_family = sa_family_t(AF_UNIX)
    guard name.count < MemoryLayout.size(ofValue: socketAddress.sun_path) else { return }
    if name[0] == 0x40 { name[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &socketAddress.sun_path) { unsafe $0.copyBytes(from: name) }
    let length = MemoryLayout<sa_family_t>.size + name.count
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(message.utf8)
    _ = unsafe withUnsafePointer(to: &socketAddress) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe sendto(
          descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, socklen_t(length))
      }
    }
  }
}
