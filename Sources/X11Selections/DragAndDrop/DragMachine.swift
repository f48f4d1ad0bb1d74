import System

/// The source of a drag, from the first move of the pointer until what was dropped is taken (XDND 5).
///
/// A pure state machine. One position is under way at a time and repeated while the pointer rests, because most
/// programs refuse the first; a target that is left is told so on every way out.
struct DragMachine {
  enum Event: Hashable {
    /// The pointer is here, and this is what is under it; nil if nothing there knows XDND.
    case pointer(XPoint, XTimestamp, DragTarget?)
    /// The reply to `describe`: the list of types for this target is written.
    case isDescribed(XWindow)
    case message(DragMessage)
    /// The person lets go.
    case released(XTimestamp)
    case cancelled
    case windowDestroyed(XWindow)
    case clock
  }

  enum Action: Hashable {
    /// Look up whose window it is, and write the list of types for it.
    case describe(DragTarget)
    case send(Message, to: DragTarget)
    case watch(XWindow)
    case unwatch(XWindow)
    /// Look what is under the pointer now.
    case look
    /// The target takes it, or does not, as far as it has said.
    case show(accepts: Bool)
    case end(Outcome)
  }

  /// The message to send; the source adds its window and its types.
  enum Message: Hashable {
    case enter
    case position(XPoint, XTimestamp)
    case leave
    case drop(XTimestamp)
  }

  enum Outcome: Hashable {
    /// It was dropped, and taken as far as the target says; it may still ask.
    case taken
    /// It was dropped, and the target would not have it.
    case refused
    /// It was dropped, and the target died or said nothing more.
    case unanswered
    /// There was nothing that takes it where it was dropped.
    case nowhere
    case cancelled
  }

  struct Limits {
    /// The time between two positions while the pointer rests.
    var rest = Duration.milliseconds(150)
    /// The time after a drop without a verdict until it counts as refused.
    var verdictTime = Duration.seconds(1)
    /// The same where the target has had time to think, and has refused.
    var secondThought = Duration.milliseconds(300)
    /// A target that is silent for so long gets the next position all the same.
    var silence = Duration.seconds(2)
    /// The time after the drop until nothing more is expected.
    var finishTime = Duration.seconds(60)
  }

  private enum Stage: Hashable { case moving, releasing, dropped, over }

  /// The target that has the drag.
  private struct Visit {
    let target: DragTarget
    let since: MonotonicTime
    /// Its list of types is written, and it has been told of the drag.
    var hasEntered = false
    /// The time at which the unanswered position was sent.
    var asked: MonotonicTime?
    var accepts = false
    /// There is a position that it has not been told.
    var isBehind = true
  }

  private let limits: Limits
  private var stage = Stage.moving
  private var visit: Visit?
  private var place = XPoint(0, 0)
  private var time = XTimestamp.current
  private var releaseTime = XTimestamp.current
  private var verdictDeadline = MonotonicTime.never
  private var repeatAt = MonotonicTime.never
  private var finishDeadline = MonotonicTime.never

  init(limits: Limits = Limits()) { self.limits = limits }

  /// Whether it is dropped and the target has not answered yet.
  var isDropped: Bool { stage == .dropped }

  /// The time to send `clock` at the latest.
  var nextDeadline: MonotonicTime {
    switch stage {
    case .moving: repeatAt
    case .releasing: min(repeatAt, verdictDeadline)
    case .dropped: finishDeadline
    case .over: .never
    }
  }

  mutating func handle(_ event: Event, at now: MonotonicTime, actions: inout [Action]) {
    switch event {
    case .pointer(let place, let time, let target):
      guard stage == .moving else { return }
      (self.place, self.time) = (place, time)
      if visit?.target == target { visit?.isBehind = true } else { change(to: target, now, &actions) }
      proceed(now, &actions)
    case .isDescribed(let window):
      guard let visit, visit.target.window == window, !visit.hasEntered else { return }
      actions.append(.send(.enter, to: visit.target))
      self.visit?.hasEntered = true
      proceed(now, &actions)
    case .message(let message): take(message, now, &actions)
    case .released(let time): release(time, now, &actions)
    case .cancelled:
      guard stage == .moving || stage == .releasing else { return }
      leave(&actions)
      end(.cancelled, &actions)
    case .windowDestroyed(let window): lose(window, &actions)
    case .clock: expire(now, &actions)
    }
  }

  // MARK: Moving

  private mutating func change(
    to target: DragTarget?, _ now: MonotonicTime, _ actions: inout [Action]
  ) {
    leave(&actions)
    repeatAt = now + limits.rest
    guard let target else { return }
    visit = Visit(target: target, since: now)
    actions.append(.watch(target.window))
    actions.append(.describe(target))
  }

