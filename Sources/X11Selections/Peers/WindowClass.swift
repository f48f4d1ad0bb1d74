import Exchange

/// What a window says of the program that it belongs to (`WM_CLASS`, ICCCM 4.1.2.5).
public struct WindowClass: Hashable, Sendable {
  /// The first part: the name that the program was started by.
  public var instanceName: String
  /// The second part: the name of the program.
  public var className: String

  /// Creates a class of its two parts.
  public init(instanceName: String, className: String) {
    self.instanceName = instanceName
    self.className = className
  }

  /// That of the windows that own selections here.
  public static let pasteboard = WindowClass(instanceName: "pasteboard", className: Peer.ownClass)
}
