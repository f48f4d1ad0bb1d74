/// Traits and the inlines that mean the same.
extension FlowTraits {
  /// What an inline states of the text in it; nothing for one that states something else, or holds none.
  init(_ inline: Inline) {
    self =
      switch inline {
      case .emphasis: .italic
      case .strong: .bold
      case .strikethrough: .strikethrough
      case .underline: .underline
      case .superscript: .superscript
      case .subscript: .subscript
      case .highlight: .highlight
      case .keyboard: .keyboard
      default: []
      }
  }

  /// The inline that states one trait of its content.
  func inline(_ content: [Inline]) -> Inline {
    switch self {
    case .italic: .emphasis(content)
    case .bold: .strong(content)
    case .strikethrough: .strikethrough(content)
    case .underline: .underline(content)
    case .highlight: .highlight(content)
    case .superscript: .superscript(content)
    case .subscript: .subscript(content)
    default: .keyboard(content)
    }
  }

  /// Adds what an inline within others states: text is raised or lowered as the innermost has it.
  mutating func enter(_ inline: Inline) {
    let own = FlowTraits(inline)
    if !own.isDisjoint(with: .scripts) { subtract(.scripts) }
    formUnion(own)
  }

  private static let scripts: FlowTraits = [.superscript, .subscript]
}
