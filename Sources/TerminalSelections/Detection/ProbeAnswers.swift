/// What a terminal answered to the first questions.
struct ProbeAnswers: Hashable, Sendable {
  /// Its name and version, as it says them (XTVERSION).
  var version: String?
  /// What it says it can do (primary device attributes).
  var attributes: [Int] = []
  /// What kind it is (secondary device attributes).
  var kind: Int?
  /// Whether it has the capability of taking copies (Ms).
  var hasCopying = false
  /// What xterm allows; nil from others.
  var allowed: [String]?
  /// What came of the question for names of forms: by it a terminal tells that it carries them.
  var list = NameList()
  /// Whether the answer came that ends them all.
  var isComplete = false
}

extension ProbeAnswers {
  /// Takes one more answer.
  mutating func note(_ reply: TerminalReply, identifier: String, isFence: (ControlSequence) -> Bool) {
    switch reply {
    case .control(let control):
      if control.mark == UInt8(ascii: ">"), control.final == UInt8(ascii: "c") {
        kind = control.parameters.first
      }
      if control.isAttributes { attributes = control.parameters }
      if isFence(control) { isComplete = true }
    case .device(let content):
      if content.starts(with: Array(">|".utf8)) {
        version = Self.readable(content.dropFirst(2))
      } else if content.starts(with: Array("1+r4d73".utf8)) || content.starts(with: Array("1+r4D73".utf8)) {
        hasCopying = true
      }
    case .command(let content):
      if content.starts(with: Array("60;".utf8)) {
        allowed = content.dropFirst(3).split(separator: UInt8(ascii: ",")).map {
          String(decoding: $0, as: UTF8.self)
        }
      } else {
        list.note(reply, identifier: identifier)
      }
    case .broken: list.note(reply, identifier: identifier)
    case .key: break
    }
  }

  /// A name that can be shown: what terminals say of themselves is what anybody may have sent.
  private static func readable(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(64).filter { 0x20...0x7E ~= $0 }, as: UTF8.self)
  }
}
