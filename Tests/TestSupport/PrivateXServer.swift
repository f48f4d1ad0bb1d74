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
    // A program of an earlier test may still connect to the number of its server, and end a new one of that number before
    // it has the connection that keeps it.
    var server = try Self.start(options)
    for _ in 1..<3 where xcb_connection_has_error(server.keeper) != 0 { server = try Self.start(options) }
    guard xcb_connection_has_error(server.keeper) == 0 else {
      throw ChildProcess.Failure(description: "Xvfb does not accept connections to \(server.display)")
    }
    (display, process, keeper) = server
    Self.endOthersAtExit
    Self.running.withLock { [process] in _ = $0.insert(process.processIdentifier) }
  }

  private static func start(
    _ options: [String]
  ) throws(ChildProcess.Failure) -> (display: String, process: ChildProcess, keeper: OpaquePointer?) {
    // The server picks a free number and writes it to its output. It ends itself with its last client,
    // and so with this process, whatever becomes of it: the connection below stays open till then.
    let process: ChildProcess
    do {
      process = try ChildProcess(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "64x64x24", "-nolisten", "tcp", "-terminate"] + options)
    } catch {
      throw ChildProcess.Failure(description: "Xvfb is needed for this test (apt-get install xvfb): \(error)")
    }
    guard let number = process.firstLine(timeout: .seconds(20)), !number.isEmpty else {
      throw ChildProcess.Failure(description: "Xvfb did not start")
    }
    let display = ":\(number)"
    return (display, process, xcb_connect(display, nil))
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
