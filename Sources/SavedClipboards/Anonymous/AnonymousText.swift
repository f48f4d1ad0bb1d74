/// Replaces the letters and digits of text, and keeps what gives it its structure: addresses keep their scheme,
/// tags their names, references and fences of code their form. The same text becomes the same in every form.
package enum AnonymousText {
  /// The kind of text, which decides what structure is.
  package enum Kind: Sendable {
    /// Plain text, Markdown, lists of files, tables of data.
    case text
    /// HTML and XML.
    case markup
    case rtf
  }

  /// The text of a form with letters and digits replaced, in its encoding and with its length; nil if that cannot be.
  package static func replacing(in bytes: [UInt8], _ kind: Kind) -> [UInt8]? {
    let replaced: [UInt8]
    if kind == .rtf {
      var scanner = AnonymousRTF(bytes)
      replaced = scanner.run()
    } else {
      let text = AnonymousEncoding(bytes)
      // Sequences of ISO 2022 announce lengths and alphabets: what follows them is not one byte a letter.
      guard !text.isUnknown || !bytes.contains(0x1B) else { return nil }
      var scanner = AnonymousScanner(text.scalars, isMarkup: kind == .markup)
      replaced = text.encoded(scanner.run())
    }
    return replaced.count == bytes.count ? replaced : nil
  }
}

/// Goes through text once.
struct AnonymousScanner {
  let input: [Unicode.Scalar]
  let isMarkup: Bool
  var output: [Unicode.Scalar] = []
  var position = 0

  init(_ input: [Unicode.Scalar], isMarkup: Bool) {
    (self.input, self.isMarkup) = (input, isMarkup)
    output.reserveCapacity(input.count)
  }

  mutating func run() -> [Unicode.Scalar] {
    if isMarkup { skipClipboardHeader() }
    while position < input.count {
      if input[position] == "<", takeMarkup() { continue }
      takeCharacter()
    }
    return output
  }

  /// Takes one character, or what belongs together at this place.
  mutating func takeCharacter() {
    switch input[position] {
    case "&" where takeReference(): break
    case "%" where takePercentEscapes(): break
    case "\u{1B}": keepEscapeSequence()
    case "`", "~":
      if !takeFence() { keep(1) }
    case let scalar where scalar.value < 0x80 && scalar.properties.isAlphabetic && isAtWord && takeScheme():
      break
    default: replace(1)
    }
  }

  var isAtWord: Bool { position == 0 || !Self.isASCIIWord(input[position - 1]) }

  mutating func keep(_ count: Int) {
    output += input[position..<min(position + count, input.count)]
    position = min(position + count, input.count)
  }

  mutating func replace(_ count: Int) {
    for _ in 0..<count where position < input.count {
      output.append(AnonymousCharacter.replacement(of: input[position]))
      position += 1
    }
  }

  /// A control sequence of a terminal, or a change of the alphabet (ECMA-35, 13.2; ECMA-48, 5.4).
  private mutating func keepEscapeSequence() {
    keep(1)
    let isControl = position < input.count && input[position] == "["
    if isControl { keep(1) }
    while position < input.count, (isControl ? 0x20...0x3F : 0x20...0x2F) ~= input[position].value { keep(1) }
    keep(1)
  }

  /// Whether an ASCII word stands at an offset from here, whatever its capitals.
  func isThere(_ word: String, at offset: Int = 0) -> Bool {
    var index = position + offset
    for wanted in word.unicodeScalars {
      guard index < input.count, Self.lowercase(input[index]) == wanted else { return false }
      index += 1
    }
    return true
  }

