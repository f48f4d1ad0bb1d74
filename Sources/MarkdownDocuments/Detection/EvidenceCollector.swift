/// Goes through the lines of a text and collects what speaks for Markdown and against it.
struct EvidenceCollector {
  private let lines: [DetectedLine]
  private var index = 0
  private var tally = MarkdownEvidenceTally()
  /// The column of the text of the list item that the lines belong to.
  private var itemColumn: Int?
  /// The column of the outermost item.
  private var listColumn: Int?
  private var isAfterBlank = true
  private var isInCode = false
  private var lastLevel: Int?
  /// The fewest marks of a fence that nothing closes, by the mark.
  private var unclosed: [UInt8: Int] = [:]
  /// The labels that lines define, and those that text refers to.
  private var definedLabels: Set<ArraySlice<UInt8>> = []
  private var usedLabels: Set<ArraySlice<UInt8>> = []

  /// Whether a line parts a signature from a letter (RFC 3676, 4.3).
  private let isMail: Bool

  init(_ lines: [DetectedLine]) {
    self.lines = lines
    isMail = lines.contains { $0.content.elementsEqual("--".utf8) }
  }

  mutating func collect() -> MarkdownEvidenceTally {
    if let first = lines.first(where: { $0.kind != .blank }), Self.isForeignOpening(first) {
      tally.add(.foreignOpening)
    }
    while index < lines.count {
      readLine()
      index += 1
    }
    tally.add(.usedLabel, count: definedLabels.intersection(usedLabels).count)
    // Every line is an item, and there are items in items.
    if tally.count(of: .listItem) == tally.lines, tally.count(of: .nestedItem) > 0 { tally.add(.outline) }
    if tally.count(of: .underlinedHeading) > 0, tally.count(of: .doubledCode) == 0 {
      tally.add(.codeBesideUnderline, count: tally.count(of: .codeSpan))
    }
    return tally
  }

  private static let foreignOpenings = [
    "#!", "diff ", "--- a/", "+++ ", "commit ", "<?", "{\\rtf", "\\documentclass", "/*", "#include",
    "package ",
    "%!", "@echo", "<!DOCTYPE", ".TH", ".\\\"", "Return-Path:", "From: ", "Received: ",
    "Traceback (", "BEGIN:V", "\"\"\"", "'''",
  ]

  private static func isForeignOpening(_ line: DetectedLine) -> Bool {
    guard line.indentation == 0 else { return false }
    let hash: [UInt8] = line.kind == .hash ? [UInt8(ascii: "#")] : []
    let opening = hash + line.content.prefix(16)
    return foreignOpenings.contains { opening.starts(with: $0.utf8) }
  }

  private mutating func readLine() {
    let line = lines[index]
    if line.kind == .blank {
      isAfterBlank = true
      return
    }
    defer { isAfterBlank = false }
    if let column = itemColumn, isAfterBlank, line.indentation < min(column, 2), !line.isItem {
      itemColumn = nil
      listColumn = nil
    }
    let codeColumn = (itemColumn ?? 0) + 4
    if line.indentation >= codeColumn, isAfterBlank || isInCode {
      isInCode = true
      return
    }
    isInCode = false
    if case .fence(let mark, let length, let isBare) = line.kind {
      if let end = endOfFence(mark: mark, length: length) {
        let isPlain = mark == UInt8(ascii: "`") || !isBare || length == 3
        tally.add(isPlain ? .fencedCode : .tildeFence)
        tally.lines += 1
        index = end
        return
      }
    }
    if line.content.elementsEqual("$$".utf8), let end = endOfFormula {
      tally.lines += 1
      index = end
      return
    }
    if line.kind == .foreign, line.content.starts(with: "/*".utf8) { return skipProgramComment() }
    if line.kind == .markup, line.content.starts(with: "<!--".utf8) { skip(past: "-->") }
    tally.lines += 1
    read(line)
  }

  /// Returns the line that closes the fence; nil if none does.
  private mutating func endOfFence(mark: UInt8, length: Int) -> Int? {
    if let least = unclosed[mark], length >= least { return nil }
    var end = index + 1
    while end < lines.count {
      if case .fence(mark, let other, true) = lines[end].kind, other >= length { return end }
      end += 1
    }
    unclosed[mark] = length
    return nil
  }

  /// The line that closes the formula; nil if none does soon, as in shells and databases.
  private var endOfFormula: Int? {
    lines[(index + 1)...].prefix(32).firstIndex { $0.content.elementsEqual("$$".utf8) }
  }

  private mutating func skip(past end: String) {
    while index < lines.count, !ByteSearch.contains(end, in: lines[index].content) { index += 1 }
  }

