/// Lets through what raw HTML may show, and nothing that may act.
///
/// An allow-list of elements and attributes, written anew from their parts: what a tag says is never copied,
/// so that no spelling which some parser reads differently gets through. Elements whose content some parser
/// takes for text or for another language (scripts, style sheets, SVG, MathML) go with all they hold.
struct RawHTMLSanitizer {
  /// The names that elements may have.
  private let places: Set<String>
  private var open: [HTMLElementName] = []
  /// Elements that are dropped with their content and have not ended yet.
  private var dropped: [HTMLElementName] = []

  /// The largest number of open elements that are written.
  private static let depthLimit = 100

  init(places: Set<String>) { self.places = places }

  var isInDroppedContent: Bool { !dropped.isEmpty }

  /// Appends what of `html` may be shown.
  mutating func append(_ html: String, to output: inout MarkupOutput) {
    let source = Array(html.utf8)
    let bytes = source.span
    var tokenizer = MarkupTokenizer(count: bytes.count)
    while let token = tokenizer.next(bytes) {
      switch token {
      case .text(let range):
        if dropped.isEmpty { appendText(source[range], to: &output) }
      case .declaration:
        continue
      case .startTag(let name):
        if Self.isDroppedWithContent(name) {
          if !tokenizer.isSelfClosing || Self.isRawText(name) { dropped.append(name) }
          if Self.isRawText(name) { _ = tokenizer.skipRawText(of: tokenizer.tagName, bytes) }
        } else if dropped.isEmpty, Self.isAllowed(name) {
          appendStartTag(name, tokenizer.attributes, source, to: &output)
        }
      case .endTag(let name):
        endTag(name, to: &output)
      }
    }
  }

  /// Ends what the source left open.
  mutating func closeOpenElements(_ output: inout MarkupOutput) {
    for name in open.reversed() { output.append(Self.endTag(of: name)) }
    open.removeAll()
    dropped.removeAll()
  }

  private mutating func endTag(_ name: HTMLElementName, to output: inout MarkupOutput) {
    if let index = dropped.lastIndex(of: name) {
      dropped.removeSubrange(index...)
      return
    }
    guard dropped.isEmpty, let index = open.lastIndex(of: name) else { return }
    for name in open[index...].reversed() { output.append(Self.endTag(of: name)) }
    open.removeSubrange(index...)
  }

  private static func endTag(of name: HTMLElementName) -> String {
    isFoldable(name) ? name == .summary ? "</b></div>" : "</div>" : "</\(name.rawValue)>"
  }

  /// What opens and closes. Receivers that do not know it set its heading and its text in one line; what is in blocks of
  /// their own would stand outside, as the blocks of Markdown between its tags do.
  private static func isFoldable(_ name: HTMLElementName) -> Bool {
    name == .details || name == .summary
  }

  private mutating func appendStartTag(
    _ name: HTMLElementName, _ attributes: [MarkupTokenizer.Attribute], _ source: [UInt8],
    to output: inout MarkupOutput
  ) {
    if !name.isVoid {
      guard open.count < Self.depthLimit else { return }
      open.append(name)
    }
    guard !Self.isFoldable(name) else {
      output.append(name == .summary ? "<div><b>" : "<div>")
      return
    }
    output.append("<\(name.rawValue)")
    var seen: Set<HTMLAttributeName> = []
    for attribute in attributes {
      guard let attributeName = HTMLAttributeName.names.name(in: source.span, attribute.name),
        seen.insert(attributeName).inserted
      else { continue }
      let value = CharacterReferences.decoded(source[attribute.value])
      guard let safe = safeValue(of: attributeName, of: name, value) else { continue }
      output.append(" \(attributeName.rawValue)=\"")
      output.appendEscaped(safe)
      output.append("\"")
    }
    output.append(">")
  }

