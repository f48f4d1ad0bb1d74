/// The inlines of one block as a flat sequence of text, delimiters and finished markup.
struct InlinePieces {
  enum Kind: UInt8 {
    /// Text that still has to be escaped.
    case text
    /// Markup that is written as it stands.
    case markup
    /// The delimiters that open and close emphasis.
    case open
    case close
    /// Markup within which delimiters find no partner outside (CommonMark 6, phase 2).
    case openBracket
    case closeBracket
    case softBreak
    case lineBreak
  }

  struct Piece {
    let kind: Kind
    /// The range of the piece's bytes in `bytes`.
    let start: Int
    var end: Int
    /// The index in `spans` of the emphasis that a delimiter opens or closes.
    var span = 0
    /// True within a link's text or an image's description.
    var isInBrackets = false
  }

  /// Emphasis, strong emphasis, or strikethrough.
  struct Span {
    enum Kind {
      case emphasis, strong, strikethrough
    }

    /// Ways to write it.
    enum Style {
      case asterisks, underscores, tags
    }

    let kind: Kind
    /// Asterisks stand for tildes where it is strikethrough.
    var style = Style.asterisks
    /// True once both kinds of delimiters have been tried.
    var hasTriedBoth = false
    let openPiece: Int
    var closePiece = 0

    var delimiter: UInt8 {
      kind == .strikethrough ? UInt8(ascii: "~") : UInt8(ascii: style == .asterisks ? "*" : "_")
    }

    var length: Int { kind == .emphasis ? 1 : 2 }

    var tag: StaticString {
      switch kind {
      case .emphasis: "em"
      case .strong: "strong"
      case .strikethrough: "del"
      }
    }
  }

  private(set) var bytes: [UInt8] = []
  var pieces: [Piece] = []
  var spans: [Span] = []
  private let style: MarkdownStyle
  private(set) var references = LinkReferences()
  private var bracketDepth = 0
  /// True if the pieces are those of a table's cell, where breaks are tags.
  private(set) var isCell = false
  /// The end of the last formula that may hold an underscore which closes emphasis; -1 if there is none.
  private(set) var lastMathUnderscore = -1

  init(style: MarkdownStyle) {
    self.style = style
  }

  mutating func reset(isCell: Bool) {
    self.isCell = isCell
    lastMathUnderscore = -1
    bytes.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
  }

  mutating func append(contentsOf inlines: [Inline]) {
    let mayMoveBreaks = style.lineWidth != nil && !isCell && inlines.contains(.softBreak)
    let breaks = mayMoveBreaks ? MeaningfulBreaks(in: inlines) : nil
    for (index, inline) in inlines.enumerated() {
      switch inline {
      case .softBreak where breaks?.keeps(index) == true: appendPiece(.softBreak)
      case .math(let tex, let isDisplay):
        append(formula: tex, isDisplay: isDisplay, isTouched: inlines.touchFormula(at: index))
      default: append(inline)
      }
    }
  }

  /// The bytes of a piece of markup.
  func markup(_ index: Int) -> ArraySlice<UInt8> { bytes[pieces[index].start..<pieces[index].end] }

  private mutating func append(_ inline: Inline) {
    switch inline {
    case .text(let text): appendText(text)
    case .softBreak: style.lineWidth == nil || isCell ? appendPiece(.softBreak) : appendText(" ")
    case .lineBreak: appendPiece(.lineBreak)
    case .emphasis(let content): append(.emphasis, content)
    case .strong(let content): append(.strong, content)
    case .strikethrough(let content): append(.strikethrough, content)
    case .underline(let content): append(content, between: "<u>", "</u>")
    case .superscript(let content): append(content, between: "<sup>", "</sup>")
    case .subscript(let content): append(content, between: "<sub>", "</sub>")
    case .keyboard(let content): append(content, between: "<kbd>", "</kbd>")
    case .highlight(let content):
      if style.marksHighlightWithEqualSigns {
        append(content, between: "==", "==")
      } else {
        append(content, between: "<mark>", "</mark>")
      }
    case .code(let code): appendMarkup { MarkdownEscape.append(codeSpan: code, to: &$0) }
    case .html(let html): appendMarkup { $0 += html.utf8 }
    case .math(let tex, let isDisplay): append(formula: tex, isDisplay: isDisplay, isTouched: false)
    case .footnoteReference(let label): appendMarkup { $0 += "[^\(label)]".utf8 }
    case .link(let link):
      if let address = MarkdownEscape.autolink(link) {
        appendMarkup { $0 += "<\(address)>".utf8 }
      } else {
        appendBracketed("[", link.content, link.destination, title: link.title)
      }
    case .image(let image):
      appendBracketed("![", [.text(image.alternative)], image.address ?? "", title: image.title)
    }
  }

