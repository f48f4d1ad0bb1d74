package import Exchange
import Glibc
package import System

/// A connection to a compositor: sends without waiting, and hands out events as they arrive.
///
/// No call blocks but `wait`, and those that say until when.
package struct WaylandConnection: ~Copyable {
  private let socket: Socket
  private var files = DescriptorQueue()
  private let trace: WireTrace?
  /// The events since there was nothing to read.
  private var bytesInARow = 0
  /// Nothing comes any more; what has come is still taken.
  private var hasEnded = false
  /// What this side has said, and what it knows.
  package var machine: any SelectionClient
  /// How often this client has asked for something and then waited for what comes of it.
  package private(set) var roundTrips = 0

  /// The number of events taken in a row: endless ones must not keep this side from its deadlines.
  private static let readsAtATime = 64
  static let eventsAtATime = 256
  /// Less than the buffer of a socket holds.
  private static let muchInARow = 1 << 15

  /// How long the compositor may take to answer.
  package static let patience = Duration.seconds(5)

  private init(_ socket: consuming Socket, _ machine: any SelectionClient) {
    self.socket = socket
    self.machine = machine
    trace = WireTrace(of: machine.protocolName)
  }

  /// Connects, and learns what the compositor has: one round trip.
  ///
  /// - Parameter deadline: until when; nil for the compositor's usual time.
  package static func open(
    _ address: WaylandAddress, until deadline: MonotonicTime? = nil
  ) throws(ExchangeError) -> WaylandConnection {
    let deadline = deadline ?? CommandDeadline.end(of: Self.patience)
    return try open(address.connect(until: deadline), as: DataControlClient(), until: deadline)
  }

  /// Learns over a socket what the other side has, as this client: one round trip.
  package static func open(
    _ socket: consuming Socket, as machine: any SelectionClient, until deadline: MonotonicTime
  ) throws(ExchangeError) -> WaylandConnection {
    var connection = WaylandConnection(socket, machine)
    try connection.reach(connection.machine.greeting, until: deadline)
    return connection
  }

  /// Takes up data control, and waits for nothing.
  package mutating func requireControl(of slot: Slot = .copied) throws(ExchangeError) {
    try machine.requireControl(of: slot)
  }

  /// The descriptors of its socket, of what has come through it and waits for its message, and of its trace.
  package var descriptors: [Int32] {
    [socket.number] + files.waiting + [trace?.descriptor].compactMap(\.self)
  }

  // MARK: Events

  /// The next event that has come; nil if there is none, or if much has come that is no event.
  package mutating func nextEvent() throws(ExchangeError) -> DataControlClient.Event? {
    do throws(WireError) {
      for _ in 0..<Self.readsAtATime {
        if let event = try machine.nextEvent(&files, trace) { return event }
        if hasEnded { throw .refused("it exited") }
        switch DescriptorPassing.receive(&files, from: socket, { machine.append($0) }) {
        case .moved(let count): bytesInARow += count
        case .nothing:
          askAfterMuch()
          return nil
        case .ended: hasEnded = true
        }
      }
      return nil
    } catch {
      if case .forbidden = error { throw ExchangeError(.refused, error.words) }
      throw ExchangeError(.unavailable, error.words)
    }
  }

  /// Servers that could not send all of much are silent from then on (libwayland 1.21), and hang up only on whoever asks.
  private mutating func askAfterMuch() {
    if bytesInARow >= Self.muchInARow { _ = machine.sync() }
    bytesInARow = 0
  }

  /// Takes the events that have come, of which nobody need know; throws if the compositor is gone.
  package mutating func takeEvents() throws(ExchangeError) {
    for _ in 0..<Self.eventsAtATime where try nextEvent() == nil { return }
  }

  /// Takes events until the compositor has come to a `sync`, and gives them to `body`.
  package mutating func reach(
    _ callback: UInt32, until deadline: MonotonicTime,
    _ body: (DataControlClient.Event) throws(ExchangeError) -> Void = { _ in }
  ) throws(ExchangeError) {
    roundTrips += 1
    while true {
      // The answer cannot have come yet: wait before looking.
      _ = try wait(until: deadline)
      for _ in 0..<Self.eventsAtATime {
        guard let event = try nextEvent() else { break }
        if case .done(callback) = event { return }
        try body(event)
      }
      if deadline <= .now { throw ExchangeError(.unavailable, "the compositor does not answer") }
    }
  }

  /// Learns of all that has happened until now.
  package mutating func update(
    until deadline: MonotonicTime? = nil,
    _ body: (DataControlClient.Event) throws(ExchangeError) -> Void = { _ in }
  ) throws(ExchangeError) {
    try reach(machine.sync(), until: deadline ?? CommandDeadline.end(of: Self.patience), body)
  }

  /// Waits for the file that a form is read from; nil if the other side still answers a request before it.
  mutating func answer(
    to request: UInt32, until deadline: MonotonicTime
  ) throws(ExchangeError) -> OpenFile? {
    roundTrips += 1
    while true {
      _ = try wait(until: deadline)
      for _ in 0..<Self.eventsAtATime {
        guard let event = try nextEvent() else { break }
        switch event {
        case .given(request, let file): return file
        case .refused(request, .busy): return nil
        case .refused(request, .reason(let reason)): throw ExchangeError(.refused, reason)
        default: break
        }
      }
      if deadline <= .now { throw ExchangeError(.timedOut, "the compositor does not answer") }
    }
  }

  // MARK: Waiting

  /// Sends what is to be sent, and waits until something has come, or one of `others` is ready.
  ///
  /// Returns what is ready; nothing at the deadline.
  mutating func wait(
    until deadline: MonotonicTime, or others: [DescriptorWait] = []
  ) throws(ExchangeError) -> [DescriptorWait] {
    flush()
    let deadline = machine.hasMessage ? .now : deadline
    var waits = others
    waits.append(DescriptorWait(number: socket.number))
    if !machine.outgoing.isEmpty {
      waits.append(DescriptorWait(number: socket.number, isForRoom: true))
    }
    return DescriptorWait.ready(among: waits, until: deadline)
  }

  /// Sends as much as there is room for. That the other side is gone shows when what it said last is read.
  mutating func flush() {
    while let part = machine.outgoing.parts.first {
      guard case .moved(let count) = DescriptorPassing.send(part.bytes, files: part.files, to: socket) else {
        return
      }
      if let trace { machine.trace(sent: part.bytes.prefix(count), trace) }
      machine.outgoing.dropFirst(count)
    }
  }
}

