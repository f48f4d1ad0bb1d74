import BinaryText

/// A question and its answers, without input or output: takes replies until it is done.
protocol TerminalMachine {
  /// Takes an answer.
  mutating func receive(_ reply: TerminalReply)

  /// Whether an answer has begun whose end has not come.
  var isWithinReply: Bool { get set }

  /// Whether nothing more is to come.
  var isDone: Bool { get }

  /// Whether the terminal has answered all else, so that it may be asking its user.
  var isWaitingForPerson: Bool { get }

  /// Whether nothing that still comes is of use: more came than may be.
  var isTooLarge: Bool { get }

  /// Whether the answers bring content, which takes time in proportion to its size.
  var bringsContent: Bool { get }
}

extension TerminalMachine {
  var isWaitingForPerson: Bool { false }
  var isTooLarge: Bool { false }
  var bringsContent: Bool { false }
}

/// A question with one behind it that every terminal answers: the answer to that is the last.
protocol FencedMachine: TerminalMachine {
  var requests: Requests { get }
  /// Whether the answer to the last question has come.
  var isComplete: Bool { get set }

  /// Takes any other answer.
  mutating func take(_ reply: TerminalReply)
}

extension FencedMachine {
  mutating func receive(_ reply: TerminalReply) {
    if case .control(let control) = reply {
      if requests.isFence(control) { isComplete = true }
    } else {
      take(reply)
    }
  }
}

/// Finds out what a terminal can do.
struct ProbeMachine: TerminalMachine {
  private let requests: Requests
  private let identifier: String
  private(set) var answers = ProbeAnswers()
  var isWithinReply = false

  init(_ requests: Requests, identifier: String) {
    (self.requests, self.identifier) = (requests, identifier)
  }

  mutating func receive(_ reply: TerminalReply) {
    answers.note(reply, identifier: identifier, isFence: requests.isFence)
  }

  var isDone: Bool { answers.isComplete }
}

/// Waits until the terminal has taken what was sent.
struct FenceMachine: FencedMachine {
  let requests: Requests
  var isComplete = false
  var isWithinReply = false

  init(_ requests: Requests) {
    self.requests = requests
  }

  mutating func take(_ reply: TerminalReply) {}

  var isDone: Bool { isComplete }
}

/// Lists names (OSC 5522).
struct ListMachine: FencedMachine {
  let requests: Requests
  private let identifier: String
  private(set) var list = NameList()
  var isComplete = false
  var isWithinReply = false

  init(_ requests: Requests, identifier: String) {
    (self.requests, self.identifier) = (requests, identifier)
  }

  mutating func take(_ reply: TerminalReply) {
    list.note(reply, identifier: identifier)
  }

  var isDone: Bool { isComplete && (list.status != nil || list.isDamaged) }
}

/// Takes content under names (OSC 5522).
struct ReadMachine: FencedMachine {
  let requests: Requests
  private let identifier: String
  private let names: [String]
  private let byteLimit: Int
  private(set) var values: [String: [UInt8]] = [:]
  private(set) var byteCount = 0
  private(set) var status: String?
  private(set) var isTooLarge = false
  /// Whether a part of the answer could not be read: without it the rest is not what was copied.
  private(set) var isDamaged = false
  private var hasBegun = false
  var isComplete = false
  var isWithinReply = false

  init(_ requests: Requests, identifier: String, _ names: [String], byteLimit: Int) {
    (self.requests, self.identifier, self.names, self.byteLimit) = (requests, identifier, names, byteLimit)
  }

  mutating func take(_ reply: TerminalReply) {
    switch reply {
    case .broken(let tooLong):
      if tooLong { isTooLarge = true } else { isDamaged = isDamaged || isUnderWay }
    case .command(let content):
      guard let packet = ClipboardPacket(content) else {
        let isPart = isUnderWay ? ClipboardPacket.begins(content) : ClipboardPacket.hasContent(content)
        isDamaged = isDamaged || status == nil && isPart
        return
      }
      guard packet.type == "read", status == nil,
        packet.identifier == nil || packet.identifier == identifier
      else { return }
      take(packet)
    default: break
    }
  }

  /// Ignores what makes no sense before an answer begins, or behind it.
  private var isUnderWay: Bool { hasBegun && status == nil }

  private mutating func take(_ packet: ClipboardPacket) {
    hasBegun = true
    switch packet.status {
    case "OK": break
    case "DATA":
      // A part without a name belongs to the form asked for, if only one was.
      guard let name = packet.name ?? (names.count == 1 ? names[0] : nil) else {
        isDamaged = isDamaged || !packet.payload.isEmpty
        return
      }
      // Forms that were not asked for are dropped.
      guard names.contains(name) else { return }
      byteCount += packet.payload.count
      guard byteCount <= byteLimit else {
        isTooLarge = true
        values = [:]
        return
      }
      values[name, default: []] += packet.payload
    default: status = packet.status
    }
  }

  var bringsContent: Bool { true }
  var isDone: Bool { isComplete && (status != nil || isTooLarge || isDamaged) }
  var isWaitingForPerson: Bool { isComplete && !hasBegun && !isWithinReply }
}

/// Takes text (OSC 52).
struct ReadTextMachine: FencedMachine {
  let requests: Requests
  private let location: ClipboardLocation
  private(set) var text: [UInt8]?
  private(set) var isTooLarge = false
  /// Whether the answer could not be read.
  private(set) var isDamaged = false
  var isComplete = false
  /// Whether the terminal is known to ask its user, or to answer.
  private let mayAskPerson: Bool
  /// Some begin the answer, and end it after the fence.
  var isWithinReply = false

  init(_ requests: Requests, _ location: ClipboardLocation, mayAskPerson: Bool) {
    (self.requests, self.location, self.mayAskPerson) = (requests, location, mayAskPerson)
  }

  mutating func take(_ reply: TerminalReply) {
    switch reply {
    case .broken(let tooLong):
      isTooLarge = tooLong
      isDamaged = true
      if text == nil { text = [] }
    case .command(let content):
      guard text == nil, content.starts(with: Array("52;".utf8)) else { return }
      let letters = content.dropFirst(3).prefix { $0 != UInt8(ascii: ";") }
      guard location.mayBeNamed(by: letters) else { return }
      let data = content[letters.endIndex...].dropFirst()
      text = Base64.decode(pieces: data)
      isDamaged = text == nil
      if text == nil { text = [] }
    default: break
    }
  }

  var bringsContent: Bool { true }

  /// The fence ends a question without an answer, unless a person is asked first.
  var isDone: Bool { isComplete && !isWithinReply && (text != nil || !mayAskPerson) }
  var isWaitingForPerson: Bool { isComplete && text == nil && !isWithinReply && mayAskPerson }
}

/// Puts content there, and waits for the terminal's word on it (OSC 5522).
struct WriteMachine: FencedMachine {
  let requests: Requests
  private let identifier: String
  /// `DONE` or an error; nil if nothing was said.
  private(set) var status: String?
  var isComplete = false
  var isWithinReply = false

  init(_ requests: Requests, identifier: String) {
    (self.requests, self.identifier) = (requests, identifier)
  }

  mutating func take(_ reply: TerminalReply) {
    guard case .command(let content) = reply, status == nil, let packet = ClipboardPacket(content),
      packet.type == "write", packet.identifier == nil || packet.identifier == identifier
    else { return }
    status = packet.status
  }

  /// The fence comes last, so that none is left for whoever reads the terminal next.
  var isDone: Bool { isComplete && status != nil }
}
