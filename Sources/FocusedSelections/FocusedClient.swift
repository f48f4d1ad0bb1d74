package import Exchange
import System
package import WaylandSelections

/// A client of the core protocol's data device, which gives and takes what is copied while a window of the client has
/// the keyboard's focus.
///
/// A pure state machine. It opens a window of one pixel, waits for the focus, and what was asked for until then is done
/// then.
package struct FocusedClient: SelectionClient {
  package typealias Event = DataControlClient.Event

  /// What an object of this client is.
  private enum Interface {
    case display, registry, callback, compositor, memory, seat, manager, device, keyboard, surface
    case windows, windowSurface, window, pool, buffer, source
  }

  /// A global that is used here: its interface, and the newest version that is known.
  private static let wanted: [(interface: String, kind: Interface, version: UInt32)] = [
    ("wl_compositor", .compositor, 1), ("wl_shm", .memory, 1), ("wl_seat", .seat, 1),
    ("wl_data_device_manager", .manager, 1), ("xdg_wm_base", .windows, 1),
  ]

  package var outgoing = OutgoingQueue()
  package private(set) var greeting: UInt32 = 0
  /// Whether the compositor hands the selections of all its programs to those of X11 in all their forms, focus or not.
  package private(set) var isMutter = false

  private var stream = MessageStream()
  private var objects = ClientObjects<Interface>(display: .display)
  private var globals: [String: (name: UInt32, version: UInt32)] = [:]
  private var bound: [String: UInt32] = [:]
  private var offers = Offers()
  private var unnamed: [UInt32] = []
  private var current: UInt32?
  private var device: UInt32 = 0
  private var surface: UInt32 = 0
  private var windowSurface: UInt32 = 0
  private var window: UInt32 = 0
  private var hasBuffer = false
  private var hasKeyboard = false
  /// The number of the event that gave the focus, which proves that a person is there.
  private var focus: UInt32?
  /// What is set once there is the focus, one after the other; 0 for nothing.
  private var sources: [UInt32] = []
  /// The `sync`s that are asked for then.
  private var delayedSyncs: [UInt32] = []
  /// The callbacks of the compositor, and the numbers that they stand for.
  private var syncs: [UInt32: UInt32] = [:]
  private var lastSync: UInt32 = 0
  private var events: [Event] = []

  /// The name that the window has, for whoever lists windows.
  private static let title = "pb"
  /// Numbers from here on are given by the server.
  private static let firstServerObject: UInt32 = 0xFF00_0000

  package init() {
    let registry = objects.make(.registry)
    send(1, 1, [.word(registry)])
    greeting = realSync()
  }

  /// What the compositor lacks for this; nil for nothing.
  package var lack: String? {
    Self.wanted.first { globals[$0.interface] == nil }.map { "this compositor has no \($0.interface)" }
  }
}

// MARK: What is asked for

extension FocusedClient {
  package var protocolName: String { "core" }
  package var hasMessage: Bool { !events.isEmpty || stream.hasMessage }

  package func offer(_ slot: Slot) -> Offer? { slot == .copied ? current.flatMap { offers[$0] } : nil }

  package mutating func append(_ received: [UInt8]) { stream.append(received) }

  package mutating func requireControl(of slot: Slot) throws(ExchangeError) {
    guard slot == .copied else {
      throw ExchangeError(.unavailable, "the core protocol of Wayland has no primary selection")
    }
    if let lack { throw ExchangeError(.unavailable, lack) }
    if device == 0 { openWindow() }
  }

  /// Until there is the focus nothing is known: what is asked for before is done with it.
  package mutating func sync() -> UInt32 {
    guard device != 0, focus == nil else { return realSync() }
    lastSync += 1
    delayedSyncs.append(lastSync)
    return lastSync
  }

  private mutating func realSync() -> UInt32 {
    lastSync += 1
    requestSync(lastSync)
    return lastSync
  }

  private mutating func requestSync(_ number: UInt32) {
    let callback = objects.make(.callback)
    syncs[callback] = number
    send(1, 0, [.word(callback)])
  }

