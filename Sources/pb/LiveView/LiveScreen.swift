import Exchange
import Pasteboard
import System
import Terminal
import UniformTypeIdentifiers

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
    guard var screen = FullScreen() else { throw Failure("standard input is not a terminal") }
    try Failure.wrapping { () throws(PasteboardError) in try feed.start(name, on: backend, timeout: timeout) }
    let blocks = isColored ? HalfBlocks(depth: HalfBlocks.Depth(variable: Environment.value)) : nil
    var view = LiveView(name, size: screen.size, blocks: blocks)
    while true {
      screen.show(view.frame(), color: isColored)
      switch screen.next() {
      case .ended(let signal): return signal
      case .resized: view.size = screen.size
      case .woken:
        for update in feed.take() {
          switch update {
          case .listing(let listing, let state, let isReading):
            view.show(listing, state: state, isReading: isReading)
          case .failed(let error): throw Failure(error)
          }
        }
      case .keys(let keys):
        for key in keys {
          switch view.handle(key) {
          case .leave: return nil
          case .suspend:
            screen.suspend()
            view.size = screen.size
          case .copyName(let text): view.message = copy(text, besides: name)
          case .copy(let bytes, let type): view.message = copy(bytes, type, to: name)
          case .recast(let type): view.message = recast(name, to: type)
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
    return run(["copy", "--type", "plain"], on: other, input: Array(text.utf8))
      ? "Copied \(text) to the \(other) pasteboard" : "Could not copy \(text)"
  }

  private static func copy(_ bytes: [UInt8], _ type: String, to name: PasteboardName) -> String {
    run(["copy", "--type", type], on: name, input: bytes)
      ? "Copied \(PasteboardListing.grouped(bytes.count)) bytes" : "Could not copy it"
  }

  private static func recast(_ name: PasteboardName, to type: UTType) -> String {
    let title = LiveKeys.formats.first { $0.type == type }?.title ?? type.identifier
    return run(["recast", "--type", type.identifier], on: name)
      ? "The clipboard now holds \(title)" : "Could not convert it to \(title)"
  }

  /// Does what another call of this program does; false if that failed.
  private static func run(_ words: [String], on name: PasteboardName, input: [UInt8] = []) -> Bool {
    let command = [ThisProcess.executablePath ?? "pb"] + words + ["--pasteboard", name.description]
    return (try? Subprocess.run(command, input: input)) == 0
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
