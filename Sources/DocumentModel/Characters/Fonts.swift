/// Fonts whose characters are signs: what their bytes mean in Unicode.
package enum SymbolFont: Hashable {
  /// The Greek and mathematical font of PostScript and Windows.
  case symbol
  /// Fonts of pictures.
  case wingdings
  case wingdings2
  case webdings
  /// PostScript's font of pictures, also known as Monotype Sorts.
  case zapfDingbats
  /// A font whose signs are not known.
  case other

  /// The font of this name, nil if it is one for text.
  package init?(named name: String) {
    let lowered = name.lowercased()
    guard let known = Self.names.first(where: { lowered.hasPrefix($0.0) }) else { return nil }
    self = known.1
  }

  private static let names: [(String, SymbolFont)] = [
    ("symbol", .symbol), ("wingdings 2", .wingdings2), ("wingdings 3", .other), ("wingdings", .wingdings),
    ("webdings", .webdings), ("zapfdingbats", .zapfDingbats), ("zapf dingbats", .zapfDingbats),
    ("monotype sorts", .zapfDingbats), ("marlett", .other), ("ms outlook", .other),
    ("bookshelf symbol", .other), ("mt extra", .other),
  ]

  /// The scalar of a byte of the font, which RTF also writes as U+F000 and the byte.
  package func scalar(of byte: UInt8) -> UInt32 {
    let known: UInt32?
    switch self {
    case .symbol: return Self.symbolTable[byte] ?? 0xFFFD
    case .wingdings: known = Self.wingdingsTable[byte]
    case .wingdings2: known = Self.wingdings2Table[byte]
    case .webdings: known = Self.webdingsTable[byte]
    case .zapfDingbats: known = Self.zapfDingbats(byte)
    case .other: known = byte == 0x20 ? 0x20 : nil
    }
    // Most signs that are not known mark items of lists.
    return known ?? (byte < 0x80 ? 0xF000 + UInt32(byte) : 0x2022)
  }

  // MARK: Tables

  /// Makes a table of stretches: the first byte, and the characters from there on.
  private static func table(_ stretches: [(UInt8, String)]) -> [UInt8: UInt32] {
    var table: [UInt8: UInt32] = [:]
    for (first, characters) in stretches {
      for (byte, scalar) in zip(first...0xFF, characters.unicodeScalars) { table[byte] = scalar.value }
    }
    return table
  }

  private static let symbolTable = table([
    (
      0x20,
      " !∀#∃%&∍()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
    ),
    (
      0xA0,
      "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓"
        + "◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u{FFFD}〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"
    ),
  ])

  /// Squares and rings that people tick are boxes here.
  private static let wingdingsTable = table([
    (
      0x20,
      " ✏✂✁👓🕭🕮🕯☎✆✉🖃📪📫📬📭🗀🗁🗎🗏🗐🗄⌛⌨🖰🖲🖳🖴🖫🖬✇✍🖎✌👌👍👎☜☞☝☟✋☺😐☹💣☠🏳🏱✈☼💧❄🕆✞🕈✠✡☪☯🕉☸"
        + "♈♉♊♋♌♍♎♏♐♑♒♓🙰🙵●○■☐🞐☐❑🞟⧫◆❖⬩⌧⮹⌘🏵🏶❝❞"
    ),
    (0x80, "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿"), (0x9E, "·•"), (0xA4, "◉◎"), (0xA7, "▪☐"), (0xAA, "✦★✶✴✹✵"),
    (0xD8, "➢"), (0xDF, "←→↑↓↖↗↙↘←➔↑↓↖↗↙↘⇦⇨⇧⇩"), (0xFB, "✗✓☒☑"),
  ])

  private static let wingdings2Table = table([(0x20, " "), (0x4F, "✗✓☒☑☒☒"), (0x97, "●"), (0xA3, "☐")])

  private static let webdingsTable = table([
    (
      0x20,
      " 🕷🕸🕲🕶🏆🎖🖇🗨🗩🗰🗱🌶🎗🙾🙼🗕🗖🗗◀▶▲▼⏪⏩⏮⏭⏸⏹⏺🗚🗳🛠🏗🏘🏙🏚🏜🏭🏛🏠🏖🏝🛣🔍🏔👁👂🏞🏕🛤🏟🛳🕬🕫🕨🔈♥🎕🗬🙽🗭🗪🗫"
        + "⮔✓🚲☐🛡📦🛱■🚑ℹ🛩🛰🟈🕴●🛥🚔🗘✗❓🛲🚇🚍⛳⦸⊖🚭🗮⏐🗯🗲"
    ),
    (
      0x80,
      "🚹🚺🛉🛊🚼👽🏋⛷🏂🏌🏊🏄🏍🏎🚘🗠🛢💰🏷💳👪🗡🗢🗣✯🖄🖅🖃🖆🖹🖺🖻🕵🕰🖽🖾📋🗒🗓🕮📚🗞🗟🗃🗂🖼🎭🎜🎘🎙🎧💿🎞📷🎟🎬📽📹📾📻🎚🎛📺💻🖥🖦🖧"
        + "🕹🎮🕻🕼📟🖁🖀🖨🖩🖿🖪🗜🔒🔓🗝📥📤🕳🌣🌤🌥🌦☁🌨🌧🌩🌪🌬🌫🌜🌡🛋🛏🍽🍸🛎🛍Ⓟ♿🛆🖈🎓🗤🗥🗦🗧🛪🐿🐦🐟🐕🐈🙬🙮🙭🙯🗺🌍🌏🌎🕊"
    ),
  ])

  /// Unicode's Dingbats stand in the order of the font, but for what Unicode had before.
  private static func zapfDingbats(_ byte: UInt8) -> UInt32? {
    if let known = zapfExceptions[byte] { return known }
    switch byte {
    case 0x21...0x7E: return 0x2700 + UInt32(byte) - 0x20
    case 0xA1...0xEF, 0xF1...0xFE: return 0x2760 + UInt32(byte) - 0xA0
    default: return nil
    }
  }

  private static let zapfExceptions = table([
    (0x20, " "), (0x25, "☎"), (0x2A, "☛☞"), (0x48, "★"), (0x6C, "●"), (0x6E, "■"), (0x73, "▲▼◆"), (0x77, "◗"),
    (0xA8, "♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩"), (0xD5, "→↔↕"),
  ])
}

