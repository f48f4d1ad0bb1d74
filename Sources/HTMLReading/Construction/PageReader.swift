/// Reads the tags and the text of a page into a tree, and leaves out what is never shown.
///
/// Comments, scripts, style sheets, drawings, white space between blocks, and attributes that mean nothing to the
/// reader go. Formulas become their TeX, and elements of programs' own what another one is.
struct PageReader {
  /// Style sheets beyond this many bytes are not looked at.
  static let styleSheetLimit = 1 << 20
  /// The largest number of tags of unknown elements that are kept for what they may be.
  static let strayTagLimit = 4096
  /// The spelling of longer start tags of links is not kept.
  private static let linkTagLimit = 4096

  typealias Tag = TreeConstruction<PageSink>.Tag

  /// What is made of the page.
  var construction: TreeConstruction<PageSink>
  private(set) var styleSheet: [UInt8] = []
  /// Tags of elements that nobody knows; nil once an end tag showed that it was one. In the tree stands a
  /// mark in the place of each.
  var strayTags: [[UInt8]?] = []
  /// What the first `base` element says.
  private(set) var base: BaseAddress?

  var openStrayTags: [ArraySlice<UInt8>: [Int]] = [:]
  /// The names of elements of which there is no end from here on.
  private var unended: Set<[UInt8]> = []
  /// What the drawings so far hold that stands in comments.
  var drawings = WordDrawings()
  /// The parts of a page that come later, and are open here: the number of each once it is known.
  var openParts: [[UInt8]?] = []
  /// The number of drawings of formulas in which nothing was found.
  var missedDrawings = 0
  /// True if a formula's picture had no end.
  var hasUnendedPictures = false
  /// True for XHTML, where a tag that closes itself is a whole element; in HTML its slash means nothing.
  private let isXHTML: Bool

  /// The tree of a page or fragment in UTF-8.
  static func tree(of source: [UInt8]) -> HTMLTree {
    var reader = PageReader(of: source)
    reader.read(source, source.indices)
    return reader.finish()
  }

  private init(of source: [UInt8]) {
    isXHTML = Self.isXHTML(source.prefix(1024))
    var tree = HTMLTree(of: source)
    tree.reserve()
    construction = TreeConstruction(PageSink(tree: tree), size: source.count)
  }

  private mutating func finish() -> HTMLTree {
    construction.finish()
    var tree = construction.sink.tree
    if construction.hasMovedBlocks { tree.flatten(below: NestingLimit.elements) }
    tree.base = base
    tree.unknownTags = strayTags
    tree.styleSheet = StyleSheet(parsing: styleSheet)
    return tree
  }

  mutating func read(_ source: [UInt8], _ part: Range<Int>) {
    let bytes = source.span
    var tokenizer = MarkupTokenizer(count: part.upperBound, from: part.lowerBound)
    var space = SpaceBetweenBlocks(in: source[part])
    while let token = tokenizer.next(bytes) {
      if let range = space.space(before: token, source) { appendText(source, range) }
      switch token {
      case .text(let range): if !space.isHeld { appendText(source, range) }
      case .declaration(let range):
        if let type = DocumentType(source[range]) {
          construction.documentType(range, isQuirky: type.isQuirky)
        }
        if isXHTML, source[range].startsIgnoringCase(with: "<!doctype") {
          tokenizer.skipSubset(of: range, bytes)
        }
        appendCharacterData(source, range)
        readDrawings(source, range)
        readBoundary(source, range)
        if readEquations(source, range) { skipPicturesOfEquations(&tokenizer, source) }
      case .startTag(let name):
        startTag(name, &tokenizer, source)
        if isXHTML, tokenizer.isSelfClosing, !name.isVoid, name != .math {
          endTag(name, source[tokenizer.tagName])
        }
      case .endTag(let name): endTag(name, source[tokenizer.tagName])
      }
    }
  }

  private static func isXHTML(_ head: ArraySlice<UInt8>) -> Bool {
    let start = head.drop { $0.isHTMLSpace || [0xEF, 0xBB, 0xBF].contains($0) }
    return start.starts(with: "<?xml".utf8) || ByteSearch.contains("http://www.w3.org/1999/xhtml", in: head)
  }

  // MARK: - Text

  /// Appends text in which character references stand for characters.
  mutating func appendText(_ source: [UInt8], _ range: Range<Int>) {
    let decoding = TextDecoding()
    guard !decoding.staysAsItIs(range, of: source.span) else { return construction.text(range) }
    construction.text(construction.sink.tree.keep { decoding.append(range, of: source.span, to: &$0) })
  }

  /// Keeps the text of a CDATA section, which XHTML may have.
  private mutating func appendCharacterData(_ source: [UInt8], _ range: Range<Int>) {
    guard source[range].starts(with: "<![CDATA[".utf8) else { return }
    appendLiteral(source[range].dropFirst(9).prefix { $0 != UInt8(ascii: "]") })
  }

