/// Content of the body of a page, table parts aside (WHATWG HTML 13.2.6.4.7).
extension TreeConstruction {
  mutating func charactersInBody(_ text: Range<Int>) {
    reconstructFormatting()
    insertText(text)
    if mayBeFrameset, !isSpace(text) { mayBeFrameset = false }
  }

  // MARK: Start tags

  mutating func startInBody(_ tag: Tag) {
    switch tag.known {
    case .html:
      if !hasOpenTemplate, let root = stack.first { sink.addMissingAttributes(to: root.node) }
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      startInHead(tag)
    case .body:
      guard stack.count > 1, stack[1].is(.body), !hasOpenTemplate else { return }
      mayBeFrameset = false
      sink.addMissingAttributes(to: stack[1].node)
    case .frameset:
      guard mayBeFrameset, stack.count > 1, stack[1].is(.body) else { return }
      sink.detach(stack[1].node)
      stack.removeSubrange(1...)
      insert(tag)
      mode = .inFrameset
    case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
      .figcaption, .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section,
      .summary,
      .ul:
      endParagraph()
      insert(tag)
    case .h1, .h2, .h3, .h4, .h5, .h6:
      endParagraph()
      if let current, current.namespace == .html, current.known.headingLevel > 0 { stack.removeLast() }
      insert(tag)
    case .pre, .listing:
      endParagraph()
      insert(tag)
      skipsLineFeed = true
      mayBeFrameset = false
    case .form: startForm(tag)
    case .li: startItem(tag) { $0 == .li }
    case .dt, .dd: startItem(tag) { $0 == .dt || $0 == .dd }
    case .plaintext:
      endParagraph()
      insert(tag)
      textKind = .plain
    case .button:
      if isInScope(.button) {
        endImplied()
        popUntil(.button)
      }
      reconstructFormatting()
      insert(tag)
      mayBeFrameset = false
    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
      startFormatting(tag)
    case .applet, .marquee, .object:
      reconstructFormatting()
      if insert(tag) != nil { formatting.addMarker() }
      mayBeFrameset = false
    case .table:
      if !isQuirky { endParagraph() }
      mayBeFrameset = false
      if insert(tag) != nil { mode = .inTable }
    case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr: break
    default: startWithinLine(tag)
    }
  }

  /// Handles the tags of what stands within lines, most of which are a whole element, and of what HTML does not know.
  private mutating func startWithinLine(_ tag: Tag) {
    switch tag.known {
    case .area, .br, .embed, .img, .keygen, .wbr:
      reconstructFormatting()
      insertVoid(tag)
      mayBeFrameset = false
    case .image:
      startWithinLine(Tag(ElementName(.img)))
    case .input:
      guard !isWithinSelect else { return }
      if isInScope(.select) { popUntil(.select) }
      reconstructFormatting()
      insertVoid(tag)
      if !isHidden { mayBeFrameset = false }
    case .param, .source, .track: insertVoid(tag)
    case .hr:
      endParagraph()
      if isInScope(.select) { endImplied() }
      insertVoid(tag)
      mayBeFrameset = false
    case .textarea:
      mayBeFrameset = false
      insertText(of: tag, .characterData)
      skipsLineFeed = true
    case .xmp:
      endParagraph()
      reconstructFormatting()
      mayBeFrameset = false
      insertText(of: tag, .raw)
    case .iframe:
      mayBeFrameset = false
      insertText(of: tag, .raw)
    case .noembed: insertText(of: tag, .raw)
    case .select, .option, .optgroup: startChoice(tag)
    case .rb, .rtc, .rp, .rt:
      if isInScope(.ruby) { endImplied(but: tag.known == .rp || tag.known == .rt ? .rtc : nil) }
      insert(tag)
    case .math, .svg:
      reconstructFormatting()
      insertForeign(tag, tag.known == .math ? .mathML : .svg)
    default:
      reconstructFormatting()
      insert(tag)
    }
  }

  /// True if the tag that is being read is that of an input that is not shown.
  var isHidden: Bool { sink.value(of: .type)?[...].equalsIgnoringCase("hidden") ?? false }

  /// True where the content of a list to choose from is read as a fragment.
  private var isWithinSelect: Bool { context?.known == .select && contextNamespace == .html }

