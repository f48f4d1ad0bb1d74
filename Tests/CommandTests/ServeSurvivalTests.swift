import Foundation
import TestSupport
import Testing

/// What `pb serve` outlives, and what it costs.
@Suite("Serve: survival", .timeLimit(.minutes(2)))
struct ServeSurvivalTests {
  @Test func `An owner that never answers keeps nobody waiting`() throws {
    let service = try RunningService()
    let silent = try service.owner(of: [], silent: ["TARGETS", "UTF8_STRING"])
    let start = ContinuousClock.now
    try service.copyAndKeep("next")
    #expect(ContinuousClock.now - start < .seconds(8))
    #expect(silent.process.isRunning && service.process.isRunning)
    #expect(try eventually { try service.pb("paste").text == "next" })
  }

  @Test(arguments: [(500, 500 << 20, 0), (500, 4, 64 << 20)])
  func `500 MB on the clipboard cost no more than the limit`(
    size: Int, announced: Int, most: Int
  ) throws {
    let service = try RunningService()
    let owner = try ChildProcess(
      PythonPeer.command("flood", "\(size)", "\(announced)"), environment: service.environment)
    try #require(owner.firstLine(timeout: .seconds(20)) == "owning")
    // What is too large is left to its owner, and so is the next program's copy seen to.
    try service.copyAndKeep("next")
    #expect(eventually { owner.outputSoFar.contains("sent") })
    let words = owner.outputSoFar.split(whereSeparator: \.isWhitespace)
    let sent = words.last.flatMap { Int($0) } ?? 0
    #expect(sent <= most + (1 << 20), "\(sent)")
    let peak = try #require(service.process.peakMemory)
    #expect(peak < most * 2 + (64 << 20), "\(peak >> 20) MiB")
  }

  @Test func `Of a thousand copies a second some are read, and the last one is kept`() throws {
    let service = try RunningService()
    let copies = try ChildProcess.run(PythonPeer.command("thousand-copies"), environment: service.environment)
    let numbers = copies.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(numbers.count == 2, "\(copies.errors)")
    // A copy is read 20 ms after the one before at the earliest.
    #expect((1...numbers[1] / 20 + 1).contains(numbers[0]), "asked \(numbers[0]) times in \(numbers[1]) ms")
    #expect(try eventually { try service.pb("paste").text == "1999" })
    #expect(service.process.isRunning)
  }

  @Test func `When the X server goes away it ends with a line and a status`() throws {
    let service = try RunningService()
    service.server.process.kill(SIGKILL)
    let end = try service.process.wait()
    #expect(end.status == 2)
    #expect(end.text.split(separator: "\n").last?.contains("the X server closed the connection") == true)
  }

  @Test func `Idle, it sleeps; and copies leave no memory, descriptors or threads behind`() throws {
    let service = try RunningService()
    func copy(_ count: Int) throws {
      // Every fourth copy is taken over.
      let result = try ChildProcess.run(
        PythonPeer.command("many-owners", "\(count)"), environment: service.environment, timeout: .seconds(60)
      )
      #expect(result.status == 0, "\(result.errors)")
    }
    try copy(40)
    // What is compared is the same each time: nobody else owns the clipboard, and what was there is kept.
    #expect(try eventually { try service.pb("paste", "--raw", "UTF8_STRING").status == 0 })
    let settled = try #require(service.process.residentMemory)
    let descriptors = try #require(service.process.descriptorCount)
    try copy(200)
    // The last owner is gone, and what it had is kept.
    #expect(try eventually { try service.pb("paste", "--raw", "UTF8_STRING").status == 0 })
    let resident = try #require(service.process.residentMemory)
    #expect(resident - settled < 2 << 20, "grew by \((resident - settled) >> 10) KiB")
    #expect(eventually { (service.process.descriptorCount ?? 0) <= descriptors + 2 })
    #expect(eventually { Self.switches(of: service.process).count <= 4 })

    // Whatever the last reader set going has come to its end.
    #expect(
      eventually {
        let earlier = Self.switches(of: service.process)
        usleep(1_000_000)
        return Self.switches(of: service.process) == earlier
      })
    let before = Self.switches(of: service.process)
    usleep(3_000_000)
    #expect(Self.switches(of: service.process) == before)
  }

  /// How often each thread of a process has gone to sleep of its own accord, or been made to.
  private static func switches(of process: ChildProcess) -> [String: String] {
    let folder = "/proc/\(process.processIdentifier)/task"
    var switches: [String: String] = [:]
    for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let status = (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
      switches[thread] = status.split(separator: "\n").filter { $0.hasPrefix("voluntary") }.joined()
    }
    return switches
  }
}
