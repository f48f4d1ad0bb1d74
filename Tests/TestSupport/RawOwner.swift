import Synchronization

/// A selection whose owner answers as a test tells it, in a thread of its own with a raw connection.
public final class RawOwner: Sendable {
  /// Answers one request; false ends the connection at once, as the death of the owner would.
  public typealias Answer = @Sendable (RawClient, RawClient.Request) throws -> Bool

  private let thread: Thread<Void>
  private let mustEnd = Mutex(false)
  /// The names of the targets that were asked for.
  private let asked = Mutex<[String]>([])

  /// Returns when the selection is owned.
  public init(on server: PrivateXServer, selection: String = "CLIPBOARD", answer: @escaping Answer) throws {
    let display = server.display
    let taken = Flag()
    let (box, started) = (WeakOwner(), Flag())
    thread = Thread {
      guard let client = try? RawClient(display: display), (try? client.own(selection)) == true else {
        return
      }
      taken.raise()
      try? started.wait()
      while let owner = box.owner, !owner.mustEnd.withLock({ $0 }) {
        guard let request = try? client.waitForRequest(timeout: .milliseconds(100)) else { continue }
        owner.asked.withLock { $0.append(client.name(of: request.target) ?? "?") }
        guard (try? answer(client, request)) == true else { break }
        // What the server has not read when a connection ends may be lost with it.
        client.sync()
      }
      client.disconnect()
    }
    try taken.wait()
    box.set(self)
    started.raise()
  }

  public var requests: [String] { asked.withLock { $0 } }

  /// Ends the connection when the request under way is answered.
  public func end() throws {
    mustEnd.withLock { $0 = true }
    try thread.join()
  }

  private final class WeakOwner: Sendable {
    private struct Reference { weak var owner: RawOwner? }
    private let reference = Mutex(Reference())
    var owner: RawOwner? { reference.withLock { $0.owner } }
    func set(_ owner: RawOwner) { reference.withLock { $0.owner = owner } }
  }
}

extension RawClient {
  /// Answers with a value of 8-bit items, in one piece.
  public func give(_ bytes: [UInt8], as type: String, to request: Request) {
    setProperty(request.property, of: request.requestor, type: atom(type), bytes: bytes)
    answer(request)
  }

  /// Answers `TARGETS`.
  public func list(_ targets: [String], type: String = "ATOM", to request: Request) {
    setProperty(request.property, of: request.requestor, type: atom(type), words: targets.map(atom))
    answer(request)
  }

  /// Announces pieces, and waits until the requestor is ready for the first.
  public func announce(_ size: UInt32, to request: Request) throws {
    observeProperties(of: request.requestor)
    setProperty(request.property, of: request.requestor, type: atom("INCR"), words: [size])
    answer(request)
    try waitForPropertyChange(request.property, of: request.requestor, isDeleted: true)
  }

  /// Sends a piece and waits until it is taken.
  public func send(_ piece: [UInt8], as type: String, to request: Request, timeout: Duration = .seconds(15))
    throws
  {
    setProperty(request.property, of: request.requestor, type: atom(type), bytes: piece)
    try waitForPropertyChange(request.property, of: request.requestor, isDeleted: true, timeout: timeout)
  }
}
