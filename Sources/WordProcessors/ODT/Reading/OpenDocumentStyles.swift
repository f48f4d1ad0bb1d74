import Containers

/// The styles of a document: common ones, and automatic ones, which belong to its content alone.
struct OpenDocumentStyles {
  /// The properties of a style, with those of the styles that it is based on.
  struct Style {
    var name: String
    var parent: String?
    var traits = ExplicitTraits()
    /// The bold and italic traits in other scripts.
    var asianTraits = ExplicitTraits()
    var complexTraits = ExplicitTraits()
    var font: String?
    var isFixed: Bool?
    var size: Int?
    var outlineLevel: Int?
    var list: String?
    var left: Int?
    /// The position where the text begins in an item: a list that a style names goes before the margins that it inherits.
    var itemLeft: Int?
    var right: Int?
    var firstLine: Int?
    var spaceAfter: Int?
    var alignment: FlowParagraphFormat.Alignment?
    var hasRule = false
    /// The sides that have a border; nil for those of the style that this one is based on.
    var borders: FlowBorders?
    var isAutomatic = false
    /// The text is in no language; no style inherits it.
    var isInNoLanguage = false
    /// The number by which the flow knows it.
    var number = 0

    /// The style where it says something, else `base`.
    func over(_ base: Style) -> Style {
      var result = self
      result.traits = traits.over(base.traits)
      result.asianTraits = asianTraits.over(base.asianTraits)
      result.complexTraits = complexTraits.over(base.complexTraits)
      result.font = font ?? base.font
      result.isFixed = font == nil ? isFixed ?? base.isFixed : isFixed
      result.size = size ?? base.size
      result.outlineLevel = outlineLevel ?? base.outlineLevel
      result.itemLeft = list.map { !$0.isEmpty } ?? false ? itemLeft : itemLeft ?? base.itemLeft
      result.list = list ?? base.list
      result.left = left ?? base.left
      result.right = right ?? base.right
      result.firstLine = firstLine ?? base.firstLine
      result.spaceAfter = spaceAfter ?? base.spaceAfter
      result.alignment = alignment ?? base.alignment
      result.hasRule = hasRule || base.hasRule
      result.borders = borders ?? base.borders
      return result
    }

    /// The traits of text in a script.
    func traits(in script: OpenDocumentScript) -> ExplicitTraits {
      switch script {
      case .western: traits
      case .asian: traits.replacing([.bold, .italic], with: asianTraits)
      case .complex: traits.replacing([.bold, .italic], with: complexTraits)
      }
    }
  }

  /// Some style states of other scripts what it states of western ones, or does not.
  private(set) var knowsScripts = false
  private(set) var paragraphs: [String: Style] = [:]
  private(set) var texts: [String: Style] = [:]
  private var defaults = Style(name: "")
  /// The distance by which tables are indented, in twips.
  private(set) var tableIndents: [String: Int] = [:]
  /// The styles of cells with lines around them.
  private(set) var ruledCells: Set<String> = []
  private var fonts: [String: (family: String, isFixed: Bool)] = [:]
  private(set) var lists: [String: OpenDocumentList] = [:]
  private var usualIsMonospaced = false

  /// The number of the style of paragraphs that are only indented: a quote.
  static let indentedQuote = 1

  // MARK: Reading

  /// Reads one child of a document's root, if it has styles in it; false if it has none.
  ///
  /// - Parameter isContent: automatic styles are those of the content, and not of headers and footers.
  mutating func read(_ reader: inout XMLReader, isContent: Bool) -> Bool {
    switch reader.documentName {
    case .office_fontFaceDecls, .office_styles: readStyles(&reader, isAutomatic: false)
    case .office_automaticStyles:
      guard isContent else { return false }
      readStyles(&reader, isAutomatic: true)
    default: return false
    }
    return true
  }

