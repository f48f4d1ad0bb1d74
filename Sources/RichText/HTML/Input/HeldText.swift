/// The text of HTML, held back from the parse.
///
/// For the tree it matters whether a character is white space, not which other one it is, and each costs gumbo hundreds
/// of instructions. So each piece of text that begins with something else goes as a sign, one or two characters of
/// plane 16 that say its number, and takes its place again in the text nodes. No other such character comes to the
/// parser: those of the source are held as well. Nothing is copied that stands in the source as it is read. A piece may be
/// all that an element within lines holds, which then takes its place again with it.
struct HeldText {
  /// A part of the source, or, behind the end of that, of `replaced`.
  private struct Piece {
    let start: UInt32
    let end: UInt32
  }

  private let source: [UInt8]
  /// The text of pieces that does not stand in the source as it is read.
  private var replaced: [UInt8] = []
  private var pieces: [Piece] = []
  /// The element that is held with each piece; `text` for none.
  private var elements: [HTMLElementName] = []
  /// How many elements are held.
  private(set) var elementCount = 0

  /// The characters that end a sign; one from the start of the plane may come before, for the upper bits.
  private static let firstEnding = 0x8000
  private static let endingBits = 14

  init(in source: [UInt8]) { self.source = source }

  /// Takes a part of the source, and the element that it is all of, and appends its sign to the markup.
  mutating func hold(_ place: Range<Int>, within element: HTMLElementName? = nil, in markup: inout [UInt8]) {
    if Self.staysAsItIs(source[place]) {
      keep(place, element ?? .text, in: &markup)
    } else {
      hold(source[place], in: &markup)
    }
  }

  /// Takes text as the parser would read it (WHATWG HTML 13.2.3.5, 13.2.5), and appends its sign to the markup.
  /// Control characters that no document has are left out.
  mutating func hold(_ text: ArraySlice<UInt8>, in markup: inout [UInt8]) {
    let start = source.count + replaced.count
    var copied = text.startIndex
    while let (place, substitute) = Self.replacement(in: text, from: copied) {
      replaced.append(contentsOf: text[copied..<place.lowerBound])
      replaced.append(contentsOf: substitute.utf8)
      copied = place.upperBound
    }
    replaced.append(contentsOf: text[copied...])
    keep(start..<source.count + replaced.count, .text, in: &markup)
  }

  private mutating func keep(
    _ place: Range<Int>, _ element: HTMLElementName, in markup: inout [UInt8]
  ) {
    guard !place.isEmpty else { return }
    let number = pieces.count
    pieces.append(Piece(start: UInt32(place.lowerBound), end: UInt32(place.upperBound)))
    elements.append(element)
    if element != .text { elementCount += 1 }
    if number >> Self.endingBits > 0 { Self.append(number >> Self.endingBits, to: &markup) }
    Self.append(Self.firstEnding + number & (1 << Self.endingBits - 1), to: &markup)
  }

  /// The first element that is held in the text of a node from a place on: its name, where in the source its text
  /// stands, and its sign in the node; nil if there is none.
  func element(
    in node: Span<UInt8>, from start: Int
  ) -> (name: HTMLElementName, text: Range<Int>, sign: Range<Int>)? {
    guard elementCount > 0 else { return nil }
    var index = start
    while index < node.count {
      let sign = index
      if let number = Self.number(in: node, &index) {
        guard number < pieces.count, elements[number] != .text else { continue }
        let text = Int(pieces[number].start)..<Int(pieces[number].end)
        return (elements[number], text, sign..<index)
      } else if index == sign {
        index += 1
      }
    }
    return nil
  }

