/// Inlines in the making, with the HTML tags among them paired into what they mean.
struct InlineContent {
  private var inlines: [Inline] = []
  /// Where tags that may find an end tag stand in `inlines`.
  private var openTags: [(tag: SemanticTag, index: Int)] = []
  private let outerDepth: Int

  /// Makes room for the content of an inline that `depth` others hold.
  init(depth: Int, capacity: Int) {
    outerDepth = depth
    inlines.reserveCapacity(capacity)
  }

  /// How many inlines hold what is appended next.
  var depth: Int { outerDepth + openTags.count }

  var finished: [Inline] { inlines }

  mutating func append(_ inline: Inline) {
    inlines.append(inline)
  }

  mutating func append(text: String) {
    if case .text(let before)? = inlines.last {
      inlines[inlines.count - 1] = .text(before + text)
    } else if !text.isEmpty {
      inlines.append(.text(text))
    }
  }

  /// Appends a raw HTML tag, or closes the innermost open tag if this is its end.
  mutating func append(html: String) {
    switch SemanticTag.Occurrence(html) {
    case .lineBreak:
      inlines.append(.lineBreak)
    case .start(let tag) where depth < NestingLimit.inlines:
      openTags.append((tag, inlines.count))
      inlines.append(.html(html))
    case .end(let tag) where openTags.last?.tag == tag:
      guard let opening = openTags.popLast() else { return }
      let content = Array(inlines[(opening.index + 1)...])
      guard let element = tag.element(content) else {
        inlines.append(.html(html))
        return
      }
      inlines.removeSubrange(opening.index...)
      inlines.append(element)
    default:
      inlines.append(.html(html))
    }
  }
}

/// An HTML element that a pair of tags in Markdown can mean, when they bear no attributes.
enum SemanticTag {
  case emphasis, strong, strikethrough, underline, superscript, `subscript`, highlight, keyboard, code

  enum Occurrence {
    case start(SemanticTag)
    case end(SemanticTag)
    case lineBreak
    case other

    init(_ html: String) {
      let isEnd = html.utf8.dropFirst().first == UInt8(ascii: "/")
      guard html.utf8.count <= 10, html.utf8.last == UInt8(ascii: ">") else {
        self = .other
        return
      }
      let name = html.lowercased().filter { $0 != "<" && $0 != ">" && $0 != "/" && $0 != " " }
      if name == "br" {
        self = isEnd ? .other : .lineBreak
      } else if let tag = SemanticTag.byName[name] {
        self = isEnd ? .end(tag) : .start(tag)
      } else {
        self = .other
      }
    }
  }

  private static let byName: [String: SemanticTag] = [
    "em": .emphasis, "i": .emphasis, "strong": .strong, "b": .strong,
    "del": .strikethrough, "s": .strikethrough, "strike": .strikethrough,
    "u": .underline, "ins": .underline, "sup": .superscript, "sub": .subscript,
    "mark": .highlight, "kbd": .keyboard, "code": .code,
  ]

  /// The inline that the element is; nil if the model has no place for its content.
  func element(_ content: [Inline]) -> Inline? {
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
