/// Tables: what was left out between their parts is put in, and what is none of them stands before them
/// (WHATWG HTML 13.2.6.4.9 to 13.2.6.4.15).
extension TreeConstruction {
  // MARK: Text

  mutating func charactersInTable(_ text: Range<Int>) {
    guard let current, current.namespace == .html,
      current.known.holdsPartsOnly && current.known != .colgroup || current.known == .template
    else { return fostering { $0.charactersInBody(text) } }
    tableText = [text]
    originalMode = mode
    mode = .inTableText
  }

  /// Puts the text where it belongs that was read within a table: white space stays, all else stands before it.
  mutating func endTableText() {
    mode = originalMode
    let texts = tableText
    tableText.removeAll(keepingCapacity: true)
    if texts.allSatisfy(isSpace) {
      for text in texts { insertText(text) }
    } else {
      fostering { construction in for text in texts { construction.charactersInBody(text) } }
    }
  }

  /// Does something while what is none of a table's parts goes before the table.
  mutating func fostering(_ fosters: Bool = true, _ body: (inout Self) -> Void) {
    let before = fostersParents
    fostersParents = fosters
    body(&self)
    fostersParents = before
  }

  /// Ends what is open within a table, down to one of these elements.
  private mutating func popToContext(where isContext: (HTMLElementName) -> Bool) {
    while let last = stack.last {
      if last.namespace == .html, last.known == .html || last.known == .template || isContext(last.known) {
        return
      }
      stack.removeLast()
    }
  }

  private mutating func popToTable() { popToContext { $0 == .table } }
  private mutating func popToTableBody() { popToContext(where: \.isRowGroup) }
  private mutating func popToRow() { popToContext { $0 == .tr } }

  // MARK: In a table

  mutating func startInTable(_ tag: Tag) {
    switch tag.known {
    case .caption:
      popToTable()
      formatting.addMarker()
      insert(tag)
      mode = .inCaption
    case .colgroup:
      popToTable()
      insert(tag)
      mode = .inColumnGroup
    case .col:
      popToTable()
      insertImplied(.colgroup)
      mode = .inColumnGroup
      startInColumnGroup(tag)
    case .tbody, .tfoot, .thead:
      popToTable()
      insert(tag)
      mode = .inTableBody
    case .td, .th, .tr:
      popToTable()
      insertImplied(.tbody)
      mode = .inTableBody
      startInTableBody(tag)
    case .table:
      guard isInScope(.table, .table) else { return }
      popUntil(.table)
      resetMode()
      start(tag, mode)
    case .style, .script, .template: startInHead(tag)
    case .input where isHidden: insertVoid(tag)
    case .form:
      guard form == nil, !hasOpenTemplate else { return }
      form = insert(tag)
      if form != nil { stack.removeLast() }
    default: fostering { $0.startInBody(tag) }
    }
  }

  mutating func endInTable(_ tag: Tag) {
    switch tag.known {
    case .table:
      if endsLeftOut(.table) { return }
      guard isInScope(.table, .table) else { return }
      popUntil(.table)
      resetMode()
    case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: break
    case .template: endTemplate()
    default: fostering { $0.endInBody(tag) }
    }
  }

  // MARK: In a caption

  mutating func startInCaption(_ tag: Tag) {
    switch tag.known {
    case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr:
      if endCaption() { startInTable(tag) }
    default: startInBody(tag)
    }
  }

  mutating func endInCaption(_ tag: Tag) {
    switch tag.known {
    case .caption: endCaption()
    case .table: if !endsLeftOut(.table), endCaption() { endInTable(tag) }
    case .body, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: break
    default: endInBody(tag)
    }
  }

  @discardableResult
  private mutating func endCaption() -> Bool {
    guard isInScope(.caption, .table) else { return false }
    endImplied()
    popUntil(.caption)
    formatting.endMarked()
    mode = .inTable
    return true
  }

  // MARK: In a group of columns

