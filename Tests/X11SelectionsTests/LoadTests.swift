import Glibc
import TestSupport
import Testing

@testable import X11Selections

/// Much at once: an owner in a process of its own, so that its memory and descriptors can be counted.
@Suite(.serialized, .timeLimit(.minutes(2))) struct LoadTests {
  let server: PrivateXServer

  init() throws {
    server = try PrivateXServer()
  }

  /// The program that this suite is built with, beside the tests themselves.
  private static var soakProgram: String {
    var path = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &path, path.count)
    let own = String(decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let beside = own.split(separator: "/").dropLast().joined(separator: "/")
    if access("/\(beside)/SelectionSoak", X_OK) == 0 { return "/\(beside)/SelectionSoak" }
    // A bundle that a runner has loaded is named on the command line.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own
    return (bundle.split(separator: "/").dropLast() + ["SelectionSoak"]).reduce("") { "\($0)/\($1)" }
  }

  private func startOwner(_ arguments: String...) throws -> ChildProcess {
    let owner = try ChildProcess([Self.soakProgram, "own"] + arguments, environment: server.environment)
    try #require(owner.firstLine(timeout: .seconds(20)) == "ready")
    return owner
  }

  @Test("A soak: no byte lost, no memory, no descriptor")
  func soak() throws {
    let owner = try startOwner()
    func run(_ requests: Int, seed: UInt64) throws -> SelectionSoak.Result {
      try SelectionSoak(display: server.display, clients: 20, requests: requests, seed: seed)
        .run(timeout: .seconds(60))
    }
    let warmUp = try run(100, seed: 1)
    #expect(warmUp.failures == [])
    let memory = try #require(owner.residentMemory)
    let descriptors = try #require(owner.descriptorCount)
    let result = try run(1000, seed: 2)
    #expect(result.failures == [])
    #expect(result.deaths > 50)
    #expect(owner.isRunning)
    #expect(try #require(owner.residentMemory) < memory + (8 << 20))
    try waitUntil { owner.descriptorCount == descriptors }
  }

  @Test("64 MiB arrive byte for byte, and the owner holds them once")
  func largeTransfer() throws {
    let size = 64 << 20
    let owner = try startOwner("\(size)")
    let result = try ChildProcess.run([Self.soakProgram, "read"], environment: server.environment)
    #expect(result.text == "\(size) exact\n")
    #expect(try #require(owner.peakMemory) < size + (16 << 20))
  }

  @Test("Two hundred requestors at once get a million bytes each")
  func crowd() throws {
    let owner = try startOwner("1000000")
    let result = try ChildProcess.run(
      [Self.soakProgram, "crowd", "200"], environment: server.environment, timeout: .seconds(60))
    #expect(result.text.hasPrefix("200 exact"))
    #expect(owner.isRunning)
  }

  @Test(
    "Clients that ask without end take neither the memory nor the clipboard",
    arguments: ["TARGETS", "UTF8_STRING"])
  func floods(target: String) throws {
    let owner = try startOwner()
    let memory = try #require(owner.residentMemory)
    let floods = (0..<3).map { _ in
      Thread { [display = server.display] in
        guard let client = try? RawClient(display: display) else { return 0 }
        let end = ContinuousClock.now + .seconds(3)
        var count = 0
        while ContinuousClock.now < end {
          client.convert("CLIPBOARD", to: target, times: 1000)
          count += 1000
        }
        return count
      }
    }
    let patient = try RawClient(display: server.display)
    for _ in 0..<3 { #expect(try patient.fetch("CLIPBOARD", "UTF8_STRING") != nil) }
    let count = try floods.reduce(0) { try $0 + $1.join() }
    #expect(count > 10_000)
    #expect(try #require(owner.peakMemory) < memory + (64 << 20), "\(count) requests")
  }
}
