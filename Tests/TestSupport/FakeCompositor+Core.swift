import Glibc
import Synchronization
import System
import WaylandSelections

extension FakeCompositor {
  /// What was copied, by whom.
  enum Copy {
    case source(Source)
    case own([(name: [UInt8], form: Form)])

    var names: [[UInt8]] {
      switch self {
      case .source(let source): source.names
      case .own(let forms): forms.map(\.name)
      }
    }
  }

  final class Source {
    weak var client: Client?
    let number: UInt32
    var names: [[UInt8]] = []

    init(_ client: Client, _ number: UInt32) {
      (self.client, self.number) = (client, number)
    }
  }

  /// The thread's part.
  final class Core: Sendable {
    let state: Mutex<State>
    private let listener: Int32

    init(_ manner: Manner, _ listener: Int32) {
      self.listener = listener
      state = Mutex(State(manner))
    }

    func close() {
      Glibc.close(listener)
      state.withLock { state in
        state.clients = []
        state.copies = [:]
        state.pipes.close()
      }
    }

    func turn(wakenBy wakeUp: WakeUp) {
      let (numbers, isWriting) = state.withLock { state in
        (state.clients.map { $0.socket.number }, !state.pipes.endless.isEmpty)
      }
      var descriptors = ([wakeUp.fileDescriptor, listener] + numbers).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = poll(&descriptors, nfds_t(descriptors.count), isWriting ? 1 : 50)
      state.withLock { state in
        if descriptors[1].revents != 0 {
          let accepted = accept(listener, nil, nil)
          if accepted >= 0 {
            state.clients.append(Client(Socket(connected: accepted)))
            state.connectionCount += 1
          }
        }
        for client in state.clients { state.serve(client) }
        state.pipes.writeOn()
      }
    }
  }

  struct State {
    let manner: Manner
    var clients: [Client] = []
    var copies: [Slot: Copy] = [:]
    /// Pipes that nothing is written to.
    var pipes = OwnerPipes()
    var askedNames: [String] = []
    var connectionCount = 0

    init(_ manner: Manner) {
      self.manner = manner
    }

    mutating func set(_ copy: Copy?, _ slot: Slot) {
      if case .source(let former)? = copies[slot] { former.client?.send(WireMessage(former.number, 1)) }
      copies[slot] = copy
      for client in clients {
        for device in client.devices { tell(client, device, slot) }
      }
    }

    /// Introduces an offer, and says what it is.
    private mutating func tell(_ client: Client, _ device: UInt32, _ slot: Slot) {
      let opcode: UInt16 = slot == .copied ? 1 : 3
      guard let copy = copies[slot] else { return client.send(WireMessage(device, opcode, [.word(0)])) }
      let offer = client.nextOffer
      client.nextOffer += 1
      client.offers[offer] = copy
      client.send(WireMessage(device, 0, [.word(offer)]))
      for name in copy.names { client.send(WireMessage(offer, 0, [.text(name)])) }
      client.send(WireMessage(device, opcode, [.word(offer)]))
    }

    mutating func serve(_ client: Client) {
      let outcome = DescriptorPassing.receive(into: &client.stream, &client.files, from: client.socket)
      while let message = try? client.stream.next() {
        client.requestCount += 1
        if client.requestCount == manner.hangsUpAfter { return drop(client) }
        if !manner.isSilent, (try? handle(message, client)) == nil { return drop(client) }
        if client.requestCount == manner.answersUpTo { return drop(client) }
      }
      if outcome == .ended || client.isGone { drop(client) }
    }

    mutating func drop(_ client: Client) {
      clients.removeAll { $0 === client }
      for (slot, copy) in copies {
        if case .source(let source) = copy, source.client === client || source.client == nil {
          copies[slot] = nil
          for other in clients {
            for device in other.devices { tell(other, device, slot) }
          }
        }
      }
    }

