/// The rules that a token follows: those of the mode that the tokens before it have led to (WHATWG HTML 13.2.4.1).
extension TreeConstruction {
  mutating func start(_ tag: Tag, _ mode: Mode) {
    switch mode {
    case .initial, .beforeHTML, .beforeHead, .inHeadNoscript, .afterHead: startBeforeContent(tag, mode)
    case .inHead: startInHead(tag)
    case .inBody: startInBody(tag)
    case .text: break
    case .inTable: startInTable(tag)
    case .inTableText:
      endTableText()
      start(tag, self.mode)
    case .inCaption: startInCaption(tag)
    case .inColumnGroup: startInColumnGroup(tag)
    case .inTableBody: startInTableBody(tag)
    case .inRow: startInRow(tag)
    case .inCell: startInCell(tag)
    case .inTemplate: startInTemplate(tag)
    case .afterBody, .afterAfterBody:
      guard tag.known != .html else { return startInBody(tag) }
      self.mode = .inBody
      startInBody(tag)
    case .inFrameset, .afterFrameset, .afterAfterFrameset: startInFrameset(tag, mode)
    }
  }

  mutating func end(_ tag: Tag, _ mode: Mode) {
    switch mode {
    case .initial, .beforeHTML, .beforeHead, .inHeadNoscript, .afterHead: endBeforeContent(tag, mode)
    case .inHead: endInHead(tag)
    case .inBody: endInBody(tag)
    case .text:
      stack.removeLast()
      self.mode = originalMode
    case .inTable: endInTable(tag)
    case .inTableText:
      endTableText()
      end(tag, self.mode)
    case .inCaption: endInCaption(tag)
    case .inColumnGroup: endInColumnGroup(tag)
    case .inTableBody: endInTableBody(tag)
    case .inRow: endInRow(tag)
    case .inCell: endInCell(tag)
    case .inTemplate: if tag.known == .template { endTemplate() }
    case .afterBody:
      guard tag.known != .html else {
        if context == nil { self.mode = .afterAfterBody }
        return
      }
      self.mode = .inBody
      endInBody(tag)
    case .afterAfterBody:
      self.mode = .inBody
      endInBody(tag)
    case .inFrameset:
      guard tag.known == .frameset, stack.count > 1 else { return }
      stack.removeLast()
      if context == nil, !currentIs(.frameset) { self.mode = .afterFrameset }
    case .afterFrameset: if tag.known == .html { self.mode = .afterAfterFrameset }
    case .afterAfterFrameset: break
    }
  }

  mutating func characters(_ text: Range<Int>, _ mode: Mode) {
    switch mode {
    case .initial, .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead:
      charactersBeforeContent(text, mode)
    case .inBody, .inCaption, .inCell, .inTemplate: charactersInBody(text)
    case .text: insertText(text)
    case .inTable, .inTableBody, .inRow: charactersInTable(text)
    case .inTableText: tableText.append(text)
    case .inColumnGroup:
      let (space, rest) = divided(text)
      if !space.isEmpty { insertText(space) }
      guard !rest.isEmpty, currentIs(.colgroup) else { return }
      stack.removeLast()
      self.mode = .inTable
      charactersInTable(rest)
    case .afterBody, .afterAfterBody:
      let (space, rest) = divided(text)
      if !space.isEmpty { charactersInBody(space) }
      guard !rest.isEmpty else { return }
      self.mode = .inBody
      charactersInBody(rest)
    case .inFrameset, .afterFrameset, .afterAfterFrameset:
      var position = text.lowerBound
      for byte in sink.bytes(of: text) {
        if byte.isHTMLSpace { insertText(position..<position + 1) }
        position += 1
      }
    }
  }

  /// Finds the mode by the elements that are open (13.2.4.1, "reset the insertion mode appropriately").
  mutating func resetMode() {
    for index in stack.indices.reversed() {
      let isLast = index == 0
      let isContext = isLast && context != nil
      let namespace = isContext ? contextNamespace : stack[index].namespace
      let name = isContext ? context?.known ?? .unknown : stack[index].known
      guard namespace == .html else {
        if isLast { mode = .inBody }
        continue
      }
      switch name {
      case .td where !isLast, .th where !isLast: return mode = .inCell
      case .tr: return mode = .inRow
      case .tbody, .thead, .tfoot: return mode = .inTableBody
      case .caption: return mode = .inCaption
      case .colgroup: return mode = .inColumnGroup
      case .table: return mode = .inTable
      case .template: return mode = templateModes.last ?? .inBody
      case .head where !isLast: return mode = .inHead
      case .body: return mode = .inBody
      case .frameset: return mode = .inFrameset
      case .html: return mode = head == nil ? .beforeHead : .afterHead
      default: if isLast { return mode = .inBody }
      }
    }
  }

  // MARK: Templates

  mutating func startInTemplate(_ tag: Tag) {
    switch tag.known {
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      return startInHead(tag)
    case .caption, .colgroup, .tbody, .tfoot, .thead: mode = .inTable
    case .col: mode = .inColumnGroup
    case .tr: mode = .inTableBody
    case .td, .th: mode = .inRow
    default: mode = .inBody
    }
    templateModes[templateModes.count - 1] = mode
    start(tag, mode)
  }

  // MARK: Framesets

  private mutating func startInFrameset(_ tag: Tag, _ mode: Mode) {
    switch tag.known {
    case .html: startInBody(tag)
    case .noframes: startInHead(tag)
    case .frameset where mode == .inFrameset: insert(tag)
    case .frame where mode == .inFrameset: insertVoid(tag)
    default: break
    }
  }
}

