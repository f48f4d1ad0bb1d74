import Containers

/// What is said of a paragraph: by a style, or by itself (ECMA-376, 17.3.1); measures in twips.
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
