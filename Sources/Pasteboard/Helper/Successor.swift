import Exchange
import Glibc
import System

/// Owns a pasteboard after content that is there for a while only: with what was there before, or with nothing.
///
/// Managers bring back what merely vanishes, so that nothing is owned, too, until something else is copied. It is a
/// process of its own, this program once more, so that no memory of the content stays with it.
package enum Successor {
  /// The name that the process is called by.
  private static let name = "pb-successor"
  /// What was there before may be so large.
  private static let sizeLimit = 128 << 20

  /// Has a process take a pasteboard over; false if there can be none.
  static func start(_ board: Board, on backend: Backend, with content: Snapshot?) -> Bool {
    guard let file = ThisProcess.programFile else { return false }
    let input = content.map(KeptClipboard.encode) ?? []
    return Subprocess.leave([name, backend.name, board.name], file: file, input: input)
  }

  /// Whether this process was started for it.
  package static func isCalled(by words: [String]) -> Bool { words.first == name }

  /// Owns what standard input says until something else is copied; returns the exit status.
  package static func main(_ words: [String]) -> Int32 {
    setsid()
    guard words.count == 3, let backend = Backend.all.first(where: { $0.name == words[1] }),
      let input = try? FileDescriptor.standardInput.readToEnd(name: "input", limit: sizeLimit)
    else { return 2 }
    let content = KeptClipboard.decode(input).map(Self.content) ?? nothing
    do {
      let name = try PasteboardName(words[2])
      try PasteboardOwner.own(name, content, on: backend, lifetime: nil) {}
      return 0
    } catch {
      return 2
    }
  }

  /// What is owned where there is to be nothing.
  static var nothing: Content {
    Content(names: [Offering.transientMark], isSensitive: true) { _ in Representation(bytes: []) }
  }

  private static func content(of copy: Snapshot) -> Content {
    Offering(again: copy).content()
  }
}
