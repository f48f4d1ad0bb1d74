/// An entry of the font table: what it tells about bytes and about meaning.
struct RTFFont {
  var name = ""
  /// The code page of the font's bytes, nil for the document's own.
  var codePage: Int?
  var symbolFont: SymbolFont?
  /// True for a font of typewriters and programs: `\fmodern`, `\fprq1`, or a name that says so.
  var isMonospaced = false

  /// True for a font of Hebrew or Arabic letters.
  let isRightToLeft: Bool

  /// Reads the properties that RTF 1.9.1 gives a font.
  ///
  /// - Parameters:
  ///   - characterSet: the number of `\fcharset`, -1 if there is none.
  ///   - codePage: the number of `\cpg`, which goes before the character set.
  ///   - looksMonospaced: `\fmodern` or `\fprq1`.
  init(name: String, characterSet: Int, codePage: Int?, looksMonospaced: Bool) {
    self.name = name
    let lowered = name.lowercased()
    self.codePage = codePage ?? Self.codePages[characterSet]
    if self.codePage == nil, characterSet < 0, let script = lowered.split(separator: " ").last {
      self.codePage = Self.namedCodePages[String(script)]
    }
    isRightToLeft = self.codePage.map(Self.rightToLeftCodePages.contains) ?? false
    symbolFont = SymbolFont(named: name)
    // Of a font whose signs are not known, what is said to be letters is.
    if symbolFont == .other, characterSet == 0 { symbolFont = nil }
    // East Asian typefaces of one width are for text; Windows counts them among the modern ones.
    let isEastAsian = [128, 129, 130, 134, 136].contains(characterSet)
    isMonospaced =
      symbolFont == nil && (looksMonospaced && !isEastAsian || FontFamilies.isMonospaced(name.utf8))
  }

  private static let rightToLeftCodePages: Set<Int> = [
    708, 720, 862, 864, 1255, 1256, 10004, 10005, 28596, 28598,
  ]

  /// The number of a code page as some programs write it: a signed word, -535 for 65001.
  static func codePage(ofWord number: Int) -> Int {
    (Int(Int16.min)..<0).contains(number) ? Int(UInt16(bitPattern: Int16(number))) : number
  }

  /// The code page of each number of `\fcharset`.
  static let codePages: [Int: Int] = [
    0: 1252, 77: 10000, 78: 10001, 79: 10003, 80: 10008, 81: 10002, 83: 10005, 84: 10004, 85: 10006,
    86: 10081, 87: 10021, 88: 10029, 89: 10007, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950,
    161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 179: 1256, 180: 1256, 181: 1255, 186: 1257,
    204: 1251,
    222: 874, 238: 1250, 254: 437, 255: 850,
  ]

  /// The last words of the names that Windows 3.1 and 95 gave fonts for other scripts.
  static let namedCodePages: [String: Int] = [
    "ce": 1250, "cyr": 1251, "greek": 1253, "tur": 1254, "(hebrew)": 1255, "(arabic)": 1256, "baltic": 1257,
    "(vietnamese)": 1258, "(thai)": 874,
  ]
}
