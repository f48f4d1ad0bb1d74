import Foundation
import Synchronization
import TestSupport
import Testing

/// What stays of a secret in the memory of a program that lives on.
@Suite("Memory of secrets", .serialized, .timeLimit(.minutes(2)))
final class SecretMemoryTests {
  private let server: PrivateXServer

  init() throws {
    server = try PrivateXServer()
  }

  private static let targets = ["UTF8_STRING", "STRING", "COMPOUND_TEXT", "text/plain", "TARGETS"]

  @Test(arguments: [
    (40, "public.utf8-plain-text"), (3 << 20, "public.utf8-plain-text"), (400, "marked later"),
    (3000, "promised"), (200, "several"), (500, "net.daringfireball.markdown"), (20_000, "public.html"),
  ])
  func `A secret is nowhere after it was replaced`(count: Int, form: String) throws {
    for isReplacedByItself in [true, false] {
      let seed = UInt64.random(in: 0...(.max))
      let traces = SeededSecret(seed: seed, count: count).traces
      let holder = try ChildProcess(
        [Self.program("SecretHolder"), String(seed), String(count), form], environment: server.environment)
      try #require(holder.firstLine(timeout: .seconds(20)) == "there", "\(form), \(count), seed \(seed)")
      for target in Self.targets { _ = try paste(target) }
      #expect(
        ProcessMemory(of: holder.processIdentifier).holds(anyOf: traces),
        "the search finds what is there: \(form), \(count), seed \(seed)")
      if isReplacedByItself {
        holder.kill(SIGUSR1)
      } else {
        _ = try ChildProcess.run(
          ["xclip", "-selection", "clipboard", "-i"], environment: server.environment, input: [65])
      }
      let deadline = ContinuousClock.now + .seconds(10)
      var isThere = true
      while isThere, ContinuousClock.now < deadline {
        isThere = ProcessMemory(of: holder.processIdentifier).holds(anyOf: traces)
      }
      #expect(!isThere, "\(form), \(count), by itself \(isReplacedByItself), seed \(seed)")
      #expect(holder.isRunning)
    }
  }

  private func paste(_ target: String) throws -> [UInt8] {
    try ChildProcess.run(
      ["xclip", "-selection", "clipboard", "-o", "-t", target], environment: server.environment
    ).output
  }

  /// A program that was built with the tests.
  private static func program(_ name: String) -> String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
  }
}
