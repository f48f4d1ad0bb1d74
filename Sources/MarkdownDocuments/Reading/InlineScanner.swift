/// Takes the text of a leaf apart into tokens (CommonMark, appendix: "Phase 2: inline structure").
struct InlineScanner {
  var tokens: [InlineToken] = []
  /// The targets of the links and images of the tokens.
  var targets: [LinkTargetText] = []
  /// True if the text has a sign that makes addresses of mail in it.
  private(set) var hasMailSign = false

  let references: ReferenceTable
  var notes: NoteTable
  let linksBareAddresses: Bool
  /// The number of bytes that references may still stand for: a long address could be used again and again.
  var referenceBudget: Int

  var limit = 0
  /// The position where the text begins that is no token yet.
  private var textStart = 0
  private(set) var start = 0
  var delimiters = DelimiterMatching()
  var brackets: [OpenBracket] = []
  /// Brackets below this index stand before a link and can be none (CommonMark 6.3).
  var deadBrackets = 0
  var imageBracketCount = 0
  var backticks = BacktickRuns()
  private var unended = UnendedMarkup()
  private var knownBadHost = 0
  private let special: ASCIISet

  init(
    references: ReferenceTable, notes: NoteTable, linksBareAddresses: Bool, readsFormulas: Bool,
    referenceBudget: Int
  ) {
    self.references = references
    self.notes = notes
    self.linksBareAddresses = linksBareAddresses
    self.referenceBudget = referenceBudget
    special = ASCIISet("\n\\`&<[]!*_~" + (linksBareAddresses ? ":w@" : "") + (readsFormulas ? "$" : ""))
  }

  /// Makes `tokens` of a part of a text.
  mutating func scan(_ text: Span<UInt8>, _ range: Range<Int>) {
    tokens.removeAll(keepingCapacity: true)
    targets.removeAll(keepingCapacity: true)
    brackets.removeAll(keepingCapacity: true)
    deadBrackets = 0
    imageBracketCount = 0
    hasMailSign = false
    backticks.reset()
    unended = UnendedMarkup()
    knownBadHost = 0
    (start, limit, textStart) = (range.lowerBound, range.upperBound, range.lowerBound)
    let special = special
    var position = start
    while position < limit {
      position = Self.skippingLetters(text, from: position, to: limit)
      let blockEnd = min(position + Self.blockSize, limit)
      while position < blockEnd {
        let byte = text[position]
        if !special.contains(byte) {
          position += 1
        } else {
          position = take(byte, text, position)
        }
      }
    }
    endText(at: limit)
    delimiters.match(from: 0, in: &tokens)
    delimiters.removeAll()
  }

  private static let blockSize = 16

  /// The position behind blocks of letters and spaces, none of which begins anything: most of a text are these.
  private static func skippingLetters(_ text: Span<UInt8>, from start: Int, to limit: Int) -> Int {
    var position = start
    while limit - position >= blockSize, areLetters(text.extracting(position..<position + blockSize)) {
      position += blockSize
    }
    return position
  }

  /// True for letters but `w`, bytes beyond ASCII, spaces, commas, hyphens and points; told without a branch.
  private static func areLetters(_ block: Span<UInt8>) -> Bool {
    var others: UInt8 = 0
    for index in block.indices {
      let byte = block[index]
      let isOther: UInt8 = (byte | 0x20) &- 0x61 < 22 || byte &- 0x78 < 3 || byte >= 0x80 ? 0 : 1
      others |= byte == 0x20 || byte &- 0x2C < 3 ? 0 : isOther
    }
    return others == 0
  }

