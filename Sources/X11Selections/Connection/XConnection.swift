import CX11
import Exchange
import Glibc
import System

/// A connection to an X server: sends requests without waiting, hands out events and replies as they arrive.
///
/// No call blocks except `init` and `wait`, so a server or a peer that is silent costs no more than the
/// deadline given to `wait`. Requests that have a reply return a ticket to fetch it with. This file, its extensions
/// (`XConnection+….swift`) and `Handshake.swift` are the only ones that speak to XCB, which locks its connections by
/// itself.
@safe
struct XConnection: ~Copyable, @unchecked Sendable {
  let handle: OpaquePointer
  let root: XWindow
  private let resourceBase: UInt32
  private let resourceMask: UInt32
  /// Events that came while something else was waited for, or handled.
  private var early: EventQueue
  /// The number of events handed out since there was none.
  private var eventsInARow = 0
  private var hasUnsent = false
  /// Whether `nextEvent` leaves events for want of room, which `wait` waits for.
  private var isOutOfRoom = false
  private var isAwaited = false
  private var isLeftToChild = false
  private var bytesReadBefore: UInt64 = 0

  /// The number of times this client has asked and then waited for the answer.
  private(set) var roundTrips = 0

  /// The time that connecting may take.
  private static let patience = Duration.seconds(5)

  /// A `nil` name means the environment's `DISPLAY`. Throws `unavailable`, `timedOut`.
  ///
  /// - Parameter timeout: how long whoever asks is ready to wait; a server has longer than an owner to show itself.
  init(display: String?, timeout: Duration = .zero) throws(ExchangeError) {
    let handshake = try Handshake(display: display, within: max(timeout, Self.patience))
    let setup = try handshake.setup()
    guard let connected = unsafe handshake.handOver() else { throw .connectionLost }
    unsafe handle = connected
    root = setup.root
    resourceBase = setup.resourceBase
    resourceMask = setup.resourceMask
    early = EventQueue(windowMask: setup.resourceMask)
  }

  deinit {
    if !isLeftToChild { unsafe xcb_disconnect(handle) }
  }

  /// Leaves the connection open for a child of this process: to end it here would end it there.
  consuming func leaveToChild() { isLeftToChild = true }

  /// The descriptor for `poll(2)`; readable when events or replies are there that have not been read yet.
  var fileDescriptor: Int32 { unsafe xcb_get_file_descriptor(handle) }

  private var room: DescriptorWait { DescriptorWait(number: fileDescriptor, isForRoom: true) }

  /// Whether the server takes what is sent, without a wait.
  private var hasRoom: Bool { !DescriptorWait.ready(among: [room], until: .now).isEmpty }

  var isLost: Bool { unsafe xcb_connection_has_error(handle) != 0 }

  /// Tells which windows belong to the same client.
  func isSameClient(_ one: XWindow, _ other: XWindow) -> Bool {
    (one.rawValue ^ other.rawValue) & ~resourceMask == 0
  }

  // MARK: Waiting

  /// Sends what is queued and waits until the server has something to read, or one of `others` does.
  ///
  /// Call it only when `nextEvent` and the replies waited for have nothing more. Returns the descriptors
  /// that are readable, or that may be; none when the deadline passed first. Negative ones are left out.
  /// Throws `unavailable`.
  mutating func wait(until deadline: MonotonicTime, or others: Int32...) throws(ExchangeError) -> [Int32] {
    if isLost { throw .connectionLost }
    // XCB waits for room when it sends, and keeps what comes meanwhile: while many events come, the loop waits itself.
    if hasUnsent, early.isEmpty || hasRoom {
      unsafe xcb_flush(handle)
      hasUnsent = false
    }
    // XCB also reads while it sends, or looks for a reply. What it has read no longer shows at the
    // descriptor, so after any reading the caller has to look once more.
    let bytesRead = unsafe xcb_total_read(handle)
    if bytesRead != bytesReadBefore {
      bytesReadBefore = bytesRead
      guard others.contains(where: { $0 >= 0 }) else { return [fileDescriptor] }
      // Input without an end does not hide the other descriptors.
      return [fileDescriptor]
        + DescriptorWait.ready(among: others.map { DescriptorWait(number: $0) }, until: .now).map(\.number)
    }
    if isAwaited {
      roundTrips += 1
      isAwaited = false
    }
    var waits = ([fileDescriptor] + others).map { DescriptorWait(number: $0) }
    if hasUnsent || isOutOfRoom { waits.append(room) }
    let ready = DescriptorWait.ready(among: waits, until: deadline)
    if ready.contains(room) { isOutOfRoom = false }
    return ready.map(\.number)
  }

