/// The text of XML, with what is escaped in it.
enum XMLText {
  /// A reference to a character longer than this is none.
  private static let referenceLimit = 12

  /// Appends text; raw text has no references.
  static func append(_ text: ArraySlice<UInt8>, isRaw: Bool, to output: inout [UInt8]) {
    let span = text.span
    var needsWork = false
    for index in span.indices where span[index] == UInt8(ascii: "&") || span[index] == 0x0D {
      needsWork = true
      break
    }
    guard needsWork else {
      output.append(contentsOf: text)
      return
    }
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == 0x0D {
        // Every line ending is a line feed (XML 1.0, 2.11).
        if index + 1 == text.endIndex || text[index + 1] != 0x0A { output.append(0x0A) }
      } else if byte == UInt8(ascii: "&"), !isRaw, let reference = reference(at: index, in: text) {
        output.append(contentsOf: String(reference.scalar).utf8)
        index = reference.end
        continue
      } else {
        output.append(byte)
      }
      index += 1
    }
  }

  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    append(text, isRaw: false, to: &output)
    return output
  }

  static func string(_ text: ArraySlice<UInt8>) -> String {
    text.contains(UInt8(ascii: "&"))
      ? String(decoding: decoded(text), as: UTF8.self) : String(decoding: text, as: UTF8.self)
  }

  /// The whole number that text begins with; nil for none, or one of more than nine digits.
  static func number(_ text: ArraySlice<UInt8>) -> Int? {
    var rest = text.drop { $0 <= 0x20 }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let digits = rest.prefix { $0 &- 0x30 < 10 }
    guard (1...9).contains(digits.count) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    return isNegative ? -number : number
  }

  /// The character that a reference stands for, and where it ends; what is not known stays as it is.
  private static func reference(at start: Int, in text: ArraySlice<UInt8>) -> (
    scalar: Unicode.Scalar, end: Int
  )? {
    let rest = text[(start + 1)...].prefix(referenceLimit)
    guard let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = rest[..<semicolon]
    guard let scalar = scalar(named: name) else { return nil }
    return (scalar, semicolon + 1)
  }

  private static func scalar(named name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    if name.first == UInt8(ascii: "#") {
      let digits = name.dropFirst()
      let isHexadecimal = digits.first == UInt8(ascii: "x")
      let number = UInt32(
        String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self),
        radix: isHexadecimal ? 16 : 10)
      guard let number, number >= 0x20 || number == 0x09 || number == 0x0A || number == 0x0D else {
        return number == nil ? nil : "\u{FFFD}"
      }
      return Unicode.Scalar(number) ?? "\u{FFFD}"
    }
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: return nil
    }
  }
}

/// The encodings that programs write XML in.
enum XMLEncoding {
  /// The document in UTF-8, without a byte order mark; what is no text in its encoding becomes U+FFFD.
  static func utf8(_ document: [UInt8]) -> [UInt8] {
    if document.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(Array(document.dropFirst(3))) }
    if document.starts(with: [0xFF, 0xFE]) { return utf16(document, highByte: 1) }
    if document.starts(with: [0xFE, 0xFF]) { return utf16(document, highByte: 0) }
    if declaresLatin1(document) { return latin1(document) }
    return repaired(document)
  }

  private static func repaired(_ document: [UInt8]) -> [UInt8] {
    if (try? UTF8Span(validating: document.span)) != nil { return document }
    return Array(String(decoding: document, as: UTF8.self).utf8)
  }

  /// - Parameter highByte: which byte of a pair is the high one.
  private static func utf16(_ document: [UInt8], highByte: Int) -> [UInt8] {
    let units = stride(from: 2, to: document.count - 1, by: 2).map { index in
      UInt16(document[index + highByte]) << 8 | UInt16(document[index + 1 - highByte])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func declaresLatin1(_ document: [UInt8]) -> Bool {
    guard document.starts(with: "<?xml".utf8) else { return false }
    let declaration = String(decoding: document.prefix(128).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
      .lowercased()
    return declaration.contains("iso-8859-1") || declaration.contains("windows-1252")
  }

  private static func latin1(_ document: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(document.count)
    for byte in document {
      if byte < 0x80 { output.append(byte) } else { output += [0xC0 | byte >> 6, 0x80 | byte & 0x3F] }
    }
    return output
  }
}
