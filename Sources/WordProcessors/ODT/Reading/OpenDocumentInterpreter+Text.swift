import Containers

/// Paragraphs, spans, links and lists.
extension OpenDocumentInterpreter {
  // MARK: Paragraphs

  mutating func beginParagraph(_ name: OpenDocumentName) {
    // A paragraph within another stands in something that is not known, and is followed by more of the outer one.
    if composer.isInParagraph { beginShape() }
    openCellOfStrayText()
    composer.beginParagraph()
    text.paragraph = paragraphStyle(reader.value(.text_styleName))
    text.outlineLevel =
      name == .text_h ? max(0, (reader.number(OpenDocumentName.text_outlineLevel) ?? 1) - 1) : nil
    text.spans = []
    text.meanings = []
    text.isBehindSpace = true
    (text.isHidden, text.hasRule, text.maySetFormulaApart) = (false, false, false)
    text.firstBoxedRun = nil
    text.script = .western
    open(.paragraph)
    setRunFormat()
  }

  /// The style of this name; one that is not there, as pandoc's titles have, is still known by its name.
  private mutating func paragraphStyle(_ name: String?) -> OpenDocumentStyles.Style? {
    if let style = styles.paragraph(name) { return style }
    guard let name, !name.isEmpty else { return nil }
    let style = styles.add(undeclared: name)
    composer.change { $0.styles.addParagraphStyle(FlowStyle(), name: style.name, number: style.number) }
    return style
  }

  /// Hides the open paragraph, if its condition is met.
  mutating func hideParagraph() {
    if reader.value(.text_isHidden) == "true", composer.isInParagraph { text.isHidden = true }
  }

  mutating func endParagraph() {
    guard !text.isHidden else { return composer.dropParagraph() }
    let style = text.paragraph
    var format = FlowParagraphFormat()
    format.style = style?.number
    format.outlineLevel = text.outlineLevel.map { min($0, 5) }
    format.spaceAfter = style?.spaceAfter
    format.alignment = style?.alignment ?? .unspecified
    format.hasRule = style?.hasRule ?? false || text.hasRule
    format.borders = style?.borders ?? []
    let role = composer.flow.styles.role(of: format.style)
    if style?.isAutomatic ?? false {
      // Lines of one kind of code belong together, whatever sets them apart on the page.
      switch role {
      case .code: format.style = styles.paragraph(style?.parent)?.number ?? format.style
      case nil: format.style = styles.paragraph(style?.parent)?.number
      default: break
      }
    }
    var isHeading = format.outlineLevel != nil
    if case .heading? = role { isHeading = true }
    let quotes = self.quotes(of: style, isQuote: role == .quote)
    format.leftIndent = quotes * FlowStructure.quoteIndent
    format.rightIndent = format.leftIndent
    if lists.isEmpty {
      continueItem(&format, style)
      if quotes == 0, role == nil, !isHeading, !takeTypedMarker(&format, style) { quote(&format, style) }
      if !composer.isInTable, !composer.isParagraphEmpty {
        let left = style?.left ?? 0
        lastItems.removeAll { $0.margin > left + Self.marginTolerance }
      }
    } else {
      format.leftIndent += lists.left
      if let place = lists.place(in: styles.lists, isHeading: isHeading) {
        if isHeading {
          // It counts as an item does, but is none.
          format.leftIndent += lists.leftOfHeading - lists.left
        } else {
          let margin = margin(of: style)
          if place.level == 0, quotes == 0 { format.leftIndent += indent(of: place.key, at: margin) }
          lastItems.removeAll { $0.left >= format.leftIndent }
          lastItems.append((margin, format.leftIndent, place.key))
          composer.change { $0.places.append(place) }
          format.place = composer.flow.places.count
        }
      }
    }
    if !composer.isParagraphEmpty {
      anchors.close(paragraphOfRun: composer.flow.runs.count)
      if isHeading { anchors.addHeading(composer.paragraphText, run: composer.flow.runs.count) }
    } else if let run = text.firstBoxedRun, run < composer.flow.runs.count {
      // A paragraph that has nothing but a box is the place of what stands in that.
      anchors.close(paragraphOfRun: run)
    }
    if text.maySetFormulaApart, !isHeading, format.place == 0, !composer.isInTable {
      composer.setOnlyFormulaApart()
    }
    composer.endParagraph(format, info: info(of: style, format, role))
    text.paragraph = nil
  }

  /// What the style says besides what the paragraph is for.
  private mutating func info(
    of style: OpenDocumentStyles.Style?, _ format: FlowParagraphFormat, _ role: FlowStyleRole?
  ) -> String? {
    let common = (style?.isAutomatic ?? false ? styles.paragraph(style?.parent) : style)?.name ?? ""
    if ["Table", "Table Caption"].contains(common) { return FlowCaption.ofTable }
    guard role == .code else {
      openCode = nil
      return nil
    }
    defer { openCode = format.spaceAfter ?? 0 == 0 ? format.style : nil }
    let prefix = WordDocumentStyles.codePrefix
    guard common.hasPrefix(prefix), openCode != format.style else { return nil }
    return String(common.dropFirst(prefix.count))
  }

