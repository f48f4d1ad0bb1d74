package import Exchange
import Synchronization
import System

/// Remembers copies for the service, and offers them to `pb history` on a board of their own.
///
/// The board is the interface: its content lists the entries, and has each under a name. Whoever asks for the name of
/// a removal or of a pin removes or pins one. It is owned anew with every change, so that what a reader sees is of one time.
package final class CopyHistory: Sendable {
  /// The board.
  static let board = Board("pb.history")
  static let listName = "application/x-pasteboard-history"
  static let entryName = "application/x-pasteboard-history-entry;"
  static let removalName = "application/x-pasteboard-history-drop;"
  static let pinName = "application/x-pasteboard-history-pin;"
  /// The value of a pin's name if the copy could not be pinned.
  static let refusal = "refused"
  static let confirmation = "done"
  /// Stands behind the entries of a list that lacks copies which are still being read.
  static let incompleteMark = "incomplete"
  /// Twice this is less than an owner has for an answer.
  private static let patience = Duration.milliseconds(150)

  private let backend: Backend
  private let list: Mutex<HistoryList>
  private let ownership = Mutex<(any Ownership)?>(nil)
  /// The file that keeps it when the service ends; nil for memory alone.
  private let file: String?
  /// Tells of a file that cannot be written, and whether that has been told.
  private let complaint = Mutex<(say: (@Sendable (String) -> Void)?, isTold: Bool)>((nil, false))
  /// The reason why the file could not be written at the start.
  private let firstFailure: SystemError?
  /// Whether the file may hold copies that were dropped.
  private let holdsDropped = Mutex(false)
  /// Copies that are being read, and lists that are not yet offered.
  let changes = ChangesUnderWay()
  /// The manager that reads the copies.
  let manager = ManagerBarrier()

  /// Throws `PasteboardError` if the file holds something else, which would be lost with the first copy, or cannot be
  /// written, for another reason than that the disk is full: that may change.
  ///
  /// - Parameter file: where entries are kept from one start of the service to the next; nil for memory alone.
  package init(
    _ limits: HistoryLimits, file: String? = nil, on backend: Backend
  ) throws(PasteboardError) {
    self.backend = backend
    self.file = file
    var list = HistoryList(limits)
    var failure: SystemError?
    if let file, (try? FileKind(file)) != nil {
      let limit = 2 * limits.bytes + (1 << 20)
      let bytes = try? RegularFile.bytes(of: file, limit: limit, isPrivate: true)
      guard let bytes, bytes.isEmpty || list.add(encoded: bytes) else {
        throw PasteboardError(
          .system,
          "\(file) is damaged, is not a history, or others can read it. Name another file.")
      }
    }
    if let file {
      do throws(SystemError) {
        try OutputFile(file, permissions: 0o600).write(list.encoded())
      } catch {
        guard error.isFullDisk else { throw PasteboardError(error) }
        failure = error
      }
    }
    firstFailure = failure
    self.list = Mutex(list)
  }

  /// Takes note of a copy.
  func note(_ copy: Snapshot) {
    let now = WallClock.seconds
    if list.withLock({ $0.add(copy, at: now) }) { publishSoon() }
  }

  /// The display is asked in a thread of its own: whoever copies next is not to wait.
  private func publishSoon() {
    changes.begin()
    let isRunning = startThread { [self] in
      publish()
      changes.end()
    }
    if !isRunning { changes.end() }
  }

  /// Owns the board for the first time; returns why that cannot be, in words.
  ///
  /// - Parameter say: tells whoever runs the service of a file that can be written no longer.
  func open(say: @escaping @Sendable (String) -> Void) -> String? {
    complaint.withLock { $0.say = say }
    if let firstFailure { complain(of: firstFailure) }
    let entries = list.withLock(\.entries)
    do throws(ExchangeError) {
      let owned = try backend.serve(Self.board, content(of: entries)) {}
      ownership.withLock { $0 = owned }
      return nil
    } catch {
      return "the history is off: \(error)"
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
    holdsDropped.withLock { $0 = true }
    list.withLock { $0.drop(number) }
    publishSoon()
  }

  private func togglePin(_ number: Int) -> String {
    guard list.withLock({ $0.togglePin(number) }) else { return Self.refusal }
    publishSoon()
    return Self.confirmation
  }

  private func save() {
    guard let file else { return }
    let bytes = list.withLock(\.self).encoded()
    do throws(SystemError) {
      try OutputFile(file, permissions: 0o600).write(bytes)
      complaint.withLock { $0.isTold = false }
      holdsDropped.withLock { $0 = false }
    } catch {
      // On a full disk all goes, rather than that what was dropped comes back with the next start.
      if holdsDropped.withLock(\.self) { try? FilePath(file).removeFile() }
      complain(of: error)
    }
  }

  private func complain(of error: SystemError) {
    complaint.withLock { complaint in
      if !complaint.isTold { complaint.say?("the history is kept in memory only: \(error)") }
      complaint.isTold = true
    }
  }

  // MARK: What is offered

  /// Numbers count on, and a display never forgets a name: a few serve them all.
  static func slot(_ number: Int, of count: Int) -> String { "\(number % (2 * count))" }

  private func content(of entries: [HistoryEntry]) -> Content {
    let limit = list.withLock { $0.limits.count }
    let slots = entries.map { Self.slot($0.number, of: limit) }
    let names =
      [Self.listName, Self.removalName + "all"]
      + slots.flatMap { [Self.entryName + $0, Self.removalName + $0, Self.pinName + $0] }
    var content = Content(names: names, isSensitive: true) { [weak self] name in self?.answer(name) }
    content.changingNames = [Self.listName]
    return content
  }

  private func answer(_ name: String) -> Representation? {
    // A request right after a copy means that copy too. What takes longer is said, and the request comes again.
    var isComplete = true
    if name == Self.listName {
      isComplete = manager.wait(atMost: Self.patience)
      isComplete = changes.wait(atMost: Self.patience) && isComplete
    }
    let list = list.withLock(\.self)
    func entry(_ prefix: String) -> HistoryEntry? {
      list.entries.first { prefix + Self.slot($0.number, of: list.limits.count) == name }
    }
    switch name {
    case Self.listName:
      var bytes = Self.encode(list.entries, limit: list.limits.count)
      if !isComplete { bytes.append(part: Self.incompleteMark.utf8) }
      return Representation(bytes: bytes)
    case Self.removalName + "all": drop(nil)
    default:
      if let entry = entry(Self.entryName) {
        return Representation(bytes: ServiceContentFile.encode(entry.snapshot))
      }
      if let entry = entry(Self.pinName) {
        return Representation(bytes: Array(togglePin(entry.number).utf8))
      }
      guard let entry = entry(Self.removalName) else { return nil }
      drop(entry.number)
    }
    return Representation(bytes: [])
  }

  private static func encode(_ entries: [HistoryEntry], limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(part: "\(limit)".utf8)
    for entry in entries { HistoryItem(entry).append(to: &bytes) }
    return bytes
  }
}

/// Counts changes that are under way, for those who want to see what comes of them.
final class ChangesUnderWay: Sendable {
  private struct State {
    var count = 0
    var waiting: [WakeUp] = []
  }

  private let state = Mutex(State())

  func begin() {
    state.withLock { $0.count += 1 }
  }

  func end() {
    state.withLock { state in
      state.count -= 1
      guard state.count == 0 else { return }
      for wakeUp in state.waiting { wakeUp.signal() }
      state.waiting = []
    }
  }

  /// Returns once no change is under way, or after `limit`: false then.
  func wait(atMost limit: Duration) -> Bool {
    let wakeUp = state.withLock { state -> WakeUp? in
      guard state.count > 0 else { return nil }
      let wakeUp = WakeUp()
      state.waiting.append(wakeUp)
      return wakeUp
    }
    return wakeUp?.wait(until: .now + limit) ?? true
  }
}
