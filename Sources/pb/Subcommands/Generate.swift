extension Subcommand {
  static let generate = Subcommand(
    path: ["generate"], operands: "man|bash|zsh|fish", operandCount: 1...1,
    summary: "print the manual page, or the completions of a shell",
    options: [],
    discussion: """
      All of it is made from the table that the command line itself is read by.
      """,
    examples: [
      "pb generate man | man -l -",
      "source <(pb generate bash)",
      "pb generate zsh > ~/.zfunc/_pb",
      "pb generate fish > ~/.config/fish/completions/pb.fish",
    ]
  ) { arguments throws(Failure) in
    let text =
      switch arguments.operands[0] {
      case "man": ManPage.text
      case "bash": BashCompletion.text
      case "zsh": ZshCompletion.text
      case "fish": FishCompletion.text
      case let other: throw Failure("there is no '\(other)' to generate: use man, bash, zsh or fish")
      }
    try Output.write(text)
    return .success
  }
}
