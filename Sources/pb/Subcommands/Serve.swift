import Pasteboard

extension Subcommand {
  static let serve = Subcommand(
    path: ["serve"], operands: "", operandCount: 0...0,
    summary: "keep what is on the clipboard when the program that copied it exits",
    options: [],
    discussion: """
      The clipboard manager of a session: it reads each copy (text, rich text, images, files; 64 MiB at most)
      and owns the clipboard from when its owner is gone until something else is copied. What is marked as a
      secret is never read. Runs until it is told to end; there can be one manager only.
      """,
    examples: ["pb serve &"]
  ) { _ throws(Failure) in
    try Failure.wrapping { () throws(PasteboardError) in
      try ClipboardKeeper.run { Output.say("keeping the clipboard of this display") }
    }
    return .success
  }
}
