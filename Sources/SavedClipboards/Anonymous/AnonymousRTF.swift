/// Replaces the letters and digits of RTF: control words stay, text, names of people and addresses do not, and
/// pictures and objects become zeros.
struct AnonymousRTF {
  private let input: [UInt8]
  private var output: [UInt8] = []
  private var position = 0
  /// The treatment of the groups around this place.
  private var groups: [Treatment] = [.text]
  /// Whether the document is in a single-byte code page of Windows, whose signs below 0xC0 are not letters.
  private let isLatin: Bool
  /// Whether the next control word may name what the group holds.
  private var isAtStart = false

  private enum Treatment {
    case text
    /// Fonts, colours, styles: they stay.
    case structure
    /// Hexadecimal digits.
    case binary
    /// The instruction of a field: its first word stays.
    case field
  }

  private static let treatments: [String: Treatment] = [
    "fonttbl": .structure, "colortbl": .structure, "stylesheet": .structure, "generator": .structure,
    "listtable": .structure, "listoverridetable": .structure, "pnseclvl": .structure,
    "latentstyles": .structure,
    "rsidtbl": .structure, "xmlnstbl": .structure, "pgptbl": .structure,
    "pict": .binary, "objdata": .binary, "themedata": .binary, "colorschememapping": .binary,
    "datastore": .binary, "blipuid": .binary, "panose": .structure, "fldinst": .field,
    "levelnumbers": .structure,
    "leveltext": .structure, "pbinfo": .structure,
    "abicellprops": .structure, "abitableprops": .structure,
  ]

  init(_ input: [UInt8]) {
    self.input = input
    output.reserveCapacity(input.count)
    let beginning = String(decoding: input.prefix(4096), as: UTF8.self)
    let pages = ["932", "936", "949", "950", "1361"]
    isLatin = !pages.contains { beginning.contains("\\ansicpg\($0)") }
  }

  mutating func run() -> [UInt8] {
    while position < input.count {
      switch input[position] {
      case UInt8(ascii: "{"):
        // Deeper groups than any reader accepts share the last one's treatment.
        if groups.count < 4096 { groups.append(groups.last == .field ? .field : groups.last ?? .text) }
        isAtStart = true
        keep(1)
      case UInt8(ascii: "}"):
        if groups.count > 1 { groups.removeLast() }
        isAtStart = false
        keep(1)
      case UInt8(ascii: "\\"): takeControl()
      default: takeText()
      }
    }
    return output
  }

  private mutating func keep(_ count: Int) {
    let end = min(position + count, input.count)
    output += input[position..<end]
    position = end
  }

  private mutating func takeText() {
    let treatment = groups.last ?? .text
    switch treatment {
    case .structure: keep(1)
    case .binary:
      let byte = input[position]
      output.append(byte > 0x20 ? UInt8(ascii: "0") : byte)
      position += 1
    case .field: takeField()
    case .text:
      let byte = input[position]
      output.append(
        byte < 0x80
          ? UInt8(AnonymousCharacter.replacement(of: Unicode.Scalar(byte)).value) : replacement(of: byte))
      position += 1
      if byte > 0x20 { isAtStart = false }
    }
  }

  /// `HYPERLINK "https://…"`: the name of the field and the scheme stay.
  private mutating func takeField() {
    let start = position
    while position < input.count, ![0x5C, 0x7B, 0x7D].contains(input[position]) { position += 1 }
    let text = Array(input[start..<position])
    let blank = text.prefix { $0 == 0x20 }
    let word = text.dropFirst(blank.count).prefix { $0 != 0x20 && $0 != 0x22 }
    let isName = !word.isEmpty && word.allSatisfy { 0x41...0x5A ~= $0 }
    output += blank
    let rest = isName ? Array(text.dropFirst(blank.count + word.count)) : Array(text.dropFirst(blank.count))
    if isName { output += word }
    output += AnonymousText.replacing(in: rest, .text) ?? rest.map { $0 > 0x20 ? 0x78 : $0 }
  }

