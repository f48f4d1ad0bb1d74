extension Inline {
  package var isBreak: Bool {
    switch self {
    case .softBreak, .lineBreak: true
    default: false
    }
  }

  /// The inlines that this one holds; nil if it is of a kind that holds none.
  package var content: [Inline]? {
    switch self {
    case .emphasis(let content), .strong(let content), .strikethrough(let content), .underline(let content),
      .superscript(let content), .subscript(let content), .highlight(let content), .keyboard(let content):
      content
    case .link(let link): link.content
    default: nil
    }
  }

  /// The same inline holding something else; itself if it is of a kind that holds nothing.
  package func replacingContent(with content: [Inline]) -> Inline {
    switch self {
    case .emphasis: .emphasis(content)
    case .strong: .strong(content)
    case .strikethrough: .strikethrough(content)
    case .underline: .underline(content)
    case .superscript: .superscript(content)
    case .subscript: .subscript(content)
    case .highlight: .highlight(content)
    case .keyboard: .keyboard(content)
    case .link(let link): .link(Link(destination: link.destination, title: link.title, content))
    default: self
    }
  }

  /// The content, if this inline is emphasis, strong or the like and the other one is of the same kind.
  package func content(ifOfKindOf other: Inline) -> [Inline]? {
    switch (self, other) {
    case (.emphasis(let content), .emphasis), (.strong(let content), .strong),
      (.strikethrough(let content), .strikethrough), (.underline(let content), .underline),
      (.superscript(let content), .superscript), (.subscript(let content), .subscript),
      (.highlight(let content), .highlight):
      content
    default: nil
    }
  }

  /// True if two of the kind side by side mean the same as one; two keys are two keys.
  var mergesWithNeighbour: Bool {
    switch self {
    case .keyboard, .link: false
    default: content != nil
    }
  }

  /// Which white space moves out of this inline's edges.
  ///
  /// Delimiters beside any Unicode white space do not open or close emphasis (CommonMark 6.2).
  var edgeSpace: (Unicode.Scalar) -> Bool {
    switch self {
    case .emphasis, .strong, .strikethrough, .highlight: { $0.isUnicodeSpace }
    default: { $0.isBreakingSpace }
    }
  }
}

extension Unicode.Scalar {
  /// True for a space or a tab: what Markdown drops at the ends of lines.
  var isBreakingSpace: Bool { self == " " || self == "\t" }

  /// True for Unicode white space (CommonMark 2.1).
  package var isUnicodeSpace: Bool {
    switch value {
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D: true
    case 0..<0x80: false
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }
}
