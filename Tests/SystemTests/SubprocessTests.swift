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

  private func filter(
    _ script: String, input: [[UInt8]] = [], patience: Duration = .seconds(20), limit: Int = 1 << 30
  ) -> [UInt8]? {
    let process = FilterProcess(
      file: "/bin/sh", command: ["sh", "-c", script], environment: ["PATH=/usr/bin:/bin"],
      patience: patience, outputLimit: limit)
    guard case .output(let output) = process.run(on: input) else { return nil }
    return output
  }

  @Test("A filter gives what it makes of all its input, however much that is")
  func filters() {
    let part = [UInt8](repeating: 0x61, count: 5 << 20)
    #expect(filter("cat; cat; echo b", input: [part, [], part])?.count == 10 << 20 + 2)
    #expect(filter("echo unread", input: [part]) == Array("unread\n".utf8))
    #expect(filter("true") == [])
  }

  @Test("One that fails, or needs too long or too much, gives nothing")
  func failingFilters() {
    #expect(filter("echo part; exit 1") == nil)
    #expect(filter("echo part; kill -KILL $$") == nil)
    #expect(filter("echo part; exec sleep 60", patience: .milliseconds(50)) == nil)
    #expect(filter("exec yes", limit: 1 << 20) == nil)
    #expect(
      filter("exec sleep 60", input: [[UInt8](repeating: 0, count: 1 << 20)], patience: .milliseconds(50))
        == nil)
  }

  @Test("It has none of what this process has open, and of the environment what it was given")
  func nothingElse() throws {
    let file = open("/dev/zero", O_RDONLY)
    defer { close(file) }
    // The shell's listing has the folder itself open too.
    let open = try #require(filter("ls /proc/self/fd | wc -l; env | cut -d= -f1 | sort"))
    let lines = String(decoding: open, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "4")
    #expect(!lines.contains("HOME") && lines.contains("PATH"))
  }
}
