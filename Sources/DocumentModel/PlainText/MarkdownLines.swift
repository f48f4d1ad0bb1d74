/// Lines of Markdown in the making, each begun by the marks of the containers that hold it.
package struct MarkdownLines {
  package private(set) var bytes: [UInt8] = []
  /// What lines of the open containers begin with.
  private var prefix: [UInt8] = []
  /// True if the markers of containers already stand in the line that is next begun.
  private var isBehindMarker = false

  package init() {}

  /// Begins a line of a block.
  package mutating func begin() {
    if isBehindMarker {
      isBehindMarker = false
    } else {
      bytes += prefix
    }
  }

  /// The number of columns that are taken in the line that is being written, after `begin`.
  package var column: Int {
    let line = bytes.lastIndex(of: 0x0A).map { bytes[($0 + 1)...] } ?? bytes[...]
    return DisplayWidth.of(line)
  }

  package mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  package mutating func append(_ text: String) { bytes += text.utf8 }

  package mutating func append(_ slice: ArraySlice<UInt8>) { bytes += slice }

  package mutating func append(_ byte: UInt8) { bytes.append(byte) }

  package mutating func append(_ byte: UInt8, count: Int) {
    bytes.append(contentsOf: repeatElement(byte, count: count))
  }

  package mutating func end() { bytes.append(0x0A) }

  /// Ends a line within a block, and begins its next one.
  package mutating func breakLine() {
    bytes.append(0x0A)
    bytes += prefix
  }

  /// Ends the line in which a marker stands, so that what the container holds begins in the next line.
  package mutating func endMarkerLine() {
    isBehindMarker = false
    bytes.append(0x0A)
  }

  /// Ends the line behind a marker, if nothing followed it.
  package mutating func endEmptyContainer() {
    guard isBehindMarker else { return }
    isBehindMarker = false
    while bytes.last == 0x20 { bytes.removeLast() }
    bytes.append(0x0A)
  }

  package mutating func endBlankLine() {
    bytes += prefix
    while bytes.last == 0x20 { bytes.removeLast() }
    bytes.append(0x0A)
  }

  /// Writes what a container holds: its first line behind `marker`, the other ones behind `indent`.
  package mutating func within(
    marker: [UInt8], indent: [UInt8], _ write: (inout MarkdownLines) -> Void
  ) {
    begin()
    bytes += marker
    isBehindMarker = true
    prefix += indent
    write(&self)
    prefix.removeLast(indent.count)
  }
}
