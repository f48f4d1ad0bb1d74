/// When text is coloured.
package enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal, unless `NO_COLOR` is set to anything (no-color.org) or `TERM` names one that cannot.
  case auto
  case always
  case never

  package func isOn(isTerminal: Bool, variable: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      let terminal = variable("TERM") ?? ""
      return isTerminal && variable("NO_COLOR") == nil && !terminal.isEmpty && terminal != "dumb"
    }
  }
}
