import Glibc
import Pasteboard
import Synchronization
import System
import Terminal

/// Tells on a terminal how far work has come that lasts.
///
/// A thread writes a line to standard error after a second and keeps it up to date; the end of the work takes it
/// away. Must not be used where the process forks.
final class Progress: Sendable {
  private struct State {
    var bytes = 0
    /// The current part of the work; empty if it has none.
    var step = ""
    var isShown = false
    var hasEnded = false
  }

  /// Shorter work says nothing.
  private static let delay = Duration.seconds(1)
  private static let interval: useconds_t = 100_000

  private let title: String
  private let state = Mutex(State())

  /// Starts the display; nil if standard error is not a terminal that can erase a line.
  init?(_ title: String) {
    guard FileDescriptor.standardError.isTerminal, Environment.value("TERM") ?? "dumb" != "dumb" else {
      return nil
    }
    self.title = title
    let begin = ContinuousClock.now
    let isRunning = startThread { [weak self] in
      while true {
        usleep(Self.interval)
        guard let self, self.show(after: .now - begin) else { return }
      }
    }
    if !isRunning { return nil }
  }

  /// Takes how many bytes have come so far.
  func report(bytes: Int) {
    state.withLock { $0.bytes = bytes }
  }

  /// Takes which part of the work begins.
  func report(step: String) {
    state.withLock { $0.step = step }
  }

  /// Takes the line away; for as often as wanted.
  ///
  /// - Parameter forGood: false where something else is to be written before the work goes on.
  func end(forGood: Bool = true) {
    state.withLock { state in
      if forGood { state.hasEnded = true }
      if state.isShown { Self.write("\r\u{1B}[K") }
      state.isShown = false
    }
  }

  /// False if there is nothing to show any more.
  private func show(after time: Duration) -> Bool {
    state.withLock { state in
      guard !state.hasEnded, time > Self.delay else { return !state.hasEnded }
      state.isShown = true
      Self.write("\r\u{1B}[K" + line(state, after: time))
      return true
    }
  }

  private func line(_ state: State, after time: Duration) -> String {
    let bytes = state.bytes
    let tenths = bytes / (1 << 20 / 10)
    let size = bytes < 1 << 20 / 10 ? "\(bytes) bytes" : "\(tenths / 10).\(tenths % 10) MiB"
    let step = state.step.isEmpty ? "" : VisibleText.preview(state.step, length: 40) + ", "
    return "pb: \(title): \(step)\(size), \(time.components.seconds) s"
  }

  private static func write(_ text: String) {
    _ = try? FileDescriptor.standardError.write(Array(text.utf8), name: "standard error")
  }
}
