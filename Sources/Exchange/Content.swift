/// What an owner offers: names in order, and how each is rendered when somebody asks.
public struct Content: Sendable {
  /// The names that everybody sees, in order, without those that a backend's protocol adds itself.
  public var names: [String]

  /// Those of `names` and `namesForSome` whose representation is asked for anew each time, as it changes, or as `render` keeps
  /// it while there is room for it.
  public var changingNames: Set<String> = []

  /// Names that `view` may show to some besides.
  public var namesForSome: [String] = []

  /// Gives the representation for one of `names`, or for a rendering that `view` names; nil to refuse.
  ///
  /// Called in a thread of its own, once at most for each other name that it serves while the content is owned. A request
  /// is answered within half a second or refused. What comes later serves the next one.
  public var render: @Sendable (String) -> Representation?

  /// What a certain requestor gets to see instead of `names`; nil if all see the same.
  ///
  /// Only then are requestors looked up. It is called in the event loop, so it must be quick.
  public var view: (@Sendable (Peer) -> [Offered])?

  /// Whether it must not outlive its owner: no clipboard manager is asked to keep it.
  public var isSensitive: Bool

  /// A name, and the rendering that serves it.
  public struct Offered: Hashable, Sendable {
    /// One of `names` or of `namesForSome`; others are left out.
    public var name: String
    /// What `render` is asked for; several names may share one.
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
