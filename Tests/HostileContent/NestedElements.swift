import TestSupport

/// A document of the elements that rules of a format ask for, in one another in any order.
///
/// A rule may take an element away, or put another in its place, within or around which a later rule still has something
/// to do: what no program writes is read as well.
public struct NestedElements: Sendable {
  public let format: ElementPattern.Format
  public let content: String

  /// - Parameter tags: start tags of HTML that stand among the elements, with their attributes.
  public init(_ format: ElementPattern.Format, tags: [String] = [], seed: UInt64) {
    self.format = format
    var generator = SeededGenerator(seed: seed)
    let elements = ElementPattern.elements(of: format)
    content = (0..<3).map { _ in Self.content(of: format, elements, tags, depth: 6, &generator) }.joined()
  }

  public var bytes: [UInt8] { ElementPattern.file(format, content) }

  private static func content(
    of format: ElementPattern.Format, _ elements: [ElementPattern.Element], _ tags: [String], depth: Int,
    _ generator: inout SeededGenerator
  ) -> String {
    func any<T>(_ choices: [T]) -> T { choices[Int.random(in: choices.indices, using: &generator)] }
    guard depth > 0, Int.random(in: 0..<4, using: &generator) > 0 else {
      return format == .html ? any(words) : format.word
    }
    var (start, end) = any(elements)
    if !tags.isEmpty, Bool.random(using: &generator) {
      start = any(tags)
      end = "</\(start.dropFirst().prefix { $0 != " " && $0 != ">" })>"
    }
    if format == .html, Int.random(in: 0..<3, using: &generator) == 0 {
      start = "\(start.prefix { $0 != " " && $0 != ">" }) \(any(attributes))>"
    }
    if format.isMarkup, Int.random(in: 0..<12, using: &generator) == 0 { end = "" }
    let parts = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      content(of: format, elements, tags, depth: depth - 1, &generator)
    }
    return start + parts.joined() + end
  }

  /// The attributes that rules of HTML look for in elements of any name.
  private static let attributes = [
    "style='display:none'", "hidden", "href='#'", "href='#a'", "id=a", "class=anchor", "role=button",
    "aria-hidden=true", "data-math=x", "data-latex=x", "style='white-space:pre'",
    "style='font-family:monospace'", "style='mso-list:l0 level2 lfo1'", "style='margin-left:1in'",
    "style='user-select:none'", "class=highlight", "class=language-c", "role=heading aria-level=2",
    "role=listitem", "role=row", "role=cell", "role=math", "type=checkbox", "data-language=c", "rowspan=2",
    "colspan=2", "start=3", "class=katex", "class=footnotes", "class=copy-button", "class=sr-only",
    "class=line", "data-line-number=1", "title=x", "aria-label=x", "alt=x", "src=a", "name=a", "value=7",
    "class=MsoListParagraph",
  ]

  private static let words = [
    "x", "two words ", "python", "\n", "1. ", "Copy", "$x$", "[x] ", "• ", "&nbsp;",
  ]
}
