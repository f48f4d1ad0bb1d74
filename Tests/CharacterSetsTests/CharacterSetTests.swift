import CharacterSets
import Testing

@Suite struct CharacterSetTests {
  static func text(_ bytes: [UInt8], _ name: String) throws -> String {
    String(decoding: try #require(CharacterSet(named: name)).utf8(bytes), as: UTF8.self)
  }

  // MARK: Names

  @Test(
    arguments: [
      ("cp1251", "windows-1251"), ("Windows-1251", "windows-1251"), (" CP1251 ", "windows-1251"),
      ("1251", "windows-1251"),
      ("latin1", "windows-1252"), ("ISO_8859-1", "windows-1252"), ("Latin-2", "iso-8859-2"),
      ("iso8859-16", "iso-8859-16"),
      ("IBM850", "ibm850"), ("cp437", "ibm437"), ("dos-866", "ibm866"), ("Shift-JIS", "shift_jis"),
      ("cp932", "shift_jis"),
      ("EUC-CN", "gbk"), ("UHC", "euc-kr"), ("BIG5HKSCS", "big5"), ("macroman", "macintosh"),
      ("us-ascii", "ascii"),
      ("UTF16", "utf-16"), ("UCS-4LE", "utf-32le"), ("cp65001", "utf-8"), ("koi8-ru", "koi8-u"),
    ] as [(String, String)])
  func `People's names lead to sets`(name: String, canonical: String) {
    #expect(CharacterSet(named: name)?.name == canonical)
  }

  @Test(arguments: [
    "none-such", "", "12", "cp", "cp57002", "windows-9999", "utf-7", "latin1,", "cp1251//TRANSLIT",
  ])
  func `Names of no set are refused`(name: String) {
    #expect(CharacterSet(named: name) == nil)
  }

  @Test func `Labels of pages mean what the standard says`() {
    #expect(CharacterSet(label: "US-ASCII")?.name == "windows-1252")
    #expect(CharacterSet(label: "\tiso-8859-9 ")?.name == "windows-1254")
    #expect(CharacterSet(label: "gb2312")?.name == "gbk")
    #expect(CharacterSet(label: "iso-2022-kr")?.isReplacement == true)
    // Browsers know no code pages of DOS but one, and no UTF-32.
    for label in ["cp437", "utf-32", "850", "johab"] { #expect(CharacterSet(label: label) == nil) }
    #expect(CharacterSet(label: "windows-1252")?.utf8([0x81]) == [0xC2, 0x81])
    #expect(CharacterSet(named: "windows-1252")?.utf8([0x81]) == [0xEF, 0xBF, 0xBD])
  }

  @Test func `Every set that a table names can be read`() {
    for page in [
      437, 708, 709, 720, 737, 775, 819, 850, 852, 855, 857, 858, 860, 861, 862, 863, 864, 865, 866, 869, 874,
      932, 936, 949,
      950, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 1361, 10000, 10001, 10002, 10003, 10004,
      10005, 10006,
      10007, 10008, 10010, 10017, 10021, 10029, 10079, 10081, 10082, 20866, 21866, 28591, 28605, 54936, 65001,
    ] {
      #expect(CharacterSet(codePage: page)?.utf8(Array("abc".utf8)) == Array("abc".utf8), "\(page)")
    }
    #expect(CharacterSet(codePage: 57002) == nil)
    #expect(CharacterSet.indicScript(ofCodePage: 57002) == "Devanagari")
    #expect(CharacterSet.indicScript(ofCodePage: 57012) == nil)
  }

  // MARK: Text

  @Test(
    arguments: [
      ("windows-1251", [0xCF, 0xF0, 0xE8], "При"), ("ibm866", [0x8F, 0xE0, 0xA8], "При"),
      ("koi8-r", [0xF0, 0xD2, 0xC9], "При"),
      ("shift_jis", [0x93, 0xFA, 0x96, 0x7B], "日本"), ("euc-jp", [0xC6, 0xFC, 0x8E, 0xB1], "日ｱ"),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x61], "日a"),
      ("gbk", [0xD6, 0xD0, 0x80], "中€"),
      ("gb18030", [0x94, 0x39, 0xDA, 0x33], "💩"), ("big5", [0xA4, 0xA4, 0x88, 0x62], "中Ê̄"),
      ("euc-kr", [0xC7, 0xD1], "한"),
      ("johab", [0xD0, 0x65, 0x8B, 0x69], "한글"), ("utf-16", [0xFE, 0xFF, 0xD8, 0x3D, 0xDC, 0xA9], "💩"),
      ("utf-16le", [0x3D, 0xD8, 0xA9, 0xDC], "💩"), ("utf-32", [0xFF, 0xFE, 0, 0, 0xA9, 0xF4, 1, 0], "💩"),
      ("macintosh", [0x8E, 0xDB], "é€"), ("x-mac-greek", [0xC2], "¬"), ("ibm437", [0x82, 0xB0], "é░"),
    ] as [(String, [UInt8], String)])
  func `Text is read`(name: String, bytes: [UInt8], expected: String) throws {
    #expect(try Self.text(bytes, name) == expected)
  }

