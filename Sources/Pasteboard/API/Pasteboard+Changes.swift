import Exchange
import Glibc
import Synchronization
import System

extension Pasteboard {
  /// A number that grows with every change of the pasteboard's owner, that is, with every copy.
  ///
  /// Linux desktops do not count changes, so each process counts for itself from its first use of this property.
  /// Between two uses nothing runs. Throws `PasteboardError` with `.display`.
  public var changeCount: Int {
    get throws(PasteboardError) {
      try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
        try ChangeCounter.count(of: place)
      }
    }
  }

  /// The changes of the pasteboard as they happen; throws an error if the display server exits.
  ///
  /// A thread waits for them while the sequence is iterated; idle, it does not wake up.
  public var changes: PasteboardChanges { PasteboardChanges(place) }
}

/// Counts the changes of a pasteboard's owner, when it is asked.
private final class ChangeCounter: Sendable {
  private static let counters = Mutex<[Pasteboard.Place: ChangeCounter]>([:])

  private let watch: any Watch
  private let changes = Mutex(1)

  private init(_ place: Pasteboard.Place) throws(ExchangeError) {
    watch = try place.backend.watch([place.board])
  }

  /// The count, from 1, with every change that the display has seen before this call.
  static func count(of place: Pasteboard.Place) throws(ExchangeError) -> Int {
    let counter = try counters.withLock { counters throws(ExchangeError) in
      if let counter = counters[place] { return counter }
      let counter = try ChangeCounter(place)
      counters[place] = counter
      return counter
    }
    do {
      return try counter.count()
    } catch {
      // One whose display went away counts nothing any more: the next question begins anew.
      counters.withLock { if $0[place] === counter { $0[place] = nil } }
      throw error
    }
  }

  private func count() throws(ExchangeError) -> Int {
    try changes.withLock { changes throws(ExchangeError) in
      changes += try watch.changesSoFar()
      return changes
    }
  }
}

/// A change of a pasteboard.
public struct PasteboardChange: Hashable, Sendable {
  /// False if the pasteboard has no owner: it was cleared, or its owner exited.
  public let hasContents: Bool
}

/// The changes of a pasteboard as an asynchronous sequence.
///
/// Changes within 50 ms of each other count as one, and so do changes that a slow reader missed.
public struct PasteboardChanges: AsyncSequence, Sendable {
  /// A change of the pasteboard.
  public typealias Element = PasteboardChange
  /// The error that ends the sequence.
  public typealias Failure = PasteboardError

  private let changes: BoardChanges

  init(_ place: Pasteboard.Place) {
    changes = BoardChanges(of: [place.board], on: place.backend)
  }

  /// Starts to watch: the iterator returns changes from this call on.
  public func makeAsyncIterator() -> Iterator {
    Iterator(changes: changes.makeAsyncIterator())
  }

  /// An iterator that waits for the next change.
  public struct Iterator: AsyncIteratorProtocol {
    let changes: BoardChanges.Iterator

    /// The next change; nil when the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(PasteboardError) -> PasteboardChange? {
      do {
        return try await changes.next(isolation: actor).map { PasteboardChange(hasContents: $0.hasOwner) }
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

/// The pasteboards that this process owns.
final class PasteboardServer: Sendable {
  static let shared = PasteboardServer()

  private struct Owned {
    let ownership: any Ownership
    let items: [PasteboardItem]
  }
  private let owned = Mutex<[Pasteboard.Place: Owned]>([:])

  private init() {
    atexit { PasteboardServer.shared.handOver() }
  }

  /// Puts the items on a pasteboard that `items` makes of those that this process has there.
  func own(
    _ place: Pasteboard.Place, _ items: ([PasteboardItem]) -> [PasteboardItem]
  ) throws(PasteboardError) {
    // One at a time: of two threads that copy at once, the second has the last word.
    try owned.withLock { owned throws(PasteboardError) in
      do throws(ExchangeError) {
        let present = owned[place]
        let items = items(try present?.ownership.confirm() == true ? present?.items ?? [] : [])
        let ownership = try place.backend.serve(place.board, Offering(items, .forPrograms).content()) {
          [self] in
          forget(place)
        }
        owned[place] = Owned(ownership: ownership, items: items)
      } catch {
        throw PasteboardError(error)
      }
    }
  }

  /// Lets go of what another program has replaced.
  ///
  /// Called from the thread that served it, at its end.
  private func forget(_ place: Pasteboard.Place) {
    owned.withLock { owned in
      if owned[place]?.ownership.isOwner == false { owned[place] = nil }
    }
  }

  /// Gives what is there to the clipboard manager, if there is one.
  private func handOver() {
    let ownerships = owned.withLock { $0.values.map(\.ownership) }
    for ownership in ownerships where ownership.isOwner { ownership.stop(within: .seconds(5)) }
  }
}
