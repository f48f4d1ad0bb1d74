import Synchronization
import X11Selections

extension Pasteboard {
  /// Grows with every change of the pasteboard's owner, which is how copying shows.
  ///
  /// X11 has no such count: each process has its own, which begins when it is first asked for. Nothing runs
  /// between two questions. Throws `PasteboardError` with `.display`.
  public var changeCount: Int {
    get throws(PasteboardError) {
      do {
        return try Self.counter(of: name).count()
      } catch {
        throw PasteboardError(error)
      }
    }
  }

  /// The changes of the pasteboard, as they happen; ends with an error when the X server goes away.
  ///
  /// A thread waits for them while the sequence is iterated; idle, it does not wake up.
  public var changes: PasteboardChanges { PasteboardChanges(name: name) }

  private static let counters = Mutex<[PasteboardName: SelectionChangeCounter]>([:])

  private static func counter(of name: PasteboardName) throws(SelectionError) -> SelectionChangeCounter {
    try counters.withLock { counters throws(SelectionError) in
      if let counter = counters[name] { return counter }
      let counter = try SelectionChangeCounter(selection: name.selection)
      counters[name] = counter
      return counter
    }
  }
}

/// A change of a pasteboard.
public struct PasteboardChange: Hashable, Sendable {
  /// False when nobody owns the pasteboard any more: it was cleared, or its owner went away.
  public let hasContents: Bool
}

/// The changes of a pasteboard as an asynchronous sequence.
///
/// Changes within 50 ms of each other count as one, and so do those that a slow reader missed.
public struct PasteboardChanges: AsyncSequence, Sendable {
  /// A change of what is there.
  public typealias Element = PasteboardChange
  /// What ends the sequence.
  public typealias Failure = PasteboardError

  private let changes: SelectionChanges

  init(name: PasteboardName) {
    changes = SelectionChanges(selections: [name.selection])
  }

  /// Begins to watch; changes are told from now on.
  public func makeAsyncIterator() -> Iterator {
    Iterator(changes: changes.makeAsyncIterator())
  }

  /// Waits for one change after another.
  public struct Iterator: AsyncIteratorProtocol {
    let changes: SelectionChanges.Iterator

    /// The next change; nil when the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(PasteboardError) -> PasteboardChange? {
      do {
        return try await changes.next(isolation: actor).map { PasteboardChange(hasContents: $0.owner != nil) }
      } catch {
        throw PasteboardError(error)
      }
    }

    /// The next change; nil when the task is cancelled.
    public mutating func next() async throws(PasteboardError) -> PasteboardChange? {
      try await next(isolation: nil)
    }
  }
}
