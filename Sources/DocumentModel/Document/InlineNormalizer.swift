/// Builds a sequence of inlines in normal form.
///
/// Text is merged, and so are neighbours of the same kind. White space and breaks move out of emphasis, links
/// and the like, which are dropped when nothing is left in them. No link is within a link. Tags of raw HTML that
/// have found no partner are spelled so that they cannot find one.
package struct InlineNormalizer {
  /// The container of the inlines: what may hold which breaks.
  package enum Context {
    /// A paragraph: soft and hard breaks.
    case paragraph
    /// A heading: no breaks, they become spaces.
    case heading
    /// A table cell: hard breaks only.
    case cell
  }

  private let context: Context
  private let footnotes: FootnoteNumbering
  package private(set) var inlines: [Inline] = []

  private init(_ context: Context, _ footnotes: FootnoteNumbering) {
    self.context = context
    self.footnotes = footnotes
  }

  package static func normalize(
    _ inlines: [Inline], in context: Context, footnotes: FootnoteNumbering = FootnoteNumbering()
  ) -> [Inline] {
    var normalizer = InlineNormalizer(context, footnotes)
    normalizer.append(contentsOf: inlines, inLink: false)
    var (_, core, _) = InlineEdges.split(normalizer.inlines, moving: \.isBreakingSpace)
    core = spacesRemovedAroundBreaks(core)
    return core
  }

  private mutating func append(contentsOf content: [Inline], inLink: Bool) {
    let hasHTML = content.contains { if case .html = $0 { true } else { false } }
    for inline in hasHTML ? SemanticTag.respellingUnpaired(content) : content {
      append(inline, inLink: inLink)
    }
  }

  private mutating func append(_ inline: Inline, inLink: Bool) {
    switch inline {
    case .text(let text): append(text: text)
    case .code(let code):
      let shown = Self.inOneLine(code.withoutControlCharacters)
      if !shown.isEmpty { merge(.code(shown)) }
    case .html(let html):
      let kept = html.withoutControlCharacters
      if !kept.isEmpty { merge(.html(context == .paragraph ? kept : Self.inOneLine(kept))) }
    case .math(let tex, let display):
      let shown = TeXText.normal(tex)
      if !shown.isEmpty { merge(.math(shown, display: display)) }
    case .softBreak, .lineBreak: append(lineBreak: inline)
    case .image(var image):
      if let address = image.address { image.source = .address(address.withoutControlCharacters) }
      image.title = image.title.withoutControlCharacters
      image.alternative = image.alternative.withoutControlCharacters
      merge(.image(image))
    case .footnoteReference(let label):
      if let number = footnotes.number(of: label) {
        merge(.footnoteReference(label: number))
      } else {
        append(text: "[" + label + "]")
      }
    case .link(let link):
      if inLink {
        append(contentsOf: link.content, inLink: true)
      } else {
        append(link)
      }
    case .emphasis(let content), .strong(let content), .strikethrough(let content), .underline(let content),
      .superscript(let content), .subscript(let content), .highlight(let content), .keyboard(let content):
      var inner = InlineNormalizer(context, footnotes)
      inner.append(contentsOf: content, inLink: inLink)
      let (before, core, after) = InlineEdges.split(inner.inlines, moving: inline.edgeSpace)
      for space in before { merge(space) }
      if !core.isEmpty { merge(inline.replacingContent(with: core)) }
      for space in after { merge(space) }
    }
  }

  private static func inOneLine(_ text: String) -> String {
    guard text.utf8.span.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    return String(decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
  }

  private mutating func append(_ link: Link) {
    var inner = InlineNormalizer(context, footnotes)
    inner.append(contentsOf: link.content, inLink: true)
    let (before, core, after) = InlineEdges.split(inner.inlines, moving: \.isBreakingSpace)
    for space in before { merge(space) }
    if !core.isEmpty || link.content.isEmpty {
      let destination = link.destination.withoutControlCharacters
      merge(.link(Link(destination: destination, title: link.title.withoutControlCharacters, core)))
    }
    for space in after { merge(space) }
  }

  /// Appends text without the control characters that no format shows; line endings become breaks.
  private mutating func append(text: String) {
    guard text.utf8.span.contains(where: { $0 == 0x0A || $0 == 0x0D || $0.isUnshownControl }) else {
      if !text.isEmpty { merge(.text(text)) }
      return
    }
    var isFirst = true
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if !isFirst { append(lineBreak: .softBreak) }
      isFirst = false
      let shown = String(decoding: line.filter { !$0.isUnshownControl && $0 != 0x0D }, as: UTF8.self)
      if !shown.isEmpty { merge(.text(shown)) }
    }
  }

  private mutating func append(lineBreak: Inline) {
    switch (context, lineBreak) {
    case (.heading, _), (.cell, .softBreak): merge(.text(" "))
    default: merge(lineBreak)
    }
  }

  /// Appends an inline that is in normal form, merged with the one before it where both are of one kind.
  ///
  /// What is merged is taken out first: without another owner, a string or an array grows in place.
  private mutating func merge(_ inline: Inline) {
    switch joint(with: inline) {
    case .none:
      inlines.append(inline)
    case .texts:
      guard case .text(var before) = inlines.removeLast(), case .text(let text) = inline else { return }
      before += text
      inlines.append(.text(before))
    case .codes:
      guard case .code(var before) = inlines.removeLast(), case .code(let code) = inline else { return }
      before += code
      inlines.append(.code(before))
    case .contents:
      var joined = InlineNormalizer(context, footnotes)
      joined.inlines = inlines.removeLast().content ?? []
      for inline in inline.content ?? [] { joined.merge(inline) }
      inlines.append(inline.replacingContent(with: joined.inlines))
    case .dropsLatter:
      break
    case .dropsFormer:
      inlines[inlines.count - 1] = inline
    }
  }

  /// The way two inlines side by side become one.
  private enum Joint { case none, texts, codes, contents, dropsFormer, dropsLatter }

  private func joint(with inline: Inline) -> Joint {
    guard let last = inlines.last else { return .none }
    switch (last, inline) {
    case (.text, .text): return .texts
    case (.code, .code): return .codes
    case (.softBreak, .softBreak), (.lineBreak, .softBreak): return .dropsLatter
    case (.softBreak, .lineBreak): return .dropsFormer
    case (.link(let before), .link(let link)):
      return before.destination == link.destination && before.title == link.title ? .contents : .none
    default:
      return last.mergesWithNeighbour && last.content(ifOfKindOf: inline) != nil ? .contents : .none
    }
  }

  /// White space beside a break is not shown, nor kept by Markdown (CommonMark 6.8).
  private static func spacesRemovedAroundBreaks(_ inlines: [Inline]) -> [Inline] {
    var result: [Inline] = []
    result.reserveCapacity(inlines.count)
    for (index, inline) in inlines.enumerated() {
      let afterBreak = index > 0 && inlines[index - 1].isBreak
      let beforeBreak = index + 1 < inlines.count && inlines[index + 1].isBreak
      switch inline {
      case .text(let text) where afterBreak || beforeBreak:
        var scalars = text.unicodeScalars[...]
        if afterBreak { while scalars.first?.isBreakingSpace == true { scalars.removeFirst() } }
        if beforeBreak { while scalars.last?.isBreakingSpace == true { scalars.removeLast() } }
        if !scalars.isEmpty { result.append(.text(String(Substring(scalars)))) }
      case .softBreak where result.last?.isBreak == true:
        break
      case .lineBreak where result.last == .softBreak:
        result[result.count - 1] = .lineBreak
      default:
        if let content = inline.content {
          result.append(inline.replacingContent(with: spacesRemovedAroundBreaks(content)))
        } else {
          result.append(inline)
        }
      }
    }
    return result
  }
}

