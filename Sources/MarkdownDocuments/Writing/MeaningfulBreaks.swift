/// The ends of lines that mean something to GitHub, pandoc or Obsidian, and stay where a paragraph is filled.
struct MeaningfulBreaks {
  private let inlines: [Inline]
  /// The paragraph holds a formula that is set as a display, which is told by its lines.
  private let hasDisplay: Bool

  init(in inlines: [Inline]) {
    self.inlines = inlines
    hasDisplay = inlines.contains { Self.text($0)?.utf8.starts(with: "$$".utf8) == true }
  }

  func keeps(_ index: Int) -> Bool {
    if hasDisplay { return true }
    // The kind of an alert, and the term of a definition, stand in lines of their own.
    if let kind = inlines.first.flatMap(Self.text), Alert.begins(with: kind),
      !inlines[..<index].contains(where: \.isBreak)
    {
      return true
    }
    guard index + 1 < inlines.count, let next = Self.text(inlines[index + 1])?.utf8,
      next.first == UInt8(ascii: ":")
    else { return false }
    let second = next.dropFirst().first
    return second == 0x20 || second == 0x09
  }

  private static func text(_ inline: Inline) -> String? {
    if case .text(let text) = inline { text } else { nil }
  }
}
