/// Finds the white space that stands between the tags of two blocks, where it shows nothing.
///
/// Source that is laid out for people is full of it, and each piece would become a node. A block that holds
/// nothing but white space keeps it.
struct SpaceBetweenBlocks {
  private enum Tag { case start, end }

  /// False where a style may show all white space, or set blocks side by side.
  private let isLookedFor: Bool
  /// The tag of a block that stands before the next token; nil if there is none, or if white space shows here.
  private var tag: Tag?
  /// How many elements are open that show white space, as far as their end tags say.
  private var preformatted = 0
  private var held: Range<Int>?

  init(in source: ArraySlice<UInt8>) {
    isLookedFor = !["white-space", "display:inline", "display: inline"].contains {
      ByteSearch.contains($0, in: source)
    }
  }

  /// True if the text that was just seen is held back until it is known what follows it.
  var isHeld: Bool { held != nil }

  /// Takes the next token; returns the text that was held back if it shows something before this one.
  mutating func space(before token: MarkupTokenizer.Token, _ source: [UInt8]) -> Range<Int>? {
    guard isLookedFor else { return nil }
    let (before, space) = (tag, held)
    held = nil
    switch token {
    case .startTag(let name):
      if name.showsWhiteSpace { preformatted += 1 }
      tag = name.isBlock && preformatted == 0 ? .start : nil
      return name.isBlock ? nil : space
    case .endTag(let name):
      if name.showsWhiteSpace { preformatted = max(0, preformatted - 1) }
      tag = name.isBlock && preformatted == 0 ? .end : nil
      return name.isBlock && before == .end ? nil : space
    case .text(let range):
      if before != nil, source[range].allSatisfy(\.isHTMLSpace) { held = range } else { tag = nil }
    case .declaration:
      tag = nil
    }
    return space
  }
}

extension HTMLElementName {
  fileprivate var showsWhiteSpace: Bool {
    switch self {
    case .pre, .listing, .codeblock, .xmp, .plaintext, .code, .tt, .samp, .kbd: true
    default: false
    }
  }
}
