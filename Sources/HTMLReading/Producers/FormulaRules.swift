/// Rules for what pages show of formulas, or leave to a script to set.
enum FormulaRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("read formulas whose source is an attribute", readAttributes),
    CleanUp.Rule("read what classes say of formulas", readClasses),
    CleanUp.Rule("read TeX between its delimiters", readDelimitedFormulas),
    CleanUp.Rule("write the numbers of equations into them", writeNumbers),
  ]

  private static func readAttributes(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      if let source = source(of: id, in: tree), !source.isEmpty {
        let (tex, isInDisplay) = TeXText.withoutDelimiters(source)
        let isDisplayed =
          isInDisplay == true
          || tree[id].name.isBlock || tree.attribute(.dataTeX, of: id)?.equalsIgnoringCase("display") == true
          || tree.ancestor(of: id) { tree.hasClass(among: ["mjxc-display", "mjx-block"], $0) } != nil
        tree.insertFormula(Array(tex), isDisplayed: isDisplayed, before: id)
        // Canvas has MathML beside its pictures.
        let next = tree.nextVisible(id)
        if next != HTMLTree.none, tree.hasClass("hidden-readable", next) { tree.remove(next) }
        tree.remove(id)
      } else if tree.hasClass(among: wikiPictures, id) {
        replaceWikiPicture(id, &tree)
      }
    }
  }

  /// The TeX beside what is drawn: in editors, on Zhihu, by MathJax 2 in its output of common HTML, and as the alternative
  /// of a picture that a service for formulas made.
  private static func source(of id: HTMLTree.NodeID, in tree: HTMLTree) -> ArraySlice<UInt8>? {
    if let name = sourceAttribute(of: id, in: tree), let tex = tree.attribute(name, of: id) {
      return name == .dataTeX && isMode(tex) ? shown(by: id, in: tree) : tex
    }
    if tree.hasClass("mjx-math", id) {
      let drawn = tree.ancestor(of: id) { tree.hasClass("mjx-chtml", $0) }
      return drawn.map { isBeforeFormula($0, in: tree) } == true ? nil : tree.attribute(.ariaLabel, of: id)
    }
    guard tree[id].name == .img else { return nil }
    return FormulaServices.source(of: id, in: tree)
  }

  /// The attribute of an element that programs keep the TeX in.
  private static func sourceAttribute(of id: HTMLTree.NodeID, in tree: HTMLTree) -> HTMLAttributeName? {
    for index in tree[id].attributes {
      switch tree.attributes[index].name {
      case .dataTeX, .dataMath, .dataLaTeX, .dataFormula, .dataEquation, .dataMatrixMath:
        return tree.attributes[index].name
      case .dataCustomCopyText where isFormula(id, in: tree): return .dataCustomCopyText
      // Quill.
      case .dataValue where tree.hasClass("ql-formula", id): return .dataValue
      case .dataContent where isCalledFormula(id, in: tree): return .dataContent
      default: continue
      }
    }
    return nil
  }

  /// True for an element that says what copying it gives, if that is a formula.
  private static func isFormula(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    guard let text = tree.attribute(.dataCustomCopyText, of: id) else { return false }
    return TeXText.withoutDelimiters(text).isDisplayed != nil
      || tree.contains(class: id) { name in
        ["math", "katex", "formula", "latex"].contains { name.startsIgnoringCase(with: $0) }
      }
  }

  private static let kinds = [
    "inline-math", "block-math", "math", "math-inline", "math-block", "inlinemath", "blockmath", "mathinline",
    "mathblock", "nodemathblock", "formula", "latex", "equation",
  ]

  /// True for what SiYuan, and editors built on TipTap, call a formula.
  private static func isCalledFormula(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.attribute(.dataType, of: id)?.split(maxSplits: 8, whereSeparator: \.isHTMLSpace)
      .contains { word in kinds.contains(where: word.equalsIgnoringCase) } == true
  }

  /// Habr says in that attribute how a formula is set, and in the alternative text what it is.
  private static func isMode(_ text: ArraySlice<UInt8>) -> Bool {
    ["inline", "display"].contains { text.equalsIgnoringCase($0) }
  }

  /// The alternative text of a picture, without the dollar signs around it.
  private static func shown(by id: HTMLTree.NodeID, in tree: HTMLTree) -> ArraySlice<UInt8>? {
    guard let text = tree.attribute(.alt, of: id)?.trimmingHTMLSpace else { return nil }
    for sign in ["$$display$$", "$inline$", "$$", "$"]
    where text.count > 2 * sign.utf8.count && text.starts(with: sign.utf8)
      && text.suffix(sign.utf8.count).elementsEqual(sign.utf8)
    {
      return text.dropFirst(sign.utf8.count).dropLast(sign.utf8.count)
    }
    return text
  }

  /// MediaWiki's pictures of formulas, beside their MathML or, as some browsers copy them, alone.
  private static let wikiPictures: ClassNames = [
    "mwe-math-fallback-image-inline", "mwe-math-fallback-image-display",
  ]

  private static func replaceWikiPicture(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let parent = tree[id].parent
    let isBesideMathML =
      tree.hasClass("mwe-math-element", parent)
      && tree.contains(in: parent, where: { tree[$0].name == .math })
    if !isBesideMathML, let tex = tree.attribute(.alt, of: id), !tex.isEmpty {
      tree.insertFormula(
        Array(tex), isDisplayed: tree.hasClass("mwe-math-fallback-image-display", id), before: id)
    }
    tree.remove(id)
  }

  /// MathJax 2 shows what it has set before the script that holds the source, later ones around MathML.
  private static func readClasses(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      if tree.attribute(.ariaHidden, of: id)?.equalsIgnoringCase("true") == true,
        tree.hasClass("mathjax", tree[id].parent)
      {
        tree.remove(id)
      } else if tree.hasClass("js-render-math", id) {
        // GitLab has the TeX as code until it is set.
        let tex = TeXText.trimmed(tree.innerText(of: id)[...])
        tree.insertFormula(Array(tex), isDisplayed: tree[id].name == .pre, before: id)
        tree.remove(id)
      } else if tree[id].name == .span, tree.hasClass("math", id) {
        readClassedFormula(id, &tree)
      } else if tree[id].name == .span, tree.hasClass("katex-mathml", id) {
        readFlattenedFormula(id, &tree)
      } else if tree[id].name == .span, tree.hasClass("katex-html", id) {
        readDrawnFormula(id, &tree)
      } else if tree[id].name == .span, tree.hasClass("katex", id) {
        readFormulaOfText(id, &tree)
      } else if tree.hasClass(among: mathJax, id) {
        if isBeforeFormula(id, in: tree) {
          tree.remove(id)
        } else if let source = tree.attribute(.dataMathML, of: id),
          !tree.contains(in: id, where: { tree[$0].name == .math })
        {
          let formula = MathMLReader.formula(of: source)
          tree.insertFormula(formula.tex, isDisplayed: formula.isDisplayed, before: id)
          tree.remove(id)
        }
      }
    }
  }

  private static let mathJax: ClassNames = [
    "mathjax", "mathjax_display", "mjx-chtml", "mathjax_svg", "mathjax_svg_display",
  ]

  /// Reads what KaTeX draws, where a page or its reader dropped the MathML beside it.
  private static func readDrawnFormula(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let before = tree.previousVisible(id)
    guard tree.hasClass("katex", tree[id].parent),
      before == HTMLTree.none || tree[before].name != .math && !tree.hasClass("katex-mathml", before)
    else { return }
    let isDisplayed = tree.ancestor(of: id) { tree.hasClass(among: displays, $0) } != nil
    let tex = DrawnKaTeX.tex(of: id, in: tree)
    guard !tex.isEmpty else { return }
    tree.insertFormula(tex, isDisplayed: isDisplayed, before: id)
    tree.remove(id)
  }

  private static let displays: ClassNames = ["katex-display", "katex--display", "math-display"]

  /// Where pages lost the elements of MathML, the text of them is left, and the source behind it on lines of its own.
  private static func readFlattenedFormula(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard !tree.contains(in: id, where: { tree[$0].name == .math }) else { return }
    let tex = TeXText.source(behindTextOf: tree.innerText(of: id, limit: 1 << 16))
    guard !tex.isEmpty else { return }
    var around = id
    var isDisplayed = false
    for _ in 0..<4 where tree[around].parent != HTMLTree.none {
      around = tree[around].parent
      if tree.hasClass(among: displays, around) { isDisplayed = true }
    }
    tree.insertFormula(tex, isDisplayed: isDisplayed, before: id)
    tree.remove(id)
  }

  /// Reads an element of KaTeX that lost all elements within: the text of both halves is left.
  private static func readFormulaOfText(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let text = tree[id].firstChild
    guard text != HTMLTree.none, tree[text].name == .text, tree[text].next == HTMLTree.none,
      let tex = TeXText.source(amidSigns: Array(tree.text(of: text))[...])
    else { return }
    tree.insertFormula(tex, isDisplayed: false, before: id)
    tree.remove(id)
  }

  private static func isBeforeFormula(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let next = tree.nextVisible(id)
    return next != HTMLTree.none && tree[next].name == .math
  }

  /// Pandoc says by a class what is TeX, with delimiters or without.
  private static func readClassedFormula(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let child = tree[id].firstChild
    guard child != HTMLTree.none, tree[child].name == .text, tree[child].next == HTMLTree.none else { return }
    let text = Array(tree.text(of: child))[...].trimmingHTMLSpace
    let found = delimiters.first { open, close, _ in
      text.count > open.utf8.count + close.utf8.count && text.starts(with: open.utf8)
        && text.suffix(close.utf8.count).elementsEqual(close.utf8)
    }
    guard found != nil || tree.hasClass(among: ["inline", "display"], id) else { return }
    let tex = found.map { text.dropFirst($0.open.utf8.count).dropLast($0.close.utf8.count) } ?? text
    let isDisplayed = found?.isDisplayed ?? tree.hasClass("display", id)
    tree.insertFormula(Array(tex), isDisplayed: isDisplayed, before: id)
    tree.remove(id)
  }

  private static let delimiters: [(open: String, close: String, isDisplayed: Bool)] = [
    ("$$", "$$", true), ("$", "$", false), ("\\(", "\\)", false), ("\\[", "\\]", true),
  ]

  /// Pages that set formulas with a script have them as text until it runs: `\\(x^2\\)`, `\\[x^2\\]`.
  private static func readDelimitedFormulas(_ tree: inout HTMLTree) {
    var notebooks: Set<HTMLTree.NodeID>?
    for index in tree.nodes.indices
    where tree.nodes[index].name == .text && tree.nodes[index].parent != HTMLTree.none {
      let id = HTMLTree.NodeID(index)
      let text = tree.text(of: id)
      let hasDollar = ByteSearch.contains(UInt8(ascii: "$"), in: text)
      guard hasDollar || ByteSearch.contains(UInt8(ascii: "\\"), in: text), !isCode(id, in: tree) else {
        continue
      }
      if notebooks == nil, hasDollar { notebooks = nodesOfNotebooks(&tree) }
      splitFormulas(of: id, readsSingleDollars: notebooks?.contains(id) == true, &tree)
    }
  }

  /// Sphinx has the number of an equation before it.
  private static func writeNumbers(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree.hasClass("eqno", id), tree.hasClass("math", tree[id].parent),
        let tag = tag(of: tree.innerText(of: id, limit: 32)[...]),
        let formula = tree.firstDescendant(of: tree[id].parent, among: 16, where: { tree[$0].name == .math }),
        tree[formula].firstChild == HTMLTree.none, tree.attribute(.display, of: formula) != nil,
        let tex = tree.attribute(.alttext, of: formula)
      else { return }
      let numbered = Array(TeXText.trimmed(tex)) + tag
      tree.replaceAttribute(.alttext, of: formula, with: numbered)
      tree.remove(id)
    }
  }

  /// What TeX sets a number beside an equation by: `\tag{1}` for `(1)`; nil for what is no such number.
  static func tag(of number: ArraySlice<UInt8>) -> [UInt8]? {
    let text = number.trimmingHTMLSpace
    guard text.count > 2, text.first == UInt8(ascii: "("), text.last == UInt8(ascii: ")"),
      !text.contains(where: { "\\{}$".utf8.contains($0) })
    else { return nil }
    return Array("\\tag{".utf8) + Array(text.dropFirst().dropLast()) + [UInt8(ascii: "}")]
  }

  /// All that stands in what Jupyter sets Markdown in, or TeX that a cell put out: one sign is enough there.
  private static func nodesOfNotebooks(_ tree: inout HTMLTree) -> Set<HTMLTree.NodeID> {
    var nodes: Set<HTMLTree.NodeID> = []
    tree.forEachElementWithAttributes { tree, id in
      guard tree.hasClass(among: notebooks, id), !nodes.contains(id) else { return }
      var current = tree.following(id, within: id)
      while current != HTMLTree.none {
        nodes.insert(current)
        current = tree.following(current, within: id)
      }
    }
    return nodes
  }

  private static let notebooks: ClassNames = [
    "jp-renderedmarkdown", "jp-markdownoutput", "text_cell_render", "jp-renderedlatex", "output_latex",
  ]

  private static func isCode(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.ancestor(of: id) { node in
      switch tree[node].name {
      case .pre, .code, .tt, .samp, .math, .kbd: true
      default: false
      }
    } != nil
  }

  private static func splitFormulas(
    of id: HTMLTree.NodeID, readsSingleDollars: Bool, _ tree: inout HTMLTree
  ) {
    let text = Array(tree.text(of: id))
    var start = 0
    var index = 0
    while index + 1 < text.count {
      // A backslash before another stands for itself.
      if text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      guard let mark = mark(at: index, in: text, readsSingleDollars: readsSingleDollars),
        let end = ByteSearch.position(of: mark.close, in: text[(index + mark.length)...].prefix(1000)),
        mark.isFormula(text[(index + mark.length)..<end], next: text[(end + mark.close.utf8.count)...].first)
      else {
        index += 1
        continue
      }
      let before = tree.addText { $0.append(contentsOf: text[start..<index]) }
      tree.insert(before, before: id)
      tree.insertFormula(Array(text[(index + mark.length)..<end]), isDisplayed: mark.isDisplayed, before: id)
      start = end + mark.close.utf8.count
      index = start
    }
    tree.trimText(id, first: start)
  }

  /// The signs that a formula begins and ends with.
  private struct Mark {
    let length: Int
    let close: String
    let isDisplayed: Bool
    /// True if the text between such signs is a formula, whatever it looks like.
    var isTrusted = false

    func isFormula(_ text: ArraySlice<UInt8>, next: UInt8?) -> Bool {
      guard let first = text.first, let last = text.last else { return false }
      switch close {
      case "$$$": return !first.isHTMLSpace && !last.isHTMLSpace
      case "$": return !first.isHTMLSpace && !last.isHTMLSpace && next?.isASCIIDigit != true
      case "$$" where isTrusted: return !text.allSatisfy(\.isHTMLSpace)
      case "$$": return text.count > 1 && FormulaRules.isFormula(text)
      default: return FormulaRules.isFormula(text)
      }
    }
  }

  /// The mark that begins a formula there; nil if nothing does. Codeforces has three dollar signs around each.
  private static func mark(at index: Int, in text: [UInt8], readsSingleDollars: Bool) -> Mark? {
    switch (text[index], text[index + 1]) {
    case (UInt8(ascii: "\\"), UInt8(ascii: "(")): return Mark(length: 2, close: "\\)", isDisplayed: false)
    case (UInt8(ascii: "\\"), UInt8(ascii: "[")): return Mark(length: 2, close: "\\]", isDisplayed: true)
    case (UInt8(ascii: "$"), UInt8(ascii: "$")):
      let count = text[index...].prefix(7).prefix { $0 == UInt8(ascii: "$") }.count
      if count == 3 { return Mark(length: 3, close: "$$$", isDisplayed: false) }
      return Mark(length: 2, close: "$$", isDisplayed: true, isTrusted: readsSingleDollars)
    case (UInt8(ascii: "$"), _)
    where readsSingleDollars && (index == 0 || text[index - 1] != UInt8(ascii: "\\")):
      return Mark(length: 1, close: "$", isDisplayed: false)
    default: return nil
    }
  }

  /// True for text that has a sign of TeX's in it, or is one letter, and is no pattern that escapes parentheses.
  private static func isFormula(_ text: ArraySlice<UInt8>) -> Bool {
    if text.count == 1 { return text.first?.isASCIILetter ?? false }
    guard text.contains(where: { "\\^_{=+<>".utf8.contains($0) }),
      // What terminals are told is set between such brackets too.
      !ByteSearch.contains("\\e[", in: text), !ByteSearch.contains("\\033", in: text)
    else { return false }
    return !text.contains(UInt8(ascii: "*")) || ByteSearch.contains("^*", in: text) || hasCommand(text)
  }

  /// True for text with a command of TeX's that has a word for a name, as patterns have none.
  private static func hasCommand(_ text: ArraySlice<UInt8>) -> Bool {
    text.indices.contains { index in
      text[index] == UInt8(ascii: "\\") && text[(index + 1)...].prefix(3).count == 3
        && text[(index + 1)...].prefix(3).allSatisfy(\.isASCIILetter)
    }
  }
}

extension HTMLTree {
  /// Puts a formula before a node, as MathML has one that only its TeX is known of.
  mutating func insertFormula(_ tex: [UInt8], isDisplayed: Bool, before id: NodeID) {
    let formula = addElement(.math)
    addAttribute(.alttext, to: formula) { $0.append(contentsOf: tex) }
    if isDisplayed { addAttribute(.display, to: formula) { $0.append(contentsOf: "block".utf8) } }
    insert(formula, before: id)
  }
}
