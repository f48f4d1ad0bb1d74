/// The class of a character beside delimiters (CommonMark 6.2).
enum FlankingClass {
  case space
  case punctuation
  /// A symbol: punctuation since CommonMark 0.31, not before.
  case symbol
  case other

  init(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      self.init(ascii: UInt8(truncatingIfNeeded: scalar.value))
    } else if scalar.isUnicodeSpace {
      self = .space
    } else {
      switch scalar.properties.generalCategory {
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation:
        self = .punctuation
      case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
        self = .symbol
      default:
        self = .other
      }
    }
  }

  init(ascii byte: UInt8) {
    self = byte <= 0x20 ? .space : byte.isASCIIPunctuation ? .punctuation : .other
  }

  /// What the character is beside delimiters, to readers that take symbols for punctuation or do not.
  func neighbour(symbolsPunctuate: Bool) -> DelimiterFlanks.Neighbour {
    switch self {
    case .space: .space
    case .punctuation: .punctuation
    case .symbol: symbolsPunctuate ? .punctuation : .other
    case .other: .other
    }
  }
}

/// A run of one delimiter character, and whether it can open or close emphasis.
struct DelimiterRun {
  let character: UInt8
  let length: Int
  let canOpen: Bool
  let canClose: Bool

  /// A run of which all is possible.
  init(anyOf character: UInt8, length: Int) {
    self.character = character
    self.length = length
    canOpen = true
    canClose = true
  }

  /// A run between two characters, for readers of CommonMark 0.31, to which symbols are punctuation, or of an
  /// earlier one.
  init(
    _ character: UInt8, length: Int, before: FlankingClass, after: FlankingClass, symbolsPunctuate: Bool
  ) {
    self.character = character
    self.length = length
    let flanks = DelimiterFlanks(
      character, left: before.neighbour(symbolsPunctuate: symbolsPunctuate),
      right: after.neighbour(symbolsPunctuate: symbolsPunctuate))
    canOpen = flanks.canOpen
    canClose = flanks.canClose
  }

  /// What the run can be for one reader or another.
  init(_ character: UInt8, length: Int, before: FlankingClass, after: FlankingClass) {
    let late = DelimiterRun(
      character, length: length, before: before, after: after, symbolsPunctuate: true)
    let early = DelimiterRun(
      character, length: length, before: before, after: after, symbolsPunctuate: false)
    self.character = character
    self.length = length
    canOpen = late.canOpen || early.canOpen
    canClose = late.canClose || early.canClose
  }
}

extension InlinePieces {
  /// The class of the character that ends what stands before a piece, as GitHub's parser sees it: it looks
  /// through tildes.
  func classBefore(_ piece: Int) -> FlankingClass {
    var index = piece - 1
    while index >= 0, isStrikethrough(index) { index -= 1 }
    guard index >= 0 else { return .space }
    let before = pieces[index]
    switch before.kind {
    case .text: return classBefore(byte: before.end, of: before)
    case .softBreak: return .space
    case .lineBreak: return isCell ? .punctuation : .space
    case .markup, .openBracket, .closeBracket: return classBefore(byte: before.end, of: before)
    case .open, .close: return .punctuation
    }
  }

  /// The class of the character that begins what stands behind a piece, seen likewise.
  func classAfter(_ piece: Int) -> FlankingClass {
    var index = piece + 1
    while index < pieces.count, isStrikethrough(index) { index += 1 }
    guard index < pieces.count else { return .space }
    let after = pieces[index]
    switch after.kind {
    case .text: return classAfter(byte: after.start, of: after)
    case .softBreak: return .space
    // A backslash, or the tag of a break in a cell.
    case .lineBreak: return .punctuation
    case .markup, .openBracket, .closeBracket: return classAfter(byte: after.start, of: after)
    case .open, .close: return .punctuation
    }
  }

  /// True if a delimiter that opens may not do so for what stands inside of it, unless the outer side changes.
  func mayNotOpen(before outer: FlankingClass, innerOf piece: Int) -> Bool {
    guard outer == .other || outer == .symbol else { return false }
    let inner = classAfter(piece)
    return inner == .punctuation || inner == .symbol || isStrikethrough(piece + 1)
  }

  /// The same for a delimiter that closes.
  func mayNotClose(after outer: FlankingClass, innerOf piece: Int) -> Bool {
    guard outer == .other || outer == .symbol else { return false }
    let inner = classBefore(piece)
    return inner == .punctuation || inner == .symbol || isStrikethrough(piece - 1)
  }

  /// True if the character beside a delimiter is one of text.
  func isBesideText(_ piece: Int, forward: Bool) -> Bool {
    let step = forward ? 1 : -1
    var index = piece + step
    while isStrikethrough(index) { index += step }
    return pieces.indices.contains(index) && pieces[index].kind == .text
  }

  private func isStrikethrough(_ index: Int) -> Bool {
    guard pieces.indices.contains(index) else { return false }
    let piece = pieces[index]
    guard piece.kind == .open || piece.kind == .close else { return false }
    return spans[piece.span].kind == .strikethrough && spans[piece.span].style != .tags
  }

  private func classBefore(byte index: Int, of piece: Piece) -> FlankingClass {
    var start = index - 1
    while start > piece.start, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return flankingClass(start, index)
  }

  private func classAfter(byte index: Int, of piece: Piece) -> FlankingClass {
    var end = index + 1
    while end < piece.end, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return flankingClass(index, end)
  }

  private func flankingClass(_ start: Int, _ end: Int) -> FlankingClass {
    guard start >= 0, start < end, end <= bytes.count else { return .space }
    if bytes[start] < 0x80 { return FlankingClass(ascii: bytes[start]) }
    let scalar = String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars.first
    return scalar.map(FlankingClass.init) ?? .space
  }

  /// The class of the character before a byte within a piece of text.
  func classBefore(byte index: Int, in piece: Int) -> FlankingClass {
    index > pieces[piece].start ? classBefore(byte: index, of: pieces[piece]) : classBefore(piece)
  }

  /// The class of the character at a byte within a piece of text, or behind it.
  func classAt(byte index: Int, in piece: Int) -> FlankingClass {
    index < pieces[piece].end ? classAfter(byte: index, of: pieces[piece]) : classAfter(piece)
  }
}