/// The white space and breaks at the two ends of a sequence of inlines.
private enum InlineEdges {
  static func split(
    _ inlines: [Inline], moving isSpace: (Unicode.Scalar) -> Bool
  ) -> (before: [Inline], core: [Inline], after: [Inline]) {
    var core = inlines[...]
    var before: [Inline] = []
    var after: [Inline] = []
    leading: while let first = core.first {
      switch first {
      case .softBreak, .lineBreak:
        before.append(first)
        core.removeFirst()
      case .text(let text):
        let (space, rest) = prefix(of: text, isSpace)
        if !space.isEmpty { before.append(.text(space)) }
        guard rest.isEmpty else {
          if !space.isEmpty { core[core.startIndex] = .text(rest) }
          break leading
        }
        core.removeFirst()
      default:
        break leading
      }
    }
    trailing: while let last = core.last {
      switch last {
      case .softBreak, .lineBreak:
        after.append(last)
        core.removeLast()
      case .text(let text):
        let (rest, space) = suffix(of: text, isSpace)
        if !space.isEmpty { after.append(.text(space)) }
        guard rest.isEmpty else {
          if !space.isEmpty { core[core.endIndex - 1] = .text(rest) }
          break trailing
        }
        core.removeLast()
      default:
        break trailing
      }
    }
    return (before, Array(core), after.reversed())
  }

  private static func prefix(
    of text: String, _ isSpace: (Unicode.Scalar) -> Bool
  ) -> (space: String, rest: String) {
    let scalars = text.unicodeScalars
    let end = scalars.firstIndex { !isSpace($0) } ?? scalars.endIndex
    guard end > scalars.startIndex else { return ("", text) }
    return (String(text[..<end]), String(text[end...]))
  }

  private static func suffix(
    of text: String, _ isSpace: (Unicode.Scalar) -> Bool
  ) -> (rest: String, space: String) {
    let scalars = text.unicodeScalars
    let start = scalars.lastIndex { !isSpace($0) }.map { scalars.index(after: $0) } ?? scalars.startIndex
    guard start < scalars.endIndex else { return (text, "") }
    return (String(text[..<start]), String(text[start...]))
  }
}

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
