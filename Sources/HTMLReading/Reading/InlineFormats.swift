/// The formatting around a piece of text, as a stack from the outermost on.
///
/// Four bits a format in one word: text is compared and merged by its formatting all the time. Fifteen formats have
/// room, each once.
struct InlineFormats: Hashable, Sendable {
  enum Format: UInt64, CaseIterable, Sendable {
    // Emphasis within emphasis means more emphasis (HTML 4.5.2); three of a kind are told apart.
    case strong = 1, stronger, strongest
    case emphasis, moreEmphasis, mostEmphasis
    case strikethrough, underline, superscript, `subscript`, highlight, keyboard
    /// A link; which one is kept beside the stack.
    case link
    // A power in a power, an index of an index.
    case higherSuperscript, lowerSubscript

    fileprivate var nested: Format? {
      switch self {
      case .strong: .stronger
      case .stronger: .strongest
      case .emphasis: .moreEmphasis
      case .moreEmphasis: .mostEmphasis
      case .superscript: .higherSuperscript
      case .subscript: .lowerSubscript
      default: nil
      }
    }
  }

  private var bits: UInt64 = 0
  private(set) var count = 0

  static let none = InlineFormats()

  subscript(index: Int) -> Format? {
    Format(rawValue: bits >> UInt64(4 * index) & 15)
  }

  var isEmpty: Bool { bits == 0 }

  func contains(_ format: Format) -> Bool {
    var rest = bits
    while rest != 0 {
      if rest & 15 == format.rawValue { return true }
      rest >>= 4
    }
    return false
  }

  /// Adds a format inside all others, unless the text has it already.
  func adding(_ format: Format) -> InlineFormats {
    contains(format) ? self : pushing(format)
  }

  /// Adds a format inside all others; emphasis within emphasis nests, as a power in a power does.
  func nesting(_ format: Format) -> InlineFormats {
    var format = format
    while contains(format) {
      guard let nested = format.nested else { return self }
      format = nested
    }
    return pushing(format)
  }

  private func pushing(_ format: Format) -> InlineFormats {
    var result = self
    result.bits |= format.rawValue << UInt64(4 * count)
    result.count += 1
    return result
  }

  /// Leaves out a format wherever it stands.
  func removing(_ format: Format) -> InlineFormats {
    guard contains(format) else { return self }
    var result = InlineFormats()
    for index in 0..<count {
      if let kept = self[index], kept != format { result = result.pushing(kept) }
    }
    return result
  }

  func removing(_ formats: [Format]) -> InlineFormats {
    formats.reduce(self) { $0.removing($1) }
  }

  /// The formats that both have, in the order of this one.
  func common(with other: InlineFormats) -> InlineFormats {
    if self == other { return self }
    var result = InlineFormats()
    for index in 0..<count {
      if let format = self[index], other.contains(format) { result = result.pushing(format) }
    }
    return result
  }

  /// Every strong and emphasis, however deep.
  static let allStrong: [Format] = [.strong, .stronger, .strongest]
  static let allEmphasis: [Format] = [.emphasis, .moreEmphasis, .mostEmphasis]
  /// What is raised or lowered, however far.
  static let allScripts: [Format] = [.superscript, .higherSuperscript, .subscript, .lowerSubscript]
}
