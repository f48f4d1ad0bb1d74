import System

/// The last act of an owner: asks the clipboard manager to keep the content (freedesktop ClipboardManager).
///
/// A pure state machine, bounded in time. Requests are served as before while it lasts, by `OwnerMachine`.
struct HandOver {
  enum Event: Hashable {
    /// Who the manager is; `.none` if there is none.
    case managerFound(XWindow)
    /// The manager's answer: whether it has kept the content.
    case answered(Bool)
    case managerVanished
    /// Somebody else, most likely the manager, owns the selection now.
    case ownershipLost
    case clock
  }

  enum Action: Hashable {
    /// Convert `CLIPBOARD_MANAGER` to `SAVE_TARGETS`, and hear of this window's end.
    case requestSaving(manager: XWindow)
  }

  /// Managers are given this long in all.
  private static let patience = Duration.seconds(3)
  /// KDE 5.18 refuses first and fetches the data then.
  private static let patienceAfterRefusal = Duration.milliseconds(500)

  private(set) var isFinished = false
  private(set) var deadline: MonotonicTime
  private(set) var manager = XWindow.none

  init(at now: MonotonicTime) {
    deadline = now + Self.patience
  }

  mutating func handle(_ event: Event, at now: MonotonicTime) -> Action? {
    guard !isFinished else { return nil }
    switch event {
    case .managerFound(.none), .answered(true), .managerVanished, .ownershipLost:
      isFinished = true
    case .managerFound(let window):
      guard manager == .none else { return nil }
      manager = window
      return .requestSaving(manager: window)
    case .answered(false):
      deadline = min(deadline, now + Self.patienceAfterRefusal)
    case .clock:
      isFinished = deadline <= now
    }
    return nil
  }
}
