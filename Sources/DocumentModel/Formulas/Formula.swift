/// A formula as a tree: what TeX says, and what MathML and Office Open XML have elements for.
package indirect enum Formula: Hashable, Sendable {
  case row([Formula])
  /// Letters of a variable or of a name; several are set upright.
  case identifier(String, FormulaVariant = .normal)
  case number(String)
  case symbol(String)
  case text(String)
  /// White space, in eighteenths of an em.
  case space(Int)
  case fraction(Formula, Formula, hasBar: Bool = true)
  case root(Formula, degree: Formula?)
  /// What stands below and above a base; `isLimits` where that is straight below and above.
  case scripts(Formula, below: Formula?, above: Formula?, isLimits: Bool)
  /// What a pair of signs that grow with it encloses; an empty sign is none.
  case fenced(String, Formula, String)
  /// A sign over a base, or under it.
  case accent(Formula, sign: String, isBelow: Bool)
  case table([[Formula]], FormulaAlignment)
}

/// In which kind of letters an identifier is set.
package enum FormulaVariant: String, Hashable, Sendable {
  case normal
  case upright
  case bold
  case doubleStruck
  case calligraphic
  case fraktur
  case sansSerif
  case monospace
}

/// How the columns of a table in a formula are aligned.
package enum FormulaAlignment: Hashable, Sendable {
  case center
  case left
  /// At the signs of equality: right and left by turns.
  case equations
}

extension Formula {
  /// The parts of a row, or the one part that this is.
  package var parts: [Formula] { if case .row(let parts) = self { parts } else { [self] } }

  package init(_ parts: [Formula]) { self = parts.count == 1 ? parts[0] : .row(parts) }
}