  static func isASCIIWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    "A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar
  }

  // MARK: Pieces of text that keep their form

  private static let schemes = ["https://", "http://", "file://", "ftp://", "mailto:", "cid:", "tel:"]

  private mutating func takeScheme() -> Bool {
    if let scheme = Self.schemes.first(where: { isThere($0) }) {
      keep(scheme.utf8.count)
      return true
    }
    guard isThere("data:") else { return false }
    // Its type stays, its bytes do not: they may be a picture.
    var end = position
    while end < input.count, end < position + 128, input[end].value > 0x20, input[end] != "," { end += 1 }
    guard end < input.count, input[end] == "," else { return false }
    keep(end + 1 - position)
    return true
  }

  /// The first line of a fenced block names its language.
  private mutating func takeFence() -> Bool {
    let mark = input[position]
    guard position == 0 || [" ", ">", "\t", "\n", "\r", ";"].contains(input[position - 1]) else {
      return false
    }
    var end = position
    while end < input.count, input[end] == mark { end += 1 }
    guard end - position >= 3 else { return false }
    while end < input.count, end < position + 32,
      Self.isASCIIWord(input[end]) || ["+", "-", "#"].contains(input[end])
    { end += 1 }
    keep(end - position)
    return true
  }

  /// Bytes of an address in hexadecimal digits: the characters that they encode are replaced.
  private mutating func takePercentEscapes() -> Bool {
    var bytes: [UInt8] = []
    var end = position
    while end + 2 < input.count, input[end] == "%", let high = Self.hexadecimal(input[end + 1]),
      let low = Self.hexadecimal(input[end + 2])
    {
      bytes.append(high << 4 | low)
      end += 3
    }
    guard !bytes.isEmpty else { return false }
    let encoding = AnonymousEncoding(bytes)
    let isLower = input[position..<end].contains { "a"..."f" ~= $0 }
    for byte in encoding.encoded(encoding.scalars.map(AnonymousCharacter.replacement)) {
      let digits = String(byte, radix: 16, uppercase: !isLower)
      output += ("%" + (byte < 16 ? "0" : "") + digits).unicodeScalars
    }
    position = end
    return true
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar {
    case "0"..."9": UInt8(scalar.value - 0x30)
    case "a"..."f": UInt8(scalar.value - 0x57)
    case "A"..."F": UInt8(scalar.value - 0x37)
    default: nil
    }
  }

  // MARK: References

  /// A reference to a character: one to a letter is replaced by a number of the same length.
  private mutating func takeReference() -> Bool {
    guard let end = input[position...].prefix(34).firstIndex(of: ";") else { return false }
    let body = input[(position + 1)..<end]
    guard body.count >= 2 else { return false }
    let length = end - position + 1
    if body.first == "#" {
      let isHexadecimal = body.dropFirst().first.map(Self.lowercase) == "x"
      let digits = body.dropFirst(isHexadecimal ? 2 : 1)
      guard !digits.isEmpty, digits.count <= 9,
        let value = UInt32(String(String.UnicodeScalarView(digits)), radix: isHexadecimal ? 16 : 10),
        let scalar = Unicode.Scalar(value)
      else { return false }
      let new = AnonymousCharacter.replacement(of: scalar)
      guard new != scalar else {
        keep(length)
        return true
      }
      let prefix = isHexadecimal ? "&#" + String(Character(body[body.startIndex + 1])) : "&#"
      append(reference: new, prefix, radix: isHexadecimal ? 16 : 10, length)
      return true
    }
    guard body.allSatisfy(Self.isASCIIWord) else { return false }
    let name = String(String.UnicodeScalarView(body))
    guard Self.accents.contains(where: name.hasSuffix), name.utf8.count > 4 || name.hasSuffix("uml") else {
      // Other names stand for signs.
      keep(length)
      return true
    }
    let letter: Unicode.Scalar = "A"..."Z" ~= body[body.startIndex] ? "Ä" : "ä"
    append(reference: letter, "&#", radix: 10, length)
    return true
  }

  private static let accents = [
    "uml", "acute", "grave", "circ", "tilde", "cedil", "ring", "slash", "caron", "lig",
  ]

  private mutating func append(reference scalar: Unicode.Scalar, _ prefix: String, radix: Int, _ length: Int)
  {
    let room = length - prefix.utf8.count - 1
    var digits = String(scalar.value, radix: radix)
    if digits.utf8.count > room { digits = radix == 10 ? "88" : "58" }
    let zeros = String(repeating: "0", count: max(0, room - digits.utf8.count))
    output += (prefix + zeros + digits + ";").unicodeScalars
    position += length
  }
}