/// The content of a document type declaration (WHATWG HTML 13.2.5.53 to 13.2.5.68).
package struct DocumentType: Equatable, Sendable {
  package var name: [UInt8]?
  package var publicIdentifier: [UInt8]?
  package var systemIdentifier: [UInt8]?
  /// True for a declaration that is not whole.
  package var isDamaged = false

  /// Reads a declaration from its `<!DOCTYPE` to its end; nil if it is none.
  package init?(_ declaration: ArraySlice<UInt8>) {
    guard declaration.startsIgnoringCase(with: "<!doctype") else { return nil }
    isDamaged = declaration.last != UInt8(ascii: ">")
    var rest = declaration.dropFirst(9)
    if !isDamaged { rest = rest.dropLast() }
    rest = rest.drop(while: \.isHTMLSpace)
    let word = rest.prefix { !$0.isHTMLSpace }
    rest = rest[word.endIndex...].drop(while: \.isHTMLSpace)
    name = word.isEmpty ? nil : word.map(\.lowercased)
    if word.isEmpty { isDamaged = true }
    guard !rest.isEmpty else { return }
    let isPublic = rest.startsIgnoringCase(with: "public")
    guard isPublic || rest.startsIgnoringCase(with: "system") else {
      isDamaged = true
      return
    }
    rest = rest.dropFirst(6)
    if isPublic {
      guard readIdentifier(&rest, into: \.publicIdentifier) else { return }
      guard rest.contains(where: { !$0.isHTMLSpace }) else { return }
    }
    // What follows a whole declaration does it no harm, not even the end of the page.
    if readIdentifier(&rest, into: \.systemIdentifier), rest.contains(where: { !$0.isHTMLSpace }) {
      isDamaged = false
    }
  }

  /// Reads what stands in quotes; false if the declaration is damaged there.
  private mutating func readIdentifier(
    _ rest: inout ArraySlice<UInt8>, into identifier: WritableKeyPath<DocumentType, [UInt8]?>
  ) -> Bool {
    rest = rest.drop(while: \.isHTMLSpace)
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      isDamaged = true
      return false
    }
    let value = rest.dropFirst().prefix { $0 != quote }
    self[keyPath: identifier] = Array(value)
    guard value.endIndex < rest.endIndex else {
      isDamaged = true
      return false
    }
    rest = rest[(value.endIndex + 1)...]
    return true
  }

  /// True for those by which browsers know old pages (13.2.6.4.1).
  package var isQuirky: Bool {
    if isDamaged || name.map({ !$0.elementsEqual("html".utf8) }) ?? true { return true }
    let system = systemIdentifier?[...]
    if system?.equalsIgnoringCase("http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd") ?? false {
      return true
    }
    guard let publicIdentifier else { return false }
    if Self.quirkyNames.contains(where: publicIdentifier.equalsIgnoringCase) { return true }
    if Self.quirkyBeginnings.contains(where: publicIdentifier.startsIgnoringCase) { return true }
    let isFramesetOrTransitional = [
      "-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//",
    ]
    .contains(where: publicIdentifier.startsIgnoringCase)
    return system == nil && isFramesetOrTransitional
  }

  private static let quirkyNames = [
    "-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html",
  ]

  private static let quirkyBeginnings = [
    "+//silmaril//dtd html pro v0r11 19970101//", "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//ietf//dtd html",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer ", "-//netscape comm. corp.//dtd",
    "-//o'reilly and associates//dtd html",
    "-//sq//dtd html 2.0 hotmetal + extensions//", "-//softquad software//dtd hotmetal pro ",
    "-//softquad//dtd hotmetal pro ",
    "-//spyglass//dtd html 2.0 extended//", "-//sun microsystems corp.//dtd hotjava",
    "-//w3c//dtd html 3", "-//w3c//dtd html 4.0 frameset//", "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental ", "-//w3c//dtd w3 html 3.0//", "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html",
  ]
}

/// The parser's classes of elements, by their names.
extension HTMLElementName {
  var isCell: Bool { self == .td || self == .th || self == .caption }

  var isRowGroup: Bool { self == .tbody || self == .thead || self == .tfoot }

  /// True for elements of tables that hold others of its parts, and no text.
  var holdsPartsOnly: Bool { self == .table || isRowGroup || self == .tr || self == .colgroup }

  /// True for what may stand in tables only, columns aside.
  var isTablePart: Bool { isCell || isRowGroup || self == .tr }

  /// True for elements that formatting from without is not opened again in.
  var bearsMarker: Bool { isCell || self == .object || self == .applet || self == .marquee }

  /// True for elements that end tags of others do not reach across (WHATWG HTML 13.2.4.2).
  var isScopeBoundary: Bool { bearsMarker || self == .table || self == .select }

  /// True for elements that need no end tag (13.1.2.4).
  var isEndless: Bool {
    switch self {
    case .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc: true
    default: false
    }
  }

  /// True for the elements that the end tag of one around them does not end (13.2.4.2).
  var isSpecial: Bool {
    switch self {
    case .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br,
      .button,
      .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed, .fieldset, .figcaption,
      .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr,
      .html, .iframe, .img, .input, .keygen, .li, .link, .listing, .main, .marquee, .menu, .meta, .nav,
      .noembed,
      .noframes, .noscript, .object, .ol, .p, .param, .plaintext, .pre, .script, .search, .section, .select,
      .source, .style, .summary, .table, .tbody, .td, .template, .textarea, .tfoot, .th, .thead, .title, .tr,
      .track, .ul, .wbr, .xmp:
      true
    default: false
    }
  }

  /// True for the elements of HTML that stand in no formula or drawing: their start tags end those (13.2.6.5).
  var endsForeign: Bool {
    switch self {
    case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3,
      .h4,
      .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small,
      .span,
      .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var:
      true
    default: false
    }
  }
}
