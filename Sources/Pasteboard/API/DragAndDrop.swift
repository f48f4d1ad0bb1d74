import Conversions
public import Exchange
import RichText
import System
public import UniformTypeIdentifiers

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
    try self.init(DropTargetOptions(title: title, prompt: prompt, describe: Self.words), on: backend)
  }

  /// Opens it as the terms say.
  package init(_ terms: DropTargetOptions, on backend: Backend? = nil) throws(PasteboardError) {
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

  /// A few words for people about content under these names, the richest first.
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

/// Content that was dropped onto a window, for as long as its program answers: read it soon, and end it.
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

  /// The dropped content as `type`: as it was offered, else converted.
  ///
  /// Nil if it cannot be had. Throws `PasteboardError` as `types` does.
  public func data(forType type: UTType) throws(PasteboardError) -> [UInt8]? {
    try PasteboardError.nilIfAbsent { () throws(PasteboardError) in
      try pasteboard.paste(PasteRequest(type), among: pasteboard.targets()).bytes
    }
  }

  /// The dropped content as text of `type`, whatever encoding it comes in.
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

/// Something that people drag out of this program: the pointer carries it, or a small window has it.
///
/// Content is offered as a copy of it is, in every form that helps, and as a file to programs that make one of it;
/// items of `UTType.fileURL` are offered as files. It goes through X, under Wayland by Xwayland.
public struct DragSource: Sendable {
  /// The items that are dragged together.
  public let items: [PasteboardItem]

  /// The title for people, shown in the row of a window.
  public let title: String

  /// The name of a file that programs make of it; nil for a name after its type.
  public var fileName: String?

  /// Whether programs may move files, rather than copy them.
  public var mayMove = false

  /// Several items at once, such as files.
  public init(_ items: [PasteboardItem], title: String) {
    self.items = items
    self.title = title
  }

  /// One item.
  public init(_ item: PasteboardItem, title: String) {
    self.init([item], title: title)
  }

  /// Has people drag it; returns at the end whether they have dropped it, and its program has taken it.
  ///
  /// Blocks the thread. Throws `PasteboardError` with `.display` if there is no display, or another program has the
  /// pointer.
  ///
  /// - Parameters:
  ///   - isFromWindow: whether a window opens to drag it from; else the pointer carries it from now on, until a click
  ///     drops it.
  ///   - limit: how long to wait for a drop; nil for no end.
  ///   - backend: where; nil for the desktop that this program runs on.
  public func drag(
    fromWindow isFromWindow: Bool = false, within limit: Duration? = nil, on backend: Backend? = nil
  ) throws(PasteboardError) -> Bool {
    var terms = DragSourceOptions(title: title)
    (terms.start, terms.limit, terms.mayMove) = (isFromWindow ? .window : .atOnce, limit, mayMove)
    return try DragItems.drag([thing], terms, on: backend) == .dropped
  }

  private var thing: Draggable {
    guard items.count == 1, items[0].types.first != .fileURL else {
      return DragItems.files(items, title: title, detail: "")
    }
    return DragItems.content(
      items[0], OfferingOptions(), title: title, fileName: fileName.map { Array($0.utf8) })
  }
}
