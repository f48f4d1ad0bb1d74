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

/// The formatting around a piece of text, as a stack from the outermost on.
///
/// Four bits a format in one word: text is compared and merged by its formatting all the time. Fifteen formats have
/// room, each once.
struct InlineFormats: Hashable, Sendable {
  enum Format: UInt64, CaseIterable, Sendable {
    // Emphasis within emphasis means more emphasis (HTML 4.5.2); three of a kind are told apart.
    case strong = 1, stronger, strongest
    case emphasis, moreEmphasis, mostEmphasis
    case strikethrough, underline, superscript, `subscript`, highlight, keyboard
    /// A link; which one is kept beside the stack.
    case link
    // A power in a power, an index of an index.
    case higherSuperscript, lowerSubscript

    fileprivate var nested: Format? {
      switch self {
      case .strong: .stronger
      case .stronger: .strongest
      case .emphasis: .moreEmphasis
      case .moreEmphasis: .mostEmphasis
      case .superscript: .higherSuperscript
      case .subscript: .lowerSubscript
      default: nil
      }
    }
  }

  private var bits: UInt64 = 0
  private(set) var count = 0

  static let none = InlineFormats()

  subscript(index: Int) -> Format? {
    Format(rawValue: bits >> UInt64(4 * index) & 15)
  }

  var isEmpty: Bool { bits == 0 }

  func contains(_ format: Format) -> Bool {
    var rest = bits
    while rest != 0 {
      if rest & 15 == format.rawValue { return true }
      rest >>= 4
    }
    return false
  }

  /// Adds a format inside all others, unless the text has it already.
  func adding(_ format: Format) -> InlineFormats {
    contains(format) ? self : pushing(format)
  }

  /// Adds a format inside all others; emphasis within emphasis nests, as a power in a power does.
  func nesting(_ format: Format) -> InlineFormats {
    var format = format
    while contains(format) {
      guard let nested = format.nested else { return self }
      format = nested
    }
    return pushing(format)
  }

  private func pushing(_ format: Format) -> InlineFormats {
    var result = self
    result.bits |= format.rawValue << UInt64(4 * count)
    result.count += 1
    return result
  }

  /// Leaves out a format wherever it stands.
  func removing(_ format: Format) -> InlineFormats {
    guard contains(format) else { return self }
    var result = InlineFormats()
    for index in 0..<count {
      if let kept = self[index], kept != format { result = result.pushing(kept) }
    }
    return result
  }

  func removing(_ formats: [Format]) -> InlineFormats {
    formats.reduce(self) { $0.removing($1) }
  }

  /// The formats that both have, in the order of this one.
  func common(with other: InlineFormats) -> InlineFormats {
    if self == other { return self }
    var result = InlineFormats()
    for index in 0..<count {
      if let format = self[index], other.contains(format) { result = result.pushing(format) }
    }
    return result
  }

  /// Every strong and emphasis, however deep.
  static let allStrong: [Format] = [.strong, .stronger, .strongest]
  static let allEmphasis: [Format] = [.emphasis, .moreEmphasis, .mostEmphasis]
  /// What is raised or lowered, however far.
  static let allScripts: [Format] = [.superscript, .higherSuperscript, .subscript, .lowerSubscript]
}

/// A piece of a paragraph whose formatting is the same throughout.
struct InlineRun {
  enum Kind: Equatable {
    case text
    case code
    /// Text in a font for code: code too, but of several looks side by side it is one.
    case monospaced
    case lineBreak
    /// An image, formula or footnote reference: an index into what the collector keeps of them.
    case object(Int)
  }

  var kind: Kind
  var formats: InlineFormats
  /// The link that the text belongs to, if `formats` has one.
  var link: Int
  /// The range of the text in the collector's buffer.
  var text: Range<Int>
}
