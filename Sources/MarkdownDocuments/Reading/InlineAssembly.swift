/// Makes inlines of the tokens of a leaf.
///
/// A stack holds what is open, so that however deep tokens nest, no call does; tags of HTML are paired on the way.
struct InlineAssembly {
  /// What is open, and where its content begins among the inlines.
  private struct Frame {
    let kind: InlineToken.Kind
    let target: Int
    /// The mark at which its content begins; nil for an inline that is too deep to be more than its content.
    let mark: InlineContent.Mark?
  }

  private var frames: [Frame] = []
  private var content = InlineContent()
  private var linkDepth = 0
  /// The number of images that are open: what they hold is text.
  private var imageDepth = 0
  private var alternative = ""
  /// Text that is no inline yet: a part of the leaf, or a copy where the parts lie apart.
  private var run = 0..<0
  private var copy: [UInt8] = []
  private let findsMail: Bool

  /// Returns the inlines of a leaf.
  ///
  /// - Parameter number: the number of the note of a node.
  static func inlines(
    of scanner: InlineScanner, in bytes: [UInt8], number: (Int) -> Int
  ) -> [Inline] {
    let tokens = scanner.tokens
    if tokens.count == 1, tokens[0].kind == .text, !scanner.hasMailSign {
      return [.text(String(decoding: bytes[tokens[0].range], as: UTF8.self))]
    }
    var assembly = InlineAssembly(findsMail: scanner.hasMailSign)
    // In long leaves many tokens only begin and end what the others are in.
    assembly.content.reserve(tokens.count < 4096 ? tokens.count : tokens.count / 2)
    for token in tokens {
      if token.kind == .note {
        assembly.endText(bytes)
        assembly.append(note: number(token.value))
      } else {
        assembly.add(token, scanner, bytes)
      }
    }
    assembly.endText(bytes)
    return assembly.content.finish()
  }

  private init(findsMail: Bool) { self.findsMail = findsMail }

  private mutating func add(_ token: InlineToken, _ scanner: InlineScanner, _ bytes: [UInt8]) {
    switch token.kind {
    case .text: append(token.range, bytes)
    case .reference: appendReference(token.range, bytes)
    case .nothing: break
    default:
      endText(bytes)
      switch token.kind {
      case .emphasisStart, .strongStart, .strikethroughStart, .linkStart, .imageStart: open(token)
      case .end: close(scanner)
      default:
        if imageDepth > 0 { appendAlternative(token, bytes) } else { append(token, bytes) }
      }
    }
  }

  // MARK: Text

  private mutating func append(_ range: Range<Int>, _ bytes: [UInt8]) {
    if copy.isEmpty, run.isEmpty {
      run = range
    } else if copy.isEmpty, run.upperBound == range.lowerBound {
      run = run.lowerBound..<range.upperBound
    } else {
      startCopy(bytes)
      copy += bytes[range]
    }
  }

  private mutating func appendReference(_ range: Range<Int>, _ bytes: [UInt8]) {
    startCopy(bytes)
    _ = CharacterReference.read(bytes.span, at: range.lowerBound, to: range.upperBound, into: &copy)
  }

  private mutating func startCopy(_ bytes: [UInt8]) {
    guard copy.isEmpty else { return }
    copy += bytes[run]
    run = 0..<0
  }

  private mutating func endText(_ bytes: [UInt8]) {
    guard !run.isEmpty || !copy.isEmpty else { return }
    if imageDepth > 0 {
      alternative +=
        copy.isEmpty ? String(decoding: bytes[run], as: UTF8.self) : String(decoding: copy, as: UTF8.self)
    } else if findsMail, linkDepth == 0 {
      startCopy(bytes)
      appendText(withMail: copy)
    } else {
      content.append(
        .text(
          copy.isEmpty ? String(decoding: bytes[run], as: UTF8.self) : String(decoding: copy, as: UTF8.self)))
    }
    run = 0..<0
    copy.removeAll(keepingCapacity: true)
  }

