/// The tags that begin a block of raw HTML where they begin a line (CommonMark 4.6).
enum HTMLBlockStart {
  /// True if markup begins such a block whatever follows it, and even within a paragraph.
  static func begins(with markup: ArraySlice<UInt8>) -> Bool {
    guard markup.first == UInt8(ascii: "<"), let second = markup.dropFirst().first else { return false }
    if second == UInt8(ascii: "!") || second == UInt8(ascii: "?") { return true }
    let name = markup.dropFirst(second == UInt8(ascii: "/") ? 2 : 1).prefix { $0.isASCIIAlphanumeric }
    return name.count <= 10 && names.contains(String(decoding: name, as: UTF8.self).lowercased())
  }

  /// True for a name in lower case with which a tag begins a block (CommonMark 4.6, condition 6).
  static func isBlockName(_ name: String) -> Bool {
    names.contains(name) && !otherNames.contains(name)
  }

  /// What begins blocks on other conditions, or did so before CommonMark 0.31.
  private static let otherNames: Set<String> = ["pre", "script", "source", "style", "textarea"]

  private static let names: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col",
    "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure",
    "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html",
    "iframe", "legend", "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup",
    "option", "p", "param", "pre", "script", "search", "section", "source", "style", "summary", "table",
    "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]
}
