import Synchronization

/// Counts the changes of a selection's owner, when it is asked.
///
/// There is no thread and no waking up: the X server keeps the changes until the next question.
public final class SelectionChangeCounter: Sendable {
  private struct State: ~Copyable {
    var watcher: SelectionWatcher
    var count = 1
  }
  private let state: Mutex<State>

  /// Begins to count, at 1.
  ///
  /// - Throws: `noDisplay`, `unsupported` if the server has no XFixes, `timedOut`, `connectionLost`.
  public init(display: String? = nil, selection: String) throws(SelectionError) {
    state = Mutex(State(watcher: try SelectionWatcher(display: display, selections: [selection])))
  }

  /// The count, with every change that the server has seen before this call.
  ///
  /// - Throws: `timedOut`, `connectionLost`.
  public func count() throws(SelectionError) -> Int {
    try state.withLock { state throws(SelectionError) in
      state.count += try state.watcher.changesSoFar()
      return state.count
    }
  }
}
