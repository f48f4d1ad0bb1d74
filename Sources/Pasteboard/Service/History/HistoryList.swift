import Conversions
package import Exchange
import RichText

/// The copies that are remembered, the last one first, within bounds.
struct HistoryList: Sendable {
  let limits: HistoryLimits
  private(set) var entries: [HistoryEntry] = []
  private var next = 1

  init(_ limits: HistoryLimits) {
    self.limits = limits
  }

  /// Takes a copy; one that is there already comes to the front. False if nothing changed.
  mutating func add(_ copy: Snapshot, at time: Int) -> Bool {
    guard isRemembered(copy) else { return false }
    if let first = entries.first, first.snapshot.representations == copy.representations { return false }
    let size = copy.byteCount
    // Few copies have the same size: the others are not compared.
    let known = entries.firstIndex {
      $0.byteCount == size && $0.snapshot.representations == copy.representations
    }
    let isPinned = known.map { entries.remove(at: $0).isPinned } ?? false
    entries.insert(HistoryEntry(number: next, time: time, copy, isPinned: isPinned), at: 0)
    next += 1
    evict()
    return true
  }

  private func isRemembered(_ copy: Snapshot) -> Bool {
    copy.byteCount <= limits.bytes && copy.representations.contains(where: Self.isContent)
  }

  /// Drops the oldest copies beyond the limits; pinned ones stay.
  private mutating func evict() {
    var (count, held, all) = (0, 0, 0)
    for entry in entries {
      all += entry.byteCount
      if entry.isPinned { (count, held) = (count + 1, held + entry.byteCount) }
    }
    guard entries.count > limits.count || all > limits.bytes else { return }
    entries.removeAll { entry in
      guard !entry.isPinned else { return false }
      count += 1
      held += entry.byteCount
      return count > limits.count || held > limits.bytes
    }
  }

  /// Pins an entry, or takes its pin away. False, and nothing changes, if pins would take more than half of the room:
  /// then new copies would not be remembered.
  mutating func togglePin(_ number: Int) -> Bool {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return false }
    if !entries[index].isPinned {
      let pinned = entries.filter(\.isPinned)
      let bytes = pinned.reduce(entries[index].byteCount) { $0 + $1.byteCount }
      guard limits.mayPin(pinned.count + 1, bytes: bytes) else { return false }
    }
    entries[index].isPinned.toggle()
    return true
  }

  /// Whether a form is content, not a mark: a copy whose forms were too large has only marks left.
  private static func isContent(_ form: (key: String, value: Representation)) -> Bool {
    !form.value.bytes.isEmpty && NameTable.shared.role(of: form.key) == .content
  }

  /// Forgets an entry, all for nil.
  mutating func drop(_ number: Int?) {
    entries.removeAll { number == nil || $0.number == number }
  }
}

/// Limits of what is remembered.
package struct HistoryLimits: Sendable {
  /// The number of copies.
  package var count: Int
  /// The bytes of all together.
  package var bytes: Int

  package init(count: Int, bytes: Int) {
    (self.count, self.bytes) = (count, bytes)
  }

  /// True if `count` copies with `bytes` bytes together may be pinned. Half of the room is for new copies.
  func mayPin(_ count: Int, bytes: Int) -> Bool { count <= self.count / 2 && bytes <= self.bytes / 2 }
}

extension HistoryList {
  /// Each entry with its time, its names and their values, the oldest first.
  func encoded() -> [UInt8] {
    var bytes = Array(Self.mark.utf8)
    for entry in entries.reversed() {
      bytes.append(part: HistoryItem.mark(entry.time, isPinned: entry.isPinned).utf8)
      bytes.append(part: ServiceContentFile.encode(entry.snapshot))
    }
    return bytes
  }

