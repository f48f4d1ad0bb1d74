/// Metadata at the very start of a text: YAML between two lines of `---`, or TOML between two of `+++`.
package enum FrontMatter {
  /// Returns where the text after the front matter begins; its own start if there is none.
  ///
  /// The first line must look like a `key:`, with no blank line before it: otherwise `---` is a thematic break.
  static func end(in text: [UInt8]) -> Int {
    let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var lines = Lines(text[start...])
    guard let opening = lines.next() else { return 0 }
    let isTOML = isMarker(opening, "+++")
    guard isTOML || isMarker(opening, "---"), let first = lines.next(), isTOML ? isEntry(first) : isKey(first)
    else { return 0 }
    while let line = lines.next() {
      if isTOML ? isMarker(line, "+++") : isMarker(line, "---") || isMarker(line, "...") {
        return lines.position
      }
    }
    return 0
  }

  private static func isMarker(_ line: ArraySlice<UInt8>, _ marker: StaticString) -> Bool {
    var line = line
    while let last = line.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { line.removeLast() }
    return line.elementsEqual(marker.description.utf8)
  }

  /// A comment, a table or a `key =` of TOML.
  private static func isEntry(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first else { return false }
    return first == UInt8(ascii: "#") || first == UInt8(ascii: "[")
      || first.isASCIIAlphanumeric && line.contains(UInt8(ascii: "="))
  }

  private static func isKey(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, first.isASCIIAlphanumeric || first == UInt8(ascii: "_"),
      let colon = line.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    let after = line.index(after: colon)
    return after == line.endIndex || line[after] == UInt8(ascii: " ") || line[after] == UInt8(ascii: "\t")
  }
}
