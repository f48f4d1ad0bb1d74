package import Exchange
import Synchronization
import System

/// Remembers copies for the service, and offers them to `pb history` on a board of their own.
///
/// The board is the interface: its content lists the entries, and has each under a name. Whoever asks for the name of
/// a removal removes one. It is owned anew with every change, so that what a reader sees is of one time.
package final class CopyHistory: Sendable {
  /// The board.
  static let board = Board("pb.history")
  static let listName = "application/x-pasteboard-history"
  static let entryName = "application/x-pasteboard-history-entry;"
  static let removalName = "application/x-pasteboard-history-drop;"

  private let backend: Backend
  private let list: Mutex<HistoryList>
  private let ownership = Mutex<(any Ownership)?>(nil)
  /// Where it is kept when the service ends; nil for memory alone.
  private let file: String?

  /// Throws `PasteboardError` if the file holds something else, which would be lost with the first copy, or cannot be
  /// written.
  ///
  /// - Parameter file: where entries are kept from one start of the service to the next; nil for memory alone.
  package init(
    _ limits: HistoryLimits, file: String? = nil, on backend: Backend
  ) throws(PasteboardError) {
    self.backend = backend
    self.file = file
    var list = HistoryList(limits)
    if let file, (try? FileKind(file)) != nil {
      let limit = 2 * limits.bytes + (1 << 20)
      let bytes = try? RegularFile.bytes(of: file, limit: limit, isPrivate: true)
      guard let bytes, bytes.isEmpty || list.add(encoded: bytes) else {
        throw PasteboardError(
          .system,
          "\(file) is there, and no history that only you can read, or a damaged one: name another file")
      }
    }
    if let file {
      try rethrowing(as: PasteboardError.init) { () throws(SystemError) in
        try OutputFile(file, permissions: 0o600).write(list.encoded())
      }
    }
    self.list = Mutex(list)
  }

  /// Takes note of a copy.
  func note(_ copy: Snapshot) {
    let now = WallClock.seconds
    guard list.withLock({ $0.add(copy, at: now) }) else { return }
    // The display is asked in a thread of its own: whoever copies next is not to wait.
    _ = startThread { [self] in publish() }
  }

  /// Owns the board for the first time; returns why that cannot be, in words.
  func open() -> String? {
    let entries = list.withLock(\.entries)
    do throws(ExchangeError) {
      let owned = try backend.serve(Self.board, content(of: entries)) {}
      ownership.withLock { $0 = owned }
      return nil
    } catch {
      return "no copies are remembered: \(error)"
    }
  }

  /// Owns the board with what there is now.
  package func publish() {
    ownership.withLock { ownership in
      let entries = list.withLock(\.entries)
      ownership = try? backend.serve(Self.board, content(of: entries)) {}
      save()
    }
  }

  /// Owns the board no longer.
  func close() {
    ownership.withLock { $0.take() }?.stop(within: .milliseconds(500))
  }

  private func drop(_ number: Int?) {
    list.withLock { $0.drop(number) }
    _ = startThread { [self] in publish() }
  }

  private func save() {
    guard let file else { return }
    let bytes = list.withLock(\.self).encoded()
    _ = try? OutputFile(file, permissions: 0o600).write(bytes)
  }

  // MARK: What is offered

  /// Numbers count on, and a display never forgets a name: a few serve them all.
  static func slot(_ number: Int, of count: Int) -> String { "\(number % (2 * count))" }

  private func content(of entries: [HistoryEntry]) -> Content {
    let limit = list.withLock { $0.limits.count }
    var names = [Self.listName, Self.removalName + "all"]
    var bySlot: [String: HistoryEntry] = [:]
    for entry in entries {
      let slot = Self.slot(entry.number, of: limit)
      bySlot[slot] = entry
      names += [Self.entryName + slot, Self.removalName + slot]
    }
    let content = bySlot
    return Content(names: names, isSensitive: true) { [weak self] name in
      if name == Self.listName { return Representation(bytes: Self.encode(entries, limit: limit)) }
      if name.hasPrefix(Self.entryName) {
        let entry = content[String(name.dropFirst(Self.entryName.count))]
        return entry.map { Representation(bytes: KeptClipboard.encode($0.snapshot)) }
      }
      let slot = String(name.dropFirst(Self.removalName.count))
      guard let self, slot == "all" || content[slot] != nil else { return nil }
      drop(content[slot]?.number)
      return Representation(bytes: [])
    }
  }

  private static func encode(_ entries: [HistoryEntry], limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(part: "\(limit)".utf8)
    for entry in entries { HistoryItem(entry).append(to: &bytes) }
    return bytes
  }
}
