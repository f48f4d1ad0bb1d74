import CX11
import Glibc

/// What sources and targets of drags need, and the hand of a person.
extension RawClient {
  // MARK: Windows

  /// Makes a window that can be seen, without a window manager's leave.
  public func createVisibleWindow(x: Int, y: Int, width: Int, height: Int, in parent: UInt32? = nil) -> UInt32
  {
    let window = xcb_generate_id(connection)
    let values: [UInt32] = [1, XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue]
    xcb_create_window(
      connection, UInt8(XCB_COPY_FROM_PARENT), window, parent ?? root, Int16(x), Int16(y), UInt16(width),
      UInt16(height), 0, UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), 0,
      XCB_CW_OVERRIDE_REDIRECT.rawValue | XCB_CW_EVENT_MASK.rawValue, values)
    xcb_map_window(connection, window)
    sync()
    return window
  }

  /// The windows below the root window, from the lowest to the highest.
  public func topWindows() -> [UInt32] {
    guard let reply = xcb_query_tree_reply(connection, xcb_query_tree(connection, root), nil) else {
      return []
    }
    defer { free(reply) }
    return Array(
      UnsafeBufferPointer(
        start: xcb_query_tree_children(reply), count: Int(xcb_query_tree_children_length(reply))))
  }

  /// Whether a window is seen.
  public func isMapped(_ window: UInt32) -> Bool {
    let reply = xcb_get_window_attributes_reply(
      connection, xcb_get_window_attributes(connection, window), nil)
    defer { free(reply) }
    return reply.map { UInt32($0.pointee.map_state) == XCB_MAP_STATE_VIEWABLE.rawValue } ?? false
  }

  /// Where a window is on the screen.
  public func place(of window: UInt32) -> (x: Int, y: Int, width: Int, height: Int) {
    let size = xcb_get_geometry_reply(connection, xcb_get_geometry(connection, window), nil)
    let place = xcb_translate_coordinates_reply(
      connection, xcb_translate_coordinates(connection, window, root, 0, 0), nil)
    defer {
      free(size)
      free(place)
    }
    return (
      Int(place?.pointee.dst_x ?? 0), Int(place?.pointee.dst_y ?? 0), Int(size?.pointee.width ?? 0),
      Int(size?.pointee.height ?? 0)
    )
  }

  /// The colour of a pixel of a window that is seen, as `0xRRGGBB`.
  public func color(of window: UInt32, x: Int, y: Int) -> UInt32? {
    let cookie = xcb_get_image(
      connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), window, Int16(x), Int16(y), 1, 1, UInt32.max)
    guard let reply = xcb_get_image_reply(connection, cookie, nil) else { return nil }
    defer { free(reply) }
    guard xcb_get_image_data_length(reply) >= 4, let data = xcb_get_image_data(reply) else { return nil }
    return UInt32(data[0]) | UInt32(data[1]) << 8 | UInt32(data[2]) << 16
  }

  // MARK: Messages

  /// Sends a message about a window to it, or to another one.
  public func send(_ name: String, _ words: [UInt32], about window: UInt32, to destination: UInt32? = nil) {
    var event = xcb_client_message_event_t()
    event.response_type = UInt8(XCB_CLIENT_MESSAGE)
    event.format = 32
    event.window = window
    event.type = atom(name)
    event.data.data32 = (words[0], words[1], words[2], words[3], words[4])
    withUnsafePointer(to: &event) { pointer in
      _ = pointer.withMemoryRebound(to: CChar.self, capacity: 32) {
        xcb_send_event(connection, 0, destination ?? window, 0, $0)
      }
    }
    xcb_flush(connection)
  }

  /// Waits for a message of a kind; returns its words.
  public func waitForMessage(_ name: String, timeout: Duration = .seconds(15)) throws -> [UInt32] {
    let type = atom(name)
    let event = try wait(timeout: timeout) { if case .message(type, _) = $0 { true } else { false } }
    if case .message(_, let words) = event { return words }
    return []
  }

  // MARK: The hand of a person

  /// Moves the pointer.
  public func movePointer(to x: Int, _ y: Int) {
    xcb_warp_pointer(connection, 0, root, 0, 0, 0, 0, Int16(x), Int16(y))
    sync()
  }

  /// Presses a button of the pointer or lets it go, as its owner's hand would (XTEST).
  public func button(_ number: UInt8, isDown: Bool) {
    fakeInput(type: UInt8(isDown ? XCB_BUTTON_PRESS : XCB_BUTTON_RELEASE), detail: number)
  }

  public func click(_ number: UInt8 = 1) {
    button(number, isDown: true)
    button(number, isDown: false)
  }

  /// Types the key that stands for a symbol.
  public func type(symbol: UInt32) {
    let setup = xcb_get_setup(connection).pointee
    let count = setup.max_keycode - setup.min_keycode + 1
    guard
      let reply = xcb_get_keyboard_mapping_reply(
        connection, xcb_get_keyboard_mapping(connection, setup.min_keycode, count), nil)
    else { return }
    defer { free(reply) }
    let symbols = UnsafeBufferPointer(
      start: xcb_get_keyboard_mapping_keysyms(reply),
      count: Int(xcb_get_keyboard_mapping_keysyms_length(reply)))
    guard let place = symbols.firstIndex(of: symbol) else { return }
    let key = setup.min_keycode + UInt8(place / Int(reply.pointee.keysyms_per_keycode))
    fakeInput(type: UInt8(XCB_KEY_PRESS), detail: key)
    fakeInput(type: UInt8(XCB_KEY_RELEASE), detail: key)
  }

  /// Takes the pointer, and gives it back at once; false if it is somebody's.
  public func canGrabPointer() -> Bool {
    guard keepPointer() else { return false }
    xcb_ungrab_pointer(connection, 0)
    sync()
    return true
  }

  /// Takes the pointer; false if it is somebody's.
  public func keepPointer() -> Bool {
    let reply = xcb_grab_pointer_reply(
      connection, xcb_grab_pointer(connection, 0, root, 0, 1, 1, 0, 0, 0), nil)
    defer { free(reply) }
    return reply.map { UInt32($0.pointee.status) == XCB_GRAB_STATUS_SUCCESS.rawValue } ?? false
  }

  /// The request FakeInput of the extension XTEST, for which there is no library here.
  private func fakeInput(type: UInt8, detail: UInt8) {
    let name = "XTEST"
    let reply = xcb_query_extension_reply(
      connection, xcb_query_extension(connection, UInt16(name.utf8.count), name), nil)
    defer { free(reply) }
    guard let opcode = reply?.pointee.major_opcode, reply?.pointee.present == 1 else { return }
    // Type, detail, two bytes of padding; time, root window; all else is nothing.
    var request: [UInt8] = [opcode, 2, 9, 0, type, detail]
    request += [UInt8](repeating: 0, count: 36 - request.count)
    request.withUnsafeMutableBytes { bytes in
      // XCB uses the two parts before.
      var parts = [iovec](repeating: iovec(), count: 3)
      parts[2] = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
      var description = xcb_protocol_request_t(count: 1, ext: nil, opcode: opcode, isvoid: 1)
      parts.withUnsafeMutableBufferPointer { parts in
        if let start = parts.baseAddress { _ = xcb_send_request(connection, 0, start + 2, &description) }
      }
    }
    sync()
  }
}