  /// Does the same where only the server is waited for; throws `timedOut` at the deadline.
  mutating func waitForServer(until deadline: MonotonicTime) throws(ExchangeError) {
    if try wait(until: deadline).isEmpty || deadline <= .now { throw .serverIsSilent }
  }

  /// The next event that has arrived, nil if there is none (which tells nothing about replies), or if the server does
  /// not take answers at present.
  mutating func nextEvent() -> XEvent? {
    if eventsInARow >= Self.rowLength {
      keepEvents()
      // XCB would wait for room when it sends, and keep what comes meanwhile without a limit.
      isOutOfRoom = !hasRoom
      if isOutOfRoom { return nil }
      eventsInARow = 0
    }
    let event = early.popFirst() ?? receivedEvent()
    eventsInARow = event == nil ? 0 : eventsInARow + 1
    return event
  }

  /// The number of events that may come in a row before all that have come are looked at.
  private static let rowLength = 16

  /// Keeps the events that have arrived for `nextEvent`, so that what follows them can be waited for.
  mutating func keepEvents() {
    while let event = unsafe xcb_poll_for_queued_event(handle) { early.append(unsafe take(event)) }
    // The server may send without an end.
    for _ in 0..<2 * EventQueue.limit {
      guard let event = receivedEvent() else { return }
      early.append(event)
    }
  }

  /// Whether such an event is among those that were kept.
  func hasKept(_ matches: (XEvent) -> Bool) -> Bool { early.contains(where: matches) }

  private func receivedEvent() -> XEvent? {
    unsafe xcb_poll_for_event(handle).map { unsafe take($0) }
  }

  @unsafe private func take(_ event: UnsafeMutablePointer<xcb_generic_event_t>) -> XEvent {
    defer { unsafe free(event) }
    return unsafe decode(event)
  }

  // MARK: Requests without a reply

