/// Inlines in the making, with the HTML tags among them paired into what they mean.
///
/// What is open and what holds it lie in one stack, from which the content of an inline is taken when it ends.
struct InlineContent {
  /// Where the content of an inline begins.
  struct Mark {
    fileprivate let index: Int
    fileprivate let tagIndex: Int
  }

  private var inlines: [Inline] = []
  /// Where tags that may find an end tag stand in `inlines`.
  private var openTags: [(tag: SemanticTag, isPlain: Bool, index: Int)] = []
  private var openCount = 0
  /// The first of `openTags` in the innermost inline that is open.
  private var firstTag = 0

  /// How many inlines hold what is appended next.
  var depth: Int { openCount + openTags.count }

  /// Begins the content of an inline.
  mutating func begin() -> Mark {
    let mark = Mark(index: inlines.count, tagIndex: firstTag)
    firstTag = openTags.count
    openCount += 1
    return mark
  }

  /// Ends the content of the inline that was begun last, and returns it; tags that nothing ends stay.
  mutating func end(_ mark: Mark) -> [Inline] {
    openTags.removeSubrange(firstTag...)
    firstTag = mark.tagIndex
    openCount -= 1
    return take(from: mark.index)
  }

  /// Makes room for so many inlines.
  mutating func reserve(_ count: Int) { inlines.reserveCapacity(count) }

  /// Ends all content, and returns it.
  mutating func finish() -> [Inline] {
    // Little more room than it takes is not worth a copy.
    inlines.count > inlines.capacity / 2 ? inlines : take(from: 0)
  }

  mutating func append(_ inline: Inline) {
    inlines.append(inline)
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
    guard let opening = openTags[firstTag...].lastIndex(where: { $0.tag == tag }) else {
      inlines.append(.html(html))
      return
    }
    let (_, isPlain, start) = openTags[opening]
    openTags.removeSubrange(opening...)
    guard isPlain, let element = tag.element(Array(inlines[(start + 1)...])) else {
      inlines.append(.html(html))
      return
    }
    inlines.removeLast(inlines.count - start)
    inlines.append(element)
  }

  private mutating func take(from start: Int) -> [Inline] {
    let content = Array(inlines[start...])
    // What removes a range may make a copy of all room that was reserved.
    inlines.removeLast(inlines.count - start)
    return content
  }
}
