/// A line of a text that may be Markdown: what it looks like by itself.
struct DetectedLine {
  enum Kind: Equatable {
    case blank
    /// One to six `#`, a space and words.
    case heading(level: Int)
    /// A `#` before anything else: a comment, a directive.
    case hash
    /// Three or more of a mark; bare if nothing follows.
    case fence(mark: UInt8, length: Int, isBare: Bool)
    /// The column where the item's text begins.
    case item(content: Int, isTask: Bool)
    case quotation
    /// `=` or `-` alone.
    case underline(UInt8)
    case rule
    case tableRow(bars: Int)
    case tableDelimiter(bars: Int)
    case linkDefinition
    /// An HTML tag that people put into Markdown.
    case markup
    /// Program text, settings, logs.
    case foreign
    /// Words, and whatever has no other kind.
    case text
  }

  let kind: Kind
  /// The columns of white space before it.
  let indentation: Int
  /// What is behind the white space and the marks, without white space at the end.
  let content: ArraySlice<UInt8>
  /// Whether one mark of a quote and a space stand before the content.
  private(set) var hasSpaceBehindMark = false

  init(_ line: ArraySlice<UInt8>) {
    var start = line.startIndex
    var end = line.endIndex
    var column = 0
    while start < end, line[start] == 0x20 || line[start] == 0x09 {
      column = line[start] == 0x09 ? (column / 4 + 1) * 4 : column + 1
      start += 1
    }
    while end > start, line[end - 1].isHTMLSpace { end -= 1 }
    indentation = column
    (kind, content) = Self.read(line[start..<end], column: column)
    hasSpaceBehindMark = kind == .quotation && line[start..<content.startIndex].elementsEqual("> ".utf8)
  }

  private static func read(_ line: ArraySlice<UInt8>, column: Int) -> (Kind, ArraySlice<UInt8>) {
    guard let first = line.first else { return (.blank, line) }
    switch first {
    case UInt8(ascii: "#"):
      return hash(line)
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      if let fence = fence(line, mark: first) { return (fence, line) }
    case UInt8(ascii: "|"):
      let bars = line.count { $0 == first }
      if isDelimiterRow(line) { return (.tableDelimiter(bars: bars), line) }
      if bars > 1, line.last == first { return (.tableRow(bars: bars), line) }
    case UInt8(ascii: ">"):
      return (.quotation, line.drop { $0 == first || $0 == 0x20 })
    case UInt8(ascii: "<"):
      if MarkupTag.isMarkdownCompany(line) { return (.markup, line) }
    case UInt8(ascii: "["):
      if isLinkDefinition(line) { return (.linkDefinition, line) }
    default:
      break
    }
    if let underline = underline(line) { return (underline, line) }
    if isDelimiterRow(line) { return (.tableDelimiter(bars: line.count { $0 == UInt8(ascii: "|") }), line) }
    if let item = item(line, column: column) { return item }
    return (ForeignLine.isForeign(line, isIndented: column > 0) ? .foreign : .text, line)
  }

  /// Words that a heading may begin and end with; a ruler or a setting behind a `#` is a comment.
  private static func hash(_ line: ArraySlice<UInt8>) -> (Kind, ArraySlice<UInt8>) {
    let text = line.drop { $0 == UInt8(ascii: "#") }
    let level = line.count - text.count
    guard level <= 6, text.first == 0x20 || text.first == 0x09, text.count <= 200,
      let first = text.first(where: { $0 != 0x20 && $0 != 0x09 }), let last = text.last,
      first.isASCIIAlphanumeric || first >= 0x80 || "`[*_<:!(\"'~.\\@+".utf8.contains(first),
      !";{,=\\|".utf8.contains(last)
    else { return (.hash, text) }
    let words = text.drop { $0 == 0x20 || $0 == 0x09 }
    let isComment = ForeignLine.isNamedValue(words.prefix(200)) || ForeignLine.isMagicComment(words)
    return (isComment ? .hash : .heading(level: level), words)
  }

  private static func fence(_ line: ArraySlice<UInt8>, mark: UInt8) -> Kind? {
    let info = line.drop { $0 == mark }
    guard line.count - info.count >= 3, !info.contains(UInt8(ascii: "`")) else { return nil }
    return .fence(mark: mark, length: line.count - info.count, isBare: info.isEmpty)
  }

  private static func underline(_ line: ArraySlice<UInt8>) -> Kind? {
    guard let first = line.first, line.count >= 2 || first == UInt8(ascii: "=") else { return nil }
    if first == UInt8(ascii: "=") || first == UInt8(ascii: "-"), line.allSatisfy({ $0 == first }) {
      return .underline(first)
    }
    guard "*_-".utf8.contains(first), line.allSatisfy({ $0 == first || $0 == 0x20 }) else { return nil }
    return line.count { $0 == first } >= 3 ? .rule : nil
  }

  /// `| --- | :-: |`, with a bar at least.
  private static func isDelimiterRow(_ line: ArraySlice<UInt8>) -> Bool {
    var bars = 0
    var dashes = 0
    for byte in line {
      switch byte {
      case UInt8(ascii: "|"): bars += 1
      case UInt8(ascii: "-"): dashes += 1
      case UInt8(ascii: ":"), 0x20, 0x09: break
      default: return false
      }
    }
    return bars > 0 && dashes >= max(2, bars - 1)
  }

  /// `[label]: address`; a footnote's begins with `[^`.
  private static func isLinkDefinition(_ line: ArraySlice<UInt8>) -> Bool {
    guard let close = line.firstIndex(of: UInt8(ascii: "]")), close + 2 < line.endIndex,
      close > line.startIndex + 1, line[close + 1] == UInt8(ascii: ":")
    else { return false }
    if line[line.startIndex + 1] == UInt8(ascii: "^") { return true }
    let target = line[(close + 2)...].drop { $0 == 0x20 || $0 == 0x09 }
    return LinkTarget.isLikely(target.prefix { $0 != 0x20 })
  }

  private static func item(_ line: ArraySlice<UInt8>, column: Int) -> (Kind, ArraySlice<UInt8>)? {
    var marker = line.startIndex
    if "-*+".utf8.contains(line[marker]) {
      marker += 1
    } else {
      marker += line.prefix(4).prefix(while: \.isASCIIDigit).count
      guard marker > line.startIndex, marker < line.endIndex, ".)".utf8.contains(line[marker]) else {
        return nil
      }
      marker += 1
    }
    guard marker < line.endIndex, line[marker] == 0x20 || line[marker] == 0x09 else { return nil }
    let text = line[marker...].drop { $0 == 0x20 || $0 == 0x09 }
    if ForeignLine.isForeignItem(text, marker: line[line.startIndex]) { return (.foreign, text) }
    let isTask =
      text.count > 4 && [0x20, 0x78, 0x58].contains(text[text.startIndex + 1])
      && text.first == UInt8(ascii: "[") && text.dropFirst(2).starts(with: "] ".utf8)
    return (.item(content: column + text.startIndex - line.startIndex, isTask: isTask), text)
  }
}
