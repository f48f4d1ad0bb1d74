import Exchange
import Glibc
import Synchronization
import X11Selections

/// The pasteboards that this process owns.
final class PasteboardServer: Sendable {
  static let shared = PasteboardServer()

  private struct Owned {
    let server: SelectionServer
    let item: PasteboardItem
  }
  private let owned = Mutex<[PasteboardName: Owned]>([:])

  private init() {
    atexit { PasteboardServer.shared.handOver() }
  }

  /// Puts the item on a pasteboard that `item` makes of what this process has there, nil if nothing.
  func own(
    _ name: PasteboardName, _ item: (PasteboardItem?) -> PasteboardItem
  ) throws(PasteboardError) {
    // One at a time: of two threads that copy at once, the second has the last word.
    try owned.withLock { owned throws(PasteboardError) in
      do throws(SelectionError) {
        let present = owned[name]
        let item = item(try present?.server.confirmOwnership() == true ? present?.item : nil)
        let server = try SelectionServer(selection: name.selection, content: Self.content(item))
        owned[name] = Owned(server: server, item: item)
      } catch {
        throw PasteboardError(error)
      }
    }
  }

  static func content(_ item: PasteboardItem) -> Content {
    Offering(item).content()
  }

  /// Gives what is there to the clipboard manager, if there is one.
  private func handOver() {
    let servers = owned.withLock { $0.values.map(\.server) }
    for server in servers where server.isOwner { server.stop() }
  }
}