  private mutating func appendText(withMail text: [UInt8]) {
    var position = 0
    while let address = MailAddress(text.span, from: position) {
      if position < address.range.lowerBound {
        content.append(.text(String(decoding: text[position..<address.range.lowerBound], as: UTF8.self)))
      }
      let shown = String(decoding: text[address.range], as: UTF8.self)
      appendLink(address.needsProtocol ? "mailto:" + shown : shown, shown)
      position = address.range.upperBound
    }
    if position < text.count { content.append(.text(String(decoding: text[position...], as: UTF8.self))) }
  }

  // MARK: Inlines

  private mutating func append(_ token: InlineToken, _ bytes: [UInt8]) {
    switch token.kind {
    case .softBreak: content.append(.softBreak)
    case .lineBreak: content.append(.lineBreak)
    case .code: content.append(.code(CodeSpan.text(bytes, token.range)))
    case .math, .displayMath:
      content.append(
        token.kind == .displayMath
          ? .math(
            String(decoding: TeXText.trimmed(bytes[token.range]), as: UTF8.self), display: true)
          : .math(Self.tex(bytes[token.range]), display: false))
    case .html: content.append(html: String(decoding: bytes[token.range], as: UTF8.self))
    case .uri, .mail:
      let shown = CharacterReference.decoded(bytes.span, token.range)
      appendLink(token.kind == .mail ? "mailto:" + shown : shown, shown)
    case .bareURI, .bareHost:
      let shown = String(decoding: bytes[token.range], as: UTF8.self)
      appendLink(token.kind == .bareHost ? "http://" + shown : shown, shown)
    default: break
    }
  }

  private mutating func append(note number: Int) {
    if imageDepth == 0 { content.append(.footnoteReference(label: String(number))) }
  }

  /// The text that stands in for an image: the text of what it holds.
  private mutating func appendAlternative(_ token: InlineToken, _ bytes: [UInt8]) {
    switch token.kind {
    case .softBreak, .lineBreak: alternative += " "
    case .code: alternative += CodeSpan.text(bytes, token.range)
    case .math, .displayMath: alternative += Self.tex(bytes[token.range])
    case .uri, .mail: alternative += CharacterReference.decoded(bytes.span, token.range)
    case .html:
      alternative += String(decoding: bytes[token.range].map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self)
    case .bareURI, .bareHost: alternative += String(decoding: bytes[token.range], as: UTF8.self)
    default: break
    }
  }

  private mutating func appendLink(_ destination: String, _ text: String) {
    guard content.depth < NestingLimit.inlines else {
      content.append(.text(text))
      return
    }
    content.append(.link(Link(destination: destination, [.text(text)])))
  }

  /// A formula within a line, which is the same to TeX in one line; those with lines of their own keep theirs.
  private static func tex(_ content: ArraySlice<UInt8>) -> String {
    let line = content.map { $0 == 0x0A ? 0x20 : $0 }
    return String(decoding: TeXText.trimmed(line[...]), as: UTF8.self)
  }

  // MARK: Nesting

  private mutating func open(_ token: InlineToken) {
    guard imageDepth == 0, token.kind != .imageStart else {
      if imageDepth == 0 { frames.append(Frame(kind: .imageStart, target: token.value, mark: nil)) }
      imageDepth += 1
      return
    }
    if token.kind == .linkStart { linkDepth += 1 }
    let isShown = content.depth < NestingLimit.inlines
    frames.append(
      Frame(kind: token.kind, target: token.value, mark: isShown ? content.begin() : nil))
  }

  private mutating func close(_ scanner: InlineScanner) {
    if imageDepth > 0 { imageDepth -= 1 }
    guard imageDepth == 0, let frame = frames.popLast() else { return }
    if frame.kind == .imageStart {
      let target = scanner.targets[frame.target]
      content.append(
        .image(Image(source: target.destination, title: target.title, alternative: alternative)))
      alternative = ""
      return
    }
    if frame.kind == .linkStart { linkDepth -= 1 }
    guard let mark = frame.mark else { return }
    let inner = content.end(mark)
    switch frame.kind {
    case .emphasisStart: content.append(.emphasis(inner))
    case .strongStart: content.append(.strong(inner))
    case .strikethroughStart: content.append(.strikethrough(inner))
    default:
      let target = scanner.targets[frame.target]
      content.append(.link(Link(destination: target.destination, title: target.title, inner)))
    }
  }
}

