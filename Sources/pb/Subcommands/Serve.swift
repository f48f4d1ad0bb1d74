import Exchange
import Pasteboard

extension Subcommand {
  static let serve = Subcommand(
    path: ["serve"], operands: "", operandCount: 0...0,
    summary: "keep what programs leave on the clipboard, and offer Markdown in every format",
    options: [ServeOptions.replace, .backend],
    discussion: """
      The clipboard manager of a session. It reads each copy (text, rich text, images, files; 64 MiB at most,
      within five seconds) and owns the clipboard from when its owner is gone until something else is copied.
      What is marked as a secret is never read.

      A copy that is Markdown, by a type that says so or by a rule for the program, but lacks HTML or RTF is
      taken over at once: all that its owner offered is still there, byte for byte, and what it lacked is made
      of the Markdown when a program asks for it.

      Runs until it is told to end; what it holds then is there again when it is started next. There can be one
      manager only. SIGHUP makes it read the rules for applications anew. Under systemd it is a service of
      Type=notify or notify-reload.
      """,
    examples: ["pb serve &", "pb serve --replace"]
  ) { arguments throws(Failure) in
    let backend = try backend(arguments)
    let end = try Failure.wrapping { () throws(PasteboardError) in
      try ClipboardService.run(
        on: backend, replacesManager: arguments.has(ServeOptions.replace), helper: ConversionHelper()
      ) { Output.say($0) }
    }
    if end == .replaced { Output.say("another clipboard manager has taken over") }
    return .success
  }
}

/// The options of `pb serve`.
enum ServeOptions {
  static let replace = Option("replace", "take the place of a clipboard manager that is there already")
}
