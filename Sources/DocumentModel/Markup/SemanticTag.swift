/// An HTML element that a pair of tags in Markdown can mean.
package enum SemanticTag {
  case emphasis, strong, strikethrough, underline, superscript, `subscript`, highlight, keyboard, code

  /// The role of a tag in the pairing of tags.
  ///
  /// A tag with white space behind its name, other than one character of it before an attribute, is no half of
  /// a pair.
  package enum Occurrence {
    /// Plain without attributes: others keep their end from pairing, but mean more than the model can say.
    case start(SemanticTag, isPlain: Bool)
    case end(SemanticTag)
    case lineBreak
    case other

    package init(_ html: String) {
      let utf8 = html.utf8
      guard utf8.first == UInt8(ascii: "<"), utf8.last == UInt8(ascii: ">") else {
        self = .other
        return
      }
      let isEnd = utf8.dropFirst().first == UInt8(ascii: "/")
      let rest = utf8.dropFirst(isEnd ? 2 : 1)
      let word = rest.prefix(7).prefix { $0.isASCIIAlphanumeric }
      let behind = rest[word.endIndex...]
      let name = String(Substring(word)).lowercased()
      if name == "br", !isEnd, behind.dropLast().allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: "/") }) {
        self = .lineBreak
      } else if let tag = SemanticTag.byName[name], behind.count == 1 {
        self = isEnd ? .end(tag) : .start(tag, isPlain: true)
      } else if let tag = SemanticTag.byName[name], !isEnd,
        behind.first == 0x20 || behind.first == 0x0A,
        behind.dropFirst().first?.isASCIIAlphanumeric == true
      {
        self = .start(tag, isPlain: false)
      } else {
        self = .other
      }
    }
  }

  /// The same inlines, with tags that find no partner among them spelled so that they cannot find one anywhere.
  static func respellingUnpaired(_ inlines: [Inline]) -> [Inline] {
    var result = inlines
    var unpaired: Set<Int> = []
    var open: [(tag: SemanticTag, isPlain: Bool, index: Int)] = []
    for (index, inline) in inlines.enumerated() {
      guard case .html(let html) = inline else { continue }
      switch Occurrence(html) {
      case .start(let tag, let isPlain):
        open.append((tag, isPlain, index))
      case .end(let tag):
        // Tags without attributes that have a partner are an element already, or are respelled alike.
        if let start = open.suffix(NestingLimit.inlines).lastIndex(where: { $0.tag == tag }),
          !open[start].isPlain || tag == .code
        {
          unpaired.formUnion(open[(start + 1)...].map(\.index))
          open.removeSubrange(start...)
        } else {
          unpaired.insert(index)
        }
      case .lineBreak, .other: break
      }
    }
    unpaired.formUnion(open.map(\.index))
    for index in unpaired {
      guard case .html(let html) = inlines[index] else { continue }
      let nameLength = html.utf8.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }.count
      let end = html.utf8.index(html.startIndex, offsetBy: 1 + nameLength)
      result[index] = .html(html[..<end] + " " + html[end...])
    }
    return result
  }

  private static let byName: [String: SemanticTag] = [
    "em": .emphasis, "i": .emphasis, "strong": .strong, "b": .strong,
    "del": .strikethrough, "s": .strikethrough, "strike": .strikethrough,
    "u": .underline, "ins": .underline, "sup": .superscript, "sub": .subscript,
    "mark": .highlight, "kbd": .keyboard, "code": .code,
  ]

  /// The inline that the element is; nil if the model has no place for its content.
  package func element(_ content: [Inline]) -> Inline? {
    switch self {
    case .emphasis: return .emphasis(content)
    case .strong: return .strong(content)
    case .strikethrough: return .strikethrough(content)
    case .underline: return .underline(content)
    case .superscript: return .superscript(content)
    case .subscript: return .subscript(content)
    case .highlight: return .highlight(content)
    case .keyboard: return .keyboard(content)
    case .code:
      if content.isEmpty { return .code("") }
      guard content.count == 1, case .text(let text) = content[0] else { return nil }
      return .code(text)
    }
  }
}
