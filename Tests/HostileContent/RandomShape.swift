import TestSupport

/// A few pieces of markup, again and again, and as many ends: what nests beyond measure in some reader.
public struct RandomShape: Sendable {
  public enum Format: String, CaseIterable, Sendable { case html, markdown, rtf }

  public let format: Format
  public let unit: String
  private let end: String

  public init(_ format: Format, seed: UInt64) {
    self.format = format
    var generator = SeededGenerator(seed: seed)
    var unit = ""
    var ends: [String] = []
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let (start, end) = Self.piece(format, &generator)
      unit += start
      ends.insert(end, at: 0)
      if Int.random(in: 0..<4, using: &generator) == 0 { unit += "x" }
    }
    self.unit = unit
    let isEnded = Bool.random(using: &generator)
    end = isEnded ? ends.joined() : ""
  }

  /// So many of the pieces within each other.
  public func text(repetitions: Int) -> String {
    (format == .rtf ? "{\\rtf1 " : "") + String(repeating: unit, count: repetitions) + "y"
      + String(repeating: end, count: repetitions)
  }

  private static func piece(
    _ format: Format, _ generator: inout SeededGenerator
  ) -> (start: String, end: String) {
    switch format {
    case .html:
      let name = elements[Int.random(in: elements.indices, using: &generator)]
      guard Int.random(in: 0..<5, using: &generator) > 0 else { return ("</\(name)>", "") }
      let attributes = Self.attributes[Int.random(in: Self.attributes.indices, using: &generator)]
      let isStyled = Int.random(in: 0..<3, using: &generator) == 0
      return (isStyled ? "<\(name) \(attributes)>" : "<\(name)>", "</\(name)>")
    case .markdown:
      return markdown[Int.random(in: markdown.indices, using: &generator)]
    case .rtf:
      return rtf[Int.random(in: rtf.indices, using: &generator)]
    }
  }

  private static let elements = [
    "a", "abbr", "address", "applet", "article", "audio", "b", "bdo", "big", "blockquote", "br", "button",
    "caption", "center", "cite", "code", "col", "colgroup", "dd", "del", "details", "dialog", "dir", "div",
    "dl", "dt", "em", "fieldset", "figcaption", "figure", "font", "form", "h1", "h2", "h6", "hr", "i",
    "iframe", "img", "input", "ins", "kbd", "label", "legend", "li", "listing", "main", "map", "mark",
    "marquee", "math", "menu", "meter", "nav", "nobr", "noscript", "object", "ol", "optgroup", "option", "p",
    "picture", "plaintext", "pre", "q", "rb", "rp", "rt", "rtc", "ruby", "s", "samp", "search", "section",
    "select", "slot", "small", "span", "strike", "strong", "sub", "summary", "sup", "svg", "table", "tbody",
    "td", "template", "textarea", "tfoot", "th", "thead", "tr", "tt", "u", "ul", "var", "video", "wbr", "xmp",
    "annotation", "semantics", "mrow", "x-y",
  ]

  private static let attributes = [
    "style='mso-list:l0 level3 lfo1'", "style='margin-left:9in'", "style='font-family:monospace'",
    "style='white-space:pre'", "style='display:inline'", "class=MsoQuote", "class='markdown-alert'",
    "aria-level=9999", "data-aria-level=9999", "class=ql-indent-8", "href='#a' id=b", "href='#b' id=a",
    "hidden", "class=MathJax", "role=presentation", "start=99", "type=checkbox",
  ]

  private static let markdown = [
    ("> ", ""), ("- ", ""), ("1. ", ""), ("[^1]: ", ""), ("- [ ] ", ""), ("*a ", " *"), ("**a ", "**"),
    ("~~a ", "~~"), ("[a ", "](b)"), ("![a ", "](b)"), ("<u>", "</u>"), ("<sup>", "</sup>"), ("<div>", ""),
    ("# ", ""), ("| a ", ""), ("```\n", ""), ("\n\n", ""), ("\n", ""), ("  ", ""), ("    ", ""), ("[^2]", ""),
    ("<b>a", "</b>"), ("`", ""), ("\\", ""), ("a\n===\n", ""), ("<details>\n", "</details>\n"),
  ]

  private static let rtf = [
    ("{", "}"), ("{\\b ", "}"), ("{\\footnote ", "}"), ("{\\*\\annotation ", "}"), ("\\par ", ""),
    ("{\\field{\\*\\fldinst HYPERLINK \"a\"}{\\fldrslt ", "}}"),
    ("\\trowd\\cellx100\\intbl a\\cell\\row ", ""),
    ("\\itap9\\intbl a\\nestcell ", ""), ("\\itap2 ", ""), ("\\li9999 a\\par ", ""),
    ("\\ls1\\ilvl8 a\\par ", ""),
    ("{\\listtext 1.\\tab}a\\par ", ""), ("{\\*\\x ", "}"), ("{\\stylesheet{\\s1\\sbasedon2 a;}", "}"),
    ("{\\s2\\sbasedon1 b;}", ""), ("{\\upr{a}{\\*\\ud{", "}}}"), ("{\\pict ", "}"),
    ("{\\object{\\result ", "}}"),
    ("{\\*\\fldinst EQ \\\\f(", ",)}"), ("\\outlinelevel0 a\\par ", ""),
    ("{\\shp{\\*\\shpinst{\\shptxt ", "}}}"),
    ("\\intbl\\cell ", ""), ("{\\listtable{\\list{\\listlevel ", "}}}"),
  ]
}
