/// What fonts are for, by their names: a document names few of them, for each piece of its text anew.
package struct FontKinds {
  package struct Kind {
    /// The font, if it is one of signs.
    package let symbolFont: SymbolFont?
    package let isMonospaced: Bool

    package init(named name: String) {
      symbolFont = SymbolFont(named: name)
      isMonospaced = FontFamilies.isMonospaced(name.utf8)
    }
  }

  /// A document that names more fonts has them looked at more than once.
  private static let mostKnown = 256

  private var kinds: [String: Kind] = [:]

  package init() {}

  package mutating func kind(of name: String) -> Kind {
    if let known = kinds[name] { return known }
    if kinds.count == Self.mostKnown { kinds.removeAll() }
    let kind = Kind(named: name)
    kinds[name] = kind
    return kind
  }
}
