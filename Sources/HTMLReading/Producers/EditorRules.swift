/// Rules for editors of notes, which keep the source of what they show, or write code their own way.
enum EditorRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("take Joplin's source for what it shows of it", takeSources),
    CleanUp.Rule("read marks that are attributes", readMarks),
    CleanUp.Rule(
      "write what Notion and Atlassian's editors draw or have in attributes, and read quotes by class",
      writeProperties),
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
      } else if tree[id].name == .div, tree.hasClass(among: quotes, id) {
        tree.rename(id, .blockquote)
      } else if tree[id].name == .figure, tree.hasClass("callout", id) {
        readCallout(id, &tree)
      }
    }
  }

  /// Yuque's name for a quote.
  private static let quotes: ClassNames = ["ne-quote", "lake-quote"]

  /// Notion exports what it sets off as a figure with an emoji beside the text.
  private static func readCallout(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    tree.rename(id, .blockquote)
    guard let icon = tree.near(id, where: { tree.hasClass("icon", $0) }),
      let text = tree.near(id, where: { tree[$0].name == .p && !tree.isWithin(icon, $0) }),
      tree.holdsText(text)
    else { return }
    let sign = Array(tree.innerText(of: icon, limit: 32)[...].trimmingHTMLSpace)
    guard let first = sign.first, first >= 0x80 else { return }
    tree.prepend(tree.addText { $0.append(contentsOf: sign + [0x20]) }, to: text)
    tree.remove(icon)
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

/// Rules for Qt's rich-text widgets, as in many Markdown editors.
enum QtRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("read paragraphs with both margins as quotes", for: [.qt], readMarginsAsQuotes),
    CleanUp.Rule("read fonts without a size as keys", for: [.qt], readKeys),
    CleanUp.Rule("join preformatted lines", for: [.qt], joinPreformatted),
    CleanUp.Rule("read bold first rows as headers", for: [.qt], readHeaderRows),
    CleanUp.Rule("read footnotes left as Markdown", for: [.qt], readLiteralFootnotes),
  ]

  /// Qt indents a quote by 40 pixels on either side for each level, and knows no other sign of it.
  private static func readMarginsAsQuotes(_ tree: inout HTMLTree) {
    ParagraphGroups.quote(&tree) { tree, id in
      guard tree[id].name.isList else { return quoteDepth(of: id, in: tree) }
      // The margins of a list in a quote are its items'.
      return tree.children(of: id).filter { tree[$0].name == .li }.map { quoteDepth(of: $0, in: tree) }.min()
        ?? 0
    }
    // Where some items have them and some have not, those are items that hold quotes.
    tree.forEachElement(where: \.isList) { tree, id in
      guard tree[tree[id].parent].name != .blockquote else { return }
      for item in Array(tree.children(of: id)) where tree[item].name == .li {
        guard quoteDepth(of: item, in: tree) > 0 else { continue }
        let quote = tree.addElement(.blockquote)
        tree.moveChildren(of: item, to: quote)
        tree.append(quote, to: item)
      }
    }
  }

  private static func quoteDepth(of id: HTMLTree.NodeID, in tree: HTMLTree) -> Int {
    guard let style = tree.style(of: id), style.marginLeft >= 40, style.marginRight >= 40 else { return 0 }
    return Int(style.marginLeft / 40)
  }

  /// Code has the system's font for code in its size; what HTML tags set in that font has no size, and such
  /// tags stand in Markdown for keys.
  private static func readKeys(_ tree: inout HTMLTree) {
    guard tree.styles.contains(where: { $0.isMonospaced == true && $0.fontSize != nil }) else { return }
    tree.forEachElement(named: .span) { tree, id in
      guard let style = tree.style(of: id), style.isMonospaced == true,
        style.fontSize == nil
      else { return }
      tree.rename(id, .kbd)
      tree[id].style = -1
    }
  }

  /// Every line of a code block is an element of its own.
  private static func joinPreformatted(_ tree: inout HTMLTree) {
    ParagraphGroups.preformat(&tree, minimum: 2) { tree, id in tree[id].name == .pre }
  }

  /// Qt's header cells are bold ones, but for the first, whose format it loses.
  private static func readHeaderRows(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .tr) { tree, id in
      guard tree.previousVisible(id) == HTMLTree.none else { return }
      let cells = tree.children(of: id).filter { tree[$0].name == .td }
      let isBold = cells.map { isAllBold($0, in: tree) }
      guard isBold.contains(true), isBold.dropFirst().allSatisfy(\.self) else { return }
      for cell in cells {
        tree.rename(cell, .th)
        // Header cells are centred if nothing is said of them; a centred column has centred cells below.
        for paragraph in Array(tree.children(of: cell)) where tree.string(.align, of: paragraph) == "center" {
          tree.replaceAttribute(.align, of: paragraph, with: [])
        }
      }
    }
  }

  private static func isAllBold(_ cell: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    guard let paragraph = tree.children(of: cell).first(where: { !tree.isBlank($0) }) else { return true }
    let content = tree.children(of: paragraph).filter { !tree.isBlank($0) }
    return !content.isEmpty && content.allSatisfy { tree.style(of: $0)?.isBold == true }
  }

  /// Qt does not read Markdown's footnotes: `[^1]` stays text, in the reference and before the note.
  private static func readLiteralFootnotes(_ tree: inout HTMLTree) {
    var notes: [String: HTMLTree.NodeID] = [:]
    for index in tree.nodes.indices
    where tree.nodes[index].name == .text && tree.nodes[index].parent != HTMLTree.none {
      let id = HTMLTree.NodeID(index)
      guard tree[tree[id].parent].name == .p, tree[id].previous == HTMLTree.none,
        let label = label(in: tree.text(of: id), at: tree.text(of: id).startIndex)
      else { continue }
      let rest = tree.text(of: id).dropFirst(label.count)
      guard rest.first == UInt8(ascii: ":"), notes[String(decoding: label, as: UTF8.self)] == nil else {
        continue
      }
      notes[String(decoding: label, as: UTF8.self)] = tree[id].parent
      tree.trimText(id, first: label.count + 1)
    }
    guard !notes.isEmpty else { return }
    for index in tree.nodes.indices
    where tree.nodes[index].name == .text && tree.nodes[index].parent != HTMLTree.none {
      splitReferences(HTMLTree.NodeID(index), notes, &tree)
    }
    tree.literalNotes = notes
  }

  private static func splitReferences(
    _ id: HTMLTree.NodeID, _ notes: [String: HTMLTree.NodeID], _ tree: inout HTMLTree
  ) {
    let text = Array(tree.text(of: id))[...]
    var start = text.startIndex
    var index = text.startIndex
    var pieces: [HTMLTree.NodeID] = []
    while let open = text[index...].firstIndex(of: UInt8(ascii: "[")) {
      index = open + 1
      guard let label = label(in: text, at: open), notes[String(decoding: label, as: UTF8.self)] != nil else {
        continue
      }
      let before = text[start..<open]
      pieces.append(tree.addText { $0.append(contentsOf: before) })
      let reference = tree.addElement(.a)
      tree.addAttribute(.footnoteReference, to: reference) { $0.append(contentsOf: label) }
      pieces.append(reference)
      start = open + label.count
      index = start
    }
    guard !pieces.isEmpty else { return }
    for piece in pieces { tree.insert(piece, before: id) }
    tree.trimText(id, first: start - text.startIndex)
  }

  /// The `[^label]` that begins at `start`.
  private static func label(in text: ArraySlice<UInt8>, at start: Int) -> ArraySlice<UInt8>? {
    guard text[start...].starts(with: "[^".utf8),
      let close = text[start...].prefix(64).firstIndex(of: UInt8(ascii: "]")),
      close > start + 2
    else { return nil }
    return text[start...close]
  }
}

