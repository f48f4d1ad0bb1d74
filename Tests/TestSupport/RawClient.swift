import CX11
import Glibc

/// An X client that does what a test tells it, however wrong: a peer written apart from the code under test.
///
/// Calls block, but none for longer than its timeout. Not to be shared between threads.
public final class RawClient {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
  }

  public enum Event: Hashable, Sendable {
    case request(Request)
    case notify(requestor: UInt32, selection: UInt32, target: UInt32, property: UInt32, time: UInt32)
    case clear(selection: UInt32)
    case property(window: UInt32, property: UInt32, isDeleted: Bool, time: UInt32)
    case destroyed(UInt32)
    case message(type: UInt32, words: [UInt32])
    case error(code: UInt8, resource: UInt32)
    case other(UInt8)
  }

  public struct Request: Hashable, Sendable {
    public var requestor, selection, target, property, time: UInt32

    public init(requestor: UInt32, selection: UInt32, target: UInt32, property: UInt32, time: UInt32) {
      self.requestor = requestor
      self.selection = selection
      self.target = target
      self.property = property
      self.time = time
    }
  }

  public struct Property: Hashable, Sendable {
    public var type: UInt32
    public var format: Int
    public var bytes: [UInt8]
    public var text: String { String(decoding: bytes, as: UTF8.self) }
    public var words: [UInt32] {
      bytes.withUnsafeBytes { raw in
        (0..<(raw.count / 4)).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
      }
    }
  }

  let connection: OpaquePointer
  private var isOpen = true
  private var queue: [Event] = []
  private var atoms: [String: UInt32] = [:]
  public let root: UInt32
  /// A window that hears of changes of its properties.
  public private(set) var window: UInt32 = 0

  public init(display: String) throws {
    guard let connection = xcb_connect(display, nil), xcb_connection_has_error(connection) == 0 else {
      throw Failure(description: "no connection to \(display)")
    }
    self.connection = connection
    root = xcb_setup_roots_iterator(xcb_get_setup(connection)).data.pointee.root
    window = createWindow()
  }

  deinit {
    disconnect()
  }

  /// Ends the connection, as the death of its process would.
  public func disconnect() {
    if isOpen { xcb_disconnect(connection) }
    isOpen = false
  }

  // MARK: Windows, atoms, time

  public func createWindow() -> UInt32 {
    let window = xcb_generate_id(connection)
    var mask = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
    xcb_create_window(
      connection, 0, window, root, 0, 0, 1, 1, 0, UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue), 0,
      XCB_CW_EVENT_MASK.rawValue, &mask)
    return window
  }

  public func destroyWindow(_ window: UInt32) {
    xcb_destroy_window(connection, window)
    xcb_flush(connection)
  }

  /// Hears of the end of another client's window, and of messages to all if it is the root window.
  public func observe(_ window: UInt32) {
    observe(window, XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue)
  }

  /// Hears of the changes of another client's properties.
  public func observeProperties(of window: UInt32) {
    observe(window, XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue)
  }

  private func observe(_ window: UInt32, _ mask: UInt32) {
    var mask = mask
    xcb_change_window_attributes(connection, window, XCB_CW_EVENT_MASK.rawValue, &mask)
    sync()
  }

  public func atom(_ name: String) -> UInt32 {
    if let atom = atoms[name] { return atom }
    let reply = xcb_intern_atom_reply(
      connection, xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name), nil)
    defer { free(reply) }
    let atom = reply?.pointee.atom ?? 0
    atoms[name] = atom
    return atom
  }

  public func name(of atom: UInt32) -> String? {
    guard let reply = xcb_get_atom_name_reply(connection, xcb_get_atom_name(connection, atom), nil) else {
      return nil
    }
    defer { free(reply) }
    let length = Int(xcb_get_atom_name_name_length(reply))
    return String(
      decoding: UnsafeRawBufferPointer(start: xcb_get_atom_name_name(reply), count: length), as: UTF8.self)
  }

  /// Whether the server knows a name, without making it known.
  public func knows(_ name: String) -> Bool {
    let reply = xcb_intern_atom_reply(
      connection, xcb_intern_atom(connection, 1, UInt16(name.utf8.count), name), nil)
    defer { free(reply) }
    return reply?.pointee.atom ?? 0 != 0
  }

  public func serverTime() throws -> UInt32 {
    let property = atom("RAW_CLIENT_TIME")
    xcb_change_property(connection, UInt8(XCB_PROP_MODE_APPEND.rawValue), window, property, 19, 32, 0, nil)
    let event = try wait {
      if case .property(self.window, property, _, _) = $0 { true } else { false }
    }
    if case .property(_, _, _, let time) = event { return time }
    return 0
  }

  /// Returns when the server has read all that was sent.
  public func sync() {
    free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil))
  }

  /// Has the server read nothing of other clients until all is read that `requests` sends.
  public func withServerGrabbed(_ requests: () throws -> Void) rethrows {
    xcb_grab_server(connection)
    defer {
      xcb_ungrab_server(connection)
      sync()
    }
    sync()
    try requests()
    sync()
  }

  // MARK: Properties

  public func setProperty(
    _ property: UInt32, of window: UInt32? = nil, type: UInt32, format: Int = 8, bytes: [UInt8]
  ) {
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window ?? self.window, property, type, UInt8(format),
      UInt32(bytes.count / (format / 8)), bytes)
    xcb_flush(connection)
  }

  public func setProperty(_ property: UInt32, of window: UInt32? = nil, type: UInt32, words: [UInt32]) {
    let bytes = words.withUnsafeBytes { [UInt8]($0) }
    setProperty(property, of: window, type: type, format: 32, bytes: bytes)
  }

  public func deleteProperty(_ property: UInt32, of window: UInt32? = nil) {
    xcb_delete_property(connection, window ?? self.window, property)
    xcb_flush(connection)
  }

  public func property(_ property: UInt32, of window: UInt32? = nil, delete: Bool = false) -> Property? {
    let cookie = xcb_get_property(
      connection, delete ? 1 : 0, window ?? self.window, property, 0, 0, UInt32.max >> 2)
    guard let reply = xcb_get_property_reply(connection, cookie, nil) else { return nil }
    defer { free(reply) }
    if reply.pointee.type == 0 { return nil }
    let count = Int(xcb_get_property_value_length(reply))
    let bytes = UnsafeRawBufferPointer(start: xcb_get_property_value(reply), count: count)
    return Property(type: reply.pointee.type, format: Int(reply.pointee.format), bytes: [UInt8](bytes))
  }

  // MARK: Selections

  public func owner(of selection: String) -> UInt32 {
    let reply = xcb_get_selection_owner_reply(
      connection, xcb_get_selection_owner(connection, atom(selection)), nil)
    defer { free(reply) }
    return reply?.pointee.owner ?? 0
  }

  /// Takes a selection (or gives it up, with window 0) at `time`; whether the server agreed.
  @discardableResult
  public func own(_ selection: String, with owner: UInt32? = nil, time: UInt32? = nil) throws -> Bool {
    let time = try time ?? serverTime()
    xcb_set_selection_owner(connection, owner ?? window, atom(selection), time)
    return self.owner(of: selection) == owner ?? window
  }

  public func convert(
    _ selection: String, to target: UInt32, property: UInt32, of window: UInt32? = nil, time: UInt32 = 0
  ) {
    xcb_convert_selection(connection, window ?? self.window, atom(selection), target, property, time)
    xcb_flush(connection)
  }

  public func convert(
    _ selection: String, to target: String, property: String = "RAW_CLIENT", time: UInt32 = 0
  ) {
    convert(selection, to: atom(target), property: atom(property), time: time)
  }

  /// Asks again and again, without a look at the answers.
  public func convert(_ selection: String, to target: String, times: Int) {
    let (selection, target, property) = (atom(selection), atom(target), atom("RAW_CLIENT"))
    for _ in 0..<times { xcb_convert_selection(connection, window, selection, target, property, 0) }
    xcb_flush(connection)
  }

  /// Answers a request; with another property than asked for if one is given.
  public func answer(_ request: Request, property: UInt32? = nil) {
    var event = xcb_selection_notify_event_t()
    event.response_type = UInt8(XCB_SELECTION_NOTIFY)
    event.time = request.time
    event.requestor = request.requestor
    event.selection = request.selection
    event.target = request.target
    event.property = property ?? request.property
    withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { wire in
      wire.initializeMemory(as: UInt8.self, repeating: 0)
      withUnsafeBytes(of: event) { wire.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(32))) }
      xcb_send_event(connection, 0, request.requestor, 0, wire.baseAddress)
    }
    xcb_flush(connection)
  }

  /// Sends a client an event that it did not ask for: a request of the test's own making.
  public func sendRequest(_ request: Request, to owner: UInt32) {
    var event = xcb_selection_request_event_t()
    event.response_type = UInt8(XCB_SELECTION_REQUEST)
    event.owner = owner
    event.requestor = request.requestor
    event.selection = request.selection
    event.target = request.target
    event.property = request.property
    event.time = request.time
    withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { wire in
      wire.initializeMemory(as: UInt8.self, repeating: 0)
      withUnsafeBytes(of: event) { wire.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(32))) }
      xcb_send_event(connection, 0, owner, 0, wire.baseAddress)
    }
    xcb_flush(connection)
  }

  /// Sends an event that only a server sends, of this number and with these words behind the first.
  public func forge(_ code: Int32, _ words: [UInt32], to window: UInt32) {
    var wire = [UInt32](repeating: 0, count: 8)
    wire[0] = UInt32(code)
    for (index, word) in words.enumerated() { wire[index + 1] = word }
    wire.withUnsafeBytes {
      _ = xcb_send_event(connection, 0, window, 0, $0.baseAddress?.assumingMemoryBound(to: CChar.self))
    }
    xcb_flush(connection)
  }

  // MARK: Events

  /// Waits for an event that `matches`; others are kept for later.
  @discardableResult
  public func wait(
    timeout: Duration = .seconds(15), for matches: (Event) -> Bool
  ) throws -> Event {
    let deadline = ContinuousClock.now + timeout
    var looked = 0
    xcb_flush(connection)
    while true {
      takeEvents()
      while looked < queue.count {
        if matches(queue[looked]) { return queue.remove(at: looked) }
        looked += 1
      }
      let left = deadline - .now
      guard left > .zero, xcb_connection_has_error(connection) == 0 else {
        throw Failure(description: "no such event within \(timeout); there were: \(queue.suffix(8))")
      }
      var descriptor = pollfd(fd: xcb_get_file_descriptor(connection), events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, Int32(clamping: Int(left / .milliseconds(1)) + 1))
    }
  }

  public func waitForRequest(timeout: Duration = .seconds(15)) throws -> Request {
    let event = try wait(timeout: timeout) { if case .request = $0 { true } else { false } }
    guard case .request(let request) = event else { throw Failure(description: "no request") }
    return request
  }

  /// Waits for the answer to a conversion; the property, or 0 for a refusal.
  public func waitForAnswer(
    of window: UInt32? = nil, target: UInt32? = nil, in expected: UInt32? = nil,
    timeout: Duration = .seconds(15)
  ) throws -> UInt32 {
    let event = try wait(timeout: timeout) {
      guard case .notify(window ?? self.window, _, let answered, let property, _) = $0 else { return false }
      return (target ?? answered) == answered && [0, expected ?? property].contains(property)
    }
    guard case .notify(_, _, _, let property, _) = event else { throw Failure(description: "no answer") }
    return property
  }

  /// What has come and was not waited for.
  public func pendingEvents() -> [Event] {
    sync()
    takeEvents()
    defer { queue = [] }
    return queue
  }

  public func waitForPropertyChange(
    _ property: UInt32, of window: UInt32? = nil, isDeleted: Bool, timeout: Duration = .seconds(15)
  ) throws {
    try wait(timeout: timeout) {
      if case .property(window ?? self.window, property, isDeleted, _) = $0 { true } else { false }
    }
  }

  /// Forgets the changes of properties that `isMeant` names, those included that have come and were not looked at.
  func forgetPropertyChanges(where isMeant: (_ window: UInt32, _ property: UInt32) -> Bool) {
    takeEvents()
    queue.removeAll {
      if case .property(let window, let property, _, _) = $0 { isMeant(window, property) } else { false }
    }
  }

  private func takeEvents() {
    while let event = xcb_poll_for_event(connection) {
      defer { free(event) }
      queue.append(decode(event))
    }
  }

  private func decode(_ event: UnsafeMutablePointer<xcb_generic_event_t>) -> Event {
    let raw = UnsafeRawPointer(event)
    switch Int32(event.pointee.response_type & 0x7F) {
    case 0:
      let error = raw.load(as: xcb_value_error_t.self)
      return .error(code: error.error_code, resource: error.bad_value)
    case XCB_SELECTION_REQUEST:
      let event = raw.load(as: xcb_selection_request_event_t.self)
      return .request(
        Request(
          requestor: event.requestor, selection: event.selection, target: event.target,
          property: event.property, time: event.time))
    case XCB_SELECTION_NOTIFY:
      let event = raw.load(as: xcb_selection_notify_event_t.self)
      return .notify(
        requestor: event.requestor, selection: event.selection, target: event.target,
        property: event.property, time: event.time)
    case XCB_SELECTION_CLEAR:
      return .clear(selection: raw.load(as: xcb_selection_clear_event_t.self).selection)
    case XCB_PROPERTY_NOTIFY:
      let event = raw.load(as: xcb_property_notify_event_t.self)
      return .property(
        window: event.window, property: event.atom,
        isDeleted: UInt32(event.state) == XCB_PROPERTY_DELETE.rawValue, time: event.time)
    case XCB_DESTROY_NOTIFY:
      return .destroyed(raw.load(as: xcb_destroy_notify_event_t.self).window)
    case XCB_CLIENT_MESSAGE:
      let event = raw.load(as: xcb_client_message_event_t.self)
      let words = event.data.data32
      return .message(type: event.type, words: [words.0, words.1, words.2, words.3, words.4])
    default:
      return .other(event.pointee.response_type & 0x7F)
    }
  }
}
