import Conversions
import DesktopPrograms
import Pasteboard
import Terminal
import TypeDeclarations
import UniformTypeIdentifiers

extension Subcommand {
  static let typeCheck = Subcommand(
    path: ["type", "check"],
    summary: "check type declarations, rules and converters",
    notes: """
      pb reports mistakes, cycles, undeclared supertypes and conflicts, each with its file and line. Exit
      status 1 means that there is an error; warnings and notes leave it at 0.

      A changed type, rule or converter applies to the next command. An earlier copy keeps the earlier
      rules, and pb serve reads rules again on SIGHUP ('systemctl --user reload pasteboard').
      """,
    manual: """
      pb reads the files in pasteboard/types under XDG_DATA_HOME and XDG_DATA_DIRS, and
      pasteboard/applications.json and pasteboard/converters.json under XDG_CONFIG_HOME. It warns of
      converters whose programs are not installed, and prints to standard error how much it checked.
      """,
    examples: """
      pb type check
      """
  ) { _ throws(Failure) in
    let diagnostics = UTType.checkDeclarations()
    let rulesProblem = ApplicationRules.userProblem
    let converterProblems = CommandConverters.current.problems
    let missing = CommandConverters.current.missingPrograms(DesktopFolders.current.hasProgram)
    let lines =
      diagnostics.map { "\($0)" } + (rulesProblem.map { ["\($0)"] } ?? []) + converterProblems + missing
    try Output.write(lines.map { VisibleText.escaping($0) + "\n" }.joined())
    // Files that could not be read count nothing, but they are not built in.
    if let account = account ?? (lines.isEmpty ? nothingChecked : nil) { Output.warn(account) }
    let isWrong =
      rulesProblem != nil || !converterProblems.isEmpty || diagnostics.contains { $0.severity == .error }
    return isWrong ? .nothing : .success
  }
}

extension Subcommand {
  private static let nothingChecked = "nothing to check: all types, rules and converters are built in"

  /// The numbers of checked files, types, rules and converters; nil if all of them are zero.
  private static var account: String? {
    func count(_ number: Int, _ one: String, _ many: String) -> String {
      "\(number) \(number == 1 ? one : many)"
    }
    let (files, types) = MachineDeclarations().extent
    var parts: [String] = []
    if files > 0 { parts.append("\(count(files, "file", "files")) with \(count(types, "type", "types"))") }
    let (rules, converters) = (ApplicationRules.userRuleCount, CommandConverters.current.all.count)
    if rules > 0 { parts.append("\(count(rules, "rule", "rules")) for applications") }
    if converters > 0 { parts.append(count(converters, "converter", "converters")) }
    guard let last = parts.popLast() else { return nil }
    return "checked " + (parts.isEmpty ? "" : parts.joined(separator: ", ") + " and ") + last
  }
}