/// Rules for CherryTree, whose lists are lines that begin with spaces and a marker, as they were typed.
enum CherryTreeRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("make lists of the lines that CherryTree marks", for: [.cherryTree], makeLists)
  ]

  private struct OpenList {
    var list: HTMLTree.NodeID
    var item: HTMLTree.NodeID
    var indent: Int
  }

  /// The beginning of a line that is an item.
  private struct Start {
    var text: HTMLTree.NodeID
    var indent: Int
    /// The number of bytes of the text that go: boxes of tasks stay, which are read where items are.
    var length: Int
    /// The number of a numbered item.
    var number: Int?
  }

  /// The markers of the levels, which people may change, and the boxes.
  private static let bullets = ["•", "◇", "▪", "-", "→", "⇒", "○", "●"].map { Array($0.utf8) }
  private static let boxes = ["☐", "☑", "☒"].map { Array($0.utf8) }

  private static func makeLists(_ tree: inout HTMLTree) {
    var open: [OpenList] = []
    tree.forEachElement(named: .p) { tree, id in
      if let outermost = open.first, tree.previousVisible(id) != outermost.list { open = [] }
      guard let start = start(of: id, in: tree) else { return }
      tree.trimText(start.text, first: start.length)
      tree.rename(id, .li)
      let kind = start.number == nil ? HTMLElementName.ul : .ol
      while let last = open.last,
        last.indent > start.indent || last.indent == start.indent && tree[last.list].name != kind
      {
        open.removeLast()
      }
      if let last = open.last, last.indent == start.indent {
        tree.remove(id)
        tree.append(id, to: last.list)
        open[open.count - 1].item = id
        return
      }
      let list = tree.addElement(kind)
      if let number = start.number, number != 1 {
        tree.addAttribute(.start, to: list) { $0.append(contentsOf: String(number).utf8) }
      }
      if let outer = open.last { tree.append(list, to: outer.item) } else { tree.insert(list, before: id) }
      tree.remove(id)
      tree.append(id, to: list)
      open.append(OpenList(list: list, item: id, indent: start.indent))
    }
  }

  private static func start(of id: HTMLTree.NodeID, in tree: HTMLTree) -> Start? {
    guard let text = tree.near(id, where: { tree[$0].name == .text && !tree.isBlank($0) }),
      tree[id].firstChild == text
    else { return nil }
    let bytes = tree.text(of: text)
    let line = bytes.drop(while: \.isHTMLSpace)
    let indent = line.startIndex - bytes.startIndex
    let digits = line.prefix(while: \.isASCIIDigit)
    if let bullet = bullets.first(where: { line.starts(with: $0) }),
      line.dropFirst(bullet.count).first == 0x20
    {
      return Start(text: text, indent: indent, length: indent + bullet.count + 1)
    }
    if let box = boxes.first(where: { line.starts(with: $0) }), line.dropFirst(box.count).first == 0x20 {
      return Start(text: text, indent: indent, length: indent)
    }
    guard (1...9).contains(digits.count), let sign = line[digits.endIndex...].first,
      ".)->".utf8.contains(sign),
      line[digits.endIndex...].dropFirst().first == 0x20
    else { return nil }
    let number = Int(String(decoding: digits, as: UTF8.self))
    return Start(text: text, indent: indent, length: indent + digits.count + 2, number: number)
  }
}
