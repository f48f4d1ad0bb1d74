import DBus
package import Exchange
import System
package import WaylandSelections

/// A client of the clipboard that Mutter hands out to remote desktops: its bus, its session, what is on offer.
///
/// A pure state machine. The session is never started: that would tell people that somebody looks at their screen.
package struct MutterClient: SelectionClient {
  /// Calls that an answer is due to.
  private enum Call {
    case service, process, version(UInt32)
    case create, enable, sync
    case select(source: UInt32)
    case write(source: UInt32, name: String, transfer: UInt32)
    case read(UInt32)
    case other
  }

  private enum Session {
    case none
    /// Can be used once the last call that opens it is answered.
    case opening(path: String)
    case open(path: String)
  }

  /// What is to be done once there is a session.
  private enum Step {
    case select([String], source: UInt32)
    case clear
    case read(String, UInt32)
  }

  package var outgoing = OutgoingQueue()
  package let greeting: UInt32 = 1
  /// The unique name of the connection that Mutter has to the bus; nil without one.
  package private(set) var service: String?
  /// The process that this is, as the bus knows it.
  package private(set) var process: UInt32?
  /// The version of GNOME Shell, once it was asked for.
  package private(set) var version: String?

  private var bus = BusClient()
  private var calls: [UInt32: Call] = [:]
  private var session = Session.none
  private var steps: [Step] = []
  private var events: [Event] = []
  private var failure: WireError?
  private var lastNumber: UInt32 = 1
  /// The calls of the session whose answers have not come, in their order.
  private var unanswered: [UInt32] = []
  /// The `sync`s that are done when these calls are answered.
  private var syncs: [(number: UInt32, call: UInt32)] = []
  private var current: Offer?
  /// The source that is set, or is being set.
  private var source: (number: UInt32, isConfirmed: Bool, isSensitive: Bool)?
  /// Requests of Mutter that files stand for.
  private var transfers: [Int32: UInt32] = [:]

  package typealias Event = DataControlClient.Event

  /// A client that begins with its greeting, as a process of this user.
  package init(user: UInt32) {
    outgoing.append(bus.begin(user: user))
    call(.process, bus.callBus("GetConnectionUnixProcessID", [.string(Mutter.name)]))
    call(.service, bus.callBus("GetNameOwner", [.string(Mutter.name)]))
    // Before there is a session, whose path nobody knows yet: the calls behind its creation then wait for nothing else.
    for rule in Self.signals { call(.other, bus.callBus("AddMatch", [.string(rule)])) }
    // In one piece with the greeting; nothing is started for it, should nobody have the name.
    call(
      .create,
      bus.call(
        BusMessage(
          call: "CreateSession", Mutter.name, of: Mutter.path, at: Mutter.name, flags: .noStart)))
  }

  /// The signals that are wanted: those of any session, of which other sessions' are passed over, and Mutter's end.
  private static let signals = [
    "type='signal',sender='\(Mutter.name)',interface='\(Mutter.session)'",
    "type='signal',sender='\(BusClient.bus)',member='NameOwnerChanged',arg0='\(Mutter.name)'",
  ]

  private mutating func call(_ call: Call, _ sent: (serial: UInt32, bytes: [UInt8])) {
    calls[sent.serial] = call
    outgoing.append(sent.bytes)
  }

  /// Calls a method of the session.
  private mutating func callSession(_ kind: Call, _ member: String, _ body: [BusValue]) {
    guard let path, let service else { return }
    let message = BusMessage(call: member, Mutter.session, of: path, at: service, body, flags: .noStart)
    send(kind, message)
  }

  private mutating func send(_ kind: Call, _ message: BusMessage) {
    let sent = bus.call(message)
    call(kind, sent)
    unanswered.append(sent.serial)
  }

  private var path: String? {
    switch session {
    case .none: nil
    case .opening(let path), .open(let path): path
    }
  }

  private mutating func newNumber() -> UInt32 {
    lastNumber &+= 1
    return lastNumber
  }
}

// MARK: What is asked for

extension MutterClient {
  package var protocolName: String { "gnome" }
  package var hasMessage: Bool { !events.isEmpty || bus.hasMessage }

  package func offer(_ slot: Slot) -> Offer? { slot == .copied ? current : nil }

  package mutating func append(_ received: [UInt8]) { bus.append(received) }

  package mutating func requireControl(of slot: Slot) throws(ExchangeError) {
    guard slot == .copied else {
      throw ExchangeError(.unavailable, "GNOME shares only the clipboard, not the primary selection")
    }
    guard service != nil else { throw ExchangeError(.unavailable, Mutter.absence) }
  }

