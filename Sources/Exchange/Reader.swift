/// Reads a board: what its owner offers, and what it gives under a name.
///
/// Every call ends within the timeout that it was made with, whatever the owner does. For one thread.
public protocol Reader: AnyObject {
  /// Is told the bytes that came so far in a call, as they come.
  var onProgress: (@Sendable (Int) -> Void)? { get set }

  /// The names that the owner offers, in its order.
  func names() throws(ExchangeError) -> [String]

  /// The content that the owner gives under a name.
  ///
  /// - Parameters:
  ///   - name: one of `names()`.
  ///   - unchanged: true for text in the display system's own encoding as it comes, which is UTF-8 otherwise.
  func representation(_ name: String, unchanged: Bool) throws(ExchangeError) -> Representation

  /// The first bytes of what the owner gives under a name, at least `count` if there are so many.
  ///
  /// The owner makes no more of it than its display system asks for.
  func beginning(of name: String, upTo count: Int) throws(ExchangeError) -> RepresentationPrefix

  /// Passes what the owner gives under a name on to an open file as it comes, without holding it; returns how many bytes
  /// those were. Nil where that cannot be done, and nothing was asked for.
  ///
  /// What has been written stays written if the rest does not come.
  func pass(_ name: String, on file: Int32) throws(ExchangeError) -> Int?

  /// The owner; nil if there is none, or it cannot be found out.
  func owner() -> Peer?

  /// Gives each call from now on so long.
  func allow(_ timeout: Duration)
}

extension Reader {
  /// Nothing changes where calls do not wait, or for a person.
  public func allow(_ timeout: Duration) {}

  /// Not where a backend does not know how.
  public func pass(_ name: String, on file: Int32) throws(ExchangeError) -> Int? { nil }

  /// Reads all of it, where a backend knows no better.
  public func beginning(of name: String, upTo count: Int) throws(ExchangeError) -> RepresentationPrefix {
    RepresentationPrefix(of: try representation(name, unchanged: false), upTo: count)
  }
}

/// Options for reading a board.
public struct ReadOptions: Sendable {
  /// The time that each call may take.
  public var timeout: Duration
  /// The bytes accepted for one representation.
  public var byteLimit: Int
  /// The name of the program to ask as, where the owner answers each by its rule; nil to ask as oneself.
  public var application: String?

  /// Terms of a second and a gibibyte, unless told otherwise.
  public init(timeout: Duration = .seconds(1), byteLimit: Int = 1 << 30, application: String? = nil) {
    self.timeout = timeout
    self.byteLimit = byteLimit
    self.application = application
  }
}

/// The first bytes of a representation, as far as somebody wants to see them.
public struct RepresentationPrefix: Hashable, Sendable {
  /// The bytes that came.
  public var representation: Representation
  /// The number of bytes in all, as far as the owner tells; nil if it does not.
  public var size: Int?

  /// Creates a beginning; `size` is that of `representation` where all of it came.
  public init(_ representation: Representation, size: Int?) {
    self.representation = representation
    self.size = size
  }

  /// Whether nothing is missing.
  public var isWhole: Bool { size == representation.bytes.count }

  /// A representation that came whole, cut to its first bytes.
  init(of whole: Representation, upTo count: Int) {
    let bytes = whole.bytes
    representation = Representation(
      declared: whole.declared, format: whole.format,
      bytes: bytes.count > count ? Array(bytes.prefix(count)) : bytes)
    size = bytes.count
  }
}
