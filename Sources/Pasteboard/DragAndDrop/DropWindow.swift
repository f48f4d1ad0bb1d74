import Conversions
package import Exchange
import RichText
import System
import UniformTypeIdentifiers

/// A window onto which people drop what a program is to paste.
package struct DropWindow {
  private let target: any DropTarget

  /// Opens it.
  package init(_ terms: DropTerms) throws(PasteboardError) {
    let dragAndDrop = try Backend.forDragging()
    target = try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      try dragAndDrop.openTarget(terms)
    }
  }

  /// Waits for the next drop; without an end unless there is a limit.
  package func next(within limit: Duration?) throws(PasteboardError) -> DropEvent {
    try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in try target.next(within: limit) }
  }

  /// Closes it, once what is owed to a source is sent.
  package func close() { target.close() }

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
