package import Exchange
import System

/// Asks the service for what it remembers.
package struct HistoryReader {
  private let reader: any Reader
  private let limit: Int
  /// The last copy first.
  package let items: [HistoryItem]
  /// Whether every copy is in the list that has been made so far: an owner may need a while for its content.
  package let isComplete: Bool

  /// The longest time in which the service reads a copy, and some for itself.
  package static let longestReading = Duration.seconds(6)

  /// Throws `PasteboardError` with `.empty` if no service remembers anything here.
  ///
  /// - Parameter patience: the longest wait for a copy that is still being read, beyond the moment for which the service
  ///   itself waits.
  package init(
    on backend: Backend, timeout: Duration = .seconds(1), patience: Duration = .zero
  ) throws(PasteboardError) {
    guard !backend.persistsContent else {
      throw PasteboardError(.display, "a terminal does not keep a history. Run pb history on your desktop.")
    }
    guard backend.name != "socket" else {
      throw PasteboardError(
        .display, "the history is not shared over a socket. Run 'pb pick' on your desktop, and paste here.")
    }
    let end = MonotonicTime.now + patience
    while true {
      let list: List
      do {
        list = try List(on: backend, timeout: timeout)
      } catch {
        guard [ExchangeError.Code.empty, .refused].contains(error.code) else { throw PasteboardError(error) }
        throw PasteboardError(
          .empty, "the history is off. Turn it on: pb serve --history 50 --replace &")
      }
      guard list.isComplete || .now >= end else { continue }
      (reader, limit, items, isComplete) = (list.reader, list.limit, list.items, list.isComplete)
      return
    }
  }

  /// One answer of the service. The service waits a little before it says that a copy is missing.
  private struct List {
    let reader: any Reader
    let limit: Int
    var items: [HistoryItem] = []
    let isComplete: Bool

    init(on backend: Backend, timeout: Duration) throws(ExchangeError) {
      reader = try backend.read(CopyHistory.board, ReadOptions(timeout: timeout))
      let list = try reader.representation(CopyHistory.listName, unchanged: true)
      var parts = PartReader(list.bytes[...])
      limit = parts.nextText().flatMap { Int($0) } ?? 1
      var rest = parts
      while let item = HistoryItem(&parts) {
        items.append(item)
        rest = parts
      }
      isComplete = rest.nextText() != CopyHistory.incompleteMark
    }
  }

  /// All forms of an entry.
  package func snapshot(of item: HistoryItem) throws(PasteboardError) -> Snapshot {
    let slot = CopyHistory.slot(item.number, of: max(1, limit))
    let bytes = try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      try reader.representation(CopyHistory.entryName + slot, unchanged: true).bytes
    }
    guard let snapshot = ServiceContentFile.decode(bytes) else {
      throw PasteboardError(.notOffered, "the entry is damaged")
    }
    return snapshot
  }

  /// True if the clipboard holds the same as an entry, in the form that its owner lists first of those that both have.
  package func isOnClipboard(_ item: HistoryItem, _ backend: Backend) -> Bool {
    guard let copy = try? snapshot(of: item),
      let clipboard = try? PasteboardReader(.general, on: backend, isLooking: true),
      let targets = try? clipboard.targets(),
      let name = targets.first(where: {
        NameTable.shared.role(of: $0) == .content && copy.representations[$0] != nil
      })
    else { return false }
    return (try? clipboard.property(name, unchanged: true).bytes) == copy.representations[name]?.bytes
  }

  /// Has the service keep an entry when newer copies come, or no longer. Throws `PasteboardError` if it does not.
  package func togglePin(_ item: HistoryItem) throws(PasteboardError) {
    let slot = CopyHistory.slot(item.number, of: max(1, limit))
    let answer = try? reader.representation(CopyHistory.pinName + slot, unchanged: true).bytes
    switch answer.map({ String(decoding: $0, as: UTF8.self) }) {
    case CopyHistory.confirmation?: return
    case CopyHistory.refusal?:
      throw PasteboardError(.notConvertible, "the copy was not pinned: pins fill half of the history")
    default: throw PasteboardError(.notOffered, "the running pb serve cannot pin copies. Restart it.")
    }
  }

  /// Has the service forget an entry, all for nil.
  package func drop(_ item: HistoryItem?) throws(PasteboardError) {
    let slot = item.map { CopyHistory.slot($0.number, of: max(1, limit)) } ?? "all"
    try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      _ = try reader.representation(CopyHistory.removalName + slot, unchanged: true)
    }
  }
}

extension PasteboardReader {
  /// Reads what a service remembers as if it were on a pasteboard.
  ///
  /// - Parameter helper: converts for a process that lives on; nil to convert in this one.
  package init(_ snapshot: Snapshot, helper: ConversionHelper? = nil) throws(PasteboardError) {
    let backend = Backend.memory()
    try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      _ = try backend.serve(.general, snapshot.content) {}
    }
    try self.init(.general, on: backend, helper: helper)
  }
}

extension Offering {
  /// Offers what a service remembers again, in all its forms.
  package init(again copy: Snapshot) {
    self.init(names: .shared)
    add(copy)
    completeFiles(of: copy)
    completePictures(of: copy)
  }
}

extension Offering {
  /// Offers what was saved, each form under its name and nothing else.
  ///
  /// - Parameter mark: the mark on the content, which managers respect.
  package init(exactly copy: Snapshot, _ mark: PrivacyMarker.Meaning?) {
    self.init(names: .shared)
    isExact = true
    isSensitive = mark == .secret
    isTransient = mark == .transient
    var copy = copy
    for name in copy.names {
      guard var form = copy.representations[name] else { continue }
      // A declared type keeps text from being encoded as its name says; TEXT leaves the encoding to the owner.
      form.declared = form.declared ?? (name == "TEXT" ? "UTF8_STRING" : name)
      if isSensitive { form.payload.conceal() }
      copy.representations[name] = form
    }
    add(copy)
  }
}
