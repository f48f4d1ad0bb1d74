import Conversions
import Exchange
import RichText
import UniformTypeIdentifiers

/// Text that was copied and is Markdown: offered as it was copied, with the formats that are made of it beside it.
package struct MarkdownText {
  /// The text in UTF-8.
  package let source: [UInt8]
  /// The copied forms, which come first.
  private let copied: Snapshot

  /// Text with the forms that it was copied in.
  init(_ source: [UInt8], in copied: Snapshot) {
    (self.source, self.copied) = (source, copied)
  }

  /// The marker of text that the service offers as rich text, though its owner did not.
  package static let enrichedMarker = "application/x-pasteboard-enriched"

  /// The offering: what was copied, byte for byte and first, then Markdown, HTML and RTF made of it.
  package func offering(_ options: OfferingOptions, names: NameTable = .shared) -> Offering {
    var item = PasteboardItem()
    item.setData(source, forType: .markdown)
    var offering = Offering(names: names)
    offering.add(copied)
    offering.add(item, options)
    return offering
  }
}

extension PasteboardReader {
  /// The Markdown among `targets`: declared as such, or text that a strict test takes for it; nil if it is neither.
  ///
  /// Throws `PasteboardError`: `.notOffered` if there is no text.
  package func markdownText(among targets: [String]) throws(PasteboardError) -> MarkdownText? {
    let table = NameTable.shared
    let readable = table.readable(among: targets)
    let texts = Set(readable.filter { [.markdown, .plainText].contains($0.format) }.map(\.name))
    let declared = try paste(PasteRequest(.markdown), among: targets)
    let isDeclared = declared.convertedTo == nil && Format(declared.type) == .markdown
    var source = declared.bytes
    if !isDeclared, declared.reason != .plainTextIsMarkdown {
      let plain = try paste(PasteRequest(.utf8PlainText), among: targets)
      // Text that is made of a page or a picture was not copied.
      guard plain.convertedTo == nil, ContentDetection.type(ofInput: plain.bytes) == .markdown else {
        return nil
      }
      source = plain.bytes
    }
    var copied = Snapshot()
    for name in targets where texts.contains(name) && copied.representations[name] == nil {
      guard isDeclared || table.type(of: name).flatMap(Format.init) == .plainText,
        let value = try? property(name, unchanged: true)
      else { continue }
      copied.names.append(name)
      copied.keep(value, as: name)
    }
    return MarkdownText(source, in: copied)
  }
}
