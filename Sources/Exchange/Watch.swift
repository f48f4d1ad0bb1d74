import Synchronization
public import System

/// Reports changes of boards as they happen, to one caller at a time.
public protocol Watch: AnyObject, Sendable {
  /// Waits for the next changes; returns at least one, or none after `stop`.
  ///
  /// Changes of a board that follow each other within 50 ms count as one.
  func next(until stop: StopSignal?) throws(ExchangeError) -> [BoardChange]

  /// The number of changes since the last call; does not wait.
  func changesSoFar() throws(ExchangeError) -> Int
}

/// A change of a board's owner.
public struct BoardChange: Hashable, Sendable {
  /// The board.
  public var board: Board
  /// False if the board no longer has an owner.
  public var hasOwner: Bool
  /// Whether it is owned as of the time of the change before: a clipboard manager brings a copy back like that.
  package var isSameTime = false

  /// A change of `board`.
  public init(_ board: Board, hasOwner: Bool) {
    self.board = board
    self.hasOwner = hasOwner
  }
}

/// The changes of boards as an asynchronous sequence. A slow reader gets only the last change of each board.
///
/// It throws an error if the display server exits, and ends without one if the reading task is cancelled. A thread
/// waits for changes while the sequence is iterated; idle, it does not wake up.
public struct BoardChanges: AsyncSequence, Sendable {
  /// A change of an owner.
  public typealias Element = BoardChange
  /// The error that ends the sequence.
  public typealias Failure = ExchangeError

  private let backend: Backend
  private let boards: [Board]

  /// The changes of some boards of a backend.
  public init(of boards: [Board], on backend: Backend) {
    self.backend = backend
    self.boards = boards
  }

  /// Starts to watch: the iterator returns changes from this call on.
  public func makeAsyncIterator() -> Iterator {
    Iterator(mailbox: ChangeQueue(backend, boards))
  }

  /// An iterator that waits for the next change.
  public final class Iterator: AsyncIteratorProtocol {
    private let mailbox: ChangeQueue

    fileprivate init(mailbox: ChangeQueue) {
      self.mailbox = mailbox
    }

    deinit {
      mailbox.stop.stop()
    }

    /// The next change; nil when the task is cancelled.
    public func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(ExchangeError) -> BoardChange? {
      let stop = mailbox.stop
      let result = await withTaskCancellationHandler {
        await mailbox.next()
      } onCancel: {
        stop.stop()
      }
      return try result.get()
    }

    /// The next change; nil when the task is cancelled.
    public func next() async throws(ExchangeError) -> BoardChange? {
      try await next(isolation: nil)
    }
  }

  /// A queue between the watching thread and the reader.
  fileprivate final class ChangeQueue: Sendable {
    typealias Delivery = Result<BoardChange?, ExchangeError>

    private struct State {
      var changes: [BoardChange] = []
      var end: Delivery?
      var reader: CheckedContinuation<Delivery, Never>?

      /// The result for a reader; nil if it has to wait.
      mutating func take() -> Delivery? {
        changes.isEmpty ? end : .success(changes.removeFirst())
      }
    }

    let stop = StopSignal()
    private let state = Mutex(State())

    init(_ backend: Backend, _ boards: [Board]) {
      let stop = stop
      let isRunning = startThread { [weak self] in
        let end: Delivery
        do throws(ExchangeError) {
          let watch = try backend.watch(boards)
          while true {
            let changes = try watch.next(until: stop)
            guard !changes.isEmpty, let self else { break }
            self.deliver { state in
              for change in changes {
                state.changes.removeAll { $0.board == change.board }
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
      if !isRunning {
        state.withLock { $0.end = .failure(ExchangeError(.unavailable, "could not create a thread")) }
      }
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