  /// Makes an unmapped window that hears of changes to its properties, and of its end: any client may destroy it.
  ///
  /// - Parameter parent: the window that it ends with; nil for the root window.
  mutating func createWindow(in parent: XWindow? = nil) -> XWindow {
    hasUnsent = true
    let window = unsafe xcb_generate_id(handle)
    let mask: [UInt32] = [XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue]
    unsafe xcb_create_window(
      handle, 0, window, (parent ?? root).rawValue, -10, -10, 1, 1, 0,
      UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue), 0, XCB_CW_EVENT_MASK.rawValue, mask)
    return XWindow(rawValue: window)
  }

  mutating func destroyWindow(_ window: XWindow) {
    hasUnsent = true
    unsafe xcb_destroy_window(handle, window.rawValue)
  }

  /// The changes of a window that this client hears of; other clients have interests of their own.
  enum Interest { case nothing, destruction, propertiesAndDestruction }

  /// Selects the changes that this client hears of. Its own windows keep the events they were made with: a peer may
  /// give the number of one as its own.
  mutating func observe(_ window: XWindow, _ interest: Interest) {
    guard !isSameClient(window, XWindow(rawValue: resourceBase)) else { return }
    hasUnsent = true
    let destruction = XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue
    let mask: [UInt32] =
      switch interest {
      case .nothing: [0]
      case .destruction: [destruction]
      case .propertiesAndDestruction: [destruction | XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue]
      }
    unsafe xcb_change_window_attributes(handle, window.rawValue, XCB_CW_EVENT_MASK.rawValue, mask)
  }

  enum ChangeMode: UInt8 { case replace = 0, append = 2 }

  /// Sets a property; `range` counts bytes and must not exceed `maximumPropertyBytes`.
  @discardableResult
  mutating func changeProperty(
    _ property: XAtom, of window: XWindow, type: XAtom, format: Int, _ payload: Payload, range: Range<Int>,
    mode: ChangeMode = .replace
  ) -> XSequence {
    hasUnsent = true
    let sequence = payload.withSpan { bytes in
      unsafe bytes.extracting(range).withUnsafeBytes { part in
        unsafe xcb_change_property(
          handle, mode.rawValue, window.rawValue, property.rawValue, type.rawValue, UInt8(format),
          UInt32(part.count / (format / 8)), part.baseAddress
        ).sequence
      }
    }
    if case .secret = payload { overwriteQueue() }
    return XSequence(rawValue: sequence)
  }

  /// Has XCB's queue hold nothing of what was sent.
  ///
  /// It keeps small requests (`xcbint.h`: 16 KiB of them) until others take their place. Servers pass over what a
  /// request of no operation holds.
  private func overwriteQueue() {
    unsafe xcb_flush(handle)
    let (noOperation, queueSize) = (UInt8(127), 16 << 10)
    var request = unsafe xcb_protocol_request_t(count: 1, ext: nil, opcode: noOperation, isvoid: 1)
    unsafe withUnsafeTemporaryAllocation(byteCount: queueSize, alignment: 4) { zeros in
      unsafe zeros.initializeMemory(as: UInt8.self, repeating: 0)
      // XCB wants two places before the first part for itself.
      var parts = unsafe [iovec(), iovec(), iovec(iov_base: zeros.baseAddress, iov_len: queueSize)]
      unsafe parts.withUnsafeMutableBufferPointer { parts in
        _ = unsafe xcb_send_request(
          handle, 0, parts.baseAddress.map { unsafe $0 + 2 }, &request)
      }
    }
  }

  mutating func changeProperty(_ property: XAtom, of window: XWindow, to value: PropertyValue) {
    changeProperty(
      property, of: window, type: value.type, format: value.format, value.payload,
      range: 0..<value.byteCount)
  }

  mutating func deleteProperty(_ property: XAtom, of window: XWindow) {
    hasUnsent = true
    unsafe xcb_delete_property(handle, window.rawValue, property.rawValue)
  }

  mutating func convertSelection(
    _ selection: XAtom, to target: XAtom, property: XAtom, of requestor: XWindow, time: XTimestamp
  ) {
    noteQuestion()
    unsafe xcb_convert_selection(
      handle, requestor.rawValue, selection.rawValue, target.rawValue, property.rawValue, time.rawValue)
  }

  mutating func setOwner(of selection: XAtom, to owner: XWindow, time: XTimestamp) {
    noteQuestion()
    unsafe xcb_set_selection_owner(handle, owner.rawValue, selection.rawValue, time.rawValue)
  }

  /// Answers a request; the property `.none` refuses it.
  mutating func notify(_ request: SelectionRequest, property: XAtom) {
    hasUnsent = true
    var event = xcb_selection_notify_event_t()
    event.response_type = UInt8(XCB_SELECTION_NOTIFY)
    event.time = request.time.rawValue
    event.requestor = request.requestor.rawValue
    event.selection = request.selection.rawValue
    event.target = request.target.rawValue
    event.property = property.rawValue
    unsafe send(&event, MemoryLayout<xcb_selection_notify_event_t>.size, to: request.requestor, mask: 0)
  }

  /// Tells everybody that `owner` has become the owner of a manager selection (ICCCM 2.8).
  mutating func announceManager(_ selection: XAtom, owner: XWindow, time: XTimestamp, manager: XAtom) {
    hasUnsent = true
    var event = xcb_client_message_event_t()
    event.response_type = UInt8(XCB_CLIENT_MESSAGE)
    event.format = 32
    event.window = root.rawValue
    event.type = manager.rawValue
    unsafe event.data.data32 = (time.rawValue, selection.rawValue, owner.rawValue, 0, 0)
    unsafe send(
      &event, MemoryLayout<xcb_client_message_event_t>.size, to: root,
      mask: XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue)
  }

  /// An event on the wire has 32 bytes, whatever its structure has.
  @unsafe func send(_ event: UnsafeRawPointer, _ size: Int, to window: XWindow, mask: UInt32) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { wire in
      unsafe wire.initializeMemory(as: UInt8.self, repeating: 0)
      unsafe wire.copyMemory(from: UnsafeRawBufferPointer(start: event, count: min(32, size)))
      unsafe xcb_send_event(
        handle, 0, window.rawValue, mask, wire.baseAddress?.assumingMemoryBound(to: CChar.self))
    }
  }

  /// Something was sent that nobody waits for.
  mutating func noteRequest() { hasUnsent = true }

  /// Something was sent that we wait for the result of.
  mutating func noteQuestion() {
    hasUnsent = true
    isAwaited = true
  }
}

