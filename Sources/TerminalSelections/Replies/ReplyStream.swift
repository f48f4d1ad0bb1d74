/// Makes answers of the bytes that a terminal sends, in pieces as they come.
///
/// xterm and foot 1.13 begin an answer, send the next one whole, and then the rest of the first: a control sequence
/// within a string does not end it.
struct ReplyStream {
  private enum Kind {
    case command, device
    /// A string with which no terminal answers (APC, PM, SOS).
    case other
  }

  private enum State {
    case ground
    case escape(within: Kind?)
    case control(within: Kind?)
    case string(Kind)
  }

  /// The longest string that is kept.
  let stringLimit: Int
  private var state = State.ground
  private var body: [UInt8] = []
  private var sequence: [UInt8] = []
  private var isTooLong = false
  private var isDamaged = false
  /// Input between the answers.
  private var typed: [UInt8] = []
  /// Whether a string broke off, so that its rest was taken for what is typed.
  private var hasBrokenOff = false
  /// The number of bytes of a letter in UTF-8 are still to come.
  private var letterRest = 0

  private static let escape: UInt8 = 0x1B
  /// More than any answer has.
  private static let sequenceLimit = 256
  /// The number of bytes that can be pending on a terminal, about.
  private static let typedLimit = 4000

  init(stringLimit: Int) {
    self.stringLimit = stringLimit
  }

  /// Whether a string is open that is longer than any that is kept.
  var isOverlong: Bool { isWithinString && isTooLong }

  /// Whether an answer has begun and not ended.
  var isWithinReply: Bool { if case .ground = state { false } else { true } }

  /// Whether a string has begun and not ended.
  var isWithinString: Bool {
    switch state {
    case .string, .escape(within: .some), .control(within: .some): true
    default: false
    }
  }

  /// The keys typed between the answers since the last call, those of several bytes included.
  ///
  /// Nothing after a string that broke off: its rest is not to come to a shell.
  mutating func takeTyped() -> [UInt8] {
    defer { typed = [] }
    return hasBrokenOff ? [] : typed
  }

  /// An answer in controls of one byte is none that is known, and no letter has them alone (ECMA-35, 8-bit C1).
  private mutating func noteControl(in byte: UInt8) {
    switch byte {
    case 0xC2...0xDF: letterRest = 1
    case 0xE0...0xEF: letterRest = 2
    case 0xF0...0xF4: letterRest = 3
    case 0x80...0xBF where letterRest > 0: letterRest -= 1
    case 0x80...0x9F: hasBrokenOff = true
    default: letterRest = 0
    }
  }

  /// Takes down what is no part of an answer.
  private mutating func note(_ bytes: [UInt8]) {
    if typed.count + bytes.count <= Self.typedLimit { typed += bytes }
  }

  /// The answers that end within these bytes.
  mutating func receive(_ bytes: ArraySlice<UInt8>) -> [TerminalReply] {
    var replies: [TerminalReply] = []
    var place = bytes.startIndex
    while place < bytes.endIndex {
      if case .string = state {
        let end = bytes[place...].firstIndex { $0 < 0x20 || $0 == 0x7F } ?? bytes.endIndex
        keep(bytes[place..<end])
        place = end
        guard place < bytes.endIndex else { break }
      }
      if let reply = receive(bytes[place]) { replies.append(reply) }
      place += 1
    }
    return replies
  }

  private mutating func keep(_ part: ArraySlice<UInt8>) {
    guard !isTooLong, body.count + part.count <= stringLimit else {
      isTooLong = true
      body = []
      return
    }
    body.append(contentsOf: part)
  }

  private mutating func receive(_ byte: UInt8) -> TerminalReply? {
    switch state {
    case .ground:
      guard byte == Self.escape else {
        noteControl(in: byte)
        note([byte])
        return .key(byte)
      }
      state = .escape(within: nil)
    case .escape(let kind): return receive(byte, afterEscapeWithin: kind)
    case .control(let kind): return receive(byte, inSequenceWithin: kind)
    case .string(let kind):
      switch byte {
      case Self.escape: state = .escape(within: kind)
      case 0x07: return end(kind)
      case 0x18, 0x1A:
        hasBrokenOff = true
        abandon()
        return .key(byte)
      default:
        // No terminal sends it there: a person has pressed it.
        isDamaged = true
        return .key(byte)
      }
    }
    return nil
  }

