/// A way to exchange content with other programs, such as a display system.
///
/// Each backend is a row of a table. The layers above use only names, bytes and boards.
public struct Backend: Sendable {
  /// The name for `--backend` and the configuration.
  public let name: String
  /// The display, which distinguishes backends of the same name.
  public let place: String
  /// Whether the display stores content itself, so that no process needs to own it.
  public let persistsContent: Bool
  /// Returns whether the environment provides what the backend needs.
  public let isPresent: @Sendable () -> Bool
  /// Connects to the display to read a board.
  public let read: Read
  /// Owns a board until another program takes it or the options end it; calls the closure when it is owned.
  public package(set) var own: Own
  /// Takes a board that a child process then serves; nil if only the serving process can take it.
  public package(set) var take: Take?
  /// Owns a board in a separate thread; calls the closure at the end.
  public package(set) var serve: Serve
  /// Begins to watch boards.
  public let watch: @Sendable ([Board]) throws(ExchangeError) -> any Watch
  /// Empties a board, so that it has no owner.
  public let clear: @Sendable (Board) throws(ExchangeError) -> Void
  /// Runs the clipboard manager; returns when it ends.
  public package(set) var keep: Keep
  /// Returns a short text for people: how the backend works here, or why it does not; nil if nothing is notable.
  public let statusDescription: @Sendable () -> String?
  /// Drag and drop; nil if the backend does not support it.
  public let dragAndDrop: DragAndDrop?
  /// Returns the open descriptors that a child process needs to use the same display.
  public let inheritedDescriptors: @Sendable () -> [Int32]

  /// A function that connects, to read a board.
  public typealias Read = @Sendable (Board, ReadOptions) throws(ExchangeError) -> any Reader

  /// A function that owns a board in the calling thread.
  public typealias Own =
    @Sendable (Board, Content, OwnOptions, _ ready: () -> Void) throws(ExchangeError) -> Void

  /// A function that owns a board in a separate thread.
  public typealias Serve =
    @Sendable (Board, Content, _ ended: @escaping @Sendable () -> Void) throws(ExchangeError) -> any Ownership

  /// A function that runs the clipboard manager.
  public typealias Keep = @Sendable (ManagerOptions) throws(ExchangeError) -> ManagerExit

  /// A function that takes a board for another process.
  public typealias Take = @Sendable (Board, Content) throws(ExchangeError) -> any ClaimedSelection

  /// A row of the table.
  public init(
    name: String, place: String, persistsContent: Bool = false,
    isPresent: @escaping @Sendable () -> Bool, read: @escaping Read, own: @escaping Own, take: Take? = nil,
    serve: @escaping Serve, watch: @escaping @Sendable ([Board]) throws(ExchangeError) -> any Watch,
    clear: @escaping @Sendable (Board) throws(ExchangeError) -> Void, keep: @escaping Keep,
    statusDescription: @escaping @Sendable () -> String? = { nil },
    dragAndDrop: DragAndDrop? = nil,
    inheritedDescriptors: @escaping @Sendable () -> [Int32] = { [] }
  ) {
    self.name = name
    self.place = place
    self.persistsContent = persistsContent
    self.isPresent = isPresent
    self.read = read
    self.own = own
    self.take = take
    self.serve = serve
    self.watch = watch
    self.clear = clear
    self.keep = keep
    self.statusDescription = statusDescription
    self.dragAndDrop = dragAndDrop
    self.inheritedDescriptors = inheritedDescriptors
  }
}

extension Backend: Hashable {
  /// Returns whether two backends reach the same boards.
  public static func == (left: Backend, right: Backend) -> Bool {
    left.name == right.name && left.place == right.place
  }

  /// Hashes the name and the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(place)
  }
}

/// A pasteboard as backends see it: a name, which each maps to its display system.
public struct Board: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public let name: String

  /// Whether it is one that this project's own processes alone know of.
  package var isOwn: Bool { name.hasPrefix("pb.") }

  /// The board of a name.
  public init(_ name: String) {
    self.name = name
  }

  /// The clipboard, which copy and paste use.
  public static let general = Board("general")
  /// The primary selection: selected text, pasted with the middle button.
  public static let primary = Board("primary")
  /// A second selection that few programs know.
  public static let secondary = Board("secondary")
  /// The text that was last searched for.
  public static let find = Board("find")
  /// The content that is being dragged.
  public static let drag = Board("drag")

  /// The name.
  public var description: String { name }

  /// The name for messages, with its article: users know one clipboard and further pasteboards.
  package var noun: String { self == .general ? "the clipboard" : "the \(name) pasteboard" }
}
