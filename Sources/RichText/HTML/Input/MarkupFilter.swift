/// Bounds HTML before it is parsed, and leaves out what is never shown.
///
/// HTML's tree construction looks through all open elements for every tag, so its cost is the product of
/// size and depth, and it opens formatting elements that were left open again in every block that follows.
/// The filter takes one linear look at the tags and drops those that would nest too deep (`OpenElements`);
/// what they hold stays. Comments, scripts, style sheets, drawings, white space between blocks, and elements
/// and attributes that mean nothing to the reader go too.
struct MarkupFilter {
  /// Style sheets beyond this many bytes are not looked at.
  static let styleSheetLimit = 1 << 20
  /// More tags of no known element than this are not kept for what they may be.
  static let strayTagLimit = 4096

  /// What the parser is given.
  var output: [UInt8] = []
  /// What signs stand for in it.
  private(set) var text: HeldText
  private(set) var styleSheet: [UInt8] = []
  /// Tags of elements that nobody knows; nil once an end tag showed that it was one. In the output stands a
  /// mark in the place of each.
  var strayTags: [[UInt8]?] = []

  /// What the first `base` element says.
  private(set) var base: BaseAddress?

  var open = OpenElements()
  /// The element whose text comes next, which is held with it.
  private var leaf: HTMLElementName?
  var openStrayTags: [ArraySlice<UInt8>: [Int]] = [:]
  /// How many bytes and elements more the parser may repeat.
  private var byteBudget: Int
  private var elementBudget: Int
  /// The names of elements of which there is no end from here on.
  private var unended: Set<[UInt8]> = []
  /// There was no end to what stands beside a formula.
  var hasUnendedPictures = false
  /// In XHTML a tag that closes itself is a whole element; in HTML its slash means nothing.
  private let isXHTML: Bool

  static func filter(_ source: [UInt8]) -> MarkupFilter {
    var filter = MarkupFilter(of: source)
    filter.output.reserveCapacity(source.count + source.count / 8)
    filter.run(source, source.indices)
    return filter
  }

  private init(of source: [UInt8]) {
    text = HeldText(in: source)
    isXHTML = Self.isXHTML(source.prefix(1024))
    byteBudget = source.count + 16 * 1024
    elementBudget = source.count / 4 + 100_000
  }

  private mutating func run(_ source: [UInt8], _ part: Range<Int>) {
    let bytes = source.span
    var tokenizer = MarkupTokenizer(count: part.upperBound, from: part.lowerBound)
    var space = SpaceBetweenBlocks(in: source[part])
    while let token = tokenizer.next(bytes) {
      if let range = space.space(before: token, source) { appendText(source, range) }
      switch token {
      case .text(let range) where leaf != nil: text.hold(range, within: leaf, in: &output)
      case .text(let range): if !space.isHeld { appendText(source, range) }
      case .declaration(let range):
        if isXHTML, source[range].startsIgnoringCase(with: "<!doctype") {
          tokenizer.skipSubset(of: range, bytes)
        }
        appendCharacterData(source, range)
        readTextBoxes(source, range)
        if readEquations(source, range) { skipPicturesOfEquations(&tokenizer, source) }
      case .startTag(let name) where holdsTextAlone(name, tokenizer, source):
        leaf = open.start(name) ? name : nil
      case .startTag(let name):
        startTag(name, &tokenizer, source)
        if isXHTML, tokenizer.isSelfClosing, !name.isVoid, name != .math {
          endTag(name, source[tokenizer.tagName])
        }
      case .endTag(let name) where leaf != nil:
        _ = open.end(name)
        leaf = nil
      case .endTag(let name): endTag(name, source[tokenizer.tagName])
      }
    }
  }

  private static func isXHTML(_ head: ArraySlice<UInt8>) -> Bool {
    let start = head.drop { $0.isHTMLSpace || [0xEF, 0xBB, 0xBF].contains($0) }
    return start.starts(with: "<?xml".utf8) || ByteSearch.contains("http://www.w3.org/1999/xhtml", in: head)
  }

  // MARK: - Text

  /// Appends white space and character references as they are, and signs for all else.
  mutating func appendText(_ source: [UInt8], _ range: Range<Int>) {
    open.text()
    var index = range.lowerBound
    while index < range.upperBound {
      if source[index].isHTMLSpace {
        output.append(source[index])
        index += 1
      } else if source[index] == UInt8(ascii: "&") {
        index = appendReference(source[index..<range.upperBound])
      } else {
        let end = ByteSearch.position(of: UInt8(ascii: "&"), in: source[..<range.upperBound], from: index)
        text.hold(index..<end, in: &output)
        index = end
      }
    }
  }