  /// Takes what begins with a special character; returns where the next one may stand.
  private mutating func take(_ byte: UInt8, _ text: Span<UInt8>, _ position: Int) -> Int {
    switch byte {
    case 0x0A: return takeLineEnd(text, position)
    case UInt8(ascii: "\\"): return takeBackslash(text, position)
    case UInt8(ascii: "`"): return takeCode(text, position)
    case UInt8(ascii: "&"): return takeReference(text, position)
    case UInt8(ascii: "<"): return takeMarkup(text, position)
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): return takeDelimiters(byte, text, position)
    case UInt8(ascii: "$"): return takeFormula(text, position)
    case UInt8(ascii: "["):
      return openBracket(position..<position + 1)
    case UInt8(ascii: "!"):
      // GitHub has no image that begins like a footnote.
      guard position + 1 < limit, text[position + 1] == UInt8(ascii: "["),
        position + 2 == limit || text[position + 2] != UInt8(ascii: "^")
      else { return position + 1 }
      return openBracket(position..<position + 2)
    case UInt8(ascii: "]"): return closeBracket(text, position)
    case UInt8(ascii: "@"):
      hasMailSign = true
      return position + 1
    default: return takeBareAddress(byte, text, position)
    }
  }

  // MARK: Tokens

  /// Makes a token of the text before a position.
  mutating func endText(at position: Int) {
    if textStart < position { tokens.append(InlineToken(.text, textStart..<position)) }
    textStart = position
  }

  /// Takes up text at a position again, behind the tokens that are left.
  mutating func restartText(_ text: Span<UInt8>, at position: Int, to end: Int) {
    textStart = position
    if ByteSearch.position(of: UInt8(ascii: "@"), in: text, from: position, to: end) < end {
      hasMailSign = linksBareAddresses
    }
  }

  /// Appends a token behind the text before it; returns where it ends.
  mutating func append(_ kind: InlineToken.Kind, _ range: Range<Int>, to end: Int) -> Int {
    append(InlineToken(kind, range), behind: range.lowerBound, to: end)
  }

  /// The same where the text before the token ends at another place than the token begins at.
  mutating func append(_ token: InlineToken, behind textEnd: Int, to end: Int) -> Int {
    endText(at: textEnd)
    tokens.append(token)
    textStart = end
    return end
  }

  // MARK: Kinds of inlines

  /// Line breaks (CommonMark 6.7, 6.8).
  private mutating func takeLineEnd(_ text: Span<UInt8>, _ position: Int) -> Int {
    let textEnd = text.trimmedEnd(from: textStart, to: position)
    let isHard = position >= start + 2 && text[position - 1] == 0x20 && text[position - 2] == 0x20
    let next = text.skippingSpaces(from: position + 1, to: limit)
    return append(
      InlineToken(isHard ? .lineBreak : .softBreak, position..<position + 1), behind: textEnd, to: next)
  }

  /// Backslash escapes (CommonMark 2.4) and hard breaks.
  private mutating func takeBackslash(_ text: Span<UInt8>, _ position: Int) -> Int {
    guard position + 1 < limit else { return position + 1 }
    if text[position + 1] == 0x0A {
      let next = text.skippingSpaces(from: position + 2, to: limit)
      return append(.lineBreak, position..<position + 2, to: next)
    }
    guard text[position + 1].isASCIIPunctuation else { return position + 1 }
    if text[position + 1] == UInt8(ascii: "@") { hasMailSign = linksBareAddresses }
    endText(at: position)
    textStart = position + 1
    return position + 2
  }

  /// Code spans (CommonMark 6.1).
  private mutating func takeCode(_ text: Span<UInt8>, _ position: Int) -> Int {
    var contentStart = position
    while contentStart < limit, text[contentStart] == UInt8(ascii: "`") { contentStart += 1 }
    let length = contentStart - position
    guard let close = backticks.run(of: length, text, from: contentStart, to: limit) else {
      return contentStart
    }
    return append(InlineToken(.code, contentStart..<close), behind: position, to: close + length)
  }

  /// Character references (CommonMark 2.5).
  private mutating func takeReference(_ text: Span<UInt8>, _ position: Int) -> Int {
    var characters: [UInt8] = []
    guard let end = CharacterReference.read(text, at: position, to: limit, into: &characters) else {
      return position + 1
    }
    if characters.contains(UInt8(ascii: "@")) { hasMailSign = linksBareAddresses }
    return append(.reference, position..<end, to: end)
  }

  /// Autolinks and raw HTML (CommonMark 6.5, 6.6).
  private mutating func takeMarkup(_ text: Span<UInt8>, _ position: Int) -> Int {
    guard position + 1 < limit else { return position + 1 }
    if let (kind, end) = Autolink.end(text, at: position, to: limit) {
      return append(
        InlineToken(kind == .mail ? .mail : .uri, position + 1..<end - 1), behind: position, to: end)
    }
    let next = text[position + 1]
    let end: Int?
    if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
      end = unended.end(text, at: position, to: limit)
    } else {
      end = RawTag.end(text, at: position, end: limit)
    }
    guard let end else { return position + 1 }
    return append(.html, position..<end, to: end)
  }

  /// Emphasis and strikethrough (CommonMark 6.2, GFM 6.5).
  private mutating func takeDelimiters(_ byte: UInt8, _ text: Span<UInt8>, _ position: Int) -> Int {
    var end = position + 1
    while end < limit, text[end] == byte { end += 1 }
    let run = DelimiterFlanks(byte, text, position..<end, within: start..<limit)
    let isTilde = byte == UInt8(ascii: "~")
    guard run.canOpen || run.canClose, !isTilde || end - position < 3 else { return end }
    endText(at: position)
    let first = tokens.count
    for character in position..<end { tokens.append(InlineToken(.text, character..<character + 1)) }
    textStart = end
    delimiters.append(
      OpenDelimiter(
        byte, canOpen: run.canOpen, canClose: run.canClose, tokens: first..<tokens.count))
    return end
  }

  /// Addresses that stand bare (GFM 6.9), which GitHub does not look for behind an open bracket.
  private mutating func takeBareAddress(_ byte: UInt8, _ text: Span<UInt8>, _ position: Int) -> Int {
    if byte == UInt8(ascii: "w") {
      guard position + 3 < limit, text[position + 1] == byte, text[position + 2] == byte else {
        return position + 1
      }
    } else {
      guard position + 3 < limit, text[position + 1] == UInt8(ascii: "/") else { return position + 1 }
    }
    // In an image that holds a link already, it does look for them.
    guard brackets.count <= deadBrackets, brackets.count == imageBracketCount else { return position + 1 }
    let isHost = byte == UInt8(ascii: "w")
    guard
      let range = isHost
        ? ExtendedAutolink.host(text, at: position, within: start..<limit, knownBad: &knownBadHost)
        : ExtendedAutolink.uri(text, colon: position, within: textStart..<limit)
    else { return position + 1 }
    return append(isHost ? .bareHost : .bareURI, range, to: range.upperBound)
  }
}

