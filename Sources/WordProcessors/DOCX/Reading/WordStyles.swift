import Containers

/// The styles of a document, each with what it says together with those that it is based on.
struct WordStyles {
  /// A style by its identifier.
  struct Style {
    var name: String
    var basedOn: String?
    var paragraph = WordParagraphProperties()
    var run = WordRunProperties()
    /// The number by which the flow knows it.
    var number = 0
  }

  private var paragraphStyles: [String: Style] = [:]
  private var characterStyles: [String: Style] = [:]
  /// The style of paragraphs that name none.
  private var defaultStyle = ""
  private var defaults = (paragraph: WordParagraphProperties(), run: WordRunProperties())
  /// Text is set in a typewriter's font where nothing else is said, so that such a font means nothing.
  private(set) var isMonospaced = false
  /// The number of the style of paragraphs that are only indented: a quote.
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

  /// The properties that hold where no style is stated.
  var base: (paragraph: WordParagraphProperties, run: WordRunProperties) { defaults }
}

/// The properties of a paragraph: by a style, or by itself (ECMA-376, 17.3.1); measures in twips.
struct WordParagraphProperties {
  var style: String?
  var outlineLevel: Int?
  var left: Int?
  var right: Int?
  /// Negative for a hanging indent.
  var firstLine: Int?
  var spaceAfter: Int?
  var hasContextualSpace: Bool?
  var alignment: FlowParagraphFormat.Alignment?
  var list: Int?
  var level: Int?
  var borders: FlowBorders = []
  /// The sides that are said to have no border.
  var bareSides: FlowBorders = []
  /// The mark at the paragraph's end was deleted, or the paragraph is the first letter of the next.
  var joinsNext = false
  /// The paragraph ends a section.
  var endsSection = false

  init() {}

  /// Reads `w:pPr`, which began.
  init(_ reader: inout XMLReader) {
    reader.forEachChild { reader in
      guard let name = reader.wordName else { return }
      switch name {
      case .w_pStyle: style = reader.attribute(WordName.w_val)
      case .w_outlineLvl: outlineLevel = reader.number(WordName.w_val)
      case .w_jc: alignment = Self.alignment(reader.attribute(WordName.w_val))
      case .w_spacing: spaceAfter = reader.twips(.w_after) ?? spaceAfter
      case .w_contextualSpacing: hasContextualSpace = reader.isOn
      case .w_ind: readIndentation(reader)
      case .w_numPr: readNumbering(&reader)
      case .w_pBdr: readBorders(&reader)
      case .w_framePr: joinsNext = reader.attribute(WordName.w_dropCap).map { $0 != "none" } ?? joinsNext
      case .w_sectPr: endsSection = true
      case .w_rPr:
        reader.forEachChild { if $0.wordName == .w_del || $0.wordName == .w_moveFrom { joinsNext = true } }
      default: break
      }
    }
  }

  /// These properties where something is said, else those of `base`.
  func over(_ base: WordParagraphProperties) -> WordParagraphProperties {
    var result = self
    result.outlineLevel = outlineLevel ?? base.outlineLevel
    result.left = left ?? base.left
    result.right = right ?? base.right
    result.firstLine = firstLine ?? base.firstLine
    result.spaceAfter = spaceAfter ?? base.spaceAfter
    result.hasContextualSpace = hasContextualSpace ?? base.hasContextualSpace
    result.alignment = alignment ?? base.alignment
    result.list = list ?? base.list
    result.level = level ?? base.level
    result.borders = borders.union(base.borders.subtracting(bareSides))
    return result
  }

  private mutating func readIndentation(_ reader: XMLReader) {
    left = reader.twips(.w_left) ?? reader.twips(.w_start) ?? left
    right = reader.twips(.w_right) ?? reader.twips(.w_end) ?? right
    if let hanging = reader.twips(.w_hanging) {
      firstLine = -hanging
    } else {
      firstLine = reader.twips(.w_firstLine) ?? firstLine
    }
  }

  private mutating func readBorders(_ reader: inout XMLReader) {
    reader.forEachChild { reader in
      let side: FlowBorders =
        switch reader.wordName {
        case .w_top: .top
        case .w_bottom: .bottom
        case .w_left, .w_start: .left
        case .w_right, .w_end: .right
        case .w_between: .between
        default: []
        }
      let isDrawn = reader.isOn && reader.attribute(WordName.w_val) != "nil"
      if isDrawn { borders.formUnion(side) } else { bareSides.formUnion(side) }
    }
  }

  private mutating func readNumbering(_ reader: inout XMLReader) {
    reader.forEachChild { reader in
      switch reader.wordName {
      case .w_numId: list = reader.number(WordName.w_val)
      case .w_ilvl: level = reader.number(WordName.w_val)
      default: break
      }
    }
  }

