/// The parser's list of active formatting elements (WHATWG HTML 13.2.4.3): those that no end tag has ended
/// yet, and that are opened again where what they stood in has ended.
struct ActiveFormatting {
  struct Entry {
    let name: HTMLElementName
    let number: Int32
    /// How many bytes the parser repeats when it opens the element again.
    let cost: Int
  }

  private var entries: [Entry] = []
  /// Where the cells and objects begin that are open: what stands before is not opened again in them.
  private var markers: [Int] = []
  private var lastNumber: Int32 = 0

  private var start: Int { markers.last ?? 0 }

  /// The entries since the last marker.
  var sinceMarker: ArraySlice<Entry> { entries[start...] }
  var count: Int { entries.count - start }
  var isEmpty: Bool { count == 0 }

  /// The names since the last marker, the innermost first.
  var names: [HTMLElementName] { sinceMarker.reversed().map(\.name) }

  /// How many bytes the parser repeats in a block.
  var cost: Int { sinceMarker.reduce(0) { $0 + $1.cost } }

  func last(_ name: HTMLElementName) -> Entry? {
    sinceMarker.last { $0.name == name }
  }

  func contains(_ number: Int32) -> Bool {
    number != 0 && sinceMarker.contains { $0.number == number }
  }

  /// Adds an element, and returns the number that tells it from others.
  mutating func add(_ name: HTMLElementName, cost: Int) -> Int32 {
    lastNumber += 1
    entries.append(Entry(name: name, number: lastNumber, cost: cost))
    return lastNumber
  }

  mutating func remove(_ number: Int32) {
    guard number != 0, let index = sinceMarker.lastIndex(where: { $0.number == number }) else { return }
    entries.remove(at: index)
  }

  mutating func addMarker() {
    markers.append(entries.count)
  }

  /// Forgets what was added since the last marker, and the marker.
  mutating func endMarked() {
    entries.removeSubrange(start...)
    markers.removeLast(min(1, markers.count))
  }
}
