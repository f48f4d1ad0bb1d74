import Exchange
import Pasteboard
import SavedClipboards
import System

extension Subcommand {
  static let save = Subcommand(
    path: ["save"], operands: "FILE", operandCount: 1...1,
    summary: "save the clipboard in a file, in all formats",
    options: [
      SaveOptions.anonymous, .pasteboard, .backend, .timeout, SaveOptions.sensitive, SaveOptions.replace,
      .quiet, .notify,
    ],
    notes: """
      FILE holds every format byte for byte, with its name, the order, and the marks of secrets. 'pb copy
      --saved FILE' puts it back on the clipboard. FILE is a zip archive that any program can unpack.

      With --anonymous, pb replaces letters and digits of text formats, and paints pictures grey, so that
      you can attach FILE to a bug report. Check FILE before you send it.
      """,
    manual: """
      pb saves content that is marked as a secret, or as temporary, only with --sensitive; then only you can
      read FILE, and the content is marked again when it is restored. FILE - is standard output.

      --anonymous keeps tags, control words, addresses' schemes and the length of each text format; one
      letter is always replaced by the same letter, so that the formats still correspond. Pictures become grey
      ones of the same size. Formats that pb cannot read are left out, and pb names them.

      If the owner does not return a format that it offers, pb saves the others and prints a warning. A
      file holds at most 1024 formats and 512 MiB. Documentation/saved-files.md describes it.
      """,
    examples: """
      pb save letter.zip
      pb copy --saved letter.zip
      pb save --anonymous report.zip
      pb save - | ssh host pb copy --saved -
      """
  ) { arguments throws(Failure) in
    try SaveOptions.run(arguments)
  }
}

/// The options of `pb save` and what they do.
enum SaveOptions {
  static let anonymous = Option(
    "anonymous", isPerInvocation: true, in: .form, "replace letters, digits and pictures")
  static let sensitive = Option(
    "sensitive", isPerInvocation: true, in: .safety, "save content that is marked as a secret")
  static let replace = Option("replace", isPerInvocation: true, in: .safety, "replace an existing file")

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let name = try pasteboardName(arguments)
    let backend = try backend(arguments)
    let timeout = try seconds(arguments[.timeout], option: "--timeout") ?? .seconds(1)
    let path = CopiedFiles.paths(of: arguments).first ?? FilePath("-")
    let isOutput = path == FilePath("-")
    if isOutput, FileDescriptor.standardOutput.isTerminal {
      throw Failure("the file is not for a terminal. Name a file, or use a pipe.")
    }
    if !isOutput, !arguments.has(replace), path.exists {
      throw Failure("\(path) already exists. To replace it, use --replace.")
    }
    var saved = try Failure.wrapping { () throws(PasteboardError) in
      let reader = try PasteboardReader(name, on: backend, timeout: timeout)
      return try ClipboardCapture.read(reader, readsMarked: arguments.has(sensitive))
    }
    if arguments.has(anonymous) { saved = AnonymousContent.replacing(saved) }
    guard !saved.snapshot.names.isEmpty else {
      throw Failure("nothing was saved: no format of the clipboard can be made anonymous", status: .nothing)
    }
    let bytes = try Failure.wrapping { () throws(SavedClipboardError) in try saved.encoded() }
    if isOutput {
      try Output.write(bytes)
    } else {
      let permissions: UInt32? = saved.mark == nil ? nil : 0o600
      try Failure.wrapping { () throws(SystemError) in
        try OutputFile(path, permissions: permissions, mustBeNew: !arguments.has(replace)).write(bytes)
      }
    }
    warn(about: saved.missing)
    return .success
  }

  private static func warn(about missing: [SavedClipboard.MissingForm]) {
    guard !missing.isEmpty else { return }
    let names = missing.prefix(4).map { "\($0.name) (\($0.reason))" }.joined(separator: ", ")
    let more = missing.count > 4 ? " and \(missing.count - 4) more" : ""
    Output.warn("the file lacks \(names)\(more)")
  }
}