/// A piece of the inlines of a leaf, in the order of the text.
///
/// What holds inlines is a token where it begins and one where it ends. Each character of a run of delimiters is a
/// token, text until it turns out to be more.
struct InlineToken {
  enum Kind: UInt8 {
    case text, nothing, reference, code, html, softBreak, lineBreak
    /// An address between angle brackets, and one that stands bare.
    case uri, mail, bareURI, bareHost
    case note
    case math, displayMath
    case emphasisStart, strongStart, strikethroughStart, end
    case linkStart, imageStart
  }

  var kind: Kind
  private let start: UInt32
  /// Where the token ends; for a link and a note, which need no end, what it leads to.
  private var endOrValue: UInt32

  init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    endOrValue = UInt32(truncatingIfNeeded: range.upperBound)
  }

  /// Creates a reference to the note of a node.
  init(note node: Int) {
    kind = .note
    start = 0
    endOrValue = UInt32(truncatingIfNeeded: node)
  }

  /// Makes the token the beginning of a link or an image that leads to the target of an index.
  mutating func begin(_ kind: Kind, target: Int) {
    self.kind = kind
    endOrValue = UInt32(truncatingIfNeeded: target)
  }

  var range: Range<Int> { Int(start)..<Int(endOrValue) }

  /// The index of a link's target, or the node of a note.
  var value: Int { Int(endOrValue) }
}

/// A bracket that may begin a link or an image (CommonMark 6.3, 6.4).
struct OpenBracket {
  private let tokenIndex: UInt32
  private let contentStart: UInt32
  private let delimiters: UInt32
  let isImage: Bool
  /// True if there is another bracket in it, so that it holds no label.
  var holdsBracket = false

  init(token: Int, content: Int, delimiterCount: Int, isImage: Bool) {
    tokenIndex = UInt32(truncatingIfNeeded: token)
    contentStart = UInt32(truncatingIfNeeded: content)
    delimiters = UInt32(truncatingIfNeeded: delimiterCount)
    self.isImage = isImage
  }

  /// Its token, which is text until it is more.
  var token: Int { Int(tokenIndex) }
  /// The index at which its content begins.
  var content: Int { Int(contentStart) }
  /// The number of runs of delimiters that stand before it.
  var delimiterCount: Int { Int(delimiters) }
}

/// Comments, instructions, declarations and sections (CommonMark 6.6), of which one that does not end says that none of
/// its kind behind it does.
private struct UnendedMarkup {
  private var hasNoEnd: UInt8 = 0

  /// The position where the markup ends that begins at `<!` or `<?`; nil if it is none.
  mutating func end(_ text: Span<UInt8>, at start: Int, to limit: Int) -> Int? {
    if text[start + 1] == UInt8(ascii: "?") { return end(1, "?>", text, start + 2, limit) }
    if text.starts(with: "<!--", at: start, end: limit) {
      if text.starts(with: "<!-->", at: start, end: limit) { return start + 5 }
      if text.starts(with: "<!--->", at: start, end: limit) { return start + 6 }
      return end(2, "-->", text, start + 4, limit)
    }
    if text.starts(with: "<![CDATA[", at: start, end: limit) { return end(4, "]]>", text, start + 9, limit) }
    guard start + 2 < limit, text[start + 2].isASCIILetter else { return nil }
    return end(8, ">", text, start + 2, limit)
  }

  private mutating func end(
    _ kind: UInt8, _ closing: StaticString, _ text: Span<UInt8>, _ start: Int, _ limit: Int
  ) -> Int? {
    guard hasNoEnd & kind == 0 else { return nil }
    guard start <= limit, let found = text.position(of: closing, from: start, to: limit) else {
      hasNoEnd |= kind
      return nil
    }
    return found + closing.utf8CodeUnitCount
  }
}
