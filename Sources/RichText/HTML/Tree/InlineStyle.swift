/// What a `style` attribute says, as far as it means something in a document without looks.
struct InlineStyle: Hashable, Sendable {
  enum WhiteSpace: Sendable { case collapsed, preserved }
  enum VerticalAlignment: Sendable { case baseline, superscript, `subscript` }
  enum ListMarker: Sendable { case bullet, number }
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
  var listMarker: ListMarker?
  /// `list-style: none`.
  var hasNoListMarker = false
  /// In CSS pixels.
  var fontSize: Double?
  var marginLeft: Double = 0
  var marginRight: Double = 0
  /// No space above and below, said in so many words.
  var hasNoVerticalMargins: Bool { hasNoTopMargin && hasNoBottomMargin }
  private var hasNoTopMargin = false
  private var hasNoBottomMargin = false
  /// Word's `mso-list: l1 level2 lfo1`.
  var wordListItem: WordListItem?
  /// Word's `mso-list: Ignore`: the marker of a list item, spelt out.
  var isWordListMarker = false
  /// PowerPoint's `mso-special-format`: the marker of a paragraph, spelt out.
  var slideMarker: ListMarker?
  /// Word's `mso-highlight`, Evernote's `--en-highlight`.
  var isHighlighted = false
  /// A background that is neither none nor white.
  var hasBackground = false
  /// Word's `mso-tab-count` and `mso-spacerun`.
  var isWordSpace = false
  /// Word's `mso-element: footnote-list` and the like.
  var wordElement: WordElement?
  /// Evernote's `--en-codeblock: true`.
  var isEvernoteCode = false
  /// Evernote's `--en-syntaxLanguage`.
  var codeLanguage: String?
  /// Evernote's `--en-checked`: whether a task is done.
  var isDone: Bool?
  /// A border on one side alone, the horizontal line that has no element: above the quoted header of a mail,
  /// or below a paragraph.
  var hasTopBorderOnly: Bool { hasNoBorder && borders == .top }
  var hasBottomBorderOnly: Bool { hasNoBorder && borders == .bottom }
  private var hasNoBorder = false
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
      ByteSearch.contains("/*", in: bytes) ? Self.withoutComments(bytes, leaving: [0x20])[...] : bytes
    var declaration = bytes.startIndex
    while declaration < bytes.endIndex {
      let end = Self.endOfDeclaration(bytes, from: declaration)
      if let colon = bytes[declaration..<end].firstIndex(of: UInt8(ascii: ":")) {
        apply(
          property: Self.trimmed(bytes[declaration..<colon]), value: Self.trimmed(bytes[(colon + 1)..<end]))
      }
      declaration = end + 1
    }
  }

  /// CSS without comments (CSS Syntax 4.3.2).
  ///
  /// - Parameter separator: what stands for each.
  static func withoutComments(_ bytes: ArraySlice<UInt8>, leaving separator: [UInt8] = []) -> [UInt8] {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index...].starts(with: "/*".utf8) {
        let end = ByteSearch.position(of: "*/", in: bytes[min(index + 2, bytes.endIndex)...])
        index = end.map { $0 + 2 } ?? bytes.endIndex
        result += separator
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// The index of the semicolon that ends a declaration, those in quotes and parentheses passed over.
  private static func endOfDeclaration(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    var quote: UInt8 = 0
    var parentheses = 0
    var index = start
    while index < bytes.endIndex {
      let byte = bytes[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "("): parentheses += 1
        case UInt8(ascii: ")"): parentheses = max(0, parentheses - 1)
        case UInt8(ascii: ";") where parentheses == 0: return index
        default: break
        }
      }
      index += 1
    }
    return index
  }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, first.isHTMLSpace { bytes.removeFirst() }
    while let last = bytes.last, last.isHTMLSpace { bytes.removeLast() }
    return bytes
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
    case evernoteCode = "--en-codeblock"
    case evernoteCodeBefore = "-en-codeblock"
    case evernoteChecked = "--en-checked"
    case evernoteLanguage = "--en-syntaxlanguage"
    case evernoteHighlight = "--en-highlight"

    static let names = NameTable(Property.self)
  }

  private static let listMarkers: [(String, ListMarker)] = [
    ("disc", .bullet), ("circle", .bullet), ("square", .bullet), ("decimal", .number), ("lower-", .number),
    ("upper-", .number),
  ]

  private mutating func apply(property: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
    guard let property = Property.names.name(in: property.span, 0..<property.count), !value.isEmpty else {
      return
    }
    switch property {
    case .fontWeight: isBold = Self.isBold(value) ?? isBold
    case .fontStyle: isItalic = !value.startsIgnoringCase(with: "normal")
    case .fontFamily: isMonospaced = FontFamilies.isMonospaced(value)
    case .fontSize:
      textSize = Self.textSize(value)
      if value.first?.isASCIIDigit == true, value.last != UInt8(ascii: "%"),
        value.last != UInt8(ascii: "m")
      {
        fontSize = Self.pixels(value)
      }
    case .font: applyFont(value)
    case .textDecoration, .textDecorationLine: applyDecoration(value)
    case .verticalAlign: vertical = Self.verticalAlignment(value) ?? vertical
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
    case .clip: hasNoClip = Self.clipsAll(value)
    case .clipPath:
      hasNoClip = ["inset(50%", "inset(100%", "circle(0"].contains { value.startsIgnoringCase(with: $0) }
    case .overflow: cutsOff = value.startsIgnoringCase(with: "hidden")
    case .width:
      isTiny = value.first?.isASCIIDigit == true && value.last != UInt8(ascii: "%") && Self.pixels(value) <= 1
    case .margin: applyMargin(value)
    case .marginLeft: marginLeft = Self.pixels(value)
    case .marginRight: marginRight = Self.pixels(value)
    case .marginTop: hasNoTopMargin = Self.startsWithZeroLength(value)
    case .marginBottom: hasNoBottomMargin = Self.startsWithZeroLength(value)
    case .listStyle, .listStyleType:
      listMarker = Self.listMarkers.first { value.startsIgnoringCase(with: $0.0) }?.1
      hasNoListMarker = value.startsIgnoringCase(with: "none")
    case .border:
      if value.startsIgnoringCase(with: "none") { hasNoBorder = true }
    case .borderTop: if !Self.isNoBorder(value) { borders.insert(.top) }
    case .borderBottom: if !Self.isNoBorder(value) { borders.insert(.bottom) }
    case .background, .backgroundColor:
      let plain = ["none", "transparent", "initial", "#fff", "#ffffff", "white", "rgb(255, 255, 255)"]
      hasBackground = !plain.contains { value.equalsIgnoringCase($0) }
    case .msoHighlight: isHighlighted = !value.startsIgnoringCase(with: "none")
    case .msoHide: if value.equalsIgnoringCase("all") { isHiddenInWord = true }
    case .msoList: applyWordList(value)
    case .msoSpecialFormat:
      let name = value.drop { $0 == UInt8(ascii: "\"") }
      slideMarker = name.startsIgnoringCase(with: "numbullet") ? .number : .bullet
    case .msoElement: wordElement = Self.wordElement(value)
    case .msoTabCount, .msoSpaceRun: isWordSpace = true
    case .evernoteCode, .evernoteCodeBefore: isEvernoteCode = value.equalsIgnoringCase("true")
    case .evernoteChecked: isDone = value.equalsIgnoringCase("true")
    case .evernoteLanguage:
      codeLanguage = value.count <= 40 ? String(decoding: value.map(\.lowercased), as: UTF8.self) : nil
    case .evernoteHighlight: isHighlighted = true
    }
  }

  /// True from weight 600 up (CSS Fonts 2.2), nil for what is relative to nothing.
  private static func isBold(_ value: ArraySlice<UInt8>) -> Bool? {
    if let number = Int(leadingNumberIn: value) { return number >= 600 }
    if value.startsIgnoringCase(with: "bold") { return true }
    if value.startsIgnoringCase(with: "normal") || value.startsIgnoringCase(with: "lighter") { return false }
    return nil
  }

  private mutating func applyFont(_ value: ArraySlice<UInt8>) {
    isBold = false
    isItalic = false
    for word in value.split(separator: UInt8(ascii: " "), maxSplits: 8) {
      if word.first?.isASCIIDigit == true, word.count > 3 || !word.allSatisfy(\.isASCIIDigit) { break }
      if let bold = Self.isBold(word), bold { isBold = true }
      if word.startsIgnoringCase(with: "italic") || word.startsIgnoringCase(with: "oblique") {
        isItalic = true
      }
    }
    isMonospaced = FontFamilies.isMonospaced(value)
    textSize = .something
  }

  private static func textSize(_ value: ArraySlice<UInt8>) -> TextSize? {
    if startsWithZeroLength(value) { return .nothing }
    guard value.first?.isASCIIDigit == true || value.first == UInt8(ascii: ".") else {
      // Of words these say a size by what is around.
      return ["inherit", "larger", "smaller", "unset"].contains { value.startsIgnoringCase(with: $0) }
        ? nil : .something
    }
    let unit = value.suffix(3)
    let isRelative =
      unit.last == UInt8(ascii: "%")
      || unit.suffix(2).equalsIgnoringCase("em") && !unit.equalsIgnoringCase("rem")
    return isRelative ? nil : .something
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

  private static func verticalAlignment(_ value: ArraySlice<UInt8>) -> VerticalAlignment? {
    if value.startsIgnoringCase(with: "super") { return .superscript }
    if value.startsIgnoringCase(with: "sub") { return .subscript }
    return value.startsIgnoringCase(with: "baseline") ? .baseline : nil
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
    let sides = value.split(maxSplits: 4, whereSeparator: \.isHTMLSpace).map { Self.pixels($0) }
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

  private static func wordElement(_ value: ArraySlice<UInt8>) -> WordElement? {
    if value.equalsIgnoringCase("footnote") || value.equalsIgnoringCase("endnote") { return .footnote }
    if value.startsIgnoringCase(with: "footnote-list") || value.startsIgnoringCase(with: "endnote-list") {
      return .footnoteList
    }
    return value.startsIgnoringCase(with: "comment") ? .commentList : nil
  }

  /// A length in CSS pixels, 0 for what is none (CSS Values 6.2).
  private static func pixels(_ value: ArraySlice<UInt8>) -> Double {
    var number = 0.0
    var scale = 0.0
    var index = value.startIndex
    while index < value.endIndex {
      let byte = value[index]
      if byte.isASCIIDigit {
        if scale == 0 {
          number = min(number * 10 + Double(byte - 0x30), 1e6)
        } else {
          number += Double(byte - 0x30) * scale
          scale /= 10
        }
      } else if byte == UInt8(ascii: "."), scale == 0 {
        scale = 0.1
      } else {
        break
      }
      index += 1
    }
    let unit = value[index...]
    if unit.startsIgnoringCase(with: "pt") { return number * 4 / 3 }
    if unit.startsIgnoringCase(with: "in") { return number * 96 }
    if unit.startsIgnoringCase(with: "cm") { return number * 96 / 2.54 }
    if unit.startsIgnoringCase(with: "mm") { return number * 96 / 25.4 }
    if unit.startsIgnoringCase(with: "em") || unit.startsIgnoringCase(with: "rem") { return number * 16 }
    return number
  }

  /// True for `rect(0, 0, 0, 0)` and `rect(1px, 1px, 1px, 1px)`.
  private static func clipsAll(_ value: ArraySlice<UInt8>) -> Bool {
    guard value.startsIgnoringCase(with: "rect(") else { return false }
    let sides = value.dropFirst(5).split {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ")") || $0.isHTMLSpace
    }
    return sides.count == 4 && sides.allSatisfy { $0.first?.isASCIIDigit == true && pixels($0) <= 1 }
  }

  private static func isNoBorder(_ value: ArraySlice<UInt8>) -> Bool {
    value.startsIgnoringCase(with: "none") || value.startsIgnoringCase(with: "hidden")
      || startsWithZeroLength(value)
  }

  private static func startsWithZeroLength(_ value: ArraySlice<UInt8>) -> Bool {
    value.first == UInt8(ascii: "0") && pixels(value) == 0
  }
}

extension Table.Alignment {
  /// What `align` and `text-align` call it.
  init?(spelling: ArraySlice<UInt8>) {
    if spelling.equalsIgnoringCase("left") || spelling.equalsIgnoringCase("justify") {
      self = .left
    } else if spelling.equalsIgnoringCase("center") || spelling.equalsIgnoringCase("middle") {
      self = .center
    } else if spelling.equalsIgnoringCase("right") {
      self = .right
    } else {
      return nil
    }
  }
}
