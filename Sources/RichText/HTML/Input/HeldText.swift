/// The text of HTML, held back from the parse.
///
/// For the tree it matters whether a character is white space, not which other one it is, and each costs gumbo hundreds
/// of instructions. So each piece of text that begins with something else goes as a sign, one or two characters of
/// plane 16 that say its number, and takes its place again in the text nodes. No other such character comes to the
/// parser: those of the source are held as well.
struct HeldText {
  private(set) var bytes: [UInt8] = []
  /// Where each piece ends.
  private var ends: [UInt32] = []

  /// The characters that end a sign; one from the start of the plane may come before, for the upper bits.
  private static let firstEnding = 0x8000
  private static let endingBits = 14

  mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  /// Takes a piece, as the parser would read it (WHATWG HTML 13.2.3.5, 13.2.5), and appends its sign to the markup.
  /// Control characters that no document has are left out.
  mutating func hold(_ piece: ArraySlice<UInt8>, in markup: inout [UInt8]) {
    let start = bytes.count
    var copied = piece.startIndex
    var index = piece.startIndex
    while index < piece.endIndex {
      guard Self.isMaybeSpecial(piece[index]) else {
        index += 1
        continue
      }
      let (length, replacement) = Self.special(piece[index...].prefix(4))
      if let replacement {
        bytes.append(contentsOf: piece[copied..<index])
        bytes.append(contentsOf: replacement.utf8)
        copied = index + length
      }
      index += length
    }
    bytes.append(contentsOf: piece[copied...])
    guard bytes.count > start else { return }
    let number = ends.count
    ends.append(UInt32(bytes.count))
    if number >> Self.endingBits > 0 { Self.append(number >> Self.endingBits, to: &markup) }
    Self.append(Self.firstEnding + number & (1 << Self.endingBits - 1), to: &markup)
  }

  /// Appends the text of a node to `text`, each sign replaced by its piece.
  func append(_ node: Span<UInt8>, to text: inout [UInt8]) {
    var upper = 0
    var index = 0
    while index < node.count {
      let byte = node[index]
      guard byte == Self.lead, index + 3 < node.count else {
        text.append(byte)
        index += 1
        continue
      }
      let value =
        Int(node[index + 1] & 0x3F) << 12 | Int(node[index + 2] & 0x3F) << 6 | Int(node[index + 3] & 0x3F)
      index += 4
      guard value >= Self.firstEnding else {
        upper = value << Self.endingBits
        continue
      }
      let number = upper + value - Self.firstEnding
      upper = 0
      guard number < ends.count else { continue }
      text.append(contentsOf: bytes[(number > 0 ? Int(ends[number - 1]) : 0)..<Int(ends[number])])
    }
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
