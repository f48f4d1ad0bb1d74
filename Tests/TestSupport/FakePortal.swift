package import DBus
import Glibc
import Synchronization
import System
import WaylandSelections

/// A message bus with the document portal's transfer of files and nothing else, in this process.
///
/// It does as a test wants: also what no good portal does. Its thread ends with the last reference to it.
package final class FakePortal: Sendable {
  /// The bytes to send in place of the honest answer to a call, none for silence; nil for the honest answer.
  package typealias Answer = @Sendable (BusMessage) -> [UInt8]?

  package struct Failure: Error {}

  private struct Transfer {
    let client: FakeMutter.Client
    var paths: [String] = []
  }

  private struct State {
    var clients: [FakeMutter.Client] = []
    var transfers: [String: Transfer] = [:]
    var calls: [String] = []
    var fileCounts: [Int] = []
    var lastSerial: UInt32 = 0
  }

  /// The address of the bus, as in `DBUS_SESSION_BUS_ADDRESS`.
  package var address: String { "unix:path=\(folder)/bus" }
  private let folder: String
  private let core: Core
  private let wakeUp = WakeUp()

  package init(
    greeting: String = "OK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n",
    _ answer: @escaping Answer = { _ in nil }
  ) throws(Failure) {
    var template = Array("/tmp/pasteboard-portal-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure() }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let listener = FakeCompositor.listen(folder + "/bus") else { throw Failure() }
    core = Core(listener, greeting, answer)
    let (core, wakeUp) = (core, wakeUp)
    Thread<Void>.start {
      FakeCompositor.ignoreBrokenPipes()
      while !wakeUp.wait(until: .now) { core.turn(wakenBy: wakeUp) }
      core.close()
    }
  }

  deinit {
    wakeUp.signal()
    unlink(folder + "/bus")
    rmdir(folder)
  }

  /// The methods that were called.
  package var calls: [String] { core.state.withLock(\.calls) }
  /// The number of descriptors of each call that adds files.
  package var fileCounts: [Int] { core.state.withLock(\.fileCounts) }
  /// The keys whose files are offered.
  package var keys: [String] { core.state.withLock { Array($0.transfers.keys) } }

  /// An answer to a call, as it is sent.
  package static func reply(_ body: [BusValue], to call: BusMessage) -> [UInt8] {
    var message = BusMessage(.reply)
    (message.serial, message.replySerial, message.body) = (7, call.serial, body)
    return message.bytes()
  }

  package static func error(_ name: String, _ text: String, to call: BusMessage) -> [UInt8] {
    var message = BusMessage(.error)
    (message.serial, message.replySerial, message.errorName) = (7, call.serial, name)
    message.body = [.string(text)]
    return message.bytes()
  }

  private final class Core: Sendable {
    let state = Mutex(State())
    private let listener: Int32
    private let greeting: String
    private let answer: Answer

    init(_ listener: Int32, _ greeting: String, _ answer: @escaping Answer) {
      (self.listener, self.greeting, self.answer) = (listener, greeting, answer)
    }

    func close() {
      Glibc.close(listener)
      state.withLock { $0.clients = [] }
    }

    func turn(wakenBy wakeUp: WakeUp) {
      let numbers = state.withLock { $0.clients.map { $0.socket.number } }
      var descriptors = ([wakeUp.fileDescriptor, listener] + numbers).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = poll(&descriptors, nfds_t(descriptors.count), 50)
      state.withLock { state in
        if descriptors[1].revents != 0 {
          let accepted = accept(listener, nil, nil)
          if accepted >= 0 { state.clients.append(FakeMutter.Client(Socket(connected: accepted), 0)) }
        }
        for client in state.clients { serve(client, &state) }
      }
    }

    private func serve(_ client: FakeMutter.Client, _ state: inout State) {
      let outcome = DescriptorPassing.receive(&client.files, from: client.socket) { client.buffer += $0 }
      while let end = client.proofEnd {
        let line = String(decoding: client.buffer[..<end], as: UTF8.self)
        client.buffer.removeFirst(end + 2)
        if line.contains("AUTH") { client.send(Array(greeting.utf8)) }
        if line == "BEGIN" { client.isGreeted = true }
      }
      while client.isGreeted, let message = client.next() { handle(message, client, &state) }
      if outcome == .ended || client.isGone {
        state.clients.removeAll { $0 === client }
        // As the portal does it.
        state.transfers = state.transfers.filter { $0.value.client !== client }
      }
    }

    private func handle(_ call: BusMessage, _ client: FakeMutter.Client, _ state: inout State) {
      state.calls.append(call.member ?? "")
      if let bytes = answer(call) {
        if !bytes.isEmpty { client.send(bytes) }
        return
      }
      switch (call.member, call.body.first) {
      case ("Hello", _): client.send(FakePortal.reply([.string(":1.10")], to: call))
      case ("StartTransfer", _):
        let key = "\(1000 + state.transfers.count)"
        state.transfers[key] = Transfer(client: client)
        client.send(FakePortal.reply([.string(key)], to: call))
      case ("AddFiles", .string(let key)?):
        state.fileCounts.append(client.files.count)
        while let file = client.files.take() {
          var path = [CChar](repeating: 0, count: 4097)
          let count = readlink("/proc/self/fd/\(file.number)", &path, 4096)
          let bytes = path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
          state.transfers[key]?.paths.append(String(decoding: bytes, as: UTF8.self))
        }
        client.send(FakePortal.reply([], to: call))
      case ("RetrieveFiles", .string(let key)?):
        guard let transfer = state.transfers[key] else {
          return client.send(
            FakePortal.error("org.freedesktop.DBus.Error.AccessDenied", "Invalid transfer", to: call))
        }
        client.send(FakePortal.reply([.strings(transfer.paths)], to: call))
      default:
        client.send(FakePortal.error("org.freedesktop.DBus.Error.UnknownMethod", "no such method", to: call))
      }
    }
  }
}
