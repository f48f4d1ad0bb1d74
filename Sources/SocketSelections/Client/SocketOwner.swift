import Exchange
import Synchronization
import System

/// Owns a board of a desktop through a socket: gives the desktop what its programs ask for, until something else is
/// copied there.
struct SocketOwner: ~Copyable {
  /// How it came to its end.
  enum End {
    /// Something else was copied, or it was stopped.
    case over
    /// The desktop has all of the content, and needs nobody for it.
    case kept
  }

  private var connection: SocketClientConnection
  private let content: Content
  private let own: UInt32
  private let isKept: Bool
  private let rendered = Mailbox<(UInt32, Representation?)>()

  /// Copies, and returns once the desktop has confirmed it.
  ///
  /// - Parameter mayBeKept: whether what is small goes along at once, so that no process has to stay for it.
  init(
    _ place: SocketEndpoint, _ board: Board, _ content: Content, mayBeKept: Bool
  ) throws(ExchangeError) {
    guard content.names.count <= SocketLimits.names,
      content.names.allSatisfy({ $0.utf8.count <= SocketLimits.name })
    else {
      throw ExchangeError(
        .unavailable,
        "pb cannot copy more than \(SocketLimits.names) formats, or names of more than \(SocketLimits.name) bytes"
      )
    }
    var connection = try SocketClientConnection(place, until: .now + place.grace)
    let request = OwnRequest(
      board: board.name, names: content.names, isSensitive: content.isSensitive,
      mayBeKept: mayBeKept && !content.isSensitive)
    let values = request.mayBeKept ? Self.small(content) : []
    let own = connection.machine.own(request, bringing: values)
    guard case .owned(_, let isKept) = try connection.answer(to: own, within: .seconds(1)) else {
      throw ExchangeError(.overtaken, "something else was copied on your desktop at the same time")
    }
    self.connection = connection
    (self.content, self.own, self.isKept) = (content, own, isKept)
  }

  /// What goes along with a copy, in the order of its names: so much in all, no longer made than this.
  private static let alongLimit = 512 << 10
  private static let alongTime = Duration.milliseconds(250)

  /// In a thread of its own: a form that is slow to make goes when somebody asks for it.
  private static func small(_ content: Content) -> [(Int, Representation)] {
    let collected = Collected()
    let isStarted = startThread {
      var room = alongLimit
      for (index, name) in content.names.enumerated() {
        guard let value = content.render(name) else { continue }
        room -= value.payload.count
        guard room >= 0, collected.add(index, value) else { break }
      }
      collected.done.signal()
    }
    if isStarted { _ = collected.done.wait(until: .now + alongTime) }
    return collected.close()
  }

  /// What has been made until somebody takes it.
  private final class Collected: Sendable {
    let done = WakeUp()
    private let values = Mutex<[(Int, Representation)]?>([])

    /// False once they were taken.
    func add(_ index: Int, _ value: Representation) -> Bool {
      values.withLock { values in
        values?.append((index, value))
        return values != nil
      }
    }

    func close() -> [(Int, Representation)] {
      values.withLock { values in
        defer { values = nil }
        return values ?? []
      }
    }
  }

  /// Serves until the end.
  ///
  /// - Parameter questions: those who want to know whether the board is still owned.
  mutating func serve(
    until stop: [WakeUp], or deadline: MonotonicTime, _ questions: Mailbox<ConfirmQuestion>? = nil
  ) throws(ExchangeError) -> End {
    if isKept { return .kept }
    var waiting: [UInt32: ConfirmQuestion] = [:]
    defer { for question in waiting.values { question.answer(false) } }
    let wakeUps = stop + [rendered.wakeUp] + (questions.map { [$0.wakeUp] } ?? [])
    while true {
      let events = try connection.events(until: deadline, or: wakeUps)
      for event in events ?? [] {
        switch event {
        case .render(let number, own: own, let name): render(name, for: number)
        case .render(let number, _, _): connection.machine.give(number, nil)
        case .lost(own): return .over
        case .kept(own): return .kept
        case .failed(own, let code, let message): throw connection.failure(code, message)
        case .done(let number, let answer): waiting.removeValue(forKey: number)?.answer(answer != 0)
        case .failed(let number, _, _): waiting.removeValue(forKey: number)?.answer(false)
        default: break
        }
      }
      for (number, value) in rendered.take() { connection.machine.give(number, value) }
      for question in questions?.take() ?? [] { waiting[connection.machine.confirm(own)] = question }
      if deadline <= .now || stop.contains(where: { $0.wait(until: .now) }) { return try release() }
    }
  }

  /// In a thread of its own: what is asked for may be slow to make.
  private func render(_ name: String, for number: UInt32) {
    let (content, rendered) = (content, rendered)
    runInThreadIfPossible { rendered.post((number, content.render(name))) }
  }

  /// Gives the board up; the desktop hands the content to its clipboard manager, for which it may ask for it.
  private mutating func release() throws(ExchangeError) -> End {
    connection.machine.release(own)
    let deadline = MonotonicTime.now + .seconds(8)
    while .now < deadline {
      for event in try connection.events(until: deadline, or: [rendered.wakeUp]) ?? [] {
        switch event {
        case .render(let number, own: own, let name): render(name, for: number)
        case .lost(own), .done(own, _), .failed(own, _, _): return .over
        case .kept(own): return .kept
        default: break
        }
      }
      for (number, value) in rendered.take() { connection.machine.give(number, value) }
    }
    return .over
  }
}

/// Somebody who waits to hear whether a board is still owned.
final class ConfirmQuestion: Sendable {
  private let answered = Mailbox<Bool>()

  func answer(_ isOwner: Bool) { answered.post(isOwner) }

  /// The answer; nil if none comes in time.
  func wait(until deadline: MonotonicTime) -> Bool? {
    _ = answered.wakeUp.wait(until: deadline)
    return answered.take().first
  }
}
