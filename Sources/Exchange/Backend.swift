/// A way to the pasteboards of a desktop: a display system, or anything else that programs exchange content through.
///
/// A row of a table. What is above knows names of forms, bytes and boards alone.
public struct Backend: Sendable {
  /// The name in the command and in the configuration.
  public let name: String
  /// The display: tells backends of one name apart, and what belongs to each.
  public let place: String
  /// Whether content stays there by itself, so that no process has to own it.
  public let persistsContent: Bool
  /// Whether it can be used here, as far as the environment tells.
  public let isPresent: @Sendable () -> Bool
  /// Connects, to read a board.
  public let read: Read
  /// Owns a board until another program takes it or the terms end it; calls the closure once it is owned.
  public package(set) var own: Own
  /// Takes a board, to be served by a child of this process; nil where only the process that serves can take one.
  public package(set) var take: Take?
  /// Owns a board in a thread of its own; calls the closure at its end.
  public package(set) var serve: Serve
  /// Begins to watch boards.
  public let watch: @Sendable ([Board]) throws(ExchangeError) -> any Watch
  /// Makes nobody the owner of a board.
  public let clear: @Sendable (Board) throws(ExchangeError) -> Void
  /// Works as the clipboard manager; returns at its end.
  public package(set) var keep: Keep
  /// A few words for people about how it works here, or why it cannot; nil if there is nothing to say.
  public let statusDescription: @Sendable () -> String?
  /// Its drag and drop; nil if it has none.
  public let dragAndDrop: DragAndDrop?
  /// Leaves what was found out here to a child of this process: the open descriptors that it needs.
  public let inheritedDescriptors: @Sendable () -> [Int32]

  /// A function that connects, to read a board.
  public typealias Read = @Sendable (Board, ReadOptions) throws(ExchangeError) -> any Reader

  /// A function that owns a board in the calling thread.
  public typealias Own =
    @Sendable (Board, Content, OwnOptions, _ ready: () -> Void) throws(ExchangeError) -> Void

  /// A function that owns a board in a thread of its own.
  public typealias Serve =
    @Sendable (Board, Content, _ ended: @escaping @Sendable () -> Void) throws(ExchangeError) -> any Ownership

  /// A function that works as the clipboard manager.
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
  /// Two are the same if they are ways to the same boards.
  public static func == (left: Backend, right: Backend) -> Bool {
    left.name == right.name && left.place == right.place
  }

  /// Hashes the name and the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(place)
  }
}

/// A pasteboard as backends know it: a name, which each maps to what its display system has.
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
