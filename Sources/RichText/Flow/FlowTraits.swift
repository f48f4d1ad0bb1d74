/// What characters can carry that a document keeps, and what tells how they are meant.
struct FlowTraits: OptionSet, Hashable {
  let rawValue: UInt32

  static let bold = FlowTraits(rawValue: 1 << 0)
  static let italic = FlowTraits(rawValue: 1 << 1)
  static let underline = FlowTraits(rawValue: 1 << 2)
  static let strikethrough = FlowTraits(rawValue: 1 << 3)
  static let superscript = FlowTraits(rawValue: 1 << 4)
  static let `subscript` = FlowTraits(rawValue: 1 << 5)
  static let highlight = FlowTraits(rawValue: 1 << 6)
  static let keyboard = FlowTraits(rawValue: 1 << 7)
  static let code = FlowTraits(rawValue: 1 << 8)
  static let math = FlowTraits(rawValue: 1 << 9)
  static let displayMath = FlowTraits(rawValue: 1 << 10)
  static let hidden = FlowTraits(rawValue: 1 << 11)
  /// Bold or italic was said of this run, not of its paragraph.
  static let ownBold = FlowTraits(rawValue: 1 << 12)
  static let ownItalic = FlowTraits(rawValue: 1 << 13)
  /// A character style says that the text is strong or emphasized, which counts in a bold heading too.
  static let namedBold = FlowTraits(rawValue: 1 << 14)
  static let namedItalic = FlowTraits(rawValue: 1 << 15)
  /// A character style says that the text is code, whose white space counts.
  static let namedCode = FlowTraits(rawValue: 1 << 16)
  /// A character style says that the text is code, which is code within a paragraph then.
  static let styledCode = FlowTraits(rawValue: 1 << 17)

  /// The traits that become inlines with content, in the order in which they nest where nothing else tells.
  static let nesting: [FlowTraits] = [
    .italic, .bold, .strikethrough, .underline, .highlight, .superscript, .subscript, .keyboard,
  ]

  /// All of these.
  static let wrapping = FlowTraits(nesting)
}

/// The order in which traits were switched on, the last one innermost.
///
/// Runs alone do not tell emphasis within a link from a link within emphasis; the source's groups do.
struct FlowTraitOrder: Hashable {
  /// Indices of traits plus one, four bits each, the innermost lowest.
  private var stack: UInt64 = 0

  static let link: UInt64 = 15

  mutating func push(_ trait: FlowTraits) { push(UInt64(trait.rawValue.trailingZeroBitCount + 1)) }

  mutating func push(_ index: UInt64) {
    guard position(of: index) == nil else { return }
    stack = stack << 4 | index
  }

  mutating func remove(_ trait: FlowTraits) {
    guard let position = position(of: UInt64(trait.rawValue.trailingZeroBitCount + 1)) else { return }
    let below = (UInt64(1) << UInt64(4 * position)) - 1
    stack = (stack >> 4) & ~below | stack & below
  }

  /// How far from the innermost, nil if it was never switched on.
  func position(of index: UInt64) -> Int? {
    var rest = stack
    var position = 0
    while rest != 0 {
      if rest & 15 == index { return position }
      rest >>= 4
      position += 1
    }
    return nil
  }

  func position(of trait: FlowTraits) -> Int {
    position(of: UInt64(trait.rawValue.trailingZeroBitCount + 1)) ?? -1
  }

  var linkPosition: Int { position(of: Self.link) ?? -1 }
}

/// The character formatting in force.
struct RTFCharacterFormat {
  var traits: FlowTraits = []
  var order = FlowTraitOrder()
  @CompactNumber var font = -1
  /// The font of right-to-left text.
  @CompactNumber var associatedFont = -1
  var associatedTraits: FlowTraits = []
  /// The traits of East Asian text, where they are said apart (`\dbch\ab`).
  var eastAsianTraits: FlowTraits = []
  var isEastAsian = false
  var isRightToLeft = false
  /// What follows is said of one script of the text: `\loch`, `\hich` or `\dbch` came last.
  var isOfScript = false
  /// In half points.
  @CompactNumber var size = 24
  /// The index of the hyperlink plus one, 0 for none.
  var link: Int32 = 0
  /// The traits that the character style gives, with those of the styles of the groups around.
  var styleTraits: FlowTraits = []
  var outerStyleTraits: FlowTraits = []
  /// How many groups were open at the last `\cs`.
  @CompactNumber var styleGroup = 0

  mutating func set(_ trait: FlowTraits, _ isOn: Bool) {
    if isOn {
      traits.insert(trait)
      order.push(trait)
    } else {
      traits.remove(trait)
      order.remove(trait)
    }
  }

  /// Sets a trait of the script that text is now read in, right-to-left or East Asian.
  mutating func setAssociated(_ trait: FlowTraits, _ isOn: Bool) {
    var traits = isEastAsian ? eastAsianTraits : associatedTraits
    if isOn { traits.insert(trait) } else { traits.remove(trait) }
    if isEastAsian { eastAsianTraits = traits } else { associatedTraits = traits }
  }
}

/// The paragraph formatting in force; measures in twips.
struct FlowParagraphFormat {
  enum Alignment: UInt8 {
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
  @CompactNumber var tableDepth = 0
  /// The number of the list override, 0 for none.
  @CompactNumber var list = 0
  @CompactNumber var listLevel = 0
  var legacyNumbering: FlowParagraphNumbering?
  /// A line above or below.
  var hasRule = false

  /// How many tables the paragraph lies in.
  var depth: Int { max(tableDepth, isInTable ? 1 : 0) }
}

/// The numbering that `\pn` gives a paragraph (Word 6, WordPad, AbiWord).
struct FlowParagraphNumbering: Hashable {
  var isBullet = false
  var isContinuation = false
  @CompactNumber var start = 1
  @CompactNumber var level = 0
}
