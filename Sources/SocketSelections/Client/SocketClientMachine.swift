package import Exchange

/// The client of one connection, without input or output: questions and bytes go in, answers and bytes come out.
package struct SocketClientMachine {
  /// What came from the server.
  package enum Event: Hashable, Sendable {
    case welcome(version: UInt16, Rights)
    case names(UInt32, NameAnswer)
    case value(UInt32, Representation, whole: Int?)
    case failed(UInt32, FailureCode, String)
    case done(UInt32, UInt64)
    case asking(UInt32)
    case owned(UInt32, isKept: Bool)
    case kept(UInt32)
    case lost(UInt32)
    case changed(UInt32, Board, hasOwner: Bool)
    /// A name of a copy is asked for, under a number of the server.
    case render(UInt32, own: UInt32, name: String)
    /// The server waits no more for a name.
    case unwanted(UInt32)
  }

  private enum Kind: Equatable { case list, read(limit: Int), own, watch, number }

  private var decoder = SocketFrameDecoder()
  private var outgoing = OutgoingFrames()
  private var incoming = IncomingValues()
  private var isWelcome = false
  private var active: [UInt32: Kind] = [:]
  private var renders: Set<UInt32> = []
  private var last: UInt32 = 0

  /// Introduces itself; questions may follow at once.
  package init(label: String) {
    outgoing.add(.hello(version: SocketLimits.version, label: label.legible(upTo: SocketLimits.label)), of: 0)
  }

  package var hasOutput: Bool { !outgoing.isEmpty }
  package var hasBeenWelcomed: Bool { isWelcome }
  /// How many bytes have come of the value of a request.
  package func progress(of request: UInt32) -> Int { incoming.count(of: request) }

  /// The bytes that go next.
  package mutating func output() -> [UInt8] { outgoing.next() }

  // MARK: Questions

  private mutating func begin(_ kind: Kind, _ message: SocketMessage) -> UInt32 {
    repeat { last = last >= SocketServerMachine.firstRender - 1 ? 1 : last + 1 } while active[last] != nil
    active[last] = kind
    outgoing.add(message, of: last)
    return last
  }

  package mutating func list(_ board: Board, application: String?, timeout: UInt32) -> UInt32 {
    begin(.list, .list(board: board.name, application: application, timeout: timeout))
  }

  package mutating func read(_ request: ReadRequest) -> UInt32 {
    begin(.read(limit: Int(clamping: request.limit)), .read(request))
  }

  /// Copies: names, and the values of some that go along, by their place among the names.
  package mutating func own(_ request: OwnRequest, bringing values: [(Int, Representation)]) -> UInt32 {
    let number = begin(.own, .own(request))
    for (index, value) in values {
      outgoing.add(.push(name: UInt32(index)), of: number)
      outgoing.add(.value(ValueHead(value)), of: number)
      let bytes = value.bytes
      for start in stride(from: 0, to: bytes.count, by: SocketLimits.piece) {
        outgoing.add(.piece(Array(bytes[start..<min(start + SocketLimits.piece, bytes.count)])), of: number)
      }
      outgoing.add(.end, of: number)
    }
    outgoing.add(.commit, of: number)
    return number
  }

  package mutating func release(_ own: UInt32) { outgoing.add(.release, of: own) }

  package mutating func confirm(_ own: UInt32) -> UInt32 { begin(.number, .confirm(own: own)) }

  package mutating func watch(_ boards: [Board]) -> UInt32 {
    begin(.watch, .watch(boards: boards.map(\.name)))
  }

  package mutating func count(_ watch: UInt32) -> UInt32 { begin(.number, .count(watch: watch)) }

  package mutating func clear(_ board: Board) -> UInt32 { begin(.number, .clear(board: board.name)) }

  /// Waits no more for an answer, which may still come, and is left out.
  package mutating func cancel(_ request: UInt32) {
    guard active.removeValue(forKey: request) != nil else { return }
    incoming.forget(request)
    outgoing.add(.cancel, of: request)
  }

  // MARK: Answers

  /// Gives what the server asked for; nil refuses it.
  package mutating func give(_ render: UInt32, _ value: Representation?) {
    guard renders.remove(render) != nil else { return }
    if let value {
      outgoing.add(ValueHead(value), value.bytes, of: render)
    } else {
      outgoing.add(.failed(.refused, ""), of: render)
    }
  }

  /// Takes bytes of the server; throws at the first that break the protocol.
  package mutating func receive(_ bytes: [UInt8]) throws(SocketProtocolError) -> [Event] {
    decoder.feed(bytes)
    var events: [Event] = []
    while let frame = try decoder.next() { if let event = try take(frame) { events.append(event) } }
    return events
  }

  private mutating func take(_ frame: SocketFrame) throws(SocketProtocolError) -> Event? {
    let request = frame.request
    if !isWelcome {
      switch frame.message {
      case .welcome(let version, let rights) where request == 0:
        guard (1...SocketLimits.version).contains(version) else {
          throw SocketProtocolError("this side does not support version \(version) of the protocol")
        }
        isWelcome = true
        return .welcome(version: version, Rights(rawValue: rights))
      case .failed(let code, let message) where request == 0:
        return .failed(0, code, message.legible(upTo: SocketLimits.message))
      default: throw SocketProtocolError("the other side does not answer the introduction")
      }
    }
    if case .render(let own, let name) = frame.message {
      guard request >= SocketServerMachine.firstRender, !renders.contains(request),
        renders.count < 8 * SocketLimits.requests
      else { throw SocketProtocolError("a question with the number \(request)") }
      renders.insert(request)
      return .render(request, own: own, name: name)
    }
    if case .cancel = frame.message {
      renders.remove(request)
      outgoing.cancel(request)
      return .unwanted(request)
    }
    guard let kind = active[request] else {
      guard request <= last, request > 0 else { throw SocketProtocolError("an answer to no question") }
      return nil
    }
    return try take(frame.message, request, kind)
  }

  private mutating func take(_ message: SocketMessage, _ request: UInt32, _ kind: Kind)
    throws(SocketProtocolError) -> Event?
  {
    switch (message, kind) {
    case (.asking, _): return .asking(request)
    case (.failed(let code, let words), _):
      active[request] = nil
      incoming.forget(request)
      return .failed(request, code, words.legible(upTo: SocketLimits.message))
    case (.names(let answer), .list):
      active[request] = nil
      return .names(request, answer)
    case (.value(let head), .read(let limit)):
      try incoming.begin(request, head, limit: limit)
      return nil
    case (.piece(let bytes), .read):
      try incoming.add(request, bytes)
      return nil
    case (.end, .read):
      let (value, whole) = try incoming.end(request)
      active[request] = nil
      return .value(request, value, whole: whole)
    case (.done(let number), .number), (.done(let number), .own):
      active[request] = nil
      return .done(request, number)
    case (.owned(let isKept), .own):
      if isKept { active[request] = nil }
      return .owned(request, isKept: isKept)
    case (.kept, .own):
      active[request] = nil
      return .kept(request)
    case (.lost, .own):
      active[request] = nil
      return .lost(request)
    case (.changed(let board, let hasOwner), .watch):
      return .changed(request, Board(board.legible(upTo: SocketLimits.label)), hasOwner: hasOwner)
    default: throw SocketProtocolError("an answer to another question")
    }
  }
}
