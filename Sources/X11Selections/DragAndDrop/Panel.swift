import Exchange
import System

/// A small window above others, with a row of words for each thing in it.
///
/// It is drawn with the server's own fonts, which cost no library.
struct Panel {
  struct Row: Hashable {
    var title: String
    /// Stands at the right end, in another colour.
    var detail = ""
    /// Stands before the title, in a window whose style has pictures.
    var picture: Thumbnail?
    var isActive = false
  }

  struct Style {
    var title: String
    var isAtPointer = false
    var isFrameless = false
    var hasPictures = false
  }

  let window: XWindow
  private(set) var rows: [Row]
  private let font: PanelFont
  private let pens: Pens
  private let layout: Layout
  private let closing: XAtom

  private struct Layout {
    let font: XFontMetrics
    let columns: Int
    let hasPictures: Bool

    var rowHeight: Int { max(font.height + 12, hasPictures ? pictureSize.y + 6 : 0) }
    /// The column at which titles begin.
    var inset: Int { margin + (hasPictures ? pictureSize.x + margin : 0) }
    var width: Int { inset + columns * font.width + margin }
  }

  private struct Pens {
    let plain, detail, active, activeDetail, ground, activeGround: XPen
  }

  private static let margin = 10
  private static let columnRange = 28...60
  /// The largest picture in a row, wider than high as most are.
  static let pictureSize = XPoint(56, 42)

  /// The names whose atoms have to be known.
  static let names = [
    "UTF8_STRING", "WM_NORMAL_HINTS", "WM_SIZE_HINTS", "WM_PROTOCOLS", "WM_DELETE_WINDOW", "_NET_WM_NAME",
    "_NET_WM_STATE", "_NET_WM_STATE_ABOVE", "_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_UTILITY",
    "_NET_WM_USER_TIME", "_MOTIF_WM_HINTS",
  ]

  /// Makes the window, near the pointer; `show` maps it.
  init(
    _ rows: [Row], _ style: Style, atoms: AtomTable, on connection: inout XConnection,
    until deadline: MonotonicTime
  ) throws(ExchangeError) {
    self.rows = rows
    font = try PanelFont(on: &connection, until: deadline)
    let place = connection.pointerPlace()
    let pointer =
      try connection.await(until: deadline) { $0.reply(to: place) } ?? XPoint(0, 0)
    closing = atoms["WM_DELETE_WINDOW"] ?? .none
    let longest = rows.map { $0.title.unicodeScalars.count + $0.detail.unicodeScalars.count + 2 }.max() ?? 0
    layout = Layout(
      font: font.metrics,
      columns: min(max(longest, Self.columnRange.lowerBound), Self.columnRange.upperBound),
      hasPictures: style.hasPictures && connection.drawsPictures)
    pens = Self.pens(font, &connection)
    let (width, height) = (layout.width, rows.count * layout.rowHeight)
    let offset = style.isAtPointer ? XPoint(-width / 2, -height / 2) : XPoint(24, 24)
    let screen = connection.screenSize
    let area = XArea(
      x: max(0, min(pointer.x + offset.x, screen.x - width)),
      y: max(0, min(pointer.y + offset.y, screen.y - height)), width: width, height: height)
    window = connection.createVisibleWindow(area, background: connection.pixel(0xFFFFFF))
    declare(style, area, atoms, &connection)
  }

  /// Properties that describe the window to the window manager.
  private func declare(_ style: Style, _ area: XArea, _ atoms: AtomTable, _ connection: inout XConnection) {
    func set(_ name: String, _ type: XAtom?, _ words: [UInt32]) {
      guard let property = atoms[name], let type else { return }
      connection.changeProperty(property, of: window, to: PropertyValue(type: type, words: words))
    }
    connection.introduce(window)
    let title = Array(style.title.utf8)
    connection.changeProperty(.wmName, of: window, to: PropertyValue(type: .string, format: 8, bytes: title))
    if let name = atoms["_NET_WM_NAME"], let utf8 = atoms["UTF8_STRING"] {
      connection.changeProperty(name, of: window, to: PropertyValue(type: utf8, format: 8, bytes: title))
    }
    let size = [UInt32(area.width), UInt32(area.height)]
    let place = [UInt32(area.x), UInt32(area.y)]
    // Its place, and the same for the smallest and the largest size: tiling managers let such a window float.
    let (userPosition, smallest, largest): (UInt32, UInt32, UInt32) = (1, 16, 32)
    set(
      "WM_NORMAL_HINTS", atoms["WM_SIZE_HINTS"],
      [userPosition | smallest | largest] + place + size + size + size + [UInt32](repeating: 0, count: 9))
    set("WM_PROTOCOLS", .atom, [closing.rawValue])
    set("_NET_WM_STATE", .atom, atoms["_NET_WM_STATE_ABOVE"].map { [$0.rawValue] } ?? [])
    set("_NET_WM_WINDOW_TYPE", .atom, atoms["_NET_WM_WINDOW_TYPE_UTILITY"].map { [$0.rawValue] } ?? [])
    // It opens without taking the keyboard from whom has it.
    set("_NET_WM_USER_TIME", .cardinal, [0])
    if style.isFrameless { set("_MOTIF_WM_HINTS", atoms["_MOTIF_WM_HINTS"], [2, 0, 0, 0, 0]) }
  }

