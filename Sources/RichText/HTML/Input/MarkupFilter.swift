/// Bounds HTML before it is parsed, and leaves out what is never shown.
///
/// HTML's tree construction looks through all open elements for every tag, so its cost is the product of size
/// and depth, and it opens formatting elements that were left open again in every block that follows. The
/// filter takes one linear look at the tags and drops those that would nest deeper than `depthLimit`; what
/// they hold stays. Comments, scripts, style sheets and attributes that mean nothing to the reader go too.
struct MarkupFilter {
  /// Elements within each other, those that the parser itself closes not counted.
  static let depthLimit = 256
  /// Style sheets beyond this many bytes are not looked at.
  static let styleSheetLimit = 1 << 20

  private(set) var output: [UInt8] = []
  private(set) var styleSheet: [UInt8] = []

  private var open: [HTMLElementName] = []
  /// Of each name, how many start tags were dropped and still wait for their end tags.
  private var dropped: [HTMLElementName: Int] = [:]
  /// Bytes of the formatting tags that are open, which the parser repeats in every block.
  private var openFormatting = 0
  private var repetitionBudget: Int
  private var svgDepth = 0

  static func filter(_ source: [UInt8]) -> MarkupFilter {
    var filter = MarkupFilter(repetitionBudget: 2 * source.count + (1 << 20))
    filter.output.reserveCapacity(source.count + source.count / 8)
    filter.run(source)
    return filter
  }

  private init(repetitionBudget: Int) {
    self.repetitionBudget = repetitionBudget
  }

  private mutating func run(_ source: [UInt8]) {
    let bytes = source.span
    var tokenizer = MarkupTokenizer(count: bytes.count)
    while let token = tokenizer.next(bytes) {
      switch token {
      case .text(let range):
        appendText(source, range)
      case .declaration(let range):
        appendCharacterData(source, range)
      case .startTag(let name, let isSelfClosing):
        startTag(name, isSelfClosing: isSelfClosing, &tokenizer, source)
      case .endTag(let name):
        endTag(name, source, tokenizer.tagName)
      }
    }
  }

  /// Appends text without the control characters that no document has.
  private mutating func appendText(_ source: [UInt8], _ range: Range<Int>) {
    var start = range.lowerBound
    for index in range {
      let byte = source[index]
      guard byte < 0x20 || byte == 0x7F, !byte.isHTMLSpace else { continue }
      output.append(contentsOf: source[start..<index])
      start = index + 1
    }
    output.append(contentsOf: source[start..<range.upperBound])
  }

  /// Keeps the text of a CDATA section, which XHTML pastes have.
  private mutating func appendCharacterData(_ source: [UInt8], _ range: Range<Int>) {
    guard source[range].starts(with: "<![CDATA[".utf8) else { return }
    for byte in source[range].dropFirst(9).prefix(while: { $0 != UInt8(ascii: "]") }) {
      byte == UInt8(ascii: "<") ? output.append(contentsOf: "&lt;".utf8) : output.append(byte)
    }
  }

  private mutating func startTag(
    _ name: HTMLElementName, isSelfClosing: Bool, _ tokenizer: inout MarkupTokenizer, _ source: [UInt8]
  ) {
    if svgDepth == 0, holdsRawText(name) {
      let isMath = name == .script && isMathScript(tokenizer.attributes, source)
      let content = tokenizer.skipRawText(of: tokenizer.tagName, source.span)
      if name == .style { styleSheet += source[content].prefix(Self.styleSheetLimit - styleSheet.count) }
      if isMath { appendMath(source[content]) }
      if name == .xmp { appendPreformatted(source[content]) }
      return
    }
    if name == .plaintext || name == .meta || name == .link || name == .base { return }
    if name == .svg, !isSelfClosing { svgDepth += 1 }
    let isCounted = !name.isVoid && !name.hasOptionalEndTag && !(svgDepth > 0 && isSelfClosing)
    if isCounted {
      guard open.count < Self.depthLimit else {
        dropped[name, default: 0] += 1
        return
      }
    }
    if name.isBlock { closeFormattingBeyondBudget() }
    let start = output.count
    appendTag(name, isSelfClosing: isSelfClosing, tokenizer, source)
    if isCounted {
      open.append(name)
      if name.isReconstructed { openFormatting += output.count - start + 64 }
    }
  }

