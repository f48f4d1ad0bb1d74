import CX11
import Exchange

/// The extents of a font: all characters are as wide as the widest.
struct XFontMetrics: Hashable {
  var ascent, descent, width: Int

  var height: Int { ascent + descent }
}

/// A pen with a font and two colours.
struct XPen: Hashable {
  fileprivate let context: UInt32
}

/// A part of a screen or of a window.
struct XArea: Hashable {
  var x, y, width, height: Int
}

extension XConnection {
  private var screen: xcb_screen_t? {
    var screens = unsafe xcb_setup_roots_iterator(xcb_get_setup(handle))
    while unsafe screens.rem > 0 {
      if let screen = unsafe screens.data?.pointee, screen.root == root.rawValue { return screen }
      unsafe xcb_screen_next(&screens)
    }
    return nil
  }

  /// The size of the screen.
  var screenSize: XPoint {
    screen.map { XPoint(Int($0.width_in_pixels), Int($0.height_in_pixels)) } ?? XPoint(0, 0)
  }

  /// The number of a colour; black or white where the screen has no direct colours.
  func pixel(_ rgb: UInt32) -> UInt32 {
    guard let screen else { return 0 }
    if screen.root_depth >= 24 { return rgb }
    return rgb & 0xFF > 0x7F ? screen.white_pixel : screen.black_pixel
  }

  /// Whether pictures of 32 bits a pixel in this machine's byte order can be drawn.
  var drawsPictures: Bool {
    guard let screen, screen.root_depth == 24, let setup = unsafe xcb_get_setup(handle)?.pointee else {
      return false
    }
    let isLittle = setup.image_byte_order == UInt8(XCB_IMAGE_ORDER_LSB_FIRST.rawValue)
    var formats = unsafe xcb_setup_pixmap_formats_iterator(xcb_get_setup(handle))
    while unsafe formats.rem > 0, let format = unsafe formats.data?.pointee {
      if format.depth == screen.root_depth {
        return format.bits_per_pixel == 32 && isLittle == (UInt32(1).littleEndian == 1)
      }
      unsafe xcb_format_next(&formats)
    }
    return false
  }

  // MARK: Windows

  /// Makes an unmapped window that people see, use the pointer in and drop things onto.
  mutating func createVisibleWindow(_ area: XArea, background: UInt32) -> XWindow {
    noteRequest()
    let window = unsafe xcb_generate_id(handle)
    let events =
      XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue | XCB_EVENT_MASK_EXPOSURE.rawValue
      | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_BUTTON_PRESS.rawValue
      | XCB_EVENT_MASK_BUTTON_RELEASE.rawValue | XCB_EVENT_MASK_BUTTON_1_MOTION.rawValue
      | XCB_EVENT_MASK_KEY_PRESS.rawValue
    let values: [UInt32] = [background, events]
    unsafe xcb_create_window(
      handle, UInt8(XCB_COPY_FROM_PARENT), window, root.rawValue, Int16(clamping: area.x),
      Int16(clamping: area.y), UInt16(clamping: area.width), UInt16(clamping: area.height), 0,
      UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), 0,
      XCB_CW_BACK_PIXEL.rawValue | XCB_CW_EVENT_MASK.rawValue, values)
    return XWindow(rawValue: window)
  }

  mutating func map(_ window: XWindow) {
    noteRequest()
    unsafe xcb_map_window(handle, window.rawValue)
  }

  mutating func unmap(_ window: XWindow) {
    noteRequest()
    unsafe xcb_unmap_window(handle, window.rawValue)
  }

  // MARK: Fonts

  /// Asks for the name of a font that fits a pattern.
  mutating func font(like pattern: String) -> ReplyTicket<[String]> {
    noteQuestion()
    var pattern = pattern
    return pattern.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) {
        ReplyTicket(
          sequence: unsafe xcb_list_fonts(handle, 1, UInt16(clamping: $0.count), $0.baseAddress).sequence)
      }
    }
  }

  /// Reads one name at most.
  func reply(to ticket: ReplyTicket<[String]>) -> Reply<[String]> {
    unsafe fetch(ticket) { raw in
      let reply = unsafe raw.assumingMemoryBound(to: xcb_list_fonts_reply_t.self)
      var names = unsafe xcb_list_fonts_names_iterator(reply)
      var found: [String] = []
      while unsafe names.rem > 0, let name = unsafe names.data {
        let bytes = unsafe UnsafeRawBufferPointer(
          start: xcb_str_name(name), count: Int(xcb_str_name_length(name)))
        found.append(unsafe String(decoding: bytes, as: UTF8.self))
        unsafe xcb_str_next(&names)
      }
      return found
    }
  }

  /// Opens a font that is there.
  mutating func openFont(_ name: String) -> UInt32 {
    noteRequest()
    let font = unsafe xcb_generate_id(handle)
    var name = name
    name.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) {
        _ = unsafe xcb_open_font(handle, font, UInt16(clamping: $0.count), $0.baseAddress)
      }
    }
    return font
  }

  mutating func metrics(of font: UInt32) -> ReplyTicket<XFontMetrics> {
    noteQuestion()
    return ReplyTicket(sequence: unsafe xcb_query_font(handle, font).sequence)
  }

  func reply(to ticket: ReplyTicket<XFontMetrics>) -> Reply<XFontMetrics> {
    unsafe fetch(ticket) { raw in
      let reply = unsafe raw.load(as: xcb_query_font_reply_t.self)
      return XFontMetrics(
        ascent: Int(reply.font_ascent), descent: Int(reply.font_descent),
        width: Int(reply.max_bounds.character_width))
    }
  }

  // MARK: Drawing

  mutating func createPen(font: UInt32, foreground: UInt32, background: UInt32) -> XPen {
    noteRequest()
    let context = unsafe xcb_generate_id(handle)
    let values: [UInt32] = [foreground, background, font]
    unsafe xcb_create_gc(
      handle, context, root.rawValue,
      XCB_GC_FOREGROUND.rawValue | XCB_GC_BACKGROUND.rawValue | XCB_GC_FONT.rawValue, values)
    return XPen(context: context)
  }

  mutating func fill(_ area: XArea, of window: XWindow, with pen: XPen) {
    noteRequest()
    var rectangle = xcb_rectangle_t(
      x: Int16(clamping: area.x), y: Int16(clamping: area.y), width: UInt16(clamping: area.width),
      height: UInt16(clamping: area.height))
    unsafe xcb_poly_fill_rectangle(handle, window.rawValue, pen.context, 1, &rectangle)
  }

  /// Writes a line of at most 255 characters; those beyond the font's 65,536 must have been replaced.
  mutating func write(_ text: some Sequence<UInt16>, at point: XPoint, of window: XWindow, with pen: XPen) {
    noteRequest()
    let characters = text.prefix(255).map { xcb_char2b_t(byte1: UInt8($0 >> 8), byte2: UInt8($0 & 0xFF)) }
    unsafe xcb_image_text_16(
      handle, UInt8(characters.count), window.rawValue, pen.context, Int16(clamping: point.x),
      Int16(clamping: point.y), characters)
  }

  /// Draws a picture, where `drawsPictures`.
  mutating func draw(_ picture: Thumbnail, at point: XPoint, of window: XWindow, with pen: XPen) {
    noteRequest()
    unsafe picture.colors.withUnsafeBytes { pixels in
      _ = unsafe xcb_put_image(
        handle, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), window.rawValue, pen.context,
        UInt16(clamping: picture.width), UInt16(clamping: picture.height), Int16(clamping: point.x),
        Int16(clamping: point.y), 0, 24, UInt32(pixels.count),
        pixels.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
  }
}
