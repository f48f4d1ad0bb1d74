/// Metadata in YAML between two lines of `---` at the very start of a text.
enum FrontMatter {
  /// Returns where the text after the front matter begins; its own start if there is none.
  ///
  /// The first line must look like a `key:`, with no blank line before it: otherwise `---` is a thematic break.
  static func end(in text: [UInt8]) -> Int {
    let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var lines = Lines(text[start...])
    guard let opening = lines.next(), isMarker(opening, "---"), let first = lines.next(), isKey(first) else {
      return 0
    }
    while let line = lines.next() {
      if isMarker(line, "---") || isMarker(line, "...") { return lines.position }
    }
    return 0
  }

  private static func isMarker(_ line: ArraySlice<UInt8>, _ marker: StaticString) -> Bool {
    var line = line
    while let last = line.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { line.removeLast() }
    return line.elementsEqual(marker.description.utf8)
  }

  private static func isKey(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, first.isASCIIAlphanumeric || first == UInt8(ascii: "_"),
      let colon = line.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    let after = line.index(after: colon)
    return after == line.endIndex || line[after] == UInt8(ascii: " ") || line[after] == UInt8(ascii: "\t")
  }
}
