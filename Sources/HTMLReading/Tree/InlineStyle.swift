/// The declarations of a `style` attribute that mean something in a document without looks.
struct InlineStyle: Hashable, Sendable {
  enum WhiteSpace: Sendable { case collapsed, preserved }
  enum VerticalAlignment: Sendable { case baseline, superscript, `subscript` }
  enum MarkerKind: Sendable { case bullet, number }
  enum TextSize: Sendable { case nothing, something }

  struct WordListItem: Hashable, Sendable {
    /// The number after `l`: which list.
    var list: Int
    /// 1 for the outermost.
    var level: Int
  }

  var isBold: Bool?
  var isItalic: Bool?
  var isUnderlined: Bool?
  var isStruck: Bool?
  var isMonospaced: Bool?
  /// Whether a font is named, be it for text or for signs.
  private(set) var hasFont = false
  /// The font of signs that the text is in, by its family or by Word's `mso-symbol-font-family`.
  var symbolFont: SymbolFont? { wordSymbolFont ?? familySymbolFont }
  private var familySymbolFont: SymbolFont?
  private var wordSymbolFont: SymbolFont?
  var vertical: VerticalAlignment?
  var whiteSpace: WhiteSpace?
  var alignment: Table.Alignment?
  /// `display: none` and its kin.
  var isHidden: Bool { isShown == false || isHiddenInWord }
  /// What `display` says last; nil if nothing.
  private(set) var isShown: Bool?
  private var isHiddenForGood = false
  private var isHiddenInWord = false
  /// `visibility`, which what is within may say otherwise; nil if nothing is said.
  var isVisible: Bool?
  /// Whether text can be seen at its size; nil if that is the size around it.
  var textSize: TextSize?
  /// Cut down to nothing, for screen readers alone: a box of a pixel, clipped, out of the flow.
  var isClipped: Bool { isOutOfFlow && (hasNoClip || isTiny && cutsOff) }
  private var isOutOfFlow = false
  private var hasNoClip = false
  private var isTiny = false
  private var cutsOff = false
  /// `display: block` and its kin.
  var isBlock = false
  /// `display: inline`.
  var isInline = false
  /// `display: flex` and `grid`: what is in it stands side by side.
  var laysOut = false
  /// What `list-style` shows before items, nil for nothing and for what is not known.
  var listMarker: MarkerKind?
  /// `list-style: none`.
  var hasNoListMarker = false
  /// The size in CSS pixels.
  var fontSize: Double?
  var marginLeft: Double = 0
  var marginRight: Double = 0
  /// No space above and below, said in so many words.
  var hasNoVerticalMargins: Bool { hasNoTopMargin && hasNoBottomMargin }
  private var hasNoTopMargin = false
  private var hasNoBottomMargin = false
  /// Word's `mso-list: l1 level2 lfo1`.
  var wordListItem: WordListItem?
  /// Word's `mso-list: none`: the paragraph is in no list, whatever its style says.
  private(set) var isInNoWordList = false
  /// Word's `mso-list: Ignore`: the marker of a list item, spelt out.
  var isWordListMarker = false
  /// PowerPoint's `mso-special-format`: the marker of a paragraph, spelt out.
  var slideMarker: MarkerKind?
  /// Word's `mso-highlight`, Evernote's `--en-highlight`.
  var isHighlighted = false
  /// A background that is neither none nor white.
  var hasBackground = false
  /// Word's `mso-tab-count` and `mso-spacerun`.
  var isWordSpace = false
  /// Word's `mso-element: footnote-list` and the like.
  var wordElement: WordElement?
  /// `user-select: none`: browsers do not copy it.
  private(set) var isUnselectable = false
  /// Evernote's `--en-codeblock: true`.
  var isEvernoteCode = false
  /// Evernote's `--en-syntaxLanguage`, or `--en-codeblockLanguage`.
  var codeLanguage: String?
  /// Evernote's `--en-checked`: whether a task is done.
  var isDone: Bool?
  /// A border on one side alone, the horizontal line that has no element: above the quoted header of a mail,
  /// or below a paragraph.
  var hasTopBorderOnly: Bool { hasNoBorder && borders == .top }
  var hasBottomBorderOnly: Bool { hasNoBorder && borders == .bottom }
  private var hasNoBorder = false
  /// A border around all of it.
  private(set) var hasBorder = false
  private var borders: Borders = []

