/// Text of a formula that lost its elements: the signs that are seen, and right behind them the TeX that they were made of.
enum FlattenedFormula {
  /// The longest text that is looked at, in bytes, and the number of positions in it that are tried.
  private static let lengthLimit = 1024
  private static let attemptLimit = 8

  /// The TeX of `x2x^2`, also where the seen signs stand behind it once more; nil if the text is no such pair.
  static func source(in text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count <= lengthLimit else { return nil }
    let signs = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    guard let first = signs.first.flatMap(normal) else { return nil }
    let firstCommand = signs.firstIndex(of: "\\") ?? signs.count
    // TeX is no shorter than what it shows.
    let end = min(firstCommand, signs.count / 2)
    guard end > 0 else { return nil }
    var attempts = 0
    for start in 1...end where start == firstCommand || signs[start] == "{" || normal(signs[start]) == first {
      attempts += 1
      guard attempts <= attemptLimit else { return nil }
      let seen = signs[..<start].compactMap(normal)
      let rest = signs[start...]
      let hasThird = rest.suffix(start).compactMap(normal) == seen && rest.count > start
      for source in hasThird ? [rest.dropLast(start), rest] : [rest] where isSource(source, of: seen) {
        return Array(String(String.UnicodeScalarView(source)).utf8)
      }
    }
    return nil
  }

  private static func isSource(_ source: ArraySlice<Unicode.Scalar>, of seen: [Unicode.Scalar]) -> Bool {
    guard let formula = TeXReader.formula(String(String.UnicodeScalarView(source))) else { return false }
    var signs = String.UnicodeScalarView()
    formula.appendSigns(to: &signs)
    return signs.compactMap(normal) == seen
  }

  /// One spelling for signs that TeX and MathML have different ones for; nil for those that show nothing.
  private static func normal(_ sign: Unicode.Scalar) -> Unicode.Scalar? {
    switch sign {
    case "\u{2212}": "-"
    case "\u{2217}": "*"
    case "\u{2223}": "|"
    case "\u{2032}": "'"
    case "\u{200B}", "\u{2061}"..."\u{2064}", "\u{FEFF}": nil
    case _ where sign.properties.isWhitespace: nil
    default: FormulaLetter(sign)?.plain ?? sign
    }
  }
}

extension Formula {
  /// Appends the signs that are seen, in the order in which MathML has them.
  fileprivate func appendSigns(to signs: inout String.UnicodeScalarView) {
    switch self {
    case .row(let parts): for part in parts { part.appendSigns(to: &signs) }
    case .identifier(let text, _), .number(let text), .symbol(let text), .text(let text):
      signs += text.unicodeScalars
    case .space: break
    case .fraction(let first, let second, _):
      first.appendSigns(to: &signs)
      second.appendSigns(to: &signs)
    case .root(let content, let degree):
      content.appendSigns(to: &signs)
      degree?.appendSigns(to: &signs)
    case .scripts(let base, let below, let above, _):
      for part in [base, below, above] { part?.appendSigns(to: &signs) }
    case .fenced(let open, let content, let close):
      signs += open.unicodeScalars
      content.appendSigns(to: &signs)
      signs += close.unicodeScalars
    case .accent(let base, let sign, _):
      base.appendSigns(to: &signs)
      signs += sign.unicodeScalars
    case .table(let rows, _):
      for row in rows { for cell in row { cell.appendSigns(to: &signs) } }
    }
  }
}
