/// An entry of the font table, while it is read.
struct RTFFontDefinition {
  var number: Int?
  var characterSet = -1
  var codePage: Int?
  var looksMonospaced = false
  /// The name in the font's own character set.
  var name: [UInt8] = []
}

struct RTFColor {
  var red = 0
  var green = 0
  var blue = 0

  var isVivid: Bool {
    max(red, green, blue) - min(red, green, blue) >= 96 && max(red, green, blue) >= 160
  }
}

/// A style, while it is read.
struct RTFOpenStyle {
  var number = 0
  var isCharacterStyle = false
  var isOther = false
  var basedOn: Int?
}

/// The header: character set, fonts, colours, styles, lists.
extension RTFInterpreter {
  /// Interprets a word of the header; false if it is none.
  mutating func interpretHeaderWord(_ word: RTFControlWord, _ parameter: Int?) -> Bool {
    let value = parameter ?? 0
    switch word {
    case .ansi:
      documentCodePage = 1252
    case .mac:
      documentCodePage = 10000
    case .pc:
      documentCodePage = 437
    case .pca:
      documentCodePage = 850
    case .ansicpg:
      // 0 stands for the system's own code page.
      let page = RTFFont.codePage(ofWord: value)
      if value != 0, CodePage.isNamed(page) { documentCodePage = page }
    case .fromhtml:
      isEncapsulated = parameter != 0
    case .fromtext:
      isEncapsulated = true
      isEncapsulatedText = true
    case .htmlrtf:
      state.isHiddenFromHTML = parameter != 0
    case .deff:
      defaultFont = value
    case .fonttbl:
      begin(.fontTable)
    case .fcharset:
      // A byte, which some programs write with a sign.
      openFont.characterSet = value & 0xFF
    case .cpg:
      openFont.codePage = RTFFont.codePage(ofWord: value)
    case .fmodern:
      openFont.looksMonospaced = true
    case .fprq:
      if value == 1 { openFont.looksMonospaced = true }
    case .colortbl:
      begin(.colorTable)
    case .red:
      openColor.red = min(max(0, value), 255)
    case .green:
      openColor.green = min(max(0, value), 255)
    case .blue:
      openColor.blue = min(max(0, value), 255)
    case .stylesheet:
      begin(.styleSheet)
    case .ts, .ds:
      if state.destination == .style { openStyle.isOther = true }
    case .sbasedon:
      openStyle.basedOn = value
    case .listtable:
      begin(.listTable)
    case .list:
      begin(.list)
      lists.beginList()
    case .listlevel:
      begin(.listLevel)
      openListLevel = RTFListLevelReader()
    case .levelnfc, .levelnfcn:
      openListLevel.setNumbering(value)
      if state.destination == .listOverride { lists.defineOverride() }
    case .levelstartat:
      openListLevel.setStart(max(0, value))
      if state.destination == .listOverride { lists.setOverrideStart(max(0, value)) }
    case .levellegal:
      openListLevel.setLegal(parameter != 0)
    case .leveltext:
      begin(.levelText)
    case .listid:
      lists.setIdentifier(value)
    case .listoverridetable:
      begin(.listOverrideTable)
    case .listoverride:
      begin(.listOverride)
      lists.beginOverride()
      openListLevel = RTFListLevelReader()
    case .lfolevel:
      lists.beginOverrideLevel()
    default:
      return false
    }
    return true
  }

  // MARK: Fonts

  mutating func beginFont(_ number: Int) {
    commitFont()
    openFont.number = number
  }

  mutating func appendFontName(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: ";")) {
      openFont.name.append(contentsOf: rest[..<end].prefix(128))
      commitFont()
      rest = rest[(end + 1)...]
    }
    openFont.name.append(contentsOf: rest.prefix(128))
  }

  mutating func commitFont() {
    defer { openFont = RTFFontDefinition() }
    guard let number = openFont.number else { return }
    let name = String(decoding: openFont.name, as: UTF8.self)
    let font = RTFFont(
      name: name, characterSet: openFont.characterSet, codePage: openFont.codePage,
      looksMonospaced: openFont.looksMonospaced)
    if let index = fontIndices[number] {
      fonts[index] = font
    } else {
      fontIndices[number] = fonts.count
      fonts.append(font)
    }
  }

  // MARK: Colours

  mutating func commitColor() {
    if colors.count < 65_536 { colors.append(openColor) }
    openColor = RTFColor()
  }

  // MARK: Styles

  mutating func beginStyle() {
    openStyle = RTFOpenStyle()
    state.character = RTFCharacterFormat()
    state.paragraph = FlowParagraphFormat()
  }

  /// Ends a style; its group's formatting is that of the style.
  mutating func endStyle(_ name: String, _ ended: RTFState) {
    guard !openStyle.isOther else { return }
    var style = FlowStyle()
    let name = String(name.prefix { $0 != ";" })
    style.basedOn = openStyle.basedOn
    style.paragraph = ended.paragraph
    style.traits = ended.character.traits
    if openStyle.isCharacterStyle {
      content.styles.addCharacterStyle(style, name: name, number: openStyle.number)
    } else {
      content.styles.addParagraphStyle(style, name: name, number: openStyle.number)
    }
  }
}
