/// The list of active formatting elements (WHATWG HTML 13.2.4.3): those that no end tag has ended yet, and that are
/// opened again where what they stood in has ended.
struct FormattingList {
  struct Entry {
    var node: Int32
    let name: ElementName
    /// How many bytes a copy of the element adds.
    let cost: Int
  }

  /// More formatting elements than this are not opened again: each of them would be in every block that follows.
  static let limit = 48

  private(set) var entries: [Entry] = []
  /// Where the cells, objects and templates begin that are open: what stands before is not opened again in them.
  private var markers: [Int] = []

  var start: Int { markers.last ?? 0 }
  var isEmpty: Bool { entries.count == start }
  var isFull: Bool { entries.count - start >= Self.limit }

  /// The places of the entries since the last marker.
  var sinceMarker: Range<Int> { start..<entries.count }

  subscript(index: Int) -> Entry {
    get { entries[index] }
    set { entries[index] = newValue }
  }

  func last(_ name: HTMLElementName) -> Int? {
    sinceMarker.last { entries[$0].name.known == name }
  }

  func index(of node: Int32) -> Int? {
    entries[start...].lastIndex { $0.node == node }
  }

  /// What it costs to open all of them again.
  var cost: Int { entries[start...].reduce(0) { $0 + $1.cost } }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
  }

  mutating func insert(_ entry: Entry, at index: Int) {
    entries.insert(entry, at: index)
  }

  mutating func remove(at index: Int) {
    entries.remove(at: index)
  }

  mutating func remove(_ node: Int32) {
    if let index = index(of: node) { entries.remove(at: index) }
  }

  mutating func addMarker() { markers.append(entries.count) }

  /// Forgets what was added since the last marker, and the marker.
  mutating func endMarked() {
    entries.removeSubrange(start...)
    markers.removeLast(min(1, markers.count))
  }

  /// Forgets what was added since the last marker.
  mutating func removeAll() { entries.removeSubrange(start...) }
}