  private mutating func append(formula tex: String, isDisplay: Bool, isTouched: Bool) {
    let keepsSource = !style.escapesDollars
    appendMarkup {
      MarkdownEscape.append(
        math: tex, isDisplay: isDisplay, isTouched: isTouched, keepsSource: keepsSource, to: &$0)
    }
    if tex.utf8.contains(UInt8(ascii: "_")) { lastMathUnderscore = bytes.count }
  }

  private mutating func appendBracketed(
    _ opening: String, _ content: [Inline], _ destination: String, title: String
  ) {
    appendPiece(.openBracket) { $0 += opening.utf8 }
    bracketDepth += 1
    append(contentsOf: content)
    bracketDepth -= 1
    // A number as the text could itself be taken for one that refers.
    let isByNumber = style.links == .reference && !content.isEmpty && !LinkReferences.isLabel(content)
    let number = isByNumber ? references.number(destination: destination, title: title) : nil
    appendPiece(.closeBracket) { bytes in
      if let number {
        bytes += "][\(number)]".utf8
      } else {
        MarkdownEscape.append(bracketEnd: destination, title: title, to: &bytes)
      }
    }
  }

  /// Appends the only text of a line.
  mutating func append(text: some Collection<UInt8>) {
    appendPiece(.text) { $0 += text }
  }

  private mutating func appendText(_ text: String) {
    guard let last = pieces.last, last.kind == .text, last.isInBrackets == (bracketDepth > 0) else {
      appendPiece(.text) { $0 += text.utf8 }
      return
    }
    bytes += text.utf8
    pieces[pieces.count - 1].end = bytes.count
  }

  private mutating func append(_ kind: Span.Kind, _ content: [Inline]) {
    let span = spans.count
    spans.append(Span(kind: kind, openPiece: pieces.count))
    if kind == .strikethrough, style.dialect == .commonMark { spans[span].style = .tags }
    appendPiece(.open)
    pieces[pieces.count - 1].span = span
    append(contentsOf: content)
    spans[span].closePiece = pieces.count
    appendPiece(.close)
    pieces[pieces.count - 1].span = span
  }

  private mutating func append(_ content: [Inline], between start: String, _ end: String) {
    appendMarkup { $0 += start.utf8 }
    append(contentsOf: content)
    appendMarkup { $0 += end.utf8 }
  }

  private mutating func appendMarkup(_ write: (inout [UInt8]) -> Void) {
    appendPiece(.markup, write)
  }

  private mutating func appendPiece(_ kind: Kind, _ write: (inout [UInt8]) -> Void = { _ in }) {
    let start = bytes.count
    write(&bytes)
    pieces.append(Piece(kind: kind, start: start, end: bytes.count, isInBrackets: bracketDepth > 0))
  }
}

extension [Inline] {
  /// True if words or other formulas touch the formula there, between which dollar signs alone would set none.
  func touchFormula(at index: Int) -> Bool {
    let isBehind =
      switch index > 0 ? self[index - 1] : .softBreak {
      case .text(let text): text.utf8.last?.isASCIIAlphanumeric == true
      case .math: true
      default: false
      }
    guard !isBehind, index + 1 < count else { return isBehind }
    return switch self[index + 1] {
    case .text(let text): text.utf8.first?.isASCIIAlphanumeric == true
    case .math: true
    default: false
    }
  }
}
