/// What a window says of the program that it belongs to (`WM_CLASS`, ICCCM 4.1.2.5).
public struct WindowClass: Hashable, Sendable {
  public var instanceName: String
  public var className: String

  public init(instanceName: String, className: String) {
    self.instanceName = instanceName
    self.className = className
  }

  /// That of the windows that own selections here.
  public static let pasteboard = WindowClass(instanceName: "pasteboard", className: "Pasteboard")
}
