import Containers

/// What is said of text: by a style, or by a run itself (ECMA-376, 17.3.2).
struct WordRunProperties {
  private(set) var traits = StatedTraits()
  /// What is said of text in a complex script, such as Arabic or Hebrew: it is bold and italic by itself.
  private var complexTraits = StatedTraits()
  /// The text is in a complex script, whatever its characters are; nil if nothing is said of it.
  private(set) var isComplex: Bool?
  /// The font's name; nil if nothing is said of it.
  var font: String?
  /// In half points.
  var size: Int?
  /// How far the text is raised, in half points.
  var position: Int?
  /// The character style.
  var style: String?
  /// Left out of web pages; printed ones show it.
  var isHiddenOnWeb = false

  /// Bold and the like that cancel each other where styles of paragraphs and of characters have them
  /// (ECMA-376, 17.7.3).
  static let toggles: FlowTraits = [.bold, .italic, .strikethrough, .hidden]

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

  /// What is said of the traits of text, in a complex script or another (ECMA-376, 17.3.2.7).
  func traits(isComplex: Bool) -> StatedTraits {
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
