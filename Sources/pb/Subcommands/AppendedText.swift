import Conversions
import Exchange
import Pasteboard
import RichText
import UniformTypeIdentifiers

/// Text that is put behind what a pasteboard holds (`pb copy --append`).
enum AppendedText {
  private static let types: [UTType] = [
    .markdown, .plainText, .utf8PlainText, .html, .commaSeparatedText, .tabSeparatedText,
  ]

  /// The item that holds both: the current content as text of the same type, then the copied text.
  ///
  /// Lines stay lines, and paragraphs of Markdown stay paragraphs. Throws `Failure` if either is not text.
  ///
  /// - Parameter isTypeGiven: whether an option names the type; otherwise text continues the current content.
  static func item(
    _ items: [PasteboardItem], isTypeGiven: Bool, to name: PasteboardName, on backend: Backend
  ) throws(Failure) -> PasteboardItem {
    guard items.count == 1, let item = items.first, let type = item.types.first, types.contains(type),
      let new = item.data(forType: type)
    else {
      throw Failure(
        "--append supports plain text, Markdown, HTML, CSV and TSV. Name the type with --type."
      )
    }
    let isText = [.markdown, .plainText, .utf8PlainText].contains(type)
    guard let old = try present(as: type, orAsItWasCopied: isText && !isTypeGiven, name, backend),
      !old.bytes.isEmpty
    else { return item }
    var both = PasteboardItem()
    let reading: Format = type == .markdown ? .markdown : .plainText
    let further =
      old.type == .html && isText
      ? Format.html.write((try? reading.read(new)) ?? PlainTextReader().read(new), Format.Options()) : new
    // Two encodings in one text would be none.
    let before = try SourceText(old.bytes, as: old.type, encoding: nil, label: "the clipboard").bytes
    let behind = try SourceText(further, as: old.type, encoding: nil, label: "the appended text").bytes
    let suited = Format(old.type)?.isTableOfData == true ? DelimitedWriter.suiting(before, behind) : behind
    both.setData(joined(before, suited, old.type), forType: old.type)
    both.isSensitive = item.isSensitive || old.isSecret
    return both
  }

  /// The current content as a type, and whether its owner marks it; nil if the clipboard is empty.
  private static func present(
    as type: UTType, orAsItWasCopied: Bool, _ name: PasteboardName, _ backend: Backend
  ) throws(Failure) -> (bytes: [UInt8], type: UTType, isSecret: Bool)? {
    do throws(PasteboardError) {
      let reader = try PasteboardReader(name, on: backend, timeout: .seconds(1))
      let targets = try reader.targets()
      guard targets.contains(where: { NameTable.shared.role(of: $0) == .content }) else { return nil }
      try reader.requireToStay(targets)
      var wanted = type
      var inHTML: Choice?
      if orAsItWasCopied, let kept = try keptType(of: targets, reader) {
        wanted = kept
      } else if orAsItWasCopied {
        let files = try? reader.paste(PasteRequest(.fileURL), among: targets).files
        guard files?.paths.isEmpty != false else {
          throw PasteboardError(
            .notConvertible, "the clipboard holds files. To append to their paths, use: --type plain")
        }
        // Formatting is kept, from any owner: in Markdown, or else in HTML.
        if type != .markdown, let rich = try? reader.paste(PasteRequest(.html), among: targets),
          rich.reason != .onlyText, rich.reason != .copiedAsPlainText
        {
          (wanted, inHTML) = (.html, rich)
        }
      }
      let choice = if let inHTML { inHTML } else { try reader.paste(PasteRequest(wanted), among: targets) }
      MediaOptions.warn(ofReplaced: choice.leftPictures, in: wanted)
      // What is there would lose its formatting for good.
      if let form = choice.lateForm { throw PasteboardError(.timedOut, "\(form) did not arrive in time") }
      return (choice.bytes, wanted, reader.mark(targets) != nil)
    } catch {
      if error.code == .empty { return nil }
      throw Failure("could not append to the clipboard: \(error)")
    }
  }

  /// The type that pb copied, if text can be appended in it.
  private static func keptType(
    of targets: [String], _ reader: PasteboardReader
  ) throws(PasteboardError) -> UTType? {
    guard targets.contains(Offering.sourceMarker),
      let copied = Paste.copiedTypes(try reader.property(Offering.sourceMarker)).first
    else { return nil }
    return types.contains(copied) ? copied : nil
  }

  static func joined(_ old: [UInt8], _ new: [UInt8], _ type: UTType) -> [UInt8] {
    let lineFeed = UInt8(ascii: "\n")
    var joined = old
    if joined.last != lineFeed { joined.append(lineFeed) }
    // Two texts of Markdown are separate paragraphs.
    if type == .markdown, joined.suffix(2) != [lineFeed, lineFeed] { joined.append(lineFeed) }
    return joined + new
  }
}
