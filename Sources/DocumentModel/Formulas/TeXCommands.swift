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
