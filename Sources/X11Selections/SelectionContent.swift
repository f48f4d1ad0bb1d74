/// What an owner offers: target names in order, and how each is rendered when somebody asks.
public struct SelectionContent: Sendable {
  /// The targets as `TARGETS` lists them, without those that the protocol adds itself (`TARGETS`,
  /// `MULTIPLE`, `TIMESTAMP`, `SAVE_TARGETS`).
  public var targets: [String]

  /// Gives the property for one of `targets`, nil to refuse; called off the event loop, once at most for
  /// each target while the content is owned.
  public var render: @Sendable (String) -> SelectionProperty?

  public init(targets: [String], render: @escaping @Sendable (String) -> SelectionProperty?) {
    self.targets = targets
    self.render = render
  }
}
