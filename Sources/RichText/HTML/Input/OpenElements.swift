/// Follows which elements the parser has open, without building anything.
///
/// HTML's tree construction for what `MarkupFilter` lets through (WHATWG HTML 13.2.4 and 13.2.6): the stack of
/// open elements and the list of active formatting elements, changed by tags and text as the parser changes
/// them. It bounds what a parse costs; how deep a tree may be is bounded where the tree is copied.
struct OpenElements {
  /// Elements within each other.
  static let depthLimit = 512
  /// Formatting elements that were not ended; the parser opens all of them anew in every block.
  static let formattingLimit = 48

  struct Element {
    let name: HTMLElementName
    /// Tells formatting elements apart; 0 for all others.
    let number: Int32
  }

  /// The elements that are open, the innermost last.
  var stack: [Element] = []
  var formatting = ActiveFormatting()
  /// Of each name, how many start tags were dropped and wait for their end tags.
  private var dropped: [HTMLElementName: Int] = [:]

  /// Notes a start tag; false if it is to be dropped for its depth, or because it means nothing where it stands.
  ///
  /// - Parameter cost: how many bytes the parser repeats when it opens a formatting element again.
  mutating func start(_ name: HTMLElementName, cost: Int = 0) -> Bool {
    if name.isReconstructed, formatting.count >= Self.formattingLimit {
      dropped[name, default: 0] += 1
      return false
    }
    if name.isTablePart || name == .col || name == .colgroup { return startTablePart(name) }
    if stack.count < Self.depthLimit {
      endImplied(before: name)
    } else {
      let before = (stack, formatting)
      endImplied(before: name)
      if stack.count >= Self.depthLimit, !name.isVoid {
        (stack, formatting) = before
        dropped[name, default: 0] += 1
        return false
      }
    }
    if !name.isVoid { push(name, cost: cost) }
    return true
  }

  /// Notes an end tag; false if its start tag was dropped.
  mutating func end(_ name: HTMLElementName) -> Bool {
    if let waiting = dropped[name], waiting > 0 {
      dropped[name] = waiting - 1
      return false
    }
    if name.isReconstructed {
      endFormatting(name)
    } else if name == .table || name.isTablePart {
      endTablePart(name)
    } else if name.headingLevel > 0 {
      endInScope { $0.headingLevel > 0 }
    } else if name == .p {
      endParagraph()
    } else if name == .li {
      endInScope(beyond: \.isList) { $0 == .li }
    } else if name.bearsMarker {
      if endInScope({ $0 == name }) { formatting.endMarked() }
    } else if name.isSpecial {
      endInScope { $0 == name }
    } else {
      endOrdinary(name)
    }
    return true
  }

  /// Notes text, before which the parser opens formatting again.
  mutating func text() {
    reopenFormatting()
  }

  /// Ends all formatting elements since the last marker; gives their names, the innermost first.
  mutating func endAllFormatting() -> [HTMLElementName] {
    let names = formatting.names
    for name in names { endFormatting(name) }
    return names
  }

  private mutating func push(_ name: HTMLElementName, cost: Int) {
    let number = name.isReconstructed ? formatting.add(name, cost: cost) : 0
    stack.append(Element(name: name, number: number))
    if name.bearsMarker { formatting.addMarker() }
  }

  /// Opens the formatting elements again that ended with what they stood in (13.2.4.3).
  private mutating func reopenFormatting() {
    let entries = formatting.sinceMarker
    guard let last = entries.last, !isOpen(last.number) else { return }
    let reopened = (entries.lastIndex { isOpen($0.number) } ?? entries.startIndex - 1) + 1
    for entry in entries[reopened...] { stack.append(Element(name: entry.name, number: entry.number)) }
  }

  private func isOpen(_ number: Int32) -> Bool {
    stack.contains { $0.number == number }
  }

  // MARK: - What start tags end

  private mutating func endImplied(before name: HTMLElementName) {
    switch name {
    case .a, .nobr:
      if name == .nobr { reopenFormatting() }
      if let number = formatting.last(name)?.number {
        endFormatting(name)
        formatting.remove(number)
        stack.removeAll { $0.number == number }
      }
    case .li:
      endItem { $0 == .li }
    case .dt, .dd:
      endItem { $0 == .dt || $0 == .dd }
    case .button:
      endInScope { $0 == .button }
    case .rp, .rt, .rb, .rtc:
      if isInScope(.ruby) { endEndless(but: name == .rp || name == .rt ? .rtc : nil) }
    case .table:
      // A table in a table but in none of its cells ends it.
      while let part = stack.last(where: { $0.name == .table || $0.name.isTablePart }), !part.name.isCell {
        endTablePart(.table)
      }
    default:
      break
    }
    if name.endsParagraph {
      endParagraph()
      if name.headingLevel > 0, let last = stack.last, last.name.headingLevel > 0 { stack.removeLast() }
    } else if name.reopensFormatting {
      reopenFormatting()
    }
  }

