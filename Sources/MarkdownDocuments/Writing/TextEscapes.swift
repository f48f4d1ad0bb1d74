/// Finds the characters of a block's text that would change its meaning if they were not escaped.
///
/// A delimiter is escaped only if another one could pair with it, a bracket only if a link could come of it.
struct TextEscapes {
  /// The byte positions that a backslash is put before, in ascending order.
  private(set) var positions: [Int] = []

  /// A run of one delimiter character in the text.
  private struct TextRun {
    let range: Range<Int>
    let canOpen: Bool
    let canClose: Bool
  }

  private var role = MarkdownInlineWriter.Role.paragraph
  private let hasFootnotes: Bool
  private let escapesEqualSigns: Bool
  private let refersByNumber: Bool

  /// The positions where the bytes stand that may need escapes, in ascending order.
  private var marks: [Int] = []
  private var nextMark = 0
  private var runs: [TextRun] = []
  private var nextRun = 0
  private var backtickRuns = 0
  /// For `*`, `_` and `~`: where one stands first that opens, and last that closes.
  private var firstOpener = InlineArray<3, Int>(repeating: Int.max)
  private var lastCloser = InlineArray<3, Int>(repeating: -1)
  /// The position of the last closing bracket that could end a link or a definition.
  private var lastLinkEnd = -1
  private var formulas: FormulaEscapes
  private let hasDefinitions: Bool
  /// True if there is a colon or a stop that may be part of a bare address.
  private var mayHoldAddress = false

  init(hasFootnotes: Bool, style: MarkdownStyle) {
    self.hasFootnotes = hasFootnotes
    escapesEqualSigns = style.marksHighlightWithEqualSigns
    refersByNumber = style.links == .reference
    // CommonMark has no formulas, but what reads it may.
    formulas = FormulaEscapes(style.dialect != .commonMark && style.escapesDollars ? .wide : .exact)
    hasDefinitions = style.dialect == .extra
  }

  /// Finds the escapes of one block's text.
  mutating func find(in line: InlinePieces, as role: MarkdownInlineWriter.Role) {
    self.role = role
    positions.removeAll(keepingCapacity: true)
    survey(line)
    for index in line.pieces.indices where line.pieces[index].kind == .text { escape(line, index) }
    guard mayHoldAddress else { return }
    let added = addressBreaks(line)
    if !added.isEmpty { positions = (positions + added).sorted() }
  }

  // MARK: Survey

  /// Notes what could need an escape, and what could pair with what.
  private mutating func survey(_ line: InlinePieces) {
    marks.removeAll(keepingCapacity: true)
    nextMark = 0
    runs.removeAll(keepingCapacity: true)
    nextRun = 0
    backtickRuns = 0
    lastLinkEnd = -1
    formulas.reset()
    mayHoldAddress = false
    firstOpener = InlineArray(repeating: Int.max)
    lastCloser = InlineArray(repeating: -1)
    lastCloser[1] = line.lastMathUnderscore
    for index in line.pieces.indices {
      let piece = line.pieces[index]
      switch piece.kind {
      case .text:
        surveyText(line, index)
      case .open, .close:
        let span = line.spans[piece.span]
        guard span.style != .tags, let slot = Self.slot(span.delimiter) else { break }
        if piece.kind == .open {
          firstOpener[slot] = min(firstOpener[slot], piece.start)
        } else {
          lastCloser[slot] = max(lastCloser[slot], piece.start + 1)
        }
      case .markup, .openBracket, .closeBracket:
        formulas.note(markup: index, line)
        var isRun = false
        for position in piece.start..<piece.end {
          let isBacktick = line.bytes[position] == UInt8(ascii: "`")
          if isBacktick, !isRun { backtickRuns += 1 }
          isRun = isBacktick
          // The label of a definition ends in code, too, which is looked for after definitions.
          let isColonBehind = position + 1 < piece.end && line.bytes[position + 1] == UInt8(ascii: ":")
          if isColonBehind, line.bytes[position] == UInt8(ascii: "]") { lastLinkEnd = position }
        }
      case .softBreak, .lineBreak:
        break
      }
    }
  }

  private static func slot(_ delimiter: UInt8) -> Int? {
    switch delimiter {
    case UInt8(ascii: "*"): 0
    case UInt8(ascii: "_"): 1
    case UInt8(ascii: "~"): 2
    default: nil
    }
  }

