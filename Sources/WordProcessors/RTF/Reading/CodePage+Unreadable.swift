import CharacterSets

extension CodePage {
  /// True for the number of a code page that there is, be it one that cannot be read. Any other one means nothing, and the
  /// text is in the page that the document would have without it.
  static func isNamed(_ number: Int) -> Bool {
    number == utf8 || CharacterSet(codePage: number) != nil
      || CharacterSet.indicScript(ofCodePage: number) != nil
  }

  /// The code page that RTF names and that cannot be read, in words; nil if all of them can.
  ///
  /// Text of such a page that is written as Unicode is read all the same.
  package static func unreadable(in rtf: [UInt8]) -> String? {
    for word in [#"\ansicpg"#, #"\cpg"#] {
      var rest = rtf.prefix(headerBytes)
      while let position = ByteSearch.position(of: word, in: rest) {
        rest = rest[(position + word.utf8.count)...]
        let digits = String(decoding: rest.prefix(6).prefix(while: \.isASCIIDigit), as: UTF8.self)
        guard let number = Int(digits), number > 0, CharacterSet(codePage: number) == nil else { continue }
        let script = CharacterSet.indicScript(ofCodePage: number)
        return "code page \(number)" + (script.map { " (\($0))" } ?? "")
      }
    }
    return nil
  }

  /// Fonts are declared within them, also in documents of word processors that have hundreds.
  private static let headerBytes = 32 << 10
}