  private static func alignment(_ value: String?) -> FlowParagraphFormat.Alignment? {
    switch value {
    case "left", "start": .left
    case "right", "end": .right
    case "center": .center
    default: nil
    }
  }
}

/// The properties of text: by a style, or by a run itself (ECMA-376, 17.3.2).
struct WordRunProperties {
  private(set) var traits = ExplicitTraits()
  /// The properties of text in a complex script, such as Arabic or Hebrew: it is bold and italic by itself.
  private var complexTraits = ExplicitTraits()
  /// The text is in a complex script, whatever its characters are; nil if nothing is said of it.
  private(set) var isComplex: Bool?
  /// The font's name; nil if nothing is said of it.
  var font: String?
  /// The size in half points.
  var size: Int?
  /// The distance by which the text is raised, in half points.
  var position: Int?
  /// The character style.
  var style: String?
  /// Left out of web pages; printed ones show it.
  var isHiddenOnWeb = false

  /// These properties where something is said, else those of `base`.
  func over(_ base: WordRunProperties) -> WordRunProperties {
    var result = base
    result.traits = traits.over(base.traits)
    result.complexTraits = complexTraits.over(base.complexTraits)
    result.isComplex = isComplex ?? base.isComplex
    result.font = font ?? base.font
    result.size = size ?? base.size
    result.style = style ?? base.style
    return result
  }

  /// Reads `w:rPr`, which began.
  init(_ reader: inout XMLReader) {
    self.init()
    reader.forEachChild { reader in
      guard let name = reader.wordName else { return }
      switch name {
      case .w_rStyle: style = reader.attribute(WordName.w_val)
      case .w_b: traits.set(.bold, reader.isOn)
      case .w_i: traits.set(.italic, reader.isOn)
      case .w_bCs: complexTraits.set(.bold, reader.isOn)
      case .w_iCs: complexTraits.set(.italic, reader.isOn)
      case .w_rtl, .w_cs: isComplex = reader.isOn
      // Both are one line through the text for a document.
      case .w_strike, .w_dstrike:
        if reader.isOn || !traits.known.contains(.strikethrough) { traits.set(.strikethrough, reader.isOn) }
      case .w_vanish: traits.set(.hidden, reader.isOn)
      case .w_webHidden: isHiddenOnWeb = reader.isOn
      case .w_u: traits.set(.underline, !["none", nil].contains(reader.attribute(WordName.w_val)))
      case .w_vertAlign:
        let value = reader.attribute(WordName.w_val)
        traits.set([.superscript, .subscript], false)
        if value == "superscript" { traits.set(.superscript, true) }
        if value == "subscript" { traits.set(.subscript, true) }
      case .w_highlight: traits.set(.highlight, reader.attribute(WordName.w_val) != "none")
      case .w_shd: setShading(reader)
      case .w_rFonts: setFont(reader)
      case .w_position: position = reader.number(WordName.w_val)
      case .w_sz: size = reader.number(WordName.w_val)
      default: break
      }
    }
  }

  init() {}

  /// The properties of the traits of text, in a complex script or another (ECMA-376, 17.3.2.7).
  func traits(isComplex: Bool) -> ExplicitTraits {
    isComplex ? traits.replacing([.bold, .italic], with: complexTraits) : traits
  }

  /// Says that text does not look so, whatever was said.
  mutating func deny(_ trait: FlowTraits) { traits.set(trait, false) }

  /// What text is that is set smaller, and higher or lower than the text around it.
  func script(of outer: WordRunProperties) -> FlowTraits? {
    guard let position, position != 0, let size, size < outer.size ?? 20 else { return nil }
    return position > 0 ? .superscript : .subscript
  }

  /// LibreOffice writes highlighting as shading, whose colour is not that of paper.
  private mutating func setShading(_ reader: XMLReader) {
    guard !traits.on.contains(.highlight) else { return }
    let fill = reader.attribute(WordName.w_fill)?.lowercased() ?? "auto"
    traits.set(.highlight, Self.isBright(fill))
  }

  /// True for a colour that marks text: neither white nor a shade of grey, which code is set on.
  private static func isBright(_ color: String) -> Bool {
    guard color.utf8.count == 6, let number = Int(color, radix: 16) else { return false }
    let parts = [number >> 16, number >> 8 & 0xFF, number & 0xFF]
    return (parts.max() ?? 0) - (parts.min() ?? 0) > 64
  }

  private mutating func setFont(_ reader: XMLReader) {
    // A font of the theme is one for text.
    if reader.hasAttribute(WordName.w_asciiTheme) {
      font = ""
    } else if let name = reader.attribute(WordName.w_ascii) ?? reader.attribute(WordName.w_hAnsi) {
      font = name
    }
  }
}
