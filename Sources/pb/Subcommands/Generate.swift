import Pasteboard

extension Subcommand {
  static let generate = Subcommand(
    path: ["generate"], operands: GenerateOptions.products.map(\.name).joined(separator: "|"),
    operandCount: 1...1,
    summary: "print a manual page, the completions of a shell, or the systemd unit of the service",
    options: [GenerateOptions.program],
    discussion: """
      All of it is made from the table that the command line itself is read by. man is pb(1), man-service
      pb-service(7) and man-types pasteboard-types(5).
      """,
    examples: [
      "pb generate man | man -l -",
      "source <(pb generate bash)",
      "pb generate zsh > ~/.zfunc/_pb",
      "pb generate fish > ~/.config/fish/completions/pb.fish",
      "pb generate service > ~/.config/systemd/user/pasteboard.service",
    ]
  ) { arguments throws(Failure) in
    let name = arguments.operands[0]
    guard let product = GenerateOptions.products.first(where: { $0.name == name }) else {
      let names = GenerateOptions.products.map(\.name).joined(separator: ", ")
      throw Failure("there is no '\(name)' to generate: use one of \(names)")
    }
    try Output.write(product.text(arguments))
    return .success
  }
}

/// What `pb generate` makes.
enum GenerateOptions {
  static let program = Option(
    "program", value: "PATH", "the path of pb that the unit names (default: that of this program)")

  static let products: [(name: String, text: @Sendable (Arguments) -> String)] = [
    ("man", { _ in ManPage.text }), ("man-service", { _ in ServiceManPage.text }),
    ("man-types", { _ in TypesManPage.text }), ("bash", { _ in BashCompletion.text }),
    ("zsh", { _ in ZshCompletion.text }), ("fish", { _ in FishCompletion.text }),
    ("service", { ServiceUnit.text(program: $0[program] ?? Environment.executablePath ?? "/usr/bin/pb") }),
  ]
}
