/// The style in which a terminal shows characters (ECMA-48, 8.3.117, and additions of xterm and kitty).
struct TerminalStyle: Hashable {
  /// A colour, as red, green and blue.
  struct Color: Hashable {
    let red, green, blue: UInt8

    init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    init(_ value: UInt32) {
      self.init(
        UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
        UInt8(truncatingIfNeeded: value))
    }

    static let black = Color(0)
    static let white = Color(0xFFFFFF)
  }

  /// A colour by its number, or one of its own.
  enum Paint: Hashable {
    case palette(UInt8)
    case color(Color)
  }

  var text: Paint?
  var ground: Paint?
  var isBold = false
  var isItalic = false
  var isUnderlined = false
  var isStruck = false
  var isInverse = false
  /// Whether the text is hidden, as a password is.
  var isConcealed = false
  /// The address behind the text (OSC 8).
  var link: String?

  /// The part of the style that spaces show: not the colour and the shape of letters.
  var ofSpaces: TerminalStyle {
    guard !isInverse else { return self }
    var style = self
    style.text = isUnderlined || isStruck ? text : nil
    (style.isBold, style.isItalic) = (false, false)
    return style
  }

  // MARK: Colours

  /// The sixteen colours as they are read on paper: dark enough for a white ground.
  private static let sixteen: [UInt32] = [
    0x000000, 0xB21818, 0x207A20, 0x946A00, 0x1F4FB8, 0x8F2F8F, 0x0F7A7A, 0xD0D0D0,
    0x666666, 0xD92626, 0x2B9A2B, 0xB58500, 0x3B6FE0, 0xB04BB0, 0x149494, 0xFFFFFF,
  ]

  /// The colour of the text; nil for the document's own.
  var textColor: Color? {
    guard isInverse else {
      // White is the colour of text on most terminals, and cannot be read on paper.
      if case .palette(let number)? = text, number == 7 || number == 15, ground == nil { return nil }
      return text.map(Self.color)
    }
    return ground.map(Self.color) ?? .white
  }

  /// The colour behind the text; nil for the document's own.
  var groundColor: Color? {
    isInverse ? text.map(Self.color) ?? .black : ground.map(Self.color)
  }

  private static func color(_ paint: Paint) -> Color {
    switch paint {
    case .color(let color): return color
    case .palette(let number):
      switch number {
      case 0..<16: return Color(sixteen[Int(number)])
      case 16..<232:
        // A cube of six steps in each direction.
        let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
        let place = Int(number) - 16
        return Color(steps[place / 36], steps[place / 6 % 6], steps[place % 6])
      default:
        let grey = 8 + 10 * (number - 232)
        return Color(grey, grey, grey)
      }
    }
  }

  // MARK: Sequences

  /// Follows the parameters of a sequence that selects graphic rendition; those that nothing here shows change nothing.
  mutating func select(_ parameters: ArraySlice<UInt8>) {
    // A colon separates the parts of one parameter.
    var numbers = parameters.split(
      separator: UInt8(ascii: ";"), maxSplits: 64, omittingEmptySubsequences: false
    ).map {
      $0.split(separator: UInt8(ascii: ":"), maxSplits: 8, omittingEmptySubsequences: false)
        .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    }[...]
    while let parts = numbers.popFirst() {
      let number = parts.first ?? 0
      switch number {
      case 0: self = TerminalStyle(link: link)
      case 1: isBold = true
      case 3: isItalic = true
      case 4: isUnderlined = parts.count < 2 || parts[1] != 0
      case 7: isInverse = true
      case 8: isConcealed = true
      case 9: isStruck = true
      case 21: isUnderlined = true
      case 22: isBold = false
      case 23: isItalic = false
      case 24: isUnderlined = false
      case 27: isInverse = false
      case 28: isConcealed = false
      case 29: isStruck = false
      case 30...37: text = .palette(UInt8(number - 30))
      case 39: text = nil
      case 40...47: ground = .palette(UInt8(number - 40))
      case 49: ground = nil
      case 90...97: text = .palette(UInt8(number - 90 + 8))
      case 100...107: ground = .palette(UInt8(number - 100 + 8))
      case 38, 48, 58:
        let paint = parts.count > 1 ? Self.paint(parts.dropFirst()) : Self.paint(&numbers)
        if number == 38, let paint { text = paint }
        if number == 48, let paint { ground = paint }
      default: break
      }
    }
  }

  /// `38:5:n` and `38:2:r:g:b`, with or without a colour space.
  private static func paint(_ parts: ArraySlice<Int>) -> Paint? {
    switch parts.first {
    case 5: return parts.count > 1 ? palette(parts[parts.startIndex + 1]) : nil
    case 2: return parts.count > 3 ? color(Array(parts.suffix(3))) : nil
    default: return nil
    }
  }

  /// `38;5;n` and `38;2;r;g;b`, taken from the parameters that follow.
  private static func paint(_ numbers: inout ArraySlice<[Int]>) -> Paint? {
    func next() -> Int? { numbers.popFirst().flatMap(\.first) }
    switch next() {
    case 5: return next().flatMap(palette)
    case 2:
      guard let red = next(), let green = next(), let blue = next() else { return nil }
      return color([red, green, blue])
    default: return nil
    }
  }

  private static func palette(_ number: Int) -> Paint? { UInt8(exactly: number).map(Paint.palette) }

  private static func color(_ parts: [Int]) -> Paint? {
    let bytes = parts.compactMap(UInt8.init(exactly:))
    return bytes.count == 3 ? .color(Color(bytes[0], bytes[1], bytes[2])) : nil
  }
}
