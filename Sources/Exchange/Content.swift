public import System

/// The content that an owner offers: names in order, and a function that renders each on request.
public struct Content: Sendable {
  /// The names that every program sees, in order, without those that the backend's protocol adds.
  public var names: [String]

  /// The names that are rendered again for each request, because their content changes or `render` caches it itself.
  public var changingNames: Set<String> = []

  /// Further names that `view` may show to some programs.
  public var restrictedNames: [String] = []

  /// Returns the representation for one of `names`, or for a rendering that `view` names; nil to refuse.
  ///
  /// Called in a separate thread, at most once for each name that is not in `changingNames`. A request is answered
  /// within half a second or refused; a later result answers the next request.
  public var render: @Sendable (String) -> Representation?

  /// Returns the names that a requestor sees instead of `names`; nil if all programs see the same names.
  ///
  /// The owner identifies requestors only if this is set. It runs in the event loop, so it must be fast.
  public var view: (@Sendable (Peer) -> [Offered])?

  /// Whether a backend offers all names in their order, also those that it leaves out otherwise.
  package var isExact = false

  /// Whether the content must not outlive its owner: clipboard managers are not asked to keep it.
  public var isSensitive: Bool

  /// A name that a program sees, with the rendering that answers it.
  public struct Offered: Hashable, Sendable {
    /// One of `names` or of `restrictedNames`; others are left out.
    public var name: String
    /// The rendering that `render` is asked for; several names may share one.
    public var rendering: String

    /// Creates a name; by default the rendering has the same name.
    public init(_ name: String, rendering: String? = nil) {
      self.name = name
      self.rendering = rendering ?? name
    }
  }

  /// Creates content that `render` makes on request.
  public init(
    names: [String], isSensitive: Bool = false, view: (@Sendable (Peer) -> [Offered])? = nil,
    render: @escaping @Sendable (String) -> Representation?
  ) {
    self.names = names
    self.isSensitive = isSensitive
    self.view = view
    self.render = render
  }
}

/// Content under one name: its bytes, and the type that its owner declares.
public struct Representation: Hashable, Sendable {
  /// The type that the owner declares; on X11 the type of the property, which may differ from the target (ICCCM 2.2).
  ///
  /// Nil means the requested name. Text is then UTF-8, and the backend converts it to the encoding of that name.
  public var declared: String?
  /// Bits per item: 8, 16 or 32; only X11 uses 16 and 32.
  public var format: Int
  /// The value; items of 16 and 32 bits are in this machine's byte order, without padding.
  public var payload: Payload

  /// The bytes of the value. For a secret, this is a copy that is not overwritten.
  public var bytes: [UInt8] {
    get { payload.array }
    set { payload = .plain(newValue) }
  }

  /// Creates a value from bytes; by default with items of 8 bits.
  public init(declared: String? = nil, format: Int = 8, bytes: [UInt8]) {
    self.init(declared: declared, format: format, .plain(bytes))
  }

  /// Creates a value from a payload; by default with items of 8 bits.
  public init(declared: String? = nil, format: Int = 8, _ payload: Payload) {
    self.declared = declared
    self.format = format
    self.payload = payload
  }
}

/// The bytes of a representation; for a secret, in memory that is overwritten when it is released.
public enum Payload: Hashable, Sendable {
  case plain([UInt8])
  case secret(SecretBytes)

  /// The number of bytes.
  public var count: Int {
    switch self {
    case .plain(let bytes): bytes.count
    case .secret(let secret): secret.count
    }
  }

  /// The bytes. For a secret, this is a copy that is not overwritten.
  public var array: [UInt8] {
    switch self {
    case .plain(let bytes): bytes
    case .secret(let secret): secret.array
    }
  }

  /// The bytes for the time of a call.
  package func withSpan<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch self {
    case .plain(let bytes): try body(bytes.span)
    case .secret(let secret): try secret.withSpan(body)
    }
  }

  /// Appends a copy; without a trace elsewhere if the array has the capacity for it.
  package func append(to array: inout [UInt8]) {
    switch self {
    case .plain(let bytes): array += bytes
    case .secret(let secret): secret.append(to: &array)
    }
  }

  /// Makes another payload of the bytes; of a secret it makes a secret.
  ///
  /// - Parameter make: may leave no copy of them anywhere but in what it returns.
  package func mapped(_ make: ([UInt8]) -> [UInt8]?) -> Payload? {
    switch self {
    case .plain(let bytes): return make(bytes).map(Payload.plain)
    case .secret(let secret):
      var bytes = secret.array
      defer { bytes.overwrite() }
      guard var made = make(bytes) else { return nil }
      return made == bytes ? self : .secret(SecretBytes(taking: &made))
    }
  }

  /// Makes the bytes those of a secret; an array of them that nobody else holds is overwritten.
  package mutating func conceal() {
    guard case .plain(var bytes) = self else { return }
    self = .plain([])
    self = .secret(SecretBytes(taking: &bytes))
  }
}
