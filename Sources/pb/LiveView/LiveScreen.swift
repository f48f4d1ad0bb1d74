import Exchange
import Pasteboard
import System
import Terminal

/// Runs a live view on the terminal: keys and changes in, frames out.
enum LiveScreen {
  static func run(
    _ name: PasteboardName, on backend: Backend, timeout: Duration, isColored: Bool
  ) throws(Failure) -> ExitStatus {
    let feed = LiveFeed { FullScreen.wake() }
    let end = try show(name, backend, feed, timeout: timeout, isColored: isColored)
    // The terminal is the shell's again.
    if let signal = end { FullScreen.end(by: signal) }
    return .success
  }

  /// The signal that ended it, nil if the person did.
  private static func show(
    _ name: PasteboardName, _ backend: Backend, _ feed: LiveFeed, timeout: Duration, isColored: Bool
  ) throws(Failure) -> Int32? {
    guard var screen = FullScreen() else { throw Failure("standard input is no terminal") }
    try Failure.wrapping { () throws(PasteboardError) in try feed.start(name, on: backend, timeout: timeout) }
    let blocks = isColored ? HalfBlocks(depth: HalfBlocks.Depth(variable: Environment.value)) : nil
    var view = LiveView(name, size: screen.size, blocks: blocks)
    var shown: Frame?
    while true {
      let frame = view.frame()
      screen.write(frame.encoded(after: shown, color: isColored))
      shown = frame
      switch screen.next() {
      case .ended(let signal): return signal
      case .resized:
        view.size = screen.size
        shown = nil
      case .woken:
        switch feed.take() {
        case .listing(let listing, let state, let isReading):
          view.show(listing, state: state, isReading: isReading)
        case .failed(let error): throw Failure(error)
        case nil: break
        }
      case .keys(let keys):
        for key in keys {
          switch view.handle(key) {
          case .leave: return nil
          case .suspend:
            screen.suspend()
            view.size = screen.size
            shown = nil
          case .copy(let text): view.message = copy(text, besides: name)
          case .save(let bytes, let path): view.message = save(bytes, to: path)
          case nil: break
          }
        }
      }
    }
  }

  /// Puts a text where it does not replace what is looked at.
  private static func copy(_ text: String, besides name: PasteboardName) -> String {
    let other: PasteboardName = name == .primary ? .general : .primary
    let program = ThisProcess.executablePath ?? "pb"
    let command = [program, "copy", "--type", "plain", "--pasteboard", other.description]
    let status = try? Subprocess.run(command, input: Array(text.utf8))
    return status == 0 ? "Copied \(text) to the \(other) pasteboard" : "\(text) could not be copied"
  }

  /// Writes a new file; one that is there stays.
  private static func save(_ bytes: [UInt8], to path: String) -> String {
    let home = path.hasPrefix("~/") ? Environment.value("HOME") : nil
    let file = home.map { $0 + path.dropFirst() } ?? path
    do {
      try FileDescriptor(creating: file).write(bytes, name: file)
      return "Saved \(PasteboardListing.grouped(bytes.count)) bytes to \(file)"
    } catch {
      return "\(error)"
    }
  }
}
