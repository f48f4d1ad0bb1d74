/// What characters of formulas are called in TeX.
enum TeXSymbols {
  static let functions: Set<String> = [
    "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "log",
    "ln",
    "lg", "exp", "lim", "sup", "inf", "max", "min", "det", "dim", "ker", "deg", "gcd", "arg", "hom", "Pr",
  ]

  /// The signs that are set above a base, and the command that does so.
  static let accents: [String: String] = [
    "¯": "overline", "‾": "overline", "\\_": "overline", "^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde",
    "\\to ": "vec", "⃗": "vec", "˙": "dot", ".": "dot", "¨": "ddot", "⏞": "overbrace",
    "\u{302}": "hat", "\u{303}": "tilde", "\u{304}": "bar", "\u{305}": "overline", "\u{307}": "dot",
    "\u{308}": "ddot", "\u{20DB}": "dddot",
  ]

  /// The signs that are set below a base, and the command that does so.
  static let lines: [String: String] = ["⏟": "underbrace", "\\_": "underline", "\u{332}": "underline"]

  /// The formula with primes as apostrophes where they follow what they belong to: the sign itself is as high as a letter.
  static func joiningPrimes(_ tex: String) -> String {
    let pieces = tex.split(separator: "\\prime ", omittingEmptySubsequences: false)
    guard var result = pieces.first.map(String.init) else { return tex }
    for piece in pieces.dropFirst() {
      let last = result.utf8.last ?? 0
      let isPower = result.utf8.dropLast().last == UInt8(ascii: "^")
      let follows = last.isASCIIAlphanumeric || ")]'".utf8.contains(last)
      result += follows && !isPower ? "'" : "\\prime "
      result += piece
    }
    return result
  }

