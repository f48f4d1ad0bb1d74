/// Follows which elements the parser has open, without building anything.
///
/// A sketch of HTML's tree construction (WHATWG HTML 13.2.6): what a start tag ends without saying so, and
/// what an end tag does not end because something stands between. It never takes the parser's stack for
/// less deep than it is, but by what the parser opens by itself.
struct OpenElements {
  /// Elements within each other.
  static let depthLimit = 512
  /// Formatting elements that were not ended; the parser opens all of them anew in every block.
  static let formattingLimit = 48

  private var stack: [HTMLElementName] = []
  private(set) var formatting: [HTMLElementName] = []
  /// Of each name, how many start tags were dropped and wait for their end tags.
  private var dropped: [HTMLElementName: Int] = [:]

  /// Notes a start tag; false if it is to be dropped for its depth.
  mutating func start(_ name: HTMLElementName) -> Bool {
    if name.isVoid { return true }
    endImplied(before: name)
    let isTooDeep = stack.count >= Self.depthLimit
    if isTooDeep || name.isReconstructed && formatting.count >= Self.formattingLimit {
      dropped[name, default: 0] += 1
      return false
    }
    stack.append(name)
    if name.isReconstructed { formatting.append(name) }
    return true
  }

  /// Notes an end tag; false if its start tag was dropped.
  mutating func end(_ name: HTMLElementName) -> Bool {
    if let waiting = dropped[name], waiting > 0 {
      dropped[name] = waiting - 1
      return false
    }
    if name == .p {
      endParagraph()
    } else if name.isReconstructed {
      endFormatting(name)
    } else if name.isSpecial {
      endSpecial(name)
    } else if let index = stack.lastIndex(where: { $0 == name || $0.isSpecial }), stack[index] == name {
      stack.removeSubrange(index...)
    }
    return true
  }

  /// Ends all formatting elements; gives their names, the innermost first.
  mutating func endAllFormatting() -> [HTMLElementName] {
    defer { formatting.removeAll() }
    stack.removeAll(where: \.isReconstructed)
    return formatting.reversed()
  }

  // MARK: - What tags end

  private mutating func endImplied(before name: HTMLElementName) {
    switch name {
    case .a, .nobr:
      endFormatting(name)
    case .li:
      endItem { $0 == .li }
    case .dt, .dd:
      endItem { $0 == .dt || $0 == .dd }
    case .td, .th:
      endTablePart { $0 == .tr || $0 == .tbody || $0 == .thead || $0 == .tfoot }
    case .tr:
      endTablePart { $0 == .tbody || $0 == .thead || $0 == .tfoot }
    case .thead, .tbody, .tfoot, .caption:
      endTablePart { _ in false }
    case .button:
      if let index = stack.lastIndex(where: { $0 == .button || $0.isScopeBoundary }), stack[index] == .button
      {
        stack.removeSubrange(index...)
      }
    default:
      break
    }
    if name.isBlock { endParagraph() }
  }

  private mutating func endParagraph() {
    guard let index = stack.lastIndex(where: { $0 == .p || $0 == .button || $0.isScopeBoundary }),
      stack[index] == .p
    else { return }
    stack.removeSubrange(index...)
  }

  private mutating func endItem(_ isItem: (HTMLElementName) -> Bool) {
    let index = stack.lastIndex { name in
      isItem(name) || name.isSpecial && name != .p && name != .div && name != .address
    }
    if let index, isItem(stack[index]) { stack.removeSubrange(index...) }
  }

  /// Goes back to the nearest part of a table that a tag belongs into.
  private mutating func endTablePart(_ isContainer: (HTMLElementName) -> Bool) {
    if let index = stack.lastIndex(where: { $0 == .table || isContainer($0) }) {
      stack.removeSubrange((index + 1)...)
    }
  }

  private mutating func endSpecial(_ name: HTMLElementName) {
    let isHeading = name.headingLevel > 0
    let isTablePart = name == .table || name.isTablePart
    let index = stack.lastIndex { open in
      open == name || isHeading && open.headingLevel > 0
        || (isTablePart ? open == .table : open.isScopeBoundary || name == .li && open.isList)
    }
    guard let index, stack[index] == name || isHeading && stack[index].headingLevel > 0 else { return }
    stack.removeSubrange(index...)
  }

  /// Formatting elements end across blocks, which stay open (13.2.6.4.7, the adoption agency).
  private mutating func endFormatting(_ name: HTMLElementName) {
    if let index = formatting.lastIndex(of: name) { formatting.remove(at: index) }
    guard let index = stack.lastIndex(where: { $0 == name || $0.isScopeBoundary }), stack[index] == name
    else { return }
    if stack[index...].contains(where: \.isSpecial) {
      stack.remove(at: index)
    } else {
      stack.removeSubrange(index...)
    }
  }
}

extension HTMLElementName {
  fileprivate var isTablePart: Bool {
    switch self {
    case .tr, .td, .th, .thead, .tbody, .tfoot, .caption: true
    default: false
    }
  }

  /// True for elements that end tags of others do not reach across (13.2.4.2).
  fileprivate var isScopeBoundary: Bool {
    switch self {
    case .table, .td, .th, .caption, .object, .applet, .marquee, .math, .annotationXML: true
    default: false
    }
  }

  /// True for the elements that the parser does not end for the sake of one around them.
  fileprivate var isSpecial: Bool {
    isBlock || isScopeBoundary || self == .button || self == .noembed
  }
}
