/// The bytes of RTF that is written: ASCII, with everything else escaped.
struct RTFOutput {
  private(set) var bytes: [UInt8] = []

  /// Appends control words and braces as they are.
  mutating func append(_ code: String) {
    bytes.append(contentsOf: code.utf8)
  }

  mutating func append(_ other: RTFOutput) {
    bytes.append(contentsOf: other.bytes)
  }

  mutating func insertAtStart(_ other: RTFOutput) {
    bytes.insert(contentsOf: other.bytes, at: 0)
  }

  /// Makes room for so many bytes and little more: pictures are large.
  mutating func reserve(_ count: Int) {
    bytes.reserve(count)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// Appends bytes as two digits each.
  mutating func append(hexadecimal data: [UInt8]) {
    reserve(data.count * 2)
    let (source, digits) = (data.span, Self.digits.span)
    bytes.append(addingCapacity: source.count * 2) { (text: inout OutputSpan<UInt8>) in
      for place in source.indices {
        text.append(digits[Int(source[place] >> 4)])
        text.append(digits[Int(source[place] & 15)])
      }
    }
  }

  static func hexadecimalDigits(of byte: UInt8) -> (UInt8, UInt8) {
    (digits[Int(byte >> 4)], digits[Int(byte & 15)])
  }

  mutating func append(pair: (UInt8, UInt8)) {
    bytes.append(pair.0)
    bytes.append(pair.1)
  }

  /// Appends a control word with a number.
  mutating func append(_ word: String, _ parameter: Int) {
    append(word)
    append(parameter)
  }

  mutating func append(_ number: Int) {
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Adds to a number that was written, which keeps its digits.
  mutating func add(_ summand: Int, toNumberAt position: Int) {
    let end = bytes[position...].firstIndex { !$0.isASCIIDigit } ?? bytes.count
    let number = bytes[position..<end].reduce(0) { $0 * 10 + Int($1 & 0x0F) } + summand
    bytes.replaceSubrange(position..<end, with: String(number).utf8)
  }

  /// Appends text: `\`, `{` and `}` escaped, the letters of Latin 1 as bytes of the document's code page, all
  /// else as `\u` with the same sign of that code page, or a question mark, to stand in.
  mutating func append(text: String) {
    let needs = TextNeeds(text)
    if needs.isBeyondASCII {
      append(scalars: text.unicodeScalars)
    } else if needs.isEscaped {
      for byte in text.utf8 { append(ascii: byte) }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
  }

  /// Appends text of a paragraph, in which LibreOffice shows two spaces and more as they are only if each
  /// stands in a group of its own: otherwise it takes two for a space of another width.
  mutating func append(textOfParagraph text: String) {
    let needs = TextNeeds(text)
    guard needs.hasRunOfSpaces else {
      return needs.isPlain ? bytes.append(contentsOf: text.utf8) : append(text: text)
    }
    var rest = Substring(text)
    while let start = rest.utf8.indices.first(where: { rest.utf8[$0...].starts(with: "  ".utf8) }) {
      append(text: String(rest[..<start]))
      let spaces = rest.utf8[start...].prefix { $0 == 0x20 }
      for _ in 0..<spaces.count { append("{ }") }
      rest = rest[spaces.endIndex...]
    }
    append(text: String(rest))
  }

  /// The needs of a text that is written, found in one pass over its bytes: most texts have none.
  private struct TextNeeds {
    private(set) var isEscaped = false
    private(set) var isBeyondASCII = false
    private(set) var hasRunOfSpaces = false

    init(_ text: String) {
      let bytes = text.utf8Span.span
      var last: UInt8 = 0
      for index in bytes.indices {
        let byte = bytes[index]
        if byte == 0x20 {
          hasRunOfSpaces = hasRunOfSpaces || last == 0x20
        } else if RTFOutput.needsEscape(byte) {
          isEscaped = true
        } else if byte >= 0x7F {
          isBeyondASCII = true
        }
        last = byte
      }
    }

    var isPlain: Bool { !isEscaped && !isBeyondASCII }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
  }

  private mutating func append(scalars: String.UnicodeScalarView) {
    for scalar in scalars {
      switch scalar.value {
      case 0..<0x80: append(ascii: UInt8(scalar.value))
      case 0xA0: append("\\~")
      case 0x2011: append("\\_")
      case 0xA1...0xAC, 0xAE...0xFF: append(hexadecimalByte: UInt8(scalar.value))
      case 0x2000...0x2122:
        append("\\u", Int(scalar.value))
        if let fallback = Self.fallbacks[scalar.value] {
          append(hexadecimalByte: fallback)
        } else {
          append("?")
        }
      default: for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { append(unit: unit) }
      }
    }
  }

  /// The bytes of the code page that are not those of Latin 1: punctuation above all.
  private static let fallbacks = Dictionary(
    uniqueKeysWithValues: zip(CodePage.windowsLatin1.prefix(32), UInt8(0x80)...).filter { $0.0 != 0xFFFD })

  private mutating func append(hexadecimalByte byte: UInt8) {
    append("\\'")
    append(pair: Self.hexadecimalDigits(of: byte))
  }

  private mutating func append(ascii byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0x09:
      append("\\tab ")
    case 0x0A:
      append("\\line ")
    case 0..<0x20, 0x7F:
      break
    default:
      bytes.append(byte)
    }
  }

  /// Appends a UTF-16 unit; `\u` takes numbers of 16 bits with a sign.
  mutating func append(unit: UInt16) {
    append("\\u", Int(Int16(bitPattern: unit)))
    append("?")
  }

  /// Takes off the end of a paragraph, where what follows ends it as well.
  mutating func removeParagraphEnd() {
    let end = Array("\\par\n".utf8)
    if bytes.suffix(end.count).elementsEqual(end) { bytes.removeLast(end.count) }
  }
}

/// A picture that an image carries with it: in a `data:` URL, or as a medium of the document.
package struct RTFPictureData {
  /// The kinds that RTF has words for which programs read; there are more for those of one system each.
  package static let types = ["image/png", "image/jpeg"]

  private let isPNG: Bool
  private let data: [UInt8]
  private let size: PictureSize?

  /// A picture that a document holds; nil for what RTF has no words for.
  init?(_ medium: Medium) {
    self.init(type: medium.type, medium.bytes)
  }

  /// Decodes a `data:` URL of a PNG or JPEG picture; nil for anything else.
  init?(_ source: String) {
    guard let address = DataAddress(source) else { return nil }
    self.init(type: address.type, address.bytes)
  }

  private init?(type: String, _ data: [UInt8]) {
    guard Self.types.contains(type), !data.isEmpty else { return nil }
    isPNG = type == "image/png"
    self.data = data
    size = isPNG ? PictureSize(ofPNG: data) : PictureSize(ofJPEG: data)
  }

  /// What the text has room for, in points, on the page that readers take where RTF names none: Letter, with margins
  /// of an inch and a quarter at the sides (RTF 1.9.1, Document Formatting Properties).
  private static let room = (width: 432.0, height: 648.0)

  func write(to output: inout RTFOutput, as image: Image) {
    let (alternative, title) = (image.alternative, image.title)
    output.append("{\\*\\shppict{\\pict")
    if !alternative.isEmpty {
      output.append("{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv ")
      output.append(text: alternative)
      output.append("}}}")
    }
    if !title.isEmpty {
      output.append("{\\*\\pbtitle ")
      output.append(text: title)
      output.append("}")
    }
    output.append(isPNG ? "\\pngblip" : "\\jpegblip")
    if let size {
      output.append("\\picw", size.width)
      output.append("\\pich", size.height)
    }
    if size != nil || image.width != nil && image.height != nil {
      // A point has 20 twips.
      let shown = ShownSize(of: image, size, within: Self.room)
      output.append("\\picwgoal", Int((shown.width * 20).rounded()))
      output.append("\\pichgoal", Int((shown.height * 20).rounded()))
    }
    output.append(" ")
    output.append(hexadecimal: data)
    output.append("}}")
  }
}
