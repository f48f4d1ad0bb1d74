/// Text in other encodings than UTF-8.
package enum CharacterSet {
  /// Text of a character set as UTF-8, what it does not have as U+FFFD; nil if there is none of this name.
  package static func utf8(_ bytes: [UInt8], from name: String) -> [UInt8]? {
    guard let converter = CharacterConverter(from: name) else { return nil }
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count)
    if converter.decode(bytes[...], into: &utf8) > 0 { utf8 += [0xEF, 0xBF, 0xBD] }
    return utf8
  }
}
