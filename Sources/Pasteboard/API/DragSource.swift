public import Exchange
import UniformTypeIdentifiers

/// Something that people drag out of this program: the pointer carries it, or a small window has it.
///
/// Content is offered as a copy of it is, in every form that helps, and as a file to programs that make one of it;
/// items of `UTType.fileURL` are offered as files. It goes through X, under Wayland by Xwayland.
public struct DragSource: Sendable {
  /// What is dragged, together.
  public let items: [PasteboardItem]

  /// What people know it by: the row of a window has it.
  public let title: String

  /// What programs that make a file of content call it; nil for a name after its type.
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
    var terms = DragTerms(title: title)
    (terms.start, terms.limit, terms.mayMove) = (isFromWindow ? .window : .atOnce, limit, mayMove)
    return try DraggedThings.drag([thing], terms, on: backend) == .dropped
  }

  private var thing: Draggable {
    guard items.count == 1, items[0].types.first != .fileURL else {
      return DraggedThings.files(items, title: title, detail: "")
    }
    return DraggedThings.content(
      items[0], OfferingTerms(), title: title, fileName: fileName.map { Array($0.utf8) })
  }
}