  private static func pens(_ font: PanelFont, _ connection: inout XConnection) -> Pens {
    func pen(_ foreground: UInt32, _ background: UInt32) -> XPen {
      connection.createPen(
        font: font.identifier, foreground: connection.pixel(foreground),
        background: connection.pixel(background))
    }
    let (paper, ink, grey, blue): (UInt32, UInt32, UInt32, UInt32) = (0xFFFFFF, 0x202020, 0x606060, 0x1F5FA8)
    return Pens(
      plain: pen(ink, paper), detail: pen(grey, paper), active: pen(paper, blue),
      activeDetail: pen(0xDCE8F8, blue), ground: pen(paper, paper), activeGround: pen(blue, blue))
  }

  // MARK: What is in it

  /// Replaces the rows, of which there are as many as before.
  mutating func show(_ rows: [Row], on connection: inout XConnection) {
    guard rows != self.rows else { return }
    self.rows = rows
    draw(on: &connection)
  }

  /// The row at a place in the window.
  func row(at place: XPoint) -> Int? {
    let row = place.y / layout.rowHeight
    return place.y >= 0 && rows.indices.contains(row) ? row : nil
  }

  func draw(on connection: inout XConnection) {
    for (index, row) in rows.enumerated() {
      let area = XArea(x: 0, y: index * layout.rowHeight, width: layout.width, height: layout.rowHeight)
      connection.fill(area, of: window, with: row.isActive ? pens.activeGround : pens.ground)
      if layout.hasPictures, let picture = row.picture {
        let corner = XPoint(
          Self.margin + (Self.pictureSize.x - picture.width) / 2, area.y + (area.height - picture.height) / 2)
        connection.draw(picture, at: corner, of: window, with: pens.ground)
      }
      write(row, in: area, on: &connection)
    }
  }

  private func write(_ row: Row, in area: XArea, on connection: inout XConnection) {
    let baseline = area.y + (area.height - font.metrics.height) / 2 + font.metrics.ascent
    let detail = font.characters(of: row.detail, atMost: layout.columns / 2)
    let room = layout.columns - (detail.isEmpty ? 0 : detail.count + 2)
    connection.write(
      font.characters(of: row.title, atMost: room), at: XPoint(layout.inset, baseline), of: window,
      with: row.isActive ? pens.active : pens.plain)
    connection.write(
      detail,
      at: XPoint(layout.inset + (layout.columns - detail.count) * font.metrics.width, baseline), of: window,
      with: row.isActive ? pens.activeDetail : pens.detail)
  }

  /// Whether an event closes the window: the window manager's, or one of the keys of Escape.
  func isClosed(by event: XEvent, or escapes: Set<XKeyCode>) -> Bool {
    switch event {
    case .message(let message): message.window == window && message.words.first == closing.rawValue
    case .keyPressed(let key, _): escapes.contains(key)
    case .windowDestroyed(window): true
    default: false
    }
  }
}

/// A font of the server, the best that it has for words in a small window.
struct PanelFont {
  let identifier: UInt32
  let metrics: XFontMetrics
  /// Whether it is numbered by Unicode; otherwise it knows Latin-1.
  private let isUnicode: Bool

  /// Fonts, those of Unicode first, as the X.Org distribution names them; `fixed` is built into every server.
  private static let patterns = [
    "-misc-fixed-medium-r-normal--18-*-*-*-*-*-iso10646-1",
    "-misc-fixed-medium-r-normal--15-*-*-*-*-*-iso10646-1",
    "-misc-fixed-medium-r-*--13-*-*-*-*-*-iso10646-1",
    "9x15", "fixed",
  ]

  init(
    on connection: inout XConnection, until deadline: MonotonicTime
  ) throws(ExchangeError) {
    var name = "fixed"
    for pattern in Self.patterns {
      let ticket = connection.font(like: pattern)
      let found = try connection.await(until: deadline) { $0.reply(to: ticket) }
      guard let first = found?.first else { continue }
      name = first
      break
    }
    isUnicode = name.hasSuffix("iso10646-1")
    identifier = connection.openFont(name)
    let ticket = connection.metrics(of: identifier)
    let measured = try connection.await(until: deadline) { $0.reply(to: ticket) }
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
