import System

/// A font of the server, the best that it has for words in a small window.
struct PanelFont {
  let identifier: UInt32
  let metrics: XFontMetrics
  /// Whether it is numbered by Unicode; otherwise it knows Latin-1.
  private let isUnicode: Bool

  /// Of Unicode first, as the X.Org distribution names them; `fixed` is built into every server.
  private static let patterns = [
    "-misc-fixed-medium-r-normal--18-*-*-*-*-*-iso10646-1",
    "-misc-fixed-medium-r-normal--15-*-*-*-*-*-iso10646-1",
    "-misc-fixed-medium-r-*--13-*-*-*-*-*-iso10646-1",
    "9x15", "fixed",
  ]

  init(
    on connection: inout XConnection, until deadline: MonotonicTime, keeping early: inout [XEvent]
  ) throws(SelectionError) {
    var name = "fixed"
    for pattern in Self.patterns {
      let ticket = connection.font(like: pattern)
      let found = try connection.await(until: deadline, keeping: &early) { $0.reply(to: ticket) }
      guard let first = found?.first else { continue }
      name = first
      break
    }
    isUnicode = name.hasSuffix("iso10646-1")
    identifier = connection.openFont(name)
    let ticket = connection.metrics(of: identifier)
    let measured = try connection.await(until: deadline, keeping: &early) { $0.reply(to: ticket) }
    metrics = measured ?? XFontMetrics(ascent: 11, descent: 2, width: 6)
  }

  /// A line of text in the numbers of this font, cut with a mark where it is too long.
  func characters(of text: String, atMost count: Int) -> [UInt16] {
    let largest: UInt32 = isUnicode ? 0xFFFF : 0xFF
    var line = text.unicodeScalars.map { scalar -> UInt16 in
      let isShown = scalar.value >= 0x20 && scalar.value <= largest && !(0x7F...0x9F).contains(scalar.value)
      return UInt16(isShown ? scalar.value : 0x3F)
    }
    guard line.count > count else { return line }
    let mark: [UInt16] = isUnicode ? [0x2026] : [0x2E, 0x2E, 0x2E]
    line = Array(line.prefix(max(0, count - mark.count))) + mark
    return line
  }
}
