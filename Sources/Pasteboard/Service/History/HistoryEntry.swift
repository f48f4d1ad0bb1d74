import Conversions
package import Exchange
import RichText

/// A copy that the service remembers.
package struct HistoryEntry: Sendable {
  /// Counts the copies.
  package let number: Int
  /// When it was copied, in seconds since 1970.
  package let time: Int
  package let snapshot: Snapshot

  package init(number: Int, time: Int, _ snapshot: Snapshot) {
    (self.number, self.time, self.snapshot) = (number, time, snapshot)
  }
}

/// What a list says of an entry.
package struct HistoryItem: Sendable {
  package let number: Int
  package let time: Int
  /// The names that it was offered under.
  package let names: [String]
  package let byteCount: Int
  /// The first characters of its plain text; empty if it has none.
  package let text: String

  /// So many characters of a text are in a list, which people search.
  private static let textLimit = 2000

  init(_ entry: HistoryEntry, table: NameTable = .shared) {
    (number, time) = (entry.number, entry.time)
    names = entry.snapshot.names
    // What says of the content where it comes from is none of it.
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
