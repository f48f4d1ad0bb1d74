import Conversions
import Exchange
import Pasteboard
import RichText
import UniformTypeIdentifiers

/// The content of a pasteboard, and what `pb recast` makes of it.
struct RecastContent {
  private let reader: PasteboardReader
  private let targets: [String]
  private let mark: PrivacyMarker.Meaning?

  /// The content that comes back after the next paste.
  private let before: Snapshot?

  /// Content that is there to stay, or in place of what was made for the next paste the content from before.
  init(_ reader: PasteboardReader) throws(PasteboardError) {
    let offered = try reader.targets()
    before = reader.copyBeforeRecast(offered)
    if let before {
      self.reader = try PasteboardReader(before)
      targets = try self.reader.targets()
    } else {
      try reader.requireToStay(offered)
      (self.reader, targets) = (reader, offered)
    }
    mark = self.reader.mark(targets)
  }

  /// The content that comes back after the next paste.
  func copy() throws(PasteboardError) -> Snapshot {
    if let before { return before }
    return try reader.exactCopy(of: targets)
  }

  private var options: OfferingOptions { OfferingOptions(helper: .forOwnCopies) }

  private func marked(_ item: PasteboardItem, _ options: OfferingOptions) -> Offering {
    var item = item
    item.isSensitive = mark == .secret
    return marked(Offering(item, options))
  }

  private func marked(_ offering: Offering) -> Offering {
    var offering = offering
    offering.isSensitive = mark == .secret
    offering.isTransient = mark == .transient
    return offering
  }
}

// MARK: A type

extension RecastContent {
  /// The treatment of what a type cannot hold.
  struct Options {
    var request: PasteRequest
    /// The arrangement of the text; nil for text as it is.
    var arrangement: TextArrangement?
    /// Whether pictures are kept, and not counted.
    var keepsPictures = false
    /// Whether content with a picture that would be lost is left alone.
    var isStrict = false
    var timeout: Duration
    /// Whether the person set the time, so that a message names the option.
    var isTimeoutGiven = false
  }

  /// The content in one type and as plain text, and the number of pictures that it lacks.
  func converted(_ terms: Options) throws(PasteboardError) -> (Offering, leftCount: Int) {
    let (request, type) = (terms.request, terms.request.type)
    let choice: Choice
    do throws(PasteboardError) {
      choice =
        if let arrangement = terms.arrangement {
          try reader.paste(request, arrangedAs: arrangement)
        } else { try reader.paste(request, among: targets) }
    } catch {
      guard error.code == .notOffered, holdsPicture else { throw error }
      throw PasteboardError(
        .notOffered, "nothing to recast: the clipboard holds only a picture. To link it, use --media DIR.")
    }
    if let form = choice.lateForm {
      throw PasteboardError(
        .timedOut,
        "nothing was changed: \(form) did not arrive within \(terms.timeout)"
          + (terms.isTimeoutGiven ? ". To wait longer, use --timeout." : ""))
    }
    let leftCount = terms.keepsPictures ? 0 : try leftPictures(choice, request)
    guard leftCount == 0 || !terms.isStrict else {
      let pictures = leftCount == 1 ? "1 picture" : "\(leftCount) pictures"
      let them = leftCount == 1 ? "it" : "them"
      throw PasteboardError(
        .notConvertible,
        "nothing was changed: \(pictures) would be lost. Use --media drop, or --media DIR to save \(them).")
    }
    var options = options
    options.only = [type, .utf8PlainText]
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
      options.only?.append(.png)
    }
    return (marked(item, options), leftCount)
  }

  private var holdsPicture: Bool {
    targets.contains { NameTable.shared.type(of: $0)?.conforms(to: .image) == true }
  }

  /// The number of pictures of rich text that the result lacks.
  private func leftPictures(_ choice: Choice, _ request: PasteRequest) throws(PasteboardError) -> Int {
    let format = FormatTable.shared.format(writing: request.type)
    guard let format, format != .markdown, !format.holdsPictures else { return choice.leftPictures }
    // A format without pictures is made of plain text, which reports none.
    var text = request
    text.type = .markdown
    return (try? reader.paste(text, among: targets))?.leftPictures ?? 0
  }
}

// MARK: Forms of text

extension RecastContent {
  /// Text that is Markdown, as it was copied, with HTML and RTF beside it.
  func richText() throws(PasteboardError) -> Offering {
    guard let text = try reader.markdownText(among: targets) else {
      throw PasteboardError(
        .notOffered,
        "nothing was changed: the text is not Markdown. To treat it so: pb paste --plain | pb copy -t md")
    }
    return marked(text.offering(options))
  }

  /// An address without its tracking parameters; nil if it has none.
  func address() throws(PasteboardError) -> Offering? {
    let choice = try reader.paste(PasteRequest(.utf8PlainText), among: targets)
    guard choice.convertedTo == nil, let address = WebAddress(choice.bytes) else {
      throw PasteboardError(
        .notOffered, "nothing was changed: the clipboard must hold one web address and nothing else")
    }
    return address.withoutTracking.map(plainText)
  }

  /// The paths of files, a line each; the content is written to a file if it is none.
  func path(_ request: PasteRequest, writesSecrets: Bool) throws(PasteboardError) -> (Offering, PastedPath) {
    let path = try PastedPath(request, among: targets, from: reader, writesSecrets: writesSecrets)
    let lines = path.files.entries.map(\.text)
    // A name with a line feed would be a line of its own, and a command in a terminal.
    guard
      lines.allSatisfy({
        String(validating: $0, as: UTF8.self) != nil && !$0.contains { $0 < 0x20 || $0 == 0x7F }
      })
    else {
      throw PasteboardError(
        .notConvertible,
        "nothing was changed: the name of a copied file has control characters or is not UTF-8")
    }
    return (plainText(Array(lines.joined(separator: [0x0A]))), path)
  }

  private func plainText(_ text: [UInt8]) -> Offering {
    var item = PasteboardItem()
    item.setData(text, forType: .utf8PlainText)
    return marked(item, options)
  }
}

/// The form that `pb recast` gives the content of the clipboard.
enum RecastForm {
  case type(UTType)
  /// Text that is Markdown, with HTML and RTF beside it.
  case richText
  /// An address without tracking parameters.
  case address
  /// The paths of files: of those that were copied, or of one with the content.
  case path

  /// The name of the form that pb paste gives too.
  static let pathName = "path"

  /// The form that a person names; Markdown for nil.
  init(_ name: String?) throws(Failure) {
    switch name?.lowercased() {
    case nil: self = .type(.markdown)
    case "rich": self = .richText
    case "url": self = .address
    case Self.pathName: self = .path
    default: self = .type(try TypeName.type(name ?? ""))
    }
  }
}