  /// The number of quotes that a paragraph lies in: each is set further in on both sides, by a centimetre.
  private func quotes(of style: OpenDocumentStyles.Style?, isQuote: Bool) -> Int {
    let least = isQuote ? 1 : 0
    guard let right = style?.right, let left = style?.left, left >= right else { return least }
    let count = (right + 10) / FlowStructure.quoteIndent
    return abs(count * FlowStructure.quoteIndent - right) <= 10 ? max(least, count) : least
  }

  /// Takes a list marker that was typed for one; false if there is none.
  private mutating func takeTypedMarker(
    _ format: inout FlowParagraphFormat, _ style: OpenDocumentStyles.Style?
  ) -> Bool {
    var hanging = format
    hanging.leftIndent = max(0, style?.left ?? 0)
    hanging.firstLineIndent = style?.firstLine ?? 0
    guard composer.takeTypedMarker(hanging) else { return false }
    format = hanging
    lastItems.removeAll { $0.margin >= format.leftIndent }
    lastItems.append((format.leftIndent, format.leftIndent, 0))
    return true
  }

  /// What is set in by hand is as far in as an item's text if it differs by less, in twips.
  private static let marginTolerance = 30

  /// Takes a paragraph for a quote that somebody indented by hand, in the item whose text it is set in from.
  private func quote(_ format: inout FlowParagraphFormat, _ style: OpenDocumentStyles.Style?) {
    guard let style, style.isAutomatic, let left = style.left, left >= 360, left + (style.firstLine ?? 0) > 0,
      styles.paragraph(style.parent)?.left ?? 0 != left, format.leftIndent == 0,
      format.alignment == .unspecified || format.alignment == .left, !composer.isInTable,
      !composer.isParagraphEmpty
    else { return }
    format.style = OpenDocumentStyles.indentedQuote
    if let item = lastItems.last(where: { $0.margin > 0 && $0.margin < left }) {
      format.leftIndent = item.left + 1
    }
  }

  // MARK: Lists

  mutating func beginListPart(_ name: OpenDocumentName) {
    switch name {
    case .text_list:
      lists.beginList(
        style: reader.value(.text_styleName), id: reader.value(.xml_id),
        continues: reader.value(.text_continueList),
        goesOn: reader.value(.text_continueNumbering) == "true")
      open(.list)
    default:
      lists.beginItem(
        start: reader.number(OpenDocumentName.text_startValue), style: reader.value(.text_styleOverride),
        isHeader: name == .text_listHeader)
      open(.item)
    }
  }

  /// The position where the text of an item begins on the page, in twips.
  private func margin(of style: OpenDocumentStyles.Style?) -> Int {
    if let left = style?.itemLeft, left > 0 { return left }
    return lists.itemStyle(in: styles.lists)?[lists.level]?.left ?? 0
  }

  /// The distance by which the items of a list stand further in that are set in from those of the list before it: they are nested,
  /// as LibreOffice writes lists of Word's that have a style for each level.
  private func indent(of list: Int, at margin: Int) -> Int {
    guard let outer = lastItems.last(where: { $0.margin > 0 && $0.margin + 180 <= margin }),
      outer.list != list
    else { return 0 }
    return outer.left
  }

  /// Lets a paragraph between two parts of a list stand in the item before it that it is indented as far as,
  /// within its quotes.
  private func continueItem(_ format: inout FlowParagraphFormat, _ style: OpenDocumentStyles.Style?) {
    guard let left = style?.left else { return }
    let within = left - format.leftIndent
    guard
      let item = lastItems.last(where: { $0.margin > 0 && abs($0.margin - within) < Self.marginTolerance })
    else { return }
    format.leftIndent += item.left
  }

  // MARK: Spans

  mutating func beginSpan() {
    let name = reader.value(.text_styleName)
    let outer = text.spans.last ?? OpenDocumentStyles.Style(name: "")
    let style = styles.text(name)
    text.spans.append(style?.over(outer) ?? outer)
    let meaning = style.map { composer.flow.styles.meaning(of: $0.number) } ?? []
    text.meanings.append((text.meanings.last ?? []).union(meaning))
    open(.span)
    setRunFormat()
  }

  mutating func endSpan() {
    _ = text.spans.popLast()
    _ = text.meanings.popLast()
    setRunFormat()
  }

  /// Lets text look as its spans say; what the style of the paragraph says is no emphasis.
  mutating func setRunFormat() {
    let span = text.spans.last ?? OpenDocumentStyles.Style(name: "")
    let script = text.script
    let own = span.traits(in: script)
    let outer = text.paragraph?.traits(in: script).on ?? []
    let usual = text.paragraph.map { styles.usualTraits(of: $0, in: script) } ?? []
    var traits = own.on.union(outer.subtracting(own.known)).subtracting(usual)
    if own.on.contains(.bold) { traits.insert(.ownBold) }
    if own.on.contains(.italic) { traits.insert(.ownItalic) }
    if outer.contains(.hidden), !own.known.contains(.hidden) { traits.insert(.hidden) }
    let meaning = (text.meanings.last ?? []).subtracting(own.deniedNames)
    traits.formUnion(meaning)
    if meaning.contains(.namedBold) { traits.insert(.bold) }
    if meaning.contains(.namedItalic) { traits.insert(.italic) }
    let font = (span.font ?? text.paragraph?.font).map { fonts.kind(of: $0) }
    let isFixed = span.font == nil ? text.paragraph?.isFixed : span.isFixed
    if let font, styles.isCode(font, isFixed: isFixed ?? false) { traits.insert(.code) }
    // A link is underlined to be seen.
    if composer.format.link > 0 { traits.remove(.underline) }
    composer.format.traits = traits
    composer.format.size = UInt16(clamping: span.size ?? text.paragraph?.size ?? 24)
    symbolFont = font?.symbolFont == .other ? nil : font?.symbolFont
  }

