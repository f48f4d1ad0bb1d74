import Conversions
import Exchange
import Pasteboard
import RichText
import UniformTypeIdentifiers

extension Subcommand {
  static let recast = Subcommand(
    path: ["recast"],
    summary: "replace the clipboard with its Markdown",
    options: [
      RecastOptions.wanted, RecastOptions.from, RecastOptions.prefer, RecastOptions.media,
      RecastOptions.strict, .pasteboard,
      .backend, .timeout, .quiet, .notify,
    ]
      + MarkdownOptions.all,
    notes: """
      After pb recast, every program pastes Markdown, including word processors and browsers: no richer
      format is left. Bind it to a key to "paste as Markdown". With --type html the clipboard holds HTML and
      its text, and so on.

      pb replaces pictures in rich text with their alternative text and prints how many there were, unless
      --media keeps them. With --strict, pb changes nothing if a picture would be lost.
      """,
    manual: """
      A picture that was copied alone stays beside the Markdown that shows it. pb ignores the one-pixel
      pictures of web pages, and does not count them. --media works as for pb paste. pb changes nothing if the clipboard holds nothing to
      make Markdown of, or temporary content (--clear-after, --once).

      --from terminal restores text that was copied out of a terminal, as pb paste does.

      --notify shows the result as a desktop notification, for commands that are bound to keys.
      """,
    examples: """
      pb recast
      pb recast --type plain
      pb recast --from terminal
      pb recast --notify
      """
  ) { arguments throws(Failure) in
    let name = try pasteboardName(arguments)
    let backend = try backend(arguments)
    let timeout = try seconds(arguments[.timeout], option: "--timeout") ?? .seconds(1)
    let type: UTType =
      if let wanted = arguments[RecastOptions.wanted] { try TypeName.type(wanted) } else { .markdown }
    let preferred: [UTType] =
      if let names = arguments[RecastOptions.prefer] { try TypeName.types(names) } else { [] }
    var request = PasteRequest(
      type, preferred: preferred, style: try MarkdownOptions.style(arguments) ?? MarkdownStyle())
    request.pictures = try MediaOptions.treatment(arguments[RecastOptions.media])
    let arrangement = try TextArrangement.named(arguments[RecastOptions.from], of: ["terminal"])
    let keepsPictures = arguments.has(RecastOptions.media)
    var leftCount = 0
    try Failure.wrapping { () throws(PasteboardError) in
      let reader = try PasteboardReader(name, on: backend, timeout: timeout)
      let targets = try reader.targets()
      try reader.requireToStay(targets)
      let mark = reader.mark(targets)
      let choice: Choice
      do throws(PasteboardError) {
        choice =
          if let arrangement {
            try reader.paste(request, arrangedAs: arrangement)
          } else { try reader.paste(request, among: targets) }
      } catch {
        guard error.code == .notOffered, holdsPicture(targets) else { throw error }
        throw PasteboardError(
          .notOffered, "nothing to recast: the clipboard holds only a picture. To link it, use --media DIR.")
      }
      if let form = choice.lateForm {
        throw PasteboardError(
          .timedOut,
          "nothing was changed: \(form) did not arrive within \(timeout)"
            + (arguments.isGiven(.timeout) ? ". To wait longer, use --timeout." : ""))
      }
      leftCount = keepsPictures ? 0 : try leftPictures(choice, request, reader, among: targets)
      guard leftCount == 0 || !arguments.has(RecastOptions.strict) else {
        let pictures = leftCount == 1 ? "1 picture" : "\(leftCount) pictures"
        let them = leftCount == 1 ? "it" : "them"
        throw PasteboardError(
          .notConvertible,
          "nothing was changed: \(pictures) would be lost. Use --media drop, or --media DIR to save \(them)."
        )
      }
      var terms = OfferingOptions(helper: .forOwnCopies)
      terms.only = [type, .utf8PlainText]
      var item = PasteboardItem()
      // The encoding of text was told by names that are gone now.
      let text =
        choice.convertedTo == nil
        ? try? SourceText(choice.bytes, as: type, encoding: nil, label: "the clipboard") : nil
      item.setData(text?.bytes ?? choice.bytes, forType: type)
      // Markdown alone would lose a picture that was copied by itself.
      if type == .markdown, (try? Format.markdown.read(choice.bytes))?.onlyImage != nil,
        let picture = try? reader.paste(PasteRequest(.png), among: targets)
      {
        item.setData(picture.bytes, forType: .png)
        terms.only?.append(.png)
      }
      item.isSensitive = mark == .secret
      var offer = Offering(item, terms)
      offer.isTransient = mark == .transient
      try PasteboardOwner.ownInBackground(name, offer, on: backend)
    }
    MediaOptions.warn(ofReplaced: leftCount, in: type)
    return .success
  }

  private static func holdsPicture(_ targets: [String]) -> Bool {
    targets.contains { NameTable.shared.type(of: $0)?.conforms(to: .image) == true }
  }

  /// The number of pictures of rich text that the result lacks.
  private static func leftPictures(
    _ choice: Choice, _ request: PasteRequest, _ reader: PasteboardReader, among targets: [String]
  ) throws(PasteboardError) -> Int {
    let format = FormatTable.shared.format(writing: request.type)
    guard let format, format != .markdown, !format.holdsPictures else { return choice.leftPictures }
    // What has no pictures is taken from plain text, which tells of none.
    var text = request
    text.type = .markdown
    return (try? reader.paste(text, among: targets))?.leftPictures ?? 0
  }
}

/// The options of `pb recast`.
enum RecastOptions {
  static let wanted = Option(
    "type", letter: "t", synonyms: ["as", "a"], value: "TYPE", defaultValue: "markdown",
    "write this type (default Markdown)")
  static let from = Option(
    "from", letter: "f", value: "terminal", isPerInvocation: true,
    "restore text that was copied out of a terminal")
  static let media = Option(
    "media", value: "DIR", isPerInvocation: true, in: .form, "save pictures in DIR (or: inline, drop)")
  static let prefer = Option("prefer", value: "TYPE,…", "read these types before any other")
  static let strict = Option("strict", in: .safety, "change nothing if a picture would be lost")
}