  /// Appends text; references stay, a lone `<` becomes one.
  private func appendText(_ text: ArraySlice<UInt8>, to output: inout MarkupOutput) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "<"): output.append("&lt;")
      case UInt8(ascii: ">"): output.append("&gt;")
      case 0..<0x20 where byte != 0x0A && byte != 0x09, 0x7F: continue
      default: output.append(byte)
      }
    }
  }

  // MARK: - The lists

  private static func isAllowed(_ name: HTMLElementName) -> Bool {
    switch name {
    case .address, .article, .aside, .div, .footer, .header, .hgroup, .main, .nav, .section, .center, .h1,
      .h2, .h3,
      .h4, .h5, .h6, .p, .hr, .pre, .blockquote, .ol, .ul, .li, .dl, .dt, .dd, .figure, .figcaption, .details,
      .summary, .table, .caption, .colgroup, .col, .thead, .tbody, .tfoot, .tr, .td, .th, .a, .em, .strong,
      .i, .b,
      .u, .ins, .s, .strike, .del, .sub, .sup, .mark, .small, .big, .font, .span, .tt, .code, .kbd, .samp,
      .var,
      .cite, .q, .dfn, .abbr, .acronym, .time, .bdi, .bdo, .ruby, .rb, .rt, .rtc, .rp, .wbr, .br, .img:
      true
    default: false
    }
  }

  private static func isRawText(_ name: HTMLElementName) -> Bool {
    switch name {
    case .script, .style, .title, .textarea, .noscript, .noembed, .noframes, .iframe, .xmp, .plaintext: true
    default: false
    }
  }

  private static func isDroppedWithContent(_ name: HTMLElementName) -> Bool {
    if isRawText(name) { return true }
    switch name {
    case .svg, .math, .object, .applet, .template, .select, .head, .frameset, .xml, .canvas, .video, .audio:
      return true
    default: return false
    }
  }

  private func safeValue(
    of attribute: HTMLAttributeName, of element: HTMLElementName, _ value: [UInt8]
  ) -> String? {
    switch (attribute, element) {
    case (.id, _), (.name, .a):
      let name = String(decoding: value, as: UTF8.self)
      return places.contains(name) ? name : nil
    case (.href, .a): return LinkPolicy.linkDestination(value)
    case (.src, .img): return LinkPolicy.imageSource(value, limit: .max)
    case (.cite, _), (.href, _), (.src, _): return nil
    case (.title, _), (.alt, .img), (.lang, _), (.start, .ol), (.value, .li), (.type, .ol), (.align, _),
      (.width, _),
      (.height, _), (.colspan, _), (.rowspan, _), (.border, .table), (.color, .font), (.size, .font),
      (.face, .font),
      (.open, .details), (.reversed, .ol):
      return String(decoding: value.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
    case (.style, _): return SafeStyle.filtered(value)
    default: return nil
    }
  }
}

/// Lets through the style properties that change how text looks where it stands.
private enum SafeStyle {
  private static let properties: Set<String> = [
    "color", "background-color", "font-weight", "font-style", "font-family", "font-size", "font-variant",
    "text-decoration", "text-decoration-line", "text-align", "text-indent", "vertical-align", "white-space",
    "line-height", "list-style-type", "direction", "border-collapse", "margin-left", "margin-right",
  ]

  /// The declarations of a style attribute that may stay; nil if none may.
  static func filtered(_ value: [UInt8]) -> String? {
    var kept: [String] = []
    for declaration in value.split(separator: UInt8(ascii: ";"), maxSplits: 64) {
      guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: declaration[..<colon].trimmingHTMLSpace.map(\.lowercased), as: UTF8.self)
      let text = declaration[(colon + 1)...].trimmingHTMLSpace
      // No functions, escapes, comments or anything else that could lead out of the declaration.
      let isPlain = text.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80 || " #%.,-+'!".utf8.contains($0)
      }
      guard properties.contains(name), isPlain, !text.isEmpty else { continue }
      kept.append("\(name): \(String(decoding: text, as: UTF8.self))")
    }
    return kept.isEmpty ? nil : kept.joined(separator: "; ")
  }
}
