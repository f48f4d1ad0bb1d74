/// A piece of the text of a block.
public enum Inline: Hashable, Sendable {
  /// Text without line feeds, never empty.
  case text(String)
  case emphasis([Inline])
  case strong([Inline])
  case strikethrough([Inline])
  case underline([Inline])
  case superscript([Inline])
  case `subscript`([Inline])
  case highlight([Inline])
  /// Text that a person types: HTML's `kbd`.
  case keyboard([Inline])
  case code(String)
  indirect case link(Link)
  indirect case image(Image)
  /// A line ending in the source that is shown as a space.
  case softBreak
  case lineBreak
  /// Raw HTML that stood in Markdown, as it was written.
  case html(String)
  /// TeX, without its delimiters.
  case math(String, display: Bool)
  /// A reference to the footnote of this label.
  case footnoteReference(label: String)
}

/// A hyperlink.
public struct Link: Hashable, Sendable {
  /// The address, unescaped from an attribute or a Markdown destination.
  public var destination: String
  /// The text that is shown when the pointer rests on the link; empty for nothing.
  public var title: String
  /// The text of the link.
  public var content: [Inline]

  /// Creates a link with `content` for its text.
  public init(destination: String, title: String = "", _ content: [Inline]) {
    self.destination = destination
    self.title = title
    self.content = content
  }
}

extension Inline {
  package var isBreak: Bool {
    switch self {
    case .softBreak, .lineBreak: true
    default: false
    }
  }

  /// The inlines that this one holds; nil if it is of a kind that holds none.
  @inlinable package var content: [Inline]? {
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

  /// The same inline around others. Of those among them that are of its kind, only the content stays.
  func holding(_ inlines: [Inline]) -> Inline {
    func dissolved(_ inlines: [Inline]) -> [Inline] {
      inlines.flatMap { inline in
        guard let content = inline.content.map(dissolved) else { return [inline] }
        return inline.content(ifOfKindOf: self) == nil ? [inline.replacingContent(with: content)] : content
      }
    }
    return replacingContent(with: dissolved(inlines))
  }

  /// True if two of the kind side by side mean the same as one; two keys are two keys.
  var mergesWithNeighbour: Bool {
    switch self {
    case .keyboard, .link: false
    default: content != nil
    }
  }

  /// The white space that moves out of this inline's edges.
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

/// The direction of text, by its first letter that has one (Unicode Standard Annex 9, rules P2 and P3).
extension [Inline] {
  package var areRightToLeft: Bool { firstDirection ?? false }

  /// True for right to left, nil if no letter tells.
  fileprivate var firstDirection: Bool? {
    for inline in self {
      if let direction = inline.firstDirection { return direction }
    }
    return nil
  }
}

extension Inline {
  fileprivate var firstDirection: Bool? {
    switch self {
    case .text(let text):
      return text.firstDirection
    case .emphasis(let content), .strong(let content), .strikethrough(let content), .underline(let content),
      .superscript(let content), .subscript(let content), .highlight(let content), .keyboard(let content):
      return content.firstDirection
    case .link(let link):
      return link.content.firstDirection
    case .code, .math:
      return false
    case .image, .softBreak, .lineBreak, .html, .footnoteReference:
      return nil
    }
  }
}

extension String {
  fileprivate var firstDirection: Bool? {
    for scalar in unicodeScalars {
      if let direction = scalar.isRightToLeft { return direction }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// True for a letter of right to left, false for one of left to right, nil for what has no direction.
  package var isRightToLeft: Bool? {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x58F, 0x900...0x1FFF, 0x2C00...0xD7FF: false
    default: nil
    }
  }
}

extension [Block] {
  /// The number of blocks, and of items of a list, in which a letter is looked for.
  package static var directedCount: Int { 8 }

  /// True if the first text that tells is of right to left.
  package var areRightToLeft: Bool { firstDirection ?? false }

  private var firstDirection: Bool? {
    for block in prefix(Self.directedCount) {
      switch block {
      case .paragraph(let inlines), .heading(_, let inlines):
        if let direction = inlines.firstDirection { return direction }
      case .blockQuote(let blocks): if let direction = blocks.firstDirection { return direction }
      case .list(let list):
        for item in list.items.prefix(Self.directedCount) {
          if let direction = item.blocks.firstDirection { return direction }
        }
      default: continue
      }
    }
    return nil
  }
}

extension Table {
  /// True if its columns go from right to left, as the text of its first cells does.
  package var isRightToLeft: Bool { rows.prefix(2).joined().flatMap(\.blocks).areRightToLeft }
}
