import Synchronization
import System

/// The changes of selections as an asynchronous sequence; of each selection, what a slow reader missed is
/// summed up in the last change.
///
/// Ends with an error when the X server goes away, and without one when the reading task is cancelled.
public struct SelectionChanges: AsyncSequence, Sendable {
  /// A change of an owner.
  public typealias Element = SelectionChange
  /// What ends the sequence.
  public typealias Failure = SelectionError

  private let display: String?
  private let selections: [String]
  private let coalescing: Duration

  /// See `SelectionWatcher`, which does the work in a thread of its own for each iterator.
  public init(display: String? = nil, selections: [String], coalescing: Duration = .milliseconds(50)) {
    self.display = display
    self.selections = selections
    self.coalescing = coalescing
  }

  /// Begins to watch; changes are told from now on.
  public func makeAsyncIterator() -> Iterator {
    Iterator(mailbox: Mailbox(display: display, selections: selections, coalescing: coalescing))
  }

  /// Takes the changes one after the other.
  public final class Iterator: AsyncIteratorProtocol {
    private let mailbox: Mailbox

    fileprivate init(mailbox: Mailbox) {
      self.mailbox = mailbox
    }

    deinit {
      mailbox.stop.stop()
    }

    /// The next change; nil when the task is cancelled.
    public func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(SelectionError) -> SelectionChange? {
      let stop = mailbox.stop
      let result = await withTaskCancellationHandler {
        await mailbox.next()
      } onCancel: {
        stop.stop()
      }
      return try result.get()
    }

    /// The next change; nil when the task is cancelled.
    public func next() async throws(SelectionError) -> SelectionChange? {
      try await next(isolation: nil)
    }
  }

  /// Where the watching thread leaves changes, and the reader finds them.
  fileprivate final class Mailbox: Sendable {
    typealias Delivery = Result<SelectionChange?, SelectionError>

    private struct State {
      var changes: [SelectionChange] = []
      var end: Delivery?
      var reader: CheckedContinuation<Delivery, Never>?

      /// What a reader gets now, nil if it has to wait.
      mutating func take() -> Delivery? {
        changes.isEmpty ? end : .success(changes.removeFirst())
      }
    }

    let stop = StopSignal()
    private let state = Mutex(State())

    init(display: String?, selections: [String], coalescing: Duration) {
      let stop = stop
      let isRunning = startThread { [weak self] in
        let end: Delivery
        do throws(SelectionError) {
          var watcher = try SelectionWatcher(
            display: display, selections: selections, coalescing: coalescing)
          while true {
            let changes = try watcher.next(until: stop)
            guard !changes.isEmpty, let self else { break }
            self.deliver { state in
              for change in changes {
                state.changes.removeAll { $0.selection == change.selection }
                state.changes.append(change)
              }
            }
          }
          end = .success(nil)
        } catch {
          end = .failure(error)
        }
        self?.deliver { $0.end = end }
      }
      if !isRunning { state.withLock { $0.end = .failure(.serverIsSilent) } }
    }

    func next() async -> Delivery {
      await withCheckedContinuation { reader in
        let delivery = state.withLock { state in
          let delivery = state.take()
          if delivery == nil { state.reader = reader }
          return delivery
        }
        if let delivery { reader.resume(returning: delivery) }
      }
    }

    private func deliver(_ change: (inout State) -> Void) {
      let (reader, delivery) = state.withLock { state in
        change(&state)
        guard let reader = state.reader, let delivery = state.take() else {
          return (nil as CheckedContinuation<Delivery, Never>?, nil as Delivery?)
        }
        state.reader = nil
        return (reader, delivery)
      }
      if let reader, let delivery { reader.resume(returning: delivery) }
    }
  }
}
