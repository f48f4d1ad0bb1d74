/// What an owner gives for one target: the value of the property that carries it (ICCCM 2.2).
public struct SelectionProperty: Hashable, Sendable {
  /// The name of the property's type atom, which may differ from the target.
  public var type: String
  /// Bits per item: 8, 16 or 32.
  public var format: Int
  /// The value; items of 16 and 32 bits lie in this machine's byte order, without padding.
  public var bytes: [UInt8]

  /// Creates a value, of bytes unless told otherwise.
  public init(type: String, format: Int = 8, bytes: [UInt8]) {
    self.type = type
    self.format = format
    self.bytes = bytes
  }
}
