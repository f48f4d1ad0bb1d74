/// Reads formulas of KaTeX of which only the drawing was copied: spans whose classes say what stands where.
struct DrawnKaTeX {
  /// Elements nested deeper are no more than their text.
  private static let depthLimit = 48

  private let tree: HTMLTree
  private var markup: [UInt8] = []

  /// The TeX of a drawing.
  static func tex(of drawing: HTMLTree.NodeID, in tree: HTMLTree) -> [UInt8] {
    var drawn = DrawnKaTeX(tree: tree)
    drawn.writeChildren(of: drawing, depth: 0)
    return MathMLReader.tex(of: drawn.markup[...])
  }

  private init(tree: HTMLTree) { self.tree = tree }

  /// Writes what an element holds as MathML; a part with an index or a power belongs to what stands before it.
  private mutating func writeChildren(of id: HTMLTree.NodeID, depth: Int) {
    guard depth < Self.depthLimit else { return writeText(tree.innerText(of: id), in: "mi") }
    for child in tree.children(of: id) {
      let next = tree[child].next
      if next != HTMLTree.none, tree.hasClass("msupsub", next) {
        writeScripts(next, of: child, depth: depth)
      } else if !tree.hasClass("msupsub", child) || tree[child].previous == HTMLTree.none {
        write(child, depth: depth)
      }
    }
  }

  private mutating func write(_ id: HTMLTree.NodeID, depth: Int) {
    guard tree[id].name != .text else {
      let isOperator = tree.hasClass(among: Self.operators, tree[id].parent)
      return writeText(Array(tree.text(of: id)), in: isOperator ? "mo" : "mi")
    }
    if tree.hasClass("mfrac", id) {
      let parts = parts(of: id).filter { part in tree.near(part) { tree.hasClass("frac-line", $0) } == nil }
      if parts.count == 2 { return write("mfrac", [parts[1], parts[0]], depth: depth) }
    } else if tree.hasClass("sqrt", id), let part = parts(of: id).first {
      return write("msqrt", [part], depth: depth)
    } else if tree.hasClass("op-limits", id) {
      let parts = parts(of: id)
      if parts.count == 3 { return write("munderover", [parts[1], parts[0], parts[2]], depth: depth) }
      if parts.count == 2 { return write("munder", [parts[1], parts[0]], depth: depth) }
    } else if tree.hasClass("mop", id), !tree.contains(in: id, where: { tree[$0].name == .span }) {
      return writeText(tree.innerText(of: id), in: "mo")
    } else if tree.hasClass("text", id) {
      return writeText(tree.innerText(of: id), in: "mtext")
    }
    writeChildren(of: id, depth: depth + 1)
  }

  private static let operators: ClassNames = [
    "mbin", "mrel", "mopen", "mclose", "mpunct", "mop", "op-symbol",
  ]

  /// An index alone makes KaTeX draw something below the line.
  private mutating func writeScripts(_ scripts: HTMLTree.NodeID, of base: HTMLTree.NodeID, depth: Int) {
    let parts = parts(of: scripts)
    let reachesBelow = tree.near(scripts) { tree.hasClass("vlist-t2", $0) } != nil
    switch parts.count {
    case 1: write(reachesBelow ? "msub" : "msup", [base] + parts, depth: depth)
    case 2: write("msubsup", [base] + parts, depth: depth)
    default: write(base, depth: depth)
    }
  }

  private mutating func write(_ name: String, _ parts: [HTMLTree.NodeID], depth: Int) {
    markup += "<\(name)>".utf8
    for part in parts {
      markup += "<mrow>".utf8
      write(part, depth: depth + 1)
      markup += "</mrow>".utf8
    }
    markup += "</\(name)>".utf8
  }

  /// The parts that KaTeX stacks within an element, from below.
  private func parts(of id: HTMLTree.NodeID) -> [HTMLTree.NodeID] {
    guard let stack = tree.near(id, where: { tree.hasClass("vlist", $0) }) else { return [] }
    return tree.children(of: stack).prefix(8).filter { tree[$0].name == .span }
  }

  private mutating func writeText(_ text: [UInt8], in name: String) {
    let shown = String(decoding: text, as: UTF8.self).unicodeScalars.filter { $0 != "\u{200B}" }
    guard shown.contains(where: { $0 != "\n" }) else { return }
    markup += "<\(name)>".utf8
    markup.appendMathText(String(String.UnicodeScalarView(shown)).utf8)
    markup += "</\(name)>".utf8
  }
}

extension [UInt8] {
  /// Appends the text of an element of MathML.
  mutating func appendMathText(_ text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "<"): self += "&lt;".utf8
      case UInt8(ascii: "&"): self += "&amp;".utf8
      default: append(byte)
      }
    }
  }
}
