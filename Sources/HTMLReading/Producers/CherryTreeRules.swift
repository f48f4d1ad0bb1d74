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

  /// How a line begins that is an item.
  private struct Start {
    var text: HTMLTree.NodeID
    var indent: Int
    /// How many bytes of the text go: boxes of tasks stay, which are read where items are.
    var length: Int
    /// That of a numbered item.
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
