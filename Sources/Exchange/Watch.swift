public import System

/// Tells of the changes of boards, as they happen, to one caller at a time.
public protocol Watch: AnyObject, Sendable {
  /// The next changes, at least one; none only when `stop` says so.
  ///
  /// Changes of a board that follow each other within 50 ms count as one.
  func next(until stop: StopSignal?) throws(ExchangeError) -> [BoardChange]

  /// How many changes there were since the last call, up to now; nothing is waited for.
  func changesSoFar() throws(ExchangeError) -> Int
}

/// A change of a board's owner.
public struct BoardChange: Hashable, Sendable {
  /// The board.
  public var board: Board
  /// False when nobody owns it any more.
  public var hasOwner: Bool
  /// Whether it is owned as of the time of the change before: a clipboard manager brings a copy back like that.
  package var isSameTime = false

  /// A change of `board`.
  public init(_ board: Board, hasOwner: Bool) {
    self.board = board
    self.hasOwner = hasOwner
  }
}