  private mutating func readStyles(_ reader: inout XMLReader, isAutomatic: Bool) {
    reader.forEachChild { reader in
      switch reader.documentName {
      case .style_fontFace: readFont(reader)
      case .style_style, .style_defaultStyle: readStyle(&reader, isAutomatic: isAutomatic)
      case .text_listStyle:
        guard let name = reader.value(.style_name) else { return }
        lists[name] = OpenDocumentList(&reader)
      default: return
      }
    }
  }

  private mutating func readFont(_ reader: XMLReader) {
    guard let name = reader.value(.style_name) else { return }
    let family = reader.value(.svg_fontFamily) ?? name
    fonts[name] = (family.trimmingQuotes, reader.value(.style_fontPitch) == "fixed")
  }

  private mutating func readStyle(_ reader: inout XMLReader, isAutomatic: Bool) {
    let family = reader.value(.style_family)
    if family == "table" { return readTable(&reader) }
    if family == "table-cell" { return readCell(&reader) }
    guard family == "paragraph" || family == "text" else { return _ = reader.skip() }
    let name = reader.value(.style_name) ?? ""
    var style = Style(name: reader.value(.style_displayName) ?? Self.decoded(name))
    style.isAutomatic = isAutomatic
    style.parent = reader.value(.style_parentStyleName)
    style.list = reader.value(.style_listStyleName)
    style.outlineLevel = reader.number(OpenDocumentName.style_defaultOutlineLevel).map { $0 - 1 }
    let isDefault = reader.documentName == .style_defaultStyle
    reader.forEachChild { reader in
      switch reader.documentName {
      case .style_textProperties: readText(reader, &style)
      case .style_paragraphProperties: Self.readParagraph(reader, &style)
      default: return
      }
    }
    if isDefault {
      if family == "paragraph" { defaults = style }
    } else if family == "paragraph" {
      paragraphs[name] = style
    } else {
      if FlowStyleSheet.isOfLinks(style.name) { style.traits.set(.underline, false) }
      texts[name] = style
    }
  }

  private mutating func readTable(_ reader: inout XMLReader) {
    guard let name = reader.value(.style_name) else { return }
    reader.forEachChild { reader in
      guard reader.documentName == .style_tableProperties else { return }
      tableIndents[name] = reader.twips(.fo_marginLeft)
    }
  }

  private mutating func readCell(_ reader: inout XMLReader) {
    guard let name = reader.value(.style_name) else { return }
    reader.forEachChild { reader in
      let borders = [OpenDocumentName.fo_border, .fo_borderTop, .fo_borderBottom, .fo_borderLeft]
      guard reader.documentName == .style_tableCellProperties,
        borders.contains(where: { reader.value($0).map { $0 != "none" } ?? false })
      else { return }
      ruledCells.insert(name)
    }
  }

  /// Reads how heavy and how slanted text of a script is; false if nothing is said of it.
  @discardableResult
  private static func readFace(
    _ reader: XMLReader, _ weight: OpenDocumentName, _ slant: OpenDocumentName, _ traits: inout ExplicitTraits
  ) -> Bool {
    if let value = reader.value(weight) {
      traits.set(.bold, value == "bold" || reader.number(weight) ?? 0 >= 600)
    }
    if let value = reader.value(slant) { traits.set(.italic, value == "italic" || value == "oblique") }
    return !traits.known.isEmpty
  }

