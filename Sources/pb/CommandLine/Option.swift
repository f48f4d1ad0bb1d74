/// The groups by which help orders options; the raw value is the heading.
enum OptionGroup: String, CaseIterable {
  case what = "What"
  case place = "Where"
  case form = "Form"
  case safety = "Safety"
  /// The style of Markdown: many options, which help lists in one line and explains in a topic.
  case markdown = "Markdown"
  case other = "Other"
}

/// An option of a subcommand, as it is typed and explained.
struct Option: Sendable {
  /// The name after two hyphens.
  let name: String
  /// The letter after one hyphen.
  let letter: Character?
  /// Other names and letters for it, from earlier versions and other programs.
  let synonyms: [String]
  /// The name of its value, or the choices separated by `|`; nil for an option without a value.
  let value: String?
  /// The name of the value in help where the choices are too long for it.
  let placeholder: String?
  let group: OptionGroup
  /// The value that counts where none is given, for those that are no choice of a few words: of these, the first
  /// counts.
  let defaultValue: String?
  /// True if it belongs to one call, and cannot be a setting.
  let isPerInvocation: Bool
  /// One imperative line without a full stop.
  let summary: String

  init(
    _ name: String, letter: Character? = nil, synonyms: [String] = [], value: String? = nil,
    placeholder: String? = nil, defaultValue: String? = nil, isPerInvocation: Bool = false,
    in group: OptionGroup = .what, _ summary: String
  ) {
    self.name = name
    self.letter = letter
    self.synonyms = synonyms
    self.value = value
    self.placeholder = placeholder
    self.group = group
    self.defaultValue = defaultValue
    self.isPerInvocation = isPerInvocation
    self.summary = summary
  }

  /// True if this is its name, or another one for it.
  func isCalled(_ name: String) -> Bool { self.name == name || name.count > 1 && synonyms.contains(name) }

  /// True if this letter means it.
  func isCalled(_ letter: Character) -> Bool { self.letter == letter || synonyms.contains(String(letter)) }

  /// The value as help shows it; nil for an option without a value.
  var shownValue: String? { placeholder ?? value }

  /// The option as help shows it.
  var spelling: String {
    let long = "--\(name)" + (shownValue.map { " \($0)" } ?? "")
    return letter.map { "-\($0), \(long)" } ?? "    \(long)"
  }
}

extension Option {
  static let pasteboard = Option(
    "pasteboard", letter: "p", value: "NAME", defaultValue: "general", in: .place,
    "use this pasteboard (default general)")
  static let backend = Option(
    "backend", value: "auto|wayland|gnome|focus|x11|socket|terminal|osc52", placeholder: "BACKEND",
    in: .place,
    "use BACKEND (default auto, 'pb help wayland')")
  static let output = Option(
    "output", letter: "o", value: "FILE", isPerInvocation: true, in: .place,
    "write to FILE instead of standard output")
  static let json = Option("json", in: .form, "print JSON")
  static let quiet = Option("quiet", letter: "q", isPerInvocation: true, in: .other, "print only errors")
  static let notify = Option("notify", in: .other, "show the result as a desktop notification")
  static let timeout = Option(
    "timeout", value: "SECONDS", defaultValue: "1", in: .place,
    "wait this long for the program that copied (default 1)")
  static let color = Option(
    "color", value: "auto|always|never", placeholder: "WHEN", in: .form,
    "use colours: auto (default), always or never")
  static let help = Option(
    "help", letter: "h", isPerInvocation: true, in: .other, "show help (-h: one screen)")
}