  package mutating func select(_ names: [String], _ slot: Slot, isSensitive: Bool) -> UInt32? {
    guard slot == .copied, let manager = bound["wl_data_device_manager"] else { return nil }
    let source = objects.make(.source)
    send(manager, 0, [.word(source)])
    for name in names { send(source, 0, [.text(Array(name.utf8))]) }
    sources.append(source)
    if focus != nil { setSelection() }
    return source
  }

  package mutating func destroy(source: UInt32) {
    guard objects.destroy(source) else { return }
    send(source, 1)
  }

  package mutating func clear(_ slot: Slot) {
    guard slot == .copied, device != 0 else { return }
    sources.append(0)
    if focus != nil { setSelection() }
  }

  package mutating func request(_ name: String, of offer: Offer) throws(ExchangeError) -> FormRequest? {
    let ends: (reading: OpenFile, writing: OpenFile)
    do { ends = try DescriptorPassing.pipe() } catch {
      throw ExchangeError(.unavailable, error.description)
    }
    if offers[offer.identifier] != nil {
      let text = WireMessage.Argument.text(Array(name.utf8))
      outgoing.append(WireMessage(offer.identifier, 1, [text]).bytes, [ends.writing])
    }
    return .file(ends.reading)
  }

  /// The end of the pipe says it.
  package mutating func closed(file number: Int32) {}

  package func trace(sent bytes: ArraySlice<UInt8>, _ trace: WireTrace) {
    trace.noteMessages(sentIn: bytes)
  }

  private mutating func send(_ object: UInt32, _ opcode: UInt16, _ arguments: [WireMessage.Argument] = []) {
    outgoing.append(WireMessage(object, opcode, arguments).bytes)
  }
}

// MARK: The window

extension FocusedClient {
  private mutating func openWindow() {
    for (interface, kind, version) in Self.wanted {
      guard let global = globals[interface] else { continue }
      let object = objects.make(kind)
      // The registry is the first object that a client makes.
      send(
        2, 0,
        [
          .word(global.name), .text(Array(interface.utf8)), .word(min(version, global.version)),
          .word(object),
        ])
      bound[interface] = object
    }
    device = objects.make(.device)
    send(bound["wl_data_device_manager"] ?? 0, 1, [.word(device), .word(bound["wl_seat"] ?? 0)])
    surface = objects.make(.surface)
    send(bound["wl_compositor"] ?? 0, 0, [.word(surface)])
    windowSurface = objects.make(.windowSurface)
    send(bound["xdg_wm_base"] ?? 0, 2, [.word(windowSurface), .word(surface)])
    window = objects.make(.window)
    send(windowSurface, 1, [.word(window)])
    send(window, 2, [.text(Array(Self.title.utf8))])
    send(window, 3, [.text(Array(Self.title.utf8))])
    send(surface, 6)
  }

  /// One pixel that shows nothing, once the compositor has told the size of the window.
  private mutating func show() {
    guard !hasBuffer, let memory = try? SharedMemory.empty(byteCount: 4) else { return }
    hasBuffer = true
    let pool = objects.make(.pool)
    outgoing.append(
      WireMessage(bound["wl_shm"] ?? 0, 0, [.word(pool), .word(4)]).bytes, [memory])
    let buffer = objects.make(.buffer)
    // A pixel of four bytes with how far it covers what is behind (ARGB8888).
    send(pool, 0, [.word(buffer), .word(0), .word(1), .word(1), .word(4), .word(0)])
    send(surface, 1, [.word(buffer), .word(0), .word(0)])
    send(surface, 2, [.word(0), .word(0), .word(1), .word(1)])
    send(surface, 6)
  }

  /// The focus is here: what waits for it is done.
  private mutating func begin(_ serial: UInt32) {
    focus = serial
    setSelection()
    for number in delayedSyncs { requestSync(number) }
    delayedSyncs = []
  }

  private mutating func setSelection() {
    guard let last = sources.last, let focus else { return }
    for source in sources { send(device, 1, [.word(source), .word(focus)]) }
    sources = []
    // What is copied stays without the window, which would be in the way.
    guard last != 0, objects[window]?.isDestroyed == false else { return }
    for object in [window, windowSurface, surface] where objects.destroy(object) { send(object, 0) }
  }
}

