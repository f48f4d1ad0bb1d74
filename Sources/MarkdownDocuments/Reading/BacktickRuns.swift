/// Where runs of backticks stand behind what is read, so that each is looked for once (CommonMark 6.1).
struct BacktickRuns {
  /// The last position at which a run of each length was seen.
  private var last: [Int] = []
  private var isAtEnd = false

  mutating func reset() {
    isAtEnd = false
    if !last.isEmpty { last.removeAll(keepingCapacity: true) }
  }

  /// Where the next run of a length begins; nil if there is none.
  mutating func run(of length: Int, _ text: Span<UInt8>, from start: Int, to limit: Int) -> Int? {
    if isAtEnd, length >= last.count || last[length] < start { return nil }
    var position = start
    while true {
      position = ByteSearch.position(of: UInt8(ascii: "`"), in: text, from: position, to: limit)
      guard position < limit else {
        isAtEnd = true
        return nil
      }
      let begin = position
      while position < limit, text[position] == UInt8(ascii: "`") { position += 1 }
      if position - begin == length { return begin }
      while last.count <= position - begin { last.append(-1) }
      last[position - begin] = begin
    }
  }
}
