import Foundation
import TestSupport
import TestTraits
import Testing

/// `pb ssh` to an sshd of the test's own, on this machine.
@Suite("Far machines: ssh", .timeLimit(.minutes(5)), .needs("sshd", package: "openssh-server"))
final class SSHTests: CommandSuite {
  /// An sshd with keys, a port and a configuration of its own.
  private struct Server {
    let process: ChildProcess
    let configuration: String

    init(in folder: TemporaryFolder, _ more: String = "") throws {
      for key in ["host", "user"] {
        let made = try ChildProcess.run(
          ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "\(folder.path)/\(key)"])
        try #require(made.status == 0)
      }
      let port = Int.random(in: 20_000..<60_000)
      let user = NSUserName()
      // It wants this folder, and where it runs as another user it does not.
      try? FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: true)
      let settings = """
        Port \(port)
        ListenAddress 127.0.0.1
        HostKey \(folder.path)/host
        AuthorizedKeysFile \(folder.path)/user.pub
        PidFile none
        UsePAM no
        StrictModes no
        PermitRootLogin yes
        \(more)

        """
      let file = try folder.file("sshd_config", Array(settings.utf8))
      process = try ChildProcess(["/usr/sbin/sshd", "-D", "-e", "-f", file])
      let client = """
        Host far
          HostName 127.0.0.1
          Port \(port)
          User \(user)
          IdentityFile \(folder.path)/user
          UserKnownHostsFile \(folder.path)/known
          StrictHostKeyChecking no
          LogLevel ERROR

        """
      configuration = try folder.file("ssh_config", Array(client.utf8))
      let configuration = configuration
      try waitUntil(timeout: .seconds(20)) {
        try ChildProcess.run(["ssh", "-F", configuration, "far", "true"]).status == 0
      }
    }
  }

  /// Runs a command of the far side's shell by `pb ssh`.
  private func ssh(
    _ server: Server, _ options: [String] = [], _ command: String..., input: String = ""
  ) throws -> ChildProcess.Result {
    try pb.run(
      ["ssh"] + options + ["-F", server.configuration, "far"] + command, input: Array(input.utf8),
      timeout: .seconds(60))
  }

  /// The sockets of forwards.
  private var sockets: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/tmp")) ?? []
    return names.filter { $0.hasPrefix("pb-") && $0.hasSuffix(".sock") }
  }

  @Test func `A session has the clipboard, and leaves what it copied`() throws {
    let server = try Server(in: folder)
    let before = sockets
    let copied = try ssh(server, [], "printf '# Title\\n' | '\(BuiltCommand.path)' copy -t md && echo done")
    #expect(copied.status == 0 && copied.text == "done\n", "\(copied.errors)")
    try waitUntil { try pb.run("paste", "-t", "html").text.contains("<h1>Title</h1>") }
    #expect(try pb.run("show").text.contains("Copied on another machine: far"))
    // By default it may not paste.
    let denied = try ssh(server, [], "'\(BuiltCommand.path)' paste")
    #expect(denied.status == 2 && denied.errors.contains("not allowed"))
    let picture = samplePNG
    #expect(try pb.run("copy", try folder.file("picture.png", picture)).status == 0)
    let face = "'\(BuiltCommand.path)' as xclip -selection clipboard -t image/png -o"
    #expect(try ssh(server, ["--allow", "copy,paste"], face).output == picture)
    // Words, status and standard streams are those of ssh.
    let words = try ssh(server, [], "cat; echo", "'it''s'", "\"$0\"", ">&2; exit 7", input: "in")
    #expect(words.status == 7 && words.text == "in" && words.errors.hasPrefix("its "))
    try waitUntil { sockets == before }
  }

  @Test func `An sshd that forwards no sockets is told of, and the session goes on`() throws {
    let server = try Server(in: folder, "AllowStreamLocalForwarding no")
    let result = try ssh(server, [], "echo here; echo \"[$PB_SOCKET]\"")
    #expect(result.status == 0 && result.text == "here\n[]\n")
    #expect(result.errors.contains("AllowStreamLocalForwarding yes"))
  }

  @Test func `A session that is killed leaves no socket, process or folder`() throws {
    let server = try Server(in: folder)
    let before = sockets
    let runtime = folder.path + "/run"
    try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
    for _ in 0..<3 {
      let session = try ChildProcess(
        [BuiltCommand.path, "ssh", "-F", server.configuration, "far", "echo ready; sleep 5"],
        environment: pb.environment.merging(["XDG_RUNTIME_DIR": runtime]) { $1 })
      try #require(session.firstLine(timeout: .seconds(30)) == "ready")
      session.kill(SIGKILL)
      try waitUntil(timeout: .seconds(30)) {
        try FileManager.default.contentsOfDirectory(atPath: runtime).isEmpty && sockets == before
      }
    }
  }
}
