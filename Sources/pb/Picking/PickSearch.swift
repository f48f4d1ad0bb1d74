/// The words that a person types to find a row: a row matches if its text holds all of them.
///
/// Capitals count in a word that has some.
struct PickSearch: Hashable, Sendable {
  private struct Word: Hashable, Sendable {
    let bytes: [UInt8]
    let isExact: Bool
  }

  private let words: [Word]

  init(_ query: String) {
    words = query.split(whereSeparator: \.isWhitespace).map { word in
      let folded = word.lowercased()
      let isExact = folded != word
      return Word(bytes: Array((isExact ? String(word) : folded).utf8), isExact: isExact)
    }
  }

  var isEmpty: Bool { words.isEmpty }

  func matches(_ text: PickText) -> Bool {
    words.allSatisfy { Self.contains($0.isExact ? text.exact : text.folded, $0.bytes) }
  }

  /// Whether bytes stand within others. The last byte of what is sought is compared first: where it is none of the
  /// sought ones, the search goes on behind it.
  private static func contains(_ bytes: [UInt8], _ sought: [UInt8]) -> Bool {
    let count = sought.count
    guard count > 0 else { return true }
    guard bytes.count >= count else { return false }
    var steps = [UInt8](repeating: UInt8(min(count, 255)), count: 256)
    for index in 0..<(count - 1) { steps[Int(sought[index])] = UInt8(min(count - 1 - index, 255)) }
    let (text, pattern) = (bytes.span, sought.span)
    let last = pattern[count - 1]
    var end = count - 1
    while end < text.count {
      let byte = text[end]
      if byte == last {
        var index = 0
        let start = end - (count - 1)
        while index < count - 1, text[start + index] == pattern[index] { index += 1 }
        if index == count - 1 { return true }
      }
      end += Int(steps[Int(byte)])
    }
    return false
  }
}

/// The text of a row that is searched, as it is and without capitals.
struct PickText: Sendable {
  let exact: [UInt8]
  let folded: [UInt8]

  init(_ text: String) {
    exact = Array(text.utf8)
    let lower = Array(text.lowercased().utf8)
    // Most code and many notes have no capitals: the bytes are held once.
    folded = lower == exact ? exact : lower
  }
}
