/// A client's side of the protocol: its objects and their numbers, what the compositor has, what is on offer.
///
/// A pure state machine: messages go in, events come out, and what is to be sent gathers in `outgoing`. Objects that
/// were destroyed are remembered until the compositor says that it has forgotten them, as it may have spoken of them
/// meanwhile.
package struct DataControlClient: Sendable {
  private var objects = ClientObjects<Interface>(display: .display)
  private var offers = Offers()
  /// Those that no selection has named yet, in the order in which they came.
  private var unnamed: [UInt32] = []
  /// The number of the offer in each slot; 0 for none.
  private var (copied, selected): (UInt32, UInt32) = (0, 0)
  private var manager: UInt32?
  private var device: UInt32?

  var stream = MessageStream()
  package var outgoing = OutgoingQueue()
  /// What the compositor has of what is used here.
  package private(set) var globals: [Global] = []
  /// The protocol in use, once it is.
  package private(set) var control: DataControl?
  /// Whether there is something that can be selected, beside what is copied.
  package private(set) var hasPrimary = false
  /// The `sync` after which all globals are known.
  package private(set) var greeting: UInt32 = 0

  /// A client that asks what the compositor has.
  package init() {
    let registry = objects.make(.registry)
    send(1, Request.getRegistry, [.word(registry)])
    greeting = sync()
  }

  /// The offer in a slot; nil for none.
  package func offer(_ slot: Slot) -> Offer? { offers[self[slot]] }

  private subscript(slot: Slot) -> UInt32 {
    get { slot == .copied ? copied : selected }
    set { if slot == .copied { copied = newValue } else { selected = newValue } }
  }
}

// MARK: What is asked for

extension DataControlClient {
  /// Asks for word of having come to here: the number that `done` will have.
  package mutating func sync() -> UInt32 {
    let callback = objects.make(.callback)
    send(1, Request.sync, [.word(callback)])
    return callback
  }

  /// Takes up the best protocol that the compositor has, for its first seat; false if it lacks either.
  package mutating func attach() -> Bool {
    guard device == nil else { return true }
    for row in DataControl.all {
      guard let global = globals.first(where: { $0.interface == row.manager }),
        let seat = globals.first(where: { $0.interface == Self.seat })
      else { continue }
      let version = row.version(offered: global.version)
      let manager = bind(global, as: .manager, version: version)
      let seatObject = bind(seat, as: .seat, version: 1)
      let device = objects.make(.device)
      send(manager, Request.getDevice, [.word(device), .word(seatObject)])
      (self.manager, self.device, control) = (manager, device, row)
      hasPrimary = version >= row.primarySince
      return true
    }
    return false
  }

  /// Makes a source that offers these names, and sets it; nil before `attach`.
  package mutating func select(_ names: [String], _ slot: Slot) -> UInt32? {
    guard let manager, let device else { return nil }
    let source = objects.make(.source)
    send(manager, Request.createSource, [.word(source)])
    for name in names { send(source, Request.sourceOffer, [.text(Array(name.utf8))]) }
    send(device, Self.setRequest(slot), [.word(source)])
    return source
  }

  /// Sets nothing.
  package mutating func clear(_ slot: Slot) {
    guard let device else { return }
    send(device, Self.setRequest(slot), [.word(0)])
  }

  /// Asks for a form of what is on offer, to be written into a pipe; false if it is on offer no longer.
  package mutating func receive(_ name: String, of offer: Offer, into file: OpenFile) -> Bool {
    guard offers[offer.identifier] != nil else { return false }
    let text = WireMessage.Argument.text(Array(name.utf8))
    outgoing.append(WireMessage(offer.identifier, Request.receive, [text]), file)
    return true
  }

  /// Lets a source go.
  package mutating func destroy(source: UInt32) {
    guard objects.destroy(source) else { return }
    send(source, Request.sourceDestroy)
  }

  private static func setRequest(_ slot: Slot) -> UInt16 {
    slot == .copied ? Request.setSelection : Request.setPrimarySelection
  }

  private mutating func bind(_ global: Global, as interface: Interface, version: UInt32) -> UInt32 {
    let object = objects.make(interface)
    // The registry is the first object that a client makes.
    send(
      2, Request.bind,
      [.word(global.name), .text(Array(global.interface.utf8)), .word(version), .word(object)])
    return object
  }

  private mutating func send(_ object: UInt32, _ opcode: UInt16, _ arguments: [WireMessage.Argument] = []) {
    outgoing.append(WireMessage(object, opcode, arguments))
  }
}

// MARK: What comes

extension DataControlClient {
  /// Takes a message, with the descriptor that belongs to it; nil if nobody need know.
  package mutating func handle(
    _ message: WireMessage, _ files: inout DescriptorQueue
  ) throws(WireError) -> Event? {
    guard files.count <= Limit.unclaimedFiles else { throw .malformed("file descriptors without a message") }
    var arguments = ArgumentReader(message)
    if message.object >= Self.firstServerObject {
      // Events about a destroyed offer may still be on their way.
      guard message.opcode == 0 else { throw .malformed("event \(message.opcode) of an offer") }
      offers.add(try arguments.text() ?? [], to: message.object)
      return nil
    }
    let object = try objects.target(of: message)
    switch (object.interface, message.opcode) {
    case (.display, 0):
      _ = try arguments.word()
      _ = try arguments.word()
      throw .refused(Self.printable(try arguments.text() ?? []))
    case (.display, 1): try objects.forget(try arguments.word())
    case (.registry, 0): try addGlobal(&arguments)
    case (.registry, 1):
      let name = try arguments.word()
      globals.removeAll { $0.name == name }
    case (.callback, 0):
      guard objects.destroy(message.object) else { throw .malformed("a callback that was already called") }
      return .done(message.object)
    case (.seat, 0), (.seat, 1): break
    case (.device, _): return try handleDevice(message.opcode, &arguments)
    case (.source, 0):
      guard let file = files.take() else { throw .malformed("a file descriptor is missing") }
      let name = Offer.name(try arguments.text() ?? [])
      guard let name, !object.isDestroyed else { return nil }
      return .asked(source: message.object, name: name, file)
    case (.source, 1):
      return object.isDestroyed ? nil : .cancelled(source: message.object)
    default: throw .malformed("event \(message.opcode) of object \(message.object)")
    }
    return nil
  }

