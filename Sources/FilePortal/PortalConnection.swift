import DBus
import Glibc
import System
import WaylandSelections

/// A connection to the session bus for calls that are answered one after another.
struct PortalConnection: ~Copyable {
  typealias Failure = DocumentPortal.Failure

  private let socket: Socket
  private var client = BusClient()
  private var descriptors = DescriptorQueue()

  private init(_ socket: consuming Socket) { self.socket = socket }

  /// Connects to the bus of a list of addresses.
  static func open(_ list: String?, until deadline: MonotonicTime) throws(Failure) -> PortalConnection {
    var connection = PortalConnection(try socket(list, until: deadline))
    let greeting = connection.client.begin(user: geteuid())
    try connection.send(greeting, [], until: deadline)
    return connection
  }

  private static func socket(_ list: String?, until deadline: MonotonicTime) throws(Failure) -> Socket {
    let addresses = list.map(BusAddress.all) ?? []
    let sockets = addresses.compactMap {
      $0.isAbstract ? Socket.Address(path: $0.path, isAbstract: true) : Socket.Address(file: $0.path)
    }
    guard let name = addresses.first?.path, !sockets.isEmpty else {
      throw Failure(reason: "there is no session bus")
    }
    let socket: Socket
    do {
      socket = try Socket(connectingTo: sockets, name: name, until: deadline)
    } catch {
      throw Failure(reason: "no session bus at \(name): \(error.reason)")
    }
    guard socket.isOfSamePerson else {
      throw Failure(reason: "the session bus belongs to another user")
    }
    return socket
  }

  /// The values that a method returns.
  ///
  /// - Parameter files: passed with the call; the values name them by their index.
  mutating func call(
    _ message: BusMessage, files: [OpenFile] = [], until deadline: MonotonicTime
  ) throws(Failure) -> [BusValue] {
    var message = message
    message.descriptorCount = UInt32(files.count)
    let call = client.call(message)
    try send(call.bytes, files, until: deadline)
    while true {
      let answer: BusMessage?
      do throws(BusError) { answer = try next(call.serial) } catch {
        throw Failure(reason: error.description)
      }
      if let answer {
        guard answer.kind == .reply else { throw Failure(reason: Self.printable(answer.errorText)) }
        return answer.body
      }
      let wait = DescriptorWait(number: socket.number)
      guard DescriptorWait.ready(among: [wait], until: deadline).contains(wait) else {
        throw Failure(reason: "the session bus did not answer in time")
      }
      let outcome = DescriptorPassing.receive(&descriptors, from: socket) { client.append($0) }
      // Nothing that is asked for here returns descriptors.
      while descriptors.take() != nil {}
      if outcome == .ended { throw Failure(reason: "the session bus closed the connection") }
    }
  }

  /// The answer to a call, if it has come.
  private mutating func next(_ serial: UInt32) throws(BusError) -> BusMessage? {
    while let (incoming, _) = try client.next() {
      // Signals and calls by others are passed over.
      if case .answer(serial, let message) = incoming { return message }
    }
    return nil
  }

  private borrowing func send(
    _ bytes: [UInt8], _ files: [OpenFile], until deadline: MonotonicTime
  ) throws(Failure) {
    var rest = bytes[...]
    var files = files
    while !rest.isEmpty {
      switch DescriptorPassing.send(rest, files: files, to: socket) {
      case .moved(let count):
        rest = rest.dropFirst(count)
        files = []
      case .ended: throw Failure(reason: "the session bus closed the connection")
      case .nothing:
        let wait = DescriptorWait(number: socket.number, isForRoom: true)
        guard DescriptorWait.ready(among: [wait], until: deadline).contains(wait) else {
          throw Failure(reason: "the session bus did not answer in time")
        }
      }
    }
  }

  /// Without control characters, which a terminal would obey.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(200).map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
