/// Content in one form: its bytes, and what its owner declares them to be.
public struct Representation: Hashable, Sendable {
  /// The name of the form that the bytes have, where the owner declares one: under X11 the type of the property,
  /// which may differ from the target (ICCCM 2.2).
  ///
  /// Nil for the name that they were asked for by; what is text is UTF-8 then, and the backend gives it in the
  /// encoding that the name stands for.
  public var declared: String?
  /// Bits per item: 8, 16 or 32; only X11 knows others than 8.
  public var format: Int
  /// The value; items of 16 and 32 bits lie in this machine's byte order, without padding.
  public var payload: Payload

  /// The bytes of the value; of a secret a copy, which is not overwritten at its end.
  public var bytes: [UInt8] {
    get { payload.array }
    set { payload = .plain(newValue) }
  }

  /// Creates a value, of bytes unless told otherwise.
  public init(declared: String? = nil, format: Int = 8, bytes: [UInt8]) {
    self.init(declared: declared, format: format, .plain(bytes))
  }

  /// Creates a value, of bytes unless told otherwise.
  public init(declared: String? = nil, format: Int = 8, _ payload: Payload) {
    self.declared = declared
    self.format = format
    self.payload = payload
  }
}
