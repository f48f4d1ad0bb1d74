/// The HTML that people put between Markdown.
enum MarkupTag {
  private static let names: Set<String> = [
    "a", "b", "br", "center", "code", "details", "div", "em", "h1", "h2", "h3", "h4", "hr", "i", "img", "kbd",
    "li", "ol", "p", "picture", "pre", "source", "span", "strong", "sub", "summary", "sup", "table", "tbody",
    "td", "th", "thead", "tr", "ul", "video",
  ]

  /// True if the line begins with one of these tags, with a comment, or with an address in angle brackets.
  static func isMarkdownCompany(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: "<!--".utf8) || line.starts(with: "<http".utf8) { return true }
    var name = line.dropFirst()
    if name.first == UInt8(ascii: "/") { name.removeFirst() }
    return names.contains(
      String(decoding: name.prefix(8).prefix { $0.isASCIIAlphanumeric }.map(\.lowercased), as: UTF8.self))
  }
}
