/// An option of a subcommand, as it is typed and explained.
struct Option: Sendable {
  /// The name after two hyphens.
  let name: String
  /// The letter after one hyphen.
  let letter: Character?
  /// Other names and letters for it, from earlier versions and other programs.
  let synonyms: [String]
  /// What its value is called in help; nil for an option without a value.
  let value: String?
  /// The value that counts where none is given, for those that are no choice of a few words: of these, the first
  /// counts.
  let standard: String?
  /// True if it says something of one call, which nobody would set once and for all.
  let isOfOneCall: Bool
  /// One line without a full stop.
  let summary: String

  init(
    _ name: String, letter: Character? = nil, synonyms: [String] = [], value: String? = nil,
    standard: String? = nil,
    isOfOneCall: Bool = false, _ summary: String
  ) {
    self.name = name
    self.letter = letter
    self.synonyms = synonyms
    self.value = value
    self.standard = standard
    self.isOfOneCall = isOfOneCall
    self.summary = summary
  }

  /// True if this is its name, or another one for it.
  func isCalled(_ name: String) -> Bool { self.name == name || name.count > 1 && synonyms.contains(name) }

  /// True if this letter means it.
  func isCalled(_ letter: Character) -> Bool { self.letter == letter || synonyms.contains(String(letter)) }

  /// The option as help shows it.
  var spelling: String {
    let long = "--\(name)" + (value.map { " \($0)" } ?? "")
    return letter.map { "-\($0), \(long)" } ?? "    \(long)"
  }
}

extension Option {
  static let pasteboard = Option(
    "pasteboard", letter: "p", value: "NAME", standard: "general",
    "general (default), primary, secondary, find, drag, or your own"
  )
  static let backend = Option(
    "backend", value: "auto|wayland|x11|socket|terminal|osc52",
    "which way to go (default auto: the display, or else the terminal)")
  static let output = Option(
    "output", letter: "o", value: "FILE", isOfOneCall: true, "write to FILE instead of standard output")
  static let json = Option("json", "print JSON")
  static let quiet = Option("quiet", letter: "q", isOfOneCall: true, "say nothing but why it failed")
  static let notify = Option("notify", "tell by a desktop notification how it ended, for keys")
  static let timeout = Option(
    "timeout", value: "SECONDS", standard: "1",
    "how long to wait for the program that owns the pasteboard (default 1)")
  static let color = Option(
    "color", value: "auto|always|never", "when to use colours (default auto: on a terminal, without NO_COLOR)"
  )
  static let help = Option("help", letter: "h", isOfOneCall: true, "show help; -h for a short one")
}
