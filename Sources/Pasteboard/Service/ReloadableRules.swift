import Synchronization

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
      return "the rules for applications were read anew"
    } catch {
      return "\(error); the rules from before are used"
    }
  }
}