  /// Appends a character reference, of which only the parser knows what it is and where it ends; returns its end.
  private mutating func appendReference(_ rest: ArraySlice<UInt8>) -> Int {
    if let (scalar, end) = CharacterReferences.pair(rest, rest.startIndex) {
      text.hold(Array(String(scalar).utf8)[...], in: &output)
      return end
    }
    let number = UInt8(ascii: "#")
    var end = rest.dropFirst().prefix { $0.isASCIIAlphanumeric || $0 == number }.endIndex
    if end < rest.endIndex, rest[end] == UInt8(ascii: ";") { end += 1 }
    let reference = rest[..<end]
    let character = reference.dropFirst().first == number ? CharacterReferences.decoded(reference) : []
    if HeldText.isSign(character[...]) {
      text.hold(character[...], in: &output)
    } else {
      output.append(contentsOf: reference)
    }
    return end
  }

  /// Keeps the text of a CDATA section, which XHTML may have.
  private mutating func appendCharacterData(_ source: [UInt8], _ range: Range<Int>) {
    guard source[range].starts(with: "<![CDATA[".utf8) else { return }
    appendLiteral(source[range].dropFirst(9).prefix { $0 != UInt8(ascii: "]") })
  }

  /// Appends text in which nothing is markup.
  private mutating func appendLiteral(_ literal: ArraySlice<UInt8>) {
    open.text()
    let content = literal.drop(while: \.isHTMLSpace)
    output.append(contentsOf: literal[..<content.startIndex])
    text.hold(content, in: &output)
  }

  // MARK: - Tags

  private mutating func startTag(
    _ name: HTMLElementName, _ tokenizer: inout MarkupTokenizer, _ source: [UInt8]
  ) {
    switch Self.treatment(of: name) {
    case .keep:
      if name == .math {
        readFormula(&tokenizer, source)
      } else {
        appendStartTag(name, source[tokenizer.tagName], tokenizer, source)
      }
    case .replace(.pre):
      appendStartTag(.pre, ArraySlice("pre".utf8), tokenizer, source)
    case .replace(let substitute):
      guard open.start(substitute) else { return }
      // A dialog that is not open is not shown (HTML 4.11.4).
      let isShown =
        name == .dialog
        ? tokenizer.attributes.contains { source[$0.name].equalsIgnoringCase("open") } : substitute != .span
      output.append(contentsOf: "<\(substitute.rawValue)\(isShown ? "" : " hidden")>".utf8)
    case .drop:
      if name == .svg { readDrawing(&tokenizer, source) }
      if name == .base { readBase(tokenizer, source) }
      if name == .frame { readFrame(tokenizer, source) }
    case .dropWithText:
      let isMath = name == .script && isMathScript(tokenizer.attributes, source)
      if name == .iframe { appendStartTag(name, source[tokenizer.tagName], tokenizer, source) }
      let text =
        closesItself(tokenizer, source) ? nil : tokenizer.skipRawText(of: tokenizer.tagName, source.span)
      let content = text.map { source[$0] } ?? []
      if name == .iframe, open.end(name) { output.append(contentsOf: "</iframe>".utf8) }
      if name == .style { styleSheet += content.prefix(Self.styleSheetLimit - styleSheet.count) }
      if name == .noscript { readLatePicture(source, content) }
      if isMath {
        let isDisplay = tokenizer.attributes.contains {
          ByteSearch.contains("mode=display", in: source[$0.value].map(\.lowercased)[...])
        }
        appendFormula(Array(content), isDisplayed: isDisplay)
      }
      if name == .xmp, open.start(.pre) {
        appendElements("<pre>", content, "</pre>")
        _ = open.end(.pre)
      }
      // Examples that can be changed and run, as those of Go's documentation.
      if name == .textarea, isCode(tokenizer.attributes, source), open.start(.pre) {
        appendElements("<pre>", CharacterReferences.decoded(content)[...], "</pre>")
        _ = open.end(.pre)
      }
    case .unknown: startUnknownTag(&tokenizer, source)
    }
  }

