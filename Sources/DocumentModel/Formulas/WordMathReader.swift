package import Containers

/// Writes formulas of Office Open XML as TeX (ECMA-376, 22.1).
package struct WordMathReader {
  /// Elements nested deeper are no more than what they hold.
  private static let depthLimit = 64

  /// An element that is open, with the TeX of what stood in it.
  private struct Element {
    var name: WordName
    var depth: Int
    /// The TeX of its parts, in order: `m:num` and `m:den` of a fraction.
    var parts: [(name: WordName, tex: String)] = []
    /// What its properties say: a sign, the kind of a fraction.
    var sign: String?
    /// The place of the sign: `top` or `bot`.
    var position: String?
    var opening: String?
    var closing: String?
    var separator: String?
    var kind: String?
    /// The properties that a run states of its letters: their alphabet, and whether they are bold, or upright.
    var script: String?
    var style: String?
    var isPlain = false
    var hides: Set<WordName> = []
    /// The alignment of the columns of a matrix, and the number of columns that the next one is for.
    var alignments: [String] = []
    var alignedColumns = 1

    var joined: String { parts.map(\.tex).joined() }

    /// The letters of a run (ECMA-376, 22.1.2.94 and 22.1.2.111).
    var variant: FormulaVariant {
      switch script {
      case "double-struck": .doubleStruck
      case "script": .calligraphic
      case "fraktur": .fraktur
      case "sans-serif": .sansSerif
      case "monospace": .monospace
      default: style == "b" || style == "bi" ? .bold : .normal
      }
    }

    func part(_ name: WordName) -> String { parts.first { $0.name == name }?.tex ?? "" }

    func all(_ name: WordName) -> [String] { parts.filter { $0.name == name }.map(\.tex) }
  }

  private var open: [Element]
  private var formulas: [String] = []

  /// The formulas in the element that began, up to its end: one, or those of a paragraph.
  package static func formulas(_ reader: inout XMLReader, isParagraph: Bool) -> [String] {
    var math = WordMathReader(
      open: [Element(name: isParagraph ? .m_oMathPara : .m_oMath, depth: reader.depth)])
    math.read(&reader)
    return math.formulas.map { trimmed(TeXSymbols.joiningPrimes($0)) }
  }

  private init(open: [Element]) { self.open = open }

  private mutating func read(_ reader: inout XMLReader) {
    while let event = reader.next() {
      switch event {
      case .start: begin(&reader)
      case .text: continue
      case .end:
        while let last = open.last, last.depth > reader.depth { close() }
        if open.isEmpty { return }
      }
    }
    while !open.isEmpty { close() }
  }

  private mutating func begin(_ reader: inout XMLReader) {
    guard let name = reader.wordName, !open.isEmpty else { return }
    let last = open.count - 1
    switch name {
    case .m_t, .w_t:
      let text = String(decoding: reader.readText(), as: UTF8.self)
      open[last].parts.append((name, Self.text(text, in: open[last])))
    case .w_del, .w_moveFrom, .w_rPr, .m_ctrlPr, .m_oMathParaPr: reader.skip()
    case .m_nor: if reader.isOnForMath { open[last].isPlain = true }
    case .m_sty: open[last].style = reader.attribute(WordName.m_val)
    case .m_scr: open[last].script = reader.attribute(WordName.m_val)
    case .m_chr: open[last].sign = reader.attribute(WordName.m_val) ?? ""
    case .m_pos: open[last].position = reader.attribute(WordName.m_val)
    case .m_begChr: open[last].opening = reader.attribute(WordName.m_val) ?? ""
    case .m_endChr: open[last].closing = reader.attribute(WordName.m_val) ?? ""
    case .m_sepChr: open[last].separator = reader.attribute(WordName.m_val) ?? ""
    case .m_type: open[last].kind = reader.attribute(WordName.m_val)
    case .m_count:
      open[last].alignedColumns = min(max(1, reader.attribute(WordName.m_val).flatMap { Int($0) } ?? 1), 64)
    case .m_mcJc:
      let alignment = reader.attribute(WordName.m_val) ?? "center"
      open[last].alignments += Array(repeating: alignment, count: open[last].alignedColumns)
      open[last].alignedColumns = 1
    case .m_degHide, .m_subHide, .m_supHide: if reader.isOnForMath { open[last].hides.insert(name) }
    // The properties of an element are said of it.
    case .m_rPr, .m_fPr, .m_radPr, .m_dPr, .m_naryPr, .m_accPr, .m_barPr, .m_groupChrPr, .m_mPr: return
    default:
      guard open.count < Self.depthLimit else { return }
      open.append(Element(name: name, depth: reader.depth))
    }
  }

  /// Ends the innermost element, and gives its TeX to the one around it.
  private mutating func close() {
    let element = open.removeLast()
    let tex = Self.tex(of: element)
    if element.name == .m_oMath, open.isEmpty || open.last?.name == .m_oMathPara {
      formulas.append(tex)
    } else if let last = open.indices.last {
      open[last].parts.append((element.name, tex))
    }
  }

  // MARK: Elements

  private static func text(_ text: String, in run: Element) -> String {
    if run.isPlain, text.isEmpty { return "" }
    if run.isPlain { return plain(text) }
    // A tilde is a space to TeX.
    return TeXSymbols.tex(of: run.variant.letters(of: text.replacing("~", with: "∼")))
  }

  /// Signs that no backslash makes plain within `\text{}`: they stand beside it.
  private static let signsBesideText: [Unicode.Scalar: String] = [
    "\\": "\\backslash ", "~": "{\\sim}", "^": "{\\wedge}",
  ]

  private static func plain(_ text: String) -> String {
    var tex = ""
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      if let sign = signsBesideText[first] {
        tex += sign
        rest = rest.dropFirst()
      } else {
        let words = rest.prefix { signsBesideText[$0] == nil }
        tex += "\\text{\(TeXSymbols.plain(String(Substring(words))))}"
        rest = rest[words.endIndex...]
      }
    }
    return tex
  }

  private static func tex(of element: Element) -> String {
    func part(_ name: WordName) -> String { trimmed(element.part(name)) }
    switch element.name {
    case .m_r: return run(element)
    case .m_f:
      return element.kind == "lin"
        ? "\(part(.m_num))/\(part(.m_den))"
        : element.kind == "noBar"
          ? "\\genfrac{}{}{0pt}{}{\(part(.m_num))}{\(part(.m_den))}"
          : "\\frac{\(part(.m_num))}{\(part(.m_den))}"
    case .m_sSup: return base(part(.m_e)) + "^" + braced(part(.m_sup))
    case .m_sSub: return base(part(.m_e)) + "_" + braced(part(.m_sub))
    case .m_sSubSup: return base(part(.m_e)) + "_" + braced(part(.m_sub)) + "^" + braced(part(.m_sup))
    case .m_sPre: return "{}_" + braced(part(.m_sub)) + "^" + braced(part(.m_sup)) + part(.m_e)
    case .m_rad:
      let degree = element.hides.contains(.m_degHide) ? "" : part(.m_deg)
      return degree.isEmpty ? "\\sqrt{\(part(.m_e))}" : "\\sqrt[\(degree)]{\(part(.m_e))}"
    case .m_d: return delimited(element)
    case .m_nary: return large(element)
    case .m_func:
      let name = function(element.part(.m_fName))
      return name + (part(.m_e).isEmpty ? "" : separated(name, part(.m_e)))
    case .m_limLow:
      let base = function(element.part(.m_e))
      return TeXSymbols.takesLimits(base) || isBraced(base, by: "underbrace")
        ? trimmed(base) + "_" + braced(part(.m_lim)) : "\\underset{\(part(.m_lim))}{\(part(.m_e))}"
    case .m_limUpp:
      let base = function(element.part(.m_e))
      return TeXSymbols.takesLimits(base) || isBraced(base, by: "overbrace")
        ? trimmed(base) + "^" + braced(part(.m_lim)) : "\\overset{\(part(.m_lim))}{\(part(.m_e))}"
    case .m_mr: return element.all(.m_e).map(trimmed).joined(separator: " & ")
    case .m_m:
      let (name, columns) = environment(element.alignments)
      let rows = element.all(.m_mr).joined(separator: " \\\\ ")
      return "\\begin{\(name)}\(columns)\(rows)\\end{\(name)}"
    case .m_eqArr:
      // Equations are aligned at this sign, which is no text then.
      let rows = element.all(.m_e).map { trimmed($0).replacing("\\&", with: "&") }
      // Word sets the number of an equation behind such a sign.
      if rows.count == 1, let mark = rows[0].firstRange(of: "\\#") {
        let number = rows[0][mark.upperBound...].replacing("\\left(", with: "").replacing(
          "\\right)", with: "")
        return rows[0][..<mark.lowerBound] + "\\tag{\(number)}"
      }
      return "\\begin{aligned}\(rows.joined(separator: " \\\\ "))\\end{aligned}"
    case .m_acc: return accent(element.sign ?? "\u{302}", part(.m_e))
    // Where nothing is said, it is below (22.1.2.7).
    case .m_bar: return element.position == "top" ? "\\overline{\(part(.m_e))}" : "\\underline{\(part(.m_e))}"
    case .m_groupChr: return grouped(element)
    case .m_borderBox: return "\\boxed{\(part(.m_e))}"
    case .m_phant: return "\\phantom{\(part(.m_e))}"
    default: return element.joined
    }
  }

  /// The text of a run; an upright word is a function, or a name.
  private static func run(_ element: Element) -> String {
    let text = element.joined
    guard element.style == "p", text.utf8.count > 1, text.utf8.allSatisfy(\.isASCIILetter) else {
      return text
    }
    return TeXSymbols.functions.contains(text) ? "\\\(text) " : "\\mathrm{\(text)}"
  }

  /// The text that stands where a function's name does, which is one though nothing sets it upright.
  private static func function(_ tex: String) -> String {
    TeXSymbols.functions.contains(trimmed(tex)) ? "\\\(trimmed(tex)) " : tex
  }

  private static func separated(_ name: String, _ argument: String) -> String {
    name.utf8.last == 0x20 || argument.utf8.first == UInt8(ascii: "\\")
      || argument.utf8.first == UInt8(ascii: "(")
      ? argument : " " + argument
  }

  /// The environment of a matrix, by the alignment of its columns.
  private static func environment(_ alignments: [String]) -> (name: String, columns: String) {
    guard alignments.count > 1 else { return ("matrix", "") }
    if alignments.allSatisfy({ $0 == "left" }) {
      return (leftAligned, "{\(String(repeating: "l", count: alignments.count))}")
    }
    let isOfEquations = alignments.enumerated().allSatisfy { place, alignment in
      alignment == (place.isMultiple(of: 2) ? "right" : "left")
    }
    return (isOfEquations ? "aligned" : "matrix", "")
  }

  private static let leftAligned = "array"

  private static func delimited(_ element: Element) -> String {
    let inner = element.all(.m_e).map(trimmed).joined(separator: delimiter(element.separator ?? "|"))
    let beginning = "\\begin{\(leftAligned)}{ll}"
    if inner.hasPrefix(beginning), element.opening == "{", element.closing == "" {
      return "\\begin{cases}\(inner.dropFirst(beginning.count).dropLast(leftAligned.count + 6))\\end{cases}"
    }
    return "\\left" + delimiter(element.opening ?? "(") + inner + "\\right"
      + delimiter(element.closing ?? ")")
  }

  private static func delimiter(_ sign: String) -> String {
    sign.isEmpty ? "." : TeXSymbols.tex(of: sign)
  }

  private static func large(_ element: Element) -> String {
    var tex = TeXSymbols.tex(of: element.sign ?? "∫")
    let (sub, sup) = (trimmed(element.part(.m_sub)), trimmed(element.part(.m_sup)))
    if !element.hides.contains(.m_subHide), !sub.isEmpty { tex = trimmed(tex) + "_" + braced(sub) }
    if !element.hides.contains(.m_supHide), !sup.isEmpty { tex = trimmed(tex) + "^" + braced(sup) }
    let operand = trimmed(element.part(.m_e))
    return tex + (tex.utf8.last == 0x20 || operand.isEmpty ? "" : " ") + operand
  }

  private static let combining: [String: String] = [
    "\u{300}": "grave", "\u{301}": "acute", "\u{302}": "hat", "\u{303}": "tilde", "\u{304}": "bar",
    "\u{305}": "overline",
    "\u{306}": "breve", "\u{307}": "dot", "\u{308}": "ddot", "\u{30A}": "mathring", "\u{30C}": "check",
    "\u{20D7}": "vec", "\u{20D6}": "overleftarrow", "\u{332}": "underline",
  ]

  private static func accent(_ sign: String, _ base: String) -> String {
    // An arrow as long as what it stands over.
    if sign == "\u{20D7}", !TeXSymbols.isSingle(base) { return "\\overrightarrow{\(base)}" }
    return "\\\(combining[sign] ?? TeXSymbols.accents[sign] ?? "hat"){\(base)}"
  }

  private static let arrows = ["→": "rightarrow", "←": "leftarrow", "↔": "leftrightarrow"]

  private static func grouped(_ element: Element) -> String {
    let base = trimmed(element.part(.m_e))
    switch element.sign {
    case "⏞": return "\\overbrace{\(base)}"
    case "⏟", nil: return "\\underbrace{\(base)}"
    case "⎴": return "\\overbracket{\(base)}"
    case "⎵": return "\\underbracket{\(base)}"
    case let sign?:
      let isAbove = element.position == "top"
      if let arrow = arrows[sign], !TeXSymbols.isSingle(base) {
        return "\\\(isAbove ? "over" : "under")\(arrow){\(base)}"
      }
      let command = isAbove ? "overset" : "underset"
      return "\\\(command){\(trimmed(TeXSymbols.tex(of: sign)))}{\(base)}"
    }
  }

  // MARK: Braces

  /// True if all is set between one pair of braces of a command.
  private static func isBraced(_ tex: String, by command: String) -> Bool {
    guard tex.hasPrefix("\\\(command){") else { return false }
    var depth = 0
    for (index, byte) in zip(tex.utf8.indices, tex.utf8) {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return tex.utf8.index(after: index) == tex.utf8.endIndex }
      }
    }
    return false
  }

  private static func trimmed(_ tex: String) -> String {
    tex.utf8.last == 0x20 ? String(tex.dropLast()) : tex
  }

  private static func base(_ tex: String) -> String { TeXSymbols.isSingle(tex) ? tex : "{\(tex)}" }

  private static func braced(_ tex: String) -> String { "{\(tex)}" }
}

extension XMLReader {
  fileprivate var isOnForMath: Bool {
    guard let value = attribute(WordName.m_val) else { return true }
    return !["0", "off", "false"].contains(value)
  }
}