/// Inlines in the making, with the HTML tags among them paired into what they mean.
///
/// What is open and what holds it lie in one stack, from which the content of an inline is taken when it ends.
private struct InlineContent {
  /// The beginning of an inline's content.
  struct Mark {
    fileprivate let index: Int
    fileprivate let tagIndex: Int
  }

  private var inlines: [Inline] = []
  /// The positions where tags that may find an end tag stand in `inlines`.
  private var openTags: [(tag: SemanticTag, isPlain: Bool, index: Int)] = []
  private var openCount = 0
  /// The first of `openTags` in the innermost inline that is open.
  private var firstTag = 0

  /// The number of inlines that hold what is appended next.
  var depth: Int { openCount + openTags.count }

  /// Begins the content of an inline.
  mutating func begin() -> Mark {
    let mark = Mark(index: inlines.count, tagIndex: firstTag)
    firstTag = openTags.count
    openCount += 1
    return mark
  }

  /// Ends the content of the inline that was begun last, and returns it; tags that nothing ends stay.
  mutating func end(_ mark: Mark) -> [Inline] {
    openTags.removeSubrange(firstTag...)
    firstTag = mark.tagIndex
    openCount -= 1
    return take(from: mark.index)
  }

  /// Makes room for so many inlines.
  mutating func reserve(_ count: Int) { inlines.reserveCapacity(count) }

  /// Ends all content, and returns it.
  mutating func finish() -> [Inline] {
    // Little more room than it takes is not worth a copy.
    inlines.count > inlines.capacity / 2 ? inlines : take(from: 0)
  }

  mutating func append(_ inline: Inline) {
    inlines.append(inline)
  }

  /// Appends a raw HTML tag, or closes the innermost open tag of its name; tags within that nothing ends stay.
  mutating func append(html: String) {
    switch SemanticTag.Occurrence(html) {
    case .lineBreak:
      inlines.append(.lineBreak)
    case .start(let tag, let isPlain) where depth < NestingLimit.inlines:
      openTags.append((tag, isPlain, inlines.count))
      inlines.append(.html(html))
    case .end(let tag):
      close(tag, html)
    default:
      inlines.append(.html(html))
    }
  }

  private mutating func close(_ tag: SemanticTag, _ html: String) {
    guard let opening = openTags[firstTag...].lastIndex(where: { $0.tag == tag }) else {
      inlines.append(.html(html))
      return
    }
    let (_, isPlain, start) = openTags[opening]
    openTags.removeSubrange(opening...)
    guard isPlain, let element = tag.element(Array(inlines[(start + 1)...])) else {
      inlines.append(.html(html))
      return
    }
    inlines.removeLast(inlines.count - start)
    inlines.append(element)
  }

  private mutating func take(from start: Int) -> [Inline] {
    let content = Array(inlines[start...])
    // What removes a range may make a copy of all room that was reserved.
    inlines.removeLast(inlines.count - start)
    return content
  }
}

/// A line of a leaf, or several that lie side by side in the source.
struct TextPiece {
  var start: UInt32
  var end: UInt32
  /// What is left of a tab of which containers took the beginning (CommonMark 2.2).
  var spaces: UInt8

  init(_ range: Range<Int>, spaces: Int = 0) {
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    end = UInt32(truncatingIfNeeded: range.upperBound)
    self.spaces = UInt8(truncatingIfNeeded: spaces)
  }

  var range: Range<Int> { Int(start)..<Int(end) }
}

/// The content of code spans (CommonMark 6.1).
enum CodeSpan {
  /// The part between the marks without the space, or the line ending, at each end that belongs to these.
  static func content(of text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    func isSpace(_ position: Int) -> Bool { text[position] == 0x20 || text[position] == 0x0A }
    guard !range.isEmpty, isSpace(range.lowerBound), isSpace(range.upperBound - 1), !range.allSatisfy(isSpace)
    else { return range }
    return range.lowerBound + 1..<range.upperBound - 1
  }

  /// The code, in which line endings are spaces.
  static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    let code = bytes[content(of: bytes.span, range)]
    guard code.contains(0x0A) else { return String(decoding: code, as: UTF8.self) }
    return String(decoding: code.map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self)
  }
}