/// Tries to connect again where a connection was lost: at once, and then ten times a second for a while.
struct Reconnection {
  /// A compositor that is started anew takes some seconds.
  var patience = Duration.seconds(10)
  var pause = Duration.milliseconds(100)
  /// The time between two attempts while a connection is refused only for now.
  private static let forbiddenPause = Duration.seconds(2)
  /// The time when there was a connection the last time.
  private var last: MonotonicTime?

  init() {}

  /// Nil if that takes too long, or `stop` becomes readable meanwhile.
  mutating func run<Connection: ~Copyable>(
    until stop: Int32, _ connect: () throws(ExchangeError) -> Connection
  ) -> Connection? {
    let deadline = MonotonicTime.now + patience
    // Pause before connecting again to a compositor that hangs up at once.
    var isEarly = last.map { .now < $0 + pause } ?? false
    while true {
      var isForbidden = false
      if !isEarly {
        do throws(ExchangeError) {
          let connection = try connect()
          last = .now
          return connection
        } catch {
          // As long as a screen is locked; whoever keeps what was copied goes on then.
          isForbidden = error.code == .refused
        }
      }
      isEarly = false
      let wait = DescriptorWait(number: stop)
      guard isForbidden || MonotonicTime.now < deadline,
        DescriptorWait.ready(among: [wait], until: .now + (isForbidden ? Self.forbiddenPause : pause)).isEmpty
      else { return nil }
    }
  }
}

/// Writes a line for each message, for reports of bugs: to the file that `PB_TRACE` names.
///
/// Names of forms are written; what is copied goes through pipes and is not.
package final class WireTrace: Sendable {
  private let file: FileDescriptor
  private let protocolName: String

  /// Nil if no trace is wanted.
  package init?(of protocolName: String) {
    guard let path = Environment.value("PB_TRACE"),
      let file = try? FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_APPEND, permissions: 0o600)
    else { return nil }
    self.file = file
    self.protocolName = protocolName
  }

  /// The file's descriptor.
  var descriptor: Int32 { file.number }

  /// Writes a line about each whole message that begins the bytes.
  package func noteMessages(sentIn bytes: ArraySlice<UInt8>) {
    var stream = MessageStream()
    stream.append(Array(bytes))
    while let message = try? stream.next() { note(message, isSent: true) }
  }

  /// Writes a line about a message.
  package func note(_ message: WireMessage, isSent: Bool) {
    var words: [String] = []
    var text: [UInt8] = []
    for byte in message.body {
      if byte >= 0x20, byte < 0x7F {
        text.append(byte)
        continue
      }
      if text.count > 3 { words.append(String(decoding: text, as: UTF8.self)) }
      text = []
    }
    if text.count > 3 { words.append(String(decoding: text, as: UTF8.self)) }
    let object =
      message.object < DataControlClient.firstServerObject
      ? "\(message.object)" : "offer \(message.object - DataControlClient.firstServerObject)"
    note(
      "\(object).\(message.opcode) (\(message.body.count)) \(words.joined(separator: " "))", isSent: isSent)
  }

  /// Writes a line of these words.
  package func note(_ words: String, isSent: Bool) {
    let time = MonotonicTime.now.nanoseconds / 1000
    let line = "\(time) \(protocolName) \(getpid()) \(isSent ? "->" : "<-") \(words)\n"
    _ = try? file.write(line.utf8, name: "trace")
  }
}
