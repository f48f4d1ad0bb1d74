/// What characters can carry that a document keeps, and what tells how they are meant.
struct FlowTraits: OptionSet, Hashable {
  let rawValue: UInt32

  static let bold = FlowTraits(rawValue: 1 << 0)
  static let italic = FlowTraits(rawValue: 1 << 1)
  static let underline = FlowTraits(rawValue: 1 << 2)
  static let strikethrough = FlowTraits(rawValue: 1 << 3)
  static let superscript = FlowTraits(rawValue: 1 << 4)
  static let `subscript` = FlowTraits(rawValue: 1 << 5)
  static let highlight = FlowTraits(rawValue: 1 << 6)
  static let keyboard = FlowTraits(rawValue: 1 << 7)
  static let code = FlowTraits(rawValue: 1 << 8)
  static let math = FlowTraits(rawValue: 1 << 9)
  static let displayMath = FlowTraits(rawValue: 1 << 10)
  static let hidden = FlowTraits(rawValue: 1 << 11)
  /// Bold or italic was said of this run, not of its paragraph.
  static let ownBold = FlowTraits(rawValue: 1 << 12)
  static let ownItalic = FlowTraits(rawValue: 1 << 13)
  /// A character style says that the text is strong or emphasized, which counts in a bold heading too.
  static let namedBold = FlowTraits(rawValue: 1 << 14)
  static let namedItalic = FlowTraits(rawValue: 1 << 15)
  /// A character style says that the text is code, whose white space counts.
  static let namedCode = FlowTraits(rawValue: 1 << 16)
  /// A character style says that the text is code, which is code within a paragraph then.
  static let styledCode = FlowTraits(rawValue: 1 << 17)

  /// The traits that become inlines with content, in the order in which they nest where nothing else tells.
  static let nesting: [FlowTraits] = [
    .italic, .bold, .strikethrough, .underline, .highlight, .superscript, .subscript, .keyboard,
  ]

  /// All of these.
  static let wrapping = FlowTraits(nesting)
}
