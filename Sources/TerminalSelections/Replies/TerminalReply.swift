/// What a terminal sent: an answer, or a key that was pressed meanwhile.
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
  /// What stands before the last byte, as the `$` of a report of a mode.
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
