/// What characters of formulas are called in TeX.
enum TeXSymbols {
  static let functions: Set<String> = [
    "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "log",
    "ln",
    "lg", "exp", "lim", "sup", "inf", "max", "min", "det", "dim", "ker", "deg", "gcd", "arg", "hom", "Pr",
  ]

  /// What is set above a base, and the command that does so.
  static let accents: [String: String] = [
    "¯": "overline", "‾": "overline", "\\_": "overline", "^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde",
    "\\to ": "vec", "⃗": "vec", "˙": "dot", ".": "dot", "¨": "ddot", "⏞": "overbrace",
    "\u{302}": "hat", "\u{303}": "tilde", "\u{304}": "bar", "\u{305}": "overline", "\u{307}": "dot",
    "\u{308}": "ddot", "\u{20DB}": "dddot",
  ]

  /// What is set below a base, and the command that does so.
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
