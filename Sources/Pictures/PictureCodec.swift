/// A format of pictures: how it is recognised, read and written.
public struct PictureCodec: Sendable {
  /// The name for people.
  public let name: String
  /// Its MIME type.
  public let type: String
  /// The width and the height that the bytes declare; nil if they are not of this format.
  let size: @Sendable (_ bytes: [UInt8]) -> (width: Int, height: Int)?
  /// Whether this kind of the format is read, as far as the header tells.
  let isRead: @Sendable (_ bytes: [UInt8], _ width: Int, _ height: Int) -> Bool
  /// Reads a picture of a size that is within the bounds.
  let decode: @Sendable (_ bytes: [UInt8], PictureHeader) throws(PictureError) -> Picture
  /// Writes a picture; nil for a format that is only read.
  let encode: (@Sendable (Picture) -> [UInt8]?)?

  init(
    name: String, type: String, size: @escaping @Sendable ([UInt8]) -> (width: Int, height: Int)?,
    isRead: @escaping @Sendable ([UInt8], Int, Int) -> Bool = { _, _, _ in true },
    decode: @escaping @Sendable ([UInt8], PictureHeader) throws(PictureError) -> Picture,
    encode: (@Sendable (Picture) -> [UInt8]?)? = nil
  ) {
    self.name = name
    self.type = type
    self.size = size
    self.isRead = isRead
    self.decode = decode
    self.encode = encode
  }

  /// All formats, the preferred one first.
  public static let all: [PictureCodec] = [.png, .webP, .jpeg, .tiff, .bmp, .gif]

  /// True if pictures can be written in it.
  public var writes: Bool { encode != nil }

  /// A picture in this format.
  ///
  /// Throws `PictureError` if the format is only read, or cannot hold a picture of this size.
  public func write(_ picture: Picture) throws(PictureError) -> [UInt8] {
    guard let encode, let bytes = encode(picture) else { throw .broken(name) }
    return picture.properties.inserted(into: bytes, of: self)
  }
}

extension PictureCodec: Hashable {
  /// Formats are equal if their types are.
  public static func == (left: PictureCodec, right: PictureCodec) -> Bool { left.type == right.type }

  /// Hashes the type.
  public func hash(into hasher: inout Hasher) { hasher.combine(type) }
}

/// An error that reading or writing a picture throws.
public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable {
    enum Kind { case unreadable, tooLarge }
    let kind: Kind

    /// The bytes are not a picture of a known format, or the picture is damaged.
    public static let unreadable = Code(kind: .unreadable)
    /// The picture has more pixels than the limit.
    public static let tooLarge = Code(kind: .tooLarge)
  }

  /// The kind of failure.
  public let code: Code
  /// The description, in one line without a full stop.
  public let description: String

  static func broken(_ format: String) -> PictureError {
    PictureError(code: .unreadable, description: "it is damaged, or a kind of \(format) that pb cannot read")
  }

  static let unknown = PictureError(
    code: .unreadable, description: "its format is unknown. pb reads PNG, JPEG, WebP, GIF, BMP and TIFF.")

  static func tooLarge(_ width: Int, _ height: Int, limit: Int) -> PictureError {
    PictureError(
      code: .tooLarge,
      description: "it has \(width) × \(height) pixels; pb converts at most \(limit >> 20) million")
  }
}
