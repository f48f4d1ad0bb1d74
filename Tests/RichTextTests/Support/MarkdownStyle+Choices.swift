import RichText

extension MarkdownStyle {
  static var compact: MarkdownStyle {
    var style = MarkdownStyle()
    style.tables = .compact
    return style
  }

  static var withEqualSigns: MarkdownStyle {
    var style = MarkdownStyle()
    style.marksHighlightWithEqualSigns = true
    return style
  }

  /// Every combination of what there is to choose.
  static var combinations: [MarkdownStyle] {
    var styles = [MarkdownStyle()]
    func vary<Choice>(_ path: WritableKeyPath<MarkdownStyle, Choice>, _ choices: [Choice]) {
      styles = styles.flatMap { style in
        choices.map { choice in
          var style = style
          style[keyPath: path] = choice
          return style
        }
      }
    }
    vary(\.dialect, Dialect.allCases)
    vary(\.headings, Headings.allCases)
    vary(\.bullet, Bullet.allCases)
    vary(\.fence, Fence.allCases)
    vary(\.emphasis, Emphasis.allCases)
    vary(\.links, Links.allCases)
    vary(\.tables, Tables.allCases)
    vary(\.lineWidth, [nil, 1, 40])
    return styles
  }
}
