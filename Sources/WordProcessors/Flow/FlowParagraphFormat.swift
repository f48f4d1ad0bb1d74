/// The paragraph formatting in force; measures in twips.
struct FlowParagraphFormat {
  enum Alignment: UInt8, CaseIterable {
    case unspecified
    case left
    case right
    case center
  }

  @CompactOptionalNumber var style: Int?
  @CompactOptionalNumber var outlineLevel: Int?
  @CompactNumber var leftIndent = 0
  @CompactNumber var rightIndent = 0
  @CompactNumber var firstLineIndent = 0
  @CompactOptionalNumber var spaceAfter: Int?
  var hasContextualSpace = false
  var alignment = Alignment.unspecified
  var isInTable = false
  /// The large first letter of the next paragraph, set apart so that lines flow around it.
  var isDropCap = false
  @CompactNumber var tableDepth = 0
  /// The number of the list override, 0 for none.
  @CompactNumber var list = 0
  @CompactNumber var listLevel = 0
  /// The number of the place in a list that is known already, 0 for none.
  @CompactNumber var place = 0
  var legacyNumbering: FlowParagraphNumbering?
  /// A line above or below.
  var hasRule = false
  var borders: FlowBorders = []

  /// How many tables the paragraph lies in.
  var depth: Int { max(tableDepth, isInTable ? 1 : 0) }
}

/// The numbering that a paragraph has without a list (Word 6, WordPad, AbiWord: RTF's `\pn`).
struct FlowParagraphNumbering: Hashable {
  var isBullet = false
  var isContinuation = false
  @CompactNumber var start = 1
  @CompactNumber var level = 0
}