  private struct Borders: OptionSet, Hashable {
    let rawValue: UInt8
    static let top = Borders(rawValue: 1)
    static let bottom = Borders(rawValue: 2)
  }

  enum WordElement: Sendable { case footnote, footnoteList, commentList }

  init() {}

  init(parsing bytes: ArraySlice<UInt8>) {
    let bytes =
      ByteSearch.contains("/*", in: bytes)
      ? StyleDeclarations.withoutComments(bytes, leaving: [0x20])[...] : bytes
    var declaration = bytes.startIndex
    while declaration < bytes.endIndex {
      let end = StyleDeclarations.endOfDeclaration(bytes, from: declaration)
      if let colon = bytes[declaration..<end].firstIndex(of: UInt8(ascii: ":")) {
        apply(
          property: bytes[declaration..<colon].trimmingHTMLSpace,
          value: bytes[(colon + 1)..<end].trimmingHTMLSpace)
      }
      declaration = end + 1
    }
  }

  private enum Property: String, CaseIterable, Sendable {
    case fontWeight = "font-weight"
    case fontStyle = "font-style"
    case fontFamily = "font-family"
    case fontSize = "font-size"
    case font
    case textDecoration = "text-decoration"
    case textDecorationLine = "text-decoration-line"
    case verticalAlign = "vertical-align"
    case whiteSpace = "white-space"
    case whiteSpaceCollapse = "white-space-collapse"
    case textAlign = "text-align"
    case display, visibility, position, clip, overflow, width
    case clipPath = "clip-path"
    case margin
    case marginLeft = "margin-left"
    case msoMarginLeft = "mso-margin-left-alt"
    case marginRight = "margin-right"
    case marginTop = "margin-top"
    case marginBottom = "margin-bottom"
    case listStyle = "list-style"
    case listStyleType = "list-style-type"
    case border
    case borderTop = "border-top"
    case borderBottom = "border-bottom"
    case background
    case backgroundColor = "background-color"
    case msoHide = "mso-hide"
    case msoHighlight = "mso-highlight"
    case msoList = "mso-list"
    case msoSpecialFormat = "mso-special-format"
    case msoElement = "mso-element"
    case msoTabCount = "mso-tab-count"
    case msoSpaceRun = "mso-spacerun"
    case msoSymbolFont = "mso-symbol-font-family"
    case userSelect = "user-select"
    case webkitUserSelect = "-webkit-user-select"
    case mozUserSelect = "-moz-user-select"
    case msUserSelect = "-ms-user-select"
    case evernoteCode = "--en-codeblock"
    case evernoteCodeBefore = "-en-codeblock"
    case evernoteChecked = "--en-checked"
    case evernoteLanguage = "--en-syntaxlanguage"
    case evernoteCodeLanguage = "--en-codeblocklanguage"
    case evernoteHighlight = "--en-highlight"

    static let names = HTMLNameTable(Property.self)
  }

  private static let listMarkers: [(String, MarkerKind)] = [
    ("disc", .bullet), ("circle", .bullet), ("square", .bullet), ("decimal", .number), ("lower-", .number),
    ("upper-", .number),
  ]

