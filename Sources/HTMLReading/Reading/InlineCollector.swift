/// Collects the text of one paragraph as runs, with white space folded as CSS folds it (CSS Text 4.1).
///
/// A space between differently formatted words belongs to neither: it gets what formatting both have, so
/// that no emphasis begins or ends with a space.
struct InlineCollector {
  struct Destination: Equatable {
    var destination: String
    var title: String
  }

  private(set) var runs: [InlineRun] = []
  private(set) var buffer: [UInt8] = []
  private(set) var objects: [Inline] = []
  /// All links of the document so far.
  private(set) var links: [Destination] = []
  /// What formats the white space that has been passed over since the last run; nil if there was none.
  private var pendingSpace: InlineFormats?
  /// The break mark that has been passed over since the last run; nil if there was none.
  private var pendingMark: [UInt8]?

  var isEmpty: Bool { runs.isEmpty }

  mutating func addLink(_ target: Destination) -> Int {
    links.append(target)
    return links.count - 1
  }

  /// The link whose text ends with a letter of ASCII just before what comes next; nil if none does.
  var linkOfLastLetter: Destination? {
    guard let last = runs.last, last.link >= 0, pendingSpace == nil, last.text.upperBound == buffer.count,
      buffer.last?.isASCIILetter == true
    else { return nil }
    return links[last.link]
  }

  /// Appends text whose white space means no more than one space.
  mutating func append(_ text: ArraySlice<UInt8>, _ formats: InlineFormats, link: Int, isCode: Bool) {
    var index = text.startIndex
    let end = text.endIndex
    // Words of one link, or of none, go with the single spaces between them.
    let joinsWords = link < 0 || formats.contains(.link)
    while index < end {
      var stop = index
      while Self.isVisible(text, stop)
        || joinsWords && stop > index && stop < end && text[stop] == 0x20 && Self.isVisible(text, stop + 1)
      {
        stop += 1
      }
      if stop > index { appendWords(text[index..<stop], formats, link, isCode ? .monospaced : .text) }
      guard stop < end else { return }
      if text[stop] <= 0x20 {
        addSpace(formats)
        index = stop + 1
      } else {
        let length = text[stop] == 0xC2 ? 2 : 3
        pendingMark = BreakMark.prefix(of: text[stop...])
        if text[stop] == 0xE2, text[stop + 2] == 0xA8 || text[stop + 2] == 0xA9 {
          addLineBreak(formats, link: link)
        }
        index = min(stop + length, end)
      }
    }
  }

