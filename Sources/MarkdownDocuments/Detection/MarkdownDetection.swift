/// Tells Markdown from any other text by its bytes alone.
///
/// Meant for text that nobody declared, where a mistake makes a listing or a script into a document: structure
/// must be there that prose, logs, listings, program text, tables of data and configuration files do not
/// have. Each kind of evidence has its points, for and against (`MarkdownEvidence`); long text needs more of
/// them than a line does. Takes time in proportion to the text, and looks at the beginning of long text only.
package enum MarkdownDetection {
  /// The number of bytes that are looked at.
  static let sizeLimit = 128 << 10

  /// True if the text surely is Markdown.
  ///
  /// - Parameter isStrict: whether nobody asked, so that the text must be a document all through: some more signs,
  ///   hardly a line of anything else, and not mostly headings with a line below, which text files have too. A text
  ///   that is longer than what is looked at is not sure.
  package static func isMarkdown(_ text: [UInt8], isStrict: Bool = false) -> Bool {
    let evidence = evidence(in: text)
    let required = requiredPoints(lines: evidence.lines)
    guard isStrict else { return evidence.points >= required }
    let underlinedCount = evidence.count(of: .underlinedHeading)
    let isTextFile = underlinedCount > 0 && underlinedCount >= evidence.count(of: .heading)
    return !isTextFile && text.count <= sizeLimit && evidence.foreignLines * 10 <= evidence.lines
      && evidence.points * 4 >= required * 5
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

/// A sign for or against Markdown.
enum MarkdownEvidence: Int, CaseIterable {
  // For it.
  case frontMatter, title, heading, subheading, underlinedHeading
  /// A heading below the first level with a whole sentence below it, which comments of settings do not have.
  case section
  case listItem, nestedItem, taskItem, outline
  /// An item with emphasis in it, or with code.
  case emphasizedItem, codeItem
  /// Quoted sentences that stand by themselves.
  case quote
  /// A label that is defined, where it is referred to: a note, the address of a link.
  case usedLabel
  case fencedCode, tildeFence, table
  case link, image, linkDefinition, autolink
  case strong, emphasis, underscoreEmphasis, codeSpan, strikethrough
  /// Spans of code in a text with underlined headings: other languages that underline headings write code otherwise.
  case codeBesideUnderline
  case markupLine
  // Against it: the first line of another language, signs of another markup language.
  case foreignOpening, otherMarkup, doubledCode

  /// The points of one sign, and how many signs of the kind count.
  var value: (points: Int, limit: Int) {
    switch self {
    case .frontMatter: (4, 1)
    case .title: (6, 1)
    case .heading: (6, 6)
    case .subheading: (4, 1)
    case .underlinedHeading: (1, 3)
    case .section: (4, 2)
    case .emphasizedItem: (4, 2)
    case .codeItem: (1, 2)
    case .quote: (10, 1)
    case .usedLabel: (6, 2)
    case .listItem: (2, 4)
    case .nestedItem: (2, 2)
    case .taskItem: (8, 2)
    case .outline: (4, 1)
    case .fencedCode: (10, 3)
    case .tildeFence: (4, 2)
    case .table: (14, 2)
    case .link: (11, 4)
    case .image: (11, 3)
    case .linkDefinition: (6, 3)
    case .autolink: (1, 2)
    case .strong: (10, 4)
    case .emphasis: (3, 3)
    case .underscoreEmphasis: (2, 2)
    case .codeSpan: (2, 6)
    case .strikethrough: (3, 2)
    case .codeBesideUnderline: (3, 2)
    case .markupLine: (1, 3)
    case .foreignOpening: (-60, 1)
    case .otherMarkup: (-6, 6)
    case .doubledCode: (-1, 6)
    }
  }
}

extension MarkdownEvidence {
  /// Whether the sign stands by chance in long texts that are not Markdown.
  fileprivate var isWeak: Bool {
    switch self {
    case .section, .emphasizedItem, .codeItem, .quote: true
    default: false
    }
  }
}

/// The signs found in a text, and how many of its lines are another language's.
struct MarkdownEvidenceTally {
  /// Lines that are neither blank nor inside code.
  var lines = 0
  /// The lines among them that look like program text, settings, logs or columns.
  var foreignLines = 0
  private var counts = [Int](repeating: 0, count: MarkdownEvidence.allCases.count)

  mutating func add(_ evidence: MarkdownEvidence, count: Int = 1) {
    counts[evidence.rawValue] += count
  }

  func count(of evidence: MarkdownEvidence) -> Int {
    counts[evidence.rawValue]
  }

  /// The lines of a text in which weak signs are no accident.
  private static let shortText = 24

  /// The points of all signs, less what the share of foreign lines takes away; more than two in five of them
  /// are too many.
  var points: Int {
    if foreignLines * 5 > lines * 2 { return -100 }
    let countsWeakSigns =
      lines <= Self.shortText && count(of: .doubledCode) == 0 && count(of: .otherMarkup) == 0
    let points = MarkdownEvidence.allCases.reduce(0) { sum, evidence in
      if !countsWeakSigns, evidence.isWeak { return sum }
      return sum + evidence.value.points * min(counts[evidence.rawValue], evidence.value.limit)
    }
    return points - (lines == 0 ? 0 : 120 * foreignLines / lines)
  }
}
