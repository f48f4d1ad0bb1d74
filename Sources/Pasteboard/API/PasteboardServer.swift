import Exchange
import Glibc
import Synchronization

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
