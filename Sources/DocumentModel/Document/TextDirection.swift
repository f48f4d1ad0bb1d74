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
      switch scalar.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF:
        return true
      case 0x41...0x5A, 0x61...0x7A, 0xC0...0x58F, 0x900...0x1FFF, 0x2C00...0xD7FF: return false
      default: continue
      }
    }
    return nil
  }
}

extension [Block] {
  /// True if the first text that tells is of right to left.
  package var areRightToLeft: Bool { firstDirection ?? false }

  private var firstDirection: Bool? {
    for block in prefix(8) {
      switch block {
      case .paragraph(let inlines), .heading(_, let inlines):
        if let direction = inlines.firstDirection { return direction }
      case .blockQuote(let blocks): if let direction = blocks.firstDirection { return direction }
      case .list(let list):
        for item in list.items.prefix(8) {
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
