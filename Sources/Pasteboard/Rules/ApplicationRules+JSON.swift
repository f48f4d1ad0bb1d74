import Conversions
import Synchronization
import System
import TypeDeclarations
import UniformTypeIdentifiers

extension ApplicationRules {
  /// Reads a file of rules.
  ///
  /// - Throws: `JSONError` with the line of the first thing that is not understood: what is passed over in
  ///   silence looks like a rule that has no effect.
  init(_ file: JSONValue) throws(JSONError) {
    try file.check(keys: ["applications"], of: "the rules file")
    rules = try file.list("applications").map { value throws(JSONError) in try ApplicationRule(value) }
  }
}

extension ApplicationRule {
  fileprivate init(_ value: JSONValue) throws(JSONError) {
    try value.check(keys: ["name", "seen", "match", "asOwner", "asRequestor"], of: "a rule")
    guard let name = try value.text("name") else {
      throw JSONError(line: value.line, message: "a rule needs a 'name'")
    }
    self.name = name
    _ = try value.text("seen")
    match = try Match(value["match"])
    let owner = value["asOwner"]
    try owner?.check(
      keys: ["enrich", "markdownIsGenerated", "plainTextIsMarkdown", "prefer", "holds", "secret"],
      of: "'asOwner'")
    markdownIsGenerated = try owner?.truth("markdownIsGenerated") ?? false
    plainTextIsMarkdown = try owner?.truth("plainTextIsMarkdown") ?? false
    enriches = owner?["enrich"] == nil ? nil : try owner?.truth("enrich")
    copiesSecrets = try owner?.truth("secret") ?? false
    preferredIdentifiers = try owner?.types("prefer") ?? []
    held = try owner?.targets("holds") ?? []
    let requestor = value["asRequestor"]
    try requestor?.check(
      keys: [
        "asksAtOnce", "dragsUTF16", "hide", "hideConverted", "hideFar", "hideSensitive", "plainText", "takes",
        "takesAll",
      ],
      of: "'asRequestor'")
    taken = try requestor?.targets("takes", mayLackType: true) ?? []
    takesAll = try requestor?.truth("takesAll") ?? false
    hiddenIdentifiers = try requestor?.types("hide") ?? []
    hiddenConversionIdentifiers = try requestor?.types("hideConverted") ?? []
    hidesSensitive = try requestor?.truth("hideSensitive") ?? false
    asksAtOnce = try requestor?.truth("asksAtOnce") ?? false
    dragsUTF16 = try requestor?.truth("dragsUTF16") ?? false
    hidesFar = try requestor?.truth("hideFar") ?? false
    plainText = try requestor?["plainText"].map { value throws(JSONError) in
      switch value.string {
      case "source": .source
      case "rendered": .rendered
      default: throw JSONError(line: value.line, message: "'plainText' must be \"source\" or \"rendered\"")
      }
    }
  }
}

extension ApplicationRule.Match {
  fileprivate init(_ value: JSONValue?) throws(JSONError) {
    guard let value else { return }
    try value.check(keys: ["offers", "class", "window", "executable"], of: "'match'")
    offers = try value.texts("offers")
    classes = try value.texts("class")
    windows = try value.texts("window")
    executables = try value.texts("executable")
    guard [offers, classes, windows, executables].contains(where: { !$0.isEmpty }) else {
      throw JSONError(line: value.line, message: "'match' must list offers, class, window or executable")
    }
  }
}

extension JSONValue {
  fileprivate func types(_ name: String) throws(JSONError) -> [String] {
    try elements(name, must: "hold names of types, such as html (see 'pb help formats')") { value in
      value.string.flatMap { UTType(named: $0)?.identifier }
    }
  }

  /// An object of targets and their types; null for a target that has none, if it may lack one.
  fileprivate func targets(
    _ name: String, mayLackType: Bool = false
  ) throws(JSONError) -> [ApplicationRule.Known] {
    guard let value = self[name] else { return [] }
    guard let members = value.members else {
      throw JSONError(line: value.line, message: "'\(name)' must be an object of targets and their types")
    }
    return try members.map { member throws(JSONError) in
      if mayLackType, case .null = member.value.content {
        return ApplicationRule.Known(target: member.name, identifier: nil)
      }
      guard let type = member.value.string.flatMap({ UTType(named: $0) }) else {
        throw JSONError(
          line: member.value.line, message: "'\(name)' must name types, such as html (see 'pb help formats')")
      }
      return ApplicationRule.Known(target: member.name, identifier: type.identifier)
    }
  }
}

extension ApplicationRules {
  /// The rules that the program is built with.
  package static let shared = ApplicationRules(rules: ApplicationRule.builtIn)

  /// The user's own rules, then those that the program is built with.
  package static let current: ApplicationRules = {
    guard case .success(let own) = own else { return shared }
    return before(own)
  }()

  /// The rules as they are now, should the user's own have changed since the process began.
  static func read() throws(PasteboardError) -> ApplicationRules {
    before(try userRules())
  }

  private static func before(_ own: ApplicationRules?) -> ApplicationRules {
    own.map { ApplicationRules(rules: $0.rules + shared.rules) } ?? shared
  }

  /// The reason why the user's own rules are not used, with the file and line of the mistake; nil if nothing
  /// is wrong.
  package static var userProblem: PasteboardError? {
    if case .failure(let problem) = own { problem } else { nil }
  }

  /// The number of rules the user has.
  package static var userRuleCount: Int {
    if case .success(let rules?) = own { rules.rules.count } else { 0 }
  }

  /// The user's own rules, read once; nil if there is no such file.
  private static let own: Result<ApplicationRules?, PasteboardError> = Result { () throws(PasteboardError) in
    try userRules()
  }

  /// The file of the user's own rules.
  private static var userFile: String? {
    Environment.configurationFolder.map { $0 + "/applications.json" }
  }

  private static func userRules() throws(PasteboardError) -> ApplicationRules? {
    guard let path = userFile else { return nil }
    do throws(JSONFile.Problem) {
      return try JSONFile.read(path) { file throws(JSONError) in try ApplicationRules(file) }
    } catch {
      switch error {
      case .unreadable(let error): throw PasteboardError(error)
      case .mistake(let words): throw PasteboardError(.system, words)
      }
    }
  }
}

/// The rules of a process that reads them anew while it runs.
final class ReloadableRules: Sendable {
  private let rules: Mutex<ApplicationRules>

  init(_ rules: ApplicationRules = .current) {
    self.rules = Mutex(rules)
  }

  var current: ApplicationRules { rules.withLock(\.self) }

  /// Reads the user's rules; with a mistake in them, those before stay. Returns a line on what came of it.
  func reload() -> String {
    do throws(PasteboardError) {
      let read = try ApplicationRules.read()
      rules.withLock { $0 = read }
      return "reloaded the rules for applications"
    } catch {
      return "\(error). pb keeps the previous rules"
    }
  }
}
