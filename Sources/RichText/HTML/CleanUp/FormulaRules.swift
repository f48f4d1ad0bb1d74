/// Rules for what pages show of formulas, or leave to a script to set.
enum FormulaRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("read what classes say of formulas", readClasses),
    CleanUp.Rule("read TeX between its delimiters", readDelimitedFormulas),
  ]

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
      } else if tree.hasClass("mathjax", id) || tree.hasClass("mathjax_display", id) {
        var next = tree[id].next
        while next != HTMLTree.none, tree.isBlank(next) { next = tree[next].next }
        if next != HTMLTree.none, tree[next].name == .math { tree.remove(id) }
      }
    }
  }

  /// Pandoc says by a class what is TeX, with delimiters or without.
  private static func readClassedFormula(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let child = tree[id].firstChild
    guard child != HTMLTree.none, tree[child].name == .text, tree[child].next == HTMLTree.none else { return }
    let text = InlineStyle.trimmed(Array(tree.text(of: child))[...])
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
    for index in tree.nodes.indices
    where tree.nodes[index].name == .text && tree.nodes[index].parent != HTMLTree.none {
      let id = HTMLTree.NodeID(index)
      guard tree.text(of: id).contains(UInt8(ascii: "\\")), !isCode(id, in: tree) else { continue }
      splitFormulas(of: id, &tree)
    }
  }

  private static func isCode(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.ancestor(of: id) { node in
      switch tree[node].name {
      case .pre, .code, .tt, .samp, .math, .kbd: true
      default: false
      }
    } != nil
  }

  private static func splitFormulas(of id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let text = Array(tree.text(of: id))
    var start = 0
    var index = 0
    while index + 1 < text.count {
      guard text[index] == UInt8(ascii: "\\"), let close = closing(text[index + 1]),
        let end = ByteSearch.position(of: "\\\(close)", in: text[(index + 2)...].prefix(1000)),
        isFormula(text[(index + 2)..<end])
      else {
        index += 1
        continue
      }
      let before = tree.addText { $0.append(contentsOf: text[start..<index]) }
      tree.insert(before, before: id)
      tree.insertFormula(Array(text[(index + 2)..<end]), isDisplayed: close == "]", before: id)
      start = end + 2
      index = start
    }
    tree.trimText(id, first: start)
  }

  private static func closing(_ byte: UInt8) -> Character? {
    switch byte {
    case UInt8(ascii: "("): ")"
    case UInt8(ascii: "["): "]"
    default: nil
    }
  }

  /// True for text that has a sign of TeX's in it, or is one letter, and is no pattern that escapes parentheses.
  private static func isFormula(_ text: ArraySlice<UInt8>) -> Bool {
    if text.count == 1 { return text.first?.isASCIILetter ?? false }
    return text.contains { "\\^_{=+<>".utf8.contains($0) } && !text.contains(UInt8(ascii: "*"))
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
