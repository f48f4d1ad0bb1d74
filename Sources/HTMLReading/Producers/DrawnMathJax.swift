/// Reads formulas of MathJax 3 of which only the drawing was copied: elements that are called what MathML has, whose
/// characters stand in classes.
struct DrawnMathJax {
  /// Elements nested deeper, and more of them, are left out.
  private static let depthLimit = 48
  private static let elementLimit = 4096

  private struct Element {
    var name: String
    var text: [UInt8] = []
    var children: [Int] = []
  }

  private var elements = [Element(name: "math")]
  private var markup: [UInt8] = []

  /// The TeX of a drawing, what stands between the tags of `mjx-math`.
  static func tex(of content: ArraySlice<UInt8>) -> [UInt8] {
    var drawn = DrawnMathJax()
    drawn.read(Array(content))
    drawn.writeContent(of: 0, depth: 0)
    return MathMLReader.tex(of: drawn.markup[...])
  }

  // MARK: Reading

  private mutating func read(_ bytes: [UInt8]) {
    var tokenizer = MarkupTokenizer(count: bytes.count)
    var open = [0]
    while let token = tokenizer.next(bytes.span) {
      switch token {
      case .text(let range):
        elements[open[open.count - 1]].text += CharacterReferences.decoded(bytes[range])
      case .startTag:
        guard elements.count < Self.elementLimit, open.count < Self.depthLimit else { return }
        elements.append(Element(name: Self.localName(bytes[tokenizer.tagName])))
        for attribute in tokenizer.attributes where bytes[attribute.name].equalsIgnoringCase("class") {
          elements[elements.count - 1].text = Self.character(named: bytes[attribute.value])
        }
        elements[open[open.count - 1]].children.append(elements.count - 1)
        if !tokenizer.isSelfClosing { open.append(elements.count - 1) }
      case .endTag:
        let name = Self.localName(bytes[tokenizer.tagName])
        guard let index = open.lastIndex(where: { elements[$0].name == name }), index > 0 else { continue }
        open.removeSubrange(index...)
      case .declaration: break
      }
    }
  }

  private static func localName(_ name: ArraySlice<UInt8>) -> String {
    let name = String(decoding: name.prefix(32).map(\.lowercased), as: UTF8.self)
    return name.hasPrefix("mjx-") ? String(name.dropFirst(4)) : name
  }

  /// The character that a class names by its number: `mjx-c1D465`.
  private static func character(named classes: ArraySlice<UInt8>) -> [UInt8] {
    for word in classes.split(maxSplits: 8, whereSeparator: \.isHTMLSpace)
    where word.starts(with: "mjx-c".utf8) {
      let digits = word.dropFirst(5)
      guard digits.count <= 6, let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
        let character = Unicode.Scalar(number)
      else { continue }
      return Array(String(character).utf8)
    }
    return []
  }

  // MARK: Writing MathML

  private mutating func writeContent(of index: Int, depth: Int) {
    for child in elements[index].children { write(child, depth: depth + 1) }
  }

  private mutating func write(_ index: Int, depth: Int) {
    guard depth < Self.depthLimit else { return }
    let element = elements[index]
    switch element.name {
    case "mi", "mn", "mo", "mtext", "ms":
      var text: [UInt8] = []
      appendText(of: index, to: &text, depth: depth)
      guard !text.isEmpty else { return }
      write(element.name) { $0.markup.appendMathText(text) }
    case "msup", "msub", "msubsup": writeScripts(element.name, of: index, depth: depth)
    // Within a line, bounds stand beside their sign.
    case "mover" where script(of: index) != nil: writeScripts("msup", of: index, depth: depth)
    case "munder" where script(of: index) != nil: writeScripts("msub", of: index, depth: depth)
    case "munderover" where script(of: index) != nil: writeScripts("msubsup", of: index, depth: depth)
    case "munder": write(element.name, ["base", "under"], of: index, depth: depth)
    case "mover": write(element.name, ["base", "over"], of: index, depth: depth)
    case "munderover": write(element.name, ["base", "under", "over"], of: index, depth: depth)
    case "mfrac": write(element.name, ["num", "den"], of: index, depth: depth)
    case "msqrt": write(element.name, ["box"], of: index, depth: depth)
    case "mroot": write(element.name, ["box", "root"], of: index, depth: depth)
    case "mtable", "mtr", "mtd": write(element.name) { $0.writeContent(of: index, depth: depth) }
    case "mspace", "spacer", "surd", "line", "nstrut", "dstrut", "strut", "mark", "assistive-mml": return
    default: writeContent(of: index, depth: depth)
    }
  }

  private mutating func write(_ name: String, _ content: (inout Self) -> Void) {
    markup += "<\(name)>".utf8
    content(&self)
    markup += "</\(name)>".utf8
  }

  /// Writes an element of parts that stand anywhere within a drawn one, each in an element of its name.
  private mutating func write(_ name: String, _ parts: [String], of index: Int, depth: Int) {
    write(name) { writer in
      for part in parts {
        writer.write("mrow") { writer in
          if let found = writer.part(part, of: index) { writer.writeContent(of: found, depth: depth + 1) }
        }
      }
    }
  }

  /// Writes a base and what stands beside it, the upper part first where there are two.
  private mutating func writeScripts(_ name: String, of index: Int, depth: Int) {
    guard let script = script(of: index) else { return writeContent(of: index, depth: depth) }
    let base = elements[index].children.filter { $0 != script }
    let parts = elements[script].children.filter { elements[$0].name != "spacer" }
    let isPair = name == "msubsup" && parts.count == 2
    write(isPair || name != "msubsup" ? name : "msup") { writer in
      for part in [base] + (isPair ? [[parts[1]], [parts[0]]] : [parts]) {
        writer.write("mrow") { writer in for child in part { writer.write(child, depth: depth + 1) } }
      }
    }
  }

  private func script(of index: Int) -> Int? {
    elements[index].children.first { elements[$0].name == "script" }
  }

  /// The first element of a name within another one, on the way to which only what MathJax sets parts by is passed.
  private func part(_ name: String, of index: Int) -> Int? {
    let frames = ["frac", "dbox", "dtable", "row", "sqrt", "box", "munder", "mover"]
    var waiting = Array(elements[index].children.reversed())
    for _ in 0..<64 {
      guard let next = waiting.popLast() else { return nil }
      if elements[next].name == name { return next }
      if frames.contains(elements[next].name) { waiting += elements[next].children.reversed() }
    }
    return nil
  }

  private func appendText(of index: Int, to text: inout [UInt8], depth: Int) {
    guard depth < Self.depthLimit else { return }
    text += elements[index].text
    // Signs that grow are drawn in pieces.
    guard elements[index].text.isEmpty || !elements[index].name.hasPrefix("stretchy") else { return }
    for child in elements[index].children { appendText(of: child, to: &text, depth: depth + 1) }
  }
}
