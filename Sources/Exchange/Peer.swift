/// The program on the other side of a transfer, as far as its windows identify it.
public struct Peer: Hashable, Sendable {
  /// The window that owns the selection or asks for it; under Wayland a number that tells one copy from the next.
  public var window: UInt32
  /// `_NET_WM_NAME`, or else `WM_NAME`.
  public var windowName: String?
  /// The first part of `WM_CLASS`.
  public var instanceName: String?
  /// The second part of `WM_CLASS`.
  public var className: String?
  /// The window that represents the whole client (`WM_CLIENT_LEADER`).
  public var clientLeader: UInt32?
  /// The process that is connected to the server (X-Resource 1.2), or else `_NET_WM_PID`, if the client runs
  /// on this machine.
  public var processIdentifier: Int32?
  /// The path of the program, if the client runs on this machine and its path is readable.
  public var executable: String?

  /// Creates a description; unknown values are nil.
  public init(
    window: UInt32 = 0, windowName: String? = nil, instanceName: String? = nil, className: String? = nil,
    clientLeader: UInt32? = nil, processIdentifier: Int32? = nil, executable: String? = nil
  ) {
    self.window = window
    self.windowName = windowName
    self.instanceName = instanceName
    self.className = className
    self.clientLeader = clientLeader
    self.processIdentifier = processIdentifier
    self.executable = executable
  }
}

extension Peer {
  /// The second part of `WM_CLASS` of the windows that own boards here.
  public static let ownClass = "Pasteboard"
  /// The first part of `WM_CLASS` of a window that asks as another program; the second part is the name of that
  /// program's rule.
  public static let standInInstance = "pasteboard-as-seen-by"

  /// All programs of Wayland: a compositor does not distinguish them, so all see one list.
  ///
  /// The rule of this name decides what they see.
  public static let programsOfWayland = Peer(instanceName: standInInstance, className: waylandRule)

  /// The name of the rule for programs of Wayland, and for compositors that ask for them.
  public static let waylandRule = "Wayland"

  /// True if it is a program of this project, which answers each program by its rule.
  public var isOurs: Bool { className == Self.ownClass }
}
