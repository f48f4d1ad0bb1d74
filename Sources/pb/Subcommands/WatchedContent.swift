import Conversions
import Exchange
import Pasteboard
import RichText
import Synchronization
import System
import UniformTypeIdentifiers

/// Reads the content at each change while a command still handles an earlier one, so that no change is lost.
final class WatchedContent: Sendable {
  /// The content at a change.
  struct Item: Sendable {
    var state: PasteboardWatch.State
    var bytes: [UInt8] = []
    /// The MIME type of the bytes, or the name of what has none.
    var type = ""
    /// Whether there is content, but none that can be given as what is wanted.
    var isUnavailable = false

    var fingerprint: Fingerprint { Fingerprint(state: state, type: type, byteCount: bytes.count) }
  }

  /// The features by which two contents differ, without their bytes, which can be many.
  struct Fingerprint: Equatable {
    let state: PasteboardWatch.State
    let type: String
    let byteCount: Int
  }

  /// The limit for one content, and for content that waits for a slow command, in bytes.
  private static let aheadLimit = 256 << 20

  /// Gives what a reader has.
  typealias Read = @Sendable (PasteboardReader) throws(PasteboardError) -> Item

  private let name: PasteboardName
  private let backend: Backend
  private let timeout: Duration
  private let read: Read
  private let items = Mutex<[Result<Item, PasteboardError>]>([])
  private let came = WakeUp()
  private let taken = WakeUp()

  init(_ name: PasteboardName, _ backend: Backend, timeout: Duration, _ read: @escaping Read) {
    (self.name, self.backend, self.timeout, self.read) = (name, backend, timeout, read)
  }

  /// - Parameters:
  ///   - type: the requested type; nil for unchanged content.
  ///   - style: how Markdown is written.
  convenience init(
    _ name: PasteboardName, _ backend: Backend, as type: UTType?, _ style: MarkdownStyle, timeout: Duration
  ) {
    self.init(name, backend, timeout: timeout) { reader throws(PasteboardError) in
      guard let type else { return try Self.best(among: try reader.targets(), from: reader, style) }
      let choice = try reader.paste(PasteRequest(type, style: style))
      Output.warnAboutTimeout(of: choice.lateForm)
      return Item(state: .data, bytes: choice.bytes, type: Self.name(of: type))
    }
  }

  /// Starts with the current content, unless only the next change counts.
  func start(_ watch: PasteboardWatch, skipsPresent: Bool) throws(PasteboardError) {
    if !skipsPresent { post(.success(item(of: try watch.look()))) }
    let isRunning = startThread { [self] in
      var last: Fingerprint?
      do throws(PasteboardError) {
        while true {
          let change = try watch.next()
          let found = item(of: change)
          // A clipboard manager has brought it back when its owner was gone.
          if change.isSameTime, found.fingerprint == last { continue }
          last = found.fingerprint
          post(.success(found))
          while isFull { _ = taken.wait(until: .never) }
        }
      } catch {
        post(.failure(error))
      }
    }
    if !isRunning { throw PasteboardError(.system, "could not create a thread") }
  }

  /// The next one, as long as it takes.
  func next() throws(PasteboardError) -> Item {
    while true {
      came.clear()
      let item = items.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let item {
        taken.signal()
        return try item.get()
      }
      _ = came.wait(until: .never)
    }
  }

  private var isFull: Bool {
    taken.clear()
    return items.withLock { items in
      items.reduce(0) { $0 + (((try? $1.get())?.bytes.count) ?? 0) } > Self.aheadLimit
    }
  }

  private func post(_ item: Result<Item, PasteboardError>) {
    items.withLock { $0.append(item) }
    came.signal()
  }

  private func item(of change: PasteboardWatch.Change) -> Item {
    guard change.state == .data else { return Item(state: change.state) }
    do {
      return try read(
        PasteboardReader(
          name, on: backend, timeout: timeout, byteLimit: Self.aheadLimit, helper: ConversionHelper()))
    } catch {
      if error.code == .tooLarge { Output.warn("skipped a copy: \(error)") }
      return Item(state: .nothing, isUnavailable: true)
    }
  }

  /// The paths of files, a picture, rich text as Markdown, text, or whatever is there.
  private static func best(
    among targets: [String], from reader: PasteboardReader, _ style: MarkdownStyle
  ) throws(PasteboardError) -> Item {
    let hasFiles = targets.contains { NameTable.shared.type(of: $0) == .fileURL }
    if hasFiles, let files = try? reader.paste(PasteRequest(.fileURL), among: targets).files {
      return Item(state: .data, bytes: files.text + [0x0A], type: "text/uri-list")
    }
    let content = try PastedContent(bestAmong: targets, from: reader, PasteRequest(.markdown, style: style))
    return Item(state: .data, bytes: content.bytes, type: name(of: content.type))
  }

  private static func name(of type: UTType) -> String { type.preferredMIMEType ?? type.identifier }
}
