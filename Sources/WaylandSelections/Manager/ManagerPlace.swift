import Exchange
import System

/// The place of a compositor's one clipboard manager, of which compositors know nothing: a board of this project's own,
/// which the manager owns.
///
/// Managers of others do not know of it.
struct ManagerPlace {
  /// Nil where there can be no such board: then nobody knows of another manager.
  private let ownership: LocalOwnership?

  /// Takes the place; nil if there is a manager already, which is not to be replaced.
  ///
  /// - Parameter whenLeft: is called when the next manager has taken it, and at the end.
  init?(
    on display: WaylandDisplay, replacesManager: Bool, whenLeft: @escaping @Sendable () -> Void
  ) {
    guard let board = display.managerBoard else {
      ownership = nil
      return
    }
    // Of two that start at once one is the first.
    let turn = Turn(within: .seconds(2))
    defer { turn.end() }
    if !replacesManager, board.hasOwner { return nil }
    ownership = try? LocalOwnership(board, Content(names: [], render: { _ in nil }), whenEnded: whenLeft)
  }

  /// Whether the next manager has taken it.
  var isLost: Bool { ownership.map { !$0.isOwner } ?? false }

  /// Leaves it to whoever comes next.
  func leave() {
    ownership?.stop(within: .milliseconds(500))
  }
}
