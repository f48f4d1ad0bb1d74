/// Reads TeX as formulas of web pages and Markdown use it.
///
/// What is not known makes the whole formula unreadable: half a formula is a wrong one.
package struct TeXReader {
  /// The longest formula that is read; longer and deeper ones are left as they are written.
  private static let lengthLimit = 16_384
  private static let depthLimit = 48

  private let signs: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  private struct Unreadable: Error {}

  /// The formula of this TeX, without delimiters; nil if it holds what is not known.
  package static func formula(_ tex: String) -> Formula? {
    guard tex.utf8.count <= lengthLimit, tex.unicodeScalars.allSatisfy(isWritable) else { return nil }
    var reader = TeXReader(signs: Array(tex.unicodeScalars))
    guard let rows = try? reader.rows(), reader.position == reader.signs.count else { return nil }
    return rows.count == 1 && rows[0].count == 1 ? rows[0][0] : .table(rows, .equations)
  }

  private init(signs: [Unicode.Scalar]) { self.signs = signs }

  /// True for what XML has words for (XML 1.0, 2.2), which formulas are written in.
  private static func isWritable(_ sign: Unicode.Scalar) -> Bool {
    switch sign {
    case "\t", "\n": true
    case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": false
    default: true
    }
  }

  // MARK: Signs

  private var next: Unicode.Scalar? { position < signs.count ? signs[position] : nil }

  private mutating func take() -> Unicode.Scalar? {
    defer { position += 1 }
    return next
  }

  private mutating func skipSpace() {
    while let sign = next, sign.properties.isWhitespace { position += 1 }
  }

  /// Takes a sign if it comes next, after white space.
  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == sign else { return false }
    position += 1
    return true
  }

  /// The name of the command that comes next, which stays there; nil if none does.
  private var command: (name: String, end: Int)? {
    guard next == "\\", position + 1 < signs.count else { return nil }
    var end = position + 1
    while end < signs.count, signs[end].isTeXLetter { end += 1 }
    if end == position + 1 { end += 1 }
    var name = String(String.UnicodeScalarView(signs[(position + 1)..<end]))
    if end < signs.count, signs[end] == "*", TeXReader.starred.contains(name) {
      name += "*"
      end += 1
    }
    return (name, end)
  }

  private static let starred: Set<String> = ["operatorname", "tag"]

  private mutating func take(command name: String) -> Bool {
    skipSpace()
    guard let command, command.name == name else { return false }
    position = command.end
    return true
  }

  // MARK: Rows

  /// The rows of a table up to what ends it, each with its cells; outside of one, one row of one cell.
  private mutating func rows() throws(Unreadable) -> [[Formula]] {
    var rows: [[Formula]] = [[]]
    while true {
      rows[rows.count - 1].append(Formula(try row()))
      if take("&") { continue }
      guard take(command: "\\") || take(command: "cr") else { break }
      if next == "[" { _ = try raw(from: "[", to: "]") }
      rows.append([])
    }
    if let last = rows.last, rows.count > 1, last.allSatisfy({ $0 == .row([]) }) { rows.removeLast() }
    return rows
  }

  /// The text that stands before the next `}`, `&`, `\\`, `\right` or `\end`.
  private mutating func row() throws(Unreadable) -> [Formula] {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw Unreadable() }
    var parts: [Formula] = []
    while true {
      skipSpace()
      guard let sign = next, sign != "}", sign != "&" else { return parts }
      if let command, ["\\", "cr", "right", "middle", "end"].contains(command.name) { return parts }
      if let part = try scripted() { parts.append(part) }
    }
  }

  /// One atom with what stands below and above it; nil for a command that leaves nothing.
  private mutating func scripted() throws(Unreadable) -> Formula? {
    var base: Formula?
    if next != "_", next != "^", next != "'" {
      base = try atom()
      guard base != nil else { return nil }
    }
    var below: Formula?
    var above: Formula?
    var primes = 0
    var isLimits = base.map(Self.takesLimits) ?? false
    while true {
      if take(command: "limits") {
        isLimits = true
      } else if take(command: "nolimits") {
        isLimits = false
      } else if take("_") {
        guard below == nil else { throw Unreadable() }
        below = try argument()
      } else if take("^") {
        guard above == nil else { throw Unreadable() }
        above = try argument()
      } else if take("'") {
        primes += 1
      } else {
        break
      }
    }
    if primes > 0 {
      let signs = Formula.symbol(String(repeating: "′", count: primes))
      above = Formula([signs] + (above?.parts ?? []))
    }
    guard below != nil || above != nil else { return base }
    return .scripts(base ?? .row([]), below: below, above: above, isLimits: isLimits)
  }

  private static func takesLimits(_ base: Formula) -> Bool {
    switch base {
    case .symbol(let sign): TeXCommands.largeSigns.contains(sign)
    case .identifier(let name, .upright): TeXCommands.limitFunctions.contains(name)
    case .accent(_, let sign, _): sign == "⏟" || sign == "⏞"
    default: false
    }
  }

  /// A group in braces, or one atom.
  private mutating func argument() throws(Unreadable) -> Formula {
    skipSpace()
    if next == "{" { return try group() }
    if let sign = next, ("0"..."9").contains(sign) {
      position += 1
      return .number(String(sign))
    }
    guard let atom = try atom() else { throw Unreadable() }
    return atom
  }

  private mutating func group() throws(Unreadable) -> Formula {
    guard take("{") else { throw Unreadable() }
    let parts = try row()
    guard take("}") else { throw Unreadable() }
    return Formula(parts)
  }

  /// The text between two signs as it is written, groups within it whole.
  private mutating func raw(from open: Unicode.Scalar, to close: Unicode.Scalar) throws(Unreadable) -> String
  {
    guard take(open) else { throw Unreadable() }
    var text = String.UnicodeScalarView()
    var level = 0
    while let sign = take() {
      if sign == close, level == 0 { return String(text) }
      if sign == "{" { level += 1 }
      if sign == "}" { level -= 1 }
      if sign == "\\", let escaped = next, !escaped.isTeXLetter {
        text.append(escaped)
        position += 1
      } else if sign != "{", sign != "}" {
        text.append(sign == "~" ? " " : sign)
      }
    }
    throw Unreadable()
  }

  // MARK: Atoms

  private mutating func atom() throws(Unreadable) -> Formula? {
    skipSpace()
    guard let sign = next else { return nil }
    switch sign {
    case "{": return try group()
    case "\\": return try commandAtom()
    case "0"..."9": return number()
    case "~":
      position += 1
      return .space(6)
    case "%", "#", "$": throw Unreadable()
    default:
      position += 1
      if sign.properties.isAlphabetic { return .identifier(String(sign)) }
      return .symbol(sign == "-" ? "−" : sign == "*" ? "∗" : String(sign))
    }
  }

  /// Digits, with a point or a comma between them.
  private mutating func number() -> Formula {
    let start = position
    while let sign = next {
      let isPoint = (sign == "." || sign == ",") && position + 1 < signs.count
      guard ("0"..."9").contains(sign) || isPoint && ("0"..."9").contains(signs[position + 1]) else { break }
      position += 1
    }
    return .number(String(String.UnicodeScalarView(signs[start..<position])))
  }

  private mutating func commandAtom() throws(Unreadable) -> Formula? {
    guard let (name, end) = command else { throw Unreadable() }
    position = end
    if let structure = try structure(name) { return structure }
    if let space = TeXCommands.spaces[name] { return .space(space) }
    if TeXCommands.functions.contains(name) { return .identifier(name, .upright) }
    if let sign = TeXCommands.sign(of: name) {
      let isLetter = sign.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
      return isLetter ? .identifier(sign) : .symbol(sign)
    }
    if TeXCommands.ignored.contains(name) { return nil }
    if TeXCommands.texts.contains(name) { return .text(try raw(from: "{", to: "}")) }
    if let variant = TeXCommands.variants[name.hasSuffix("*") ? String(name.dropLast()) : name] {
      return try argument().set(in: variant)
    }
    if let accent = TeXCommands.accents[name] {
      return .accent(try argument(), sign: accent.sign, isBelow: accent.isBelow)
    }
    return try rareAtom(name)
  }

  /// Fractions, roots, fences and environments; nil for another command.
  private mutating func structure(_ name: String) throws(Unreadable) -> Formula? {
    switch name {
    case "frac", "dfrac", "tfrac", "cfrac": return .fraction(try argument(), try argument())
    case "binom", "dbinom", "tbinom":
      return .fenced("(", .fraction(try argument(), try argument(), hasBar: false), ")")
    case "sqrt":
      var degree: Formula?
      skipSpace()
      if next == "[" { degree = Self.formula(try raw(from: "[", to: "]")) }
      return .root(try argument(), degree: degree)
    case "left": return try fenced()
    case "begin": return try environment()
    case "substack":
      guard take("{") else { throw Unreadable() }
      let rows = try rows()
      guard take("}") else { throw Unreadable() }
      return .table(rows, .center)
    default: return nil
    }
  }

  private mutating func fenced() throws(Unreadable) -> Formula {
    let open = try delimiter()
    var parts = try row()
    while take(command: "middle") {
      parts.append(.symbol(try delimiter()))
      parts += try row()
    }
    guard take(command: "right") else { throw Unreadable() }
    return .fenced(open, Formula(parts), try delimiter())
  }

  /// The sign behind `\left` and `\right`; a point is none.
  private mutating func delimiter() throws(Unreadable) -> String {
    skipSpace()
    if let (name, end) = command {
      guard let sign = TeXCommands.sign(of: name) else { throw Unreadable() }
      position = end
      return sign
    }
    guard let sign = take() else { throw Unreadable() }
    return sign == "." ? "" : sign == "<" ? "⟨" : sign == ">" ? "⟩" : String(sign)
  }

  private mutating func environment() throws(Unreadable) -> Formula {
    let name = try raw(from: "{", to: "}")
    guard let environment = TeXCommands.environments[name] else { throw Unreadable() }
    if next == "[" { _ = try raw(from: "[", to: "]") }
    if name == "array" || name == "alignedat" { _ = try raw(from: "{", to: "}") }
    depth += 1
    defer { depth -= 1 }
    let rows = try rows()
    guard take(command: "end"), try raw(from: "{", to: "}") == name else { throw Unreadable() }
    let table = Formula.table(rows, environment.alignment)
    if environment.open.isEmpty, environment.close.isEmpty {
      return rows.count == 1 && rows[0].count == 1 ? rows[0][0] : table
    }
    return .fenced(environment.open, table, environment.close)
  }

  /// Commands with arguments that formulas have now and then.
  private mutating func rareAtom(_ name: String) throws(Unreadable) -> Formula? {
    switch name {
    case "overset", "stackrel":
      let above = try argument()
      return .scripts(try argument(), below: nil, above: above, isLimits: true)
    case "underset":
      let below = try argument()
      return .scripts(try argument(), below: below, above: nil, isLimits: true)
    case "xrightarrow", "xleftarrow":
      var below: Formula?
      skipSpace()
      if next == "[" { below = Self.formula(try raw(from: "[", to: "]")) }
      let arrow = Formula.symbol(name == "xrightarrow" ? "→" : "←")
      return .scripts(arrow, below: below, above: try argument(), isLimits: true)
    case "genfrac":
      for _ in 0..<4 { _ = try raw(from: "{", to: "}") }
      return .fraction(try argument(), try argument(), hasBar: false)
    case "not":
      guard case .symbol(let sign)? = try atom() else { throw Unreadable() }
      return .symbol(sign + "\u{338}")
    case "pmod":
      return .row(
        [.space(18), .symbol("("), .identifier("mod", .upright), .space(6)]
          + (try argument()).parts + [.symbol(")")])
    case "bmod", "mod": return .identifier("mod", .upright)
    case "tag", "tag*":
      let text = try raw(from: "{", to: "}")
      return .text("\u{2003}" + (name == "tag" ? "(\(text))" : text))
    case "mathop", "mathrel", "mathbin", "mathord", "mathopen", "mathclose", "boxed", "ensuremath":
      return try argument()
    case "color", "label", "phantom", "hphantom", "vphantom":
      _ = try raw(from: "{", to: "}")
      return nil
    case "textcolor":
      _ = try raw(from: "{", to: "}")
      return try argument()
    default: throw Unreadable()
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isTeXLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}

extension Formula {
  /// The formula with its identifiers in letters of a kind; upright letters side by side are one name.
  package func set(in variant: FormulaVariant) -> Formula {
    switch self {
    case .identifier(let name, _): return .identifier(name, variant)
    case .number(let digits) where variant != .normal && variant != .upright:
      return .identifier(digits, variant)
    case .row(let parts):
      var joined: [Formula] = []
      for part in parts.map({ $0.set(in: variant) }) {
        if variant == .upright, case .identifier(let name, .upright) = part,
          case .identifier(let before, .upright)? = joined.last
        {
          joined[joined.count - 1] = .identifier(before + name, .upright)
        } else {
          joined.append(part)
        }
      }
      return Formula(joined)
    case .scripts(let base, let below, let above, let isLimits):
      return .scripts(
        base.set(in: variant), below: below?.set(in: variant), above: above?.set(in: variant),
        isLimits: isLimits)
    case .accent(let base, let sign, let isBelow):
      return .accent(base.set(in: variant), sign: sign, isBelow: isBelow)
    default: return self
    }
  }
}
