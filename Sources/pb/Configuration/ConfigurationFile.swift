import Pasteboard
import Terminal
import TypeDeclarations

/// A person's own values for options, from a text of sections and lines `option = value`.
///
/// Lines before the first section hold for every command that has the option. What follows `#` is a comment. What makes no sense is passed over and told: a mistake here never keeps a command from working.
struct ConfigurationFile {
  /// A line that sets an option.
  struct Setting: Equatable {
    /// The command that it is for; nil for all.
    let command: String?
    let option: String
    let value: String
    let line: Int
  }

  struct Problem: Equatable {
    let line: Int
    let message: String
  }

  private(set) var settings: [Setting] = []
  private(set) var problems: [Problem] = []

  /// A file of more bytes is none that a person wrote.
  static let byteLimit = 64 << 10
  /// The number of mistakes that are reported one by one.
  private static let problemLimit = 20

  /// Creates an empty configuration.
  init() {}

  /// Creates an empty configuration with a problem.
  init(problem: String) { problems = [Problem(line: 0, message: problem)] }

  init(_ bytes: [UInt8], for subcommands: [Subcommand] = Subcommand.configurable) {
    // Editors of Windows begin a file with a byte-order mark.
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard bytes.count <= Self.byteLimit, let text = String(validating: bytes, as: UTF8.self) else {
      problems = [
        Problem(line: 1, message: "the file is not UTF-8 text, or is larger than \(Self.byteLimit >> 10) KiB")
      ]
      return
    }
    var section: (name: String, subcommands: [Subcommand])? = ("", subcommands)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = Self.trimmed(Self.withoutComment(line))
      do throws(Failure) {
        if line.isEmpty {
          continue
        } else if line.hasPrefix("[") {
          section = nil
          section = try Self.section(line, among: subcommands)
        } else if let section {
          settings.append(try Self.setting(line, section, number: index + 1))
        }
      } catch {
        if problems.count < Self.problemLimit {
          problems.append(Problem(line: index + 1, message: error.message))
        }
      }
    }
  }

  /// The settings for a command. Its section precedes the settings for all; of several lines the last one counts.
  func values(for subcommand: Subcommand) -> [String: Setting] {
    var values: [String: Setting] = [:]
    for setting in settings.filter({ $0.command == nil }) + settings.filter({ $0.command == subcommand.name })
    where subcommand.preferences.contains(where: { $0.name == setting.option }) {
      values[setting.option] = setting
    }
    return values
  }

  private static func section(
    _ line: Substring, among subcommands: [Subcommand]
  ) throws(Failure) -> (String, [Subcommand]) {
    guard line.hasSuffix("]") else { throw Failure("a section must look like [COMMAND]") }
    let name = trimmed(line.dropFirst().dropLast())
    if let subcommand = subcommands.first(where: { $0.name == name }) {
      return (subcommand.name, [subcommand])
    }
    throw Failure(
      "unknown command '\(name)': its section is ignored\(suggestion(for: name, among: subcommands.map(\.name)))"
    )
  }

  private static func setting(
    _ line: Substring, _ section: (name: String, subcommands: [Subcommand]), number: Int
  ) throws(Failure) -> Setting {
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(trimmed(parts[0]))
    let options = section.subcommands.flatMap(\.preferences)
    guard let option = options.first(where: { $0.isCalled(name) }) else {
      let scope = section.name.isEmpty ? "" : " for 'pb \(section.name)'"
      throw Failure(
        "'\(name)' is not a setting\(scope)\(suggestion(for: name, among: options.map(\.name)))")
    }
    var value = parts.count > 1 ? String(trimmed(parts[1])) : option.value == nil ? "yes" : ""
    if option.value == nil { value = truths[value.lowercased()] ?? value }
    if let problem = option.problem(with: value) { throw Failure("'\(name)' \(problem)") }
    return Setting(
      command: section.name.isEmpty ? nil : section.name, option: option.name, value: value, line: number)
  }

  /// The spellings of yes and no.
  private static let truths = [
    "true": "yes", "on": "yes", "1": "yes", "false": "no", "off": "no", "0": "no", "yes": "yes", "no": "no",
  ]

  /// A line as far as its comment, which begins with `#` at its start or behind white space.
  private static func withoutComment(_ line: Substring) -> Substring {
    var isBlank = true
    for index in line.indices {
      if line[index] == "#", isBlank { return line[..<index] }
      isBlank = line[index].isWhitespace
    }
    return line
  }

  private static func suggestion(for word: Substring, among known: [String]) -> String {
    suggestion(for: String(word), among: known)
  }

  private static func suggestion(for word: String, among known: [String]) -> String {
    Suggestion.nearest(to: word, among: known).map { ". Did you mean '\($0)'?" } ?? ""
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

extension Subcommand {
  /// The options that a person may set once and for all.
  var preferences: [Option] { options.filter(\.isPreference) }
}
