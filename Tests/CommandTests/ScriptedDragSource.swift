import TestSupport

/// A program that drags something onto a window, with the habits of one or another.
final class ScriptedDragSource {
  let client: RawClient
  /// What it gives for each type, in its order.
  var contents: [(type: String, bytes: [UInt8])]
  /// Types that it lists and does not give.
  var refused: Set<String> = []
  /// The time of its drop.
  var dropTime: UInt32 = 77
  /// What it asked for with a request whose type it gives in pieces.
  var givesPieces = false
  /// Whether its answers name the property's type beside the property (Qt).
  var namesTypeOfProperty = false
  /// The types that were asked for, and the times of the requests.
  private(set) var asked: [(type: String, time: UInt32, window: UInt32)] = []

  convenience init(on server: PrivateXServer, _ contents: [(type: String, bytes: [UInt8])]) throws {
    try self.init(try RawClient(display: server.display), contents)
  }

  init(_ client: RawClient, _ contents: [(type: String, bytes: [UInt8])]) throws {
    self.client = client
    self.contents = contents
    try client.own("XdndSelection")
  }

  /// The window of `pb drop`, once it is there.
  func target() throws -> UInt32 {
    let aware = client.atom("XdndAware")
    var found: UInt32?
    _ = eventually {
      found = client.topWindows().last { client.isMapped($0) && client.property(aware, of: $0) != nil }
      return found != nil
    }
    guard let found else { throw RawClient.Failure(description: "there is no window to drop onto") }
    return found
  }

  enum Listing { case inline, list, listBitAlone, nothing }

  func enter(_ target: UInt32, version: UInt32 = 5, _ listing: Listing = .list) {
    let types = contents.map { client.atom($0.type) }
    if listing == .list {
      client.setProperty(client.atom("XdndTypeList"), type: client.atom("ATOM"), words: types)
    }
    let hasInline = listing == .inline || listing == .listBitAlone
    let inline = hasInline ? Array((types + [0, 0, 0]).prefix(3)) : [0, 0, 0]
    let bit: UInt32 = listing == .inline || listing == .nothing ? 0 : 1
    client.send("XdndEnter", [client.window, version << 24 | bit] + inline, about: target)
  }

  /// Tells where the pointer is; returns whether the target accepts, and its action.
  func position(_ target: UInt32, action: String = "XdndActionCopy") throws -> (
    accepts: Bool, action: String?
  ) {
    client.send("XdndPosition", [client.window, 0, 0, 5, client.atom(action)], about: target)
    let status = try client.waitForMessage("XdndStatus")
    return (status[1] & 1 == 1, client.name(of: status[4]))
  }

  func leave(_ target: UInt32) { client.send("XdndLeave", [client.window, 0, 0, 0, 0], about: target) }

  func drop(_ target: UInt32) { client.send("XdndDrop", [client.window, 0, dropTime, 0, 0], about: target) }

  /// Answers until the target has finished; returns whether it took it, and the action.
  func serve(timeout: Duration = .seconds(10)) throws -> (isTaken: Bool, action: String?) {
    let finished = client.atom("XdndFinished")
    while true {
      let event = try client.wait(timeout: timeout) {
        switch $0 {
        case .request, .message(finished, _): true
        default: false
        }
      }
      if case .message(_, let words) = event { return (words[1] & 1 == 1, client.name(of: words[2])) }
      if case .request(let request) = event { try answer(request) }
    }
  }

  func answer(_ request: RawClient.Request) throws {
    let type = client.name(of: request.target) ?? ""
    asked.append((type, request.time, request.requestor))
    if type == "TARGETS" {
      client.setProperty(
        request.property, of: request.requestor, type: client.atom("ATOM"),
        words: contents.map { client.atom($0.type) })
      return client.answer(request)
    }
    guard let content = contents.first(where: { $0.type == type }), !refused.contains(type) else {
      return client.answer(request, property: 0)
    }
    guard givesPieces else {
      client.setProperty(request.property, of: request.requestor, type: request.target, bytes: content.bytes)
      var answered = request
      if namesTypeOfProperty { answered.target = client.atom("SOME_OTHER_TYPE") }
      return client.answer(answered, property: request.property)
    }
    client.observeProperties(of: request.requestor)
    client.setProperty(
      request.property, of: request.requestor, type: client.atom("INCR"), words: [UInt32(content.bytes.count)]
    )
    client.answer(request)
    for start in stride(from: 0, through: content.bytes.count, by: 5) {
      try client.waitForPropertyChange(request.property, of: request.requestor, isDeleted: true)
      let piece = Array(content.bytes[start..<min(start + 5, content.bytes.count)])
      client.setProperty(request.property, of: request.requestor, type: request.target, bytes: piece)
      if start + 5 > content.bytes.count, !piece.isEmpty {
        try client.waitForPropertyChange(request.property, of: request.requestor, isDeleted: true)
        client.setProperty(request.property, of: request.requestor, type: request.target, bytes: [])
      }
    }
  }
}
