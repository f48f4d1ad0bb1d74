import DBus
import Glibc
import Synchronization
import System
import WaylandSelections

extension FakeMutter {
  /// What was copied, by whom.
  enum Copy {
    case client(Client, [String])
    case own([(name: String, form: FakeCompositor.Form)])

    var names: [String] {
      switch self {
      case .client(_, let names): names
      case .own(let forms): forms.map(\.name)
      }
    }
  }

  /// The thread's part.
  final class Core: Sendable {
    static let name = "org.gnome.Mutter.RemoteDesktop"
    static let service = ":1.2"
    static let session = "/org/gnome/Mutter/RemoteDesktop/Session/u1"
    static let interface = name + ".Session"

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
        state.copy = nil
        state.pipes.close()
      }
    }

    func turn(wakenBy wakeUp: WakeUp) {
      let (numbers, isWriting) = state.withLock { state in
        (state.clients.map { $0.socket.number }, !state.pipes.endless.isEmpty || state.keeperPipe != nil)
      }
      var descriptors = ([wakeUp.fileDescriptor, listener] + numbers).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = poll(&descriptors, nfds_t(descriptors.count), isWriting ? 1 : 50)
      state.withLock { state in
        if descriptors[1].revents != 0 {
          let accepted = accept(listener, nil, nil)
          if accepted >= 0 {
            state.clients.append(Client(Socket(connected: accepted), state.connectionCount))
            state.connectionCount += 1
          }
        }
        for client in state.clients { state.serve(client) }
        state.readForKeeper()
        state.pipes.writeOn()
      }
    }
  }

  struct State {
    var manner: Manner
    var clients: [Client] = []
    var copy: Copy?
    /// Pipes that nothing is written to.
    var pipes = OwnerPipes()
    var askedNames: [String] = []
    var calledMethods: [String] = []
    var connectionCount = 0
    private var lastSerial: UInt32 = 0
    private var lastTransfer: UInt32 = 0
    /// The ends that owners are to get, by the number of the request.
    private var transfers: [UInt32: OpenFile] = [:]
    /// What Mutter's own keeper reads, and has read.
    var keeperPipe: OpenFile?
    private var keptText: [UInt8]?

    init(_ manner: Manner) { self.manner = manner }

    static let text = "text/plain;charset=utf-8"

    /// Tells all sessions of another owner.
    mutating func set(_ new: Copy?) {
      copy = new
      (keeperPipe, keptText) = (nil, nil)
      for client in clients where client.isEnabled { tell(client) }
    }

    /// Mutter's keeper asks before the owner hears that it is one.
    mutating func askForKeeper() {
      guard manner.keepsText, case .client(let owner, let names)? = copy, names.contains(Self.text),
        let ends = try? DescriptorPassing.pipe()
      else { return }
      keeperPipe = ends.reading
      ask(owner, Self.text, ends.writing)
    }

    mutating func readForKeeper() {
      guard let pipe = keeperPipe else { return }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = Glibc.read(pipe.number, &bytes, bytes.count)
        if count > 0 {
          keptText = (keptText ?? []) + bytes.prefix(count)
        } else {
          if count == 0 { keeperPipe = nil }
          return
        }
      }
    }

    private mutating func ask(_ owner: Client, _ name: String, _ pipe: OpenFile) {
      lastTransfer += 1
      transfers[lastTransfer] = pipe
      send(FakeMutter.signal("SelectionTransfer", [.string(name), .uint32(lastTransfer)]), to: owner)
    }

    mutating func tell(_ client: Client) {
      var options: [(name: String, value: BusValue)] = []
      if let copy {
        options.append(("mime-types", .structure([.strings(copy.names)])))
        var isOwner = false
        if case .client(client, _) = copy { isOwner = true }
        options.append(("session-is-owner", .boolean(isOwner)))
      }
      send(FakeMutter.signal("SelectionOwnerChanged", [.options(options)]), to: client)
    }

    mutating func serve(_ client: Client) {
      let outcome = DescriptorPassing.receive(&client.files, from: client.socket) { client.buffer += $0 }
      client.sendsBytes = manner.sendsBytes
      while let end = client.proofEnd {
        let line = String(decoding: client.buffer[..<end], as: UTF8.self)
        client.buffer.removeFirst(end + 2)
        if line.contains("AUTH") { client.send(Array(manner.greeting.utf8)) }
        if line == "BEGIN" { client.isGreeted = true }
      }
      while client.isGreeted, let message = client.next() {
        client.messageCount += 1
        if client.messageCount == manner.hangsUpAfter { return drop(client) }
        if client.messageCount <= manner.answersUpTo ?? .max { handle(message, client) }
      }
      if outcome == .ended || client.isGone { drop(client) }
    }

    mutating func drop(_ client: Client) {
      clients.removeAll { $0 === client }
      guard case .client(client, _)? = copy else { return }
      transfers = [:]
      readForKeeper()
      let text = keptText
      set(nil)
      if let text { set(.own([(Self.text, .bytes(text))])) }
    }

    /// Sends a message, in Mutter's place unless it says otherwise.
    mutating func send(_ message: BusMessage, to client: Client, _ files: [OpenFile] = []) {
      var message = message
      lastSerial += 1
      message.serial = lastSerial
      message.destination = ":1.\(client.number + 10)"
      message.descriptorCount = UInt32(files.count)
      if let alter = manner.alter {
        guard let altered = alter(message) else { return }
        message = altered
      }
      client.send(message.bytes(isLittleEndian: !manner.isBigEndian), files)
    }

    private mutating func answer(
      _ call: BusMessage, _ client: Client, _ body: [BusValue] = [], from sender: String = Core.service,
      _ files: [OpenFile] = []
    ) {
      guard !call.flags.contains(.noReply) else { return }
      var reply = BusMessage(.reply)
      (reply.replySerial, reply.sender, reply.body) = (call.serial, sender, body)
      send(reply, to: client, files)
    }

    private mutating func refuse(_ call: BusMessage, _ client: Client, _ name: String, _ text: String) {
      var error = BusMessage(.error)
      (error.replySerial, error.sender) = (call.serial, Core.service)
      (error.errorName, error.body) = ("org.freedesktop.DBus.Error." + name, [.string(text)])
      send(error, to: client)
    }

    private mutating func handle(_ call: BusMessage, _ client: Client) {
      calledMethods.append(call.member ?? "")
      let bus = BusClient.bus
      switch (call.member, call.body.first) {
      case ("Hello", _): answer(call, client, [.string(":1.\(client.number + 10)")], from: bus)
      case ("AddMatch", _): answer(call, client, from: bus)
      case (_, _) where !manner.hasService: refuse(call, client, "NameHasNoOwner", "nobody has it")
      case ("GetConnectionUnixProcessID", _): answer(call, client, [.uint32(UInt32(getpid()))], from: bus)
      case ("GetNameOwner", _): answer(call, client, [.string(Core.service)], from: bus)
      case ("CreateSession", _):
        guard let refusal = manner.refusal else { return answer(call, client, [.objectPath(Core.session)]) }
        refuse(call, client, refusal.name, refusal.text)
      case ("EnableClipboard", _):
        client.isEnabled = true
        if copy != nil { tell(client) }
        answer(call, client)
      case ("Get", .string(let interface)?):
        guard interface == "org.gnome.Shell" else { return answer(call, client, [.variant(.string("u1"))]) }
        answer(call, client, [.variant(.string("48.7"))])
      case ("SetSelection", let options?):
        if let names = options.option("mime-types")?.texts {
          set(.client(client, names))
          askForKeeper()
        } else if case .client(client, _)? = copy {
          set(nil)
        }
        answer(call, client)
      case ("SelectionRead", .string(let name)?): read(name, call, client)
      case ("SelectionWrite", .uint32(let number)?):
        guard let pipe = transfers[number] else { return refuse(call, client, "Failed", "no such transfer") }
        answer(call, client, [.descriptor(0)], [pipe])
      case ("SelectionWriteDone", .uint32(let number)?):
        transfers[number] = nil
        answer(call, client)
      default: refuse(call, client, "UnknownMethod", "there is no such method")
      }
    }

    private mutating func read(_ name: String, _ call: BusMessage, _ client: Client) {
      askedNames.append(name)
      if manner.busyReads > 0 {
        manner.busyReads -= 1
        return refuse(call, client, "LimitsExceeded", "Tried to read in parallel")
      }
      guard let ends = try? DescriptorPassing.pipe() else { return refuse(call, client, "Failed", "no pipe") }
      answer(call, client, [.descriptor(0)], manner.forgetsDescriptors ? [] : [ends.reading])
      switch copy {
      case .client(let owner, let names) where names.contains(name): ask(owner, name, ends.writing)
      case .own(let forms):
        if let form = forms.first(where: { $0.name == name })?.form { write(form, to: ends.writing) }
      default: break
      }
    }

    private mutating func write(_ form: FakeCompositor.Form, to pipe: OpenFile) {
      if case .dies = form { set(nil) }
      pipes.write(form, to: pipe)
    }
  }

  /// Who is connected.
  final class Client {
    let socket: Socket
    let number: Int
    var buffer: [UInt8] = []
    var files = DescriptorQueue()
    var isGreeted = false
    var isEnabled = false
    var messageCount = 0
    var sendsBytes = false
    private(set) var isGone = false

    init(_ socket: consuming Socket, _ number: Int) {
      self.socket = socket
      self.number = number
    }

    /// Where a line of the proof ends that has come.
    var proofEnd: Int? { isGreeted ? nil : buffer.firstIndex(of: 0x0D) }

    func next() -> BusMessage? {
      guard buffer.count >= BusMessage.fixedSize, let size = try? BusMessage.size(of: buffer[...]),
        buffer.count >= size
      else { return nil }
      defer { buffer.removeFirst(size) }
      return try? BusMessage(Array(buffer[..<size]))
    }

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

private func ~= (pattern: FakeMutter.Client, value: FakeMutter.Client) -> Bool { pattern === value }
