extension CharacterSet {
  /// Finds the set that a page declares, by the labels of the Encoding Standard (4.2), in any case and with white space
  /// around them; nil if the standard does not know the label.
  package init?(label: some StringProtocol) {
    guard let set = Self.labeled(Self.normalized(label)) else { return nil }
    self = set
    keepsUndefinedBytes = set.scheme == .singleByte
  }

  /// Finds the set that a person or a MIME type names: by a label of the standard, by the number of a code page (`1251`,
  /// `cp1251`, `windows-1251`, `ibm850`), or by a common name of it, in any case; nil if there is none of this name.
  ///
  /// Unlike in pages, ASCII is ASCII: other bytes are errors.
  package init?(named name: some StringProtocol) {
    let name = Self.normalized(name)
    if let set = Self.named(name) ?? Self.labeled(name) ?? Self.numbered(name) {
      self = set
    } else {
      return nil
    }
  }

  private static func normalized(_ name: some StringProtocol) -> String {
    name.lowercased().filter { !" \t\n\r\u{C}".contains($0) }
  }

  private static func labeled(_ label: String) -> CharacterSet? {
    guard let name = CharacterSetNames.name(of: label, in: CharacterSetNames.labels) else { return nil }
    return CharacterSet(canonical: name)
  }

  private static func named(_ name: String) -> CharacterSet? {
    guard let found = CharacterSetNames.name(of: name, in: CharacterSetNames.others) else { return nil }
    return CharacterSet(canonical: found)
  }

  /// Finds a set by the number in its name.
  private static func numbered(_ name: String) -> CharacterSet? {
    let digits = name.drop { !$0.isNumber }
    let prefixes = [
      "", "cp", "cp-", "cp_", "ibm", "ibm-", "windows-", "windows", "win", "ms", "x-cp", "dos", "dos-",
    ]
    guard prefixes.contains(String(name.dropLast(digits.count))), let number = Int(digits) else { return nil }
    return CharacterSet(codePage: number)
  }

  /// Makes the set of a name in the tables of names.
  private init(canonical name: String) {
    switch name {
    case "ascii": self = .ascii
    case "utf-8": self = .utf8
    case "utf-16": self = .utf16
    case "utf-16le": self = .utf16Little
    case "utf-16be": self = .utf16Big
    case "utf-32": self = .utf32
    case "utf-32le": self.init(name, .utf32(.little))
    case "utf-32be": self.init(name, .utf32(.big))
    case "gbk", "gb18030": self.init(name, .gb18030)
    case "big5": self.init(name, .big5)
    case "euc-jp": self.init(name, .eucJP)
    case "iso-2022-jp": self.init(name, .iso2022JP)
    case "shift_jis": self.init(name, .shiftJIS)
    case "euc-kr": self.init(name, .eucKR)
    case "johab": self.init(name, .johab)
    case "replacement": self.init(name, .replacement)
    case "x-user-defined": self.init(name, .userDefined)
    // Hebrew in the order of reading, with the same bytes.
    case "iso-8859-8-i": self.init("iso-8859-8", .singleByte)
    default: self.init(name, .singleByte)
    }
  }
}

/// The names of character sets.
enum CharacterSetNames {
  /// Returns the first word of the line that a name stands in; nil if it stands in none.
  static func name(of label: String, in lines: StaticString) -> String? {
    for line in CharacterTables.fields(lines) where line.contains(where: { $0 == label }) {
      return line.first.map(String.init)
    }
    return nil
  }