  private mutating func apply(property: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
    guard let property = Property.names.name(in: property.span, 0..<property.count), !value.isEmpty else {
      return
    }
    switch property {
    case .fontWeight: isBold = StyleValue.isBold(value) ?? isBold
    case .fontStyle: isItalic = !value.startsIgnoringCase(with: "normal")
    case .fontFamily:
      isMonospaced = FontFamilies.isMonospaced(value)
      if !value.startsIgnoringCase(with: "inherit") {
        (hasFont, familySymbolFont) = (true, SymbolFont(families: value))
      }
    case .msoSymbolFont:
      (hasFont, wordSymbolFont) = (true, SymbolFont(families: value))
    case .userSelect, .webkitUserSelect, .mozUserSelect, .msUserSelect:
      isUnselectable = value.startsIgnoringCase(with: "none")
    case .fontSize:
      textSize = StyleValue.textSize(value)
      if value.first?.isASCIIDigit == true, value.last != UInt8(ascii: "%"),
        value.last != UInt8(ascii: "m")
      {
        fontSize = StyleValue.pixels(value)
      }
    case .font: applyFont(value)
    case .textDecoration, .textDecorationLine: applyDecoration(value)
    case .verticalAlign: vertical = StyleValue.verticalAlignment(value) ?? vertical
    case .whiteSpace, .whiteSpaceCollapse:
      let isCollapsed = ["normal", "nowrap", "collapse"].contains { value.startsIgnoringCase(with: $0) }
      whiteSpace = isCollapsed ? .collapsed : .preserved
    case .textAlign: alignment = Table.Alignment(spelling: value)
    case .display: applyDisplay(value)
    case .visibility:
      if value.startsIgnoringCase(with: "hidden") || value.startsIgnoringCase(with: "collapse") {
        isVisible = false
      } else if value.startsIgnoringCase(with: "visible") {
        isVisible = true
      }
    case .position: isOutOfFlow = value.equalsIgnoringCase("absolute")
    case .clip: hasNoClip = StyleValue.clipsAll(value)
    case .clipPath:
      hasNoClip = ["inset(50%", "inset(100%", "circle(0"].contains { value.startsIgnoringCase(with: $0) }
    case .overflow: cutsOff = value.startsIgnoringCase(with: "hidden")
    case .width:
      isTiny =
        value.first?.isASCIIDigit == true && value.last != UInt8(ascii: "%") && StyleValue.pixels(value) <= 1
    case .margin: applyMargin(value)
    case .marginLeft: marginLeft = StyleValue.pixels(value)
    // PowerPoint's units, 576 of which are an inch.
    case .msoMarginLeft: if marginLeft == 0 { marginLeft = StyleValue.pixels(value) / 6 }
    case .marginRight: marginRight = StyleValue.pixels(value)
    case .marginTop: hasNoTopMargin = StyleValue.startsWithZeroLength(value)
    case .marginBottom: hasNoBottomMargin = StyleValue.startsWithZeroLength(value)
    case .listStyle, .listStyleType:
      listMarker = Self.listMarkers.first { value.startsIgnoringCase(with: $0.0) }?.1
      hasNoListMarker = value.startsIgnoringCase(with: "none")
    case .border:
      if value.startsIgnoringCase(with: "none") { hasNoBorder = true }
      hasBorder = !StyleValue.isNoBorder(value)
    case .borderTop: if !StyleValue.isNoBorder(value) { borders.insert(.top) }
    case .borderBottom: if !StyleValue.isNoBorder(value) { borders.insert(.bottom) }
    case .background, .backgroundColor:
      let plain = ["none", "transparent", "initial", "#fff", "#ffffff", "white", "rgb(255, 255, 255)"]
      hasBackground = !plain.contains { value.equalsIgnoringCase($0) }
    case .msoHighlight: isHighlighted = !value.startsIgnoringCase(with: "none")
    case .msoHide: if value.equalsIgnoringCase("all") { isHiddenInWord = true }
    case .msoList: applyWordList(value)
    case .msoSpecialFormat:
      let name = value.drop { $0 == UInt8(ascii: "\"") }
      slideMarker = name.startsIgnoringCase(with: "numbullet") ? .number : .bullet
    case .msoElement: wordElement = StyleValue.wordElement(value)
    case .msoTabCount, .msoSpaceRun: isWordSpace = true
    case .evernoteCode, .evernoteCodeBefore: isEvernoteCode = value.equalsIgnoringCase("true")
    case .evernoteChecked: isDone = value.equalsIgnoringCase("true")
    case .evernoteLanguage, .evernoteCodeLanguage:
      codeLanguage = value.count <= 40 ? String(decoding: value.map(\.lowercased), as: UTF8.self) : nil
    case .evernoteHighlight: isHighlighted = true
    }
  }