  /// Handles the tags of lists to choose from.
  private mutating func startChoice(_ tag: Tag) {
    let isInSelect = isInScope(.select)
    switch tag.known {
    case .select:
      guard !isWithinSelect else { return }
      guard !isInSelect else { return popUntil(.select) }
      mayBeFrameset = false
    case _ where isInSelect: endImplied(but: tag.known == .option ? .optgroup : nil)
    default: if currentIs(.option) { stack.removeLast() }
    }
    reconstructFormatting()
    insert(tag)
  }

  private mutating func startForm(_ tag: Tag) {
    let isInTemplate = hasOpenTemplate
    guard form == nil || isInTemplate else { return }
    endParagraph()
    let node = insert(tag)
    if !isInTemplate { form = node }
  }

  private mutating func startItem(_ tag: Tag, _ isItem: (HTMLElementName) -> Bool) {
    mayBeFrameset = false
    for element in stack.reversed() {
      if element.namespace == .html, isItem(element.known) {
        endImplied(but: element.known)
        popUntil(element.known)
        break
      }
      if element.isSpecial, !(element.is(.address) || element.is(.div) || element.is(.p)) { break }
    }
    endParagraph()
    insert(tag)
  }

  private mutating func startFormatting(_ tag: Tag) {
    switch tag.known {
    case .a:
      if let index = formatting.last(.a) {
        let node = formatting[index].node
        endFormatting(tag, isEndTag: false)
        formatting.remove(node)
        stack.removeAll { $0.node == node }
      }
      reconstructFormatting()
    case .nobr:
      reconstructFormatting()
      if isInScope(.nobr) {
        endFormatting(tag, isEndTag: false)
        reconstructFormatting()
      }
    default: reconstructFormatting()
    }
    insertFormatting(tag)
  }

  // MARK: End tags

  mutating func endInBody(_ tag: Tag) {
    if endsLeftOut(tag.known) { return }
    switch tag.known {
    case .template: endTemplate()
    case .body, .html:
      guard isInScope(.body) else { return }
      mode = .afterBody
      if tag.known == .html { end(tag, .afterBody) }
    case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div, .dl,
      .fieldset,
      .figcaption, .figure, .footer, .header, .hgroup, .listing, .main, .menu, .nav, .ol, .pre, .search,
      .section,
      .select, .summary, .ul:
      endBlock(tag)
    case .form: endForm()
    case .p:
      if !isInScope(.p, .button) { insertImplied(.p) }
      endParagraph()
    case .li:
      guard isInScope(.li, .item) else { return }
      endImplied(but: .li)
      popUntil(.li)
    case .dd, .dt:
      guard isInScope(tag.known) else { return }
      endImplied(but: tag.known)
      popUntil(tag.known)
    case .h1, .h2, .h3, .h4, .h5, .h6:
      guard isInScope(where: { $0.namespace == .html && $0.known.headingLevel > 0 }) else { return }
      endImplied()
      popUntil { $0.namespace == .html && $0.known.headingLevel > 0 }
    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
      endFormatting(tag, isEndTag: true)
    case .applet, .marquee, .object:
      guard isInScope(tag.known) else { return }
      endImplied()
      popUntil(tag.known)
      formatting.endMarked()
    case .br:
      reconstructFormatting()
      let node = sink.element(tag.name, .html, hasAttributes: false)
      put(node, at: insertionPlace())
      mayBeFrameset = false
    default: endOrdinary(tag)
    }
  }

  private mutating func endBlock(_ tag: Tag) {
    guard isInScope(tag.known) else { return }
    endImplied()
    popUntil(tag.known)
  }

  private mutating func endForm() {
    guard !hasOpenTemplate else {
      guard isInScope(.form) else { return }
      endImplied()
      return popUntil(.form)
    }
    guard let node = form else { return }
    form = nil
    guard isInScope(where: { $0.node == node }) else { return }
    endImplied()
    if let index = stack.lastIndex(where: { $0.node == node }) { stack.remove(at: index) }
  }

  mutating func endParagraph() {
    guard isInScope(.p, .button) else { return }
    endImplied(but: .p)
    popUntil(.p)
  }

  /// Ends an element without rules of its own, unless a special one stands between.
  mutating func endOrdinary(_ tag: Tag) {
    for index in stack.indices.reversed() {
      if stack[index].name == tag.name, stack[index].namespace == .html {
        endImplied(but: tag.known)
        stack.removeSubrange(min(index, stack.count)...)
        return
      }
      if stack[index].isSpecial { return }
    }
  }
}