extension XConnection {
  @unsafe private func decode(_ event: UnsafeMutablePointer<xcb_generic_event_t>) -> XEvent {
    let raw = UnsafeRawPointer(event)
    let code = unsafe event.pointee.response_type & 0x7F
    let isSent = unsafe event.pointee.response_type & 0x80 != 0
    if isSent, Self.isServersOwn(code) { return .other }
    switch Int32(code) {
    case 0:
      let error = unsafe raw.load(as: xcb_value_error_t.self)
      return .requestFailed(code: error.error_code, resource: error.bad_value)
    case XCB_SELECTION_REQUEST:
      let request = unsafe raw.load(as: xcb_selection_request_event_t.self)
      return .selectionRequest(
        SelectionRequest(
          requestor: XWindow(rawValue: request.requestor), selection: XAtom(rawValue: request.selection),
          target: XAtom(rawValue: request.target), property: XAtom(rawValue: request.property),
          time: XTimestamp(rawValue: request.time)))
    case XCB_SELECTION_NOTIFY:
      let answer = unsafe raw.load(as: xcb_selection_notify_event_t.self)
      return .selectionNotify(
        SelectionNotification(
          requestor: XWindow(rawValue: answer.requestor), selection: XAtom(rawValue: answer.selection),
          target: XAtom(rawValue: answer.target), property: XAtom(rawValue: answer.property)))
    case XCB_SELECTION_CLEAR:
      let clear = unsafe raw.load(as: xcb_selection_clear_event_t.self)
      return .selectionClear(
        selection: XAtom(rawValue: clear.selection), owner: XWindow(rawValue: clear.owner))
    case XCB_PROPERTY_NOTIFY:
      let change = unsafe raw.load(as: xcb_property_notify_event_t.self)
      let window = XWindow(rawValue: change.window)
      let property = XAtom(rawValue: change.atom)
      let time = XTimestamp(rawValue: change.time)
      return UInt32(change.state) == XCB_PROPERTY_DELETE.rawValue
        ? .propertyDeleted(
          window: window, property: property, after: XSequence(rawValue: unsafe event.pointee.full_sequence))
        : .propertyChanged(window: window, property: property, time: time)
    case XCB_DESTROY_NOTIFY:
      return .windowDestroyed(XWindow(rawValue: unsafe raw.load(as: xcb_destroy_notify_event_t.self).window))
    default:
      return unsafe decodeInput(raw, code: code) ?? decodeXFixes(raw, code: code) ?? .other
    }
  }

  @unsafe private func decodeXFixes(_ raw: UnsafeRawPointer, code: UInt8) -> XEvent? {
    // Only events of a client that selected them arrive, so the extension's data is there already.
    guard code >= 64, let extensionData = unsafe xcb_get_extension_data(handle, pb_xfixes_extension()),
      unsafe extensionData.pointee.present != 0, unsafe code == extensionData.pointee.first_event
    else { return nil }
    let change = unsafe raw.load(as: xcb_xfixes_selection_notify_event_t.self)
    return .ownerChanged(
      OwnerChange(
        selection: XAtom(rawValue: change.selection), owner: XWindow(rawValue: change.owner),
        hasVanished: UInt32(change.subtype) != XCB_XFIXES_SELECTION_EVENT_SET_SELECTION_OWNER.rawValue,
        selectionTime: XTimestamp(rawValue: change.selection_timestamp)))
  }
}

extension XConnection {
  /// Waits for a reply; events that come meanwhile are kept. Nil if the server refused.
  ///
  /// - Throws: `timedOut`, `unavailable`.
  mutating func await<Value>(
    until deadline: MonotonicTime, _ reply: (borrowing XConnection) -> Reply<Value>
  ) throws(ExchangeError) -> Value? {
    while true {
      keepEvents()
      switch reply(self) {
      case .value(let value): return value
      case .failed:
        if isLost { throw .connectionLost }
        return nil
      case .pending: try waitForServer(until: deadline)
      }
    }
  }

  /// Waits to be told which keys stand for a symbol.
  ///
  /// - Throws: `timedOut`, `unavailable`.
  mutating func keys(
    for symbol: XKeySymbol, until deadline: MonotonicTime
  ) throws(ExchangeError) -> Set<XKeyCode> {
    let ticket = keyboard()
    let keys = try self.await(until: deadline) { $0.reply(to: ticket) } ?? [:]
    return Set(keys.filter { $0.value == symbol }.keys)
  }
}
