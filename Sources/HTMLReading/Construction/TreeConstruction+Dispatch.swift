/// Which rules a token follows: those of the mode that the tokens before it have led to (WHATWG HTML 13.2.4.1).
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
