import Pasteboard
import RichText
import UniformTypeIdentifiers

extension Subcommand {
  static let recast = Subcommand(
    path: ["recast"],
    summary: "replace the clipboard with its Markdown or another form",
    options: [
      RecastOptions.wanted, RecastOptions.from, RecastOptions.prefer, RecastOptions.media,
      RecastOptions.strict, RecastOptions.once, PasteOptions.sensitive, .pasteboard,
      .backend, .timeout, .quiet, .notify,
    ]
      + MarkdownOptions.all,
    notes: """
      After pb recast, every program pastes Markdown, also word processors and browsers. Bind it to a key to
      "paste as Markdown". --type rich adds HTML and RTF to text that is Markdown, such as a chat's answer;
      --type url removes tracking parameters from an address; --type path gives the path of a file. With
      --once, the next paste gets this form, and then the clipboard is what it was, in all formats.

      pb replaces pictures in rich text with their alternative text and prints how many there were, unless
      --media keeps them. With --strict, pb changes nothing if a picture would be lost.
      """,
    manual: """
      Afterwards no format is richer than the one that --type names: with --type html the clipboard holds
      HTML and its text. A picture that was copied alone stays beside the Markdown that shows it. pb
      ignores the one-pixel pictures of web pages, and does not count them. --media works as for pb paste.
      pb changes nothing if the clipboard holds nothing that converts to Markdown, or temporary content
      ('pb copy --clear-after' or '--once').

      --type rich offers the text first, byte for byte: editors and pb paste get it unchanged. pb takes text
      for Markdown if its structure shows that, as pb copy does. If the text is not Markdown, pb changes
      nothing and exits with status 1.

      --type url knows the parameters of advertising, mail and statistics (utm_source, fbclid, gclid and
      others) and those that certain sites add to links. The rest of the address stays unchanged. If the
      clipboard does not hold an address alone, pb changes nothing and exits with status 1.

      --type path replaces files by their paths as text, and other content by the path of a private file that
      pb writes it to, as pb paste --type path does: for programs in a terminal that take files by their
      names.

      --once reads all formats first, and offers them again, byte for byte, a second after the next paste
      began: a paste may consist of several requests. Marks of secrets stay. If pb cannot read all formats
      (at most 64 MiB, within five seconds), it changes nothing. On Wayland, where a clipboard manager
      looks like any other program, pb waits half a second for managers before it returns. A second 'pb
      recast' before the paste converts the original content again.

      --from terminal restores text that was copied out of a terminal, as pb paste does.

      --notify shows the result as a desktop notification, for commands that are bound to keys.
      """,
    examples: """
      pb recast
      pb recast --type plain
      pb recast --from terminal
      pb recast --type rich
      pb recast --type url
      pb recast --type path
      pb recast --once --type plain
      pb recast --notify
      """
  ) { arguments throws(Failure) in
    let name = try pasteboardName(arguments)
    let backend = try backend(arguments)
    let form = try RecastForm(arguments[RecastOptions.wanted])
    let terms = try RecastOptions.terms(arguments, form)
    var leftCount = 0
    try Failure.wrapping { () throws(PasteboardError) in
      let content = try RecastContent(try PasteboardReader(name, on: backend, timeout: terms.timeout))
      let offering: Offering
      switch form {
      case .type: (offering, leftCount) = try content.converted(terms)
      case .richText: offering = try content.richText()
      case .address:
        guard let address = try content.address() else {
          return Output.warn("the address has no tracking parameters; it stays as it is")
        }
        offering = address
      case .path:
        let path: PastedPath
        (offering, path) = try content.path(
          terms.request, writesSecrets: arguments.has(PasteOptions.sensitive))
        leftCount = terms.keepsPictures ? 0 : path.content?.leftPictures ?? 0
      }
      guard arguments.has(RecastOptions.once) else {
        return try PasteboardOwner.ownInBackground(name, offering, on: backend)
      }
      try PasteboardOwner.ownForNextPaste(name, offering, before: try content.copy(), on: backend)
    }
    MediaOptions.warn(ofReplaced: leftCount, in: terms.request.type)
    return .success
  }
}

/// The options of `pb recast`.
enum RecastOptions {
  static let wanted = Option(
    "type", letter: "t", synonyms: ["as", "a"], value: "TYPE", defaultValue: "markdown",
    "replace by TYPE, rich, url or path (default Markdown)")
  static let from = Option(
    "from", letter: "f", value: "terminal", isPerInvocation: true,
    "restore text that was copied out of a terminal")
  static let media = Option(
    "media", value: "DIR", isPerInvocation: true, in: .form, "save pictures in DIR (or: inline, drop)")
  static let prefer = Option("prefer", value: "TYPE,…", "read these types before any other")
  static let once = Option(
    "once", isPerInvocation: true, in: .safety, "replace for the next paste only, then restore")
  static let strict = Option("strict", in: .safety, "change nothing if a picture would be lost")

  /// The treatment of content that is converted.
  static func terms(_ arguments: Arguments, _ form: RecastForm) throws(Failure) -> RecastContent.Options {
    let type: UTType = if case .type(let type) = form { type } else { .markdown }
    let preferred: [UTType] = if let names = arguments[prefer] { try TypeName.types(names) } else { [] }
    var request = PasteRequest(
      type, preferred: preferred, style: try MarkdownOptions.style(arguments) ?? MarkdownStyle())
    request.pictures = try MediaOptions.treatment(arguments[media])
    let arrangement = try TextArrangement.named(arguments[from], of: ["terminal"])
    if arrangement != nil, case .type = form {
    } else if arrangement != nil {
      throw Failure("--from terminal cannot be combined with --type rich, url or path")
    }
    let timeout = try seconds(arguments[.timeout], option: "--timeout")
    return RecastContent.Options(
      request: request, arrangement: arrangement, keepsPictures: arguments.has(media),
      isStrict: arguments.has(strict),
      timeout: timeout ?? .seconds(1), isTimeoutGiven: arguments.isGiven(.timeout))
  }
}