  private mutating func surveyText(_ line: InlinePieces, _ index: Int) {
    let piece = line.pieces[index]
    let bytes = line.bytes.span
    var position = piece.start
    while position < piece.end {
      let byte = bytes[position]
      guard Self.isSpecial(byte) else {
        position += 1
        continue
      }
      let start = position
      switch byte {
      case UInt8(ascii: "."):
        if position > piece.start, bytes[position - 1] | 0x20 == UInt8(ascii: "w") { mayHoldAddress = true }
        position += 1
        continue
      case UInt8(ascii: ":"):
        if position + 1 < piece.end, bytes[position + 1] == UInt8(ascii: "/") { mayHoldAddress = true }
        position += 1
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        let end = Self.endOfRun(line, position, piece.end)
        note(byte, position..<end, line, index)
        position = end
      case UInt8(ascii: "`"):
        backtickRuns += 1
        position = Self.endOfRun(line, position, piece.end)
      case UInt8(ascii: "]"):
        switch Self.byte(after: position, line, index) {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: ":"): lastLinkEnd = position
        default: break
        }
        position += 1
      case UInt8(ascii: "$"):
        position = Self.endOfRun(line, position, piece.end)
        formulas.note(text: start..<position, line, index)
      default:
        position += 1
      }
      marks += start..<position
    }
  }

  private mutating func note(_ byte: UInt8, _ range: Range<Int>, _ line: InlinePieces, _ index: Int) {
    var run = DelimiterRun(
      byte, length: range.count, before: line.classBefore(byte: range.lowerBound, in: index),
      after: line.classAt(byte: range.upperBound, in: index))
    let piece = line.pieces[index]
    let isBesideDelimiter =
      (range.lowerBound == piece.start && Self.isDelimiter(line, index - 1))
      || (range.upperBound == piece.end && Self.isDelimiter(line, index + 1))
    // GitHub's parser looks through tildes when it asks what a delimiter stands beside; others do not.
    let isBesideTilde =
      (range.lowerBound > piece.start && line.bytes[range.lowerBound - 1] == UInt8(ascii: "~"))
      || (range.upperBound < piece.end && line.bytes[range.upperBound] == UInt8(ascii: "~"))
    if isBesideTilde { run = DelimiterRun(anyOf: byte, length: range.count) }
    if let slot = Self.slot(byte) {
      if run.canOpen { firstOpener[slot] = min(firstOpener[slot], range.lowerBound) }
      if run.canClose { lastCloser[slot] = max(lastCloser[slot], range.upperBound) }
    }
    // A run beside our own delimiters would become part of them.
    runs.append(
      TextRun(
        range: range, canOpen: run.canOpen || isBesideDelimiter, canClose: run.canClose || isBesideDelimiter))
    if isBesideDelimiter, let slot = Self.slot(byte) {
      firstOpener[slot] = min(firstOpener[slot], range.lowerBound)
      lastCloser[slot] = max(lastCloser[slot], range.upperBound + 1)
    }
  }

  // MARK: Escapes

  private mutating func escape(_ line: InlinePieces, _ index: Int) {
    let piece = line.pieces[index]
    // Where what is settled ends.
    var position = piece.start
    if let forced = forcedEscape(line, index) {
      escapeMarks(to: forced, from: &position, line, index)
      // Every character of a run of tildes or backticks: what is left of a fence may be a delimiter.
      let byte = line.bytes[forced]
      let isFence = byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~")
      position = isFence ? Self.endOfRun(line, forced, piece.end) : forced + 1
      positions += forced..<position
    }
    escapeMarks(to: piece.end, from: &position, line, index)
  }

  /// Escapes the marks of a piece from a position on that need it, as far as they stand before another one.
  private mutating func escapeMarks(to end: Int, from position: inout Int, _ line: InlinePieces, _ index: Int)
  {
    let piece = line.pieces[index]
    while nextMark < marks.count, marks[nextMark] < end {
      let mark = marks[nextMark]
      nextMark += 1
      guard mark >= position else { continue }
      position = mark
      let byte = line.bytes[mark]
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        position = escapeRun(byte, at: position, line, piece)
      case UInt8(ascii: "`"):
        let end = Self.endOfRun(line, position, piece.end)
        if backtickRuns > 1 { positions += position..<end }
        position = end
      default:
        if needsEscape(byte, at: position, line, index) { positions.append(position) }
        position += 1
      }
    }
  }

  private mutating func escapeRun(
    _ byte: UInt8, at position: Int, _ line: InlinePieces, _ piece: InlinePieces.Piece
  ) -> Int {
    let end = Self.endOfRun(line, position, piece.end)
    while nextRun < runs.count, runs[nextRun].range.lowerBound < position { nextRun += 1 }
    guard nextRun < runs.count, runs[nextRun].range.upperBound == end, let slot = Self.slot(byte) else {
      positions += position..<end
      return end
    }
    let run = runs[nextRun]
    nextRun += 1
    let hasCloser = run.canOpen && lastCloser[slot] > run.range.upperBound
    let hasOpener = run.canClose && firstOpener[slot] < run.range.lowerBound
    if hasCloser || hasOpener { positions += position..<end }
    return end
  }

  private func needsEscape(_ byte: UInt8, at position: Int, _ line: InlinePieces, _ index: Int) -> Bool {
    let piece = line.pieces[index]
    let next = Self.byte(after: position, line, index)
    switch byte {
    case UInt8(ascii: "\\"):
      if position + 1 == piece.end, index + 1 < line.pieces.count { return true }
      return next?.isASCIIPunctuation ?? false
    case UInt8(ascii: "["):
      if piece.isInBrackets || position < lastLinkEnd { return true }
      if refersByNumber, LinkReferences.begins(line.bytes[(position + 1)..<piece.end]) { return true }
      guard next == UInt8(ascii: "^") else { return false }
      if hasFootnotes { return true }
      // The parser gives back what looks like a reference to no note as it was written, escapes and all.
      let rest = line.bytes[(position + 2)..<piece.end].prefix(1000)
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return true }
      return !rest[..<end].allSatisfy(\.isASCIIAlphanumeric)
    case UInt8(ascii: "]"):
      return piece.isInBrackets
    case UInt8(ascii: "!"):
      return position + 1 == piece.end && index + 1 < line.pieces.count
        && line.pieces[index + 1].kind == .openBracket
    case UInt8(ascii: "<"):
      guard let next else { return false }
      if position + 1 == piece.end { return false }
      return next == UInt8(ascii: "/") || next == UInt8(ascii: "!") || next == UInt8(ascii: "?")
        || next.isASCIILetter || mayBeginMail(line, position + 1, index)
    case UInt8(ascii: "&"):
      return CharacterReference.begins(line.bytes[(position + 1)..<piece.end])
    case UInt8(ascii: "^"):
      // A bracket before it would begin a footnote's reference.
      return position == piece.start && index > 0 && line.pieces[index - 1].kind == .openBracket
    case UInt8(ascii: "$"):
      return formulas.positions.contains(position)
    case UInt8(ascii: "="):
      return escapesEqualSigns
        && (next == byte || (position > piece.start && line.bytes[position - 1] == byte))
    case UInt8(ascii: "("), UInt8(ascii: ":"):
      // Behind a footnote's reference they would make it a link or a definition.
      guard position == piece.start, index > 0 else { return false }
      let before = line.pieces[index - 1]
      return before.kind == .markup && before.end - before.start > 2
        && line.bytes[before.start] == UInt8(ascii: "[") && line.bytes[before.end - 1] == UInt8(ascii: "]")
    default:
      return false
    }
  }

  /// True if what stands there could be a mail address, which may begin with other signs than a tag.
  private func mayBeginMail(_ line: InlinePieces, _ position: Int, _ index: Int) -> Bool {
    let piece = line.pieces[index]
    guard line.bytes[position] == UInt8(ascii: "&") || MarkdownEscape.isMailName(line.bytes[position]) else {
      return false
    }
    let word = line.bytes[position..<piece.end].prefix { $0 > 0x20 && $0 != UInt8(ascii: "<") }
    return word.contains(UInt8(ascii: "@")) || word.endIndex == piece.end && index + 1 < line.pieces.count
  }

  // MARK: Beginnings and ends of lines

  /// The position in a piece that needs an escape because of where it stands in its line.
  private func forcedEscape(_ line: InlinePieces, _ index: Int) -> Int? {
    switch role {
    case .cell: nil
    case .heading: closingSequence(line, index)
    case .paragraph, .underlinedHeading:
      isLineStart(line, index)
        ? LineStartMarks.escape(line, index, hasDefinitions: hasDefinitions) : nil
    }
  }

  private func isLineStart(_ line: InlinePieces, _ index: Int) -> Bool {
    guard index > 0 else { return true }
    let before = line.pieces[index - 1].kind
    return before == .softBreak || before == .lineBreak
  }

  /// The position where the number signs begin that would close an ATX heading (CommonMark 4.2).
  private func closingSequence(_ line: InlinePieces, _ index: Int) -> Int? {
    guard index == line.pieces.count - 1 else { return nil }
    let piece = line.pieces[index]
    var start = piece.end
    while start > piece.start, line.bytes[start - 1] == UInt8(ascii: "#") { start -= 1 }
    guard start < piece.end else { return nil }
    if start == piece.start { return index == 0 ? start : nil }
    return line.bytes[start - 1] == 0x20 || line.bytes[start - 1] == 0x09 ? start : nil
  }

  // MARK: Bytes

  private static func endOfRun(_ line: InlinePieces, _ position: Int, _ limit: Int) -> Int {
    var end = position + 1
    while end < limit, line.bytes[end] == line.bytes[position] { end += 1 }
    return end
  }

  private static func isDelimiter(_ line: InlinePieces, _ index: Int) -> Bool {
    guard line.pieces.indices.contains(index) else { return false }
    let kind = line.pieces[index].kind
    return kind == .open || kind == .close
  }

  /// The byte that is written behind one of the text.
  private static func byte(after position: Int, _ line: InlinePieces, _ index: Int) -> UInt8? {
    if position + 1 < line.pieces[index].end { return line.bytes[position + 1] }
    guard index + 1 < line.pieces.count else { return nil }
    let next = line.pieces[index + 1]
    return next.start < next.end ? line.bytes[next.start] : UInt8(ascii: "*")
  }

  /// True for the bytes that may need an escape, and for the stop, which may be part of an address.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: "*"),
      UInt8(ascii: "."),
      UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: "["), UInt8(ascii: "\\"),
      UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }
}