  /// What is in a comment of program text counts as one with it.
  private mutating func skipProgramComment() {
    while index < lines.count {
      if lines[index].kind != .blank {
        tally.lines += 1
        tally.foreignLines += 1
      }
      if ByteSearch.contains("*/", in: lines[index].content) { return }
      index += 1
    }
  }

  private mutating func read(_ line: DetectedLine) {
    switch line.kind {
    case .heading(let level): readHeading(level)
    case .hash, .foreign: readForeign(line)
    case .item(let content, let isTask): readItem(line, content: content, isTask: isTask)
    case .underline(let mark): readUnderline(mark)
    case .tableDelimiter(let bars):
      let rows = index > 0 ? lines[index - 1].content.count { $0 == UInt8(ascii: "|") } : 0
      if rows == bars { tally.add(.table) }
    case .linkDefinition: readDefinition(line)
    case .markup:
      tally.add(.markupLine)
      addInline(line)
    case .quotation:
      if isQuote { tally.add(.quote) }
      addInline(line)
    case .text, .tableRow: addInline(line)
    case .fence, .rule, .blank: break
    }
  }

  private mutating func addInline(_ line: DetectedLine) {
    let inline = InlineEvidence(scanning: line.content)
    for evidence in inline.found { tally.add(evidence) }
    usedLabels.formUnion(inline.labels)
    if line.content.suffix(2).elementsEqual("::".utf8) { tally.add(.otherMarkup) }
  }

  private mutating func readForeign(_ line: DetectedLine) {
    tally.foreignLines += 1
    if line.content.starts(with: ".. ".utf8) || line.content.suffix(2).elementsEqual("::".utf8)
      || line.content.starts(with: "\\begin".utf8)
    {
      tally.add(.otherMarkup)
    }
  }

  private func kind(at offset: Int) -> DetectedLine.Kind {
    lines.indices.contains(index + offset) ? lines[index + offset].kind : .blank
  }

  /// A heading stands by itself; comments stand together, or right before what they comment on. One that names settings
  /// or commands, a blank line between, is no sign of either.
  private mutating func readHeading(_ level: Int) {
    guard lines[index].indentation < 4, mayPrecede(kind(at: -1), level), mayFollow(level) else {
      tally.foreignLines += 1
      return
    }
    guard hasDocumentBelow(level) else { return }
    if tally.lines == 1, isTitle { tally.add(.title) }
    if let lastLevel, level == lastLevel + 1 { tally.add(.subheading) }
    lastLevel = level
    tally.add(.heading)
    if level > 1, let below = firstLineBelow, below.kind == .text, below.isSentence { tally.add(.section) }
    addInline(lines[index])
  }

  /// Something follows a title; a comment at the very start often is a sentence with its full stop.
  private var isTitle: Bool {
    kind(at: 1) == .blank && lines[index].content.last != UInt8(ascii: ".")
      && lines[(index + 1)...].contains { $0.kind != .blank }
  }

  private var firstLineBelow: DetectedLine? {
    lines[(index + 1)...].prefix(2).first { $0.kind != .blank }
  }

  private func mayPrecede(_ kind: DetectedLine.Kind, _ level: Int) -> Bool {
    switch kind {
    case .foreign, .hash, .text: false
    case .heading(let other): other < level
    case .item: level > 1
    default: true
    }
  }

  /// Text right below a heading is a sentence; below a comment it is a name or a command.
  private func mayFollow(_ level: Int) -> Bool {
    switch kind(at: 1) {
    case .foreign, .hash: return false
    case .heading(let other): return other > level
    case .text: return lines[index + 1].beginsSentence
    default: return true
    }
  }

  /// True if the section of a heading has a sentence or a structure of Markdown, and no words alone.
  private func hasDocumentBelow(_ level: Int) -> Bool {
    var isEmpty = true
    var isAfterBlank = false
    for line in lines[(index + 1)...].prefix(Self.sectionLimit) {
      switch line.kind {
      case .heading(let other): return isEmpty || other > level
      case .blank: isAfterBlank = true
      // Code stands by itself.
      case _ where line.indentation >= 4 && isAfterBlank && isEmpty: return true
      case .foreign: isEmpty = false
      case .hash: break
      case .text where !line.isProse: isEmpty = false
      default: return true
      }
    }
    return isEmpty
  }

  /// The largest number of a section's lines that are looked at.
  private static let sectionLimit = 32

  private mutating func readItem(_ line: DetectedLine, content: Int, isTask: Bool) {
    tally.add(isTask ? .taskItem : .listItem)
    if let column = listColumn, line.indentation >= column {
      tally.add(.nestedItem)
    } else {
      listColumn = content
    }
    itemColumn = content
    addInline(line)
    let inline = InlineEvidence.evidence(in: line.content)
    if inline.contains(where: { $0 == .emphasis || $0 == .underscoreEmphasis }) { tally.add(.emphasizedItem) }
    if inline.contains(.codeSpan) { tally.add(.codeItem) }
  }

