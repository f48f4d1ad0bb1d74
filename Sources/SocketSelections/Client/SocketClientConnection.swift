import Exchange
import System

/// The client of one connection: asks questions and waits for answers, for one thread.
struct SocketClientConnection: ~Copyable {
  private let socket: Socket
  private let place: SocketEndpoint
  var machine: SocketClientMachine
  private var output: ArraySlice<UInt8> = []
  /// When the last bytes came, and how many have come in all.
  private var lastInput = MonotonicTime.now
  private(set) var inputCount = 0
  /// Events that came while something else was waited for.
  private var early: [SocketClientMachine.Event] = []

  /// Connects; the introduction goes with the first question.
  init(_ place: SocketEndpoint, until deadline: MonotonicTime) throws(ExchangeError) {
    socket = try place.connection(until: deadline)
    self.place = place
    machine = SocketClientMachine(label: ThisProcess.hostName ?? "")
  }

  /// How long a person may take who is asked.
  private static let personPatience = Duration.seconds(65)
  /// Even the slowest answer brings a thousand bytes a second, after a while.
  private static let slowest = 1000
  private static let whole = Duration.seconds(60)

  // MARK: Moving bytes

  /// Moves bytes until something happens: an event, a wake-up (none then), or the deadline (nil).
  mutating func events(
    until deadline: MonotonicTime, or wakeUps: [WakeUp] = []
  ) throws(ExchangeError) -> [SocketClientMachine.Event]? {
    if !early.isEmpty {
      defer { early = [] }
      return early
    }
    while true {
      if output.isEmpty { output = machine.output()[...] }
      let ready = socket.wait(for: output.isEmpty ? .input : [.input, .output], or: wakeUps, until: deadline)
      if ready.isEmpty, deadline <= .now { return nil }
      do throws(SystemError) {
        if ready.contains(.output), !output.isEmpty {
          output = output.dropFirst(try socket.sendPiece(output))
        }
        if ready.contains(.input), let bytes = try socket.receivePiece() {
          guard !bytes.isEmpty else { throw SystemError(refused: "the end of the stream") }
          lastInput = .now
          inputCount += bytes.count
          let events = try received(bytes)
          if !events.isEmpty { return events }
        }
      } catch {
        throw broken
      }
      if ready.contains(.wakeUp) { return [] }
    }
  }

  private mutating func received(_ bytes: [UInt8]) throws(SystemError) -> [SocketClientMachine.Event] {
    do throws(SocketProtocolError) {
      return try machine.receive(bytes)
    } catch {
      throw SystemError(refused: error.description)
    }
  }

  /// Which side ended the connection, as far as it shows.
  private var broken: ExchangeError {
    machine.hasBeenWelcomed
      || place.grace == .zero
      ? ExchangeError(.ownerVanished, "the connection to \(place.otherSide) ended")
      : ExchangeError(
        .unavailable,
        "your desktop: the forward at \(place.path ?? "") reaches no clipboard. Run 'pb serve --socket' there."
      )
  }

  // MARK: Questions

  /// Waits for the answer to a question.
  ///
  /// - Parameters:
  ///   - timeout: how long the desktop may take for it.
  ///   - other: a request before it whose failure is that of this one.
  ///   - progress: is told the bytes that have come.
  mutating func answer(
    to request: UInt32, within timeout: Duration, orFailureOf other: UInt32? = nil,
    progress: ((Int) -> Void)? = nil
  ) throws(ExchangeError) -> SocketClientMachine.Event {
    let start = MonotonicTime.now
    lastInput = start
    var silence = timeout + place.grace
    var others: [SocketClientMachine.Event] = []
    defer { early += others }
    let before = inputCount
    while true {
      let came = inputCount - before
      let limit = start + max(silence, Self.whole) + .milliseconds(came * 1000 / Self.slowest)
      let deadline = min(lastInput + silence, limit)
      let found = try events(until: deadline)
      if found == nil, .now >= min(lastInput + silence, limit) {
        machine.cancel(request)
        throw ExchangeError(.timedOut, "\(place.otherSide) did not answer in time")
      }
      progress?(machine.progress(of: request))
      let batch = found ?? []
      for (index, event) in batch.enumerated() {
        // What came with the answer, or with a failure, belongs to other questions.
        let rest = batch[(index + 1)...]
        switch event {
        case .asking(let asked) where asked == request || asked == other: silence = Self.personPatience
        case .failed(0, let code, let message): throw failure(code, message)
        case .failed(let failed, let code, let message) where failed == request || failed == other:
          others += rest
          throw failure(code, message)
        case .names(request, _), .value(request, _, _), .done(request, _), .owned(request, _), .lost(request):
          others += rest
          return event
        case .welcome: break
        default: others.append(event)
        }
      }
    }
  }

  /// What a failure on the other side means here: the message says which side it was.
  func failure(_ code: FailureCode, _ message: String) -> ExchangeError {
    switch code {
    case .denied:
      ExchangeError(
        .unavailable,
        "\(place.otherSide): \(message). Allow it there: --allow copy,paste")
    case .empty: ExchangeError(.empty, message)
    default: ExchangeError(code.exchangeCode, "\(place.otherSide): \(message)")
    }
  }
}
