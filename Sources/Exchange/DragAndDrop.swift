public import System

/// The drag and drop of a display system.
public struct DragAndDrop: Sendable {
  /// Opens a window on which people drop content.
  public let openTarget: @Sendable (DropTargetOptions) throws(ExchangeError) -> any DropTarget
  /// Runs a drag of items; returns its outcome.
  public let drag: @Sendable ([Draggable], DragSourceOptions) throws(ExchangeError) -> DragEnd

  /// The ways of a display system.
  public init(
    openTarget: @escaping @Sendable (DropTargetOptions) throws(ExchangeError) -> any DropTarget,
    drag: @escaping @Sendable ([Draggable], DragSourceOptions) throws(ExchangeError) -> DragEnd
  ) {
    self.openTarget = openTarget
    self.drag = drag
  }
}

// MARK: Dropping

/// A window on which people drop content.
///
/// A separate thread handles drags until the window is closed or no longer referenced.
public protocol DropTarget: AnyObject, Sendable {
  /// Waits for the next drop.
  ///
  /// - Parameter limit: how long to wait; nil for no end.
  func next(within limit: Duration?) throws(ExchangeError) -> DropEvent

  /// Closes the window after pending answers to sources have been sent.
  func close()
}

/// The events that a window waits for.
public enum DropEvent {
  /// Something was dropped.
  case dropped(Drop)
  /// The window was closed, or `stop` ended the wait.
  case closed
  /// Nothing came in time.
  case timedOut
}

/// A drop. Read it at once, because its source answers only for a short time.
public struct Drop {
  /// The reader of the content; its requests use the drop's time stamp.
  public let reader: any Reader
  /// The file name that the source suggests, in bytes; nil if it suggests none.
  public let fileName: [UInt8]?
  private let finish: (Bool) -> Void

  /// Creates a drop; `finish` is called with whether the content was used.
  public init(reader: any Reader, fileName: [UInt8]?, finish: @escaping (Bool) -> Void) {
    self.reader = reader
    self.fileName = fileName
    self.finish = finish
  }

  /// Ends the drop: tells the source whether the content was used. Call it exactly once for each drop.
  public func end(isTaken: Bool) { finish(isTaken) }
}

/// Options of a window that waits for drops.
public struct DropTargetOptions: Sendable {
  /// The name of the window.
  public var title: String
  /// The text while nothing is over the window.
  public var prompt: String
  /// The text for content under these names.
  public var describe: @Sendable ([String]) -> String
  /// Whether it opens under the pointer, rather than beside it.
  public var isAtPointer = false
  /// Whether it has no frame.
  public var isFrameless = false
  /// The options for reading the dropped content.
  public var reading = ReadOptions()
  /// Closes the window.
  public var stop: StopSignal?

  /// Terms of a window with a frame.
  public init(title: String, prompt: String, describe: @escaping @Sendable ([String]) -> String) {
    self.title = title
    self.prompt = prompt
    self.describe = describe
  }
}

// MARK: Dragging

/// An item to drag.
public struct Draggable: Sendable {
  /// The title for people, in one line.
  public var title: String
  /// The kind of content, in a word or two.
  public var detail: String
  /// The content that programs are offered.
  public var content: Content
  /// The file name that programs should use for it, in bytes; nil where no file is to be made.
  ///
  /// The content is then offered as `application/octet-stream` too, with the bytes of the file.
  public var fileName: [UInt8]?
  /// Writes the file to an address that a program chose (XDS); returns false if it cannot.
  ///
  /// Called in a thread of its own.
  public var save: @Sendable (_ address: [UInt8]) -> Bool = { _ in false }

  /// Makes a thumbnail for its row in a window; nil for content without one.
  ///
  /// Called in a thread of its own.
  public var thumbnail: Thumbnail.Maker?

  /// The name under which the bytes of a file are offered.
  public static let fileContent = "application/octet-stream"

  /// Something to drag.
  public init(title: String, detail: String, content: Content, fileName: [UInt8]? = nil) {
    self.title = title
    self.detail = detail
    self.content = content
    self.fileName = fileName
  }
}

/// Options of a drag.
public struct DragSourceOptions: Sendable {
  /// The way in which it begins.
  public enum Start: Sendable {
    /// The drag begins at once: the pointer carries the first item, and a click drops it.
    case atOnce
    /// Begins from a window with a row for each, when a button is pressed there.
    case window
  }

  /// The condition on which it ends.
  public enum Ending: String, CaseIterable, Sendable {
    /// After the first drop.
    case first
    /// Ends when each has been dropped once.
    case all
    /// Ends when the window is closed.
    case never
  }

  /// The way in which it begins.
  public var start = Start.atOnce
  /// The condition on which it ends.
  public var ending = Ending.first
  /// Whether programs may move the content instead of copying it.
  public var mayMove = false
  /// The name of the window.
  public var title: String
  /// Whether it has no frame.
  public var isFrameless = false
  /// The longest time to wait for a drop; nil to wait without a limit.
  public var limit: Duration?
  /// The time during which programs may still request content after a drop.
  public var aftermath = Duration.seconds(3)
  /// Ends the drag; the program under the pointer is informed.
  public var stop: StopSignal?

  /// Terms of a drag that begins at once.
  public init(title: String) { self.title = title }
}

/// The outcome of a drag.
public enum DragEnd: Hashable, Sendable {
  /// Something was dropped and taken.
  case dropped
  /// No window at that position accepted the drop.
  case nowhere
  /// It was dropped, and the program there would not have it.
  case refused
  /// The person gave up, or closed the window.
  case cancelled
  /// Nothing was dropped in time.
  case timedOut
}

/// A small picture of something, for people to know it by.
public struct Thumbnail: Hashable, Sendable {
  /// The extent in pixels.
  public let width: Int
  /// The extent in pixels.
  public let height: Int
  /// Red, green and blue (`0xRRGGBB`), row by row from the top.
  public let colors: [UInt32]

  /// Makes the thumbnail of a size at most; nil if there is nothing to show.
  public typealias Maker = @Sendable (_ width: Int, _ height: Int) -> Thumbnail?

  /// A thumbnail with a colour for each pixel.
  public init(width: Int, height: Int, colors: [UInt32]) {
    precondition(colors.count == width * height)
    self.width = width
    self.height = height
    self.colors = colors
  }
}
