/// Lists to choose from, which hold little but their options (WHATWG HTML until 2025, as most parsers have it).
extension TreeConstruction {
  mutating func startInSelect(_ tag: Tag) {
    switch tag.known {
    case .html: startInBody(tag)
    case .option:
      if currentIs(.option) { stack.removeLast() }
      insert(tag)
    case .optgroup, .hr:
      if currentIs(.option) { stack.removeLast() }
      if currentIs(.optgroup) { stack.removeLast() }
      if tag.known == .hr { insertVoid(tag) } else { insert(tag) }
    case .select: endSelect()
    case .input, .keygen, .textarea: if endSelect() { start(tag, mode) }
    case .script, .template: startInHead(tag)
    default: break
    }
  }

  mutating func endInSelect(_ tag: Tag) {
    switch tag.known {
    case .optgroup:
      if currentIs(.option), stack.count > 1, stack[stack.count - 2].is(.optgroup) { stack.removeLast() }
      if currentIs(.optgroup) { stack.removeLast() }
    case .option: if currentIs(.option) { stack.removeLast() }
    case .select: endSelect()
    case .template: endTemplate()
    default: break
    }
  }

  mutating func startInSelectInTable(_ tag: Tag) {
    switch tag.known {
    case .caption, .table, .tbody, .tfoot, .thead, .tr, .td, .th:
      popUntil(.select)
      resetMode()
      start(tag, mode)
    default: startInSelect(tag)
    }
  }

  mutating func endInSelectInTable(_ tag: Tag) {
    switch tag.known {
    case .caption, .table, .tbody, .tfoot, .thead, .tr, .td, .th:
      guard isInScope(tag.known, .table) else { return }
      popUntil(.select)
      resetMode()
      end(tag, mode)
    default: endInSelect(tag)
    }
  }

  @discardableResult
  private mutating func endSelect() -> Bool {
    guard isInScope(.select, .select) else { return false }
    popUntil(.select)
    resetMode()
    return true
  }
}
