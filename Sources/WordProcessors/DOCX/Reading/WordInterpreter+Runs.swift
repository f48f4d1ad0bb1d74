import Containers

/// Runs of text, and what else stands in them.
extension WordInterpreter {
  mutating func readRunProperties() {
    guard case .run? = scopes.last?.kind else {
      reader.skip()
      return
    }
    setRunFormat(WordRunProperties(&reader))
  }

  /// Lets text look as a run says; what the style of the paragraph says is no emphasis.
  mutating func setRunFormat(_ own: WordRunProperties) {
    let outer = paragraphStyle?.run ?? styles.base.run
    let style = styles.characterStyle(own.style)
    let named = style?.run ?? WordRunProperties()
    let isComplex = own.isComplex ?? named.isComplex ?? outer.isComplex ?? false
    let ownTraits = own.traits(isComplex: isComplex)
    let namedTraits = named.traits(isComplex: isComplex)
    let outerTraits = outer.traits(isComplex: isComplex)
    let meaning = (style.map { composer.flow.styles.meaning(of: $0.number) } ?? [])
      .subtracting(ownTraits.over(namedTraits).deniedNames)
    var traits: FlowTraits = []
    for trait in Self.traits {
      let isOn = (ownTraits.known.contains(trait) ? ownTraits : namedTraits).on.contains(trait)
      if isOn, !outerTraits.on.contains(trait) { traits.insert(trait) }
    }
    if ownTraits.on.contains(.bold) { traits.formUnion(.ownBold) }
    if ownTraits.on.contains(.italic) { traits.formUnion(.ownItalic) }
    traits.formUnion(meaning)
    if meaning.contains(.namedBold) { traits.insert(.bold) }
    if meaning.contains(.namedItalic) { traits.insert(.italic) }
    // Words that are hidden stay so, whatever else is said.
    if ownTraits.known.contains(.hidden)
      ? ownTraits.on.contains(.hidden)
      : namedTraits.on.contains(.hidden) != outerTraits.on.contains(.hidden)
    {
      traits.insert(.hidden)
    }
    isHiddenOnWeb = own.isHiddenOnWeb
    let font = fonts.kind(of: own.font ?? named.font ?? outer.font ?? "")
    // Of a font that is not known, letters are the best guess.
    symbolFont = font.symbolFont == .other ? nil : font.symbolFont
    if !styles.isMonospaced, symbolFont == nil, font.isMonospaced { traits.insert(.code) }
    // A link is underlined to be seen.
    if composer.format.link > 0 { traits.remove(.underline) }
    if let script = own.script(of: outer) { traits.insert(script) }
    composer.format.traits = traits
    composer.format.size = UInt16(clamping: own.size ?? named.size ?? outer.size ?? 24)
  }

  private static let traits: [FlowTraits] = [
    .bold, .italic, .underline, .strikethrough, .superscript, .subscript, .highlight,
  ]

  // MARK: Pieces

  mutating func beginPiece(_ name: WordName) {
    switch name {
    case .w_t: writeText()
    case .w_tab, .w_ptab: if isInRun, !isPageNumber { write("\t") }
    case .w_br:
      guard isInRun else { return }
      let type = reader.attribute(WordName.w_type) ?? "textWrapping"
      if type == "textWrapping" { composer.write(.lineBreak) } else { composer.interruptParagraph() }
    case .w_cr: if isInRun { composer.write(.lineBreak) }
    case .w_noBreakHyphen: write("\u{2011}")
    case .w_sym: writeSymbol()
    case .w_footnoteReference, .w_endnoteReference: writeReference(name)
    case .w_footnoteRef, .w_endnoteRef: isBehindNoteNumber = true
    case .w_ffData: readFormField()
    default: break
    }
  }

  /// What is written may be the number of a page in a table of contents.
  private var isPageNumber: Bool { isHiddenOnWeb || fields.last?.isPageOfEntry == true }

  /// Tabs stand in the properties of paragraphs, too.
  private var isInRun: Bool {
    if case .run? = scopes.last?.kind { true } else { false }
  }

  mutating func write(_ text: String) { composer.write(text.utf8) }

