/// Reads plain text: blank lines separate paragraphs, other line endings stay line breaks, and text that is laid out
/// with spaces becomes code.
public struct PlainTextReader: DocumentReader {
  /// Creates a reader; it has no settings.
  public init() {}

  /// Lines without a blank one among them.
  private struct Paragraph {
    var lines: [ArraySlice<UInt8>] = []
    /// The number of blank lines that stand before it.
    var blanksBefore = 0
    var isCode = false
  }

  /// Reads text in UTF-8: each run of lines becomes a paragraph or code. If most lines are code, all of them are.
  public func read(_ bytes: [UInt8]) -> Document {
    var paragraphs = Self.paragraphs(of: bytes)
    for index in paragraphs.indices {
      paragraphs[index].isCode = SpacedText.isSetBySpaces(paragraphs[index].lines)
    }
    let lineCount = paragraphs.reduce(0) { $0 + $1.lines.count }
    let codeCount = paragraphs.reduce(0) { $0 + ($1.isCode ? $1.lines.count : 0) }
    let isAllCode = codeCount > 0 && 2 * codeCount >= lineCount
    var document = Document()
    var code: [UInt8] = []
    for (index, paragraph) in paragraphs.enumerated() {
      guard paragraph.isCode || isAllCode else {
        document.blocks.append(.paragraph(Self.inlines(of: paragraph)))
        continue
      }
      if !code.isEmpty { code += [UInt8](repeating: 0x0A, count: paragraph.blanksBefore) }
      for line in paragraph.lines {
        code += line
        code.append(0x0A)
      }
      let goesOn = index + 1 < paragraphs.count && (isAllCode || paragraphs[index + 1].isCode)
      if !goesOn {
        document.blocks.append(.codeBlock(CodeBlock(code: String(decoding: code, as: UTF8.self))))
        code = []
      }
    }
    return document
  }

  private static func paragraphs(of bytes: [UInt8]) -> [Paragraph] {
    var paragraphs: [Paragraph] = []
    var paragraph = Paragraph()
    var lines = Lines(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...])
    while let line = lines.next() {
      // Where a line is nothing but a form feed, the end of a page is that of a paragraph.
      let parts = Self.lines(in: line)
      guard parts.allSatisfy({ $0.allSatisfy { $0 == 0x20 || $0 == 0x09 } }) else {
        paragraph.lines += parts
        continue
      }
      if !paragraph.lines.isEmpty {
        paragraphs.append(paragraph)
        paragraph = Paragraph()
      }
      paragraph.blanksBefore += 1
    }
    if !paragraph.lines.isEmpty { paragraphs.append(paragraph) }
    return paragraphs
  }

  /// The lines that vertical tabs and form feeds part within one, without other control characters.
  private static func lines(in line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard line.contains(where: \.isUnshownControl) else { return [line] }
    return line.split(whereSeparator: \.isVerticalSpace).map { $0.filter { !$0.isUnshownControl }[...] }
  }

  private static func inlines(of paragraph: Paragraph) -> [Inline] {
    var inlines: [Inline] = []
    for line in paragraph.lines {
      if !inlines.isEmpty { inlines.append(.lineBreak) }
      inlines.append(.text(String(decoding: line, as: UTF8.self)))
    }
    return inlines
  }
}

/// The lines of a text, without their endings: a line feed, a carriage return, or both.
package struct Lines: IteratorProtocol {
  /// The position where the next line begins.
  package private(set) var position: Int
  private let text: ArraySlice<UInt8>
  private let hasReturns: Bool
  /// The position where the next line feed stands at or behind `position`.
  private var feed: Int

  package init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
    hasReturns = ByteSearch.position(of: 0x0D, in: text, from: text.startIndex) < text.endIndex
    feed = ByteSearch.position(of: 0x0A, in: text, from: text.startIndex)
  }

  package mutating func next() -> ArraySlice<UInt8>? {
    guard position < text.endIndex else { return nil }
    let start = position
    if feed < start { feed = ByteSearch.position(of: 0x0A, in: text, from: start) }
    let end = hasReturns ? text[start..<feed].firstIndex(of: 0x0D) ?? feed : feed
    position = min(end + 1, text.endIndex)
    if end < feed, position == feed, feed < text.endIndex { position += 1 }
    return text[start..<end]
  }
}
