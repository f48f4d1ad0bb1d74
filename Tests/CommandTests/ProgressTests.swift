import Foundation
import TestSupport
import Testing

/// Work that lasts is told of on a terminal, and nowhere else.
@Suite("Progress", .timeLimit(.minutes(1)))
struct ProgressTests {
  private let server: PrivateXServer
  private let owner: ChildProcess

  init() throws {
    server = try PrivateXServer()
    owner = try ChildProcess(PythonPeer.command("slow-owner"), environment: server.environment)
    try #require(owner.firstLine(timeout: .seconds(20)) == "ready")
  }

  @Test func `A transfer of more than a second is told of, and the line goes away`() throws {
    let terminal = try PseudoTerminal(
      [BuiltCommand.path, "paste", "--timeout", "20"], environment: server.environment, columns: 80, rows: 24)
    #expect(terminal.waitForEnd() == 0)
    let screen = terminal.wait { $0.transcript.hasSuffix("xxxxxx\r\n") }
    #expect(screen.transcript.contains("\r\u{1B}[Kpb: reading the clipboard: "))
    #expect(screen.transcript.contains(" bytes, 1 s"))
    #expect(screen.transcript.hasSuffix("\r\u{1B}[Kxxxxxx\r\n"), "\(screen.transcript.debugDescription)")
  }

  @Test func `Without a terminal nothing is told`() throws {
    let pb = BuiltCommand(on: server)
    let result = try pb.run("paste", "--timeout", "20")
    #expect(result.text == "xxxxxx" && result.errors.isEmpty)
  }
}
