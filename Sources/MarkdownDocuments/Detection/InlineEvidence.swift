/// Collects the signs inside of a line: links, emphasis, code.
///
/// One pass over the line, whatever is in it: of each kind only the last opening mark is remembered.
struct InlineEvidence {
  private let line: ArraySlice<UInt8>
  private var position: Int
  private var bracket: Int?
  private var openings: [UInt8: (start: Int, length: Int)] = [:]
  private(set) var found: [MarkdownEvidence] = []
  /// The labels that notes and links refer to, those of notes with their `^`.
  private(set) var labels: [ArraySlice<UInt8>] = []

  init(_ line: ArraySlice<UInt8>) {
    self.line = line
    position = line.startIndex
  }

  /// Reads a line.
  init(scanning line: ArraySlice<UInt8>) {
    self.init(line)
    scan()
  }

  static func evidence(in line: ArraySlice<UInt8>) -> [MarkdownEvidence] {
    InlineEvidence(scanning: line).found
  }

  private mutating func scan() {
    while position < line.endIndex {
      switch line[position] {
      case UInt8(ascii: "\\"): position += 2
      case UInt8(ascii: "`"): readCode()
      case UInt8(ascii: "["): openBracket()
      case UInt8(ascii: "]"): closeBracket()
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): readMarks()
      case UInt8(ascii: "<"): readAngle()
      default: position += 1
      }
    }
  }

  private func byte(at index: Int) -> UInt8 {
    line.indices.contains(index) ? line[index] : 0x20
  }

  /// A span of code ends at the next run of as many backticks; unclosed ones are passed once.
  private mutating func readCode() {
    let run = runLength()
    let start = position
    position += run
    if let opening = openings[UInt8(ascii: "`")] {
      // Where quotation marks are written `like this'.
      if opening.length == run, start > opening.start + run {
        if byte(at: position) == UInt8(ascii: "_") || byte(at: opening.start - 1) == UInt8(ascii: ":") {
          found.append(.otherMarkup)
        } else {
          // Markdown needs two marks only around a mark; reStructuredText always has two.
          found.append(run == 1 ? .codeSpan : .doubledCode)
        }
        openings = [:]
      }
    } else if run < 4 {
      openings[UInt8(ascii: "`")] = (start, run)
    }
  }

  private func runLength() -> Int {
    let mark = line[position]
    var end = position + 1
    while end < line.endIndex, line[end] == mark { end += 1 }
    return end - position
  }

  private var isInCode: Bool { openings[UInt8(ascii: "`")] != nil }

  private mutating func openBracket() {
    // Behind a name or a bracket it is an element of an array, or a note.
    let isElement = isWord(byte(at: position - 1)) || byte(at: position - 1) == UInt8(ascii: ")")
    if !isElement || byte(at: position + 1) == UInt8(ascii: "^") { bracket = position }
    position += 1
  }

  private mutating func closeBracket() {
    let close = position
    position += 1
    if let bracket, bracket + 1 < close {
      // [^note], and [text][label].
      let isNote = line[bracket + 1] == UInt8(ascii: "^")
      if isNote || byte(at: bracket - 1) == UInt8(ascii: "]") { labels.append(line[(bracket + 1)..<close]) }
    }
    guard byte(at: position) == UInt8(ascii: "(") else { return }
    let rest = line[(position + 1)...]
    let target = rest.prefix { $0 != UInt8(ascii: ")") && $0 != 0x20 }
    position = target.endIndex
    guard position < line.endIndex, LinkTarget.isLikely(target) || isNameOfFile(target, upTo: close) else {
      return
    }
    // Behind a space only a title may follow.
    if line[position] == 0x20, !"\"'(".utf8.contains(byte(at: position + 1)) { return }
    if let bracket, byte(at: bracket - 1) == UInt8(ascii: "!") {
      found.append(.image)
    } else if let bracket, bracket + 1 < close {
      found.append(.link)
    } else if target.starts(with: "http".utf8) {
      // The text began in another line, or is a picture.
      found.append(.link)
    }
    bracket = nil
  }

  /// True for a target that says what its link does, as `[LICENSE](LICENSE)`.
  private func isNameOfFile(_ target: ArraySlice<UInt8>, upTo close: Int) -> Bool {
    guard let bracket, target.count > 2, line[position] == UInt8(ascii: ")") else { return false }
    return line[(bracket + 1)..<close].elementsEqual(target)
  }

  private func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_")
  }

  /// Marks open before a word and close behind one, as people write them.
  private mutating func readMarks() {
    let mark = line[position]
    let run = runLength()
    let before = byte(at: position - 1)
    let after = byte(at: position + run)
    let start = position
    position += run
    guard run <= 3, !isInCode else { return openings[mark] = nil }
    let closes = !before.isHTMLSpace && !isWord(after) && !"/*(=".utf8.contains(before)
    let isBeforeWord = !after.isHTMLSpace && !"*/=.,;:)]}|+-".utf8.contains(after)
    let opens =
      before >= 0x80
      ? isWord(after) || after >= 0x80
      : isBeforeWord && !isWord(before) && !"/*)]=+-".utf8.contains(before)
    if closes, let opening = openings[mark], opening.length == run, opening.start + run < start {
      addEmphasis(mark: mark, run: run)
      openings[mark] = nil
    } else if opens {
      openings[mark] = (start, run)
    } else if closes {
      openings[mark] = nil
    }
  }

  private mutating func addEmphasis(mark: UInt8, run: Int) {
    switch (mark, run) {
    case (UInt8(ascii: "*"), 1): found.append(.emphasis)
    case (UInt8(ascii: "*"), _): found.append(.strong)
    case (UInt8(ascii: "_"), 1): found.append(.underscoreEmphasis)
    case (UInt8(ascii: "~"), 2): found.append(.strikethrough)
    default: break
    }
  }

  /// An address in angle brackets; the name before its colon has two letters at least.
  private mutating func readAngle() {
    let start = line[(position + 1)...].prefix(32)
    let scheme = start.prefix { $0.isASCIIAlphanumeric || "+.-".utf8.contains($0) }
    if scheme.count > 1, byte(at: scheme.endIndex) == UInt8(ascii: ":") { found.append(.autolink) }
    position += 1
  }
}