  private mutating func readText(_ reader: XMLReader, _ style: inout Style) {
    Self.readFace(reader, .fo_fontWeight, .fo_fontStyle, &style.traits)
    let saysAsian = Self.readFace(
      reader, .style_fontWeightAsian, .style_fontStyleAsian, &style.asianTraits)
    let saysComplex = Self.readFace(
      reader, .style_fontWeightComplex, .style_fontStyleComplex, &style.complexTraits)
    if saysAsian || saysComplex { knowsScripts = true }
    if let line = reader.value(.style_textLineThroughStyle) ?? reader.value(.style_textLineThroughType) {
      style.traits.set(.strikethrough, line != "none")
    }
    if let line = reader.value(.style_textUnderlineStyle) ?? reader.value(.style_textUnderlineType) {
      style.traits.set(.underline, line != "none")
    }
    if let color = reader.value(.fo_backgroundColor) { style.traits.set(.highlight, Self.isBright(color)) }
    if let display = reader.value(.text_display) { style.traits.set(.hidden, display == "none") }
    if let position = reader.value(.style_textPosition) {
      style.traits.set([.superscript, .subscript], false)
      if position.hasPrefix("super") { style.traits.set(.superscript, true) }
      if position.hasPrefix("sub") { style.traits.set(.subscript, true) }
      let raised = reader.number(OpenDocumentName.style_textPosition) ?? 0
      if raised != 0 { style.traits.set(raised > 0 ? .superscript : .subscript, true) }
    }
    if let name = reader.value(.style_fontName) {
      style.font = fonts[name]?.family ?? name
      style.isFixed = fonts[name]?.isFixed
    } else if let family = reader.value(.fo_fontFamily) {
      style.font = family.trimmingQuotes
      style.isFixed = reader.value(.style_fontPitch) == "fixed"
    }
    style.isInNoLanguage = reader.value(.fo_language) == "zxx"
    style.size = reader.twips(.fo_fontSize).map { $0 / 10 } ?? style.size
  }

  private static func readParagraph(_ reader: XMLReader, _ style: inout Style) {
    style.left = reader.twips(.fo_marginLeft)
    style.itemLeft = style.left
    style.right = reader.twips(.fo_marginRight)
    style.firstLine = reader.twips(.fo_textIndent)
    style.spaceAfter = reader.twips(.fo_marginBottom)
    if let border = reader.value(.fo_borderBottom) { style.hasRule = border != "none" }
    style.borders = borders(reader)
    switch reader.value(.fo_textAlign) {
    case "left": style.alignment = .left
    case "right", "end": style.alignment = .right
    case "center": style.alignment = .center
    case nil: break
    default: style.alignment = .unspecified
    }
    // Where text from right to left usually stands.
    if style.alignment == .right, reader.value(.style_writingMode) == "rl-tb" {
      style.alignment = .unspecified
    }
  }

  private static func borders(_ reader: XMLReader) -> FlowBorders? {
    var borders: FlowBorders?
    let sides: [(OpenDocumentName, FlowBorders)] = [
      (.fo_border, .all), (.fo_borderTop, .top), (.fo_borderBottom, .bottom), (.fo_borderLeft, .left),
      (.fo_borderRight, .right),
    ]
    for (name, side) in sides {
      guard let border = reader.value(name) else { continue }
      borders = border == "none" ? (borders ?? []).subtracting(side) : (borders ?? []).union(side)
    }
    return borders
  }

  /// True for a colour that marks text: neither none, nor white, nor a shade of grey.
  private static func isBright(_ color: String) -> Bool {
    guard color.utf8.first == UInt8(ascii: "#"), let number = Int(color.dropFirst(), radix: 16) else {
      return false
    }
    let parts = [number >> 16 & 0xFF, number >> 8 & 0xFF, number & 0xFF]
    return (parts.max() ?? 0) - (parts.min() ?? 0) > 64
  }

