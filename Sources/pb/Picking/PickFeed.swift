import Exchange
import Pasteboard
import Synchronization
import System

/// Reads the history for `pb pick`, in a separate thread, so that a slow service does not block the view.
final class PickFeed: Sendable {
  /// The result of a request.
  enum Update: Sendable {
    case history(Result<[HistoryItem], PasteboardError>)
    /// All text of a copy.
    case text(String, of: Int)
    /// The formats of a copy; nil if it is no longer there.
    case content([ShownTarget]?, of: Int)
  }

  /// A question for the service.
  enum Request: Hashable, Sendable {
    case history
    case content(Int)
  }

  /// A copy whose content did not come so many times is not asked for again.
  private static let attemptLimit = 3

  private let backend: Backend
  private let requests = Mailbox<Request>()
  private let updates = Mutex<[Update]>([])
  private let wake: @Sendable () -> Void

  /// - Parameter wake: called from the thread when there is something to take.
  init(on backend: Backend, wake: @escaping @Sendable () -> Void) {
    (self.backend, self.wake) = (backend, wake)
  }

  /// Starts to read. Throws `PasteboardError` if there can be no thread.
  func start() throws(PasteboardError) {
    ask(.history)
    guard startThread({ [self] in run() }) else {
      throw PasteboardError(.system, "could not create a thread")
    }
  }

  func ask(_ request: Request) { requests.post(request) }

  /// The updates since the last call.
  func take() -> [Update] {
    updates.withLock { updates in
      defer { updates = [] }
      return updates
    }
  }

  private func post(_ update: Update) {
    updates.withLock { $0.append(update) }
    wake()
  }

  private func run() {
    var history: HistoryReader?
    // Copies whose whole text is not known, the newest last.
    var lacking: [HistoryItem] = []
    var known: Set<Int> = []
    var failures: [Int: Int] = [:]
    while true {
      _ = requests.wakeUp.wait(until: lacking.isEmpty ? .never : .now)
      let asked = requests.take()
      if asked.contains(.history) {
        history = readHistory()
        lacking = (history?.items ?? []).filter { !known.contains($0.number) && PickContent.hasMoreText($0) }
        lacking.reverse()
      }
      // A person who moves on does not look at the earlier selection.
      if case .content(let number)? = asked.last(where: { $0 != .history }) {
        let copy = history.flatMap { history in
          history.items.first { $0.number == number }.flatMap { snapshot(of: $0, history) }
        }
        post(.content(copy.map(PickContent.targets), of: number))
      } else if asked.isEmpty, let item = lacking.popLast(), let history {
        guard let copy = snapshot(of: item, history) else {
          // The service may be busy with a new copy.
          failures[item.number, default: 0] += 1
          if failures[item.number, default: 0] < Self.attemptLimit { lacking.insert(item, at: 0) }
          continue
        }
        known.insert(item.number)
        if let text = PickContent.text(of: copy) { post(.text(text, of: item.number)) }
      }
    }
  }

  private func readHistory() -> HistoryReader? {
    do throws(PasteboardError) {
      let history = try HistoryReader(on: backend)
      post(.history(.success(history.items)))
      return history
    } catch {
      post(.history(.failure(error)))
      return nil
    }
  }

  /// A copy of the history; a newer service is asked where the one that the list came from has gone.
  private func snapshot(of item: HistoryItem, _ history: HistoryReader) -> Snapshot? {
    if let copy = try? history.snapshot(of: item) { return copy }
    guard let next = try? HistoryReader(on: backend),
      next.items.contains(where: { $0.number == item.number })
    else { return nil }
    return try? next.snapshot(of: item)
  }
}
