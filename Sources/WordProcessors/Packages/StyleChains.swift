/// Styles that are based on others, each made whole once.
enum StyleChains {
  /// The styles, each with what those say that it is based on.
  ///
  /// Chains of any length cost as much as they have styles; one that leads back into itself ends there.
  ///
  /// - Parameters:
  ///   - order: the names of the styles in an order that does not change.
  ///   - base: the name of the style that one is based on.
  ///   - settle: makes a style whole, with the whole one that it is based on if there is one.
  static func settled<Style>(
    _ styles: [String: Style], in order: [String], base: (Style) -> String?,
    settle: (Style, _ base: Style?) -> Style
  ) -> [String: Style] {
    var settled: [String: Style] = [:]
    settled.reserveCapacity(styles.count)
    var chain: [(name: String, style: Style)] = []
    for name in order where settled[name] == nil {
      var next: String? = name
      var visited: Set<String> = []
      while let name = next, settled[name] == nil, let style = styles[name], visited.insert(name).inserted {
        chain.append((name, style))
        next = base(style)
      }
      // Nil where a chain ends, or leads back into itself.
      var outer = next.flatMap { settled[$0] }
      while let (name, style) = chain.popLast() {
        let whole = settle(style, outer)
        settled[name] = whole
        outer = whole
      }
    }
    return settled
  }
}
