extension SocketMessage {
  /// What every connection begins with, so that another protocol is recognized at once.
  static let signature: [UInt8] = Array("pasteboard".utf8)

  /// The number that stands for the kind of message.
  var kind: UInt8 {
    switch self {
    case .hello: 1
    case .list: 2
    case .read: 3
    case .cancel: 4
    case .own: 5
    case .push: 6
    case .commit: 7
    case .release: 8
    case .confirm: 9
    case .watch: 10
    case .count: 11
    case .clear: 12
    case .welcome: 32
    case .names: 33
    case .owned: 34
    case .kept: 35
    case .lost: 36
    case .render: 37
    case .changed: 38
    case .asking: 39
    case .done: 40
    case .value: 64
    case .piece: 65
    case .end: 66
    case .failed: 67
    }
  }

  /// The bytes that the payload of a kind may have; 0 for kinds that do not exist.
  static func payloadLimit(_ kind: UInt8) -> Int {
    switch kind {
    case 5, 33: SocketLimits.payload
    case 65: SocketLimits.piece
    case 4, 7, 8, 35, 36, 39, 66: 0
    case 1, 2, 3, 6, 9, 10, 11, 12, 32, 34, 37, 38, 40, 64, 67: 4 * SocketLimits.name
    default: 0
    }
  }

  func write(to fields: inout FieldWriter) {
    switch self {
    case .hello(let version, let label):
      fields.add(raw: Self.signature)
      fields.add(version)
      fields.add(label)
    case .list(let board, let application, let timeout):
      fields.add(board)
      fields.add(application)
      fields.add(timeout)
    case .read(let request):
      fields.add(request.board)
      fields.add(request.name)
      fields.add(request.application)
      fields.add(request.isUnchanged)
      fields.add(request.prefix)
      fields.add(request.limit)
      fields.add(request.timeout)
    case .own(let request):
      fields.add(request.board)
      fields.add(request.isSensitive)
      fields.add(request.mayBeKept)
      fields.add(request.names)
    case .push(let number), .confirm(let number), .count(let number): fields.add(number)
    case .watch(let boards): fields.add(boards)
    case .clear(let board): fields.add(board)
    case .welcome(let version, let rights):
      fields.add(version)
      fields.add(rights)
    case .names(let answer):
      fields.add(answer.instanceName)
      fields.add(answer.className)
      fields.add(answer.executable)
      fields.add(answer.names)
    case .owned(let isKept): fields.add(isKept)
    case .render(let own, let name):
      fields.add(own)
      fields.add(name)
    case .changed(let board, let hasOwner):
      fields.add(board)
      fields.add(hasOwner)
    case .done(let number): fields.add(number)
    case .value(let head):
      fields.add(head.declared)
      fields.add(head.format)
      fields.add(head.count)
      fields.add(head.whole)
    case .piece(let bytes): fields.add(raw: bytes)
    case .failed(let code, let message):
      fields.add(code.rawValue)
      fields.add(message)
    case .cancel, .commit, .release, .kept, .lost, .asking, .end: break
    }
  }

  init(_ kind: UInt8, _ fields: inout FieldReader) throws(SocketProtocolError) {
    if let message = try Self.fromFarSide(kind, &fields) {
      self = message
    } else if let message = try Self.fromNearSide(kind, &fields) {
      self = message
    } else {
      self = try Self.fromEither(kind, &fields)
    }
  }

  private static func fromFarSide(_ kind: UInt8, _ fields: inout FieldReader) throws(SocketProtocolError)
    -> SocketMessage?
  {
    switch kind {
    case 1:
      for byte in signature where try fields.number(UInt8.self) != byte {
        throw SocketProtocolError("the other side speaks another protocol")
      }
      return .hello(version: try fields.number(), label: try fields.string(upTo: SocketLimits.label))
    case 2:
      return .list(
        board: try fields.string(upTo: SocketLimits.label),
        application: try fields.optionalString(upTo: SocketLimits.label), timeout: try fields.number())
    case 3:
      let board = try fields.string(upTo: SocketLimits.label)
      var request = ReadRequest(
        try fields.string(upTo: SocketLimits.name), on: board, limit: 0, timeout: 0)
      request.application = try fields.optionalString(upTo: SocketLimits.label)
      request.isUnchanged = try fields.flag()
      request.prefix = try fields.number()
      request.limit = try fields.number()
      request.timeout = try fields.number()
      return .read(request)
    case 4: return .cancel
    case 5:
      var request = OwnRequest(
        board: try fields.string(upTo: SocketLimits.label), names: [], isSensitive: try fields.flag(),
        mayBeKept: try fields.flag())
      request.names = try fields.strings(upTo: SocketLimits.names, each: SocketLimits.name)
      return .own(request)
    case 6: return .push(name: try fields.number())
    case 7: return .commit
    case 8: return .release
    case 9: return .confirm(own: try fields.number())
    case 10: return .watch(boards: try fields.strings(upTo: 8, each: SocketLimits.label))
    case 11: return .count(watch: try fields.number())
    case 12: return .clear(board: try fields.string(upTo: SocketLimits.label))
    default: return nil
    }
  }

  private static func fromNearSide(_ kind: UInt8, _ fields: inout FieldReader) throws(SocketProtocolError)
    -> SocketMessage?
  {
    switch kind {
    case 32: return .welcome(version: try fields.number(), rights: try fields.number())
    case 33:
      var answer = NameAnswer([], of: nil)
      answer.instanceName = try fields.optionalString(upTo: SocketLimits.name)
      answer.className = try fields.optionalString(upTo: SocketLimits.name)
      answer.executable = try fields.optionalString(upTo: 4 * SocketLimits.name)
      answer.names = try fields.strings(upTo: SocketLimits.names, each: SocketLimits.name)
      return .names(answer)
    case 34: return .owned(isKept: try fields.flag())
    case 35: return .kept
    case 36: return .lost
    case 37: return .render(own: try fields.number(), name: try fields.string(upTo: SocketLimits.name))
    case 38:
      return .changed(board: try fields.string(upTo: SocketLimits.label), hasOwner: try fields.flag())
    case 39: return .asking
    case 40: return .done(try fields.number())
    default: return nil
    }
  }

  private static func fromEither(_ kind: UInt8, _ fields: inout FieldReader) throws(SocketProtocolError)
    -> SocketMessage
  {
    switch kind {
    case 64:
      let head = ValueHead(
        declared: try fields.optionalString(upTo: SocketLimits.name), format: try fields.number(),
        count: try fields.number(), whole: try fields.number())
      guard [8, 16, 32].contains(head.format) else {
        throw SocketProtocolError("items of \(head.format) bits")
      }
      return .value(head)
    case 65: return .piece(fields.remainder())
    case 66: return .end
    case 67:
      guard let code = FailureCode(rawValue: try fields.number()) else {
        throw SocketProtocolError("an unknown kind of failure")
      }
      return .failed(code, try fields.string(upTo: SocketLimits.message))
    default: throw SocketProtocolError("an unknown kind of message (\(kind))")
    }
  }
}
