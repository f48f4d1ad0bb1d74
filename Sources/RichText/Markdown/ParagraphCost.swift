/// What the inlines of long paragraphs cost the Markdown parser beyond what their length explains.
///
/// libcmark-gfm 0.29.0.gfm.6 looks for the end of each declaration, instruction and CDATA section up to the end
/// of the paragraph, and goes through all delimiters for each link that has none in it.
struct ParagraphCost {
  private(set) var steps = 0
  private let text: ArraySlice<UInt8>
  private var start: Int?

  /// Paragraphs shorter than this cost nothing worth a look, whatever they hold.
  private static let shortLength = 4096

  init(of text: ArraySlice<UInt8>) {
    self.text = text
  }

  /// Adds the next line of the text.
  mutating func add(_ line: ArraySlice<UInt8>, isBlank: Bool) {
    if isBlank || Self.beginsItem(line) { end(at: line.startIndex) }
    if !isBlank, start == nil { start = line.startIndex }
  }

  /// Ends the paragraph that is open.
  mutating func end(at end: Int) {
    guard let begun = start else { return }
    start = nil
    guard end - begun > Self.shortLength else { return }
    let paragraph = text[begun..<end]
    for (opening, closing) in [("<?", "?>"), ("<!", ">"), ("<![CDATA[", "]]>"), ("<!--", "-->")] {
      steps += Self.distances(from: opening, to: closing, in: paragraph)
    }
    let links = Self.count(paragraph) { $0 == UInt8(ascii: "]") }
    // It is a visit of a node, where the search for an end is one of a byte.
    if links > 256 {
      steps += 2 * links * Self.count(paragraph) { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "_") }
    }
  }

  /// True for a bullet, which begins a block of its own whatever stands before it.
  private static func beginsItem(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == 0x20 }
    guard text.startIndex - line.startIndex < 4, let first = text.first, "-*+".utf8.contains(first) else {
      return false
    }
    return text.dropFirst().first == 0x20
  }

  /// How many bytes lie between each opening and the closing that follows it, or the end.
  private static func distances(
    from opening: String, to closing: String, in text: ArraySlice<UInt8>
  ) -> Int {
    var distance = 0
    var rest = text
    var end = text.startIndex
    while let start = ByteSearch.position(of: opening, in: rest) {
      if end < start { end = ByteSearch.position(of: closing, in: text[start...]) ?? text.endIndex }
      distance += end - start
      rest = text[(start + 2)...]
    }
    return distance
  }

  private static func count(_ text: ArraySlice<UInt8>, _ condition: (UInt8) -> Bool) -> Int {
    text.reduce(0) { $0 + (condition($1) ? 1 : 0) }
  }
}
