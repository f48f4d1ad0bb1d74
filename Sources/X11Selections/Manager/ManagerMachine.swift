/// What a clipboard manager does (freedesktop ClipboardManager): keeps what owners ask it to keep, and owns
/// it when nobody else does any more.
///
/// A pure state machine. A capture that is overtaken by a new copy is not kept, and every request to save
/// is answered once, when all has been read: its sender goes away then.
struct ManagerMachine {
  enum Event {
    case saveRequested(SelectionRequest, targets: [XAtom]?)
    /// The end of a capture; nil: nothing worth keeping, or not to be kept.
    case captured(ticket: Int, SelectionSnapshot?)
    /// `hasVanished`: the owner came to an end, nobody took its place.
    case ownerChanged(XWindow, hasVanished: Bool)
    /// We are the owner now, with this window.
    case owning(XWindow)
  }

  enum Action: Hashable {
    /// Read the clipboard; only these targets if there are any.
    case capture(ticket: Int, targets: [XAtom]?)
    case answer(SelectionRequest, saved: Bool)
    case own(SelectionSnapshot)
  }

  /// A reading of the clipboard in progress; there is one at a time, however often people copy.
  private struct Capture {
    let ticket: Int
    let generation: Int
    let requests: [SelectionRequest]
  }

  private let capturesEveryCopy: Bool
  private var owner: XWindow
  private var hasVanished = false
  private var ownWindow = XWindow.none
  /// Counts the copies, so that a capture is known to belong to the latest.
  private var generation = 0
  private var kept: (snapshot: SelectionSnapshot, wasRequested: Bool)?
  private var running: Capture?
  private var queued: [(request: SelectionRequest, targets: [XAtom]?)] = []
  private var isCopyUnread = false
  private var nextTicket = 0

  /// `owner` is who owns the clipboard at the start.
  init(owner: XWindow, capturesEveryCopy: Bool) {
    self.owner = owner
    self.capturesEveryCopy = capturesEveryCopy
  }

  mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .saveRequested(let request, let targets):
      queued.append((request, targets))
      return start()
    case .captured(let ticket, let snapshot):
      guard let capture = running, capture.ticket == ticket else { return [] }
      running = nil
      return finish(capture, snapshot) + start()
    case .owning(let window):
      ownWindow = window
      owner = window
      return []
    case .ownerChanged(let window, let hasVanished):
      guard window != owner else { return [] }
      owner = window
      self.hasVanished = hasVanished
      if window != .none && window == ownWindow { return [] }
      // Its number may be another client's next.
      ownWindow = .none
      if window == .none { return restore() }
      generation += 1
      kept = nil
      isCopyUnread = capturesEveryCopy
      return start()
    }
  }

  private mutating func start() -> [Action] {
    guard running == nil, isCopyUnread || !queued.isEmpty else { return [] }
    nextTicket += 1
    // Several that ask at once get all that is worth keeping.
    let targets = queued.count == 1 ? queued[0].targets : nil
    running = Capture(ticket: nextTicket, generation: generation, requests: queued.map(\.request))
    queued = []
    isCopyUnread = false
    return [.capture(ticket: nextTicket, targets: targets)]
  }

  private mutating func finish(_ capture: Capture, _ snapshot: SelectionSnapshot?) -> [Action] {
    let isCurrent = capture.generation == generation
    if isCurrent, let snapshot { kept = (snapshot, !capture.requests.isEmpty) }
    var actions: [Action] = capture.requests.map { .answer($0, saved: snapshot != nil) }
    // The owner may have gone while it was read.
    if isCurrent && owner == .none { actions += restore() }
    return actions
  }

  private mutating func restore() -> [Action] {
    // Who clears the clipboard wants it empty; who had it saved before wants it back.
    guard let (snapshot, wasRequested) = kept, hasVanished || wasRequested else { return [] }
    kept = nil
    return snapshot.targets.isEmpty ? [] : [.own(snapshot)]
  }
}