  private mutating func applyFont(_ value: ArraySlice<UInt8>) {
    isBold = false
    isItalic = false
    (hasFont, familySymbolFont) = (true, nil)
    for word in value.split(separator: UInt8(ascii: " "), maxSplits: 8) {
      if word.first?.isASCIIDigit == true, word.count > 3 || !word.allSatisfy(\.isASCIIDigit) {
        familySymbolFont = SymbolFont(families: value[word.endIndex...])
        break
      }
      if let bold = StyleValue.isBold(word), bold { isBold = true }
      if word.startsIgnoringCase(with: "italic") || word.startsIgnoringCase(with: "oblique") {
        isItalic = true
      }
    }
    isMonospaced = FontFamilies.isMonospaced(value)
    textSize = .something
  }

  private mutating func applyDecoration(_ value: ArraySlice<UInt8>) {
    var struck = false
    var underlined = false
    for word in value.split(separator: UInt8(ascii: " "), maxSplits: 8) {
      if word.equalsIgnoringCase("line-through") { struck = true }
      if word.equalsIgnoringCase("underline") { underlined = true }
    }
    isStruck = struck
    isUnderlined = underlined
  }

  private mutating func applyDisplay(_ value: ArraySlice<UInt8>) {
    isShown = !isHiddenForGood && !value.startsIgnoringCase(with: "none")
    if isShown == false, ByteSearch.contains("!important", in: value) { isHiddenForGood = true }
    isInline = value.equalsIgnoringCase("inline")
    isBlock =
      ["block", "flex", "grid", "list-item", "flow-root"].contains { value.startsIgnoringCase(with: $0) }
    laysOut = ["flex", "grid", "inline-flex", "inline-grid"].contains { value.equalsIgnoringCase($0) }
  }

  private mutating func applyMargin(_ value: ArraySlice<UInt8>) {
    let words = value.split(maxSplits: 4, whereSeparator: \.isHTMLSpace)
    let sides = words.map { StyleValue.pixels($0) }
    if let top = words.first {
      hasNoTopMargin = StyleValue.startsWithZeroLength(top)
      hasNoBottomMargin = StyleValue.startsWithZeroLength(words.count > 2 ? words[2] : top)
    }
    switch sides.count {
    case 1: (marginLeft, marginRight) = (sides[0], sides[0])
    case 2, 3: (marginLeft, marginRight) = (sides[1], sides[1])
    case 4...: (marginLeft, marginRight) = (sides[3], sides[1])
    default: break
    }
  }

  private mutating func applyWordList(_ value: ArraySlice<UInt8>) {
    if value.startsIgnoringCase(with: "ignore") {
      isWordListMarker = true
      return
    }
    isInNoWordList = value.startsIgnoringCase(with: "none")
    if isInNoWordList { wordListItem = nil }
    var list: Int?
    var level = 1
    for word in value.split(maxSplits: 4, whereSeparator: \.isHTMLSpace) {
      if word.startsIgnoringCase(with: "level") {
        level = Int(leadingNumberIn: word.dropFirst(5)) ?? 1
      } else if word.first?.lowercased == UInt8(ascii: "l"), list == nil {
        list = Int(leadingNumberIn: word.dropFirst())
      }
    }
    if let list { wordListItem = WordListItem(list: list, level: max(1, min(level, 9))) }
  }
}
