import Conversions
import Exchange
import Pasteboard
import SavedClipboards
import System

/// Reads every form of a pasteboard as its owner gives it, for a file.
enum ClipboardCapture {
  /// An owner that left so many questions without an answer is not asked any more.
  private static let silenceLimit = 3

  /// The content under all names but those of the protocol; throws if there is none.
  ///
  /// - Parameter readsMarked: whether content that is marked as a secret, or as temporary, is read.
  static func read(
    _ reader: PasteboardReader, readsMarked: Bool
  ) throws(PasteboardError) -> SavedClipboard {
    let targets = try reader.targets()
    try reader.requireContent(among: targets)
    let mark = reader.mark(targets)
    if let mark, !readsMarked {
      throw PasteboardError(
        .notConvertible,
        mark == .secret
          ? "the clipboard holds a secret. To save it anyway, use --sensitive."
          : "the clipboard's content is temporary. To save it anyway, use --sensitive.")
    }
    var saved = SavedClipboard(Snapshot())
    saved.mark = mark
    let owner = reader.owner()
    saved.program = program(of: owner)
    var silences = 0
    for name in targets where isSaved(name) && saved.snapshot.representations[name] == nil {
      guard silences < silenceLimit else {
        saved.missing.append(.init(name: name, reason: "no answer"))
        continue
      }
      do throws(PasteboardError) {
        let value = try reader.property(name, unchanged: true)
        guard saved.snapshot.keep(value, as: name, within: SavedClipboard.contentLimit) else {
          throw PasteboardError(.tooLarge, "")
        }
        saved.snapshot.names.append(name)
      } catch {
        switch error.code {
        case .notOffered: saved.missing.append(.init(name: name, reason: "refused"))
        case .tooLarge: saved.missing.append(.init(name: name, reason: "too large"))
        case .timedOut:
          silences += 1
          saved.missing.append(.init(name: name, reason: "no answer"))
        default: throw error
        }
      }
    }
    // Forms of two copies are no clipboard, and the second one may be a secret. An owner may exit once it was read.
    if let last = try? reader.targets(), last != targets || reader.owner() != owner {
      throw PasteboardError(.overtaken, "nothing was saved: another program copied meanwhile. Try again.")
    }
    guard saved.snapshot.names.contains(where: { NameTable.shared.role(of: $0) == .content }) else {
      throw PasteboardError(.notOffered, "no format of the clipboard arrived. To wait longer, use --timeout.")
    }
    saved.operation = operation(of: saved.snapshot)
    return saved
  }

  /// The content that comes back after temporary content is another copy, and some names serve while their owner runs.
  private static func isSaved(_ name: String) -> Bool {
    !Offering.isPassing(name) && NameTable.shared.role(of: name) != .protocol
  }

  /// The name of a program, without the title of its window.
  private static func program(of owner: Peer?) -> String? {
    guard let owner else { return nil }
    let path = owner.executable.flatMap { $0.split(separator: "/").last.map(String.init) }
    return path ?? owner.className ?? owner.instanceName
  }

  private static func operation(of copy: Snapshot) -> SavedClipboard.Operation? {
    copy.isCut.map { $0 ? .cut : .copy }
  }
}
