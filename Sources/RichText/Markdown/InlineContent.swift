/// Inlines in the making, with the HTML tags among them paired into what they mean.
struct InlineContent {
  private var inlines: [Inline] = []
  /// Where tags that may find an end tag stand in `inlines`.
  private var openTags: [(tag: SemanticTag, isPlain: Bool, index: Int)] = []
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
    guard case .text? = inlines.last, case .text(var before) = inlines.removeLast() else {
      if !text.isEmpty { inlines.append(.text(text)) }
      return
    }
    // Taken out of the array, the string has no other owner and grows in place.
    before += text
    inlines.append(.text(before))
  }

  /// Appends a raw HTML tag, or closes the innermost open tag of its name; tags within that nothing ends stay.
  mutating func append(html: String) {
    switch SemanticTag.Occurrence(html) {
    case .lineBreak:
      inlines.append(.lineBreak)
    case .start(let tag, let isPlain) where depth < NestingLimit.inlines:
      openTags.append((tag, isPlain, inlines.count))
      inlines.append(.html(html))
    case .end(let tag):
      close(tag, html)
    default:
      inlines.append(.html(html))
    }
  }

  private mutating func close(_ tag: SemanticTag, _ html: String) {
    guard let opening = openTags.lastIndex(where: { $0.tag == tag }) else {
      inlines.append(.html(html))
      return
    }
    let (_, isPlain, start) = openTags[opening]
    openTags.removeSubrange(opening...)
    guard isPlain, let element = tag.element(Array(inlines[(start + 1)...])) else {
      inlines.append(.html(html))
      return
    }
    inlines.removeSubrange(start...)
    inlines.append(element)
  }
}