  /// Tells the target where the pointer is, if it has answered the last time.
  private mutating func proceed(_ now: MonotonicTime, _ actions: inout [Action]) {
    guard let visit, visit.hasEntered, visit.isBehind else { return }
    if let asked = visit.asked, now < asked + limits.silence { return }
    self.visit?.asked = now
    self.visit?.isBehind = false
    repeatAt = now + limits.rest
    actions.append(.send(.position(place, time), to: visit.target))
  }

  private mutating func leave(_ actions: inout [Action]) {
    guard let visit else { return }
    if visit.hasEntered { actions.append(.send(.leave, to: visit.target)) }
    actions.append(.unwatch(visit.target.window))
    if visit.accepts { actions.append(.show(accepts: false)) }
    self.visit = nil
  }

  // MARK: Answers

  private mutating func take(_ message: DragMessage, _ now: MonotonicTime, _ actions: inout [Action]) {
    switch message {
    case .status(let window, let accepts, let action):
      guard stage == .moving || stage == .releasing, isTarget(window) else { return }
      visit?.asked = nil
      let takes = accepts && action != .none
      if takes != visit?.accepts {
        visit?.accepts = takes
        actions.append(.show(accepts: takes))
      }
      if stage == .releasing, takes { return drop(now, &actions) }
      proceed(now, &actions)
    case .finished(let window, let isAccepted, _):
      // AbiWord sends a second one, which says the opposite.
      guard stage == .dropped, isTarget(window), let visit else { return }
      let isTaken = isAccepted || visit.target.version < 5
      end(isTaken ? .taken : .refused, &actions)
    default: break
    }
  }

  /// Some targets answer in the name of their proxy.
  private func isTarget(_ window: XWindow) -> Bool {
    visit.map { $0.hasEntered && ($0.target.window == window || $0.target.destination == window) } ?? false
  }

  // MARK: Dropping

  private mutating func release(_ time: XTimestamp, _ now: MonotonicTime, _ actions: inout [Action]) {
    guard stage == .moving else { return }
    guard let visit else { return end(.nowhere, &actions) }
    (stage, releaseTime) = (.releasing, time)
    if visit.accepts, visit.asked == nil, !visit.isBehind { return drop(now, &actions) }
    // The first answer of most programs is no, and a quick hand lets go before the second.
    let isYoung = now < visit.since + limits.verdictTime
    verdictDeadline = now + (isYoung || visit.asked != nil ? limits.verdictTime : limits.secondThought)
    self.visit?.isBehind = true
    proceed(now, &actions)
    repeatAt = now + limits.rest
  }

  private mutating func drop(_ now: MonotonicTime, _ actions: inout [Action]) {
    guard let visit else { return }
    stage = .dropped
    finishDeadline = now + limits.finishTime
    actions.append(.send(.drop(releaseTime), to: visit.target))
  }

  private mutating func lose(_ window: XWindow, _ actions: inout [Action]) {
    guard let visit, visit.target.window == window || visit.target.destination == window else { return }
    switch stage {
    case .moving:
      if visit.accepts { actions.append(.show(accepts: false)) }
      self.visit = nil
      actions.append(.look)
    case .releasing: end(.nowhere, &actions)
    case .dropped: end(.unanswered, &actions)
    case .over: break
    }
  }

  private mutating func end(_ outcome: Outcome, _ actions: inout [Action]) {
    stage = .over
    actions.append(.end(outcome))
  }

  private mutating func expire(_ now: MonotonicTime, _ actions: inout [Action]) {
    switch stage {
    case .moving:
      guard repeatAt <= now else { return }
      // Windows open and close under a pointer that rests.
      repeatAt = now + limits.rest
      actions.append(.look)
    case .releasing:
      if verdictDeadline <= now {
        // A target that had said yes and is slow to say it again gets it.
        if visit?.accepts == true { return drop(now, &actions) }
        leave(&actions)
        return end(.nowhere, &actions)
      }
      guard repeatAt <= now else { return }
      repeatAt = now + limits.rest
      visit?.isBehind = true
      proceed(now, &actions)
    case .dropped:
      if finishDeadline <= now { end(.unanswered, &actions) }
    case .over: break
    }
  }
}

/// The window under the pointer, as far as a drag is concerned.
struct DragTarget: Hashable, Sendable {
  /// The one that declares to know XDND.
  var window: XWindow
  /// The window that gets its messages: itself, or its proxy.
  var destination: XWindow
  /// The version that both sides speak.
  var version: Int

  /// Nil if they have none in common.
  init?(window: XWindow, destination: XWindow? = nil, declaredVersion: Int) {
    guard declaredVersion >= DragMessage.oldestVersion else { return nil }
    self.window = window
    self.destination = destination ?? window
    version = min(DragMessage.version, declaredVersion)
  }
}