  private mutating func endParagraph() {
    endInScope(beyond: { $0 == .button }) { $0 == .p }
  }

  private mutating func endItem(_ isItem: (HTMLElementName) -> Bool) {
    let index = stack.lastIndex { element in
      isItem(element.name)
        || element.name.isSpecial && element.name != .p && element.name != .div && element.name != .address
    }
    if let index, isItem(stack[index].name) { stack.removeSubrange(index...) }
  }

  /// Ends the innermost elements that need no end tag.
  private mutating func endEndless(but exception: HTMLElementName?) {
    while let last = stack.last, last.name.isEndless, last.name != exception { stack.removeLast() }
  }

  // MARK: - What end tags end

  /// Ends the nearest element of a kind, unless something that is not looked through stands between.
  @discardableResult
  private mutating func endInScope(
    beyond isBoundary: (HTMLElementName) -> Bool = { _ in false }, _ isWanted: (HTMLElementName) -> Bool
  ) -> Bool {
    let index = stack.lastIndex { isWanted($0.name) || $0.name.isScopeBoundary || isBoundary($0.name) }
    guard let index, isWanted(stack[index].name) else { return false }
    stack.removeSubrange(index...)
    return true
  }

  private func isInScope(_ name: HTMLElementName) -> Bool {
    stack.last { $0.name == name || $0.name.isScopeBoundary }?.name == name
  }

  /// Ends an element without rules of its own, unless a special one stands between.
  private mutating func endOrdinary(_ name: HTMLElementName) {
    if let index = stack.lastIndex(where: { $0.name == name || $0.name.isSpecial }), stack[index].name == name
    {
      stack.removeSubrange(index...)
    }
  }

  // MARK: - Tables

  /// Goes back to what a part of a table belongs into; outside of tables it means nothing.
  private mutating func startTablePart(_ name: HTMLElementName) -> Bool {
    guard let table = stack.lastIndex(where: { $0.name == .table }) else { return false }
    endCell(above: table)
    let container = stack.lastIndex { element in
      switch name {
      case .td, .th: element.name == .tr || element.name.isRowGroup || element.name == .table
      case .tr: element.name.isRowGroup || element.name == .table
      default: element.name == .table
      }
    }
    stack.removeSubrange(((container ?? table) + 1)...)
    if name == .col || name == .colgroup { return true }
    // Groups and rows that were left out are put in.
    if name == .tr || name.isCell, name != .caption {
      if stack[stack.count - 1].name == .table { push(.tbody, cost: 0) }
      if name != .tr, stack[stack.count - 1].name != .tr { push(.tr, cost: 0) }
    }
    push(name, cost: 0)
    return true
  }

  private mutating func endTablePart(_ name: HTMLElementName) {
    let index = stack.lastIndex { $0.name == name || $0.name == .table }
    guard let index, stack[index].name == name else { return }
    if name.isCell { formatting.endMarked() } else { endCell(above: index) }
    stack.removeSubrange(index...)
  }

  /// Ends the cell or caption that is open within a table.
  private mutating func endCell(above table: Int) {
    guard let cell = stack[table...].lastIndex(where: { $0.name.isCell || $0.name == .table }),
      stack[cell].name.isCell
    else { return }
    stack.removeSubrange(cell...)
    formatting.endMarked()
  }

  // MARK: - Formatting

  /// Ends formatting across blocks, which stay open (13.2.6.4.7, the adoption agency).
  private mutating func endFormatting(_ name: HTMLElementName) {
    for round in 0..<8 {
      guard let number = formatting.last(name)?.number else {
        if round == 0 { endOrdinary(name) }
        return
      }
      guard let place = stack.lastIndex(where: { $0.number == number }) else {
        formatting.remove(number)
        return
      }
      guard !stack[place...].contains(where: \.name.isScopeBoundary) else { return }
      guard let block = stack[place...].firstIndex(where: \.name.isSpecial) else {
        stack.removeSubrange(place...)
        formatting.remove(number)
        return
      }
      let between = adopted(stack[(place + 1)..<block])
      let element = stack[place]
      stack.replaceSubrange(place...block, with: between + [stack[block], element])
    }
  }

  /// The elements between formatting and the block that ends it that stay open: the three innermost, if they
  /// are formatting themselves.
  private mutating func adopted(_ elements: ArraySlice<Element>) -> [Element] {
    var kept: [Element] = []
    for (count, element) in elements.reversed().enumerated() {
      if count >= 3 { formatting.remove(element.number) }
      if count < 3, formatting.contains(element.number) { kept.append(element) }
    }
    return kept.reversed()
  }
}
