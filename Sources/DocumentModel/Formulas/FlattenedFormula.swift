/// Text of a formula that lost its elements: the signs that are seen, and right behind them the TeX that they were made of.
enum FlattenedFormula {
  /// The longest text that is looked at, in bytes, and the number of positions in it that are tried: each costs a
  /// reading of the rest.
  private static let lengthLimit = 1024
  private static let attemptLimit = 4

  /// The TeX of `x2x^2`, also where the seen signs stand behind it once more; nil if the text is no such pair.
  static func source(in text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count <= lengthLimit else { return nil }
    let signs = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    guard let first = signs.first.flatMap(normal) else { return nil }
    let firstCommand = signs.firstIndex(of: "\\") ?? signs.count
    // TeX is no shorter than what it shows.
    let end = min(firstCommand, signs.count / 2)
    guard end > 0 else { return nil }
    for start in starts(in: signs, upTo: end, first, firstCommand).prefix(attemptLimit) {
      let seen = signs[..<start].compactMap(normal)
      let rest = signs[start...]
      let hasThird = rest.suffix(start).compactMap(normal) == seen && rest.count > start
      for source in hasThird ? [rest.dropLast(start), rest] : [rest] where isSource(source, of: seen) {
        return Array(String(String.UnicodeScalarView(source)).utf8)
      }
    }
    return nil
  }

  /// The positions at which the TeX may begin, the likeliest first.
  private static func starts(
    in signs: [Unicode.Scalar], upTo end: Int, _ first: Unicode.Scalar, _ firstCommand: Int
  ) -> [Int] {
    let hasCommands = firstCommand < signs.count
    var starts = firstCommand <= end ? [firstCommand] : []
    var (seen, rest) = (0, signs.count(where: showsItself))
    for start in 1...end {
      if showsItself(signs[start - 1]) { (seen, rest) = (seen + 1, rest - 1) }
      guard signs[start] == "{" || normal(signs[start]) == first, start != firstCommand else { continue }
      // Without commands TeX shows its own signs alone: as many as are seen before it, and maybe behind it once more.
      if hasCommands || rest == seen || rest == 2 * seen { starts.append(start) }
    }
    return starts
  }

  private static func showsItself(_ sign: Unicode.Scalar) -> Bool {
    !"^_{}&~$".unicodeScalars.contains(sign) && normal(sign) != nil
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
