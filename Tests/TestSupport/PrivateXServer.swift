import CX11
import Glibc
import Synchronization

/// An X server (Xvfb) of a test's own; several run side by side, each ends with the last reference to it.
public final class PrivateXServer: Sendable {
  /// The name to connect to, as in `DISPLAY`.
  public let display: String
  public let process: ChildProcess
  private nonisolated(unsafe) let keeper: OpaquePointer?

  /// Starts a server. Throws with a word on what to install if there is no Xvfb.
  public init(options: [String] = []) throws(ChildProcess.Failure) {
    // The server picks a free number and writes it to its output. It ends itself with its last client,
    // and so with this process, whatever becomes of it: the connection below stays open till then.
    do {
      process = try ChildProcess(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "64x64x24", "-nolisten", "tcp", "-terminate"] + options)
    } catch {
      throw ChildProcess.Failure(description: "Xvfb is needed for this test (apt-get install xvfb): \(error)")
    }
    guard let number = process.firstLine(timeout: .seconds(20)), !number.isEmpty else {
      throw ChildProcess.Failure(description: "Xvfb did not start")
    }
    display = ":\(number)"
    keeper = xcb_connect(display, nil)
    guard xcb_connection_has_error(keeper) == 0 else {
      throw ChildProcess.Failure(description: "Xvfb does not accept connections to \(display)")
    }
    Self.endOthersAtExit
    Self.running.withLock { [process] in _ = $0.insert(process.processIdentifier) }
  }

  private static let running = Mutex<Set<pid_t>>([])

  /// What a test copied may outlive it, and keep a server that nobody ends.
  private static let endOthersAtExit: Void = {
    atexit {
      PrivateXServer.running.withLock { servers in for server in servers { Glibc.kill(server, SIGTERM) } }
    }
  }()

  deinit {
    xcb_disconnect(keeper)
    process.kill(SIGTERM)
    Self.running.withLock { [process] in _ = $0.remove(process.processIdentifier) }
  }

  /// The environment for programs that are to use this server.
  public var environment: [String: String?] {
    ["DISPLAY": display, "XAUTHORITY": nil, "WAYLAND_DISPLAY": nil, "WAYLAND_SOCKET": nil]
  }
}
