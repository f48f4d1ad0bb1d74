import UniformTypeIdentifiers

extension Subcommand {
  static let typeConforms = Subcommand(
    path: ["type", "conforms"], operands: "A B", operandCount: 2...2,
    summary: "test whether type A is a kind of type B",
    notes: """
      Prints yes and exits with status 0, or prints no and exits with status 1. Every type conforms to
      itself and to all its supertypes, direct and indirect.
      """,
    examples: """
      pb type conforms net.daringfireball.markdown public.text
      pb type conforms md text && echo 'Markdown is text'
      """
  ) { arguments throws(Failure) in
    let type = try TypeName.typeOrUndeclared(arguments.operands[0])
    let other = try TypeName.typeOrUndeclared(arguments.operands[1])
    let conforms = type.conforms(to: other)
    try Output.write(conforms ? "yes\n" : "no\n")
    return conforms ? .success : .nothing
  }
}
