import Conversions
public import Exchange
import RichText
import System
public import UniformTypeIdentifiers

/// A small window on which people drop content for this program.
///
/// A thread handles drags over the window until it is closed or no longer referenced. The window opens beside the
/// pointer, above other windows, and always asks for a copy: it never moves what is dropped. It needs X11, or
/// Xwayland on Wayland.
public struct DropWindow: Sendable {
  private let target: any DropTarget

  /// Opens the window.
  ///
  /// Throws `PasteboardError` with `.display` if there is no display.
  ///
  /// - Parameters:
  ///   - title: the title of the window.
  ///   - prompt: the text that the window shows while nothing is over it.
  ///   - backend: the backend; nil for the desktop that this program runs on.
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

  /// Waits for the next drop; returns nil if nothing is dropped within `limit`, or if the window is closed.
  ///
  /// Throws `PasteboardError` with `.display` if the display server exits.
  public func next(within limit: Duration? = nil) throws(PasteboardError) -> DroppedContent? {
    guard case .dropped(let drop) = try nextEvent(within: limit) else { return nil }
    return DroppedContent(drop)
  }

  /// Waits for what happens next; without an end unless there is a limit.
  package func nextEvent(within limit: Duration?) throws(PasteboardError) -> DropEvent {
    try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in try target.next(within: limit) }
  }

  /// Closes the window, after the source of the last drop has been informed of its result.
  ///
  /// Call this before the program exits.
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

/// Content that was dropped on a window. Read it at once, then call `end(isTaken:)`.
///
/// Many sources discard the content after a second, and some cannot start another drag before this one ends.
public struct DroppedContent {
  private let drop: Drop

  init(_ drop: Drop) {
    self.drop = drop
  }

  private var pasteboard: PasteboardReader { PasteboardReader(drop.reader, of: .drag) }

  /// Ends the drop: tells the source whether this program used the content. Call it exactly once.
  public func end(isTaken: Bool) { drop.end(isTaken: isTaken) }

  /// The types that the source offers, in its order.
  ///
  /// Throws `PasteboardError`: `.timedOut`, `.ownerVanished` or `.display`.
  public var types: [UTType] {
    get throws(PasteboardError) { Pasteboard.types(of: try pasteboard.targets()) }
  }

  /// The dropped content as `type`: unchanged if the source offers that type, otherwise converted.
  ///
  /// Nil if the content is not available in that type. Throws `PasteboardError` as `types` does.
  public func data(forType type: UTType) throws(PasteboardError) -> [UInt8]? {
    try PasteboardError.nilIfAbsent { () throws(PasteboardError) in
      try pasteboard.paste(PasteRequest(type), among: pasteboard.targets()).bytes
    }
  }

  /// The dropped content as text of `type`, decoded from the source's encoding.
  ///
  /// Nil if the content is not available in that type. Throws `PasteboardError` as `types` does.
  public func string(forType type: UTType) throws(PasteboardError) -> String? {
    try data(forType: type).map { NameTable.shared.plainText(of: Representation(bytes: $0), name: "") }
  }

  /// The paths of the dropped files; empty for other content, such as text, a link or a web page's picture.
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

/// Content that people drag out of this program, with the pointer or from a small window.
///
/// Content is offered in the same formats as a copy, and as a file to programs that create one; items of
/// `UTType.fileURL` are offered as files. Dragging needs X11, or Xwayland on Wayland.
public struct DragSource: Sendable {
  /// The items that are dragged together.
  public let items: [PasteboardItem]

  /// The title that the window shows in its row.
  public let title: String

  /// The name of the file that programs create; nil for a name that the type gives.
  public var fileName: String?

  /// Whether programs may move the files instead of copying them.
  public var mayMove = false

  /// Creates a drag of several items, such as files.
  public init(_ items: [PasteboardItem], title: String) {
    self.items = items
    self.title = title
  }

  /// Creates a drag of one item.
  public init(_ item: PasteboardItem, title: String) {
    self.init([item], title: title)
  }

  /// Starts the drag and waits for its end; returns whether a program accepted the drop.
  ///
  /// Blocks the thread. Throws `PasteboardError` with `.display` if there is no display, or another program has the
  /// pointer.
  ///
  /// - Parameters:
  ///   - isFromWindow: true to open a window from which to drag; false to attach the content to the pointer until the
  ///     next click.
  ///   - limit: the longest time to wait for a drop; nil to wait without a limit.
  ///   - backend: the backend; nil for the desktop that this program runs on.
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