  /// Adds what `encoded` has written; false if the bytes are nothing of that kind, or damaged.
  mutating func add(encoded bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: Self.mark.utf8) else { return false }
    var parts = PartReader(bytes[Self.mark.utf8.count...])
    var merged = MergedEntries(entries)
    while let part = parts.nextText() {
      guard let time = Int(part), let value = parts.next(),
        let copy = ServiceContentFile.decode(Array(value))
      else { return false }
      guard isRemembered(copy) else { continue }
      merged.add(HistoryEntry(number: next, time: time, copy, isPinned: HistoryItem.isPinned(part)), limits)
      next += 1
    }
    entries = merged.newestFirst
    evict()
    return parts.isAtEnd
  }

  /// Entries to which many are added at once, each found by a key: the same as adding one after the other, in linear time.
  private struct MergedEntries {
    private struct Key: Hashable {
      let byteCount: Int
      let text: String
    }

    /// The oldest first; nil where a later one is the same.
    private var all: [HistoryEntry?] = []
    private var places: [Key: [Int]] = [:]
    private var pinned = (count: 0, bytes: 0)

    init(_ newestFirst: [HistoryEntry]) {
      for entry in newestFirst.reversed() { append(entry) }
    }

    var newestFirst: [HistoryEntry] { all.compactMap(\.self).reversed() }

    private mutating func append(_ entry: HistoryEntry) {
      places[Key(byteCount: entry.byteCount, text: entry.text), default: []].append(all.count)
      if entry.isPinned { pinned = (pinned.count + 1, pinned.bytes + entry.byteCount) }
      all.append(entry)
    }

    mutating func add(_ entry: HistoryEntry, _ limits: HistoryLimits) {
      var entry = entry
      let alike = places[Key(byteCount: entry.byteCount, text: entry.text)] ?? []
      let known = alike.last { all[$0]?.snapshot.representations == entry.snapshot.representations }
      if let known, let former = all[known] {
        all[known] = nil
        if former.isPinned { pinned = (pinned.count - 1, pinned.bytes - former.byteCount) }
        entry.isPinned = entry.isPinned || former.isPinned
      }
      if entry.isPinned, !limits.mayPin(pinned.count + 1, bytes: pinned.bytes + entry.byteCount) {
        entry.isPinned = false
      }
      append(entry)
    }
  }

  private static let mark = "pasteboard history 1\n"
}

/// A copy that the service remembers.
package struct HistoryEntry: Sendable {
  /// Counts the copies.
  package let number: Int
  /// The time when it was copied, in seconds since 1970.
  package let time: Int
  package let snapshot: Snapshot
  /// Whether it stays when newer copies come.
  package var isPinned: Bool
  /// The bytes of all its values together.
  let byteCount: Int
  /// The first characters of its plain text, which lists have; empty if it has none.
  let text: String

  package init(number: Int, time: Int, _ snapshot: Snapshot, isPinned: Bool = false) {
    (self.number, self.time, self.snapshot, self.isPinned) = (number, time, snapshot, isPinned)
    byteCount = snapshot.byteCount
    text = HistoryItem.text(of: snapshot)
  }
}

/// An entry of the list.
package struct HistoryItem: Sendable {
  package let number: Int
  package let time: Int
  /// The names that it was offered under.
  package let names: [String]
  package let byteCount: Int
  /// The first characters of its plain text, or else of its Markdown; empty if it has neither.
  package let text: String
  /// Whether it stays when newer copies come.
  package let isPinned: Bool

  /// The number of characters of a text in a list, which people search.
  package static let textLimit = 2000

  /// The time of a copy with a sign before it if it is pinned, which readers of numbers pass over.
  static func mark(_ time: Int, isPinned: Bool) -> String { (isPinned ? "+" : "") + "\(time)" }

  static func isPinned(_ mark: String) -> Bool { mark.hasPrefix("+") }

  package init(_ entry: HistoryEntry) {
    (number, time, isPinned, text) = (entry.number, entry.time, entry.isPinned, entry.text)
    names = entry.snapshot.names
    // Types that tell where content comes from are not content.
    let marker = entry.snapshot.representations[Offering.sourceMarker]?.bytes.count ?? 0
    byteCount = entry.byteCount - marker
  }

  /// The first characters of the plain text of a copy, or else of its Markdown; empty if it has neither.
  static func text(of copy: Snapshot, table: NameTable = .shared) -> String {
    let readable = table.readable(among: copy.names)
    let plain = readable.first { $0.format == .plainText } ?? readable.first { $0.format == .markdown }
    guard let plain, let value = copy.representations[plain.name] else { return "" }
    let part = Representation(
      declared: value.declared, format: value.format, bytes: Array(value.bytes.prefix(textLimit * 4)))
    return String(table.plainText(of: part, name: plain.name).prefix(textLimit))
  }

  init?(_ parts: inout PartReader) {
    guard let number = parts.nextText().flatMap({ Int($0) }),
      let mark = parts.nextText(), let time = Int(mark), let names = parts.nextText(),
      let count = parts.nextText().flatMap({ Int($0) }),
      let text = parts.nextText()
    else { return nil }
    // Any program can own the board: what it says of the time is not computed with as it comes.
    (self.number, self.time, byteCount, self.text) = (number, max(0, min(time, 1 << 40)), count, text)
    isPinned = Self.isPinned(mark)
    self.names = names.split(separator: "\n").map(String.init)
  }

  func append(to bytes: inout [UInt8]) {
    for part in [
      "\(number)", Self.mark(time, isPinned: isPinned), names.joined(separator: "\n"), "\(byteCount)", text,
    ] {
      bytes.append(part: part.utf8)
    }
  }
}