  /// White space at the ends of text counts only where that is said.
  private mutating func writeText() {
    let keepsSpace = reader.attribute(WordName.xml_space).map { $0 == "preserve" } ?? keepsSpace
    var text = reader.readText()[...]
    if !keepsSpace {
      text = text.drop(while: \.isHTMLSpace)
      while let last = text.last, last.isHTMLSpace { text = text.dropLast() }
    }
    if isBehindNoteNumber {
      if text.first == 0x20 { text = text.dropFirst() }
      isBehindNoteNumber = false
    }
    if isWithinInstruction, !text.isEmpty { showLinkWithoutSeparator() }
    guard !text.isEmpty, !isWithinInstruction, !takeForInstruction(text) else { return }
    // LibreOffice leaves the words beside the number out of web pages, too.
    if isPageNumber, text.allSatisfy({ $0.isASCIIDigit || "ivxlcIVXLC".utf8.contains($0) }) { return }
    if let symbolFont { return composer.write(symbolFont.decoded(Array(text))) }
    if text.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      // AbiWord ends lines of code like that.
      if composer.flow.styles.role(of: paragraphStyle?.number) == .code { return writeLines(text) }
      composer.write(text.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
    } else {
      composer.write(text)
    }
  }

  private mutating func writeLines(_ text: ArraySlice<UInt8>) {
    for (index, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { composer.write(.lineBreak) }
      composer.write(line.last == 0x0D ? line.dropLast() : line)
    }
  }

  private mutating func writeSymbol() {
    guard let code = reader.attribute(WordName.w_char).flatMap({ UInt32($0, radix: 16) }) else { return }
    let font = SymbolFont(named: reader.attribute(WordName.w_font) ?? "")
    let scalar =
      code >= 0xF000 && code < 0xF100 || code < 0x100 ? font?.scalar(of: UInt8(code & 0xFF)) ?? code : code
    if let sign = Unicode.Scalar(scalar) { write(String(sign)) }
  }

  private mutating func writeReference(_ name: WordName) {
    guard let id = reader.attribute(WordName.w_id) else { return }
    let isFootnote = name == .w_footnoteReference
    guard let note = isFootnote ? footnotes[id] : endnotes[id] else { return }
    // A mark of one's own, which the rest of the run is, stands where the number does.
    let hasMark = reader.attribute(WordName.w_customMarkFollows).map { ["1", "true", "on"].contains($0) }
    defer { if hasMark ?? false { composer.format.traits.insert(.hidden) } }
    if let number = note.number { return composer.write(.note(number)) }
    let number = composer.flow.notes.count
    if isFootnote { footnotes[id]?.number = number } else { endnotes[id]?.number = number }
    composer.write(note: note.items)
  }

  /// - Parameter isDisplayed: the formula has a line of its own.
  mutating func writeFormula(isDisplayed: Bool) {
    // A formula may stand between paragraphs.
    let isApart = !composer.isInParagraph
    defer { if isApart, composer.isInParagraph { composer.endParagraph(FlowParagraphFormat()) } }
    for tex in WordMathReader.formulas(&reader, isParagraph: isDisplayed) where !tex.isEmpty {
      // Two formulas side by side are two.
      if composer.endsWithFormula { write(" ") }
      composer.format.traits.insert(isDisplayed ? .displayMath : .math)
      write(tex)
      composer.format.traits.subtract([.math, .displayMath])
    }
  }
}

/// A content control (ECMA-376, 17.5.2).
struct WordControl {
  /// The box that it is.
  var box: ListItem.Checkbox?
}

extension WordInterpreter {
  mutating func readControlProperties() {
    guard case .control? = scopes.last?.kind else { return _ = reader.skip() }
    var control = WordControl()
    reader.forEachChild { reader in
      switch reader.wordName {
      case .w14_checkbox:
        control.box = .unchecked
        reader.forEachChild { reader in
          guard reader.wordName == .w14_checked else { return }
          let value = reader.attribute(WordName.w14_val) ?? "1"
          control.box = ["1", "true", "on"].contains(value) ? .checked : .unchecked
        }
      default: break
      }
    }
    scopes[scopes.count - 1].kind = .control(control)
  }

  mutating func beginControlContent() {
    guard case .control(let control)? = scopes.last?.kind, let box = control.box, composer.isInParagraph
    else { return }
    reader.skip()
    write(box == .checked ? "☑" : "☐")
  }
}
