/// Nests the runs of a paragraph: of the formats that begin at a place, the one that lasts longest is
/// outermost.
struct InlineNesting {
  let paragraph: InlineCollector

  private var runs: [InlineRun] { paragraph.runs }

  func inlines(_ range: Range<Int>) -> [Inline] {
    inlines(range, within: .none)
  }

  private func inlines(_ range: Range<Int>, within outer: InlineFormats) -> [Inline] {
    var result: [Inline] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard let (format, end) = outermostFormat(at: index, range.upperBound, within: outer) else {
        appendLeaf(runs[index], to: &result)
        index += 1
        continue
      }
      let content = inlines(index..<end, within: outer.adding(format))
      append(format, content, link: runs[index].link, to: &result)
      index = end
    }
    return result
  }

  private func outermostFormat(
    at index: Int, _ limit: Int, within outer: InlineFormats
  ) -> (InlineFormats.Format, end: Int)? {
    let formats = runs[index].formats
    guard formats.count > outer.count else { return nil }
    var best: (InlineFormats.Format, end: Int)?
    for position in 0..<formats.count {
      guard let format = formats[position], !outer.contains(format) else { continue }
      let end = extent(of: format, from: index, limit, within: outer)
      if best.map({ end > $0.end }) ?? true { best = (format, end) }
    }
    return best
  }

  /// Where a format that begins at `index` ends, without cutting a link in two.
  private func extent(
    of format: InlineFormats.Format, from index: Int, _ limit: Int, within outer: InlineFormats
  ) -> Int {
    var end = index + 1
    while end < limit, runs[end].formats.contains(format),
      format != .link || runs[end].link == runs[index].link
    {
      end += 1
    }
    guard format != .link, !outer.contains(.link), end < limit, runs[end].formats.contains(.link),
      runs[end - 1].formats.contains(.link), runs[end].link == runs[end - 1].link
    else { return end }
    let link = runs[end].link
    var start = end
    while start > index, runs[start - 1].formats.contains(.link), runs[start - 1].link == link { start -= 1 }
    // A link that begins with this format goes around it; one that begins later stays whole outside it.
    return start > index ? start : end
  }

  /// Appends formatted content; the white space at its ends stays outside.
  private func append(
    _ format: InlineFormats.Format, _ content: [Inline], link: Int, to result: inout [Inline]
  ) {
    var content = content
    appendText(Self.takeLeadingSpace(&content), to: &result)
    let trailing = Self.takeTrailingSpace(&content)
    if format == .underline, Self.isOnlyLinks(content) {
      result += content
    } else if !content.isEmpty {
      result.append(wrap(content, in: format, link: link))
    }
    appendText(trailing, to: &result)
  }

  private func wrap(_ content: [Inline], in format: InlineFormats.Format, link: Int) -> Inline {
    switch format {
    case .strong, .stronger, .strongest: return .strong(content)
    case .emphasis, .moreEmphasis, .mostEmphasis: return .emphasis(content)
    case .strikethrough: return .strikethrough(content)
    case .underline: return .underline(content)
    case .superscript, .higherSuperscript:
      // Raised twice at once is raised: a number in a link, of which both say so.
      if content.count == 1, case .superscript = content[0] { return content[0] }
      return .superscript(content)
    case .subscript, .lowerSubscript:
      if content.count == 1, case .subscript = content[0] { return content[0] }
      return .subscript(content)
    case .highlight: return .highlight(content)
    case .keyboard: return .keyboard(content)
    case .link:
      let target = paragraph.links[link]
      return .link(Link(destination: target.destination, title: target.title, content))
    }
  }

  /// True for links and bare addresses, and nothing between them but spaces: a line below is how they look.
  private static func isOnlyLinks(_ content: [Inline]) -> Bool {
    content.allSatisfy { inline in
      switch inline {
      case .link: true
      case .text(let text): text.utf8.split(separator: 0x20).allSatisfy { BareAddress.isOne(Array($0)) }
      default: inline.content.map(isOnlyLinks) ?? false
      }
    }
  }

  /// Takes spaces and no-break spaces off the front.
  private static func takeLeadingSpace(_ content: inout [Inline]) -> String {
    guard case .text(let text)? = content.first, let first = text.utf8.first, first == 0x20 || first == 0xC2
    else {
      return ""
    }
    let rest = text.unicodeScalars.drop { $0 == " " || $0 == "\u{A0}" }
    guard rest.startIndex > text.startIndex else { return "" }
    if rest.isEmpty {
      content.removeFirst()
    } else {
      content[0] = .text(String(Substring(rest)))
    }
    return String(text[..<rest.startIndex])
  }

  private static func takeTrailingSpace(_ content: inout [Inline]) -> String {
    guard case .text(let text)? = content.last, let last = text.utf8.last, last == 0x20 || last == 0xA0 else {
      return ""
    }
    var end = text.unicodeScalars.endIndex
    while end > text.startIndex {
      let before = text.unicodeScalars.index(before: end)
      guard text.unicodeScalars[before] == " " || text.unicodeScalars[before] == "\u{A0}" else { break }
      end = before
    }
    guard end < text.endIndex else { return "" }
    if end == text.startIndex {
      content.removeLast()
    } else {
      content[content.count - 1] = .text(String(text[..<end]))
    }
    return String(text[end...])
  }

  private func appendText(_ text: String, to result: inout [Inline]) {
    guard !text.isEmpty else { return }
    guard case .text? = result.last, case .text(var before) = result.removeLast() else {
      result.append(.text(text))
      return
    }
    // Taken out of the array, the string has no other owner and grows in place.
    before += text
    result.append(.text(before))
  }

  private func appendLeaf(_ run: InlineRun, to result: inout [Inline]) {
    switch run.kind {
    case .text:
      appendText(String(decoding: paragraph.buffer[run.text], as: UTF8.self), to: &result)
    case .code, .monospaced:
      result.append(.code(String(decoding: paragraph.buffer[run.text], as: UTF8.self)))
    case .lineBreak:
      result.append(.lineBreak)
    case .object(let index):
      result.append(paragraph.objects[index])
    }
  }
}