  /// Appends text whose line feeds break lines; other white space still folds, for Markdown has no more.
  mutating func appendLines(_ text: ArraySlice<UInt8>, _ formats: InlineFormats, link: Int, isCode: Bool) {
    var isFirst = true
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if !isFirst { addLineBreak(formats, link: link) }
      isFirst = false
      append(line, formats, link: link, isCode: isCode)
    }
  }

  /// Appends code, whose white space is seen as spaces: each of them where it is preserved, else one. So are no-break
  /// spaces within it, by which pages keep words together; at its ends they may be what it is about.
  mutating func appendCode(
    _ text: ArraySlice<UInt8>, _ formats: InlineFormats, link: Int, keepsSpaces: Bool
  ) {
    guard !text.isEmpty else { return }
    flushSpace(formats, link)
    flushMark(before: text, formats, link)
    let start = buffer.count
    var isSpace = false
    if let last = runs.last, last.kind == .code, last.formats == formats, last.text.upperBound == start {
      isSpace = buffer.last == 0x20
    }
    for (index, byte) in zip(text.indices, text) {
      if byte.isHTMLSpace {
        if keepsSpaces || !isSpace { buffer.append(0x20) }
        isSpace = true
        continue
      }
      isSpace = false
      if byte == 0xA0, buffer.count > start + 1, buffer.last == 0xC2, index + 1 < text.endIndex {
        buffer[buffer.count - 1] = 0x20
      } else {
        buffer.append(byte)
      }
    }
    guard buffer.count > start else { return }
    addRun(.code, formats, link, start..<buffer.count)
  }

  mutating func addSpace(_ formats: InlineFormats) {
    guard let last = runs.last, last.kind != .lineBreak else { return }
    pendingSpace = pendingSpace?.common(with: formats) ?? formats
  }

  mutating func addLineBreak(_ formats: InlineFormats, link: Int) {
    pendingSpace = nil
    runs.append(InlineRun(kind: .lineBreak, formats: formats, link: link, text: buffer.count..<buffer.count))
  }

  mutating func addObject(_ object: Inline, _ formats: InlineFormats, link: Int) {
    flushSpace(formats, link)
    objects.append(object)
    runs.append(
      InlineRun(
        kind: .object(objects.count - 1), formats: formats, link: link, text: buffer.count..<buffer.count))
  }

  /// Leaves out no-break spaces that end lines: editors leave them, and nobody sees them.
  mutating func trimLineEnds(in range: Range<Int>) {
    for index in range where runs[index].kind == .text {
      guard index + 1 == range.upperBound || runs[index + 1].kind == .lineBreak else { continue }
      var end = runs[index].text.upperBound
      let start = runs[index].text.lowerBound
      while end > start {
        if buffer[end - 1] == 0x20 {
          end -= 1
        } else if end - 2 >= start, buffer[end - 2] == 0xC2, buffer[end - 1] == 0xA0 {
          end -= 2
        } else {
          break
        }
      }
      if end > start { runs[index].text = start..<end }
    }
  }

  /// The inlines of some of the runs.
  func inlines(_ range: Range<Int>) -> [Inline] {
    InlineNesting(paragraph: self).inlines(range)
  }

  /// Leaves out a format that the whole paragraph has, but for the spaces in it, and for code where `passingCode`.
  mutating func removeFromWhole(_ format: InlineFormats.Format, passingCode: Bool = false) {
    let isWhole = runs.allSatisfy { run in
      run.formats.contains(format) || buffer[run.text].allSatisfy { $0 == 0x20 }
        || passingCode && (run.kind == .code || run.kind == .monospaced)
    }
    guard isWhole else { return }
    for index in runs.indices { runs[index].formats = runs[index].formats.removing(format) }
  }

  /// Forgets the paragraph, ready for the next.
  mutating func reset() {
    runs.removeAll(keepingCapacity: true)
    buffer.removeAll(keepingCapacity: true)
    objects.removeAll(keepingCapacity: true)
    pendingSpace = nil
    pendingMark = nil
  }

  // MARK: - Runs

  private mutating func appendWords(
    _ words: ArraySlice<UInt8>, _ formats: InlineFormats, _ link: Int, _ kind: InlineRun.Kind
  ) {
    flushSpace(formats, link, before: kind)
    flushMark(before: words, formats, link, kind)
    let start = buffer.count
    buffer.append(contentsOf: words)
    addRun(kind, formats, link, start..<buffer.count)
  }

  private mutating func flushSpace(_ formats: InlineFormats, _ link: Int, before kind: InlineRun.Kind = .text)
  {
    guard let space = pendingSpace, let last = runs.last else { return }
    pendingSpace = nil
    let start = buffer.count
    buffer.append(0x20)
    var common = space.common(with: last.formats).common(with: formats)
    if last.link != link { common = common.removing(.link) }
    let isCode = last.kind == .monospaced && kind == .monospaced && last.link == link
    addRun(isCode ? .monospaced : .text, common, common.contains(.link) ? link : -1, start..<buffer.count)
  }

  /// Adds the break mark that is pending, if it is of the text between the last run and what follows.
  private mutating func flushMark(
    before text: ArraySlice<UInt8>, _ formats: InlineFormats, _ link: Int, _ kind: InlineRun.Kind = .text
  ) {
    guard let mark = pendingMark else { return }
    pendingMark = nil
    guard let last = runs.last else { return }
    let isContent =
      kind == .monospaced
      ? BreakMark.isContentOfCode(after: buffer[last.text], before: text)
      : BreakMark.isContent(after: buffer[last.text], before: text)
    guard isContent else { return }
    buffer.append(contentsOf: mark)
    addRun(kind, formats, link, buffer.count - mark.count..<buffer.count)
  }

  private mutating func addRun(
    _ kind: InlineRun.Kind, _ formats: InlineFormats, _ link: Int, _ text: Range<Int>
  ) {
    if let last = runs.indices.last, runs[last].kind == kind, runs[last].link == link,
      runs[last].text.upperBound == text.lowerBound
    {
      if runs[last].formats == formats {
        runs[last].text = runs[last].text.lowerBound..<text.upperBound
        return
      }
      if kind == .monospaced {
        runs[last].text = runs[last].text.lowerBound..<text.upperBound
        runs[last].formats = runs[last].formats.common(with: formats)
        return
      }
    }
    runs.append(InlineRun(kind: kind, formats: formats, link: link, text: text))
  }

  private static func isVisible(_ text: ArraySlice<UInt8>, _ index: Int) -> Bool {
    index < text.endIndex && text[index] > 0x20 && (text[index] < 0xC2 || !isInvisible(text, index))
  }

  /// True if a zero-width space, byte-order mark, soft hyphen, or line or paragraph separator begins here.
  private static func isInvisible(_ text: ArraySlice<UInt8>, _ index: Int) -> Bool {
    switch text[index] {
    case 0xC2:
      return index + 1 < text.endIndex && text[index + 1] == 0xAD
    case 0xE2:
      guard index + 2 < text.endIndex, text[index + 1] == 0x80 else { return false }
      return text[index + 2] == 0x8B || text[index + 2] == 0xA8 || text[index + 2] == 0xA9
    case 0xEF:
      return index + 2 < text.endIndex && text[index + 1] == 0xBB && text[index + 2] == 0xBF
    default:
      return false
    }
  }
}
