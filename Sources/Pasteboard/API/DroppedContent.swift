import Conversions
import Exchange
import RichText
public import UniformTypeIdentifiers

/// What was dropped onto a window, for as long as its program answers: read it soon, and end it.
///
/// Many programs forget what was dropped after a second, and some start no further drag before it is ended.
public struct DroppedContent {
  private let drop: Drop

  init(_ drop: Drop) {
    self.drop = drop
  }

  private var pasteboard: PasteboardReader { PasteboardReader(drop.reader, of: .drag) }

  /// Tells the program that all is read, and whether it was of use; to be called once.
  public func end(isTaken: Bool) { drop.end(isTaken: isTaken) }

  /// The types that are offered, in the order of the program that it was dragged from.
  ///
  /// Throws `PasteboardError`: `.timedOut`, `.ownerVanished` or `.display`.
  public var types: [UTType] {
    get throws(PasteboardError) { Pasteboard.types(of: try pasteboard.targets()) }
  }

  /// What was dropped as `type`: as it was offered, else converted.
  ///
  /// Nil if it cannot be had. Throws `PasteboardError` as `types` does.
  public func data(forType type: UTType) throws(PasteboardError) -> [UInt8]? {
    try PasteboardError.nilIfAbsent { () throws(PasteboardError) in
      try pasteboard.paste(PasteRequest(type), among: pasteboard.targets()).bytes
    }
  }

  /// What was dropped as text of `type`, whatever encoding it comes in.
  ///
  /// Nil if it cannot be had. Throws `PasteboardError` as `types` does.
  public func string(forType type: UTType) throws(PasteboardError) -> String? {
    try data(forType: type).map { NameTable.shared.plainText(of: Representation(bytes: $0), name: "") }
  }

  /// The paths of the files that were dropped; empty if it was content, or a link or a picture of a page.
  ///
  /// Throws `PasteboardError` as `types` does.
  public var files: [String] {
    get throws(PasteboardError) {
      let names = try pasteboard.targets()
      guard DropWindow.areFiles(names) else { return [] }
      let found = try PasteboardError.nilIfAbsent { () throws(PasteboardError) in
        try pasteboard.paste(PasteRequest(.fileURL), among: names).files
      }
      return found??.paths.map { String(decoding: $0, as: UTF8.self) } ?? []
    }
  }
}
