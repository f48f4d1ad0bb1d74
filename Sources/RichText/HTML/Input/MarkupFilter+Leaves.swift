/// Elements that are held with their text, as if they were a part of that: most words in bold or italics are.
extension MarkupFilter {
  /// True for an element within lines, without attributes, that holds one piece of text as it is read and nothing else.
  ///
  /// To the parser it is text where it stands: it opens the formatting around it again likewise (WHATWG HTML 13.2.6.4.7),
  /// and is gone with its end tag. Within a table but in no cell white space beside text is treated otherwise, and
  /// formatting within formatting of the same name may end that.
  func holdsTextAlone(_ name: HTMLElementName, _ tokenizer: MarkupTokenizer, _ source: [UInt8]) -> Bool {
    guard name.isHeldWithText, tokenizer.attributes.isEmpty, !tokenizer.isSelfClosing,
      open.formatting.last(name) == nil,
      open.stack.last(where: { $0.name.holdsPartsOnly || $0.name.isCell })?.name.isCell ?? true
    else { return false }
    let start = tokenizer.position
    let end = ByteSearch.position(of: UInt8(ascii: "<"), in: source.span, from: start, to: tokenizer.count)
    let spelling = source[tokenizer.tagName]
    let text = source[start..<end]
    let endTag = source[end..<tokenizer.count].prefix(spelling.count + 3)
    return endTag.count == spelling.count + 3 && endTag.starts(with: "</".utf8)
      && endTag.dropFirst(2).starts(with: spelling) && endTag.last == UInt8(ascii: ">")
      && !text.allSatisfy(\.isHTMLSpace) && !text.contains(UInt8(ascii: "&")) && HeldText.staysAsItIs(text)
  }
}

extension HTMLElementName {
  /// True for elements within lines whose tags alone say all of them.
  fileprivate var isHeldWithText: Bool {
    switch self {
    case .em, .strong, .b, .i, .u, .s, .del, .ins, .sub, .sup, .mark, .small, .code, .kbd: true
    default: false
    }
  }
}