extension SymbolFont {
  /// The signs that text in the font shows.
  package func decoded(_ text: [UInt8]) -> [UInt8] {
    var shown = String.UnicodeScalarView()
    for sign in String(decoding: text, as: UTF8.self).unicodeScalars {
      let scalar: UInt32 =
        switch sign.value {
        case 0xF000...0xF0FF: scalar(of: UInt8(sign.value & 0xFF))
        case 0x21...0xFF: scalar(of: UInt8(sign.value))
        default: sign.value
        }
      if let scalar = Unicode.Scalar(scalar) { shown.append(scalar) }
    }
    return Array(String(shown).utf8)
  }
}

/// Tells fonts for code from others by their names.
@usableFromInline package enum FontFamilies {
  /// What the names of monospaced families contain, without blanks and hyphens: programs also write the name of
  /// the font's file, `SourceCodePro-Regular`.
  private static let signs = [
    "mono", "courier", "consolas", "menlo", "monaco", "lucidaconsole", "typewriter", "inconsolata",
    "fixedsys", "sourcecode", "firacode", "cascadia", "iosevka", "lettergothic", "anonymouspro",
  ]

  /// Names that are too short, or too common a word, to be looked for within others.
  private static let names = ["hack", "terminal", "terminus", "hackregular", "hackbold", "hacknerdfont"]

  /// What the names of proportional families contain that have one of the signs as well.
  private static let proportional = [
    "monotype", "american", "kimono", "monoton", "monofett", "monomakh", "iosevkaaile", "iosevkaetoile",
  ]

  /// True if the first family of a list is monospaced, or a later one is the generic `monospace`.
  @inlinable package static func isMonospaced(_ families: some Collection<UInt8>) -> Bool {
    isMonospaced(inList: Array(families)[...])
  }

  @usableFromInline static func isMonospaced(inList list: ArraySlice<UInt8>) -> Bool {
    let families = list.split(separator: UInt8(ascii: ","), maxSplits: 16).map { letters($0) }
    guard let first = families.first,
      !proportional.contains(where: { ByteSearch.contains($0, in: first) })
    else { return false }
    return families.contains { $0.starts(with: "monospace".utf8) }
      || signs.contains { ByteSearch.contains($0, in: first) }
      || names.contains { first.filter { $0 >= 0x61 }.elementsEqual($0.utf8) }
  }

  private static func letters(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    name.prefix(128).map(\.lowercased).filter { $0 > 0x2F }[...]
  }
}

/// The kinds of fonts, by their names: a document names few of them, for each piece of its text anew.
package struct FontKinds {
  package struct Kind {
    /// The font, if it is one of signs.
    package let symbolFont: SymbolFont?
    package let isMonospaced: Bool

    package init(named name: String) {
      symbolFont = SymbolFont(named: name)
      isMonospaced = FontFamilies.isMonospaced(name.utf8)
    }
  }

  /// A document that names more fonts has them looked at more than once.
  private static let knownLimit = 256

  private var kinds: [String: Kind] = [:]

  package init() {}

  package mutating func kind(of name: String) -> Kind {
    if let known = kinds[name] { return known }
    if kinds.count == Self.knownLimit { kinds.removeAll() }
    let kind = Kind(named: name)
    kinds[name] = kind
    return kind
  }
}
