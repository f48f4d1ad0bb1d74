import Exchange
import System

/// Tries to connect again where a connection was lost: at once, and then ten times a second for a while.
struct Reconnection {
  /// A compositor that is started anew takes some seconds.
  var patience = Duration.seconds(10)
  var pause = Duration.milliseconds(100)

  /// Nil if that takes too long, or `stop` becomes readable meanwhile.
  func run<Connection: ~Copyable>(
    until stop: Int32, _ connect: () throws(ExchangeError) -> Connection
  ) -> Connection? {
    let deadline = MonotonicTime.now + patience
    while true {
      if let connection = try? connect() { return connection }
      let wait = DescriptorPassing.Wait(number: stop)
      guard MonotonicTime.now < deadline,
        DescriptorPassing.wait(for: [wait], until: .now + pause).isEmpty
      else { return nil }
    }
  }
}