  /// A style's name as people see it: `Text_20_body`.
  static func decoded(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "_")) else { return name }
    var result = ""
    var rest = name[...]
    while let start = rest.firstIndex(of: "_") {
      result += rest[..<start]
      let code = rest[start...].dropFirst().prefix { $0.isHexDigit }
      let end = code.endIndex
      if !code.isEmpty, end < rest.endIndex, rest[end] == "_",
        let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init)
      {
        result.unicodeScalars.append(scalar)
        rest = rest[rest.index(after: end)...]
      } else {
        result += "_"
        rest = rest[rest.index(after: start)...]
      }
    }
    return result + rest
  }

  // MARK: Chains

  /// Follows the chains of styles, and tells the flow what they are for; called when all styles were read.
  mutating func settle(_ flow: inout FlowStyleSheet) {
    flow.addParagraphStyle(FlowStyle(), name: "Quote", number: Self.indentedQuote)
    // A document may name a style as the base of others and not declare it. LibreOffice then has a style of that name.
    for parent in Set(paragraphs.values.compactMap(\.parent)) where paragraphs[parent] == nil {
      paragraphs[parent] = Style(name: Self.decoded(parent))
    }
    let own = paragraphs
    paragraphs = Self.settled(paragraphs, firstNumber: Self.indentedQuote + 1, over: defaults)
    texts = Self.settled(texts, firstNumber: 0, over: Style(name: ""))
    for (name, style) in paragraphs {
      var known = FlowStyle()
      known.basedOn = style.parent.flatMap { paragraphs[$0]?.number }
      known.paragraph.outlineLevel = own[name]?.outlineLevel
      flow.addParagraphStyle(known, name: style.isAutomatic ? "" : style.name, number: style.number)
    }
    for style in texts.values {
      var known = FlowStyle()
      known.basedOn = style.parent.flatMap { texts[$0]?.number }
      flow.addCharacterStyle(known, name: style.isAutomatic ? "" : style.name, number: style.number)
    }
    let usual = paragraphs["Standard"] ?? defaults
    usualIsMonospaced =
      usual.font.map { Self.isForCode(FontKinds.Kind(named: $0), isFixed: usual.isFixed ?? false) } ?? false
  }

  /// Declares a paragraph style that says nothing but its name.
  mutating func add(undeclared name: String) -> Style {
    var style = Style(name: Self.decoded(name)).over(defaults)
    style.number = Self.indentedQuote + 1 + paragraphs.count
    paragraphs[name] = style
    return style
  }

  /// The styles with what those say that each is based on, numbered in the order of their names.
  private static func settled(
    _ styles: [String: Style], firstNumber: Int, over defaults: Style
  ) -> [String: Style] {
    let order = styles.keys.sorted()
    var settled = StyleChains.settled(styles, in: order, base: \.parent) { style, base in
      style.over(base ?? defaults)
    }
    for (index, name) in order.enumerated() { settled[name]?.number = firstNumber + index }
    return settled
  }

  // MARK: Looking up

  func paragraph(_ name: String?) -> Style? { name.flatMap { paragraphs[$0] } }

  /// The look of text of a style where nobody has set it otherwise; automatic styles are what somebody has set.
  func usualTraits(of style: Style, in script: OpenDocumentScript) -> FlowTraits {
    (style.isAutomatic ? paragraph(style.parent) ?? defaults : style).traits(in: script).on
  }

  func text(_ name: String?) -> Style? { name.flatMap { texts[$0] } }

  /// True for a font of typewriters, where the usual one is none.
  func isCode(_ font: FontKinds.Kind, isFixed: Bool) -> Bool {
    !usualIsMonospaced && Self.isForCode(font, isFixed: isFixed)
  }

  /// - Parameter isFixed: true if a font of this pitch is asked for, whatever it is called.
  private static func isForCode(_ font: FontKinds.Kind, isFixed: Bool) -> Bool {
    font.symbolFont == nil && (isFixed || font.isMonospaced)
  }
}

extension String {
  /// The text without quotation marks around it.
  fileprivate var trimmingQuotes: String {
    guard count > 1, let first, first == "'" || first == "\"", last == first else { return self }
    return String(dropFirst().dropLast())
  }
}

/// The kinds of writing that OpenDocument gives formats of their own (ODF 1.3, 20.187 and 20.188).
enum OpenDocumentScript {
  case western
  /// Chinese, Japanese, Korean.
  case asian
  /// Scripts that run from right to left, or join their letters.
  case complex

  /// Nil for signs of no script, which follow the text before them.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF: self = .western
    case 0x590...0x1058, 0x1780...0x17FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x1_0800...0x1_0FFF:
      self = .complex
    case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFF21...0xFFDC, 0x1_AFF0...0x1_B2FF, 0x2_0000...0x3_FFFF:
      self = .asian
    default: return nil
    }
  }
}
