/// Rules for editors of notes, which keep the source of what they show, or write code their own way.
enum EditorRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("take Joplin's source for what it shows of it", takeSources),
    CleanUp.Rule("read marks that are attributes", readMarks),
    CleanUp.Rule(
      "write the boxes and tags of Notion's tables, and titles that are attributes", writeProperties),
    CleanUp.Rule("join lines of code that are elements of their own in a block", joinLinesOfCode),
  ]

  /// The editor of rich text hides the Markdown of code and formulas beside what is made of it.
  private static func takeSources(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree.hasClass("joplin-editable", id),
        let source = tree.children(of: id).first(where: { tree.hasClass("joplin-source", $0) })
      else { return }
      let opening = tree.attribute(.joplinOpening, of: source) ?? []
      if opening.first == UInt8(ascii: "$") {
        let tex = TeXText.trimmed(tree.innerText(of: source)[...])
        tree.insertFormula(Array(tex), isDisplayed: opening.starts(with: "$$".utf8), before: id)
        tree.remove(id)
      } else if opening.starts(with: "```".utf8) {
        for child in Array(tree.children(of: id)) where child != source { tree.remove(child) }
        tree.rename(source, .pre)
      } else if tree.children(of: id).contains(where: { $0 != source && !tree.isBlank($0) }) {
        tree.remove(source)
      }
    }
  }

  private static let marks: [String: HTMLElementName] = [
    "strong": .strong, "bold": .strong, "em": .em, "italic": .em, "code": .code, "s": .s, "strike": .s,
    "u": .u,
    "mark": .mark, "kbd": .kbd, "sup": .sup, "sub": .sub, "a": .a,
  ]

  /// SiYuan says of a piece of text in one attribute all that it is, and has addresses in another.
  private static func readMarks(_ tree: inout HTMLTree) {
    guard tree.hasAttribute(.dataType) else { return }
    tree.forEachElement(named: .span) { tree, id in
      guard let words = tree.attribute(.dataType, of: id) else { return }
      var names: [HTMLElementName] = []
      for word in words.split(maxSplits: 8, whereSeparator: \.isHTMLSpace).prefix(8) where word.count <= 8 {
        guard let name = marks[String(decoding: word, as: UTF8.self).lowercased()], !names.contains(name),
          name != .a || tree.attribute(.dataHref, of: id)?.isEmpty == false
        else { continue }
        names.append(name)
      }
      let address = Array(tree.attribute(.dataHref, of: id) ?? [])
      // Code holds no other element.
      names.sort { ($0 == .code ? 1 : 0) < ($1 == .code ? 1 : 0) }
      for name in names.reversed() {
        let mark = tree.addElement(name)
        if name == .a { tree.addAttribute(.href, to: mark) { $0.append(contentsOf: address) } }
        tree.moveChildren(of: id, to: mark)
        tree.append(mark, to: id)
      }
    }
  }

  private static let expands = ["expand", "nestedexpand"]

  /// Tables that Notion exports draw their boxes, and part several tags by their looks; Atlassian's editors have the
  /// title of what opens beside it.
  private static func writeProperties(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      if tree.hasClass("selected-value", id) {
        let before = tree[id].previous
        if before != HTMLTree.none, tree.hasClass("selected-value", before) {
          tree.insert(tree.addText(", "), before: id)
        }
      } else if tree.hasClass("checkbox", id), tree[tree[id].parent].name == .td,
        tree[id].firstChild == HTMLTree.none, tree.hasClass(among: ["checkbox-on", "checkbox-off"], id)
      {
        tree.append(tree.addText(tree.hasClass("checkbox-on", id) ? "☑" : "☐"), to: id)
      } else if let title = tree.attribute(.dataTitle, of: id), !title.isEmpty,
        let kind = tree.attribute(.dataNodeType, of: id), expands.contains(where: kind.equalsIgnoringCase)
      {
        let words = Array(title)
        let line = tree.addElement(.p)
        let strong = tree.addElement(.strong)
        tree.append(tree.addText { $0.append(contentsOf: words) }, to: strong)
        tree.append(strong, to: line)
        tree.prepend(line, to: id)
      }
    }
  }

  /// WeChat has a `code` for each line.
  private static func joinLinesOfCode(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .pre) { tree, id in
      let lines = Array(tree.children(of: id))
      guard lines.count > 1, lines.allSatisfy({ tree[$0].name == .code }),
        !lines.contains(where: {
          tree.innerText(of: $0).last == UInt8(ascii: "\n") || tree.style(of: $0)?.isBlock == true
        })
      else { return }
      for line in lines.dropLast() { tree.append(tree.addText("\n"), to: line) }
    }
  }
}
