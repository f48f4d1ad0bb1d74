import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

extension Subcommand {
  static let copy = Subcommand(
    path: ["copy"], operands: "[FILE|-]", operandCount: 0...1,
    summary: "put a file or standard input on a pasteboard, in every format it can be given as",
    options: [
      CopyOptions.type, CopyOptions.only, CopyOptions.plain, .pasteboard, CopyOptions.sensitive,
      CopyOptions.clearAfter, CopyOptions.foreground,
    ] + MarkdownOptions.all,
    discussion: """
      Markdown, HTML, RTF and plain text are offered as all four, each rendered when a program asks for
      it; anything else is offered as itself. FILE's type comes from its extension; standard input is
      Markdown unless --type says otherwise.

      pb returns as soon as the X server has confirmed the ownership. A background process answers until
      something else is copied.

      \(MarkdownOptions.discussion)
      Copied Markdown is offered as it is.
      """,
    examples: [
      "pb copy notes.md",
      "git log -5 --format='- %s' | pb copy",
      "pb copy --only html,plain report.md",
      "pb copy picture.png",
      "pass show bank | pb copy --type plain --sensitive --clear-after 30",
    ]
  ) { arguments throws(Failure) in
    try CopyOptions.run(arguments)
  }
}

/// The options of `pb copy` and what they do.
enum CopyOptions {
  static let type = Option(
    "type", letter: "t", value: "TYPE", isOfOneCall: true,
    "what the content is (default: by extension, else Markdown)")
  static let only = Option("only", value: "TYPE,…", "offer these types and no others")
  static let plain = Option(
    "plain", value: "source|rendered",
    "what plain text is: the Markdown source (default) or the rendered text")
  static let sensitive = Option("sensitive", "mark the content as a secret, so that managers do not keep it")
  static let clearAfter = Option("clear-after", value: "SECONDS", "take the content back after this time")
  static let foreground = Option("foreground", "serve in this process until something else is copied")

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let file = arguments.operands.first
    let pasteboard = try pasteboardName(arguments)
    let plainText = try plainText(arguments[plain])
    let only: [UTType]? = if let names = arguments[only] { try TypeName.types(names) } else { nil }
    let lifetime = try seconds(arguments[clearAfter], option: "--clear-after")
    let given: UTType? = if let name = arguments[type] { try TypeName.type(name) } else { nil }
    let content = try Output.read(file)
    let type = if let given { given } else { try contentType(of: file, content) }
    let bytes = TextEncoding.fromFile(content, as: type)

    let style = try MarkdownOptions.style(arguments) ?? MarkdownStyle()
    let source = SourceRepresentation(bytes, type: type, plainText: plainText, style: style)
    let offer = Offer(source, only: only, isSensitive: arguments.has(sensitive))
    guard !source.targets(only: only).isEmpty else {
      throw Failure("\(type.identifier) cannot be offered as what --only names")
    }
    if RichTextFormat(type) != nil, !source.isValidText {
      Output.say(
        "\(file ?? "standard input") is not valid UTF-8: text is offered with U+FFFD for what is not, "
          + "\(type.preferredMIMEType ?? type.identifier) as it is")
    }
    if let problem = ApplicationRules.userProblem {
      Output.say("\(problem); only the built-in rules for applications are used")
    }
    try Failure.wrapping { () throws(PasteboardError) in
      if arguments.has(foreground) {
        try PasteboardOwner.own(pasteboard, offer, lifetime: lifetime) {}
      } else {
        try BackgroundProcess.start { ready throws(PasteboardError) in
          try PasteboardOwner.own(pasteboard, offer, lifetime: lifetime, ready: ready)
        }
      }
    }
    return .success
  }

  private static func plainText(_ value: String?) throws(Failure) -> SourceRepresentation.PlainText? {
    switch value {
    case nil: nil
    case "source": .source
    case "rendered": .rendered
    case let other?: throw Failure("--plain is 'source' or 'rendered', not '\(other)'")
    }
  }

  /// Markdown for standard input; for a file what its extension says, else plain text if it is text.
  private static func contentType(of file: String?, _ bytes: [UInt8]) throws(Failure) -> UTType {
    guard let file, file != "-" else { return .markdown }
    if let type = TypeName.type(ofFile: file) { return type }
    guard !TextEncoding.fromFile(bytes, as: .plainText).prefix(4096).contains(0) else {
      throw Failure("the type of \(file) is not known; say what it is with --type")
    }
    return .utf8PlainText
  }
}

/// The pasteboard that the options name.
func pasteboardName(_ arguments: Arguments) throws(Failure) -> PasteboardName {
  guard let name = arguments[.pasteboard] else { return .general }
  return try Failure.wrapping { () throws(PasteboardError) in try PasteboardName(name) }
}

/// A time that an option gives in seconds; nil if it was not given.
func seconds(_ value: String?, option: String) throws(Failure) -> Duration? {
  guard let value else { return nil }
  guard let number = Double(value), number > 0, number <= 86_400_000 else {
    throw Failure("\(option) is a number of seconds above 0, not '\(value)'")
  }
  return .seconds(number)
}
