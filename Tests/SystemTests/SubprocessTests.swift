import Glibc
import System
import Testing

/// Programs that are run for somebody begin as if a shell had started them.
@Suite(.timeLimit(.minutes(1))) struct SubprocessTests {
  @Test("They end with a broken pipe, though this process does not")
  func brokenPipe() throws {
    ThisProcess.ignoreBrokenPipes()
    #expect(try Subprocess.run(["sh", "-c", "kill -PIPE $$; exit 3"], input: []) == 128 + SIGPIPE)
  }

  @Test("They end when they are told to, though this process waits for signals")
  func termination() throws {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #expect(try Subprocess.run(["sh", "-c", "kill -TERM $$; exit 3"], input: []) == 128 + SIGTERM)
  }
}
