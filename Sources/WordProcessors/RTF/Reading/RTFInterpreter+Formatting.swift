/// Control words that format characters and paragraphs.
extension RTFInterpreter {
  /// Interprets a word that formats characters; false if it is none.
  mutating func interpretCharacterWord(_ word: RTFControlWord, _ parameter: Int?) -> Bool {
    let isOn = parameter != 0
    switch word {
    case .plain:
      state.character = RTFCharacterFormat(link: state.character.link)
      setFont(defaultFont)
    case .f:
      setFont(parameter ?? 0)
      setFontOfRightToLeftText()
    case .af:
      if !state.character.isOfScript {
        state.character.associatedFont = fontIndices[parameter ?? 0] ?? -1
        state.character.hasAssociatedFont = true
      }
    case .fs:
      state.character.size = min(max(0, parameter ?? 24), 4_000)
    case .b:
      setOwn(.bold, .ownBold, isOn)
    case .i:
      setOwn(.italic, .ownItalic, isOn)
    case .ab:
      state.character.setAssociated(.bold, isOn)
    case .ai:
      state.character.setAssociated(.italic, isOn)
    case .rtlch, .ltrch:
      state.character.isRightToLeft = word == .rtlch
      state.character.isEastAsian = false
      state.character.isOfScript = false
    case .dbch, .loch, .hich:
      state.character.isEastAsian = word == .dbch
      state.character.isOfScript = true
    case .ul, .uld, .uldash, .uldashd, .uldashdd, .uldb, .ulth, .ulw, .ulwave, .ulhwave, .ulldash, .ulthd,
      .ulthdash, .ulthdashd, .ulthdashdd, .ulthldash, .ululdbwave:
      state.character.set(.underline, isOn)
    case .ulnone:
      state.character.set(.underline, false)
    case .strike, .striked:
      state.character.set(.strikethrough, isOn)
    case .super:
      state.character.set(.subscript, false)
      state.character.set(.superscript, isOn)
    case .sub:
      state.character.set(.superscript, false)
      state.character.set(.subscript, isOn)
    case .up, .dn:
      // One position, said in two ways: 0 of either is the line again.
      let isRaised = (parameter ?? 6) > 0
      state.character.set(.superscript, word == .up && isRaised)
      state.character.set(.subscript, word == .dn && isRaised)
    case .nosupersub:
      state.character.set(.superscript, false)
      state.character.set(.subscript, false)
    case .highlight:
      state.character.set(.highlight, (parameter ?? 0) != 0)
    case .chcbpat, .cb:
      setBackground(parameter ?? 0)
    case .v, .deleted, .mvf:
      state.character.set(.hidden, isOn)
    case .cs:
      setCharacterStyle(parameter ?? 0)
    default:
      return false
    }
    return true
  }

  /// Interprets a word that formats paragraphs; false if it is none.
  mutating func interpretParagraphWord(_ word: RTFControlWord, _ parameter: Int?) -> Bool {
    let value = parameter ?? 0
    switch word {
    case .pard:
      state.paragraph = FlowParagraphFormat()
      if isInBody { paragraphGroup = depth }
      nextLine = .other
    case .s:
      if state.destination == .style {
        openStyle.number = value
        openStyle.isCharacterStyle = false
      } else {
        state.paragraph.style = value
      }
    case .outlinelevel:
      state.paragraph.outlineLevel = value
    case .li:
      state.paragraph.leftIndent = value
    case .ri:
      state.paragraph.rightIndent = value
    case .fi:
      state.paragraph.firstLineIndent = value
    case .sa:
      state.paragraph.spaceAfter = value
    case .dropcapli:
      state.paragraph.isDropCap = value > 0
    case .contextualspace:
      state.paragraph.hasContextualSpace = parameter != 0
    case .ql:
      state.paragraph.alignment = .left
    case .qr:
      state.paragraph.alignment = .right
    case .qc:
      state.paragraph.alignment = .center
    case .qj, .qd:
      state.paragraph.alignment = .unspecified
    case .ls:
      if state.destination == .listOverride {
        lists.setOverrideNumber(value)
      } else {
        state.paragraph.list = max(0, value)
      }
    case .ilvl:
      state.paragraph.listLevel = min(max(0, value), 8)
    case .brdrt: nextLine = .paragraph(.top)
    case .brdrb: nextLine = .paragraph(.bottom)
    case .brdrbtw: nextLine = .paragraph(.between)
    case .brdrl: nextLine = .paragraph(.left)
    case .brdrr: nextLine = .paragraph(.right)
    case .box: nextLine = .paragraph(.all)
    case .clbrdrt, .clbrdrb, .clbrdrl, .clbrdrr, .trbrdrt, .trbrdrb, .trbrdrl, .trbrdrr, .trbrdrh, .trbrdrv:
      nextLine = .ofTable
    case .brdrs, .brdrth, .brdrdb, .brdrdot, .brdrdash, .brdrhair, .brdrtriple, .brdrdashsm, .brdrdashd,
      .brdrdashdd, .brdrwavy:
      switch nextLine {
      case .paragraph(let sides):
        state.paragraph.borders.formUnion(sides)
        // A box of one line by itself is a frame that was left empty.
        if sides != .all, !sides.isDisjoint(with: .lines) { state.paragraph.hasRule = true }
      case .ofTable: rowDefinitions[rowDepth].isRuled = true
      case .other: break
      }
    case .par, .sect, .page, .column:
      if state.destination == .marker { endMarkerAsText() }
      // Where the end of a paragraph is hidden or deleted the next one goes on with it.
      if word == .par, state.character.traits.contains(.hidden), isInBody, !isEncapsulated { break }
      // A break of the page within a paragraph ends it as far as its text goes.
      if word == .par, state.paragraph.isDropCap, !paragraph.isEmpty {
        paragraph.runs.indices.forEach { paragraph.runs[$0].traits.subtract([.superscript, .subscript]) }
      } else if word == .par || !paragraph.isEmpty {
        endParagraph()
      }
    case .line, .lbr, .softline:
      appendLineBreak()
    default:
      return false
    }
    return true
  }

