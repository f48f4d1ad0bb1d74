import CharacterSets

/// The text encoding of the target `COMPOUND_TEXT`: ISO 2022 with extensions (X Consortium, CTEXT).
public enum CompoundText {
  /// Converts UTF-8, without the character that begins escape sequences. NULs part a list of texts.
  public static func encode(_ utf8: [UInt8]) -> [UInt8] {
    convert(utf8.filter { $0 != 0x1B }) { CharacterSet.compoundText(ofUTF8: $0) }
  }

  /// Converts to UTF-8. NULs part a list of texts; what no character set has becomes U+FFFD.
  ///
  /// AbiWord 3.0.5 gives UTF-8 under this name. Without an escape sequence the text should be Latin-1, but
  /// Latin-1 that means something is hardly ever UTF-8 by chance.
  public static func decode(_ bytes: [UInt8]) -> [UInt8] {
    if !bytes.contains(0x1B), String(validating: bytes, as: UTF8.self) != nil { return bytes }
    return convert(bytes) { CharacterSet.utf8(ofCompoundText: $0) }
  }

  private static func convert(_ list: [UInt8], by convert: (ArraySlice<UInt8>) -> [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    for (index, text) in list.split(separator: 0, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { output.append(0) }
      output += convert(text)
    }
    return output
  }
}
