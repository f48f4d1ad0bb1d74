/// Tells Markdown from any other text by its bytes alone.
///
/// Meant for text that nobody declared, where a mistake makes a listing or a script into a document: structure
/// must be there that prose, logs, listings, program text, tables of data and configuration files do not
/// have. Each kind of evidence has its points, for and against (`MarkdownEvidence`); long text needs more of
/// them than a line does. Takes time in proportion to the text, and looks at the beginning of long text only.
package enum MarkdownDetection {
  /// How many bytes are looked at.
  static let sizeLimit = 128 << 10

  /// True if the text surely is Markdown.
  package static func isMarkdown(_ text: [UInt8]) -> Bool {
    let evidence = evidence(in: text)
    return evidence.points >= requiredPoints(lines: evidence.lines)
  }

  static func evidence(in text: [UInt8]) -> MarkdownEvidenceTally {
    let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let end = lineEnd(in: text)
    let body = max(start, min(FrontMatter.end(in: Array(text[..<end])), end))
    var lines: [DetectedLine] = []
    var reader = Lines(text[body..<end])
    while let line = reader.next() { lines.append(DetectedLine(line)) }
    var collector = EvidenceCollector(lines)
    var tally = collector.collect()
    if body > start { tally.add(.frontMatter) }
    return tally
  }

  /// The end of the last whole line that is looked at.
  private static func lineEnd(in text: [UInt8]) -> Int {
    guard text.count > sizeLimit else { return text.count }
    let feed = text[..<sizeLimit].lastIndex { $0 == 0x0A || $0 == 0x0D }
    return feed.map { $0 + 1 } ?? sizeLimit
  }

  /// One sign is enough in a line or two; by chance it also stands somewhere in a long text.
  private static func requiredPoints(lines: Int) -> Int {
    let doublings = Int.bitWidth - (max(lines, 1) / 6).leadingZeroBitCount
    return 10 + 5 * doublings / 2
  }
}
