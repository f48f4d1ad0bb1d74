public import System

/// The content that an owner offers: names in order, and how each is rendered when somebody asks.
public struct Content: Sendable {
  /// The names that everybody sees, in order, without those that a backend's protocol adds itself.
  public var names: [String]

  /// Those of `names` and `restrictedNames` whose representation is asked for anew each time, as it changes, or as `render` keeps
  /// it while there is room for it.
  public var changingNames: Set<String> = []

  /// Names that `view` may show to some besides.
  public var restrictedNames: [String] = []

  /// Gives the representation for one of `names`, or for a rendering that `view` names; nil to refuse.
  ///
  /// Called in a thread of its own, once at most for each other name that it serves while the content is owned. A request
  /// is answered within half a second or refused. What comes later serves the next one.
  public var render: @Sendable (String) -> Representation?

  /// The names that a certain requestor sees instead of `names`; nil if all see the same.
  ///
  /// Only then are requestors looked up. It is called in the event loop, so it must be quick.
  public var view: (@Sendable (Peer) -> [Offered])?

  /// Whether a backend offers all names in their order, also those that it leaves out otherwise.
  package var isExact = false

  /// Whether it must not outlive its owner: no clipboard manager is asked to keep it.
  public var isSensitive: Bool

  /// A name, and the rendering that serves it.
  public struct Offered: Hashable, Sendable {
    /// One of `names` or of `restrictedNames`; others are left out.
    public var name: String
    /// The rendering that `render` is asked for; several names may share one.
    public var rendering: String

    /// `rendering` is the name itself unless told otherwise.
    public init(_ name: String, rendering: String? = nil) {
      self.name = name
      self.rendering = rendering ?? name
    }
  }

  /// Creates content that `render` makes when it is asked for.
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

/// The bytes of a representation: those of a secret lie in memory that is overwritten at their end.
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

  /// The bytes; of a secret a copy, which is not overwritten at its end.
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
