import Foundation
import TestSupport
import Testing

/// Other managers own the text of a copy when its owner has ended; the service gives all of it back.
@Suite("What other managers keep", .timeLimit(.minutes(1)))
struct RemainderTests {
  private static let copy: [(target: String, bytes: [UInt8])] = [
    ("UTF8_STRING", Array("rich".utf8)), ("text/html", Array("<b>rich</b>".utf8)),
    ("text/rtf", Array("{\\rtf1 {\\b rich}}".utf8)),
  ]

  private func manager(_ service: RunningService) throws -> ChildProcess {
    let manager = try ChildProcess(PythonPeer.command("keeping-text"), environment: service.environment)
    try #require(manager.firstLine(timeout: .seconds(20)) == "watching")
    return manager
  }

  @Test func `What another manager put back as text is rich again`() throws {
    let service = try RunningService()
    let manager = try manager(service)
    let owner = try service.owner(of: Self.copy)
    // The other manager takes the text, and the service everything.
    #expect(eventually { owner.hasSaid("gave text/rtf") && owner.timesSaid("gave UTF8_STRING") == 2 })
    owner.process.kill(SIGKILL)
    #expect(try eventually { try service.contents()["text/html"] == Array("<b>rich</b>".utf8) })
    #expect(try service.contents()["text/rtf"] != nil)
    #expect(manager.isRunning)
    // It stays so: nobody fights.
    Thread.sleep(forTimeInterval: 0.5)
    #expect(try service.pb("paste").text == "**rich**\n")
  }

  @Test func `Text that a person copies then is the text`() throws {
    let service = try RunningService()
    let owner = try service.owner(of: Self.copy)
    #expect(eventually { owner.hasSaid("gave text/rtf") && owner.hasSaid("gave UTF8_STRING") })
    owner.process.kill(SIGKILL)
    let next = try service.owner(of: [("UTF8_STRING", Array("other".utf8))])
    #expect(eventually { next.hasSaid("gave UTF8_STRING") })
    Thread.sleep(forTimeInterval: 0.5)
    #expect(try service.pb("paste").text == "other")
    #expect(try service.contents()["text/html"] == nil)
  }

  @Test func `The same text copied in place of a rich copy is text`() throws {
    let service = try RunningService()
    let owner = try service.owner(of: Self.copy)
    #expect(eventually { owner.hasSaid("gave text/rtf") && owner.hasSaid("gave UTF8_STRING") })
    let next = try service.owner(of: [("UTF8_STRING", Array("rich".utf8))])
    #expect(eventually { next.hasSaid("gave UTF8_STRING") })
    owner.process.kill(SIGKILL)
    Thread.sleep(forTimeInterval: 0.5)
    #expect(try service.contents()["text/html"] == nil)
  }

  @Test func `Rich forms are read before text`() throws {
    let service = try RunningService()
    let owner = try service.owner(of: Self.copy)
    #expect(eventually { owner.hasSaid("gave UTF8_STRING") })
    let given = owner.process.outputSoFar.split(separator: "\n").filter {
      $0.hasPrefix("gave t") || $0.hasPrefix("gave U")
    }
    #expect(given == ["gave text/html", "gave text/rtf", "gave UTF8_STRING"])
  }
}
