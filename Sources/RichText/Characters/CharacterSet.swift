/// Text in other encodings than UTF-8, by the names that `iconv` knows.
package enum CharacterSet {
  /// What is neither UTF-8 nor declared, in most of Europe and America (WHATWG Encoding 4.2).
  package static let windowsLatin1 = "windows-1252"

  /// True if there is a character set of this name, as `iconv` knows it.
  package static func isKnown(_ name: String) -> Bool { CharacterConverter(from: name) != nil }

  /// Text of a character set as UTF-8, what it does not have as U+FFFD; nil if there is none of this name.
  package static func utf8(_ bytes: [UInt8], from name: String) -> [UInt8]? {
    guard let converter = CharacterConverter(from: name) else { return nil }
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count)
    if converter.decode(bytes[...], into: &utf8) > 0 { utf8 += [0xEF, 0xBF, 0xBD] }
    return utf8
  }

  /// Loads the character sets that content needs, for a process that gives up files before it reads the content: the
  /// C library has a file for each.
  package static func load(neededBy content: ArraySlice<UInt8>) {
    for name in names(neededBy: content) { CharacterConverter.load(name) }
  }

  /// Nobody mixes more.
  private static let mostSets = 16

  private static func names(neededBy content: ArraySlice<UInt8>) -> Set<String> {
    if RTFReader.start(of: content) != nil { return RTFCharacterSets.names(in: content, limit: mostSets) }
    var names = HTMLEnvelope.characterSets(namedIn: content, limit: mostSets)
    if let detected = detected(in: Array(content)) { names.insert(detected) }
    return names
  }
}
