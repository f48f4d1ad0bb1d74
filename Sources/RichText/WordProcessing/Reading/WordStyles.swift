import Containers

/// The styles of a document, each with what it says together with those that it is based on.
struct WordStyles {
  /// A style by its identifier.
  struct Style {
    var name: String
    var basedOn: String?
    var paragraph = WordParagraphProperties()
    var run = WordRunProperties()
    /// By which the flow knows it.
    var number = 0
  }

  private var paragraphStyles: [String: Style] = [:]
  private var characterStyles: [String: Style] = [:]
  /// The style of paragraphs that name none.
  private var defaultStyle = ""
  private var defaults = (paragraph: WordParagraphProperties(), run: WordRunProperties())
  /// Text is set in a typewriter's font where nothing else is said, so that such a font means nothing.
  private(set) var isMonospaced = false
  /// What paragraphs that are only indented are: a quote.
  static let indentedQuote = 1

  /// Reads `styles.xml`, if there is one, and tells the flow what its styles are for.
  init(_ part: [UInt8]?, _ flow: inout FlowStyleSheet) {
    var reader = XMLReader(word: part ?? [])
    while let event = reader.next() {
      guard event == .start else { continue }
      switch reader.wordName {
      case .w_pPrDefault: reader.forEachChild { defaults.paragraph = WordParagraphProperties(&$0) }
      case .w_rPrDefault: reader.forEachChild { defaults.run = WordRunProperties(&$0) }
      case .w_style: readStyle(&reader)
      default: continue
      }
    }
    resolve(&flow)
  }

  private mutating func readStyle(_ reader: inout XMLReader) {
    let type = reader.attribute(WordName.w_type) ?? "paragraph"
    guard let id = reader.attribute(WordName.w_styleId) else { return }
    let isDefault = reader.attribute(WordName.w_default).map { ["1", "true", "on"].contains($0) } ?? false
    var style = Style(name: id)
    reader.forEachChild { reader in
      switch reader.wordName {
      case .w_name: style.name = reader.attribute(WordName.w_val) ?? id
      case .w_basedOn: style.basedOn = reader.attribute(WordName.w_val)
      case .w_pPr: style.paragraph = WordParagraphProperties(&reader)
      case .w_rPr: style.run = WordRunProperties(&reader)
      default: break
      }
    }
    switch type {
    case "paragraph":
      paragraphStyles[id] = style
      if isDefault { defaultStyle = id }
    case "character":
      if FlowStyleSheet.isOfLinks(style.name) { style.run.deny(.underline) }
      characterStyles[id] = style
    // A list's numbering is reached by way of its style.
    case "numbering": numberingStyles[id] = style.paragraph.list
    default: break
    }
  }

  /// The lists that styles of numbering stand for.
  private(set) var numberingStyles: [String: Int] = [:]

  // MARK: Chains

  private mutating func resolve(_ flow: inout FlowStyleSheet) {
    flow.addParagraphStyle(FlowStyle(), name: "Quote", number: Self.indentedQuote)
    if defaultStyle.isEmpty { defaultStyle = paragraphStyles["Normal"] == nil ? "" : "Normal" }
    for (index, id) in paragraphStyles.keys.sorted().enumerated() {
      paragraphStyles[id]?.number = Self.indentedQuote + 1 + index
    }
    for (index, id) in characterStyles.keys.sorted().enumerated() { characterStyles[id]?.number = index }
    let (paragraphs, characters) = (paragraphStyles, characterStyles)
    for (id, style) in paragraphs {
      let whole = Self.whole(style, in: paragraphs, base: defaults)
      paragraphStyles[id]?.paragraph = whole.paragraph
      paragraphStyles[id]?.run = whole.run
      var known = FlowStyle()
      known.basedOn = style.basedOn.flatMap { paragraphs[$0]?.number }
      known.paragraph.spaceAfter = whole.paragraph.spaceAfter
      known.paragraph.outlineLevel = whole.paragraph.outlineLevel
      flow.addParagraphStyle(known, name: style.name, number: paragraphStyles[id]?.number ?? 0)
    }
    for (id, style) in characters {
      let whole = Self.whole(style, in: characters, base: (WordParagraphProperties(), WordRunProperties()))
      characterStyles[id]?.run = whole.run
      var known = FlowStyle()
      known.basedOn = style.basedOn.flatMap { characters[$0]?.number }
      flow.addCharacterStyle(known, name: style.name, number: characterStyles[id]?.number ?? 0)
    }
    let usual = paragraphStyles[defaultStyle]?.run ?? defaults.run
    isMonospaced = usual.font.map { FontFamilies.isMonospaced($0.utf8) } ?? false
  }

  /// What a style says together with those that it is based on.
  private static func whole(
    _ style: Style, in styles: [String: Style],
    base: (paragraph: WordParagraphProperties, run: WordRunProperties)
  ) -> (paragraph: WordParagraphProperties, run: WordRunProperties) {
    var (paragraph, run) = (style.paragraph, style.run)
    var next = style.basedOn
    var depth = 0
    while let id = next, let outer = styles[id], depth < OfficeLimits.styleDepth {
      paragraph = paragraph.over(outer.paragraph)
      run = run.over(outer.run)
      next = outer.basedOn
      depth += 1
    }
    return (paragraph.over(base.paragraph), run.over(base.run))
  }

  // MARK: Looking up

  /// The style of a paragraph that names this one, or none.
  func paragraphStyle(_ id: String?) -> Style? {
    id.flatMap { paragraphStyles[$0] } ?? paragraphStyles[defaultStyle]
  }

  /// True if the document defines a style, or none is named.
  func has(_ id: String?) -> Bool { id.map { paragraphStyles[$0] != nil } ?? true }

  /// True if a paragraph names no style, or one of plain text that is not set in itself.
  func isUsual(_ id: String?) -> Bool {
    guard let id, id != defaultStyle, let style = paragraphStyles[id] else { return true }
    return style.paragraph.left ?? 0 == 0 && ["body text", "text body"].contains(style.name.lowercased())
  }

  func characterStyle(_ id: String?) -> Style? { id.flatMap { characterStyles[$0] } }

  /// What holds where no style is said.
  var base: (paragraph: WordParagraphProperties, run: WordRunProperties) { defaults }
}
