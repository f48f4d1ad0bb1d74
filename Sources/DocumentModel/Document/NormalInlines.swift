/// Tells inlines that are in normal form already, which need not be built a second time.
///
/// It may say no where the answer is yes, but never the other way round: what it accepts, `InlineNormalizer`
/// leaves as it is.
struct NormalInlines {
  let context: InlineNormalizer.Context
  let footnotes: FootnoteNumbering

  func accepts(_ inlines: [Inline]) -> Bool {
    accepts(inlines, inLink: false, hasUnicodeEdges: false)
  }

  /// - Parameter hasUnicodeEdges: no Unicode white space may stand at the ends, not only no spaces and tabs.
  private func accepts(_ inlines: [Inline], inLink: Bool, hasUnicodeEdges: Bool) -> Bool {
    for index in inlines.indices {
      let isFirst = index == 0
      let isLast = index == inlines.count - 1
      switch inlines[index] {
      case .text(let text):
        if !isFirst, case .text = inlines[index - 1] { return false }
        guard Self.isShown(text) else { return false }
        if isFirst || inlines[index - 1].isBreak {
          guard !Self.beginsWithSpace(text, orUnicode: isFirst && hasUnicodeEdges) else { return false }
        }
        if isLast || inlines[index + 1].isBreak {
          guard !Self.endsWithSpace(text, orUnicode: isLast && hasUnicodeEdges) else { return false }
        }
      case .softBreak:
        guard context == .paragraph, !isFirst, !isLast, !inlines[index - 1].isBreak else { return false }
      case .lineBreak:
        guard context != .heading, !isFirst, !isLast, inlines[index - 1] != .softBreak else { return false }
      case .code(let code):
        if !isFirst, case .code = inlines[index - 1] { return false }
        guard Self.isShown(code) else { return false }
      case .math(let tex, _):
        guard !tex.isEmpty, TeXText.isNormal(tex) else { return false }
      case .image(let image):
        guard Self.hasNoControls(image.address ?? ""), Self.hasNoControls(image.title),
          Self.hasNoControls(image.alternative)
        else { return false }
      case .html:
        // Whether tags have partners is told by all that stands around them.
        return false
      case .footnoteReference(let label):
        guard footnotes.number(of: label) == label else { return false }
      case .link(let link):
        if !isFirst, case .link(let before) = inlines[index - 1], before.destination == link.destination,
          before.title == link.title
        {
          return false
        }
        guard !inLink, Self.hasNoControls(link.destination), Self.hasNoControls(link.title),
          accepts(link.content, inLink: true, hasUnicodeEdges: false)
        else { return false }
      case .emphasis(let content), .strong(let content), .strikethrough(let content), .highlight(let content):
        guard isFirst || inlines[index - 1].content(ifOfKindOf: inlines[index]) == nil, !content.isEmpty,
          accepts(content, inLink: inLink, hasUnicodeEdges: true)
        else { return false }
      case .underline(let content), .superscript(let content), .subscript(let content),
        .keyboard(let content):
        guard isFirst || inlines[index - 1].content(ifOfKindOf: inlines[index]) == nil, !content.isEmpty,
          accepts(content, inLink: inLink, hasUnicodeEdges: false)
        else { return false }
      }
    }
    return true
  }

  /// True for text that is in normal form where nothing stands beside it.
  static func accepts(_ text: String) -> Bool {
    isShown(text) && !beginsWithSpace(text, orUnicode: false) && !endsWithSpace(text, orUnicode: false)
  }

  /// True for text, of which there must be some, without control characters but the tab.
  private static func isShown(_ text: String) -> Bool {
    !text.isEmpty && !text.utf8.span.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
  }

  private static func hasNoControls(_ text: String) -> Bool {
    !text.utf8.span.contains(where: \.isUnshownControl)
  }

  private static func beginsWithSpace(_ text: String, orUnicode: Bool) -> Bool {
    guard let first = text.utf8.first else { return false }
    if first < 0x80 || !orUnicode { return first.isSpaceOrTab }
    return text.unicodeScalars.first?.isUnicodeSpace ?? false
  }

  private static func endsWithSpace(_ text: String, orUnicode: Bool) -> Bool {
    guard let last = text.utf8.last else { return false }
    if last < 0x80 || !orUnicode { return last.isSpaceOrTab }
    return text.unicodeScalars.last?.isUnicodeSpace ?? false
  }
}
