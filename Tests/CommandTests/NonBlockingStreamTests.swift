import TestSupport
import Testing

/// Standard streams that other programs have left so that they never block, as ssh and node do.
@Suite(.timeLimit(.minutes(1))) struct NonBlockingStreamTests {
  @Test func `All is read and written as by streams that block`() throws {
    let result = try ChildProcess.run(PythonPeer.command("non-blocking-streams", BuiltCommand.path))
    #expect(result.status == 0, "\(result.errors)")
  }
}
