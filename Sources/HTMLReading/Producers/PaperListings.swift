/// Listings in papers that LaTeXML made of TeX: code is a block, and an algorithm a paragraph of lines, with formulas.
enum PaperListings {
  static func read(_ listing: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    var lines: [HTMLTree.NodeID] = []
    for child in Array(tree.children(of: listing)) {
      if tree.hasClass("ltx_listingline", child) {
        lines.append(child)
      } else if tree.isBlank(child) || tree.hasClass("ltx_listing_data", child) {
        // The link to the code as a file.
        tree.remove(child)
      } else {
        return
      }
    }
    guard !lines.isEmpty else { return }
    for line in lines { dropSpaceOfMarkup(in: line, &tree) }
    if tree.hasClass("ltx_lstlisting", listing) {
      makeCode(of: listing, lines, &tree)
    } else {
      makeLines(of: listing, lines, &tree)
    }
  }

  /// What ends the lines of the markup is no space of the line.
  private static func dropSpaceOfMarkup(in line: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    for child in Array(tree.children(of: line))
    where tree.isBlank(child) && tree.text(of: child).contains(UInt8(ascii: "\n")) { tree.remove(child) }
  }

  private static let languagePrefix = "ltx_lst_language_"

  private static func makeCode(
    of listing: HTMLTree.NodeID, _ lines: [HTMLTree.NodeID], _ tree: inout HTMLTree
  ) {
    for (index, line) in lines.enumerated() {
      if let number = number(of: line, in: tree) { tree.remove(number) }
      tree.rename(line, .span)
      if index < lines.count - 1 { tree.append(tree.addText("\n"), to: line) }
    }
    var language: String?
    _ = tree.contains(class: listing) { name in
      guard name.startsIgnoringCase(with: languagePrefix) else { return false }
      language = String(decoding: name.dropFirst(languagePrefix.utf8.count), as: UTF8.self)
      return true
    }
    tree.rename(listing, .pre)
    if let language, LanguageNames.contains(language) { CodeLabels.mark(listing, as: language, &tree) }
  }

  private static func makeLines(
    of listing: HTMLTree.NodeID, _ lines: [HTMLTree.NodeID], _ tree: inout HTMLTree
  ) {
    let paragraph = tree.addElement(.p)
    tree.insert(paragraph, before: listing)
    for line in lines {
      if let number = number(of: line, in: tree), tree[number].next != HTMLTree.none {
        tree.insert(tree.addText(" "), before: tree[number].next)
      }
      writeIndents(of: line, &tree)
      if tree[paragraph].firstChild != HTMLTree.none { tree.append(tree.addElement(.br), to: paragraph) }
      tree.moveChildren(of: line, to: paragraph)
    }
    tree.remove(listing)
  }

  private static func number(of line: HTMLTree.NodeID, in tree: HTMLTree) -> HTMLTree.NodeID? {
    tree.near(line) { tree.hasClass("ltx_tag_listingline", $0) }
  }

  /// Lines are set in by rules that have a width and no height; an em is about ten points.
  private static func writeIndents(of line: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    for rule in Array(tree.children(of: line).prefix(16)) where tree.hasClass("ltx_rule", rule) {
      guard let style = tree.attribute(.style, of: rule),
        let place = ByteSearch.position(of: "width:", in: style),
        let width = Int(leadingNumberIn: style[(place + 6)...])
      else { continue }
      let spaces = String(repeating: "\u{2003}", count: min(max(width / 10, 1), 20))
      tree.replaceContent(of: rule, with: tree.addText(spaces))
    }
  }
}
