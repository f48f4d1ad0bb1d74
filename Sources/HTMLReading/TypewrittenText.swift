/// HTML that only sets plain text: mail programs show it in a typewriter's font, and copy it without its white space.
///
/// Evolution 3.46 copies a line an element, and WebKit leaves out that these keep their spaces.
package enum TypewrittenText {
  private static let elements: Set<HTMLElementName> = [
    .html, .head, .meta, .title, .style, .body, .div, .p, .span, .br, .a, .blockquote,
  ]

  /// What most pages with code have, which need not be parsed for it.
  private static let otherTags = ["<pre", "<code", "<li", "<td", "<h2", "<img"]
  private static let lookAhead = 64 << 10

  /// True if all that HTML holds is this text, white space aside, in a font for code; what keeps its white space is code.
  package static func isSet(_ text: [UInt8], in html: [UInt8]) -> Bool {
    let beginning = html.prefix(lookAhead)
    guard ByteSearch.contains("onospace", in: beginning),
      !otherTags.contains(where: { ByteSearch.contains($0, in: beginning) })
    else { return false }
    let tree = HTMLReader.tree(of: html)
    guard tree.producer == .other else { return false }
    var signs: [UInt8] = []
    var current = tree.following(HTMLTree.root, within: HTMLTree.root)
    while current != HTMLTree.none {
      let isKept = tree.style(of: current)?.whiteSpace == .preserved
      if tree[current].name == .text {
        guard tree.isBlank(current) || CodeRules.hasMonospacedFont(current, within: HTMLTree.root, in: tree)
        else { return false }
        appendSigns(of: tree.text(of: current), to: &signs)
      } else if isKept || !elements.contains(tree[current].name) {
        return false
      }
      current = tree.following(current, within: HTMLTree.root)
    }
    var given: [UInt8] = []
    appendSigns(of: text[...], to: &given)
    return !signs.isEmpty && signs == given
  }

  /// Elements that set text apart by its looks alone, and the lines of viewers.
  private static let looks: Set<HTMLElementName> = elements.union([
    .pre, .code, .font, .b, .i, .u, .em, .strong, .table, .tbody, .tr, .td, .section, .article, .main,
  ])

  /// True if all that HTML holds is this text, white space aside, in colours and in a font for code, or where its lines are
  /// kept: as code editors copy it, and browsers what they show as it is.
  package static func isColoured(_ text: [UInt8], in html: [UInt8]) -> Bool {
    let beginning = html.prefix(lookAhead)
    guard !["<li", "<h1", "<h2", "<img", "<th"].contains(where: { ByteSearch.contains($0, in: beginning) })
    else {
      return false
    }
    let tree = HTMLReader.tree(of: html)
    var signs: [UInt8] = []
    // Whether text is kept as it is: by the element or by what it stands in, which came before it.
    var isCode = [Bool](repeating: false, count: tree.nodes.count)
    var current = tree.following(HTMLTree.root, within: HTMLTree.root)
    while current != HTMLTree.none {
      let style = tree.style(of: current)
      isCode[Int(current)] =
        isCode[Int(tree[current].parent)] || tree[current].name == .pre || tree[current].name == .code
        || style?.whiteSpace == .preserved || style?.isMonospaced == true
      if tree[current].name == .text {
        guard isCode[Int(current)] || tree.isBlank(current) else { return false }
        appendSigns(of: tree.text(of: current), to: &signs)
      } else if !looks.contains(tree[current].name) {
        return false
      }
      current = tree.following(current, within: HTMLTree.root)
    }
    var given: [UInt8] = []
    appendSigns(of: text[...], to: &given)
    return !signs.isEmpty && signs == given
  }

  /// True for HTML that begins with the mark of a program whose text beside it is the source: Obsidian's.
  package static func declaresSource(_ html: [UInt8]) -> Bool {
    let beginning = html.prefix(1024)
    guard let mark = ByteSearch.position(of: "<!-- obsidian -->", in: beginning) else { return false }
    // Only what says nothing itself stands before it.
    var tokenizer = MarkupTokenizer(count: mark)
    while let token = tokenizer.next(html.span) {
      switch token {
      case .declaration, .endTag: continue
      case .startTag(let name): guard [.html, .head, .meta, .body].contains(name) else { return false }
      case .text(let range):
        guard html[range].allSatisfy({ $0.isHTMLSpace || $0 >= 0x80 }) else { return false }
      }
    }
    return true
  }

  /// Appends text without its spaces, no-break spaces among them.
  private static func appendSigns(of text: ArraySlice<UInt8>, to signs: inout [UInt8]) {
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == 0xC2, index + 1 < text.endIndex, text[index + 1] == 0xA0 {
        index += 2
        continue
      }
      if !text[index].isHTMLSpace { signs.append(text[index]) }
      index += 1
    }
  }
}