  /// A byte of the document's code page.
  private func replacement(of byte: UInt8) -> UInt8 {
    guard byte >= 0x80 else { return UInt8(AnonymousCharacter.replacement(of: Unicode.Scalar(byte)).value) }
    guard isLatin else { return 0xE4 }
    switch byte {
    case 0xC0...0xD6, 0xD8...0xDE, 0x8A, 0x8C, 0x8E, 0x9F: return 0xC4
    case 0xDF...0xF6, 0xF8...0xFF, 0x83, 0x9A, 0x9C, 0x9E, 0xAA, 0xB5, 0xBA: return 0xE4
    case 0xB2, 0xB3, 0xB9, 0xBC, 0xBD, 0xBE: return 0xB9
    default: return byte
    }
  }

  private mutating func takeControl() {
    guard position + 1 < input.count else { return keep(1) }
    let next = input[position + 1]
    switch next {
    case UInt8(ascii: "'"): takeByte()
    case UInt8(ascii: "*"): keep(2)
    case 0x41...0x5A, 0x61...0x7A: takeWord()
    default:
      // The switch of a field is a letter behind two backslashes.
      keep(groups.last == .field && next == UInt8(ascii: "\\") ? 3 : 2)
      isAtStart = false
    }
  }

  /// `\'e9`: a byte in hexadecimal digits.
  private mutating func takeByte() {
    isAtStart = false
    guard position + 3 < input.count, groups.last == .text || groups.last == .field,
      let byte = UInt8(String(decoding: input[(position + 2)...(position + 3)], as: UTF8.self), radix: 16)
    else { return keep(2) }
    let new = replacement(of: byte)
    guard new != byte else { return keep(4) }
    output += "\\'".utf8
    output += ((new < 16 ? "0" : "") + String(new, radix: 16)).utf8
    position += 4
  }

  private mutating func takeWord() {
    var end = position + 1
    while end < input.count, 0x41...0x5A ~= input[end] || 0x61...0x7A ~= input[end] { end += 1 }
    let name = String(decoding: input[(position + 1)..<end], as: UTF8.self)
    let digits = end
    if end < input.count, input[end] == UInt8(ascii: "-") { end += 1 }
    while end < input.count, 0x30...0x39 ~= input[end] { end += 1 }
    let number = Int(String(decoding: input[digits..<end], as: UTF8.self))
    if name == "u", let number, groups.last != .structure {
      takeUnicode(number, digits..<end)
      return
    }
    if isAtStart, let treatment = Self.treatments[name], groups.count > 1 {
      groups[groups.count - 1] = treatment
    }
    // The destination may follow others, as in {\*\shppict{\pict.
    isAtStart = false
    if end < input.count, input[end] == 0x20 { end += 1 }
    keep(end - position)
    if name == "bin", let number, number > 0 {
      let count = min(number, input.count - position)
      output += [UInt8](repeating: 0, count: count)
      position += count
    }
  }

  /// `\u233`: a character by its number, which keeps its length.
  private mutating func takeUnicode(_ number: Int, _ digits: Range<Int>) {
    isAtStart = false
    let unit = UInt16(truncatingIfNeeded: number)
    var spelling = String(decoding: input[digits], as: UTF8.self)
    if let scalar = Unicode.Scalar(unit) {
      let new = AnonymousCharacter.replacement(of: scalar)
      if new != scalar, new.value <= 0xFFFF {
        let signed = number < 0 ? Int(Int16(truncatingIfNeeded: new.value)) : Int(new.value)
        let text = String(signed)
        if text.utf8.count <= digits.count {
          let zeros = String(repeating: "0", count: digits.count - text.utf8.count)
          spelling = signed < 0 ? "-" + zeros + text.dropFirst() : zeros + text
        }
      }
    }
    output += "\\u".utf8
    output += spelling.utf8
    position = digits.upperBound
    if position < input.count, input[position] == 0x20 { keep(1) }
  }
}
