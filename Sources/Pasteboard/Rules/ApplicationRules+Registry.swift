import Conversions
import System
import TypeDeclarations
import UniformTypeIdentifiers

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

  /// Why the user's own rules are not used, with the file and line of the mistake; nil if nothing is wrong.
  package static var userProblem: PasteboardError? {
    if case .failure(let problem) = own { problem } else { nil }
  }

  /// How many rules the user has.
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