  /// Takes a marker that holds the end of a paragraph for what it is: an item (AbiWord, from OpenDocument).
  private mutating func endMarkerAsText() {
    let text = takeGathered()
    state.destination = .body
    paragraph.marker = "•"
    for unit in Substring(text).droppingLeadingBlanks.utf16 { appendUnit(UInt32(unit)) }
  }

  mutating func appendLineBreak() {
    switch state.destination {
    case .htmlTag: appendScalar(0x0A)
    case .body, .note, .shapeText, .nestedTableProperties:
      if isEncapsulated { appendScalar(0x0A) } else { append(.lineBreak) }
    case .title, .info: gathered.append(UInt8(ascii: "\n"))
    default: appendScalar(0x20)
    }
  }

  mutating func setFont(_ number: Int) {
    if state.destination == .fontTable {
      beginFont(number)
      return
    }
    let index = fontIndices[number] ?? -1
    state.character.font = index
    state.character.traits.remove(.code)
    if index >= 0, fonts[index].isMonospaced { state.character.traits.insert(.code) }
  }

  /// Lets the font that was set be that of right-to-left text as well.
  ///
  /// Behind `\rtlch` it is that of the text that follows. Programs without `\af` (RichEdit) set one font for both
  /// directions, before the direction: there a font of such a script counts wherever it is set.
  private mutating func setFontOfRightToLeftText() {
    let font = state.character.font
    let isOfText = state.character.isRightToLeft && !state.character.isOfScript
    let isOfScript = !state.character.hasAssociatedFont && font >= 0 && fonts[font].isRightToLeft
    if isOfText || isOfScript { state.character.associatedFont = font }
  }

  private mutating func setOwn(_ trait: FlowTraits, _ own: FlowTraits, _ isOn: Bool) {
    state.character.set(trait, isOn)
    if isOn, depth > paragraphGroup {
      state.character.traits.insert(own)
    } else {
      state.character.traits.remove(own)
    }
  }

  /// A background counts as a highlight if it is a colour, not white, grey or black.
  private mutating func setBackground(_ index: Int) {
    let color = colors.indices.contains(index) ? colors[index] : RTFColor()
    state.character.set(.highlight, index > 0 && color.isVivid)
  }

  private mutating func setCharacterStyle(_ number: Int) {
    if state.destination == .style {
      openStyle.number = number
      openStyle.isCharacterStyle = true
      return
    }
    // A style within a group that has one adds to it, a style after another replaces it.
    if depth > state.character.styleGroup { state.character.outerStyleTraits = state.character.styleTraits }
    state.character.styleGroup = depth
    let meaning = content.styles.characterStyles[number]?.meaning ?? []
    state.character.styleTraits = state.character.outerStyleTraits.union(meaning)
    if state.character.styleTraits.contains(.keyboard) { state.character.order.push(.keyboard) }
  }
}

extension RTFCharacterFormat {
  /// The formatting after `\plain`: nothing but the hyperlink that the text lies in.
  init(link: Int32) {
    self.init()
    self.link = link
    if link > 0 { order.pushLink() }
  }
}
