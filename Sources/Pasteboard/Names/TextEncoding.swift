import CharacterSets
import Conversions
package import Exchange
import RichText
import UniformTypeIdentifiers

/// Text between UTF-8 and the encodings that programs use.
package enum TextEncoding {
  /// UTF-8 in which every ill-formed sequence became U+FFFD.
  static func repaired(_ utf8: [UInt8]) -> [UInt8] {
    isValid(utf8) ? utf8 : Array(String(decoding: utf8, as: UTF8.self).utf8)
  }

  /// Whether bytes that are not text became U+FFFD in the text that was made of them.
  static func replacesBytes(of source: [UInt8], in text: [UInt8]) -> Bool {
    let mark = "\u{FFFD}"
    return ByteSearch.contains(mark, in: text[...]) && !ByteSearch.contains(mark, in: source[...])
  }

  /// Text as UTF-8: what its bytes show to be another encoding is converted, what is ill-formed became U+FFFD.
  ///
  /// So did words in an encoding of another script: as Latin letters they would look like text.
  static func decoded(_ text: [UInt8]) -> [UInt8] {
    guard let set = CharacterSet.detected(in: text), set != .windowsLatin1 || CharacterSet.hasLatinWords(text)
    else { return repaired(text) }
    return set.utf8(text)
  }

  /// Text in the encoding that a type stands for: UTF-8 but for UTF-16, which begins with its mark.
  static func encoded(_ text: String, as type: UTType) -> [UInt8] {
    guard isUTF16(type) else { return Array(text.utf8) }
    return ([0xFEFF] + Array(text.utf16)).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
  }

  /// The text of data of a type.
  static func text(_ bytes: [UInt8], of type: UTType) -> String {
    isUTF16(type)
      ? String(decoding: utf16(bytes), as: UTF8.self)
      : NameTable.shared.plainText(of: Representation(bytes: bytes), name: "")
  }

  private static func isUTF16(_ type: UTType) -> Bool {
    [.utf16PlainText, .utf16ExternalPlainText].contains { type.conforms(to: $0) }
  }

  /// True if it is well-formed UTF-8.
  package static func isValid(_ utf8: [UInt8]) -> Bool { UTF8Text.isValid(utf8.span) }

  /// The text of a representation as UTF-8; what is UTF-8 already stays byte for byte.
  ///
  /// What the owner declares the bytes to be is believed before the name that was asked for (ICCCM 2.2). Bytes that
  /// are not UTF-8 are Latin-1: that is hardly ever valid UTF-8 by accident. Where they are declared to be UTF-8, most
  /// of it may be, and only what is ill-formed becomes U+FFFD.
  ///
  /// - Parameter isEnded: whether NUL bytes behind the text are no part of it.
  static func utf8(
    _ representation: Representation, name: String, table: NameTable, isEnded: Bool = true
  ) -> [UInt8] {
    var bytes = representation.bytes
    let type = representation.declared.flatMap(table.type) ?? table.type(of: name)
    if type == .utf16PlainText || startsWithUTF16Mark(bytes) { return utf16(bytes) }
    // AbiWord ends every text with NUL bytes; between words they end each of a list.
    if isEnded, let end = bytes.lastIndex(where: { $0 != 0 }), !ByteSearch.contains(0, in: bytes[...end]) {
      bytes.removeSubrange((end + 1)...)
    }
    if isValid(bytes) { return bytes }
    return type == .utf8PlainText ? decoded(bytes) : fromLatin1(bytes)
  }

  private static func fromLatin1(_ bytes: [UInt8]) -> [UInt8] {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        utf8.append(byte)
      } else {
        utf8.append(0xC0 | byte >> 6)
        utf8.append(0x80 | byte & 0x3F)
      }
    }
    return utf8
  }

  private static func startsWithUTF16Mark(_ bytes: [UInt8]) -> Bool {
    bytes.count.isMultiple(of: 2) && (bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]))
  }

  /// Little-endian unless a byte-order mark says otherwise.
  private static func utf16(_ bytes: [UInt8]) -> [UInt8] {
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    let marked = isBigEndian || bytes.starts(with: [0xFF, 0xFE])
    let body = bytes.dropFirst(marked ? 2 : 0)
    var units: [UInt16] = []
    units.reserveCapacity(body.count / 2)
    var rest = body
    while rest.count >= 2 {
      let (first, second) = (UInt16(rest[rest.startIndex]), UInt16(rest[rest.startIndex + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      rest = rest.dropFirst(2)
    }
    while units.last == 0 { units.removeLast() }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

extension NameTable {
  /// The text of a representation, with its markup if it has some.
  package func plainText(of representation: Representation, name: String) -> String {
    String(decoding: TextEncoding.utf8(representation, name: name, table: self), as: UTF8.self)
  }

  /// The readable text of a representation, or of its beginning, without the markup of rich text.
  package func text(of representation: Representation, name: String) -> String {
    guard let format = type(of: name).flatMap(Format.init), !format.isReadableAsItIs,
      format.matchesSignature(representation.bytes)
    else { return plainText(of: representation, name: name) }
    guard let document = try? format.readBeginning(representation.bytes) else {
      return format.isText ? plainText(of: representation, name: name) : ""
    }
    return String(decoding: Format.plainText.write(document, Format.Options()), as: UTF8.self)
  }
}
