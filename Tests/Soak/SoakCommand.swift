import Exchange
import Glibc
import TestSupport
import X11Selections

/// `SelectionSoak [REQUESTS [CLIENTS [SEED]]]` runs the soak on a private X server and prints what it found.
///
/// `SelectionSoak own [BYTES]` only owns the clipboard, `SelectionSoak read` only reads it: the peers of
/// tests and measurements. `SelectionSoak crowd COUNT` reads a million bytes in COUNT connections at once.
@main enum SoakCommand {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "own": try own(arguments.dropFirst().first.flatMap { Int($0) })
    case "read": try read()
    case "crowd": try crowd(arguments.dropFirst().first.flatMap { Int($0) } ?? 1000)
    default: try soak(arguments.map { Int($0) ?? 0 })
    }
  }

  /// Offers what the soak asks for, or sample bytes as `UTF8_STRING`; says `ready` when it owns it.
  private static func own(_ size: Int?) throws {
    let sizes = size.map { ["UTF8_STRING": $0] } ?? SelectionSoak.sizes
    let targets = size == nil ? ["UTF8_STRING", "medium", "large", "failing"] : ["UTF8_STRING"]
    let values = sizes.mapValues { sampleBytes($0) }
    let content = Content(names: targets) { target in
      values[target].map { Representation(declared: target, bytes: $0) }
    }
    var owner = try SelectionOwner(selection: "CLIPBOARD", content: content)
    print("ready")
    fflush(nil)
    try owner.serve()
  }

  private static func read() throws {
    var requestor = try SelectionRequestor(timeout: .seconds(60), byteLimit: 1 << 32)
    let bytes = try requestor.property("UTF8_STRING", of: "CLIPBOARD").bytes
    print(bytes.count, areSampleBytes(bytes) ? "exact" : "DAMAGED")
  }

  private static func crowd(_ count: Int) throws {
    let start = ContinuousClock.now
    let threads = (0..<count).map { _ in
      Thread<String?> {
        do throws(ExchangeError) {
          var requestor = try SelectionRequestor(timeout: .seconds(120))
          let bytes = try requestor.property("UTF8_STRING", of: "CLIPBOARD").bytes
          return areSampleBytes(bytes) ? nil : "damaged"
        } catch {
          return error.description
        }
      }
    }
    var failures: [String] = []
    for thread in threads {
      if let failure = try thread.join(timeout: .seconds(240)) { failures.append(failure) }
    }
    print(count - failures.count, "exact in", ContinuousClock.now - start, failures.first ?? "")
    if !failures.isEmpty { exit(1) }
  }

  private static func soak(_ numbers: [Int]) throws {
    let requests = numbers.first ?? 100_000
    let clients = numbers.count > 1 ? numbers[1] : 50
    let seed = UInt64(numbers.count > 2 ? numbers[2] : 1)
    let server = try PrivateXServer()
    let owner = try ChildProcess([CommandLine.arguments[0], "own"], environment: server.environment)
    guard owner.firstLine(timeout: .seconds(20)) == "ready" else { throw SoakFailure(what: "no owner") }

    func run(_ requests: Int, seed: UInt64) throws -> SelectionSoak.Result {
      let soak = SelectionSoak(display: server.display, clients: clients, requests: requests, seed: seed)
      return try soak.run(timeout: .seconds(3600))
    }
    // The first round warms up: it renders everything, and lets the heap find its size.
    var result = try run(max(clients, requests / 20), seed: seed + 1)
    let memory = owner.residentMemory ?? 0
    let descriptors = owner.descriptorCount ?? 0
    let start = ContinuousClock.now
    let second = try run(requests, seed: seed)
    let time = ContinuousClock.now - start
    result.failures += second.failures
    let growth = (owner.residentMemory ?? .max) - memory
    print(
      "\(second.requests) requests, \(second.deaths) deaths, \(second.bytes >> 20) MiB in \(time), seed \(seed)"
    )
    print("owner: \(growth >> 10) KiB of growth, peak \((owner.peakMemory ?? 0) >> 20) MiB")
    print("descriptors: \(descriptors) before, \(owner.descriptorCount ?? -1) after")
    for failure in result.failures.prefix(10) { print("FAILED:", failure) }
    let isWell = result.failures.isEmpty && owner.isRunning && owner.descriptorCount == descriptors
    // The server ends with its last client.
    owner.kill(SIGKILL)
    if !isWell { exit(1) }
  }
}

private struct SoakFailure: Error { let what: String }
