/// Facts about terminals that do not tell all of them themselves.
struct KnownTerminal: Sendable {
  /// Whether it takes text (OSC 52).
  enum Taking: Sendable {
    /// Unless its user forbids it, from this version on.
    case since([Int])
    /// Only where its user allows it, which it tells.
    case told
    /// Its authors have decided that it does not.
    case never
  }

  /// The name for people.
  let name: String
  /// The beginning of its version (XTVERSION); nil where it tells none.
  var version: String?
  /// The beginning of `TERM`, which goes along through `ssh`.
  var variable: String?
  let taking: Taking
  /// Whether it never gives what is there.
  var isMute = false
  /// Whether it may ask its user before it gives what is there.
  var asks = false

  static let all = [
    KnownTerminal(name: "kitty", version: "kitty", variable: "xterm-kitty", taking: .since([]), asks: true),
    KnownTerminal(name: "foot", version: "foot", variable: "foot", taking: .since([])),
    KnownTerminal(
      name: "Ghostty", version: "ghostty", variable: "xterm-ghostty", taking: .since([]), asks: true),
    KnownTerminal(name: "WezTerm", version: "WezTerm", variable: "wezterm", taking: .since([]), isMute: true),
    KnownTerminal(name: "Contour", version: "contour", variable: "contour", taking: .since([]), asks: true),
    KnownTerminal(name: "Alacritty", variable: "alacritty", taking: .since([])),
    KnownTerminal(name: "Konsole", version: "Konsole", taking: .since([24, 12]), isMute: true),
    KnownTerminal(name: "iTerm2", version: "iTerm2", taking: .since([]), asks: true),
    KnownTerminal(name: "mintty", version: "mintty", taking: .since([])),
    KnownTerminal(name: "mlterm", version: "mlterm", variable: "mlterm", taking: .since([])),
    KnownTerminal(name: "xterm", version: "XTerm(", taking: .told),
    KnownTerminal(
      name: "a VTE terminal (GNOME Terminal, Ptyxis, Tilix …)", version: "VTE(",
      variable: "vte", taking: .never),
  ]

  /// The kinds that VTE says it is, in its versions (DA2).
  private static let kindsOfVTE = [61, 65]

  /// The terminal that answered so; nil for one that nobody knows.
  static func of(_ answers: ProbeAnswers, variable: String?) -> KnownTerminal? {
    if let version = answers.version?.lowercased() {
      return all.first { $0.version.map { version.hasPrefix($0.lowercased()) } ?? false }
    }
    if let kind = answers.kind, kindsOfVTE.contains(kind) { return all.last }
    return variable.flatMap { variable in
      all.first { $0.variable.map { variable == $0 || variable.hasPrefix($0 + "-") } ?? false }
    }
  }

  /// Whether a version takes text, as far as is known.
  func takesText(_ version: String?) -> Bool {
    guard case .since(let first) = taking else { return false }
    return first.isEmpty || !Self.numbers(in: version ?? "").lexicographicallyPrecedes(first)
  }

  private static func numbers(in version: String) -> [Int] {
    version.split { !("0"..."9" ~= $0) }.map { Int($0) ?? 0 }
  }
}

/// A terminal's answers to the first questions.
struct ProbeAnswers: Hashable, Sendable {
  /// Its name and version, as it says them (XTVERSION).
  var version: String?
  /// The abilities that it declares (primary device attributes).
  var attributes: [Int] = []
  /// The kind of terminal (secondary device attributes).
  var kind: Int?
  /// Whether it has the capability of taking copies (Ms).
  var hasCopying = false
  /// The operations that xterm allows; nil from others.
  var allowed: [String]?
  /// The answer to the question for names of forms, by which a terminal tells that it carries them.
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
