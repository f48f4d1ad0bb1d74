import BinaryText

/// Takes text (OSC 52).
struct ReadTextMachine: FencedMachine {
  let requests: Requests
  private(set) var text: [UInt8]?
  private(set) var isTooLarge = false
  /// Whether the answer could not be read.
  private(set) var isDamaged = false
  var isComplete = false
  /// Whether the terminal is known to ask its user, or to answer.
  private let mayAskPerson: Bool
  /// Some begin the answer, and end it after the fence.
  var isWithinReply = false

  init(_ requests: Requests, mayAskPerson: Bool) {
    (self.requests, self.mayAskPerson) = (requests, mayAskPerson)
  }

  mutating func take(_ reply: TerminalReply) {
    switch reply {
    case .broken(let tooLong):
      isTooLarge = tooLong
      isDamaged = true
      if text == nil { text = [] }
    case .command(let content):
      guard text == nil, content.starts(with: Array("52;".utf8)) else { return }
      let data = content.dropFirst(3).drop { $0 != UInt8(ascii: ";") }.dropFirst()
      text = Base64.decode(pieces: data)
      isDamaged = text == nil
      if text == nil { text = [] }
    default: break
    }
  }

  /// Without an answer, and none begun, the fence says that none will come, unless a person is asked first.
  var isDone: Bool { isComplete && !isWithinReply && (text != nil || !mayAskPerson) }
  var isWaitingForPerson: Bool { isComplete && text == nil && !isWithinReply && mayAskPerson }
}