  private mutating func receive(_ byte: UInt8, afterEscapeWithin kind: Kind?) -> TerminalReply? {
    // The rest of a string comes behind another one that began within it.
    if kind != nil, "]P_^X".utf8.contains(byte) { hasBrokenOff = true }
    switch (byte, kind) {
    case (UInt8(ascii: "\\"), let kind?): return end(kind)
    case (UInt8(ascii: "["), _):
      sequence = []
      state = .control(within: kind)
    case (UInt8(ascii: "]"), _): begin(.command)
    case (UInt8(ascii: "P"), _): begin(.device)
    case (UInt8(ascii: "_"), _), (UInt8(ascii: "^"), _), (UInt8(ascii: "X"), _): begin(.other)
    case (Self.escape, _):
      leave([Self.escape], within: kind)
      state = .escape(within: nil)
    default:
      leave([Self.escape, byte], within: kind)
      abandon()
      if byte < 0x20 { return .key(byte) }
    }
    return nil
  }

  /// Takes down what is no answer, where it does not stand within one.
  private mutating func leave(_ bytes: [UInt8], within kind: Kind?) {
    if kind == nil { note(bytes) } else { hasBrokenOff = true }
  }

  private mutating func receive(_ byte: UInt8, inSequenceWithin kind: Kind?) -> TerminalReply? {
    switch byte {
    case 0x20...0x3F where sequence.count < Self.sequenceLimit: sequence.append(byte)
    case 0x40...0x7E:
      let control = ControlSequence(sequence, final: byte)
      if kind == nil, control.isKey { note(begunSequence + [byte]) }
      state = kind.map { .string($0) } ?? .ground
      return .control(control)
    case Self.escape:
      if kind == nil { note(begunSequence) }
      state = .escape(within: kind)
    default:
      if sequence.count >= Self.sequenceLimit { hasBrokenOff = true }
      leave(begunSequence + [byte], within: kind)
      abandon()
      if byte < 0x20 { return .key(byte) }
    }
    return nil
  }

  /// The beginning of a control sequence that has come.
  private var begunSequence: [UInt8] { [Self.escape, UInt8(ascii: "[")] + sequence }

  private mutating func begin(_ kind: Kind) {
    body = []
    (isTooLong, isDamaged) = (false, false)
    state = .string(kind)
  }

  private mutating func abandon() {
    body = []
    state = .ground
  }

  private mutating func end(_ kind: Kind) -> TerminalReply? {
    let whole = body
    abandon()
    if isTooLong || isDamaged { return .broken(tooLong: isTooLong) }
    switch kind {
    case .command: return .command(whole)
    case .device: return .device(whole)
    case .other: return nil
    }
  }
}

/// A message from a terminal: an answer, or a key that was pressed meanwhile.
enum TerminalReply: Hashable, Sendable {
  /// A control sequence (CSI).
  case control(ControlSequence)
  /// An operating system command (OSC), without what introduces and ends it.
  case command([UInt8])
  /// A device control string (DCS), without what introduces and ends it.
  case device([UInt8])
  /// A string that was too long, or had control characters in it.
  case broken(tooLong: Bool)
  /// A byte that belongs to no answer.
  case key(UInt8)
}

/// A control sequence: `ESC [`, a private mark, numbers, and a letter that says what it is.
struct ControlSequence: Hashable, Sendable {
  /// `?`, `>` and their like; nil without one.
  var mark: UInt8?
  var parameters: [Int] = []
  /// The intermediate bytes, as the `$` of a report of a mode.
  var intermediate: UInt8?
  var final: UInt8

  init(mark: Character? = nil, _ parameters: [Int] = [], intermediate: Character? = nil, final: Character) {
    self.mark = mark?.asciiValue
    self.parameters = parameters
    self.intermediate = intermediate?.asciiValue
    self.final = final.asciiValue ?? 0
  }

  /// Reads what stands between `ESC [` and `final`.
  init(_ body: some Sequence<UInt8>, final: UInt8) {
    self.final = final
    var number: Int?
    for byte in body {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // No terminal has larger ones.
        number = min((number ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000)
      case UInt8(ascii: ";"), UInt8(ascii: ":"):
        parameters.append(number ?? 0)
        number = nil
      case 0x3C...0x3F: mark = byte
      default: intermediate = byte
      }
    }
    if let number { parameters.append(number) }
  }

  /// Whether this is the answer to `CSI c`, which every terminal gives.
  var isAttributes: Bool { mark == UInt8(ascii: "?") && final == UInt8(ascii: "c") }

  /// Whether a key may have sent it: all that is asked for has a mark, or is about attributes.
  var isKey: Bool { mark == nil && intermediate == nil && final != UInt8(ascii: "c") }

  /// Whether this is the answer to a question for a mode.
  var isModeReport: Bool { intermediate == UInt8(ascii: "$") && final == UInt8(ascii: "y") }
}
