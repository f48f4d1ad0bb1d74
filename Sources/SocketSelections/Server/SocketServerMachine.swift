package import Exchange

/// The server of one connection, without input or output: bytes and answers go in, actions and bytes come out.
///
/// It knows the order of messages, the rights of the client, and all bounds but those of the clock.
package struct SocketServerMachine {
  /// What the connection has to do.
  package enum Action: Hashable, Sendable {
    case greet(label: String)
    case ask(Rights)
    case list(UInt32, Board, application: String?, timeout: UInt32)
    case read(UInt32, ReadRequest)
    case own(UInt32, Offer)
    case release(UInt32, own: UInt32)
    case confirm(UInt32, own: UInt32)
    case watch(UInt32, [Board])
    case count(UInt32, watch: UInt32)
    case clear(UInt32, Board)
    /// The client no longer waits for a request, or watches no more.
    case cancel(UInt32)
    /// What the client gave for a name that it was asked for; nil if it refused.
    case rendered(UInt32, Representation?)
    /// What the client would give is larger than was wanted.
    case overlong(UInt32)
  }

  /// A copy of the client.
  package struct Offer: Hashable, Sendable {
    package var request: OwnRequest
    /// The values that came along, by name.
    package var values: [String: Representation] = [:]
    fileprivate var pushed: String?
    fileprivate var byteCount = 0

    package init(_ request: OwnRequest, _ values: [String: Representation] = [:]) {
      (self.request, self.values) = (request, values)
    }
  }

  private enum Kind { case question, own, watch, release }

  private let rights: Rights
  private let boards: [Board]
  private var answers: [Rights: Bool] = [:]
  private var held: [(right: Rights, request: UInt32, action: Action)] = []
  private var decoder = SocketFrameDecoder()
  private var outgoing = OutgoingFrames()
  private var incoming = IncomingValues()
  private var isGreeted = false
  private var active: [UInt32: Kind] = [:]
  private var offers: [UInt32: Offer] = [:]
  /// Names that the client was asked for, with the bytes that are accepted.
  private var renders: [UInt32: Int] = [:]
  private var nextRender = Self.firstRender

  /// The numbers of questions to the client begin here; its own are below.
  package static let firstRender: UInt32 = 1 << 31

  /// - Parameter boards: those that the client may use.
  package init(rights: Rights, boards: [Board] = SocketLimits.boards) {
    self.rights = rights
    self.boards = boards
  }

  /// Whether the client has said who it is.
  package var hasGreeted: Bool { isGreeted }
  /// Whether a frame, a value or a copy has begun whose rest has to come.
  package var isWithinMessage: Bool {
    decoder.isWithinFrame || incoming.isWithinValue || !offers.isEmpty
  }
  /// Whether more may be read: not while too much is being answered.
  package var wantsInput: Bool {
    active.values.count { $0 == .question } < SocketLimits.requests
      && outgoing.count < 4 * SocketLimits.requests
  }
  package var hasOutput: Bool { !outgoing.isEmpty }

  /// The bytes that go next.
  package mutating func output() -> [UInt8] { outgoing.next() }

  /// Takes bytes of the client; throws at the first that break the protocol.
  package mutating func receive(_ bytes: [UInt8]) throws(SocketProtocolError) -> [Action] {
    decoder.feed(bytes)
    var actions: [Action] = []
    while let frame = try decoder.next() { try take(frame, &actions) }
    return actions
  }

  private mutating func take(_ frame: SocketFrame, _ actions: inout [Action]) throws(SocketProtocolError) {
    let request = frame.request
    guard isGreeted else {
      guard case .hello(let version, let label) = frame.message, request == 0 else {
        throw SocketProtocolError("the other side does not introduce itself")
      }
      guard version >= 1 else {
        outgoing.add(
          .failed(.version, "this side does not support version \(version) of the protocol"), of: 0)
        return
      }
      isGreeted = true
      outgoing.add(.welcome(version: min(version, SocketLimits.version), rights: rights.rawValue), of: 0)
      return actions.append(.greet(label: label.legible(upTo: SocketLimits.label)))
    }
    switch frame.message {
    case .list(let name, let application, let timeout):
      try begin(request, .question)
      guard let board = board(name, for: request) else { return }
      allow(.paste, request, .list(request, board, application: application, timeout: timeout), &actions)
    case .read(let read):
      try begin(request, .question)
      guard board(read.board, for: request) != nil else { return }
      allow(.paste, request, .read(request, read), &actions)
    case .own(let own):
      try begin(request, .own)
      guard offers.count < 4, active.values.count(where: { $0 == .own }) <= SocketLimits.requests else {
        throw SocketProtocolError("too many copies at one time")
      }
      guard Set(own.names).count == own.names.count else {
        throw SocketProtocolError("a name is listed twice")
      }
      offers[request] = Offer(own)
    case .push(let index):
      guard let offer = offers[request], offer.pushed == nil, Int(index) < offer.request.names.count,
        offer.values[offer.request.names[Int(index)]] == nil
      else { throw SocketProtocolError("a value without a name") }
      offers[request]?.pushed = offer.request.names[Int(index)]
    case .commit:
      guard let offer = offers.removeValue(forKey: request), offer.pushed == nil else {
        throw SocketProtocolError("a copy ends that has not begun, or is not whole")
      }
      guard board(offer.request.board, for: request) != nil else { return }
      allow(.copy, request, .own(request, offer), &actions)
    case .release:
      // What was lost in the same moment is no longer known.
      guard active[request] == .own else { return }
      active[request] = .release
      actions.append(.release(request, own: request))
    case .confirm(let own):
      try begin(request, .question)
      guard active[own] == .own else { return done(request, 0) }
      actions.append(.confirm(request, own: own))
    case .watch(let names):
      guard active.values.count(where: { $0 == .watch }) < 8 else {
        throw SocketProtocolError("too many watches")
      }
      try begin(request, .watch)
      let boards = names.compactMap { board($0, for: request) }
      guard boards.count == names.count, !boards.isEmpty else { return }
      allow(.paste, request, .watch(request, boards), &actions)
    case .count(let watch):
      try begin(request, .question)
      guard active[watch] == .watch else { return fail(request, .unavailable, "nothing is watched") }
      actions.append(.count(request, watch: watch))
    case .clear(let name):
      try begin(request, .question)
      guard let board = board(name, for: request) else { return }
      allow(rights.contains(.clear) ? .clear : .copy, request, .clear(request, board), &actions)
    case .cancel:
      held.removeAll { $0.request == request }
      offers[request] = nil
      outgoing.cancel(request)
      if active.removeValue(forKey: request) != nil { actions.append(.cancel(request)) }
    case .value, .piece, .end, .failed: try takeValue(frame, &actions)
    default: throw SocketProtocolError("a message of the server")
    }
  }

  /// A value that was asked for, or one that a copy brings along.
  private mutating func takeValue(_ frame: SocketFrame, _ actions: inout [Action]) throws(SocketProtocolError)
  {
    let request = frame.request
    let offer = offers[request]
    guard offer?.pushed != nil || renders[request] != nil else {
      // The answer to a question that was given up.
      guard request < nextRender, request >= Self.firstRender else {
        throw SocketProtocolError("a value of no question")
      }
      return
    }
    switch frame.message {
    case .value(let head):
      if let limit = renders[request], head.count > UInt64(limit) {
        giveUp(request)
        return actions.append(.overlong(request))
      }
      let limit = renders[request] ?? (SocketLimits.pushed - (offer?.byteCount ?? 0))
      try incoming.begin(request, head, limit: limit)
    case .piece(let bytes): try incoming.add(request, bytes)
    case .end:
      let value = try incoming.end(request).value
      if let name = offer?.pushed {
        offers[request]?.values[name] = value
        offers[request]?.byteCount += value.payload.count
        offers[request]?.pushed = nil
      } else {
        renders[request] = nil
        actions.append(.rendered(request, value))
      }
    default:
      guard renders.removeValue(forKey: request) != nil else {
        throw SocketProtocolError("a copy brings a failure along")
      }
      incoming.forget(request)
      actions.append(.rendered(request, nil))
    }
  }

  // MARK: Rights

  private mutating func begin(_ request: UInt32, _ kind: Kind) throws(SocketProtocolError) {
    guard request > 0, request < Self.firstRender, active[request] == nil else {
      throw SocketProtocolError("request \(request) is not free")
    }
    active[request] = kind
  }

  /// Only boards that are shared exist for the client.
  private mutating func board(_ name: String, for request: UInt32) -> Board? {
    let board = Board(name)
    if boards.contains(board) { return board }
    let shared = boards.map(\.name).joined(separator: ", ")
    fail(request, .unavailable, "only the pasteboards \(shared) are shared")
    return nil
  }

  private mutating func allow(
    _ right: Rights, _ request: UInt32, _ action: Action, _ actions: inout [Action]
  ) {
    if rights.contains(right) || answers[right] == true { return actions.append(action) }
    guard rights.contains(.ask), answers[right] == nil else { return deny(right, request) }
    if !held.contains(where: { $0.right == right }) { actions.append(.ask(right)) }
    held.append((right, request, action))
    outgoing.add(.asking, of: request)
  }

  private mutating func deny(_ right: Rights, _ request: UInt32) {
    fail(
      request, .denied, right == .copy ? "copying from here is not allowed" : "pasting here is not allowed")
  }

  /// The person has decided; returns what waited for it.
  package mutating func resolve(_ right: Rights, isAllowed: Bool) -> [Action] {
    answers[right] = isAllowed
    let decided = held.filter { $0.right == right }
    held.removeAll { $0.right == right }
    guard !isAllowed else { return decided.map(\.action) }
    for (_, request, _) in decided { deny(right, request) }
    return []
  }

  // MARK: Answers

  /// Ends a question, unless it was given up; false then.
  private mutating func finish(_ request: UInt32) -> Bool { active.removeValue(forKey: request) != nil }

  package mutating func answer(_ request: UInt32, _ names: NameAnswer) {
    guard finish(request) else { return }
    outgoing.add(.names(names.fitting), of: request)
  }

  package mutating func answer(_ request: UInt32, _ value: Representation, _ head: ValueHead) {
    guard finish(request) else { return }
    outgoing.add(head, value.bytes, of: request)
  }

  package mutating func done(_ request: UInt32, _ number: UInt64 = 0) {
    guard finish(request) else { return }
    outgoing.add(.done(number), of: request)
  }

  package mutating func fail(_ request: UInt32, _ code: FailureCode, _ message: String) {
    guard finish(request) else { return }
    outgoing.add(.failed(code, message.legible(upTo: SocketLimits.message)), of: request)
  }

  /// A board is owned for the client; what is kept already needs it no more.
  package mutating func owned(_ request: UInt32, isKept: Bool) {
    guard active[request] == .own else { return }
    if isKept { active[request] = nil }
    outgoing.add(.owned(isKept: isKept), of: request)
  }

  /// The server has the content, and the client may go.
  package mutating func kept(_ own: UInt32) {
    guard active[own] == .own else { return }
    active[own] = nil
    outgoing.add(.kept, of: own)
  }

  /// Something else was copied.
  package mutating func lost(_ own: UInt32) {
    guard active[own] == .own else { return }
    active[own] = nil
    outgoing.add(.lost, of: own)
  }

  package mutating func changed(_ watch: UInt32, _ board: Board, hasOwner: Bool) {
    guard active[watch] == .watch else { return }
    outgoing.add(.changed(board: board.name, hasOwner: hasOwner), of: watch)
  }

  /// Asks the client for a name of its copy; nil if that is no longer owned.
  package mutating func render(_ own: UInt32, _ name: String, limit: Int) -> UInt32? {
    guard active[own] == .own, renders.count < 4 * SocketLimits.requests else { return nil }
    let number = nextRender
    nextRender = nextRender == .max ? Self.firstRender : nextRender + 1
    renders[number] = limit
    outgoing.add(.render(own: own, name: name), of: number)
    return number
  }

  /// Waits no more for a name.
  package mutating func giveUp(_ render: UInt32) {
    guard renders.removeValue(forKey: render) != nil else { return }
    incoming.forget(render)
    outgoing.add(.cancel, of: render)
  }
}

extension NameAnswer {
  /// The same within the bounds of the protocol: names that are too many or too long are left out.
  fileprivate var fitting: NameAnswer {
    var answer = self
    var room = SocketLimits.payload - 16 * SocketLimits.name
    answer.names = names.prefix(SocketLimits.names).filter { name in
      room -= name.utf8.count + 4
      return room >= 0 && name.utf8.count <= SocketLimits.name
    }
    answer.instanceName = instanceName?.legible(upTo: SocketLimits.name)
    answer.className = className?.legible(upTo: SocketLimits.name)
    answer.executable = executable.flatMap { $0.utf8.count <= 4 * SocketLimits.name ? $0 : nil }
    return answer
  }
}