  private static let commands: [Unicode.Scalar: String] = {
    let names = """
      α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda
      μ mu ν nu ξ xi π pi ρ rho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega Γ Gamma
      Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega × times ÷ div ± pm ∓ mp · cdot
      ⋅ cdot ∗ ast ∘ circ ∙ bullet ≤ le ≥ ge ≠ ne ≈ approx ≡ equiv ∼ sim ≃ simeq ≅ cong ∝ propto ≪ ll ≫ gg ∈ in
      ∉ notin ∋ ni ⊂ subset ⊆ subseteq ⊃ supset ⊇ supseteq ∪ cup ∩ cap ∅ emptyset ∖ setminus ∀ forall ∃ exists
      ¬ neg ∧ wedge ∨ vee ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow → to ← leftarrow ↔ leftrightarrow ↦ mapsto
      ∑ sum ∏ prod ∫ int ∮ oint ∂ partial ∇ nabla ∞ infty √ surd … ldots ⋯ cdots ⋮ vdots ⋱ ddots ′ prime ℏ hbar
      ℓ ell ℜ Re ℑ Im ℵ aleph ∠ angle ⊥ perp ∥ parallel ⟨ langle ⟩ rangle ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil
      ⊕ oplus ⊗ otimes † dagger ∣ mid
      """
    var commands: [Unicode.Scalar: String] = [:]
    let words = names.split(whereSeparator: \.isWhitespace)
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      if let scalar = words[index].unicodeScalars.first { commands[scalar] = String(words[index + 1]) }
    }
    return commands
  }()

  /// The signs of commands.
  static let signs: [String: String] = Dictionary(commands.map { ($1, String($0)) }) { first, second in
    // Of two signs of one command, the one that was there first.
    min(first, second)
  }

  /// The text of a formula in TeX; invisible operators are left out.
  static func tex(of text: String) -> String {
    var result = ""
    var command: String?
    for character in text.unicodeScalars {
      // Letters of a kind of their own, side by side, are set by one command.
      let letter = commands[character] == nil ? FormulaLetter(character) : nil
      if letter?.command != command {
        if command != nil { result += "}" }
        command = letter?.command
        if let command { result += "\\\(command){" }
      }
      let scalar = letter?.plain ?? character
      switch scalar {
      case "\u{2061}"..."\u{2064}", "\u{200B}": break
      case "\u{2212}": result += "-"
      case "\u{A0}": result += "\\ "
      case "\u{2003}": result += "\\quad "
      case "\u{2005}": result += "\\; "
      case "\u{2009}": result += "\\, "
      case "\\": result += "\\backslash "
      case "{", "}", "%", "#", "&", "$", "_": result += "\\\(scalar)"
      default:
        if let command = commands[scalar] {
          result += "\\\(command) "
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    if command != nil { result += "}" }
    return result
  }

  /// Text within `\text{}`.
  static func plain(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars where scalar != "\\" {
      if "{}%#&$_".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// True for a character or a command alone, which needs no braces around it.
  static func isSingle(_ tex: String) -> Bool {
    if tex.unicodeScalars.count == 1 { return true }
    guard tex.utf8.first == UInt8(ascii: "\\") else { return false }
    return tex.utf8.dropFirst().allSatisfy { $0.isASCIILetter || $0 == 0x20 }
  }

  /// True for operators whose limits are set above and below.
  static func takesLimits(_ tex: String) -> Bool {
    ["\\sum ", "\\prod ", "\\int ", "\\oint ", "\\lim ", "\\max ", "\\min ", "\\sup ", "\\inf "].contains(tex)
  }
}

/// What TeX's commands stand for, beyond the signs that ``TeXSymbols`` names.
package enum TeXCommands {
  /// The sign of a command; nil if it is none.
  package static func sign(of command: String) -> String? { signs[command] }

  private static let signs: [String: String] = {
    // Names that share a sign with another one, or that formulas are seldom read with.
    let names = """
      leq ≤ geq ≥ neq ≠ lt < gt > land ∧ lor ∨ lnot ¬ iff ⟺ implies ⟹ impliedby ⟸ rightarrow → gets ← longrightarrow ⟶
      longleftarrow ⟵ Longrightarrow ⟹ Longleftarrow ⟸ Longleftrightarrow ⟺ longleftrightarrow ⟷ longmapsto ⟼ uparrow ↑
      downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ hookrightarrow ↪
      hookleftarrow ↩ rightharpoonup ⇀ leftharpoonup ↼ rightleftharpoons ⇌ leadsto ⇝ dots … dotsc … dotsb ⋯ dotsm ⋯
      varnothing ∅ nexists ∄ owns ∋ subsetneq ⊊ supsetneq ⊋ nsubseteq ⊈ sqcup ⊔ sqcap ⊓ sqsubseteq ⊑ sqsupseteq ⊒
      bigcup ⋃ bigcap ⋂ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ biguplus ⨄ bigsqcup ⨆ coprod ∐ iint ∬
      iiint ∭ oiint ∯ ominus ⊖ odot ⊙ oslash ⊘ boxplus ⊞ boxtimes ⊠ uplus ⊎ wr ≀ amalg ⨿ star ⋆ diamond ⋄ bigcirc ◯
      triangle △ triangleleft ◁ triangleright ▷ square □ Box □ blacksquare ■ checkmark ✓ bigstar ★ flat ♭ natural ♮
      sharp ♯ clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠ ddagger ‡ S § P ¶ copyright © pounds £ euro € yen ¥
      vdash ⊢ dashv ⊣ models ⊨ vDash ⊨ top ⊤ bot ⊥ prec ≺ succ ≻ preceq ⪯ succeq ⪰ asymp ≍ doteq ≐ triangleq ≜
      coloneqq ≔ approxeq ≊ lesssim ≲ gtrsim ≳ nmid ∤ nparallel ∦ therefore ∴ because ∵ measuredangle ∡ complement ∁
      imath ı jmath ȷ wp ℘ mho ℧ hslash ℏ beth ℶ gimel ℷ daleth ℸ eth ð digamma ϝ varpi ϖ varrho ϱ varkappa ϰ Vert ‖ |
      ‖ vert ∣ lvert ∣ rvert ∣ lVert ‖ rVert ‖ lbrace { rbrace } lbrack [ rbrack ] lang ⟨ rang ⟩ backslash \\ colon :
      degree ° percent % And & lgroup ⟮ rgroup ⟯ ulcorner ⌜ urcorner ⌝ llcorner ⌞ lrcorner ⌟ to → le ≤ ge ≥ ne ≠
      cdot ⋅ cdotp · ldotp . smallsetminus ∖ upsilon υ Upsilon Υ emptyset ∅ AA Å circledast ⊛ rtimes ⋊ ltimes ⋉ bowtie ⋈ between ≬
      """
    var signs: [String: String] = [:]
    let words = names.split(whereSeparator: \.isWhitespace)
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      signs[String(words[index])] = String(words[index + 1])
    }
    signs.merge(TeXSymbols.signs) { own, _ in own }
    for sign in ["{", "}", "%", "#", "&", "$", "_"] { signs[sign] = sign }
    return signs
  }()

  /// Signs whose limits stand straight below and above where a formula has a line of its own.
  package static let largeSigns: Set<String> = [
    "∑", "∏", "∐", "⋃", "⋂", "⋁", "⋀", "⨁", "⨂", "⨀", "⨄", "⨆",
  ]

  /// Functions that take limits, besides being upright.
  static let limitFunctions: Set<String> = [
    "lim", "max", "min", "sup", "inf", "det", "gcd", "Pr", "limsup", "liminf", "argmax", "argmin",
  ]

  static let functions = TeXSymbols.functions.union(["csch", "sech", "coth", "limsup", "liminf"])

  /// Eighteenths of an em that a command leaves.
  package static let spaces: [String: Int] = [
    ",": 3, ":": 4, ">": 4, ";": 5, "!": -3, " ": 6, "quad": 18, "qquad": 36, "thinspace": 3, "enspace": 9,
    "medspace": 4, "thickspace": 5, "negthinspace": -3,
  ]

  static let variants: [String: FormulaVariant] = [
    "mathrm": .upright, "rm": .upright, "operatorname": .upright, "mathbf": .bold, "bf": .bold,
    "boldsymbol": .bold, "bm": .bold, "mathbb": .doubleStruck, "Bbb": .doubleStruck,
    "mathcal": .calligraphic,
    "cal": .calligraphic, "mathscr": .calligraphic, "mathfrak": .fraktur, "mathsf": .sansSerif,
    "mathtt": .monospace, "mathit": .normal, "mathnormal": .normal,
  ]

  package static let texts: Set<String> = [
    "text", "textrm", "textit", "textbf", "textsf", "texttt", "mbox", "hbox",
  ]

  /// Signs over a base; those that are as wide as it among them.
  static let accents: [String: (sign: String, isBelow: Bool)] = [
    "hat": ("^", false), "widehat": ("^", false), "check": ("ˇ", false), "tilde": ("~", false),
    "widetilde": ("~", false), "acute": ("´", false), "grave": ("`", false), "dot": ("˙", false),
    "ddot": ("¨", false), "breve": ("˘", false), "bar": ("¯", false), "vec": ("→", false),
    "mathring": ("˚", false), "overline": ("‾", false), "underline": ("_", true),
    "overrightarrow": ("→", false), "overleftarrow": ("←", false), "overbrace": ("⏞", false),
    "underbrace": ("⏟", true), "overbracket": ("⎴", false), "underbracket": ("⎵", true),
  ]

  /// Environments, with the signs around them.
  static let environments: [String: (open: String, close: String, alignment: FormulaAlignment)] = [
    "matrix": ("", "", .center), "smallmatrix": ("", "", .center), "pmatrix": ("(", ")", .center),
    "bmatrix": ("[", "]", .center), "Bmatrix": ("{", "}", .center), "vmatrix": ("|", "|", .center),
    "Vmatrix": ("‖", "‖", .center), "cases": ("{", "", .left), "array": ("", "", .center),
    "aligned": ("", "", .equations), "align": ("", "", .equations), "align*": ("", "", .equations),
    "split": ("", "", .equations), "gathered": ("", "", .center), "gather": ("", "", .center),
    "gather*": ("", "", .center), "equation": ("", "", .center), "equation*": ("", "", .center),
    "eqnarray": ("", "", .equations), "eqnarray*": ("", "", .equations), "alignedat": ("", "", .equations),
    "substack": ("", "", .center),
  ]

  /// Commands that change how large something is, or nothing that is kept.
  package static let ignored: Set<String> = [
    "displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle", "big", "Big", "bigg", "Bigg", "bigl",
    "bigr", "Bigl", "Bigr", "biggl", "biggr", "Biggl", "Biggr", "bigm", "Bigm", "nolimits", "nonumber",
    "notag", "hline", "allowbreak", "mathstrut", "strut", "/", "-",
  ]
}

/// TeX as documents hold it: without control characters, and without the white space around it.
package enum TeXText {
  /// TeX without the white space around it; behind a backslash at the end, a space is a command of its own.
  package static func trimmed(_ tex: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let trimmed = tex.trimmingHTMLSpace
    let backslashes = trimmed.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    guard backslashes % 2 == 1, trimmed.endIndex < tex.endIndex else { return trimmed }
    return tex[trimmed.startIndex...trimmed.endIndex]
  }

  private static let delimiters: [(open: String, close: String, isDisplayed: Bool)] = [
    ("$$", "$$", true), ("\\[", "\\]", true), ("\\(", "\\)", false), ("$", "$", false),
  ]

  /// TeX without the signs that set it off from text, and whether they set it as a display; nil if there are none.
  package static func withoutDelimiters(_ tex: ArraySlice<UInt8>) -> (
    tex: ArraySlice<UInt8>, isDisplayed: Bool?
  ) {
    let text = trimmed(tex)
    for (open, close, isDisplayed) in delimiters
    where text.count > open.utf8.count + close.utf8.count && text.starts(with: open.utf8)
      && text.suffix(close.utf8.count).elementsEqual(close.utf8)
    {
      let inner = text.dropFirst(open.utf8.count).dropLast(close.utf8.count)
      // Between two formulas there is text.
      guard !ByteSearch.contains(close, in: inner) else { break }
      return (trimmed(inner), isDisplayed)
    }
    return (tex, nil)
  }

  /// The TeX that stands behind the letters of a formula, as the text of MathML has it at its end: behind a blank line, or on
  /// the last one, or as the second half.
  package static func source(behindTextOf mathML: [UInt8]) -> [UInt8] {
    let lines = trimmed(mathML[...]).split(separator: 0x0A, omittingEmptySubsequences: false)
      .map(\.trimmingHTMLSpace)
    if lines.count > 1 {
      let source = lines.lastIndex(where: \.isEmpty).map { lines[($0 + 1)...] } ?? lines.suffix(1)
      return Array(source.joined(separator: [0x0A]))
    }
    let line = lines.first ?? []
    // Of letters without spaces the first half says the same as the second.
    let letters = line.filter { !$0.isHTMLSpace }
    let half = letters.prefix(letters.count / 2)
    guard letters.count.isMultiple(of: 2), letters.dropFirst(half.count).elementsEqual(half) else {
      return FlattenedFormula.source(in: line) ?? Array(line)
    }
    var count = 0
    let start = line.firstIndex { byte in
      if !byte.isHTMLSpace { count += 1 }
      return count > half.count
    }
    return Array(line[(start ?? line.startIndex)...])
  }

  /// The TeX within a text that shows its signs as well, `x2x^2`; nil for other text.
  package static func source(amidSigns text: ArraySlice<UInt8>) -> [UInt8]? {
    FlattenedFormula.source(in: trimmed(text))
  }

  package static func normal(_ tex: String) -> String {
    isNormal(tex)
      ? tex : String(decoding: trimmed(Array(tex.withoutControlCharacters.utf8)[...]), as: UTF8.self)
  }

  package static func isNormal(_ tex: String) -> Bool {
    let bytes = tex.utf8
    guard let first = bytes.first, let last = bytes.last else { return true }
    return !first.isHTMLSpace && !last.isHTMLSpace && !bytes.span.contains(where: \.isUnshownControl)
  }
}
