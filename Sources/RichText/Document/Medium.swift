import BinaryText

/// A picture or the like that a document holds itself.
public struct Medium: Hashable, Sendable {
  /// Tells the media of a document apart.
  public struct ID: Hashable, Sendable {
    /// A number that no other medium of the document has.
    public let number: Int

    /// Creates the identifier of this number.
    public init(_ number: Int) { self.number = number }
  }

  /// By which images of the document refer to it.
  public let id: ID
  /// Its MIME type.
  public var type: String
  /// The medium itself.
  public var bytes: [UInt8]
  /// Where it lies in the file that holds the document (`media/image1.png`), nil if that is not known.
  public var name: String?

  /// Creates a medium without a name unless told otherwise.
  public init(id: ID, type: String, bytes: [UInt8], name: String? = nil) {
    self.id = id
    self.type = type
    self.bytes = bytes
    self.name = name
  }

  /// The address that holds the medium itself (RFC 2397).
  var dataAddress: String { "data:\(type);base64,\(Base64.encode(bytes))" }
}

extension [Medium] {
  /// The media by what images call them; of two with one identifier, the first.
  package var byID: [Medium.ID: Medium] { Dictionary(map { ($0.id, $0) }) { first, _ in first } }
}
