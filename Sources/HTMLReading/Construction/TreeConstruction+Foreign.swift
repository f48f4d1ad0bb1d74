/// Formulas and drawings, whose elements are of another language (WHATWG HTML 13.2.6.5).
extension TreeConstruction {
  /// True if a start tag belongs to the formula or drawing that is open.
  func usesForeignRules(forStartTag name: HTMLElementName) -> Bool {
    guard let current = adjustedCurrent, current.namespace != .html else { return false }
    if current.isMathTextPoint { return name == .mglyph || name == .malignmark }
    if current.namespace == .mathML, current.known == .annotationXML, name == .svg { return false }
    return !current.isHTMLPoint
  }

  /// True if text belongs to the formula or drawing that is open.
  package var isForeignText: Bool {
    guard let current = adjustedCurrent, current.namespace != .html else { return false }
    return !current.isMathTextPoint && !current.isHTMLPoint
  }

  /// The innermost element; within a fragment the element around it, where nothing of it is open.
  private var adjustedCurrent: OpenElement? {
    guard stack.count == 1, let context else { return stack.last }
    var element = OpenElement(node: stack[0].node, name: context, namespace: contextNamespace)
    element.holdsHTML = stack[0].holdsHTML
    return element
  }

  mutating func foreignText(_ text: Range<Int>) {
    insertText(text)
    guard mayBeFrameset else { return }
    // What stands for a NUL counts as none.
    let shown = String(decoding: sink.bytes(of: text), as: UTF8.self).unicodeScalars.lazy.filter {
      $0 != "\u{FFFD}"
    }
    if !shown.allSatisfy({ $0.isASCII && UInt8(ascii: $0).isHTMLSpace }) { mayBeFrameset = false }
  }

  mutating func insertForeign(_ tag: Tag, _ namespace: ElementNamespace) {
    guard insert(tag, namespace) != nil else { return }
    if tag.known == .annotationXML, namespace == .mathML, let encoding = sink.value(of: .encoding)?[...] {
      stack[stack.count - 1].holdsHTML =
        encoding.equalsIgnoringCase("text/html") || encoding.equalsIgnoringCase("application/xhtml+xml")
    }
    if tag.isSelfClosing { stack.removeLast() }
  }

  mutating func startForeign(_ tag: Tag) {
    if tag.known.endsForeign || tag.known == .font && hasFontAttributes {
      popForeign()
      return start(tag, mode)
    }
    insertForeign(tag, adjustedCurrent?.namespace ?? .html)
  }

  mutating func endForeign(_ tag: Tag) {
    if tag.known == .br || tag.known == .p {
      popForeign()
      return end(tag, mode)
    }
    for index in stack.indices.reversed() {
      if stack[index].namespace == .html { return end(tag, mode) }
      if index == 0 { return }
      if stack[index].name == tag.name {
        stack.removeSubrange(index...)
        return
      }
    }
  }

  private var hasFontAttributes: Bool {
    sink.value(of: .color) != nil || sink.value(of: .face) != nil || sink.value(of: .size) != nil
  }

  private mutating func popForeign() {
    while let current = stack.last, current.namespace != .html, !current.isMathTextPoint, !current.isHTMLPoint
    {
      stack.removeLast()
    }
  }
}

extension TreeConstruction.OpenElement {
  /// True for elements that formulas write their words in.
  var isMathTextPoint: Bool {
    guard namespace == .mathML else { return false }
    switch known {
    case .mi, .mo, .mn, .ms, .mtext: return true
    default: return false
    }
  }

  /// True for elements of formulas and drawings that hold HTML.
  var isHTMLPoint: Bool {
    switch namespace {
    case .html: false
    case .mathML: known == .annotationXML && holdsHTML
    case .svg: known == .foreignObject || known == .desc || known == .title
    }
  }

  /// True for elements of formulas and drawings that end tags outside do not reach across.
  var isForeignBoundary: Bool {
    switch namespace {
    case .html: false
    case .mathML: isMathTextPoint || known == .annotationXML
    case .svg: isHTMLPoint
    }
  }

  var isSpecial: Bool { namespace == .html ? known.isSpecial : isForeignBoundary }
}
