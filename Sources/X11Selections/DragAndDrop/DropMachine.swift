import System

/// The target of a drop, from the first message of a source to `XdndFinished` (XDND 5).
///
/// A pure state machine. Positions are answered at once, each drop gets its one `XdndFinished`, and a source that
/// dies is forgotten. Copy is the only action that is ever taken: programs that suggest to move delete their text.
struct DropMachine {
  enum Event: Hashable {
    case message(DragMessage)
    /// The reply to `readTypes`; nil if the source has no such list.
    case typesRead(source: XWindow, [XAtom]?)
    case windowDestroyed(XWindow)
    /// The reader of the drop begins, or ends, a question to the source.
    case questionBegan, questionEnded
    /// All is done with what was dropped.
    case isTaken(Bool)
    /// This program ends.
    case stopped
    case clock
  }

  enum Action: Hashable {
    case readTypes(of: XWindow)
    case watch(XWindow)
    case unwatch(XWindow)
    case send(DragMessage, to: XWindow)
    /// The content over the window; nil if there is none.
    case show([XAtom]?)
    /// Something was dropped: read it with this time (types are empty where the source names none).
    case receive(source: XWindow, types: [XAtom], time: XTimestamp)
  }

  struct Limits {
    /// The time from a drop to `XdndFinished`: Chromium forgets what was dropped after a second.
    var finishTime = Duration.milliseconds(850)
    /// The time from the last answer of a source to `XdndFinished`, if that is later: there may be a further
    /// question.
    var pause = Duration.milliseconds(100)
    /// The time that a source may take to list its types once it has dropped.
    var typesTime = Duration.milliseconds(500)
  }

  /// A drag that is over the window, or was when it ended.
  private struct Visit {
    let source: XWindow
    var types: [XAtom]
    /// The list is being read.
    var isListAwaited: Bool
    /// Dropped before the list came, at this time and with this deadline.
    var drop: (time: XTimestamp, deadline: MonotonicTime)?
  }

  /// The drop that is being read.
  private struct Taking {
    let source: XWindow
    var finishDeadline: MonotonicTime
    var openQuestions = 0
    var hasFinished = false
  }

  private let window: XWindow
  private let copy: XAtom
  private let limits: Limits
  private var visit: Visit?
  private var taking: Taking?
  private(set) var nextDeadline = MonotonicTime.never

  /// - Parameters:
  ///   - window: the one that declares to know XDND.
  ///   - copy: the action that is answered with.
  init(window: XWindow, copy: XAtom, limits: Limits = Limits()) {
    self.window = window
    self.copy = copy
    self.limits = limits
  }

  mutating func handle(_ event: Event, at now: MonotonicTime, actions: inout [Action]) {
    switch event {
    case .message(let message): take(message, now, &actions)
    case .typesRead(let source, let types): finishList(of: source, types, now, &actions)
    case .windowDestroyed(let source):
      guard visit?.source == source else { break }
      visit = nil
      actions.append(.show(nil))
    case .questionBegan: taking?.openQuestions += 1
    case .questionEnded:
      guard let taking else { break }
      self.taking?.openQuestions = max(0, taking.openQuestions - 1)
      self.taking?.finishDeadline = max(taking.finishDeadline, now + limits.pause)
    case .isTaken(let isAccepted):
      finish(isAccepted, &actions)
      taking = nil
    case .stopped:
      finish(false, &actions)
      if let visit, visit.drop != nil { actions.append(answer(visit.source, false)) }
      (visit, taking) = (nil, nil)
    case .clock: expire(now, &actions)
    }
    nextDeadline = min(
      visit?.drop?.deadline ?? .never,
      taking.map { $0.hasFinished || $0.openQuestions > 0 ? .never : $0.finishDeadline } ?? .never)
  }

  // MARK: Messages

  private mutating func take(_ message: DragMessage, _ now: MonotonicTime, _ actions: inout [Action]) {
    switch message {
    case .enter(let source, let version, let hasList, let types):
      guard version >= DragMessage.oldestVersion else { return }
      endVisit(&actions)
      visit = Visit(source: source, types: types, isListAwaited: hasList)
      actions.append(.watch(source))
      if hasList { actions.append(.readTypes(of: source)) } else { actions.append(.show(types)) }
    case .position(let source, _, _, _):
      let accepts = visit?.source == source && visit?.drop == nil && taking == nil
      actions.append(
        .send(.status(target: window, accepts: accepts, action: accepts ? copy : .none), to: source))
    case .leave(let source):
      // Bridges send one right after a drop, which stands.
      guard let visit, visit.source == source, visit.drop == nil else { return }
      endVisit(&actions)
    case .drop(let source, let time):
      guard let visit, visit.source == source, visit.drop == nil, taking == nil else {
        // It is owed for every drop: Firefox starts no further drag without.
        return actions.append(answer(source, false))
      }
      guard !visit.isListAwaited else {
        self.visit?.drop = (time, now + limits.typesTime)
        return
      }
      receive(visit, time, now, &actions)
    case .status, .finished: break
    }
  }

  private mutating func finishList(
    of source: XWindow, _ types: [XAtom]?, _ now: MonotonicTime, _ actions: inout [Action]
  ) {
    guard var visit, visit.source == source, visit.isListAwaited else { return }
    visit.isListAwaited = false
    // If there is no list, the message has the types; some sources leave them out where there is a list.
    if let types, !types.isEmpty { visit.types = types }
    self.visit = visit
    actions.append(.show(visit.types))
    if let drop = visit.drop { receive(visit, drop.time, now, &actions) }
  }

  private mutating func receive(
    _ visit: Visit, _ time: XTimestamp, _ now: MonotonicTime, _ actions: inout [Action]
  ) {
    self.visit = nil
    taking = Taking(source: visit.source, finishDeadline: now + limits.finishTime)
    actions.append(.receive(source: visit.source, types: visit.types, time: time))
  }

  /// A new drag ends one that was forgotten.
  private mutating func endVisit(_ actions: inout [Action]) {
    guard let visit else { return }
    self.visit = nil
    if visit.source != taking?.source { actions.append(.unwatch(visit.source)) }
    if visit.drop != nil { actions.append(answer(visit.source, false)) }
    actions.append(.show(nil))
  }

  // MARK: Ends

  private mutating func finish(_ isAccepted: Bool, _ actions: inout [Action]) {
    guard let taking, !taking.hasFinished else { return }
    self.taking?.hasFinished = true
    actions.append(answer(taking.source, isAccepted))
    if visit?.source != taking.source { actions.append(.unwatch(taking.source)) }
  }

  private func answer(_ source: XWindow, _ isAccepted: Bool) -> Action {
    .send(.finished(target: window, isAccepted: isAccepted, action: isAccepted ? copy : .none), to: source)
  }

  private mutating func expire(_ now: MonotonicTime, _ actions: inout [Action]) {
    if let visit, let drop = visit.drop, drop.deadline <= now {
      finishList(of: visit.source, nil, now, &actions)
    }
    // Converting the drop may take longer than sources wait: finish first.
    if let taking, !taking.hasFinished, taking.openQuestions == 0, taking.finishDeadline <= now {
      finish(true, &actions)
    }
  }
}
