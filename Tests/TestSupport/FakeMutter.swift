package import DBus
package import Exchange
package import GNOMESelections
import Glibc
import Synchronization
import System
package import WaylandSelections

/// A message bus with Mutter's clipboard and nothing else, in this process, that does as a test wants: also what no good
/// bus and no good compositor does.
///
/// It speaks with the codec of the client, from the other side. Its thread ends with the last reference to it.
package final class FakeMutter: Sendable {
  /// How it behaves.
  package struct Manner: Sendable {
    /// Whether somebody has Mutter's name.
    package var hasService = true
    /// The error that a session is refused with; nil to give one.
    package var refusal: (name: String, text: String)?
    /// Whether each byte is sent by itself.
    package var sendsBytes = false
    /// Whether messages are in the other byte order.
    package var isBigEndian = false
    /// After how many messages of a client it hangs up; nil for never.
    package var hangsUpAfter: Int?
    /// How many messages of a client it answers; nil for all.
    package var answersUpTo: Int?
    /// What the proof of who a client is gets.
    package var greeting = "OK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n"
    /// Changes each message before it is sent; nil leaves it out.
    package var alter: (@Sendable (BusMessage) -> BusMessage?)?
    /// Whether it asks each owner for text, and offers it when that is gone, as Mutter does.
    package var keepsText = true
    /// How many requests for a form are refused as one goes on.
    package var busyReads = 0
    /// Whether the answer to a request for a form lacks its descriptor.
    package var forgetsDescriptors = false

    package init() {}
  }

  package struct Failure: Error {}

  /// The address of the bus, as in `DBUS_SESSION_BUS_ADDRESS`.
  package var address: String { "unix:path=\(folder)/bus,guid=0123456789abcdef0123456789abcdef" }
  private let folder: String
  private let core: Core
  private let wakeUp = WakeUp()

  package init(_ manner: Manner = Manner()) throws(Failure) {
    var template = Array("/tmp/pasteboard-mutter-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure() }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let listener = FakeCompositor.listen(folder + "/bus") else { throw Failure() }
    core = Core(manner, listener)
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

  /// How to reach it.
  package var backend: Backend { .gnome(bus: address) }
  package var display: MutterDisplay { MutterDisplay(address) }

  /// Copies something in a client's place.
  package func offer(_ forms: [String: FakeCompositor.Form]) {
    let sorted = forms.sorted { $0.key < $1.key }.map { (name: $0.key, form: $0.value) }
    core.state.withLock { $0.set(.own(sorted)) }
  }

  /// Copies nothing.
  package func clear() { core.state.withLock { $0.set(nil) } }

  /// Says something to all who are connected, as Mutter on each one's session unless the message says otherwise.
  package func say(_ message: BusMessage, files: [OpenFile] = []) {
    core.state.withLock { state in
      for client in state.clients { state.send(message, to: client, files) }
    }
  }

  /// Sends bytes that may be no message.
  package func say(bytes: [UInt8]) {
    core.state.withLock { state in for client in state.clients { client.send(bytes) } }
  }

  /// A signal of Mutter's about each client's session.
  package static func signal(_ member: String, _ body: [BusValue] = []) -> BusMessage {
    var message = BusMessage(.signal)
    (message.path, message.interface, message.member) = (Core.session, Core.interface, member)
    (message.sender, message.body) = (Core.service, body)
    return message
  }

  /// The names that are on offer.
  package var names: [String]? { core.state.withLock { $0.copy?.names } }

  /// The names of forms that somebody has asked for.
  package var askedNames: [String] { core.state.withLock(\.askedNames) }

  /// The methods that were called, by all clients.
  package var calledMethods: [String] { core.state.withLock(\.calledMethods) }

  /// How many have connected so far, and how many are.
  package var connectionCount: Int { core.state.withLock(\.connectionCount) }
  package var clientCount: Int { core.state.withLock { $0.clients.count } }

  /// Ends all connections.
  package func hangUp() {
    core.state.withLock { state in
      // What was copied is gone before anybody can connect again.
      for client in state.clients { shutdown(client.socket.number, Int32(SHUT_RDWR)) }
      state.clients = []
      state.keeperPipe = nil
      if case .client? = state.copy { state.copy = nil }
    }
  }

  /// Changes how it behaves from now on.
  package func change(_ change: (inout Manner) -> Void) {
    core.state.withLock { change(&$0.manner) }
  }
}
