/// Writes MathML's presentation elements as TeX, for formulas that bring no TeX of their own.
package struct MathMLReader {
  /// Elements nested deeper are no more than what they hold.
  private static let depthLimit = 64

  private struct Element {
    let name: String
    var opening = "("
    var closing = ")"
    var isTeX = false
    var isStarMath = false
    /// A fraction without a line, as binomials are.
    var hasNoBar = false
    var text: [UInt8] = []
    /// The TeX of each child.
    var children: [String] = []

    var joined: String { children.joined() }
  }

  /// A formula and how it is set.
  package struct Formula {
    package let tex: [UInt8]
    /// It has a line of its own.
    package let isDisplayed: Bool
    /// The TeX is what it was made from, and was not worked out.
    package let bringsTeX: Bool
    /// The command of LibreOffice Math beside it; nil for none.
    package let starMath: [UInt8]?
  }

  private var open = [Element(name: "mrow")]
  private var isDisplayed = false
  /// The TeX that the formula was made from, if it is told.
  private var annotation: [UInt8]?
  private var starMath: [UInt8]?

  /// The TeX of what stands between the tags of `math`.
  package static func tex(of markup: ArraySlice<UInt8>) -> [UInt8] { formula(of: markup).tex }

  /// The formula that `math` is, its tags included or not.
  package static func formula(of markup: ArraySlice<UInt8>) -> Formula {
    var formula = MathMLReader()
    formula.read(Array(markup))
    while formula.open.count > 1 { formula.close() }
    return Formula(
      tex: formula.annotation ?? Array(TeXSymbols.joiningPrimes(formula.open[0].joined).utf8),
      isDisplayed: formula.isDisplayed,
      bringsTeX: formula.annotation != nil, starMath: formula.starMath)
  }

  private mutating func read(_ bytes: [UInt8]) {
    var tokenizer = MarkupTokenizer(count: bytes.count)
    while let token = tokenizer.next(bytes.span) {
      switch token {
      case .text(let range):
        open[open.count - 1].text += bytes[range]
      case .startTag:
        start(Self.localName(bytes[tokenizer.tagName]), tokenizer, bytes)
      case .endTag:
        let name = Self.localName(bytes[tokenizer.tagName])
        guard let index = open.lastIndex(where: { $0.name == name }), index > 0 else { continue }
        while open.count > index { close() }
      case .declaration: break
      }
    }
  }

  /// Elements may bear a prefix for their namespace, as Word writes them.
  private static func localName(_ name: ArraySlice<UInt8>) -> String {
    let local = name.split(separator: UInt8(ascii: ":")).last ?? []
    return String(decoding: local.prefix(32).map(\.lowercased), as: UTF8.self)
  }

  private mutating func start(_ name: String, _ tokenizer: MarkupTokenizer, _ bytes: [UInt8]) {
    var element = Element(name: name)
    for attribute in tokenizer.attributes {
      let value = bytes[attribute.value]
      switch String(decoding: bytes[attribute.name].prefix(16), as: UTF8.self) {
      case "open": element.opening = String(decoding: value, as: UTF8.self)
      case "close": element.closing = String(decoding: value, as: UTF8.self)
      case "display": isDisplayed = isDisplayed || name == "math" && value.equalsIgnoringCase("block")
      case "linethickness":
        element.hasNoBar = value.first == UInt8(ascii: "0") && !value.contains(where: { 0x31...0x39 ~= $0 })
      case "encoding":
        element.isTeX = value.equalsIgnoringCase("application/x-tex")
        element.isStarMath = value.starts(with: "StarMath".utf8)
      default: break
      }
    }
    guard open.count < Self.depthLimit else { return }
    open.append(element)
    if tokenizer.isSelfClosing { close() }
  }

  /// Ends the innermost element, and gives its TeX to the one around it.
  private mutating func close() {
    let element = open.removeLast()
    if element.name == "annotation", element.isTeX {
      annotation = CharacterReferences.decoded(element.text[...])
    } else if element.name == "annotation", element.isStarMath {
      starMath = CharacterReferences.decoded(element.text[...])
    }
    let marksScriptsBefore = element.name == "mprescripts" && open.last?.name == "mmultiscripts"
    open[open.count - 1].children.append(marksScriptsBefore ? Self.scriptsBefore : Self.tex(of: element))
  }

  // MARK: Elements

  private static func tex(of element: Element) -> String {
    let parts = element.children
    func part(_ index: Int) -> String { index < parts.count ? parts[index] : "" }
    switch element.name {
    case "mi": return identifier(element)
    case "mn", "mo": return TeXSymbols.tex(of: text(of: element))
    case "mtext", "ms":
      let text = text(of: element)
      // LibreOffice gives signs that it has no name for as text.
      let sign = text.count == 1 ? TeXSymbols.tex(of: text) : ""
      if sign.hasPrefix("\\"), withoutEndSpace(sign).dropFirst().allSatisfy(\.isLetter) { return sign }
      return text.allSatisfy(\.isWhitespace)
        ? (text.isEmpty ? "" : "\\ ") : "\\text{\(TeXSymbols.plain(text))}"
    case "mspace": return " "
    case "mfrac":
      return (element.hasNoBar ? "\\genfrac{}{}{0pt}{}" : "\\frac") + "{\(part(0))}{\(part(1))}"
    case "msqrt": return "\\sqrt{\(element.joined)}"
    case "mroot": return "\\sqrt[\(part(1))]{\(part(0))}"
    case "msub": return base(part(0)) + "_" + script(part(1))
    case "msup": return base(part(0)) + "^" + script(part(1))
    case "msubsup", "munderover": return base(part(0)) + "_" + script(part(1)) + "^" + script(part(2))
    case "mmultiscripts":
      let end = parts.firstIndex(of: scriptsBefore) ?? parts.count
      let before = scripts(parts[min(end + 1, parts.count)...])
      return (before.isEmpty ? "" : "{}" + before) + base(part(0)) + scripts(parts[min(1, end)..<end])
    case "munder":
      if let line = TeXSymbols.lines[part(1)] { return "\\\(line){\(part(0))}" }
      return TeXSymbols.takesLimits(part(0))
        ? part(0) + "_" + script(part(1)) : "\\underset{\(part(1))}{\(part(0))}"
    case "mover":
      if let accent = TeXSymbols.accents[part(1)] { return "\\\(accent){\(part(0))}" }
      return TeXSymbols.takesLimits(part(0))
        ? part(0) + "^" + script(part(1)) : "\\overset{\(part(1))}{\(part(0))}"
    case "mfenced":
      return TeXSymbols.tex(of: element.opening) + parts.joined(separator: ", ")
        + TeXSymbols.tex(of: element.closing)
    case "mtr", "mlabeledtr": return parts.joined(separator: " & ")
    case "mtable": return "\\begin{matrix}\(parts.joined(separator: " \\\\ "))\\end{matrix}"
    case "annotation", "annotation-xml", "mphantom", "none", "mprescripts": return ""
    default: return element.joined
    }
  }

  /// Stands between the scripts behind a base and those before it.
  private static let scriptsBefore = "\u{1}"

  /// Pairs of what is below and what is above, of which either may be empty.
  private static func scripts(_ parts: ArraySlice<String>) -> String {
    var tex = ""
    for (index, part) in parts.enumerated() where !part.isEmpty {
      tex += (index.isMultiple(of: 2) ? "_" : "^") + script(part)
    }
    return tex
  }

  private static func text(of element: Element) -> String {
    let text = CharacterReferences.decoded(element.text[...])
    return String(decoding: text[...].trimmingHTMLSpace, as: UTF8.self)
  }

  /// A letter stands for itself; several are a function, or a name set upright.
  private static func identifier(_ element: Element) -> String {
    let text = text(of: element)
    guard text.utf8.count > 1, text.utf8.allSatisfy(\.isASCIILetter) else { return TeXSymbols.tex(of: text) }
    return TeXSymbols.functions.contains(text) ? "\\\(text) " : "\\mathrm{\(text)}"
  }

  private static func base(_ tex: String) -> String {
    TeXSymbols.isSingle(tex) || TeXSymbols.takesLimits(tex) ? withoutEndSpace(tex) : "{\(tex)}"
  }

  private static func script(_ tex: String) -> String {
    tex.utf8.count == 1 && tex != "_" && tex != "^" ? tex : "{\(withoutEndSpace(tex))}"
  }

  private static func withoutEndSpace(_ tex: String) -> String {
    tex.utf8.last == 0x20 ? String(tex.dropLast()) : tex
  }
}
