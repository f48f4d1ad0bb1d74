/// Many clients that ask one owner for everything it has, some of which die at random points.
///
/// The owner is expected to offer `UTF8_STRING`, `medium` and `large`, each of `sampleBytes`, and `failing`,
/// which it refuses.
public struct SelectionSoak: Sendable {
  public static let sizes = ["UTF8_STRING": 1_000, "medium": 100_000, "large": 3_000_000]

  private static let samples = sizes.mapValues { sampleBytes($0) }

  public struct Result: Sendable {
    public var requests = 0
    public var deaths = 0
    public var bytes = 0
    /// What went wrong, in words.
    public var failures: [String] = []
  }

  private let display: String
  private let clients: Int
  private let requests: Int
  private let seed: UInt64

  public init(display: String, clients: Int, requests: Int, seed: UInt64) {
    self.display = display
    self.clients = clients
    self.requests = requests
    self.seed = seed
  }

  /// Runs to the end; every client has a thread and a connection of its own.
  public func run(timeout: Duration) throws -> Result {
    let threads = (0..<clients).map { number in
      Thread<Result> { runClient(number, requests: requests / clients) }
    }
    return try threads.reduce(into: Result()) { total, thread in
      let part = try thread.join(timeout: timeout)
      total.requests += part.requests
      total.deaths += part.deaths
      total.bytes += part.bytes
      total.failures += part.failures
    }
  }

  private func runClient(_ number: Int, requests: Int) -> Result {
    var generator = SeededGenerator(seed: seed &* 1000 &+ UInt64(number))
    var result = Result()
    var client: RawClient?
    while result.requests < requests {
      result.requests += 1
      do {
        let peer = try client ?? RawClient(display: display)
        client = peer
        if Int.random(in: 0..<10, using: &generator) == 0 {
          try die(peer, &generator)
          client = nil
          result.deaths += 1
        } else {
          result.bytes += try ask(peer, &generator)
        }
      } catch {
        result.failures.append("seed \(seed), client \(number), request \(result.requests): \(error)")
        client = nil
        if result.failures.count > 5 { break }
      }
    }
    return result
  }

  private struct Wrong: Error { let what: String }

  private func ask(_ client: RawClient, _ generator: inout SeededGenerator) throws -> Int {
    let timeout = Duration.seconds(20)
    func fetch(_ target: String) throws -> RawClient.Property? {
      try client.fetch("CLIPBOARD", target, timeout: timeout)
    }
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<10:
      guard try fetch("nonsense") == nil, try fetch("failing") == nil else {
        throw Wrong(what: "not refused")
      }
      return 0
    case 10..<30:
      guard try fetch("TARGETS")?.words.count == 8 else { throw Wrong(what: "TARGETS") }
      return 32
    case 30..<35:
      guard try fetch("TIMESTAMP")?.words.count == 1 else { throw Wrong(what: "TIMESTAMP") }
      return 4
    case 35..<40:
      let (list, one, other) = (client.atom("LIST"), client.atom("ONE"), client.atom("OTHER"))
      let words = [client.atom("large"), one, client.atom("nonsense"), list, client.atom("large"), other]
      client.setProperty(list, type: client.atom("ATOM_PAIR"), words: words)
      client.convert("CLIPBOARD", to: client.atom("MULTIPLE"), property: list)
      guard try client.waitForAnswer(target: client.atom("MULTIPLE"), timeout: timeout) == list else {
        throw Wrong(what: "MULTIPLE")
      }
      let received = try client.receiveInterleaved(
        [.init(window: client.window, property: one), .init(window: client.window, property: other)],
        timeout: timeout)
      return try received.reduce(0) { try $0 + check("large", $1) }
    case 40..<45:
      return try check("large", fetch("large")?.bytes)
    case 45..<60:
      return try check("medium", fetch("medium")?.bytes)
    default:
      return try check("UTF8_STRING", fetch("UTF8_STRING")?.bytes)
    }
  }

  private func check(_ target: String, _ bytes: [UInt8]?) throws -> Int {
    guard let bytes, let sample = Self.samples[target], hasSameBytes(bytes, sample) else {
      throw Wrong(what: "\(target): \(bytes?.count ?? -1) bytes, or others")
    }
    return bytes.count
  }

  /// Ends the connection with something under way.
  private func die(_ client: RawClient, _ generator: inout SeededGenerator) throws {
    let target = ["UTF8_STRING", "medium", "large", "large"].randomElement(using: &generator) ?? "large"
    let stage = Int.random(in: 0..<4, using: &generator)
    client.convert("CLIPBOARD", to: target, property: "DYING")
    if stage > 0 {
      _ = try client.waitForAnswer(target: client.atom(target), timeout: .seconds(20))
    }
    if stage > 1, target == "large" {
      client.deleteProperty(client.atom("DYING"))
      try client.waitForPropertyChange(client.atom("DYING"), isDeleted: false, timeout: .seconds(20))
      if stage > 2 { client.deleteProperty(client.atom("DYING")) }
    }
    client.disconnect()
  }
}