  /// The labels of the Encoding Standard (4.2): a line for each set, which begins with its name.
  static let labels: StaticString = """
    utf-8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8
    windows-1252 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252
    ibm866 866 cp866 csibm866
    iso-8859-2 csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
    iso-8859-3 csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
    iso-8859-4 csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
    iso-8859-5 csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
    iso-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
    iso-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek
    iso-8859-8 csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual
    iso-8859-8-i csiso88598i logical
    iso-8859-10 csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6
    iso-8859-13 iso8859-13 iso885913
    iso-8859-14 iso8859-14 iso885914
    iso-8859-15 csisolatin9 iso8859-15 iso885915 iso_8859-15 l9
    iso-8859-16
    koi8-r cskoi8r koi koi8 koi8_r
    koi8-u koi8-ru
    macintosh csmacintosh mac x-mac-roman
    windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620
    windows-1250 cp1250 x-cp1250
    windows-1251 cp1251 x-cp1251
    windows-1253 cp1253 x-cp1253
    windows-1254 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 x-cp1254
    windows-1255 cp1255 x-cp1255
    windows-1256 cp1256 x-cp1256
    windows-1257 cp1257 x-cp1257
    windows-1258 cp1258 x-cp1258
    x-mac-cyrillic x-mac-ukrainian
    gbk chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk
    gb18030
    big5 big5-hkscs cn-big5 csbig5 x-x-big5
    euc-jp cseucpkdfmtjapanese x-euc-jp
    iso-2022-jp csiso2022jp
    shift_jis csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis
    euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
    replacement csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr
    utf-16be unicodefffe
    utf-16le csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16
    x-user-defined
    """

  /// Other names that people use, and those that mean something else to them than to a page.
  static let others: StaticString = """
    ascii us-ascii us ansi_x3.4-1968 ansi_x3.4-1986 iso646-us iso-ir-6 646
    utf-16 utf16 ucs-2 ucs2 unicode iso-10646-ucs-2
    utf-16le utf16le utf-16-le ucs-2le
    utf-16be utf16be utf-16-be ucs-2be
    utf-32 utf32 ucs-4 ucs4 iso-10646-ucs-4
    utf-32le utf32le utf-32-le ucs-4le
    utf-32be utf32be utf-32-be ucs-4be
    utf-8 utf-8-sig utf8-bom utf-8-bom
    windows-1252 iso8859_1 latin-1 ansi
    iso-8859-2 iso8859_2 latin-2
    iso-8859-3 iso8859_3
    iso-8859-4 iso8859_4
    iso-8859-5 iso8859_5
    iso-8859-6 iso8859_6
    iso-8859-7 iso8859_7
    iso-8859-8 iso8859_8
    windows-1254 iso8859_9 latin-5
    iso-8859-10 iso8859_10 iso_8859-10 iso_8859-10:1992
    windows-874 iso8859_11 tis620 tis620-0 tis620.2529-1 tis620.2533-0 iso-ir-166 thai8
    iso-8859-13 iso8859_13 iso_8859-13 latin7 l7 baltic
    iso-8859-14 iso8859_14 iso_8859-14 iso_8859-14:1998 latin8 l8 iso-celtic
    iso-8859-15 iso8859_15 latin-9 latin9 latin0 iso_8859-15:1998
    iso-8859-16 iso8859-16 iso8859_16 iso885916 iso_8859-16 iso_8859-16:2001 latin10 l10
    koi8-t
    macintosh macroman mac-roman
    x-mac-cyrillic mac-cyrillic maccyrillic mac-uk macuk mac-ukraine
    x-mac-arabic mac-arabic macarabic
    x-mac-greek mac-greek macgreek
    x-mac-romanian mac-romanian macromania x-mac-romania
    x-mac-centraleurope mac-centraleurope maccentraleurope x-mac-ce mac-latin2
    x-mac-icelandic mac-is macis maciceland mac-iceland
    x-mac-turkish mac-turkish macturkish
    x-mac-croatian mac-croatian maccroatian
    hp-roman8 roman8 r8
    ptcp154 pt154 cp154 cyrillic-asian
    kz-1048 rk1048 strk1048-2002
    armscii-8 armscii
    georgian-ps
    georgian-academy
    ibm1125 ruscii
    gbk euc-cn euccn gb2312-80 ms936
    gb18030 gb18030-2000 gb18030-2005 gb18030-2022
    big5 big-5 big-five bigfive big5hkscs ms950
    euc-jp eucjp ujis euc-jp-ms eucjp-ms eucjp-win
    iso-2022-jp iso2022jp jis
    shift_jis shiftjis shift-jis s-jis cp932 mskanji
    euc-kr euckr uhc mscp949 ks_c_5601
    johab mscp1361
    """
}