  /// - Parameter isOfFrame: the link is of frames, and of what stands in them.
  mutating func beginLink(isOfFrame: Bool) {
    if !isOfFrame, referToNoteOfHTML() { return }
    open(.link(outer: composer.format.link, isOfFrame: isOfFrame))
    var address = reader.value(.xlink_href) ?? ""
    // What lies beside a package is addressed from within it.
    if !package.isFlat, address.hasPrefix("../") { address.removeFirst(3) }
    if package.isFlat, address.hasPrefix("./"), address.prefix(while: { $0 != "?" }).contains(":") {
      address.removeFirst(2)
    }
    // What comes behind this sign says what kind of place it is; an outline's is a heading by its number and words.
    var heading: String?
    if address.hasPrefix("#") {
      let place = address.percentDecoded
      if let end = place.lastIndex(of: "|") {
        address = String(place[..<end])
        if place[end...] == "|outline" { heading = String(address.dropFirst()) }
      }
    }
    guard let destination = LinkPolicy.linkDestination(address.utf8), !destination.isEmpty else { return }
    let title = reader.value(.office_name) ?? reader.value(.office_title) ?? reader.value(.xlink_title) ?? ""
    composer.setLink(FlowLink(destination: destination, title: title))
    if let heading { anchors.addOutlineLink(composer.flow.links.count - 1, to: heading) }
    setRunFormat()
  }

  /// Begins what a bookmark says, as a link to it (ODF 1.3, 7.7.7 and 7.7.8).
  mutating func beginReference() {
    guard composer.format.link == 0, let name = reader.value(.text_refName),
      reader.value(.text_referenceFormat) != "page", AnchorMarkup.isSafe(name.utf8)
    else { return }
    open(.link(outer: 0, isOfFrame: false))
    composer.setLink(FlowLink(destination: "#" + name, title: ""))
    anchors.addReference(link: composer.flow.links.count - 1)
    setRunFormat()
  }

  // MARK: Text

  /// Writes text, whose white space is one space each time (ODF 1.3, 6.1.2).
  mutating func write(_ reader: XMLReader) {
    var raw: [UInt8] = []
    reader.appendText(to: &raw)
    if writeFormula(raw) { return }
    guard raw.contains(where: \.isHTMLSpace) || text.isBehindSpace || symbolFont != nil else {
      writeByScript(raw)
      return
    }
    var shown: [UInt8] = []
    shown.reserveCapacity(raw.count)
    for byte in raw {
      if byte.isHTMLSpace {
        if !text.isBehindSpace { shown.append(0x20) }
        text.isBehindSpace = true
      } else {
        shown.append(byte)
        text.isBehindSpace = false
      }
    }
    if let symbolFont { composer.write(symbolFont.decoded(shown)) } else { writeByScript(shown) }
  }

  /// Writes a formula that was pasted as HTML, in which it is TeX between dollars and in no language; false for other text.
  private mutating func writeFormula(_ raw: [UInt8]) -> Bool {
    let dollar = UInt8(ascii: "$")
    guard raw.count > 2, raw.first == dollar, raw.last == dollar else { return false }
    let isMarked =
      text.spans.last.map(\.isInNoLanguage)
      ?? (text.paragraph.map { $0.isAutomatic && $0.isInNoLanguage } ?? false)
    let isDisplayed = raw.count > 4 && raw[1] == dollar && raw[raw.count - 2] == dollar
    let tex = raw.dropFirst(isDisplayed ? 2 : 1).dropLast(isDisplayed ? 2 : 1)
    guard isMarked, !tex.contains(dollar) else { return false }
    write(formula: String(decoding: tex, as: UTF8.self), isDisplayed: isDisplayed)
    return true
  }

  /// Writes text, each part of it as text of its script looks.
  private mutating func writeByScript(_ shown: [UInt8]) {
    let isWestern = text.script == .western && shown.allSatisfy { $0 < 0x80 }
    guard styles.knowsScripts, !isWestern else { return composer.write(shown) }
    var part: [UInt8] = []
    for scalar in String(decoding: shown, as: UTF8.self).unicodeScalars {
      if let script = OpenDocumentScript(scalar), script != text.script {
        composer.write(part)
        part.removeAll()
        text.script = script
        setRunFormat()
      }
      part.append(contentsOf: Array(String(scalar).utf8))
    }
    composer.write(part)
  }
}
