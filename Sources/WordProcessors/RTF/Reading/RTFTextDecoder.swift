/// Turns the bytes and the UTF-16 units of RTF text into UTF-8.
///
/// A character of two bytes may be cut by control words, and so may a surrogate pair: the first half waits.
struct RTFTextDecoder {
  private var codePages: [Int: CodePage] = [:]
  private var page: CodePage?
  private var pageNumber = -1
  /// The bytes of a character that is not whole yet.
  private var waiting: [UInt8] = []
  private var highSurrogate: UInt32 = 0

  /// True if nothing waits, so that ASCII can be taken as it is.
  var isIdle: Bool { waiting.isEmpty && highSurrogate == 0 }

  /// True if the first byte of a character of Shift JIS waits for the second.
  var awaitsShiftJISTrail: Bool { pageNumber == 932 && !waiting.isEmpty }

  mutating func append(_ bytes: ArraySlice<UInt8>, codePage: Int, to output: inout [UInt8]) {
    dropSurrogate(&output)
    if codePage != pageNumber {
      flush(&output)
      if codePages[codePage] == nil { codePages[codePage] = CodePage(codePage) }
      page = codePages[codePage]
      pageNumber = codePage
    }
    guard let page else { return }
    if waiting.isEmpty {
      let left = page.decode(bytes, into: &output)
      waiting.append(contentsOf: bytes.suffix(left))
    } else {
      let whole = waiting + bytes
      let left = page.decode(whole[...], into: &output)
      waiting = Array(whole.suffix(left))
    }
    // No character set has more than four bytes a character: more is no beginning of one.
    if waiting.count > 3 { flush(&output) }
  }

  /// Appends a UTF-16 unit of `\u`.
  mutating func append(unit: UInt32, to output: inout [UInt8]) {
    flushBytes(&output)
    switch unit {
    case 0xD800..<0xDC00:
      dropSurrogate(&output)
      highSurrogate = unit
    case 0xDC00..<0xE000:
      if highSurrogate == 0 {
        output.appendUTF8(0xFFFD)
      } else {
        output.appendUTF8(0x1_0000 + (highSurrogate - 0xD800) << 10 + (unit - 0xDC00))
        highSurrogate = 0
      }
    case 0x80..<0xA0:
      // Control characters to Unicode, but some programs write the bytes of Windows like this.
      dropSurrogate(&output)
      output.appendUTF8(CodePage.windowsLatin1[Int(unit) - 0x80])
    default:
      dropSurrogate(&output)
      if unit >= 0x20 && unit != 0x7F || unit == 0x09 { output.appendUTF8(unit) }
    }
  }

  /// Gives up on what waits: no more of it comes.
  mutating func flush(_ output: inout [UInt8]) {
    flushBytes(&output)
    dropSurrogate(&output)
  }

  private mutating func flushBytes(_ output: inout [UInt8]) {
    guard !waiting.isEmpty else { return }
    output.appendUTF8(0xFFFD)
    waiting = []
  }

  private mutating func dropSurrogate(_ output: inout [UInt8]) {
    guard highSurrogate != 0 else { return }
    output.appendUTF8(0xFFFD)
    highSurrogate = 0
  }
}

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

  /// The letter that a unit of UTF-16 stands for: fonts of symbols have theirs at the end of a private area.
  func scalar(ofUnit unit: UInt32) -> UInt32 {
    guard (0xF000..<0xF100).contains(unit), let symbolFont else { return unit }
    return symbolFont.scalar(of: UInt8(unit & 0xFF))
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