// MARK: What comes

extension FocusedClient {
  package mutating func nextEvent(
    _ files: inout DescriptorQueue, _ trace: WireTrace?
  ) throws(WireError) -> Event? {
    while true {
      if !events.isEmpty { return events.removeFirst() }
      guard let message = try stream.next() else { return nil }
      trace?.note(message, isSent: false)
      guard files.count <= 64 else { throw .malformed("descriptors that belong to nothing") }
      try handle(message, &files)
    }
  }

  private mutating func handle(
    _ message: WireMessage, _ files: inout DescriptorQueue
  ) throws(WireError) {
    var arguments = ArgumentReader(message)
    if message.object >= Self.firstServerObject {
      // The name of a form; what else is said of an offer is about drags.
      if message.opcode == 0 { offers.add(try arguments.text() ?? [], to: message.object) }
      return
    }
    let object = try objects.target(of: message)
    switch (object.interface, message.opcode) {
    case (.display, 0):
      _ = try arguments.word()
      _ = try arguments.word()
      throw .refused(DataControlClient.printable(try arguments.text() ?? []))
    case (.display, 1): try objects.forget(try arguments.word())
    case (.registry, 0): try addGlobal(&arguments)
    case (.callback, 0):
      if let number = syncs.removeValue(forKey: message.object) { events.append(.done(number)) }
    case (.seat, 0):
      // Of a seat without one nobody may ask for a keyboard.
      guard try arguments.word() & 2 != 0, !hasKeyboard else { return }
      hasKeyboard = true
      send(message.object, 1, [.word(objects.make(.keyboard))])
    case (.windows, 0): send(message.object, 3, [.word(try arguments.word())])
    case (.windowSurface, 0):
      guard !object.isDestroyed else { return }
      send(message.object, 4, [.word(try arguments.word())])
      show()
    case (.keyboard, 0): _ = files.take()
    case (.keyboard, 1):
      let serial = try arguments.word()
      if focus == nil { begin(serial) }
    case (.device, _): try handleDevice(message.opcode, &arguments)
    case (.source, 1):
      guard let file = files.take() else { throw .malformed("a descriptor is missing") }
      let bytes = try arguments.text() ?? []
      guard !object.isDestroyed, let name = String(validating: bytes, as: UTF8.self) else { return }
      events.append(.asked(source: message.object, name: name, file))
    case (.source, 2):
      if !object.isDestroyed { events.append(.cancelled(source: message.object)) }
    default: break
    }
  }

  private mutating func handleDevice(_ opcode: UInt16, _ arguments: inout ArgumentReader) throws(WireError) {
    switch opcode {
    case 0:
      let number = try arguments.word()
      guard number >= Self.firstServerObject, offers[number] == nil else {
        throw .malformed("an offer of number \(number)")
      }
      offers.make(number)
      unnamed.append(number)
      if unnamed.count > 16 { letGo(unnamed.removeFirst()) }
    case 5:
      let number = try arguments.word()
      guard number == 0 || offers[number] != nil else {
        throw .malformed("a selection of offer \(number), which does not exist")
      }
      let former = current
      current = number == 0 ? nil : number
      unnamed.removeAll { $0 == number }
      if let former, former != number { letGo(former) }
      events.append(.changed(.copied))
    default: break
    }
  }

  private mutating func letGo(_ offer: UInt32) {
    offers.remove(offer)
    send(offer, 2)
  }

  private mutating func addGlobal(_ arguments: inout ArgumentReader) throws(WireError) {
    let name = try arguments.word()
    let bytes = try arguments.text() ?? []
    let version = try arguments.word()
    if bytes.elementsEqual("gtk_shell1".utf8) { isMutter = true }
    guard let row = Self.wanted.first(where: { bytes.elementsEqual($0.interface.utf8) }) else { return }
    if globals[row.interface] == nil { globals[row.interface] = (name, version) }
  }
}