  private mutating func handleDevice(
    _ opcode: UInt16, _ arguments: inout ArgumentReader
  ) throws(WireError) -> Event? {
    switch opcode {
    case 0:
      let offer = try arguments.word()
      guard offer >= Self.firstServerObject, offers[offer] == nil else {
        throw .malformed("an offer with the invalid number \(offer)")
      }
      offers.make(offer)
      unnamed.append(offer)
      if unnamed.count > Limit.unnamedOffers { letGo(unnamed.removeFirst()) }
      return nil
    case 1: return try name(try arguments.word(), .copied)
    case 2: return .finished
    case 3: return try name(try arguments.word(), .selected)
    default: throw .malformed("event \(opcode) of a device")
    }
  }

  /// Makes an offer the current one of a slot.
  private mutating func name(_ offer: UInt32, _ slot: Slot) throws(WireError) -> Event {
    guard offer == 0 || offers[offer] != nil else {
      throw .malformed("a selection of offer \(offer), which does not exist")
    }
    let former = self[slot]
    self[slot] = offer
    unnamed.removeAll { $0 == offer }
    if former != 0, former != copied, former != selected { letGo(former) }
    return .changed(slot)
  }

  private mutating func letGo(_ offer: UInt32) {
    offers.remove(offer)
    send(offer, Request.offerDestroy)
  }

  private mutating func addGlobal(_ arguments: inout ArgumentReader) throws(WireError) {
    let name = try arguments.word()
    let interface = try arguments.text() ?? []
    let version = try arguments.word()
    guard let known = Self.interface(called: interface) else { return }
    guard globals.count < Limit.globals else { throw .malformed("too many globals") }
    globals.append(Global(name: name, interface: known, version: version))
  }

  /// The name of an interface that is used here; nil for any other.
  private static func interface(called name: [UInt8]) -> String? {
    if name.elementsEqual(seat.utf8) { return seat }
    return DataControl.all.first { name.elementsEqual($0.manager.utf8) }?.manager
  }

  package static func printable(_ text: [UInt8]) -> String {
    String(decoding: text.prefix(400).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
  }
}

/// The events of the machine, and the numbers of the protocol.
extension DataControlClient {
  /// An event.
  package enum Event {
    /// The compositor has come to this `sync`.
    case done(UInt32)
    /// Another offer is in a slot, or none any more.
    case changed(Slot)
    /// The seat is gone, and with it all that was copied there.
    case finished
    /// Somebody wants a form of what a source of ours offers, through a pipe.
    case asked(source: UInt32, name: String, OpenFile)
    /// A source of ours has been replaced, or was never accepted.
    case cancelled(source: UInt32)
    /// The answer to a request for a form: what is read from this file.
    case given(request: UInt32, OpenFile)
    /// The request for a form has failed, for this reason.
    case refused(request: UInt32, RequestRefusal)
  }

  /// Why a request for a form has failed.
  package enum RequestRefusal: Hashable, Sendable {
    /// Another one goes on, which this client waits for no longer.
    case busy
    /// What the other side says.
    case reason(String)
  }

  /// Something that a compositor has for every client.
  package struct Global: Hashable, Sendable {
    package let name: UInt32
    package let interface: String
    package let version: UInt32
  }

  /// The kind of an object of ours.
  enum Interface {
    case display, registry, callback, seat, manager, device, source
  }

  /// The numbers of requests.
  enum Request {
    static let sync: UInt16 = 0
    static let getRegistry: UInt16 = 1
    static let bind: UInt16 = 0
    static let createSource: UInt16 = 0
    static let getDevice: UInt16 = 1
    static let setSelection: UInt16 = 0
    static let setPrimarySelection: UInt16 = 2
    static let sourceOffer: UInt16 = 0
    static let sourceDestroy: UInt16 = 1
    static let receive: UInt16 = 0
    static let offerDestroy: UInt16 = 1
  }

  /// The bounds on what a compositor may make us remember.
  enum Limit {
    /// Offers that no selection has named yet.
    static let unnamedOffers = 16
    static let globals = 4096
    /// Descriptors that no message has claimed.
    static let unclaimedFiles = 64
  }

  /// The interface of what a device is had for.
  static let seat = "wl_seat"

  /// Numbers from here on are given by the server.
  static let firstServerObject: UInt32 = 0xFF00_0000
}

/// One of the protocols by which a program reads and sets what is copied without a window, as a compositor has it.
///
/// They differ in name and in what their versions hold; requests, events and their numbers are the same.
package struct DataControl: Hashable, Sendable {
  /// The name of the interface that all else is made with.
  package let manager: String
  /// The newest version that is known here.
  let newest: UInt32
  /// The first version that has what is selected, beside what is copied.
  let primarySince: UInt32

  /// All that are known, the best first.
  package static let all = [
    DataControl(manager: "ext_data_control_manager_v1", newest: 1, primarySince: 1),
    DataControl(manager: "zwlr_data_control_manager_v1", newest: 2, primarySince: 2),
  ]

  /// The version that is used with a compositor that has this one.
  func version(offered: UInt32) -> UInt32 { min(offered, newest) }
}
