/// Counts the steps that a rule takes through a tree, so that no content makes it take many more than there are nodes.
///
/// A rule is applied to one element after another, and may walk up, down and sideways from each. Content that makes
/// each walk long (a heading of 30,000 buttons) would cost the square of its length. So all ways through the tree count:
/// once `isSpent`, the rule is applied to no further element; a walk that goes on far beyond that ends as if the tree
/// ended there.
final class StepBudget {
  /// Steps for each node. Pages that people wrote take less than a quarter of it (`StepBudgetTests`).
  static let perNode = 64
  /// Steps for small trees, and for what a rule does once.
  static let base = 100_000
  /// How much longer than the budget the walks of one element may be.
  private static let excess = 4

  private var left = Int.max
  private var end = Int.min
  private var start = Int.max

  /// Gives the next rule what a tree of so many nodes allows.
  func begin(nodeCount: Int) {
    start = nodeCount * Self.perNode + Self.base
    left = start
    end = -start * Self.excess
  }

  /// Lets everything that follows walk as it likes: what reads each node once.
  func lift() {
    start = .max
    left = .max
    end = .min
  }

  /// Counts a step, or some; false if there may be none any more.
  @discardableResult @inline(__always)
  func take(_ count: Int = 1) -> Bool {
    left &-= count
    return left > end
  }

  /// Counts the reading of text, of which 32 bytes are a step.
  @inline(__always)
  func take(bytes count: Int) {
    left &-= count >> 5
  }

  /// True where the rule should not be applied to further elements.
  var isSpent: Bool { left <= 0 }

  /// How many steps were taken since the beginning.
  var taken: Int { start - left }
}