    private mutating func handle(_ message: WireMessage, _ client: Client) throws(WireError) {
      var arguments = ArgumentReader(message)
      client.sendsBytes = manner.sendsBytes
      switch (client.kinds[message.object], message.opcode) {
      case (.display, 0):
        let callback = try arguments.word()
        client.send(WireMessage(callback, 0, [.word(0)]))
        client.send(WireMessage(1, 1, [.word(callback)]))
      case (.display, 1):
        let registry = try arguments.word()
        client.kinds[registry] = .registry
        for (name, global) in manner.globals.enumerated() {
          let text = WireMessage.Argument.text(Array(global.interface.utf8))
          client.send(WireMessage(registry, 0, [.word(UInt32(name + 1)), text, .word(global.version)]))
        }
      case (.registry, 0):
        _ = try arguments.word()
        let interface = String(decoding: try arguments.text() ?? [], as: UTF8.self)
        _ = try arguments.word()
        client.kinds[try arguments.word()] = interface == "wl_seat" ? .seat : .manager
      case (.manager, 0):
        let number = try arguments.word()
        client.kinds[number] = .source(Source(client, number))
      case (.manager, 1):
        let device = try arguments.word()
        client.kinds[device] = .device
        client.devices.append(device)
        for slot in Slot.allCases where copies[slot] != nil || manner.tellsOfNothing {
          tell(client, device, slot)
        }
      case (.source(let source), 0): source.names.append(try arguments.text() ?? [])
      case (.source, 1):
        client.kinds[message.object] = nil
        client.send(WireMessage(1, 1, [.word(message.object)]))
      case (.device, 0): try select(try arguments.word(), .copied, client)
      case (.device, 2): try select(try arguments.word(), .selected, client)
      case (nil, _) where client.offers[message.object] != nil:
        if message.opcode == 0 {
          try give(message.object, try arguments.text() ?? [], client)
        } else {
          client.offers[message.object] = nil
        }
      default: throw .malformed("request \(message.opcode) of \(message.object)")
      }
    }

    private mutating func select(_ number: UInt32, _ slot: Slot, _ client: Client) throws(WireError) {
      if number == 0 { return set(nil, slot) }
      guard case .source(let source)? = client.kinds[number] else { throw .malformed("no source") }
      if manner.refusesSources { return client.send(WireMessage(number, 1)) }
      set(.source(source), slot)
    }

    /// What is old gives nothing.
    private mutating func give(_ offer: UInt32, _ name: [UInt8], _ client: Client) throws(WireError) {
      guard let pipe = client.files.take() else { throw .malformed("no descriptor") }
      askedNames.append(String(decoding: name, as: UTF8.self))
      switch client.offers[offer] {
      case .source(let source):
        guard copies.values.contains(where: { if case .source(source) = $0 { true } else { false } }) else {
          return
        }
        source.client?.send(WireMessage(source.number, 0, [.text(name)]), [pipe])
      case .own(let forms):
        guard let form = forms.first(where: { $0.name == name })?.form else { return }
        write(form, to: pipe)
      case nil: return
      }
    }

    private mutating func write(_ form: Form, to pipe: OpenFile) {
      if case .dies = form { set(nil, .copied) }
      pipes.write(form, to: pipe)
    }
  }

  /// Who is connected.
  final class Client {
    enum Kind {
      case display, registry, seat, manager, device
      case source(Source)
    }

    let socket: Socket
    var stream = MessageStream()
    var files = DescriptorQueue()
    var kinds: [UInt32: Kind] = [1: .display]
    var devices: [UInt32] = []
    var offers: [UInt32: Copy] = [:]
    /// The next object that the server makes for this client.
    var nextOffer: UInt32 = 0xFF00_0000
    var requestCount = 0
    var sendsBytes = false
    private(set) var isGone = false

    init(_ socket: consuming Socket) {
      self.socket = socket
    }

    func send(_ message: WireMessage, _ files: [OpenFile] = []) { send(message.bytes, files) }

    /// Whoever does not read is cut off.
    func send(_ bytes: [UInt8], _ files: [OpenFile] = []) {
      var rest = bytes[...]
      var files = files
      while !rest.isEmpty, !isGone {
        switch DescriptorPassing.send(sendsBytes ? rest.prefix(1) : rest, files: files, to: socket) {
        case .moved(let count):
          rest = rest.dropFirst(count)
          files = []
        case .nothing:
          var room = pollfd(fd: socket.number, events: Int16(POLLOUT), revents: 0)
          isGone = poll(&room, 1, 1000) <= 0
        case .ended: isGone = true
        }
      }
    }
  }
}

private func ~= (pattern: FakeCompositor.Source, value: FakeCompositor.Source) -> Bool { pattern === value }