  package mutating func sync() -> UInt32 {
    let number = newNumber()
    if unanswered.isEmpty, steps.isEmpty, let path, let service {
      // Answered in one order with all else, which a `Ping` is not.
      let message = BusMessage(
        call: "Get", "org.freedesktop.DBus.Properties", of: path, at: service,
        [.string(Mutter.session), .string("SessionId")], flags: .noStart)
      send(.sync, message)
    }
    if let last = unanswered.last { syncs.append((number, last)) }
    return number
  }

  package mutating func select(_ names: [String], _ slot: Slot, isSensitive: Bool) -> UInt32? {
    guard slot == .copied, service != nil else { return nil }
    let number = newNumber()
    source = (number, false, isSensitive)
    perform(.select(names, source: number))
    return number
  }

  package mutating func destroy(source number: UInt32) {
    guard let source, source.number == number else { return }
    self.source = nil
    perform(.clear)
  }

  package mutating func clear(_ slot: Slot) {
    guard slot == .copied else { return }
    source = nil
    perform(.clear)
  }

  package mutating func request(_ name: String, of offer: Offer) throws(ExchangeError) -> FormRequest? {
    guard let current, current.identifier == offer.identifier else { return nil }
    let number = newNumber()
    perform(.read(name, number))
    return .pending(number)
  }

  package mutating func closed(file number: Int32) {
    guard let transfer = transfers.removeValue(forKey: number) else { return }
    finish(transfer, hasContent: true)
  }

  /// Asks for the version of GNOME Shell, which is that of Mutter: the number that `done` will have.
  package mutating func askVersion() -> UInt32 {
    let number = newNumber()
    let message = BusMessage(
      call: "Get", "org.freedesktop.DBus.Properties", of: "/org/gnome/Shell", at: "org.gnome.Shell",
      [.string("org.gnome.Shell"), .string("ShellVersion")], flags: .noStart)
    call(.version(number), bus.call(message))
    return number
  }

  private mutating func perform(_ step: Step) {
    guard path != nil else { return steps.append(step) }
    switch step {
    case .select(let names, let source):
      let options = BusValue.options([("mime-types", .strings(names))])
      callSession(.select(source: source), "SetSelection", [options])
    case .clear: callSession(.other, "SetSelection", [.options([])])
    case .read(let name, let number): callSession(.read(number), "SelectionRead", [.string(name)])
    }
  }

  /// Says that all has come that Mutter gets for a request.
  private mutating func finish(_ transfer: UInt32, hasContent: Bool) {
    guard let path, let service else { return }
    let message = BusMessage(
      call: "SelectionWriteDone", Mutter.session, of: path, at: service,
      [.uint32(transfer), .boolean(hasContent)], flags: [.noStart, .noReply])
    outgoing.append(bus.call(message).bytes)
  }
}

// MARK: What comes

extension MutterClient {
  package mutating func nextEvent(
    _ files: inout DescriptorQueue, _ trace: WireTrace?
  ) throws(WireError) -> Event? {
    while true {
      if !events.isEmpty { return events.removeFirst() }
      if let failure { throw failure }
      do throws(BusError) {
        guard let (incoming, answer) = try bus.next() else { return nil }
        if !answer.isEmpty { outgoing.append(answer) }
        switch incoming {
        case .answer(let serial, let message):
          trace?.note(Self.words(message), isSent: false)
          let files = try take(message, &files)
          handle(serial, message, files)
        case .signal(let message):
          trace?.note(Self.words(message), isSent: false)
          _ = try take(message, &files)
          handle(message)
        case .other(let message): _ = try take(message, &files)
        }
      } catch {
        throw .unavailable(error.description)
      }
    }
  }

  package func trace(sent bytes: ArraySlice<UInt8>, _ trace: WireTrace) {
    var rest = bytes
    // Behind the proof, which has lines.
    if let end = rest.lastIndex(of: 0x0A), rest.first == 0 { rest = rest[(end + 1)...] }
    while rest.count >= BusMessage.fixedSize, let size = try? BusMessage.size(of: rest), size <= rest.count {
      if let message = try? BusMessage(Array(rest.prefix(size))) {
        trace.note(Self.words(message), isSent: true)
      }
      rest = rest.dropFirst(size)
    }
  }

  private static func words(_ message: BusMessage) -> String {
    let subject = message.member ?? message.errorName ?? "reply to \(message.replySerial ?? 0)"
    return "\(message.kind) \(message.serial) \(subject)"
  }

  /// The descriptors that belong to a message.
  private func take(
    _ message: BusMessage, _ files: inout DescriptorQueue
  ) throws(BusError) -> [OpenFile] {
    var taken: [OpenFile] = []
    for _ in 0..<message.descriptorCount {
      guard let file = files.take() else { throw .malformed("a descriptor is missing") }
      taken.append(file)
    }
    guard files.count <= BusLimit.descriptors else { throw .malformed("descriptors that belong to nothing") }
    return taken
  }