  mutating func startInColumnGroup(_ tag: Tag) {
    switch tag.known {
    case .html: startInBody(tag)
    case .col: insertVoid(tag)
    case .template: startInHead(tag)
    default: if endColumnGroup() { startInTable(tag) }
    }
  }

  mutating func endInColumnGroup(_ tag: Tag) {
    switch tag.known {
    case .colgroup: endColumnGroup()
    case .col: break
    case .template: endTemplate()
    default: if endColumnGroup() { endInTable(tag) }
    }
  }

  @discardableResult
  mutating func endColumnGroup() -> Bool {
    guard currentIs(.colgroup) else { return false }
    stack.removeLast()
    mode = .inTable
    return true
  }

  // MARK: In groups of rows

  mutating func startInTableBody(_ tag: Tag) {
    switch tag.known {
    case .tr:
      popToTableBody()
      insert(tag)
      mode = .inRow
    case .td, .th:
      popToTableBody()
      insertImplied(.tr)
      mode = .inRow
      startInRow(tag)
    case .caption, .col, .colgroup, .tbody, .tfoot, .thead: if endTableBody() { startInTable(tag) }
    default: startInTable(tag)
    }
  }

  mutating func endInTableBody(_ tag: Tag) {
    switch tag.known {
    case .tbody, .tfoot, .thead: if isInScope(tag.known, .table) { endTableBody() }
    case .table: if endsLeftOut(.table) { return } else if endTableBody() { endInTable(tag) }
    case .body, .caption, .col, .colgroup, .html, .td, .th, .tr: break
    default: endInTable(tag)
    }
  }

  @discardableResult
  private mutating func endTableBody() -> Bool {
    guard isInScope(.table, where: { $0.namespace == .html && $0.known.isRowGroup }) else { return false }
    popToTableBody()
    stack.removeLast()
    mode = .inTable
    return true
  }

  // MARK: In a row

  mutating func startInRow(_ tag: Tag) {
    switch tag.known {
    case .td, .th:
      popToRow()
      insert(tag)
      mode = .inCell
      formatting.addMarker()
    case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr: if endRow() { startInTableBody(tag) }
    default: startInTable(tag)
    }
  }

  mutating func endInRow(_ tag: Tag) {
    switch tag.known {
    case .tr: endRow()
    case .table: if endsLeftOut(.table) { return } else if endRow() { endInTableBody(tag) }
    case .tbody, .tfoot, .thead: if isInScope(tag.known, .table), endRow() { endInTableBody(tag) }
    case .body, .caption, .col, .colgroup, .html, .td, .th: break
    default: endInTable(tag)
    }
  }

  @discardableResult
  private mutating func endRow() -> Bool {
    guard isInScope(.tr, .table) else { return false }
    popToRow()
    stack.removeLast()
    mode = .inTableBody
    return true
  }

  // MARK: In a cell

  mutating func startInCell(_ tag: Tag) {
    switch tag.known {
    case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: if endCell() { startInRow(tag) }
    default: startInBody(tag)
    }
  }

  mutating func endInCell(_ tag: Tag) {
    switch tag.known {
    case .td, .th: if isInScope(tag.known, .table) { endCell(tag.known) }
    case .body, .caption, .col, .colgroup, .html: break
    case .table, .tbody, .tfoot, .thead, .tr:
      if tag.known == .table, endsLeftOut(.table) { return }
      guard isInScope(tag.known, .table), endCell() else { return }
      endInRow(tag)
    default: endInBody(tag)
    }
  }

  /// Ends the cell that is open, be it of this name or of either.
  @discardableResult
  private mutating func endCell(_ name: HTMLElementName? = nil) -> Bool {
    guard isInScope(.table, where: { $0.is(.td) || $0.is(.th) }) else { return false }
    endImplied()
    popUntil { $0.is(.td) && name != .th || $0.is(.th) && name != .td }
    formatting.endMarked()
    mode = .inRow
    return true
  }
}
