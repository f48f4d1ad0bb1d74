/// Elements that HTML does not have, and what stands for them.
extension PageReader {
  /// Elements of programs' own that are what another one is: SVG's, CKEditor's for what plays elsewhere, AMP's.
  private static let standIns: [(name: String, HTMLElementName)] = [
    ("image", .img), ("oembed", .embed), ("amp-img", .img), ("amp-anim", .img), ("amp-iframe", .embed),
    ("amp-video", .embed), ("amp-audio", .embed),
  ]

  mutating func startUnknownTag(_ tokenizer: inout MarkupTokenizer, _ source: [UInt8]) {
    let name = source[tokenizer.tagName]
    if let standIn = Self.standIns.first(where: { name.equalsIgnoringCase($0.name) })?.1 {
      appendStartTag(standIn, tokenizer, source)
    } else if name.equalsIgnoringCase("en-todo") {
      appendBox(tokenizer, source)
    } else if name.equalsIgnoringCase("emoji"), appendEmoji(tokenizer, source) {
      return
    } else if name.equalsIgnoringCase("math-renderer") {
      readFormulaInDollars(&tokenizer, source)
    } else if name.equalsIgnoringCase("mjx-math"), readFormulaOfMathJax(&tokenizer, source) {
      return
    } else if name.equalsIgnoringCase("tex-math"), readFormulaOfArticle(&tokenizer, source) {
      return
    } else if readFormulaOfAttribute(&tokenizer, source) {
      return
    } else if !skipNoteOnCell(&tokenizer, source) {
      appendStrayTag(tokenizer, source)
    }
  }

  /// Evernote says of a box whether it is checked.
  private mutating func appendBox(_ tokenizer: MarkupTokenizer, _ source: [UInt8]) {
    let isChecked = tokenizer.attributes.contains {
      source[$0.name].equalsIgnoringCase("checked") && source[$0.value].equalsIgnoringCase("true")
    }
    appendStartTag(.input, [(.type, "checkbox")] + (isChecked ? [(.checked, "")] : []))
  }

  /// Teams has a sign as an attribute of an element that holds nothing.
  private mutating func appendEmoji(_ tokenizer: MarkupTokenizer, _ source: [UInt8]) -> Bool {
    guard tokenizer.isSelfClosing || source[tokenizer.position...].starts(with: "</".utf8),
      let sign = tokenizer.attributes.first(where: { source[$0.name].equalsIgnoringCase("alt") })
    else { return false }
    appendText(source, sign.value)
    return true
  }

  /// GitHub's pages hold formulas between dollar signs, until a script has set them.
  private mutating func readFormulaInDollars(_ tokenizer: inout MarkupTokenizer, _ source: [UInt8]) {
    let dollar = UInt8(ascii: "$")
    let rest = source[tokenizer.position..<tokenizer.count]
    let signs = rest.prefix(2).prefix { $0 == dollar }
    guard !signs.isEmpty, let end = rest[signs.endIndex...].prefix(2000).firstIndex(of: dollar),
      rest[end...].dropFirst(signs.count).starts(with: "</math-renderer>".utf8)
    else { return }
    appendFormula(CharacterReferences.decoded(source[signs.endIndex..<end]), isDisplayed: signs.count > 1)
    tokenizer = MarkupTokenizer(count: tokenizer.count, from: end + signs.count)
  }

  /// MathJax 4 writes the TeX beside what it has set; MathML that follows says it too. Without both, the drawing is read.
  private mutating func readFormulaOfMathJax(_ tokenizer: inout MarkupTokenizer, _ source: [UInt8]) -> Bool {
    let tag = tokenizer
    guard missedDrawings < Self.missedDrawingLimit, let content = content(of: &tokenizer, source) else {
      return false
    }
    let attribute = tag.attributes.first { source[$0.name].equalsIgnoringCase("data-latex") }
    let rest = source[tokenizer.position..<tokenizer.count].drop { $0 != UInt8(ascii: ">") }.dropFirst()
    guard !rest.starts(with: "<mjx-assistive-mml".utf8) else { return true }
    let tex =
      attribute.map { CharacterReferences.decoded(source[$0.value]) }
      ?? (content.count <= Self.drawingLimit ? DrawnMathJax.tex(of: source[content]) : [])
    guard !tex.isEmpty else {
      missedDrawings += 1
      tokenizer = tag
      return false
    }
    let isDisplayed = source[..<tag.tagName.lowerBound].suffix(512).lastIndex(of: UInt8(ascii: ">")).map {
      end in
      let before = source[..<end].suffix(8192)
      return before.lastIndex(of: UInt8(ascii: "<")).map {
        ByteSearch.contains("display=\"true\"", in: before[$0...])
      } ?? false
    }
    appendFormula(tex, isDisplayed: isDisplayed ?? false)
    return true
  }

  /// The longest drawing of a formula that is read, in bytes.
  private static let drawingLimit = 1 << 16
  /// The number of drawings with nothing in them after which no other one is looked into: they may hold each other.
  private static let missedDrawingLimit = 32

