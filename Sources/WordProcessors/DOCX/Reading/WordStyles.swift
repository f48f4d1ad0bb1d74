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
    paragraphStyles = Self.settled(paragraphStyles, firstNumber: Self.indentedQuote + 1, over: defaults)
    let nothing = (WordParagraphProperties(), WordRunProperties())
    characterStyles = Self.settled(characterStyles, firstNumber: 0, over: nothing)
    for style in paragraphStyles.values {
      var known = FlowStyle()
      known.basedOn = style.basedOn.flatMap { paragraphStyles[$0]?.number }
      known.paragraph.spaceAfter = style.paragraph.spaceAfter
      known.paragraph.outlineLevel = style.paragraph.outlineLevel
      flow.addParagraphStyle(known, name: style.name, number: style.number)
    }
    for style in characterStyles.values {
      var known = FlowStyle()
      known.basedOn = style.basedOn.flatMap { characterStyles[$0]?.number }
      flow.addCharacterStyle(known, name: style.name, number: style.number)
    }
    let usual = paragraphStyles[defaultStyle]?.run ?? defaults.run
    isMonospaced = usual.font.map { FontFamilies.isMonospaced($0.utf8) } ?? false
  }

  /// The styles with what those say that each is based on, numbered in the order of their identifiers.
  private static func settled(
    _ styles: [String: Style], firstNumber: Int,
    over defaults: (paragraph: WordParagraphProperties, run: WordRunProperties)
  ) -> [String: Style] {
    let order = styles.keys.sorted()
    var settled = StyleChains.settled(styles, in: order, base: \.basedOn) { style, base in
      var style = style
      style.paragraph = style.paragraph.over(base?.paragraph ?? defaults.paragraph)
      style.run = style.run.over(base?.run ?? defaults.run)
      return style
    }
    for (index, id) in order.enumerated() { settled[id]?.number = firstNumber + index }
    return settled
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
