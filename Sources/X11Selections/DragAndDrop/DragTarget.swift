/// The window under the pointer, as far as a drag is concerned.
struct DragTarget: Hashable, Sendable {
  /// The one that declares to know XDND.
  var window: XWindow
  /// Where messages for it go: itself, or its proxy.
  var destination: XWindow
  /// The version that both sides speak.
  var version: Int

  /// Nil if they have none in common.
  init?(window: XWindow, destination: XWindow? = nil, declaredVersion: Int) {
    guard declaredVersion >= DragMessage.oldestVersion else { return nil }
    self.window = window
    self.destination = destination ?? window
    version = min(DragMessage.version, declaredVersion)
  }
}