  private mutating func handle(_ serial: UInt32, _ message: BusMessage, _ files: [OpenFile]) {
    guard let call = calls.removeValue(forKey: serial) else { return }
    let value = message.kind == .reply ? message.body.first : nil
    switch (call, value) {
    case (.process, .uint32(let process)): self.process = process
    case (.service, .string(let name)) where BusName.isUnique(name): service = name
    case (.create, _) where service == nil: events.append(.done(greeting))
    case (.create, .objectPath(let path)) where message.sender == service:
      open(path)
      // What is asked for now goes behind the call that opens the session, and waits for no answer of its own.
      events.append(.done(greeting))
    case (.enable, _) where message.kind == .error: failure = .unavailable(Mutter.refusal(message))
    case (.create, _):
      let words = Mutter.refusal(message)
      failure = Mutter.isForbidden(message) ? .forbidden(words) : .unavailable(words)
    case (.enable, _):
      if let path { session = .open(path: path) }
    case (.version(let number), _):
      if case .variant(.string(let version))? = value { self.version = version }
      events.append(.done(number))
    case (.select(let number), _): confirm(number, isSet: message.kind == .reply)
    case (.write(let source, let name, let transfer), .descriptor(let index)) where Int(index) < files.count:
      let file = files[Int(index)]
      transfers[file.number] = transfer
      events.append(.asked(source: source, name: name, file))
    case (.read(let number), .descriptor(let index)) where Int(index) < files.count:
      events.append(.given(request: number, files[Int(index)]))
    case (.read(let number), _):
      let isBusy = message.errorName == "org.freedesktop.DBus.Error.LimitsExceeded"
      events.append(.refused(request: number, isBusy ? .busy : .reason(Mutter.refusal(message))))
    default: break
    }
    settle(serial)
  }

  /// Tells those who wait for the answer to a call.
  private mutating func settle(_ serial: UInt32) {
    unanswered.removeAll { $0 == serial }
    for sync in syncs where sync.call == serial { events.append(.done(sync.number)) }
    syncs.removeAll { $0.call == serial }
  }

  private mutating func open(_ path: String) {
    session = .opening(path: path)
    callSession(.enable, "EnableClipboard", [.options([])])
    let steps = steps
    self.steps = []
    for step in steps { perform(step) }
  }

  private mutating func confirm(_ number: UInt32, isSet: Bool) {
    guard source?.number == number else { return }
    if isSet {
      source?.isConfirmed = true
    } else {
      source = nil
      events.append(.cancelled(source: number))
    }
  }

  private mutating func handle(_ signal: BusMessage) {
    if signal.sender == BusClient.bus, signal.member == "NameOwnerChanged",
      signal.body.first == .string(Mutter.name), signal.body.last != service.map(BusValue.string)
    {
      failure = .unavailable("GNOME Shell ended, and its clipboard with it")
      return
    }
    guard let path, signal.sender == service, signal.path == path, signal.interface == Mutter.session else {
      return
    }
    switch signal.member {
    case "SelectionOwnerChanged": changeOwner(signal.body.first ?? .options([]))
    case "SelectionTransfer":
      guard case .string(let name)? = signal.body.first, case .uint32(let transfer)? = signal.body.last else {
        return
      }
      give(name, transfer)
    case "Closed": failure = .unavailable("GNOME closed the session that its clipboard was read through")
    default: break
    }
  }

  private mutating func changeOwner(_ options: BusValue) {
    // The list is in a structure of its own.
    var names = options.option("mime-types")
    if case .structure(let fields)? = names { names = fields.first }
    let texts = names?.texts
    if let texts {
      var offer = Offer(newNumber())
      for name in texts { offer.add(Array(name.utf8)) }
      current = offer
    } else {
      current = nil
    }
    // Before the answer, it is about an owner from before the request.
    if let source, source.isConfirmed, options.option("session-is-owner") != .boolean(true) {
      self.source = nil
      events.append(.cancelled(source: source.number))
    }
    events.append(.changed(.copied))
  }

  /// So many requests may wait for the file that their answer goes into.
  private static let waitingLimit = 256

  private mutating func give(_ name: String, _ transfer: UInt32) {
    guard let source, calls.count < Self.waitingLimit else { return finish(transfer, hasContent: false) }
    // Mutter itself asks for text at once, to keep it: before it answers, no program can have asked.
    guard source.isConfirmed || !source.isSensitive else { return finish(transfer, hasContent: false) }
    callSession(
      .write(source: source.number, name: name, transfer: transfer), "SelectionWrite", [.uint32(transfer)])
  }
}
