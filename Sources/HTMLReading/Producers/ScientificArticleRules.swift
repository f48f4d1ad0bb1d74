/// Rules for papers: those that LaTeXML made of TeX, as arXiv does, and pages with notes in their margins.
enum ScientificArticleRules {
  /// Comes before what is hidden goes.
  static let first: [CleanUp.Rule] = [
    CleanUp.Rule("read the notes of LyX", for: [.lyx], readNotesOfLyX)
  ]

  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("read the notes, markers and equations of LaTeXML", read),
    CleanUp.Rule("read notes in the margin", MarginNotes.read),
    CleanUp.Rule("put the marks of points before their text", joinPoints),
    CleanUp.Rule("part the numbers of sections from their text", partNumbers),
  ]

  /// LyX hides a note until the pointer is above its number.
  private static func readNotesOfLyX(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree.hasClass("foot", id),
        let content = tree.children(of: id).first(where: { tree.hasClass("foot_inner", $0) })
      else { return }
      makeNote(of: content, at: id, &tree)
    }
  }

  private static func read(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree.contains(class: id, where: { $0.startsIgnoringCase(with: "ltx_") }) else { return }
      if tree.hasClass("ltx_note", id) {
        readNote(id, &tree)
      } else if tree.hasClass("ltx_tag_item", id) {
        readMarker(id, &tree)
      } else if tree.hasClass(among: ["ltx_tag_bibitem", "ltx_bibblock"], id) {
        keepApart(id, &tree)
      } else if tree[id].name == .div, tree.hasClass("ltx_listing", id) {
        PaperListings.read(id, &tree)
      } else if tree[id].name == .table, tree.hasClass("ltx_eqn_table", id) {
        readEquations(id, &tree)
      }
    }
  }

  /// A note stands where its mark is, with the mark once more and a name for it before its text.
  private static func readNote(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard let content = tree.near(id, where: { tree.hasClass("ltx_note_content", $0) }) else { return }
    for child in Array(tree.children(of: content).prefix(8))
    where tree.hasClass(among: ["ltx_note_mark", "ltx_tag_note", "ltx_note_type"], child) {
      tree.remove(child)
    }
    makeNote(of: content, at: id, &tree)
  }

  /// Takes a note out of the text, and puts a reference to it where it stands.
  static func makeNote(
    of content: HTMLTree.NodeID, at place: HTMLTree.NodeID, _ tree: inout HTMLTree
  ) {
    let mark = "note \(content)"
    let reference = tree.addElement(.a)
    tree.addAttribute(.footnoteReference, to: reference) { $0.append(contentsOf: mark.utf8) }
    tree.append(tree.addText("*"), to: reference)
    tree.insert(reference, before: place)
    tree.remove(place)
    if content != place { tree.remove(content) }
    tree.rename(content, .div)
    tree.literalNotes[mark] = content
  }

  /// The acts of the United Kingdom have both side by side.
  private static func partNumbers(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree[id].name == .span, tree.hasClass("legrhs", id), tree[id].previous != HTMLTree.none else {
        return
      }
      tree.insert(tree.addText(" "), before: id)
    }
  }

  /// Laws set each point as a table of a row: its mark, and its text beside it.
  private static func joinPoints(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .table) { tree, id in
      guard tree.number(.border, of: id) == 0,
        let cells = cellsOfOnlyRow(of: id, in: tree), cells.count == 2
      else { return }
      let mark = tree.innerText(of: cells[0], limit: 16)[...].trimmingHTMLSpace
      guard 1...8 ~= mark.count, !mark.contains(where: \.isHTMLSpace),
        let text = tree.children(of: cells[1]).first(where: { !tree.isBlank($0) }), tree[text].name == .p
      else { return }
      let words = Array(mark) + [0x20]
      tree.prepend(tree.addText { $0.append(contentsOf: words) }, to: text)
      tree.insert(tree.addElement(.div), before: id)
      tree.moveChildren(of: cells[1], to: tree[id].previous)
      tree.remove(id)
    }
  }

  private static func cellsOfOnlyRow(
    of table: HTMLTree.NodeID, in tree: HTMLTree
  ) -> [HTMLTree.NodeID]? {
    var rows: [HTMLTree.NodeID] = []
    for child in tree.children(of: table) where !tree.isBlank(child) {
      switch tree[child].name {
      case .tr: rows.append(child)
      case .tbody: rows += tree.children(of: child).filter { tree[$0].name == .tr }.prefix(2)
      case .colgroup: break
      default: return nil
      }
      if rows.count > 1 { return nil }
    }
    guard rows.count == 1 else { return nil }
    return tree.children(of: rows[0]).prefix(8).filter { tree[$0].name == .td }
  }

  /// The marker of an item is text, and its list without markers; a label that says more than one would stays.
  private static func readMarker(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let holder = tree.ancestor(of: id) { tree[$0].name == .li || tree[$0].name == .dt }
    guard let item = holder, tree[item].name == .li else { return }
    if tree.style(of: item)?.hasNoListMarker == true { tree.setStyle([], of: item) }
    let text = tree.innerText(of: id, limit: 64)[...].trimmingHTMLSpace
    let isMarker = text.count <= 6 && !text.contains(0x20)
    if isMarker { tree.remove(id) } else { keepApart(id, &tree) }
  }

  private static func keepApart(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard tree[id].next != HTMLTree.none else { return }
    tree.insert(tree.addText(" "), before: tree[id].next)
  }

  /// Equations are set into tables, with empty cells beside them and their numbers in the last one.
  private static func readEquations(_ table: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    var formulas: [[UInt8]] = []
    var current = tree.following(table, within: table)
    while current != HTMLTree.none {
      switch tree[current].name {
      case .tr: formulas.append([])
      case .math:
        if let tex = tree.attribute(.alttext, of: current), !formulas.isEmpty {
          let isFirst = formulas[formulas.count - 1].isEmpty
          formulas[formulas.count - 1] += (isFirst ? [] : [0x20]) + tex
        }
        current = tree.followingSkippingContent(of: current, within: table)
        continue
      case .span where tree.hasClass("ltx_tag_equation", current):
        if formulas.last?.isEmpty == false,
          let tag = FormulaRules.tag(of: tree.innerText(of: current, limit: 32)[...])
        {
          formulas[formulas.count - 1] += tag
        }
      default: break
      }
      current = tree.following(current, within: table)
    }
    guard formulas.contains(where: { !$0.isEmpty }) else { return }
    for formula in formulas where !formula.isEmpty {
      let paragraph = tree.addElement(.p)
      tree.insert(paragraph, before: table)
      let place = tree.addText("")
      tree.append(place, to: paragraph)
      tree.insertFormula(formula, isDisplayed: true, before: place)
    }
    tree.remove(table)
  }
}

/// Listings in papers that LaTeXML made of TeX: code is a block, and an algorithm a paragraph of lines, with formulas.
private enum PaperListings {
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

  /// White space at the ends of the markup's lines is not a space of the line.
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
