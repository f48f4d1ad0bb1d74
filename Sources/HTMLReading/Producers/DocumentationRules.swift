/// Rules for manuals: what docutils and Sphinx, Texinfo and Asciidoctor make of their sources.
enum DocumentationRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("read the roles, terms and lines of docutils", readDocutils),
    CleanUp.Rule("gather the notes of Texinfo", gatherNotes),
    CleanUp.Rule("set the labels of tabs above what they show", setLabels),
    CleanUp.Rule("read tabs by role", setTabs),
  ]

  private static func readDocutils(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree.attribute(.class, of: id) != nil else { return }
      switch tree[id].name {
      case .a where tree.hasClass("toc-backref", id):
        // A heading's link back to the contents.
        tree.unwrap(id)
      case .span where tree.hasClass("literal", id) && tree.hasClass("docutils", id):
        tree.rename(id, .code)
      case .span where tree.hasClass("classifier", id):
        setOff(id, &tree)
      case .ul where tree.hasClass("simple", id), .ol where tree.hasClass("simple", id):
        tighten(id, &tree)
      case .div where tree.hasClass(among: parts, id): readPart(id, &tree)
      case .dl where tree.hasClass(among: noteLists, id): readNotes(of: id, &tree)
      default: break
      }
    }
  }

  private static let parts: ClassNames = ["line-block", "csl-left-margin", "colist", "citation"]

  private static let noteLists: ClassNames = ["footnote", "citation"]

  /// Up to docutils 0.17 notes are a list of definitions, and works that are cited are another: each becomes an element
  /// of its own, as later ones have it.
  private static func readNotes(of list: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let kind = tree.hasClass("citation", list) ? "citation" : "footnote"
    for term in Array(tree.children(of: list))
    where tree[term].name == .dt && tree.hasClass("label", term) {
      let text = tree.nextVisible(term)
      guard text != HTMLTree.none, tree[text].name == .dd else { continue }
      for part in tree.children(of: term) where tree[part].name == .span {
        let isLabel = !tree.hasClass("fn-backref", part)
        tree.replaceAttribute(.class, of: part, with: (isLabel ? "label" : "backrefs").utf8)
        guard isLabel else { continue }
        // Drawn by the style sheet.
        tree.prepend(tree.addText("["), to: part)
        tree.append(tree.addText("]"), to: part)
      }
      tree.rename(term, .div)
      tree.replaceAttribute(.class, of: term, with: kind.utf8)
      tree.moveChildren(of: text, to: term)
      tree.remove(text)
      if kind == "citation" { joinLabel(ofCitation: term, &tree) }
    }
    tree.rename(list, .div)
  }

  private static func readPart(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    if tree.hasClass("csl-left-margin", id) {
      joinLabel(id, &tree)
    } else if tree.hasClass("colist", id) {
      readCallouts(of: id, &tree)
    } else if tree.hasClass("citation", id) {
      joinLabel(ofCitation: id, &tree)
    } else if !tree.hasClass("line-block", tree[id].parent) {
      joinLines(of: id, &tree)
    }
  }

  /// Styles of bibliographies set a number beside what it is of (CSL 1.0.2).
  private static func joinLabel(_ label: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let text = tree.nextVisible(label)
    guard text != HTMLTree.none, tree.hasClass("csl-right-inline", text) else { return }
    tree.rename(label, .span)
    tree.rename(text, .span)
    tree.insert(tree.addText(" "), before: text)
  }

  /// A work that is cited has its label beside its text; the label leads back to where that is, or numbers behind it.
  private static func joinLabel(ofCitation citation: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let parts = tree.children(of: citation).filter { !tree.isBlank($0) }
    guard let label = parts.first, tree[label].name == .span, tree.hasClass("label", label),
      let text = parts.dropFirst().first(where: { !tree.hasClass("backrefs", $0) }), tree[text].name == .p
    else { return }
    for part in parts where tree.hasClass("backrefs", part) { tree.remove(part) }
    for link in Array(tree.children(of: label)) where tree[link].name == .a { tree.unwrap(link) }
    tree.remove(label)
    tree.prepend(tree.addText(" "), to: text)
    tree.prepend(label, to: text)
  }

  /// Asciidoctor explains numbered lines of code in a table where it draws the numbers.
  private static func readCallouts(of block: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard let table = tree.children(of: block).first(where: { tree[$0].name == .table }) else { return }
    var rows: [[HTMLTree.NodeID]] = []
    var current = tree.following(table, within: table)
    while current != HTMLTree.none {
      if tree[current].name == .tr { rows.append(tree.children(of: current).filter { tree[$0].name == .td }) }
      current = tree.following(current, within: table)
    }
    let isNumbered = rows.enumerated().allSatisfy { index, cells in
      cells.count == 2
        && tree.innerText(of: cells[0], limit: 8)[...].trimmingHTMLSpace.elementsEqual("\(index + 1)".utf8)
    }
    guard isNumbered, !rows.isEmpty else { return }
    let list = tree.addElement(.ol)
    tree.insert(list, before: table)
    for cells in rows {
      tree.remove(cells[1])
      tree.rename(cells[1], .li)
      tree.append(cells[1], to: list)
    }
    tree.remove(table)
  }

  /// The colon between a term and its kind comes from a style sheet.
  private static func setOff(_ classifier: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let before = tree.previousVisible(classifier)
    guard before != HTMLTree.none, !tree.hasClass("classifier-delimiter", before),
      tree[before].name != .text
        || tree.text(of: before).last(where: { !$0.isHTMLSpace }) != UInt8(ascii: ":")
    else { return }
    tree.insert(tree.addText(" : "), before: classifier)
  }

  /// A list whose items are a paragraph each is called simple.
  private static func tighten(_ list: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    for item in Array(tree.children(of: list)) where tree[item].name == .li {
      let first = tree.children(of: item).first { !tree.isBlank($0) }
      if let first, tree[first].name == .p { tree.unwrap(first) }
    }
  }

  /// Lines of verse, or of an address, each in an element of its own.
  private static func joinLines(of block: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    var lines: [HTMLTree.NodeID] = []
    var current = tree.following(block, within: block)
    while current != HTMLTree.none {
      if tree.hasClass("line", current) {
        lines.append(current)
        current = tree.followingSkippingContent(of: current, within: block)
      } else {
        current = tree.following(current, within: block)
      }
    }
    guard !lines.isEmpty else { return }
    let paragraph = tree.addElement(.p)
    tree.insert(paragraph, before: block)
    for line in lines {
      if tree[paragraph].firstChild != HTMLTree.none { tree.append(tree.addElement(.br), to: paragraph) }
      tree.moveChildren(of: line, to: paragraph)
    }
    tree.remove(block)
  }

  /// MkDocs has all labels side by side, before what the tabs show.
  private static func setLabels(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree.hasClass("tabbed-labels", id) else { return }
      let content = tree.children(of: tree[id].parent).first { tree.hasClass("tabbed-content", $0) }
      let labels = tree.children(of: id).filter { tree[$0].name == .label }
      let blocks = content.map { tree.children(of: $0).filter { tree.hasClass("tabbed-block", $0) } } ?? []
      guard labels.count == blocks.count else { return }
      for (label, block) in zip(labels, blocks) {
        // Its script links each label to itself.
        for link in Array(tree.children(of: label)) where tree[link].name == .a { tree.unwrap(link) }
        set(label, above: block, &tree)
      }
      tree.remove(id)
    }
  }

  private static func set(_ label: HTMLTree.NodeID, above block: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let title = tree.addElement(.p)
    let strong = tree.addElement(.strong)
    tree.moveChildren(of: label, to: strong)
    tree.append(strong, to: title)
    tree.insert(title, before: block)
  }

  /// Lists of tabs, as Docusaurus', stand before what they show: all of it, or that of the tab which is open.
  private static func setTabs(_ tree: inout HTMLTree) {
    tree.forEachElement(where: \.isList) { tree, id in
      guard hasRole("tablist", id, in: tree) else { return }
      let tabs = tree.children(of: id).filter { !tree.isBlank($0) }
      let holder = tree.nextVisible(id)
      guard holder != HTMLTree.none, tabs.allSatisfy({ hasRole("tab", $0, in: tree) }) else { return }
      let isPanel = hasRole("tabpanel", holder, in: tree)
      let panels =
        isPanel ? [holder] : tree.children(of: holder).filter { hasRole("tabpanel", $0, in: tree) }
      let open = tabs.filter { tree.attribute(.ariaSelected, of: $0)?.equalsIgnoringCase("true") == true }
      let shown = tabs.count == panels.count ? tabs : open
      guard !panels.isEmpty, shown.count == panels.count else { return }
      for (tab, panel) in zip(shown, panels) { set(tab, above: panel, &tree) }
      tree.remove(id)
    }
  }

  private static func hasRole(_ role: String, _ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.attribute(.role, of: id)?.equalsIgnoringCase(role) == true
  }

  /// A note's number is a heading, and its text stands behind it.
  private static func gatherNotes(_ tree: inout HTMLTree) {
    tree.forEachElement(where: { $0.headingLevel >= 4 }) { tree, id in
      guard isNoteHeading(id, in: tree) else { return }
      tree.rename(id, .div)
      while case let next = tree[id].next, next != HTMLTree.none, tree[next].name != .hr,
        tree[next].name.headingLevel == 0
      {
        tree.remove(next)
        tree.append(next, to: id)
      }
    }
  }

  private static func isNoteHeading(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let content = tree.children(of: id).filter { !tree.isBlank($0) }
    guard content.count == 1, tree[content[0]].name == .a, let address = tree.attribute(.href, of: content[0])
    else { return false }
    return ByteSearch.contains("#DOCF", in: address)
  }
}