  /// Appends text in which nothing is markup.
  private mutating func appendLiteral(_ literal: ArraySlice<UInt8>) {
    construction.text(keepLiteral(literal))
  }

  private mutating func keepLiteral(_ literal: ArraySlice<UInt8>) -> Range<Int> {
    var decoding = TextDecoding()
    decoding.readsReferences = false
    return construction.sink.tree.keep { decoding.append(0..<literal.count, of: literal.span, to: &$0) }
  }

  // MARK: - Tags

  private mutating func startTag(
    _ name: HTMLElementName, _ tokenizer: inout MarkupTokenizer, _ source: [UInt8]
  ) {
    switch Self.treatment(of: name) {
    case .keep:
      if name == .math {
        readFormula(&tokenizer, source)
      } else if name == .img, !drawings.isEmpty {
        readPictureOfDrawing(&tokenizer, source)
      } else {
        appendStartTag(name, tokenizer, source)
      }
    case .replace(.pre): appendStartTag(.pre, tokenizer, source)
    case .replace(let substitute):
      // A dialog that is not open is not shown (HTML 4.11.4).
      let isShown =
        name == .dialog
        ? tokenizer.attributes.contains { source[$0.name].equalsIgnoringCase("open") } : substitute != .span
      appendStartTag(substitute, isShown ? [] : [(.hidden, "")])
    case .drop:
      if name == .svg { readDrawing(&tokenizer, source) }
      if name == .base { readBase(tokenizer, source) }
      if name == .frame { readFrame(tokenizer, source) }
    case .dropWithText:
      let isMath = name == .script && isMathScript(tokenizer.attributes, source)
      if name == .iframe {
        appendStartTag(name, tokenizer, source)
        construction.endTag(Tag(ElementName(.iframe)))
      }
      if name == .template { readPlaceOfPart(tokenizer, source) }
      let content = closesItself(tokenizer, source) ? [] : source[skipText(of: name, &tokenizer, source)]
      if name == .style { styleSheet += content.prefix(Self.styleSheetLimit - styleSheet.count) }
      if name == .noscript { readLatePicture(source, content) }
      if isMath {
        let isDisplay = tokenizer.attributes.contains {
          ByteSearch.contains("mode=display", in: source[$0.value].map(\.lowercased)[...])
        }
        appendFormula(Array(content), isDisplayed: isDisplay)
      }
      if name == .xmp { appendPreformatted(content) }
      // Examples that can be changed and run, as those of Go's documentation.
      if name == .textarea, isCode(tokenizer.attributes, source) {
        appendPreformatted(CharacterReferences.decoded(content)[...])
      }
    case .unknown: startUnknownTag(&tokenizer, source)
    }
  }

  private mutating func endTag(_ name: HTMLElementName, _ spelling: ArraySlice<UInt8>) {
    switch Self.treatment(of: name) {
    case .keep: construction.endTag(Tag(ElementName(name)))
    case .replace(let substitute): construction.endTag(Tag(ElementName(substitute)))
    case .unknown:
      if let tag = openStrayTags[spelling]?.popLast() { strayTags[tag] = nil }
    case .drop, .dropWithText:
      break
    }
  }

  private enum Treatment {
    case keep
    /// The tags of another element stand in: what the parser does with this one would lead too far.
    case replace(HTMLElementName)
    case drop
    /// The content is text to the parser and nothing to a reader.
    case dropWithText
    case unknown
  }

  private static func treatment(of name: HTMLElementName) -> Treatment {
    switch name {
    case .unknown, .image, .mi, .mo, .mn, .ms, .mtext, .mglyph, .malignmark: .unknown
    case .script, .style, .title, .textarea, .noscript, .noembed, .noframes, .iframe, .xmp, .template:
      .dropWithText
    case .meta, .link, .base, .plaintext, .svg, .frameset, .frame, .option, .optgroup, .isindex,
      .foreignObject,
      .desc, .html, .head, .body:
      .drop
    case .form: .replace(.div)
    case .codeblock: .replace(.pre)
    case .dialog: .replace(.div)
    case .select, .datalist: .replace(.span)
    default: .keep
    }
  }

  mutating func appendStartTag(_ name: HTMLElementName, _ tokenizer: MarkupTokenizer, _ source: [UInt8]) {
    if name.isBlock { construction.endFormattingBeyondBudget() }
    construction.sink.take(tokenizer.attributes, of: source.span)
    construction.startTag(Tag(ElementName(name)))
    guard name == .a, let link = construction.stack.last, link.known == .a else { return }
    let tag = source[(tokenizer.tagName.lowerBound - 1)..<tokenizer.position]
    if tag.count <= Self.linkTagLimit { construction.sink.tree.strayTags[link.node] = Array(tag) }
  }

  /// Appends a start tag that does not stand in the source.
  mutating func appendStartTag(
    _ name: HTMLElementName, _ attributes: [(name: HTMLAttributeName, value: String)] = []
  ) {
    construction.sink.take(attributes)
    construction.startTag(Tag(ElementName(name)))
  }

