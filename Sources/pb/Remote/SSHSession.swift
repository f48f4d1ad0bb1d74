import Exchange
import Pasteboard
import System

/// A session of `ssh` whose remote host has the clipboard of this desktop.
struct SSHSession {
  let line: SSHCommandLine
  let host: String
  /// Where the remote host finds the socket: a name that nobody can guess, for sshd gives it mode 600 but leaves it there.
  private let farPath = "/tmp/pb-\(Self.random()).sock"

  init(_ line: SSHCommandLine, to host: String) {
    (self.line, self.host) = (line, host)
  }

  private static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(UInt64.random(in: 1 << 60...(.max), using: &generator), radix: 36)
  }

  /// Becomes `ssh`, while a process in the background shares the clipboard until that ends.
  func run(_ sharing: (_ path: String) throws(Failure) -> ClipboardSharing, on backend: Backend)
    throws(Failure)
    -> Never
  {
    let folder = try Failure.wrapping { () throws(SystemError) in try PrivateFolder() }
    do throws(Failure) {
      let path = folder.path.description + "/socket"
      var sharing = try sharing(path)
      sharing.label = host
      let end = ProcessEnd()
      let served = sharing
      try Failure.wrapping { () throws(PasteboardError) in
        try BackgroundProcess.start(keeping: backend.inheritedDescriptors() + [end.descriptor]) {
          ready throws(PasteboardError) in
          ThisProcess.withholdCoreDumps()
          let shared = try served.start(on: backend) { _ in }
          ready()
          end.wait()
          shared.stopLeavingCopies()
          folder.remove()
        }
        // One more, for the case that the first does not come to its end.
        try BackgroundProcess.start(keeping: [end.descriptor]) { ready throws(PasteboardError) in
          ready()
          end.wait()
          let deadline = MonotonicTime.now + .seconds(15)
          while folder.path.exists, .now < deadline { _ = WakeUp().wait(until: .now + .milliseconds(100)) }
          folder.remove()
        }
      }
      try Failure.wrapping { () throws(SystemError) in try ThisProcess.become(command(path)) }
    } catch {
      folder.remove()
      throw error
    }
  }

  /// The command line of `ssh`: what the person gave comes first, for of two settings it takes the first.
  func command(_ nearPath: String) -> [String] {
    var command = ["ssh"] + line.options
    // A connection of its own: a shared one would keep the forward when the session ends.
    command += ["-o", "ControlPath=none", "-R", "\(farPath):\(nearPath)"]
    if line.command.isEmpty, !line.has("T"), FileDescriptor.standardInput.isTerminal { command.append("-t") }
    return command + ["--", host, farCommand]
  }

  /// What the remote host runs: a shell, or the person's command, that knows the socket; the socket goes at the end, also
  /// when the connection breaks, as sshd listens no more then.
  var farCommand: String {
    let command = line.command.joined(separator: " ")
    let words = command.isEmpty ? "" : " " + Self.quoted(command)
    return "exec sh -c \(Self.quoted(Self.script)) pb \(farPath)" + words
  }

  private static let script = """
    PB_SOCKET=$1; export PB_SOCKET; shift
    if test -S "$PB_SOCKET"; then
      (trap "" HUP; while sleep 3 && grep -q " $PB_SOCKET\\$" /proc/net/unix; do :; done; rm -f "$PB_SOCKET") \
    </dev/null >/dev/null 2>&1 &
      watch=$!
    else
      echo "pb: this host does not forward sockets. sshd_config needs: \
    AllowStreamLocalForwarding yes" >&2
      unset PB_SOCKET
    fi
    if test $# -gt 0; then "${SHELL:-/bin/sh}" -c "$1"; else "${SHELL:-/bin/sh}" -l; fi
    status=$?
    if test -n "$watch"; then kill $watch; rm -f "$PB_SOCKET"; fi 2>/dev/null
    exit $status
    """

  /// A word as any shell takes it: in single quotes.
  static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\"'\"'") + "'"
  }

  /// What belongs into `ssh_config` for sessions without `pb ssh`.
  static func configuration(for host: String) -> String {
    """
    # On this desktop, 'pb serve --socket' shares the clipboard; --allow copy,paste also lets \(host) paste.
    # On \(host), /etc/ssh/sshd_config needs: StreamLocalBindUnlink yes
    Host \(host)
      RemoteForward /tmp/pasteboard-%r.sock ${XDG_RUNTIME_DIR}/pasteboard/socket

    """
  }
}
