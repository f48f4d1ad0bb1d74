extension Subcommand {
  /// The entry of `pb as` for help; `Command` hands over command lines that name a tool before they are parsed.
  static let faces = Subcommand(
    path: ["as"], operands: "xclip|xsel|wl-copy|wl-paste [OPTION…]", operandCount: 0...1_000_000,
    summary: "act as xclip, xsel, wl-copy or wl-paste",
    notes: """
      'pb as xclip -h' lists the options of a tool. pb-faces(7) lists those of all tools and the
      differences. 'pb generate faces DIR' creates links by which pb is called under these names.
      """,
    examples: """
      pb as xclip -selection clipboard -o
      pb as wl-paste --list-types
      """
  ) { arguments throws(Failure) in
    let names = Face.allCases.map(\.rawValue).joined(separator: ", ")
    guard let name = arguments.operands.first else { throw Failure("'pb as' requires one of: \(names)") }
    throw Failure("'pb as' does not support '\(name)'. Use one of \(names).")
  }
}
