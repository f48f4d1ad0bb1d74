package import Exchange

/// How long content is owned, and what comes after it.
package struct OwningTerms: Sendable {
  /// The longest time; nil for no end.
  package var lifetime: Duration?
  /// Whether it ends with the first paste.
  package var isForOnePaste = false
  /// Counts pastes, and ends the ownership with the last one allowed; nil to count none.
  package var pastes: PasteCounter?
  /// Whether the board is owned, empty or with `next`, once the terms have ended it. Otherwise nobody owns it then.
  package var hasSuccessor = true
  /// What is there afterwards; nil for nothing.
  package var next: Snapshot?

  /// Terms without an end.
  package init() {}

  /// Whether they end by themselves.
  package var isForAWhile: Bool { lifetime != nil || isForOnePaste || pastes?.limit != nil }
}
