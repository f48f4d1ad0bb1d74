import Exchange
import System

/// Tries to connect again where a connection was lost: at once, and then ten times a second for a while.
struct Reconnection {
  /// A compositor that is started anew takes some seconds.
  var patience = Duration.seconds(10)
  var pause = Duration.milliseconds(100)
  /// When there was a connection the last time.
  private var last: MonotonicTime?

  init() {}

  /// Nil if that takes too long, or `stop` becomes readable meanwhile.
  mutating func run<Connection: ~Copyable>(
    until stop: Int32, _ connect: () throws(ExchangeError) -> Connection
  ) -> Connection? {
    let deadline = MonotonicTime.now + patience
    // Whoever hangs up on everybody who has just come is not asked without a pause.
    var isEarly = last.map { .now < $0 + pause } ?? false
    while true {
      if !isEarly, let connection = try? connect() {
        last = .now
        return connection
      }
      isEarly = false
      let wait = DescriptorPassing.Wait(number: stop)
      guard MonotonicTime.now < deadline,
        DescriptorPassing.wait(for: [wait], until: .now + pause).isEmpty
      else { return nil }
    }
  }
}