  /// Where in the source the text of a node stands: a piece, with the white space before it; nil for any other.
  func place(of node: Span<UInt8>) -> Range<Int>? {
    var index = 0
    while index < node.count, node[index] != Self.lead { index += 1 }
    let space = index
    guard let number = Self.number(in: node, &index), index == node.count, number < pieces.count else {
      return nil
    }
    let (start, end) = (Int(pieces[number].start) - space, Int(pieces[number].end))
    guard start >= 0, end <= source.count else { return nil }
    for offset in 0..<space where source[start + offset] != node[offset] { return nil }
    return start..<end
  }

  /// Appends the text of a node to `text`, each sign replaced by its piece.
  func append(_ node: Span<UInt8>, to text: inout [UInt8]) {
    var index = 0
    while index < node.count {
      let start = index
      if let number = Self.number(in: node, &index) {
        if number < pieces.count { text.append(contentsOf: bytes(of: pieces[number])) }
      } else if index == start {
        text.append(node[index])
        index += 1
      }
    }
  }

  private func bytes(of piece: Piece) -> ArraySlice<UInt8> {
    let (start, end) = (Int(piece.start), Int(piece.end))
    return start < source.count ? source[start..<end] : replaced[start - source.count..<end - source.count]
  }

  /// The number of the piece whose sign stands at a place, which goes behind it; nil if none does.
  private static func number(in node: Span<UInt8>, _ index: inout Int) -> Int? {
    var upper = 0
    while index + 3 < node.count, node[index] == lead {
      let value =
        Int(node[index + 1] & 0x3F) << 12 | Int(node[index + 2] & 0x3F) << 6 | Int(node[index + 3] & 0x3F)
      index += 4
      if value >= firstEnding { return upper + value - firstEnding }
      upper = value << endingBits
    }
    return nil
  }

  /// True if the character could be taken for part of a sign.
  static func isSign(_ character: ArraySlice<UInt8>) -> Bool { character.first == lead }

  /// The first byte of all of plane 16.
  private static let lead: UInt8 = 0xF4

  private static func append(_ value: Int, to markup: inout [UInt8]) {
    markup.append(lead)
    for shift in [12, 6, 0] { markup.append(0x80 | UInt8(truncatingIfNeeded: value >> shift) & 0x3F) }
  }

  // MARK: Characters that do not stay

  /// True for text that is read as it stands.
  static func staysAsItIs(_ text: ArraySlice<UInt8>) -> Bool {
    replacement(in: text, from: text.startIndex) == nil
  }

  /// The next character from a place on that does not stay, and what stands for it.
  private static func replacement(
    in text: ArraySlice<UInt8>, from start: Int
  ) -> (place: Range<Int>, substitute: String)? {
    var index = start
    while index < text.endIndex {
      guard isMaybeSpecial(text[index]) else {
        index += 1
        continue
      }
      let (length, substitute) = special(text[index...].prefix(4))
      if let substitute { return (index..<index + length, substitute) }
      index += length
    }
    return nil
  }

  private static func isMaybeSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte >= 0xEF
  }

  /// How many bytes a character has, and what stands for it; nil if it stays.
  private static func special(_ bytes: ArraySlice<UInt8>) -> (length: Int, replacement: String?) {
    let first = bytes.startIndex
    func at(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[first + offset] : 0 }
    switch bytes[first] {
    case 0x0D: return (1, at(1) == 0x0A ? "" : "\n")
    case 0x09, 0x0A, 0x0C: return (1, nil)
    case ..<0x20, 0x7F: return (1, "")
    case 0xC2: return at(1) < 0xA0 && bytes.count > 1 ? (2, "\u{FFFD}") : (1, nil)
    case 0xEF:
      let isNone = at(1) == 0xB7 && 0x90...0xAF ~= at(2) || at(1) == 0xBF && at(2) >= 0xBE
      return isNone ? (3, "\u{FFFD}") : (1, nil)
    case 0xF0...:
      return at(1) & 0x0F == 0x0F && at(2) == 0xBF && at(3) >= 0xBE ? (4, "\u{FFFD}") : (1, nil)
    default: return (1, nil)
    }
  }
}
