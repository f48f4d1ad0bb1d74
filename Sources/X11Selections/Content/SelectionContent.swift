/// What an owner offers: target names in order, and how each is rendered when somebody asks.
public struct SelectionContent: Sendable {
  /// The targets as `TARGETS` lists them, without those that the protocol adds itself (`TARGETS`,
  /// `MULTIPLE`, `TIMESTAMP`, `SAVE_TARGETS`).
  public var targets: [String]

  /// Gives the property for one of `targets`, nil to refuse; called off the event loop, once at most for
  /// each name while the content is owned.
  ///
  /// A request is answered within half a second or refused. What comes later serves the next one.
  public var render: @Sendable (String) -> SelectionProperty?

  /// What a certain requestor gets to see instead of `targets`; nil if all see the same.
  ///
  /// Only then are requestors looked up. It is called in the event loop, so it must be quick.
  public var offers: (@Sendable (PeerDescription) -> [Offer])?

  /// Whether it must not outlive its owner: no clipboard manager is asked to keep it.
  public var isSensitive: Bool

  /// A target, and the name under which `render` is asked for its value.
  public struct Offer: Hashable, Sendable {
    /// One of `targets`; others are left out.
    public var target: String
    /// The name by which `render` knows what to give for it.
    public var rendering: String

    /// `rendering` is the target's own name unless told otherwise.
    public init(_ target: String, rendering: String? = nil) {
      self.target = target
      self.rendering = rendering ?? target
    }
  }

  /// Creates content that `render` makes when it is asked for.
  public init(
    targets: [String], isSensitive: Bool = false, offers: (@Sendable (PeerDescription) -> [Offer])? = nil,
    render: @escaping @Sendable (String) -> SelectionProperty?
  ) {
    self.targets = targets
    self.isSensitive = isSensitive
    self.offers = offers
    self.render = render
  }
}
