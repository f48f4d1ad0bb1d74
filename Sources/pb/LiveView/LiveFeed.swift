import Exchange
import Pasteboard
import Synchronization
import System

/// Reads a pasteboard at each change, in a separate thread, so that a slow owner does not block the view.
final class LiveFeed: Sendable {
  /// A change with the content that was read.
  enum Update: Sendable {
    case listing(PasteboardListing, PasteboardWatch.State, isReading: Bool)
    case failed(PasteboardError)
  }

  /// A list that takes longer is shown in part.
  private static let patience = Duration.milliseconds(200)

  private let updates = Mutex<[Update]>([])
  private let wake: @Sendable () -> Void

  /// - Parameter wake: called from the thread when there is something to take.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Starts to read. Throws `PasteboardError` if no display is available.
  func start(_ name: PasteboardName, on backend: Backend, timeout: Duration) throws(PasteboardError) {
    // Fail at once if no display is available.
    _ = try PasteboardReader(name, on: backend, timeout: timeout)
    let isRunning = startThread { [self] in
      do throws(PasteboardError) {
        let watch = try PasteboardWatch(name, on: backend, timeout: timeout)
        var change = try watch.look()
        while true {
          read(name, backend, change.state, timeout: timeout)
          change = try watch.next()
        }
      } catch {
        post(.failed(error))
      }
    }
    if !isRunning { throw PasteboardError(.system, "could not create a thread") }
  }

  /// The changes since the last call.
  func take() -> [Update] {
    updates.withLock { updates in
      defer { updates = [] }
      return updates
    }
  }

  private func post(_ new: Update) {
    updates.withLock { updates in
      // A list in part gives way to what follows it.
      if case .listing(_, _, isReading: true)? = updates.last { updates.removeLast() }
      updates.append(new)
    }
    wake()
  }

  /// Posts the list when it is read, and where that takes its time as it grows.
  private func read(
    _ name: PasteboardName, _ backend: Backend, _ state: PasteboardWatch.State, timeout: Duration
  ) {
    var listing = PasteboardListing(name, on: backend)
    guard state == .data || state == .sensitive else {
      post(.listing(listing, state, isReading: false))
      return
    }
    do {
      let reader = try PasteboardReader(
        name, on: backend, timeout: timeout, byteLimit: 64 << 20, helper: .forLiveView, isLooking: true)
      var next = ContinuousClock.now + Self.patience
      try listing.read(from: reader) { listing in
        guard ContinuousClock.now > next else { return true }
        next = .now + Self.patience
        post(.listing(listing, state, isReading: true))
        return true
      }
    } catch {
      // The owner has gone: the next change tells who came.
    }
    post(.listing(listing, state, isReading: false))
  }
}
