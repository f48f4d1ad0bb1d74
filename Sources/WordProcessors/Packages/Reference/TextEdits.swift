/// Changes of bytes at places that were found while they were read.
struct TextEdits {
  private var edits: [(range: Range<Int>, text: String)] = []

  /// Adds a change; no two may overlap.
  mutating func replace(_ range: Range<Int>, with text: String) { edits.append((range, text)) }

  /// A part of the bytes, with the changes that lie in it.
  func applied(to bytes: [UInt8], in part: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(part.count)
    var start = part.lowerBound
    for (range, text) in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard range.lowerBound >= start, range.upperBound <= part.upperBound else { continue }
      result += bytes[start..<range.lowerBound]
      result += text.utf8
      start = range.upperBound
    }
    return result + bytes[start..<part.upperBound]
  }
}
