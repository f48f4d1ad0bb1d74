/// The first bytes of a representation, as far as somebody wants to see them.
public struct Beginning: Hashable, Sendable {
  /// What came of it.
  public var representation: Representation
  /// How many bytes there are in all, as far as the owner tells; nil if it does not.
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
