/// Fonts whose characters are signs: what their bytes mean in Unicode.
enum SymbolFont: Hashable {
  /// The Greek and mathematical font of PostScript and Windows.
  case symbol
  /// Wingdings and other fonts of pictures: only the signs that mark list items have a meaning.
  case pictures

  /// The scalar of a byte of the font, which RTF also writes as U+F000 and the byte.
  func scalar(of byte: UInt8) -> UInt32 {
    switch self {
    case .symbol:
      switch byte {
      case 0x20...0x7E: Self.symbolLower[Int(byte) - 0x20]
      case 0xA0...0xFE: Self.symbolUpper[Int(byte) - 0xA0]
      default: 0xFFFD
      }
    case .pictures:
      Self.pictureSigns[byte] ?? (byte < 0x80 ? 0xF000 + UInt32(byte) : 0x2022)
    }
  }

  private static let symbolLower: [UInt32] = scalars(
    " !∀#∃%&∍()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼")
  private static let symbolUpper: [UInt32] = scalars(
    "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓"
      + "◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u{FFFD}〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭")

  private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  private static let pictureSigns: [UInt8: UInt32] = [
    0x20: 0x20, 0x4A: 0x263A, 0x4B: 0x1F610, 0x4C: 0x2639, 0x6C: 0x25CF, 0x6D: 0x25CB, 0x6E: 0x25A0,
    0x6F: 0x2610, 0x71: 0x2610, 0x72: 0x2751,
    0x75: 0x25C6, 0x76: 0x2756, 0xA7: 0x25AA, 0xA8: 0x2610, 0xB7: 0x2022, 0xD8: 0x27A2, 0xE0: 0x2192,
    0xE8: 0x2794, 0xFB: 0x2717, 0xFC: 0x2713, 0xFD: 0x2612, 0xFE: 0x2611,
  ]
}
