import CX11

/// Whether the pointer or the keyboard is ours.
enum GrabReply: Hashable { case granted, alreadyGrabbed, other }

/// The child window below a point of the screen.
struct ChildAtPoint: Hashable {
  var child: XWindow
}

/// The shape of the pointer during a drag, from the font of cursors that every server has.
enum CursorShape: UInt16, CaseIterable {
  /// A hand: here it can be dropped.
  case accepting = 60
  /// Four arrows: it is under way.
  case carrying = 52
}

extension XConnection {
  // MARK: Events

  /// Whether an event tells what the server alone knows: from another client (`SendEvent`) it is not believed, or any could
  /// have us let go of what was copied.
  static func isServersOwn(_ code: UInt8) -> Bool {
    let firstOfExtensions = 64
    return switch Int32(code) {
    case XCB_SELECTION_CLEAR, XCB_PROPERTY_NOTIFY, XCB_DESTROY_NOTIFY: true
    default: code >= firstOfExtensions
    }
  }

  @unsafe func decodeInput(_ raw: UnsafeRawPointer, code: UInt8) -> XEvent? {
    switch Int32(code) {
    case XCB_CLIENT_MESSAGE:
      let message = unsafe raw.load(as: xcb_client_message_event_t.self)
      let words = unsafe message.data.data32
      return .message(
        XClientMessage(
          window: XWindow(rawValue: message.window), type: XAtom(rawValue: message.type),
          format: Int(message.format), words: [words.0, words.1, words.2, words.3, words.4]))
    case XCB_EXPOSE:
      let event = unsafe raw.load(as: xcb_expose_event_t.self)
      return .exposed(XWindow(rawValue: event.window), isLast: event.count == 0)
    // Events of buttons and motion have the same parts in the same places.
    case XCB_MOTION_NOTIFY, XCB_BUTTON_PRESS, XCB_BUTTON_RELEASE:
      let event = unsafe raw.load(as: xcb_button_press_event_t.self)
      let pointer = XPointerEvent(
        window: XWindow(rawValue: event.event), root: XPoint(Int(event.root_x), Int(event.root_y)),
        place: XPoint(Int(event.event_x), Int(event.event_y)), time: XTimestamp(rawValue: event.time))
      let button = XButton(rawValue: event.detail)
      switch Int32(code) {
      case XCB_MOTION_NOTIFY: return .pointerMoved(pointer)
      case XCB_BUTTON_PRESS: return .buttonPressed(button, pointer)
      default: return .buttonReleased(button, pointer)
      }
    case XCB_KEY_PRESS:
      let event = unsafe raw.load(as: xcb_key_press_event_t.self)
      return .keyPressed(XKeyCode(rawValue: event.detail), XTimestamp(rawValue: event.time))
    default: return nil
    }
  }

  /// Sends a message to the client that made a window.
  mutating func send(_ message: XClientMessage, to destination: XWindow) {
    noteRequest()
    var event = xcb_client_message_event_t()
    event.response_type = UInt8(XCB_CLIENT_MESSAGE)
    event.format = UInt8(message.format)
    event.window = message.window.rawValue
    event.type = message.type.rawValue
    let words = message.words
    unsafe event.data.data32 = (words[0], words[1], words[2], words[3], words[4])
    unsafe send(&event, MemoryLayout<xcb_client_message_event_t>.size, to: destination, mask: 0)
  }

  // MARK: The pointer

  /// Asks which child of a window is at a point of the screen.
  mutating func child(of window: XWindow, at point: XPoint) -> ReplyTicket<ChildAtPoint> {
    noteQuestion()
    return ReplyTicket(
      sequence: unsafe xcb_translate_coordinates(
        handle, root.rawValue, window.rawValue, Int16(clamping: point.x), Int16(clamping: point.y)
      ).sequence)
  }

  func reply(to ticket: ReplyTicket<ChildAtPoint>) -> Reply<ChildAtPoint> {
    unsafe fetch(ticket) { reply in
      ChildAtPoint(
        child: XWindow(rawValue: unsafe reply.load(as: xcb_translate_coordinates_reply_t.self).child))
    }
  }

  /// Asks where the pointer is.
  mutating func pointerPlace() -> ReplyTicket<XPoint> {
    noteQuestion()
    return ReplyTicket(sequence: unsafe xcb_query_pointer(handle, root.rawValue).sequence)
  }

  func reply(to ticket: ReplyTicket<XPoint>) -> Reply<XPoint> {
    unsafe fetch(ticket) { raw in
      let reply = unsafe raw.load(as: xcb_query_pointer_reply_t.self)
      return XPoint(Int(reply.root_x), Int(reply.root_y))
    }
  }

