import Conversions
public import Exchange
import RichText
import System
import UniformTypeIdentifiers

/// A small window onto which people drop what this program is to read.
///
/// A thread answers to what is dragged over it, until it is closed or nobody holds it any more. It opens beside the
/// pointer, above other windows, and takes a copy of what is dropped, never the thing itself. It goes through X, under
/// Wayland by Xwayland.
public struct DropWindow: Sendable {
  private let target: any DropTarget

  /// Opens it.
  ///
  /// Throws `PasteboardError` with `.display` if there is no display.
  ///
  /// - Parameters:
  ///   - title: the name of the window.
  ///   - prompt: what it says while nothing is over it.
  ///   - backend: where; nil for the desktop that this program runs on.
  public init(
    title: String, prompt: String = "Drop it here", on backend: Backend? = nil
  ) throws(PasteboardError) {
    try self.init(DropTerms(title: title, prompt: prompt, describe: Self.words), on: backend)
  }

  /// Opens it as the terms say.
  package init(_ terms: DropTerms, on backend: Backend? = nil) throws(PasteboardError) {
    let dragAndDrop = try Backend.dragAndDrop(of: backend)
    target = try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      try dragAndDrop.openTarget(terms)
    }
  }

  /// Waits for the next drop; nil if nothing is dropped within `limit`, or the person closes the window.
  ///
  /// Throws `PasteboardError` with `.display` when the display goes away.
  public func next(within limit: Duration? = nil) throws(PasteboardError) -> DroppedContent? {
    guard case .dropped(let drop) = try nextEvent(within: limit) else { return nil }
    return DroppedContent(drop)
  }

  /// Waits for what happens next; without an end unless there is a limit.
  package func nextEvent(within limit: Duration?) throws(PasteboardError) -> DropEvent {
    try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in try target.next(within: limit) }
  }

  /// Closes it, once the program that something was dropped from has been told how that ended.
  ///
  /// To be called before this program ends.
  public func close() { target.close() }

  /// What content under these names is, in a few words for people, the richest first.
  package static func words(for names: [String]) -> String {
    if areFiles(names) { return "files" }
    let table = NameTable.shared
    var words: [String] = []
    for (_, type, format) in table.readable(among: names) {
      let word =
        if let format { format.title } else if type.conforms(to: .image) {
          "picture"
        } else if type == .fileURL {
          "files"
        } else { type.preferredFilenameExtension?.uppercased() ?? type.identifier }
      if !words.contains(word) { words.append(word) }
    }
    if words.isEmpty, let first = names.first(where: { table.role(of: $0) == .content }) { words = [first] }
    return words.prefix(4).joined(separator: ", ")
  }

  /// Whether files are dragged, and not a link or a picture of a page, which browsers list as files too.
  package static func areFiles(_ names: [String]) -> Bool {
    let isOfBrowser = names.contains {
      $0.hasPrefix("text/_moz_") || $0.hasPrefix("chromium/") || $0 == "_NETSCAPE_URL"
    }
    return !isOfBrowser && names.contains { NameTable.shared.type(of: $0) == .fileURL }
  }
}