  private mutating func appendPreformatted(_ text: ArraySlice<UInt8>) {
    appendStartTag(.pre)
    appendLiteral(text)
    construction.endTag(Tag(ElementName(.pre)))
  }

  /// The element that ended last within the innermost open one, white space behind it passed over; nil if none did.
  var lastElement: HTMLTree.NodeID? {
    construction.stack.last.flatMap { construction.sink.lastElement(in: $0.node) }
  }

  // MARK: - What is no markup of HTML's

  /// Appends a formula, which holds its TeX.
  mutating func appendFormula(_ tex: [UInt8], isDisplayed: Bool) {
    construction.sink.take(isDisplayed ? [(.display, "block")] : [])
    appendFormula(tex)
  }

  /// Appends a formula with the attributes that the sink has taken.
  private mutating func appendFormula(_ tex: [UInt8]) {
    let text = keepLiteral(tex[...])
    let math = construction.sink.element(ElementName(.math), .mathML, hasAttributes: true)
    construction.sink.take([(.encoding, "application/x-tex")])
    let annotation = construction.sink.element(ElementName(.annotation), .mathML, hasAttributes: true)
    construction.sink.append(annotation, to: math)
    if !text.isEmpty { construction.sink.append(text: text, to: annotation) }
    construction.insertWithinLine(math)
  }

  private mutating func readBase(_ tokenizer: MarkupTokenizer, _ source: [UInt8]) {
    guard base == nil,
      let address = tokenizer.attributes.first(where: { source[$0.name].equalsIgnoringCase("href") })
    else { return }
    base = BaseAddress(CharacterReferences.decoded(source[address.value]))
  }

  /// Passes over a drawing, which is a picture of which its title tells.
  private mutating func readDrawing(_ tokenizer: inout MarkupTokenizer, _ source: [UInt8]) {
    guard !tokenizer.isSelfClosing else { return }
    let isHidden = tokenizer.attributes.contains {
      source[$0.name].equalsIgnoringCase("aria-hidden") && source[$0.value].equalsIgnoringCase("true")
    }
    guard let content = content(of: &tokenizer, source), !isHidden else { return }
    var parts = MarkupTokenizer(count: content.prefix(4096).endIndex, from: content.lowerBound)
    while let part = parts.next(source.span) {
      guard case .startTag(.title) = part else { continue }
      appendText(source, parts.skipRawText(of: parts.tagName, source.span))
      return
    }
  }

  /// Replaces what a formula holds by its TeX. One that does not end goes without its tag, for within it the
  /// parser would follow the rules of another language to the end.
  private mutating func readFormula(_ tokenizer: inout MarkupTokenizer, _ source: [UInt8]) {
    let tag = tokenizer
    guard !tokenizer.isSelfClosing, let content = content(of: &tokenizer, source) else { return }
    construction.sink.take(tag.attributes, of: source.span)
    appendFormula(Array(MathMLReader.tex(of: source[content])))
  }

  /// True for an element whose content would be text, if its tag closes itself in XHTML, or nothing else ends it: some
  /// programs write the tags of XML (FocusWriter `<title/>`).
  private mutating func closesItself(_ tokenizer: MarkupTokenizer, _ source: [UInt8]) -> Bool {
    guard tokenizer.isSelfClosing, !isXHTML else { return tokenizer.isSelfClosing }
    var ahead = tokenizer
    return content(of: &ahead, source) == nil
  }

  private func skipText(
    of name: HTMLElementName, _ tokenizer: inout MarkupTokenizer, _ source: [UInt8]
  ) -> Range<Int> {
    name == .script
      ? tokenizer.skipScript(of: tokenizer.tagName, source.span)
      : tokenizer.skipRawText(of: tokenizer.tagName, source.span)
  }

  /// Moves to the end tag of an element, and returns where its content stands; stays if there is no end.
  mutating func content(of tokenizer: inout MarkupTokenizer, _ source: [UInt8]) -> Range<Int>? {
    let name = source[tokenizer.tagName].map(\.lowercased)
    guard !unended.contains(name) else { return nil }
    var ahead = tokenizer
    let content = ahead.skipRawText(of: tokenizer.tagName, source.span)
    guard ahead.position < tokenizer.count else {
      unended.insert(name)
      return nil
    }
    tokenizer = ahead
    return content
  }

  /// True for MathJax's `<script type="math/tex">`.
  private func isCode(_ attributes: [MarkupTokenizer.Attribute], _ source: [UInt8]) -> Bool {
    attributes.contains {
      source[$0.name].equalsIgnoringCase("class")
        && ByteSearch.contains("code", in: source[$0.value].prefix(256).map(\.lowercased)[...])
    }
  }

  private func isMathScript(_ attributes: [MarkupTokenizer.Attribute], _ source: [UInt8]) -> Bool {
    attributes.contains {
      source[$0.name].equalsIgnoringCase("type") && source[$0.value].startsIgnoringCase(with: "math/tex")
    }
  }
}