  /// A cursor of the server's own font.
  mutating func cursor(_ shape: CursorShape) -> UInt32 {
    let font = openFont("cursor")
    noteRequest()
    let cursor = unsafe xcb_generate_id(handle)
    unsafe xcb_create_glyph_cursor(
      handle, cursor, font, font, shape.rawValue, shape.rawValue + 1, 0, 0, 0, 0xFFFF, 0xFFFF, 0xFFFF)
    unsafe xcb_close_font(handle, font)
    return cursor
  }

  private var dragEvents: UInt16 {
    UInt16(
      XCB_EVENT_MASK_BUTTON_PRESS.rawValue | XCB_EVENT_MASK_BUTTON_RELEASE.rawValue
        | XCB_EVENT_MASK_POINTER_MOTION.rawValue)
  }

  /// Takes the pointer, so that all of its moves and buttons come here.
  mutating func grabPointer(on window: XWindow, cursor: UInt32, time: XTimestamp) -> ReplyTicket<GrabReply> {
    noteQuestion()
    return ReplyTicket(
      sequence: unsafe xcb_grab_pointer(
        handle, 0, window.rawValue, dragEvents, UInt8(XCB_GRAB_MODE_ASYNC.rawValue),
        UInt8(XCB_GRAB_MODE_ASYNC.rawValue), 0, cursor, time.rawValue
      ).sequence)
  }

  /// Takes the keyboard.
  mutating func grabKeyboard(on window: XWindow, time: XTimestamp) -> ReplyTicket<GrabReply> {
    noteQuestion()
    return ReplyTicket(
      sequence: unsafe xcb_grab_keyboard(
        handle, 0, window.rawValue, time.rawValue, UInt8(XCB_GRAB_MODE_ASYNC.rawValue),
        UInt8(XCB_GRAB_MODE_ASYNC.rawValue)
      ).sequence)
  }

  /// The result of grabbing the pointer or the keyboard: both replies have it at the same offset.
  func reply(to ticket: ReplyTicket<GrabReply>) -> Reply<GrabReply> {
    unsafe fetch(ticket) { raw in
      switch UInt32(unsafe raw.load(as: xcb_grab_pointer_reply_t.self).status) {
      case XCB_GRAB_STATUS_SUCCESS.rawValue: .granted
      case XCB_GRAB_STATUS_ALREADY_GRABBED.rawValue: .alreadyGrabbed
      default: .other
      }
    }
  }

  /// Changes what the pointer that is ours looks like.
  mutating func showCursor(_ cursor: UInt32) {
    noteRequest()
    unsafe xcb_change_active_pointer_grab(handle, cursor, 0, dragEvents)
  }

  /// Gives the pointer and the keyboard back, if they are ours, and not those that were taken after `time`.
  mutating func ungrab(asOf time: XTimestamp) {
    noteRequest()
    unsafe xcb_ungrab_pointer(handle, time.rawValue)
    unsafe xcb_ungrab_keyboard(handle, time.rawValue)
  }

  // MARK: Keys

  /// Asks which keys there are, and what each stands for.
  mutating func keyboard() -> ReplyTicket<[XKeyCode: XKeySymbol]> {
    noteQuestion()
    let setup = unsafe xcb_get_setup(handle)
    let (first, last) = unsafe (setup?.pointee.min_keycode ?? 8, setup?.pointee.max_keycode ?? 255)
    return ReplyTicket(sequence: unsafe xcb_get_keyboard_mapping(handle, first, last - first + 1).sequence)
  }

  /// The first symbol of each key.
  func reply(to ticket: ReplyTicket<[XKeyCode: XKeySymbol]>) -> Reply<[XKeyCode: XKeySymbol]> {
    let first = unsafe xcb_get_setup(handle)?.pointee.min_keycode ?? 8
    return unsafe fetch(ticket) { raw in
      let reply = unsafe raw.assumingMemoryBound(to: xcb_get_keyboard_mapping_reply_t.self)
      let symbols = unsafe UnsafeBufferPointer(
        start: xcb_get_keyboard_mapping_keysyms(reply),
        count: Int(xcb_get_keyboard_mapping_keysyms_length(reply)))
      let perKey = max(1, Int(unsafe reply.pointee.keysyms_per_keycode))
      var keys: [XKeyCode: XKeySymbol] = [:]
      for place in stride(from: 0, to: symbols.count, by: perKey) {
        let code = XKeyCode(rawValue: UInt8(clamping: Int(first) + place / perKey))
        keys[code] = XKeySymbol(rawValue: unsafe symbols[place])
      }
      return keys
    }
  }
}