  private mutating func readDefinition(_ line: DetectedLine) {
    tally.add(.linkDefinition)
    if let close = line.content.firstIndex(of: UInt8(ascii: "]")) {
      definedLabels.insert(line.content[(line.content.startIndex + 1)..<close])
    }
  }

  /// True for the first line of a quote of sentences or items; mail has one below the words that say who wrote it, and
  /// comparisons of files and terminals have lines that begin so.
  private var isQuote: Bool {
    guard !isMail, lines[index].indentation < 4, index == 0 || kind(at: -1) == .blank else { return false }
    let above = lines[..<index].last { $0.kind != .blank }
    if let above, above.kind == .text, above.content.last == UInt8(ascii: ":"), above.saysWhoWrote {
      return false
    }
    let block = lines[index...].prefix { $0.kind == .quotation }
    guard block.endIndex == lines.endIndex || lines[block.endIndex].kind == .blank else { return false }
    let first = lines[index]
    return first.isQuotedSentence && block.allSatisfy(\.isQuotedWithSpace)
  }

  private mutating func readUnderline(_ mark: UInt8) {
    guard index > 0, lines[index - 1].kind == .text, index < 2 || lines[index - 2].kind == .blank,
      lines[index].content.count >= 3
    else { return }
    tally.add(.underlinedHeading)
  }
}

extension DetectedLine {
  /// A line that begins and ends as a sentence does; a word by itself is one with its full stop.
  fileprivate var isSentence: Bool {
    guard let first = content.first, let last = content.last else { return false }
    let isEnd = ".!?".utf8.contains(last) || last >= 0x80 || last == UInt8(ascii: ":") && beginsSentence
    guard isEnd else { return false }
    let isCapital = first >= 0x80 || first.isASCIILetter && first | 0x20 != first
    return (beginsSentence || isCapital) && !beginsAsSetting
  }

  /// Words of a sentence, or an item, behind the mark of a quote.
  fileprivate var isQuotedSentence: Bool {
    let words = DetectedLine(content)
    switch words.kind {
    case .item: return true
    // Answers quote questions.
    case .text:
      let isBeginning = words.beginsSentence && !words.beginsAsSetting || words.isSentence
      return isBeginning && content.last != UInt8(ascii: "?")
    default: return false
    }
  }

  fileprivate var isQuotedWithSpace: Bool {
    // Quotes within quotes are mail's more often than not.
    content.startIndex == content.endIndex || hasSpaceBehindMark
  }

  /// Words that stand above a quote in mail: a name and what it did, an address, a date.
  fileprivate var saysWhoWrote: Bool {
    let words = content.split { $0 == 0x20 || $0 == UInt8(ascii: ":") }
    let verbs = ["wrote", "writes", "schrieb", "scrive", "escribió", "écrit"]
    return content.contains(UInt8(ascii: "@"))
      || words.suffix(2).contains { word in
        verbs.contains { word.elementsEqual($0.utf8) }
      }
  }

  fileprivate var isItem: Bool {
    if case .item = kind { true } else { false }
  }

  /// Three words or more, the first with a capital or a mark of Markdown.
  fileprivate var beginsSentence: Bool {
    guard let first = content.first, content.count(where: { $0 == 0x20 }) >= 2 else { return false }
    if first >= 0x80 || "*_`[!<\"".utf8.contains(first) { return true }
    return first | 0x20 != first
  }

  /// The beginning or the end of a sentence, or words with marks of Markdown among them.
  fileprivate var isProse: Bool {
    if beginsSentence && !beginsAsSetting || isSentence { return true }
    let spaces = content.count { $0 == 0x20 }
    let endsSentence = content.last.map { ".!?:".utf8.contains($0) || $0 >= 0x80 } ?? false
    if endsSentence, spaces > 0 { return true }
    let areWords =
      spaces >= 5 && content.allSatisfy { $0.isASCIILetter || $0 >= 0x80 || " ,'".utf8.contains($0) }
    return areWords || !InlineEvidence.evidence(in: content).isEmpty
  }

  /// A first word as no sentence has it: `FROM`, `Get-Service`, `LogLevel`, a pattern.
  fileprivate var beginsAsSetting: Bool {
    let word = content.prefix { $0 != 0x20 }
    guard let first = word.first else { return false }
    if first == UInt8(ascii: "*") || first == UInt8(ascii: "_") {
      return InlineEvidence.evidence(in: content).isEmpty
    }
    let capitals = word.dropFirst().contains { $0.isASCIILetter && $0 | 0x20 != $0 }
    return word.count > 1 && (capitals || word.contains(UInt8(ascii: "-")))
  }
}
