/// Tells a piece of HTML without `html` around it, such as programs that color code print.
enum HTMLFragment {
  /// What a piece of HTML begins with. Markdown may begin with these too, but then it has text outside of them.
  private static let roots: Set<String> = [
    "address", "article", "aside", "blockquote", "center", "details", "div", "dl", "fieldset", "figure",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "link", "main", "meta", "nav", "ol", "p",
    "pre", "script", "section", "style", "table", "title", "ul",
  ]

  private static let voidElements: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]

  /// Deeper is no piece of a page.
  private static let depthLimit = 256

  /// True if everything stands inside of elements of HTML, and none is a part of a program.
  static func isFragment(_ bytes: [UInt8], root: String) -> Bool {
    guard roots.contains(root) else { return false }
    var scanner = TagScanner(bytes)
    var open: [String] = []
    var closed = 0
    _ = scanner.skipToTag()
    while let piece = scanner.next() {
      switch piece {
      case .text(isBlank: false) where open.isEmpty: return false
      case .broken: return false
      // What Vue writes around the markup of a component.
      case .open("template", _) where open.isEmpty: return false
      case .open(let name, let isClosed):
        if !isClosed, !voidElements.contains(name) { open.append(name) }
        if open.count > depthLimit { return false }
      case .close(let name):
        closed += 1
        // The ends of paragraphs, items and cells may be left out.
        if let last = open.lastIndex(of: name) { open.removeSubrange(last...) }
      case .text, .other: break
      }
    }
    return closed > 0 && open.allSatisfy(mayStayOpen.contains)
  }

  private static let mayStayOpen: Set<String> = ["p", "li", "dt", "dd"]
}
