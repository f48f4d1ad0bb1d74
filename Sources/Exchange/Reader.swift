/// Reads a board: the names that its owner offers, and the content under a name.
///
/// Every call ends within the reader's timeout, whatever the owner does. Use a reader in one thread only.
public protocol Reader: AnyObject {
  /// Called with the number of bytes that have arrived in a call so far.
  var onProgress: (@Sendable (Int) -> Void)? { get set }

  /// The names that the owner offers, in its order.
  func names() throws(ExchangeError) -> [String]

  /// The content that the owner gives under a name.
  ///
  /// - Parameters:
  ///   - name: one of `names()`.
  ///   - unchanged: true to return text in the display system's encoding; false to convert it to UTF-8.
  func representation(_ name: String, unchanged: Bool) throws(ExchangeError) -> Representation

  /// The first bytes of the content under a name: at least `count`, or all if it is shorter.
  ///
  /// The owner produces no more than its display system requests.
  func beginning(of name: String, upTo count: Int) throws(ExchangeError) -> RepresentationPrefix

  /// Writes the content under a name to an open file as it arrives, without storing it; returns the number of bytes.
  /// Nil if the backend does not support this; nothing was requested then.
  ///
  /// If the rest does not arrive, the bytes that were written stay.
  func pass(_ name: String, on file: Int32) throws(ExchangeError) -> Int?

  /// The owner; nil if there is none, or it cannot be found out.
  func owner() -> Peer?

  /// Sets the timeout of all further calls.
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
  /// The program to ask as, if the owner has rules for programs; nil to ask as this program.
  public var application: String?

  /// Creates options; by default one second and 1 GiB.
  public init(timeout: Duration = .seconds(1), byteLimit: Int = 1 << 30, application: String? = nil) {
    self.timeout = timeout
    self.byteLimit = byteLimit
    self.application = application
  }
}

/// The first bytes of a representation.
public struct RepresentationPrefix: Hashable, Sendable {
  /// The bytes that came.
  public var representation: Representation
  /// The total number of bytes; nil if the owner does not report it.
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