  /// ASCII behind the first byte of a character stays: markup must not vanish in it (Encoding Standard, 4.1).
  @Test(
    arguments: [
      ("shift_jis", [0x81, 0x3C], "\u{FFFD}<"), ("gbk", [0xFE, 0x3C], "\u{FFFD}<"),
      ("big5", [0xA4, 0x3C], "\u{FFFD}<"),
      ("euc-kr", [0xFE, 0x3C], "\u{FFFD}<"), ("euc-jp", [0xC6, 0x3C], "\u{FFFD}<"),
      ("euc-jp", [0x8F, 0xA1, 0x3C], "\u{FFFD}<"),
      ("gb18030", [0x81, 0x30, 0x81, 0x3C], "\u{FFFD}0\u{FFFD}<"),
      ("gb18030", [0x81, 0x30, 0x3C], "\u{FFFD}0<"),
      ("shift_jis", [0x81], "\u{FFFD}"), ("gb18030", [0x81, 0x30, 0x81], "\u{FFFD}"),
      ("utf-16le", [0x41, 0, 0x42], "A\u{FFFD}"),
      ("utf-16le", [0, 0xD8], "\u{FFFD}"), ("utf-16be", [0xDC, 0, 0, 0x41], "\u{FFFD}A"),
      ("ascii", [0x41, 0xC3], "A\u{FFFD}"),
      ("utf-32le", [0, 0xD8, 0, 0, 0x41, 0, 0, 0], "\u{FFFD}A"),
    ] as [(String, [UInt8], String)])
  func `What a set does not have is an error, and nothing more`(
    name: String, bytes: [UInt8], expected: String
  ) throws {
    #expect(try Self.text(bytes, name) == expected)
  }

  @Test(arguments: [
    "shift_jis", "gb18030", "big5", "euc-kr", "euc-jp", "johab", "utf-16le", "windows-1251", "utf-8",
  ])
  func `A text in pieces is the text`(name: String) throws {
    let set = try #require(CharacterSet(named: name))
    var generator = SystemRandomNumberGenerator()
    // Longer than what is decoded at once.
    let bytes = (0..<50_000).map { _ in UInt8.random(in: 0x20...0xFE, using: &generator) }
    var whole: [UInt8] = []
    let left = set.decode(bytes[...], into: &whole)
    var pieces: [UInt8] = []
    var start = 0
    var end = 0
    while end < bytes.count {
      end = min(end + Int.random(in: 1...7000, using: &generator), bytes.count)
      start = end - set.decode(bytes[start..<end], into: &pieces)
    }
    #expect(pieces == whole && bytes.count - start == left)
    #expect(String(validating: whole, as: UTF8.self) != nil)
  }
}
