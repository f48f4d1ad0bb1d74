/// Windows that answers were asked for and that owners may still write to.
///
/// In use, what comes late would get into the next answer; gone at once, it would harm whoever writes.
struct AbandonedWindows {
  private static let most = 16
  private var windows: [XWindow] = []

  mutating func append(_ window: XWindow, on connection: inout XConnection) {
    windows.append(window)
    if windows.count > Self.most { connection.destroyWindow(windows.removeFirst()) }
  }

  /// Once a late answer has come, a window that is gone harms its owner no more.
  mutating func tidyUp(after event: XEvent, on connection: inout XConnection) {
    guard case .selectionNotify(let answer) = event, let index = windows.firstIndex(of: answer.requestor)
    else { return }
    connection.destroyWindow(windows.remove(at: index))
  }
}
