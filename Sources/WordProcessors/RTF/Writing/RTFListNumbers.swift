/// The numbers by which paragraphs of RTF name their lists.
///
/// LibreOffice goes on with a list of the document that something is pasted into if that has the same number, so the
/// numbers depend on the content: two pastes rarely share one. RTF 1.9.1 allows 1 to 2,000.
struct RTFListNumbers {
  /// The number before that of the first list; all numbers have as many digits.
  private static let base = 999
  private static let limit = 1_000
  /// As much of the text as tells one content from another.
  private static let digestLimit = 64 << 10

  /// Where in the output the numbers stand.
  private var positions: [Int] = []
  /// What the content adds to them.
  private var offset = 0

  /// The number of a list, counted from 1.
  func number(of list: Int) -> Int { Self.base + offset + list }

  /// Writes the word that says which list a paragraph is in.
  mutating func write(list: Int, to output: inout RTFOutput) {
    output.append("\\ls")
    positions.append(output.bytes.count)
    output.append(Self.base + list)
  }

  /// Lets the numbers depend on what was written; called when all of the text is.
  mutating func settle(count: Int, in output: inout RTFOutput) {
    guard count > 0, count < Self.limit else { return }
    var digest = RTFControlWordTable.seed
    for byte in output.bytes.prefix(Self.digestLimit) { digest = RTFControlWordTable.mix(digest, byte) }
    offset = Int(digest % UInt64(Self.limit - count))
    for position in positions { output.add(offset, toNumberAt: position) }
  }
}
