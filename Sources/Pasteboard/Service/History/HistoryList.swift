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
    guard copy.byteCount <= limits.bytes, copy.representations.contains(where: Self.isContent) else {
      return false
    }
    if let first = entries.first, first.snapshot.representations == copy.representations { return false }
    entries.removeAll { $0.snapshot.representations == copy.representations }
    entries.insert(HistoryEntry(number: next, time: time, copy), at: 0)
    next += 1
    var held = 0
    entries = Array(
      entries.prefix(limits.count).prefix {
        held += $0.snapshot.byteCount
        return held <= limits.bytes
      })
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
}

extension HistoryList {
  /// Each entry with its time, its names and their values, the oldest first.
  func encoded() -> [UInt8] {
    var bytes = Array(Self.mark.utf8)
    for entry in entries.reversed() {
      bytes.append(part: "\(entry.time)".utf8)
      bytes.append(part: ClipboardManagerState.encode(entry.snapshot))
    }
    return bytes
  }

  /// Adds what `encoded` has written; false if the bytes are nothing of that kind, or damaged.
  mutating func add(encoded bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: Self.mark.utf8) else { return false }
    var parts = PartReader(bytes[Self.mark.utf8.count...])
    while let part = parts.nextText() {
      guard let time = Int(part), let value = parts.next(),
        let copy = ClipboardManagerState.decode(Array(value))
      else { return false }
      _ = add(copy, at: time)
    }
    return parts.isAtEnd
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

  package init(number: Int, time: Int, _ snapshot: Snapshot) {
    (self.number, self.time, self.snapshot) = (number, time, snapshot)
  }
}

/// An entry of the list.
package struct HistoryItem: Sendable {
  package let number: Int
  package let time: Int
  /// The names that it was offered under.
  package let names: [String]
  package let byteCount: Int
  /// The first characters of its plain text; empty if it has none.
  package let text: String

  /// The number of characters of a text in a list, which people search.
  private static let textLimit = 2000

  init(_ entry: HistoryEntry, table: NameTable = .shared) {
    (number, time) = (entry.number, entry.time)
    names = entry.snapshot.names
    // Types that tell where content comes from are not content.
    let marker = entry.snapshot.representations[Offering.sourceMarker]?.bytes.count ?? 0
    byteCount = entry.snapshot.byteCount - marker
    let plain = table.readable(among: names).first { $0.format == .plainText }
    let value = plain.flatMap { plain in
      entry.snapshot.representations[plain.name].map {
        let part = Representation(
          declared: $0.declared, format: $0.format, bytes: Array($0.bytes.prefix(Self.textLimit * 4)))
        return String(table.plainText(of: part, name: plain.name).prefix(Self.textLimit))
      }
    }
    text = value ?? ""
  }

  init?(_ parts: inout PartReader) {
    guard let number = parts.nextText().flatMap({ Int($0) }),
      let time = parts.nextText().flatMap({ Int($0) }),
      let names = parts.nextText(), let count = parts.nextText().flatMap({ Int($0) }),
      let text = parts.nextText()
    else { return nil }
    (self.number, self.time, byteCount, self.text) = (number, time, count, text)
    self.names = names.split(separator: "\n").map(String.init)
  }

  func append(to bytes: inout [UInt8]) {
    for part in ["\(number)", "\(time)", names.joined(separator: "\n"), "\(byteCount)", text] {
      bytes.append(part: part.utf8)
    }
  }
}
