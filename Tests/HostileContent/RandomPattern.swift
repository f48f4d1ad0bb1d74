import TestSupport

/// A few pieces of text side by side, again and again: what costs more than its length in some reader or writer.
public struct RandomPattern: Sendable {
  public let format: RandomShape.Format
  public let unit: String
  private let begin: String
  private let end: String

  public init(_ format: RandomShape.Format, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    self.format = format
    let pieces = Self.pieces(of: format)
    // The first seeds go through the pieces alone.
    var unit = Int(exactly: seed).flatMap { pieces.indices.contains($0) ? pieces[$0] : nil } ?? ""
    while unit.isEmpty
      || Int(exactly: seed) ?? .max >= pieces.count && Int.random(in: 0..<3, using: &generator) > 0
    {
      unit += pieces[Int.random(in: pieces.indices, using: &generator)]
      if Int.random(in: 0..<4, using: &generator) == 0 { unit += "a" }
    }
    self.unit = unit
    let frames = Self.frames(of: format)
    (begin, end) = frames[Int.random(in: frames.indices, using: &generator)]
  }

  /// About so many bytes of it.
  public func text(byteCount: Int) -> String {
    begin + String(repeating: unit, count: max(1, byteCount / unit.utf8.count)) + end
  }

  private static func frames(of format: RandomShape.Format) -> [(String, String)] {
    switch format {
    case .html: [("", ""), ("<p>", ""), ("<ul><li>", ""), ("<table><tr><td>", "</table>"), ("<pre>", "")]
    case .markdown:
      [("", ""), ("a", "b"), ("> ", ""), ("- ", ""), ("| a |\n|-|\n| ", "|\n"), ("", "\n===\n")]
    case .rtf: [("{\\rtf1 ", "}"), ("{\\rtf1\\trowd\\cellx100\\intbl ", "\\cell\\row}")]
    }
  }

  /// How many pieces there are, each of which is tried alone.
  public static func pieceCount(_ format: RandomShape.Format) -> Int { pieces(of: format).count }

  private static func pieces(of format: RandomShape.Format) -> [String] {
    switch format {
    case .html: html
    case .markdown: markdown
    case .rtf: rtf
    }
  }

  private static let markdown = [
    "*", "_", "**", "~~", "~", "`", "``", "[", "]", "![", "](b)", "](", "[a]", "[a]: b\n", "[^a]",
    "[^a]: b\n", "<", ">",
    "<a", "<!--", "-->", "<?", "<!A ", "<![CDATA[", "</a>", "<u>", "</u>", "<b>", "<http://a>", "<a@b.c>",
    "www.a_",
    "www.a.b ", "http://a.b", "https://", "a@b.c", "ftp://", "&amp;", "&", "&#1;", "\\", "\\*", "|", "||",
    "|-|\n", "-|",
    " | ", "a|b\n", "\n", "\n\n", "  \n", "\\\n", "    ", "\t", "# ", "#", "===\n", "---\n", "- ", "+ ",
    "1. ", "1) ",
    "> ", ">", "```\n", "~~~\n", "- [ ] ", "(", ")", "\"", "'", "\u{A0}", "é", "日", "*a*", "_a_", "**a",
    "a**", "*a_b", "[a](b)",
    "![a](b)", "[a][b]", "$", "$$", "^", "==", ": ", "<details>\n", "<div>\n", "\u{200B}", "\r", "\0", "a b ",
  ]

  private static let html = [
    "<b>", "</b>", "<i>", "</i>", "<u>", "<a href=b>", "</a>", "<a href='#a'>", "<a name=a>", "<p>", "</p>",
    "<div>",
    "</div>", "<br>", "<span>", "<span style='font-weight:bold'>", "</span>", "<li>", "<ul>", "<ol>", "</ul>",
    "<ul><li>",
    "<dl><dt>", "<dd>", "<table>", "<tr>", "<td>", "<td colspan=999>", "<td rowspan=999>", "</td>", "</tr>",
    "</table>",
    "<th>", "<caption>", "<h1>", "</h1>", "<blockquote>", "<pre>", "</pre>", "<code>", "</code>", "<hr>",
    "<img src=a>",
    "<img src=a alt='b c'>", "<!--", "-->", "<!", "<?", "<![CDATA[", "<", ">", "&", "&amp;", "&#65;",
    "&nbsp;", "\u{A0}", " ",
    "\n", "a", "a b ", "é", "*", "_", "[", "]", "`", "|", "#", "- ", "1. ", "<ruby>", "<rt>", "<math>",
    "<mi>", "</math>",
    "<mfrac>", "<svg>", "<input type=checkbox>", "<details>", "<summary>", "<mark>", "<sub>", "<sup>",
    "<kbd>", "<font>",
    "<center>", "<select>", "<option>", "<textarea>", "<script>", "<style>", "</style>",
    "<sup><a href='#fn1'>1</a></sup>",
    "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>", "<p style='margin-left:1in'>",
    "<p style='font-family:monospace'>", "<div style='white-space:pre'>", "<o:p>", "<p>\u{A0}</p>",
    "<li value=9>",
    "<figure>", "<figcaption>", "<base href=a>", "<image>", "<meter>", "<form>", "<object>", "<tbody>",
  ]

  private static let rtf = [
    "{", "}", "\\par ", "\\b ", "\\b0 ", "\\i ", "{\\b a}", "\\pard ", "\\plain ", "\\tab ", "\\line ",
    "\\cell ", "\\row ",
    "\\trowd\\cellx100 ", "\\intbl ", "\\itap2 ", "\\nestcell ",
    "{\\*\\nesttableprops\\trowd\\cellx9\\nestrow}", "\\'e9",
    "\\u233?", "\\u-3913?", "\\uc0 ", "{\\field{\\*\\fldinst HYPERLINK \"a\"}{\\fldrslt b}}",
    "{\\footnote a}",
    "{\\*\\bkmkstart a}", "{\\*\\bkmkend a}", "\\li720 ", "\\fi-360 ", "\\ls1 ", "\\ilvl1 ",
    "{\\listtext 1.\\tab}",
    "{\\pntext 1.\\tab}", "\\outlinelevel0 ", "\\s1 ", "\\fs48 ", "\\f1 ", "{\\fonttbl{\\f1\\fmodern a;}}",
    "{\\stylesheet{\\s1 a;}}", "{\\colortbl;\\red1;}", "{\\pict a}", "{\\*\\x ", "\\bin3 abc", "a", " ", "  ",
    "a b ", "\n",
    "*", "_", "[", "{\\upr{a}{\\*\\ud b}}", "{\\shptxt a}", "\\page ", "\\sect ", "\\rtlch\\af1 ",
    "\\super a\\nosupersub ",
    "{\\*\\annotation a}", "\\cell\\row ", "\\par\\pard\\li720 ", "\\brdrb ", "\\qc ", "\\sb240 ",
    "{\\object{\\result a}}",
    "{\\*\\fldinst EQ \\\\f(a,b)}", "\\emdash ", "\\~", "\\_", "\\-", "\\clmgf\\cellx9 ", "\\clvmrg\\cellx9 ",
  ]
}