/// Bare addresses, which are recognized without delimiters (GFM 6.9).
extension TextEscapes {
  /// The positions where a backslash breaks the recognition of bare addresses that hold escapes, which there would be text, or that
  /// words would become part of.
  func addressBreaks(_ line: InlinePieces) -> [Int] {
    var added: [Int] = []
    var next = 0
    var end = -1
    var holdsSpace = false
    for (index, piece) in line.pieces.enumerated() where piece.kind == .text && !piece.isInBrackets {
      for address in BareAddress.all(in: line.bytes[piece.start..<piece.end]) {
        while next < positions.count, positions[next] < address.range.lowerBound { next += 1 }
        let hasEscape = next < positions.count && positions[next] <= address.range.upperBound
        // Addresses within each other end at one place, and are looked at once.
        if address.range.upperBound != end {
          end = address.range.upperBound
          holdsSpace = self.holdsSpace(line.bytes[address.range])
        }
        let isOpen = address.range.upperBound == piece.end && !endsAddress(line, index)
        if hasEscape || isOpen || holdsSpace {
          added.append(address.mark)
        }
      }
    }
    return added
  }

  /// True for an address with a space in it that no ASCII space is: it ends no address, but for people it does.
  private func holdsSpace(_ address: ArraySlice<UInt8>) -> Bool {
    address.contains { $0 >= 0x80 }
      && String(decoding: address, as: UTF8.self).unicodeScalars.contains { $0.properties.isWhitespace }
  }

  /// True if an address that ends a piece of text is not taken to go on in what is written behind it.
  private func endsAddress(_ line: InlinePieces, _ index: Int) -> Bool {
    // Closing delimiters are cut off the end of an address, if it ends there.
    let rest = line.pieces[(index + 1)...].drop { $0.kind == .close && line.spans[$0.span].style != .tags }
    guard let next = rest.first else { return true }
    let isAtOnce = rest.startIndex == index + 1
    switch next.kind {
    case .softBreak: return true
    case .lineBreak: return line.isCell && isAtOnce
    case .open, .close: return line.spans[next.span].style == .tags && isAtOnce
    case .text: return line.bytes[next.start] <= 0x20
    case .markup, .openBracket, .closeBracket: return line.bytes[next.start] == UInt8(ascii: "<") && isAtOnce
    }
  }
}