  private func holdsRawText(_ name: HTMLElementName) -> Bool {
    switch name {
    case .script, .style, .title, .textarea, .noscript, .noembed, .noframes, .iframe, .xmp, .template: true
    default: false
    }
  }

  private mutating func appendTag(
    _ name: HTMLElementName, isSelfClosing: Bool, _ tokenizer: MarkupTokenizer, _ source: [UInt8]
  ) {
    output.append(UInt8(ascii: "<"))
    output.append(contentsOf: source[tokenizer.tagName])
    let keepsAll = name == .unknown && StrayTag.isPlain(source[tokenizer.tagName])
    for attribute in tokenizer.attributes {
      guard
        HTMLAttributeName.names.name(in: source.span, attribute.name) != nil
          || keepsAll && StrayTag.isHarmless(source[attribute.name])
      else { continue }
      output.append(UInt8(ascii: " "))
      output.append(contentsOf: source[attribute.name])
      output.append(contentsOf: "=\"".utf8)
      for index in attribute.value {
        let byte = source[index]
        if byte == UInt8(ascii: "\"") {
          output.append(contentsOf: "&quot;".utf8)
        } else if byte >= 0x20 || byte.isHTMLSpace {
          output.append(byte)
        }
      }
      output.append(UInt8(ascii: "\""))
    }
    if isSelfClosing { output.append(contentsOf: " /".utf8) }
    output.append(UInt8(ascii: ">"))
  }

  private mutating func endTag(_ name: HTMLElementName, _ source: [UInt8], _ spelling: Range<Int>) {
    if svgDepth == 0, holdsRawText(name) { return }
    if name == .svg { svgDepth = max(0, svgDepth - 1) }
    if !name.isVoid, !name.hasOptionalEndTag {
      if let waiting = dropped[name], waiting > 0 {
        dropped[name] = waiting - 1
        return
      }
      if let index = open.lastIndex(of: name) {
        if name.isReconstructed {
          open.remove(at: index)
        } else {
          open.removeSubrange(index...)
        }
      }
      if name.isReconstructed, !open.contains(where: \.isReconstructed) { openFormatting = 0 }
    }
    output.append(contentsOf: "</".utf8)
    output.append(contentsOf: source[spelling])
    output.append(UInt8(ascii: ">"))
  }

  /// Ends the open formatting elements once their repetition would make the tree much larger than its source.
  private mutating func closeFormattingBeyondBudget() {
    guard openFormatting > 0 else { return }
    repetitionBudget -= openFormatting
    guard repetitionBudget < 0 else { return }
    for name in open.reversed() where name.isReconstructed {
      output.append(contentsOf: "</\(name.rawValue)>".utf8)
    }
    open.removeAll(where: \.isReconstructed)
    openFormatting = 0
  }

  // MARK: - Content that is text alone

  /// True for MathJax's `<script type="math/tex">`.
  private func isMathScript(_ attributes: [MarkupTokenizer.Attribute], _ source: [UInt8]) -> Bool {
    attributes.contains {
      source[$0.name].equalsIgnoringCase("type") && source[$0.value].startsIgnoringCase(with: "math/tex")
    }
  }

  private mutating func appendMath(_ tex: ArraySlice<UInt8>) {
    output.append(contentsOf: "<math><annotation encoding=\"application/x-tex\">".utf8)
    appendEscaped(tex)
    output.append(contentsOf: "</annotation></math>".utf8)
  }

  private mutating func appendPreformatted(_ text: ArraySlice<UInt8>) {
    output.append(contentsOf: "<pre>".utf8)
    appendEscaped(text)
    output.append(contentsOf: "</pre>".utf8)
  }

  private mutating func appendEscaped(_ text: ArraySlice<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
      case 0x20..., 0x09, 0x0A, 0x0D: output.append(byte)
      default: break
      }
    }
  }
}