  /// What elements for formulas have in their names, and the attributes in which they keep the TeX.
  private static let formulaNames = ["mjx-", "math", "katex", "formula", "equation", "latex", "-tex"]
  private static let formulaAttributes = [
    "data-formula", "data-tex", "data-latex", "data-math", "data-custom-copy-text", "data-equation-content",
    "tex",
    "latex", "formula",
  ]

  /// Elements that draw a formula, as MathJax does, have its source beside it.
  private mutating func readFormulaOfAttribute(_ tokenizer: inout MarkupTokenizer, _ source: [UInt8]) -> Bool
  {
    let name = source[tokenizer.tagName].prefix(64).map(\.lowercased)[...]
    if name.elementsEqual("mjx-container".utf8), readFormulaOfDrawing(&tokenizer, source) { return true }
    guard Self.formulaNames.contains(where: { ByteSearch.contains($0, in: name) }),
      let attribute = tokenizer.attributes.first(where: { attribute in
        !attribute.value.isEmpty
          && Self.formulaAttributes.contains { source[attribute.name].equalsIgnoringCase($0) }
      })
    else { return false }
    let (tex, isInDisplay) = TeXText.withoutDelimiters(
      CharacterReferences.decoded(source[attribute.value])[...])
    let isDisplayed = tokenizer.attributes.contains {
      source[$0.name].equalsIgnoringCase("display")
        && ["true", "block"].contains(where: source[$0.value].equalsIgnoringCase)
    }
    guard !TeXText.trimmed(tex).isEmpty, content(of: &tokenizer, source) != nil else { return false }
    appendFormula(Array(TeXText.trimmed(tex)), isDisplayed: isDisplayed || isInDisplay == true)
    return true
  }

  /// MathJax 4 writes the TeX on the first group of its drawing, where no MathML stands beside that.
  private mutating func readFormulaOfDrawing(_ tokenizer: inout MarkupTokenizer, _ source: [UInt8]) -> Bool {
    var ahead = tokenizer
    guard source[tokenizer.position..<tokenizer.count].prefix(64).starts(with: "<svg".utf8),
      let content = content(of: &ahead, source), !ByteSearch.contains("<math", in: source[content])
    else { return false }
    var parts = MarkupTokenizer(count: content.prefix(2048).endIndex, from: content.lowerBound)
    while let part = parts.next(source.span) {
      guard case .startTag = part,
        let tex = parts.attributes.first(where: { source[$0.name].equalsIgnoringCase("data-latex") })
      else { continue }
      let isDisplayed = tokenizer.attributes.contains {
        source[$0.name].equalsIgnoringCase("display") && source[$0.value].equalsIgnoringCase("true")
      }
      tokenizer = ahead
      appendFormula(CharacterReferences.decoded(source[tex.value]), isDisplayed: isDisplayed)
      return true
    }
    return false
  }

  /// Articles of journals hold TeX between dollar signs (JATS 1.3).
  private mutating func readFormulaOfArticle(_ tokenizer: inout MarkupTokenizer, _ source: [UInt8]) -> Bool {
    var ahead = tokenizer
    guard let content = content(of: &ahead, source), !source[content].contains(UInt8(ascii: "<")) else {
      return false
    }
    var tex = TeXText.trimmed(CharacterReferences.decoded(source[content])[...])
    let signs = tex.prefix(2).prefix { $0 == UInt8(ascii: "$") }.count
    guard signs > 0, tex.count > 2 * signs, tex.suffix(signs).allSatisfy({ $0 == UInt8(ascii: "$") }) else {
      return false
    }
    tex = TeXText.trimmed(tex.dropFirst(signs).dropLast(signs))
    tokenizer = ahead
    appendFormula(Array(tex), isDisplayed: signs > 1)
    return true
  }

  /// Passes over what LibreOffice notes on a cell, behind a mark: its style sheet hides it.
  private mutating func skipNoteOnCell(_ tokenizer: inout MarkupTokenizer, _ source: [UInt8]) -> Bool {
    source[tokenizer.tagName].equalsIgnoringCase("comment")
      && lastElement.map { construction.sink.tree.hasClass("comment-indicator", $0) } ?? false
      && content(of: &tokenizer, source) != nil
  }

  /// Keeps the tag of an element that nobody knows, for it may be text that looks like a tag (`StrayTag`).
  private mutating func appendStrayTag(_ tokenizer: MarkupTokenizer, _ source: [UInt8]) {
    let name = source[tokenizer.tagName]
    guard StrayTag.isPlain(name), strayTags.count < Self.strayTagLimit else { return }
    var tag = "<\(String(decoding: name, as: UTF8.self))"
    for attribute in tokenizer.attributes
    where StrayTag.isHarmless(source[attribute.name], hasValue: !attribute.value.isEmpty) {
      let value = source[attribute.value].filter { $0 >= 0x20 || $0.isHTMLSpace }
      let quoted = String(decoding: value, as: UTF8.self).split(
        separator: "\"", omittingEmptySubsequences: false)
      tag +=
        " \(String(decoding: source[attribute.name], as: UTF8.self))=\"\(quoted.joined(separator: "&quot;"))\""
    }
    openStrayTags[name, default: []].append(strayTags.count)
    strayTags.append(Array("\(tag)>".utf8))
    appendStartTag(.wbr, [(.value, "\(strayTags.count - 1)")])
  }
}