  private mutating func endTag(_ name: HTMLElementName, _ spelling: ArraySlice<UInt8>) {
    switch Self.treatment(of: name) {
    case .keep:
      guard open.end(name) else { return }
      output.append(contentsOf: "</".utf8)
      output.append(contentsOf: spelling)
      output.append(UInt8(ascii: ">"))
    case .replace(let substitute):
      if open.end(substitute) { output.append(contentsOf: "</\(substitute.rawValue)>".utf8) }
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
    case .unknown: .unknown
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

  mutating func appendStartTag(
    _ name: HTMLElementName, _ spelling: ArraySlice<UInt8>, _ tokenizer: MarkupTokenizer, _ source: [UInt8]
  ) {
    if name.isBlock { endFormattingBeyondBudget() }
    let start = output.count
    output.append(UInt8(ascii: "<"))
    output.append(contentsOf: spelling)
    for attribute in tokenizer.attributes
    where HTMLAttributeName.names.name(in: source.span, attribute.name) != nil {
      append(attribute, source)
    }
    output.append(UInt8(ascii: ">"))
    if !open.start(name, cost: Self.cost(ofRepeating: name, output.count - start)) {
      output.removeSubrange(start...)
    }
  }

  /// What it costs to repeat a tag of so many bytes: a link comes out again each time, other formatting is
  /// short however long its tag is.
  private static func cost(ofRepeating name: HTMLElementName, _ bytes: Int) -> Int {
    name == .a ? bytes : max(0, bytes - 256)
  }

  mutating func append(_ attribute: MarkupTokenizer.Attribute, _ source: [UInt8]) {
    output.append(UInt8(ascii: " "))
    output.append(contentsOf: source[attribute.name])
    output.append(contentsOf: "=\"".utf8)
    var start = attribute.value.lowerBound
    for index in attribute.value {
      let byte = source[index]
      let isQuote = byte == UInt8(ascii: "\"")
      guard isQuote || byte < 0x20 && !byte.isHTMLSpace else { continue }
      output.append(contentsOf: source[start..<index])
      if isQuote { output.append(contentsOf: "&quot;".utf8) }
      start = index + 1
    }
    output.append(contentsOf: source[start..<attribute.value.upperBound])
    output.append(UInt8(ascii: "\""))
  }

  /// Ends the open formatting elements once their repetition would make the tree much larger than its source.
  private mutating func endFormattingBeyondBudget() {
    guard !open.formatting.isEmpty else { return }
    byteBudget -= open.formatting.cost
    elementBudget -= open.formatting.count
    guard byteBudget < 0 || elementBudget < 0 else { return }
    for name in open.endAllFormatting() { output.append(contentsOf: "</\(name.rawValue)>".utf8) }
  }

  // MARK: - What is no markup of HTML's

  mutating func appendElements(_ start: String, _ content: ArraySlice<UInt8>, _ end: String) {
    output.append(contentsOf: start.utf8)
    appendLiteral(content)
    output.append(contentsOf: end.utf8)
  }

  private mutating func readBase(_ tokenizer: MarkupTokenizer, _ source: [UInt8]) {
    guard base == nil,
      let address = tokenizer.attributes.first(where: { source[$0.name].equalsIgnoringCase("href") })
    else { return }
    base = BaseAddress(CharacterReferences.decoded(source[address.value]))
  }

  /// Keeps the text boxes of a drawing in VML, which stands in a comment, if what other programs are to show in
  /// its place has no text.
  private mutating func readTextBoxes(_ source: [UInt8], _ range: Range<Int>) {
    let comment = source[range]
    guard comment.starts(with: "<!--[if".utf8), ByteSearch.contains("vml", in: comment.prefix(64)),
      let box = ByteSearch.position(of: "<v:textbox", in: comment),
      let start = comment[box...].firstIndex(of: UInt8(ascii: ">")),
      let end = ByteSearch.position(of: "</v:textbox>", in: comment[start...]),
      !substituteHasText(source[range.upperBound...].prefix(8192))
    else { return }
    run(source, (start + 1)..<end)
  }

  private func substituteHasText(_ rest: ArraySlice<UInt8>) -> Bool {
    let rest = rest.drop(while: \.isHTMLSpace)
    guard rest.starts(with: "<![if !vml]>".utf8) else { return false }
    let end = ByteSearch.position(of: "<![endif]>", in: rest) ?? rest.endIndex
    var isTag = false
    for byte in rest[..<end] {
      if byte == UInt8(ascii: "<") { isTag = true }
      if !isTag, !byte.isHTMLSpace { return true }
      if byte == UInt8(ascii: ">") { isTag = false }
    }
    return false
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
    appendStartTag(.math, source[tag.tagName], tag, source)
    let tex = MathMarkup.tex(of: source[content])
    appendElements("<annotation encoding=\"application/x-tex\">", tex[...], "</annotation>")
  }

  /// True for an element whose content would be text, if its tag closes itself in XHTML, or nothing else ends it: some
  /// programs write the tags of XML (FocusWriter `<title/>`).
  private mutating func closesItself(_ tokenizer: MarkupTokenizer, _ source: [UInt8]) -> Bool {
    guard tokenizer.isSelfClosing, !isXHTML else { return tokenizer.isSelfClosing }
    var ahead = tokenizer
    return content(of: &ahead, source) == nil
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
