package import RichText
import UniformTypeIdentifiers

/// Tells whether plain text is the Markdown source of the rich text beside it.
///
/// Many Markdown editors copy their source as plain text and its rendering as HTML or RTF, and declare
/// neither. Taking the plain text then gives back what was written, byte for byte. The plain text is read
/// as Markdown, and must give the document that is there: the same structure and the same text, white
/// space aside, with at least its formats. Rendered text fails because the signs of Markdown are in it where
/// the rich text has no formats, or not in it where that has. Whatever passes is a faithful Markdown of that
/// document, so that a mistake does no harm.
package enum SourceDetection {
  /// Plain text of more bytes is not looked at.
  package static let sizeLimit = 1 << 20

  /// True if rich text says no more than this plain text: it is the same in a typewriter's font and nothing else; or in
  /// colours, where the text is Markdown; or its program says that the text is its source.
  package static func isAllOf(_ rich: [UInt8], _ plain: [UInt8], in format: Format) -> Bool {
    guard format == .html, !plain.isEmpty else { return false }
    if TypewrittenText.declaresSource(rich) || TypewrittenText.isSet(plain, in: rich) { return true }
    return ContentDetection.type(ofInput: plain) == .markdown && TypewrittenText.isColoured(plain, in: rich)
  }

  /// True if plain text is the markup of the HTML beside it, as programs give text that is no more than HTML to them.
  ///
  /// Before the HTML may stand a declaration of its character set.
  package static func isMarkup(_ plain: [UInt8], of html: [UInt8]) -> Bool {
    func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      let start = bytes.drop { $0 <= 0x20 }
      return start.lastIndex { $0 > 0x20 }.map { start[...$0] } ?? []
    }
    let text = trimmed(plain[...])
    guard text.contains(UInt8(ascii: "<")), text.count <= html.count else { return false }
    let page = trimmed(html[...])
    if page == text { return true }
    guard page.starts(with: "<meta".utf8), let end = page.firstIndex(of: UInt8(ascii: ">")) else {
      return false
    }
    return trimmed(page[(end + 1)...]) == text
  }

  package static func isSource(_ plain: [UInt8], of rich: Document) -> Bool {
    if isSource(plain, of: rich, readsFormulas: false) { return true }
    // Programs that know formulas show them without their dollar signs.
    return plain.contains(UInt8(ascii: "$")) && isSource(plain, of: rich, readsFormulas: true)
  }

  private static func isSource(_ plain: [UInt8], of rich: Document, readsFormulas: Bool) -> Bool {
    guard !plain.isEmpty, plain.count <= sizeLimit,
      let document = try? MarkdownReader(readsFormulas: readsFormulas).read(plain)
    else { return false }
    if Outline(document).isSource(of: Outline(rich)) { return true }
    // Some programs write RTF in which a list is no more than paragraphs with a bullet or a number. Where such
    // signs are all there is, people may have typed them.
    let source = Outline(document, view: .sourceOfParagraphs)
    return source.hasMarkup && source.isSource(of: Outline(rich, view: .paragraphs))
  }
}