/// The target of a link of Markdown.
enum LinkTarget {
  /// True for an address, a path, a file or a fragment: what the arguments of a call are not.
  static func isLikely(_ target: ArraySlice<UInt8>) -> Bool {
    var target = target
    if target.first == UInt8(ascii: "<") {
      guard let close = target.firstIndex(of: UInt8(ascii: ">")) else { return false }
      target = target[(target.startIndex + 1)..<close]
    }
    guard let first = target.first, target.count > 1 else { return false }
    if first == UInt8(ascii: "#") { return true }
    guard first.isASCIIAlphanumeric || first >= 0x80 || "./_~%@?".utf8.contains(first),
      let last = target.last, last != UInt8(ascii: ","), last != UInt8(ascii: ".")
    else { return false }
    return target.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
  }
}

/// The HTML that people put between Markdown.
enum MarkupTag {
  private static let names: Set<String> = [
    "a", "b", "br", "center", "code", "details", "div", "em", "h1", "h2", "h3", "h4", "hr", "i", "img", "kbd",
    "li", "ol", "p", "picture", "pre", "source", "span", "strong", "sub", "summary", "sup", "table", "tbody",
    "td", "th", "thead", "tr", "ul", "video",
  ]

  /// True if the line begins with one of these tags, with a comment, or with an address in angle brackets.
  static func isMarkdownCompany(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: "<!--".utf8) || line.starts(with: "<http".utf8) { return true }
    var name = line.dropFirst()
    if name.first == UInt8(ascii: "/") { name.removeFirst() }
    return names.contains(
      String(decoding: name.prefix(8).prefix { $0.isASCIIAlphanumeric }.map(\.lowercased), as: UTF8.self))
  }
}
