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

/// The order in which traits that nest were switched on, the last one innermost.
///
/// Runs alone do not tell emphasis within a link from a link within emphasis; the source's groups do.
struct FlowTraitOrder: Hashable {
  /// Marks of traits and of the link, four bits each, the innermost lowest.
  ///
  /// The eight traits of ``FlowTraits/nesting`` and the link are nine marks, each there once: sixteen have room.
  private var stack: UInt64 = 0

  private static let link: UInt64 = 15

  private static func mark(of trait: FlowTraits) -> UInt64? {
    guard FlowTraits.wrapping.contains(trait) else { return nil }
    return UInt64(trait.rawValue.trailingZeroBitCount + 1)
  }

  mutating func push(_ trait: FlowTraits) {
    if let mark = Self.mark(of: trait) { push(mark) }
  }

  mutating func pushLink() { push(Self.link) }

  mutating func remove(_ trait: FlowTraits) {
    guard let position = Self.mark(of: trait).flatMap(position(of:)) else { return }
    let below = (UInt64(1) << UInt64(4 * position)) - 1
    stack = (stack >> 4) & ~below | stack & below
  }

  /// The distance from the innermost, -1 if it was never switched on.
  func position(of trait: FlowTraits) -> Int { Self.mark(of: trait).flatMap(position(of:)) ?? -1 }

  /// The distance of the link from the innermost, -1 outside one.
  var linkPosition: Int { position(of: Self.link) ?? -1 }

  private mutating func push(_ mark: UInt64) {
    guard position(of: mark) == nil else { return }
    stack = stack << 4 | mark
  }

  private func position(of mark: UInt64) -> Int? {
    var rest = stack
    var position = 0
    while rest != 0 {
      if rest & 15 == mark { return position }
      rest >>= 4
      position += 1
    }
    return nil
  }
}

/// Tells headings by their size where no style does.
struct FlowTextSizes {
  /// The sizes of paragraphs that look like headings, in half points, the largest first.
  private var headingSizes: [Int] = []
  private let bodySize: Int
  private let runs: [FlowRun]

  init(_ flow: Flow) {
    bodySize = flow.sizes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 24
    runs = flow.runs
    let candidates = flow.items.compactMap { item -> Int? in
      guard case .paragraph(let paragraph) = item else { return nil }
      return headingSize(of: paragraph)
    }
    headingSizes = Set(candidates).sorted(by: >)
  }

  /// Makes headings of plain paragraphs that are set like some; the largest are of level 1.
  func findHeadings(_ items: [FlowItem], _ kinds: inout [FlowStructure.Kind]) {
    for (index, item) in items.enumerated() {
      guard case .text = kinds[index], case .paragraph(let paragraph) = item,
        let size = headingSize(of: paragraph),
        let rank = headingSizes.firstIndex(of: size)
      else { continue }
      kinds[index] = .heading(min(rank + 1, 6), number: nil)
    }
  }

  /// The size of a short paragraph of one size, bold and a third larger than the text, or larger by half.
  private func headingSize(of paragraph: FlowParagraph) -> Int? {
    guard let sizes = paragraph.sizes, sizes.lowerBound == sizes.upperBound, paragraph.text.count < 400 else {
      return nil
    }
    let isBold = runs[paragraph.runs].allSatisfy { $0.traits.contains(.bold) }
    let size = Int(sizes.lowerBound)
    return size * 10 >= bodySize * (isBold ? 13 : 15) ? size : nil
  }
}
