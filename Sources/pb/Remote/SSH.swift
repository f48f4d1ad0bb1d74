import Exchange
import Pasteboard
import System

extension Subcommand {
  static let ssh = Subcommand(
    path: ["ssh"], operands: "[SSH-OPTION…] HOST [COMMAND…]", operandCount: 0...10_000,
    summary: "log in elsewhere with this desktop's clipboard",
    options: [SharingOptions.allow, SharingOptions.ask, SSHOptions.printConfig, .backend],
    notes: """
      pb ssh runs ssh(1) with its options and forwards a socket to HOST. 'pb copy' on HOST then copies to
      this desktop; with --allow copy,paste, 'pb paste' on HOST pastes from it. HOST needs pb, and an sshd
      with AllowStreamLocalForwarding (on by default).
      """,
    manual: """
      PB_SOCKET names the socket on HOST. xclip, xsel, wl-copy and wl-paste use it too if they are links to pb
      ('pb generate faces'). Content that HOST copied stays on this desktop after the session. --print-config
      prints lines for ~/.ssh/config that do the same without pb ssh.
      """,
    examples: """
      pb ssh server
      pb ssh --allow copy,paste -p 2222 me@server
      pb ssh server 'git diff | pb copy'
      pb ssh --print-config server >> ~/.ssh/config
      """,
    run: SSHOptions.run
  )
}

/// The options of `pb ssh` and what they do.
enum SSHOptions {
  static let printConfig = Option(
    "print-config", isPerInvocation: true, in: .other, "print lines for ~/.ssh/config instead of connecting")

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let line = try SSHCommandLine(arguments.operands)
    guard let host = line.host else { throw Failure("no host is given. Name one: pb ssh server") }
    guard !host.hasPrefix("-"), !host.isEmpty else { throw Failure("'\(host)' is not a host") }
    if arguments.has(printConfig) {
      guard !host.contains(where: \.isNewline) else { throw Failure("a host name must be one line") }
      try Output.write(SSHSession.configuration(for: host))
      return .success
    }
    for letter in "NsWOQGVf" as String where line.has(letter) || line.options.contains("-\(letter)") {
      throw Failure("ssh -\(letter) does not start a session with a clipboard. Use ssh itself.")
    }
    let backend = try backend(arguments)
    guard !backend.persistsContent else {
      throw Failure("no clipboard to share. Run pb ssh in your desktop session.")
    }
    try SSHSession(line, to: host).run(
      { path throws(Failure) in
        try SharingOptions.sharing(at: path, arguments)
      }, on: backend)
  }
}
