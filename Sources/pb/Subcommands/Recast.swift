import Conversions
import Exchange
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

extension Subcommand {
  static let recast = Subcommand(
    path: ["recast"], operands: "", operandCount: 0...0,
    summary: "replace what is on a pasteboard by its Markdown, or by another type made of it",
    options: [RecastOptions.wanted, RecastOptions.prefer, .pasteboard, .backend, .timeout]
      + MarkdownOptions.all,
    discussion: """
      What was copied in one program is then pasted elsewhere as Markdown, and as HTML, RTF and text made of
      it. Bind it to a key for "paste as Markdown". The pasteboard stays as it was if there is nothing to
      make Markdown of, and a picture that was copied by itself stays beside the Markdown that shows it.

      \(MarkdownOptions.discussion)
      """,
    examples: ["pb recast", "pb recast --type plain"]
  ) { arguments throws(Failure) in
    let name = try pasteboardName(arguments)
    let backend = try backend(arguments)
    let timeout = try seconds(arguments[.timeout], option: "--timeout") ?? .seconds(1)
    let type: UTType =
      if let wanted = arguments[RecastOptions.wanted] { try TypeName.type(wanted) } else { .markdown }
    let preferred: [UTType] =
      if let names = arguments[RecastOptions.prefer] { try TypeName.types(names) } else { [] }
    let request = PasteRequest(
      type, preferred: preferred, style: try MarkdownOptions.style(arguments) ?? MarkdownStyle())
    try Failure.wrapping { () throws(PasteboardError) in
      let reader = try PasteboardReader(name, on: backend, timeout: timeout)
      let targets = try reader.targets()
      let mark = reader.mark(targets)
      let choice = try reader.paste(request, among: targets)
      var item = PasteboardItem()
      item.setData(choice.bytes, forType: type)
      // Markdown alone would lose a picture that was copied by itself.
      if type == .markdown, (try? Format.markdown.read(choice.bytes))?.onlyImage != nil,
        let picture = try? reader.paste(PasteRequest(.png), among: targets)
      {
        item.setData(picture.bytes, forType: .png)
      }
      item.isSensitive = mark == .secret
      var offer = Offering(item, OfferingTerms(helper: .forOwnCopies))
      offer.isTransient = mark == .passing
      try BackgroundProcess.start { ready throws(PasteboardError) in
        try PasteboardOwner.own(name, offer, on: backend, lifetime: nil, ready: ready)
      }
    }
    return .success
  }
}

/// The options of `pb recast`.
enum RecastOptions {
  static let wanted = Option(
    "type", letter: "t", synonyms: ["as", "a"], value: "TYPE", standard: "markdown",
    "the type to put there (default Markdown)")
  static let prefer = Option("prefer", value: "TYPE,…", "read these types before any other")
}
