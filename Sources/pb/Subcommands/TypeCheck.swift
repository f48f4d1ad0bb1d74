import TypeDeclarations
import Terminal
import UniformTypeIdentifiers

extension Subcommand {
  static let typeCheck = Subcommand(
    path: ["type", "check"], operands: "", operandCount: 0...0,
    summary: "check the declaration files of this machine",
    options: [],
    discussion: """
      Looks at the files in pasteboard/types under XDG_DATA_HOME and XDG_DATA_DIRS, and tells of mistakes,
      cycles, undeclared supertypes and conflicts, each with its file and line. Exits with 1 if there is an
      error; warnings and notes leave it at 0.
      """,
    examples: ["pb type check"]
  ) { _ throws(Failure) in
    let diagnostics = UTType.checkDeclarations()
    try Output.write(diagnostics.map { VisibleText.escaping("\($0)") + "\n" }.joined())
    return diagnostics.contains { $0.severity == .error } ? .nothing : .success
  }
}
