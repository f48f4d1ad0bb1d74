package import Exchange

/// How long content is owned, and what comes after it.
package struct OwningTerms: Sendable {
  /// The longest time; nil for no end.
  package var lifetime: Duration?
  /// Whether it ends with the first paste.
  package var isForOnePaste = false
  /// What is there afterwards; nil for nothing.
  package var next: Snapshot?

  /// Terms without an end.
  package init() {}

  /// Whether they end by themselves.
  package var isForAWhile: Bool { lifetime != nil || isForOnePaste }
}
